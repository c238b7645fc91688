//===- CollapseReduce.cpp - Reductions that need no loop ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// One walk over the block; each reduction is tried for each of its ranges, in
// order. What is added up is taken apart into summands `where(condition, value,
// 0)` until
//   * the value does not depend on the range: it counts as often as the
//     condition holds, or
//   * the condition names the one value of the range: the sum is the value
//     there.
// All summands must end so, or the range stays. The ops of failed attempts are
// dead.
//
// A product with zero is no choice: 0 * inf is not zero. Only integers are
// taken out of products.
//
//===----------------------------------------------------------------------===//

#include "KernelExprs.h"
#include "KernelRewriting.h"
#include "OpenRanges.h"
#include "RangeConditions.h"
#include "RangeInstance.h"
#include "tiny/Transforms/Passes.h"

namespace mlir::tiny {
#define GEN_PASS_DEF_COLLAPSEREDUCEPASS
#include "tiny/Transforms/Passes.h.inc"

namespace {

class ReduceCollapser : OpBuilder::Listener {
public:
  explicit ReduceCollapser(KernelOp kernel)
      : block(kernel.getBody().front()), builder(kernel.getContext(), this),
        importer(context, IndexImporter::Data::Leaves), exporter(builder),
        open(block) {}

  /// Returns how many ranges no reduction runs over any more.
  unsigned run();

private:
  void notifyOperationInserted(Operation *op, OpBuilder::InsertPoint) override {
    open.visit(op);
  }

  unsigned collapse(ReduceOp reduce);
  Value collapse(ReduceKind kind, Value source);
  Value repeat(ReduceKind kind, Value value);
  Value raise(Value value, int64_t exponent);

  Value sum(Value value, IndexExpr condition);
  Value sumWhere(WhereOp where, IndexExpr condition);
  Value sumCast(CastOp cast, IndexExpr condition);
  Value sumProduct(MulOp product, IndexExpr condition);
  Value sumSolved(Value value, RangeConditions::Solution solution);
  Value any(IndexExpr condition);
  Value scale(Value value, IndexExpr count);

  bool varies(Value value) {
    return value && open.intersect(open.get(value), rangeSet);
  }
  RangeConditions getConditions() {
    return RangeConditions(context, range, extent, leafVaries);
  }
  Value constant(Number number, Type type) {
    return ConstOp::create(builder, loc, number.convertedTo(type), type);
  }
  Value zero(Type type) { return constant(Number::integer(0), type); }
  Value choose(IndexExpr condition, Value value);

  Block &block;
  OpBuilder builder;
  IndexContext context;
  IndexImporter importer;
  IndexExporter exporter;
  OpenRanges open;

  // The range that is being tried.
  Location loc = builder.getUnknownLoc();
  IndexExpr range;
  int64_t extent = 0;
  OpenRanges::Set rangeSet = OpenRanges::none;
  /// How many more summands to look at: a limit for what shares operands.
  unsigned budget = 0;
  std::function<bool(Value)> valueVaries = [this](Value value) {
    return varies(value);
  };
  std::function<bool(IndexExpr)> leafVaries = [this](IndexExpr leaf) {
    return leaf != range && varies(leaf.getValue());
  };
};

} // namespace

static bool isZero(Value value) {
  auto constant = value.getDefiningOp<ConstOp>();
  return constant && constant.getValue().is(0);
}

/// Whether a float type holds the number; other types hold any.
static bool isFinite(Int128 number, Type type) {
  return !isFloatType(type) ||
         std::isfinite(Number::integer(number).convertedTo(type).getReal());
}

//===----------------------------------------------------------------------===//
// Values that do not depend on the range
//===----------------------------------------------------------------------===//

/// `value` to the power of `exponent`.
Value ReduceCollapser::raise(Value value, int64_t exponent) {
  Value result;
  for (; exponent != 0; exponent /= 2) {
    if (exponent % 2 != 0)
      result = result ? MulOp::create(builder, loc, result, value).getResult()
                      : value;
    if (exponent > 1)
      value = MulOp::create(builder, loc, value, value);
  }
  return result;
}

/// A value combined with itself as often as the range has values.
Value ReduceCollapser::repeat(ReduceKind kind, Value value) {
  if (kind == ReduceKind::Max || isBoolType(value.getType()))
    return value;
  if (kind == ReduceKind::Mul)
    return raise(value, extent);
  return scale(value, context.constant(extent));
}

/// `value * count` where that is a sum of `count` times the value.
Value ReduceCollapser::scale(Value value, IndexExpr count) {
  Type type = value.getType();
  if (!isFinite(count.getInterval().max, type))
    return {};
  if (std::optional<int64_t> times = count.getConstant()) {
    if (*times == 0)
      return zero(type);
    Value factor = constant(Number::integer(*times), type);
    return MulOp::create(builder, loc, value, factor);
  }
  auto number = value.getDefiningOp<ConstOp>();
  // Zero times infinity is no sum.
  bool isSafe = !isFloatType(type) || count.getInterval().min > 0 ||
                (number && std::isfinite(number.getValue().getReal()));
  Value factor = exporter.materialize(count, loc);
  if (!type.isIndex())
    factor = CastOp::create(builder, loc, factor, type);
  if (number && number.getValue().is(1))
    return factor;
  Value product = MulOp::create(builder, loc, value, factor);
  return isSafe ? product
                : choose(context.lt(context.constant(0), count), product);
}

Value ReduceCollapser::choose(IndexExpr condition, Value value) {
  condition = context.simplifyCondition(condition);
  if (condition.isTrue())
    return value;
  return WhereOp::create(builder, loc, exporter.materialize(condition, loc),
                         value, zero(value.getType()));
}

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

/// The sum of `where(condition, value, 0)` over the range, or null.
Value ReduceCollapser::sum(Value value, IndexExpr condition) {
  if (budget == 0 || condition.isFalse())
    return budget == 0 ? Value() : zero(value.getType());
  --budget;
  if (!varies(value))
    if (IndexExpr count = getConditions().count(condition))
      return scale(value, count);
  if (auto solution = getConditions().solve(condition))
    return sumSolved(value, *solution);
  if (auto where = value.getDefiningOp<WhereOp>())
    return sumWhere(where, condition);
  if (auto cast = value.getDefiningOp<CastOp>())
    return sumCast(cast, condition);
  if (auto product = value.getDefiningOp<MulOp>())
    return sumProduct(product, condition);
  if (auto load = value.getDefiningOp<LoadOp>()) {
    Value mask = load.getMask();
    if (!mask || !varies(mask) || !IndexImporter::isIndexLike(mask))
      return {};
    condition = context.logicalAnd(condition, importer.import(mask));
    auto solution = getConditions().solve(condition);
    return solution ? sumSolved(value, *solution) : Value();
  }
  if (auto add = value.getDefiningOp<AddOp>()) {
    Value lhs = sum(add.getLhs(), condition);
    Value rhs = lhs ? sum(add.getRhs(), condition) : Value();
    return rhs ? AddOp::create(builder, loc, lhs, rhs).getResult() : Value();
  }
  return {};
}

Value ReduceCollapser::sumWhere(WhereOp where, IndexExpr condition) {
  IndexExpr chosen = importer.import(where.getCondition());
  IndexExpr first = context.logicalAnd(condition, chosen);
  IndexExpr second = context.logicalAnd(condition, context.logicalNot(chosen));
  if (isZero(where.getOnFalse()))
    return sum(where.getOnTrue(), first);
  if (isZero(where.getOnTrue()))
    return sum(where.getOnFalse(), second);
  Value lhs = sum(where.getOnTrue(), first);
  Value rhs = lhs ? sum(where.getOnFalse(), second) : Value();
  return rhs ? AddOp::create(builder, loc, lhs, rhs).getResult() : Value();
}

/// A cast of a bool counts; other casts are those of the chosen value.
Value ReduceCollapser::sumCast(CastOp cast, IndexExpr condition) {
  Value source = cast.getOperand();
  Type type = cast.getType();
  if (isBoolType(source.getType()))
    return sum(constant(Number::integer(1), type),
               context.logicalAnd(condition, importer.import(source)));
  auto recast = [&](Value value) {
    return CastOp::create(builder, loc, value, type).getResult();
  };
  auto where = source.getDefiningOp<WhereOp>();
  if (where && isZero(where.getOnFalse()))
    return sum(
        recast(where.getOnTrue()),
        context.logicalAnd(condition, importer.import(where.getCondition())));
  auto load = source.getDefiningOp<LoadOp>();
  if (!load || !load.getMask() || !varies(load.getMask()) ||
      !IndexImporter::isIndexLike(load.getMask()))
    return {};
  auto solution = getConditions().solve(
      context.logicalAnd(condition, importer.import(load.getMask())));
  return solution ? sumSolved(cast, *solution) : Value();
}

/// A factor that does not depend on the range moves out of the sum; one that is
/// a choice makes the product one.
Value ReduceCollapser::sumProduct(MulOp product, IndexExpr condition) {
  Type type = product.getType();
  bool isExact = !isFloatType(type);
  for (bool isMirrored : {false, true}) {
    Value factor = isMirrored ? product.getRhs() : product.getLhs();
    Value other = isMirrored ? product.getLhs() : product.getRhs();
    auto number = factor.getDefiningOp<ConstOp>();
    if (!varies(factor) &&
        (isExact || (number && std::isfinite(number.getValue().getReal())))) {
      Value result = sum(other, condition);
      return result ? MulOp::create(builder, loc, result, factor).getResult()
                    : Value();
    }
    if (!isExact)
      continue;
    auto cast = factor.getDefiningOp<CastOp>();
    if (cast && isBoolType(cast.getOperand().getType()))
      return sum(other, context.logicalAnd(condition,
                                           importer.import(cast.getOperand())));
    auto where = factor.getDefiningOp<WhereOp>();
    if (where && isZero(where.getOnFalse()))
      return sum(
          MulOp::create(builder, loc, where.getOnTrue(), other),
          context.logicalAnd(condition, importer.import(where.getCondition())));
  }
  return {};
}

/// The value where the range is what the condition says.
Value ReduceCollapser::sumSolved(Value value,
                                 RangeConditions::Solution solution) {
  RangeInstance instance(builder, context, importer, exporter, valueVaries);
  instance.fix(range, solution.value, solution.isInside);
  IndexExpr rest = instance.get(solution.rest);
  Value there = rest ? instance.get(value) : Value();
  if (!there)
    return {};
  // A load at a place of the range is masked there. What stands for the range
  // itself may be a loaded number as well, and is not.
  Value loaded = value;
  while (auto cast = loaded.getDefiningOp<CastOp>())
    loaded = cast.getOperand();
  bool isMasked = loaded.getDefiningOp<LoadOp>() && varies(loaded);
  return choose(isMasked ? rest : context.logicalAnd(rest, solution.isInside),
                there);
}

/// Whether a condition holds for some value of the range, or null.
Value ReduceCollapser::any(IndexExpr condition) {
  RangeConditions conditions = getConditions();
  if (!conditions.dependsOnRange(condition))
    return exporter.materialize(condition, loc);
  if (auto solution = conditions.solve(condition)) {
    RangeInstance instance(builder, context, importer, exporter, valueVaries);
    instance.fix(range, solution->value, solution->isInside);
    IndexExpr rest = instance.get(solution->rest);
    if (!rest)
      return {};
    return exporter.materialize(context.logicalAnd(rest, solution->isInside),
                                loc);
  }
  if (IndexExpr count = conditions.count(condition))
    return exporter.materialize(context.lt(context.constant(0), count), loc);
  return {};
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

/// The reduction of `source` over the range, or null.
Value ReduceCollapser::collapse(ReduceKind kind, Value source) {
  if (!varies(source))
    return repeat(kind, source);
  if (isBoolType(source.getType()))
    return kind == ReduceKind::Mul ? Value() : any(importer.import(source));
  return kind == ReduceKind::Add ? sum(source, context.boolean(true)) : Value();
}

unsigned ReduceCollapser::collapse(ReduceOp reduce) {
  constexpr unsigned maxSummands = 64;
  SmallVector<Value, 4> left;
  Value source = reduce.getSource();
  loc = reduce.getLoc();
  builder.setInsertionPoint(reduce);
  unsigned numRanges = reduce.getRanges().size();
  for (Value closed : reduce.getRanges()) {
    auto op = closed.getDefiningOp<RangeOp>();
    if (op.isSymbolic()) {
      left.push_back(closed);
      continue;
    }
    range = importer.import(closed);
    extent = op.getExtent();
    rangeSet = open.makeSet(closed);
    budget = maxSummands;
    if (Value result = collapse(reduce.getKind(), source))
      source = result;
    else
      left.push_back(closed);
  }
  if (left.size() == numRanges)
    return 0;
  if (left.empty()) {
    reduce.getResult().replaceAllUsesWith(source);
  } else {
    reduce.getSourceMutable().assign(source);
    reduce.getRangesMutable().assign(left);
  }
  return numRanges - left.size();
}

unsigned ReduceCollapser::run() {
  unsigned count = 0;
  for (Operation &op : llvm::make_early_inc_range(block)) {
    auto reduce = dyn_cast<ReduceOp>(op);
    if (reduce && reduce.getAxes().empty())
      count += collapse(reduce);
    open.visit(&op);
  }
  return count;
}

namespace {
struct CollapseReducePass final
    : impl::CollapseReducePassBase<CollapseReducePass> {
  void runOnOperation() override {
    KernelOp kernel = getOperation();
    unsigned count = 0;
    if (!kernel.getBody().getOps<ReduceOp>().empty())
      count = ReduceCollapser(kernel).run();
    numCollapsed += count;
    IndexImporter *importer = nullptr;
    if (auto exprs = getCachedAnalysis<KernelExprs>(); exprs && count == 0)
      importer = &exprs->get().importer;
    eraseDeadOps(kernel.getBody().front(), importer);
    if (count == 0)
      markAnalysesPreserved<KernelExprs>();
  }
};
} // namespace
} // namespace mlir::tiny
