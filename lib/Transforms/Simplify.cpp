//===- Simplify.cpp - Simplify a kernel -----------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// One walk in the order of the block. Where an op that is no index arithmetic
// takes an index or a condition, that operand is read as an index expression,
// which simplifies it, and written before the op, each expression once. The
// arithmetic that was there is dead then. Other ops fold.
//
// Nothing is erased before the walk is over, since the engine knows values by
// their address.
//
//===----------------------------------------------------------------------===//

#include "FoldOp.h"
#include "KernelExprs.h"
#include "KernelRewriting.h"
#include "PinnedStates.h"
#include "tiny/Transforms/Passes.h"

namespace mlir::tiny {
#define GEN_PASS_DEF_SIMPLIFYPASS
#include "tiny/Transforms/Passes.h.inc"

namespace {

class KernelSimplifier {
public:
  KernelSimplifier(KernelOp kernel, KernelExprs &exprs)
      : kernel(kernel), builder(kernel.getContext()), context(exprs.context),
        importer(exprs.importer), exporter(builder, &importer) {}

  void run();

private:
  void dropTrivialRanges(Operation &op);
  void simplifyLimit(RangeOp range);
  void simplify(Operation &op);
  /// Simplifies the mask, then the index where the mask holds.
  template <typename OpTy>
  void simplifyAccess(OpTy op);
  void simplifyWhere(WhereOp op);
  void maskStore(StoreOp op);
  Value maskLoad(Value value, IndexExpr condition, IndexExpr &rest);
  bool fold(Operation &op);
  void replace(Value value, Value other);

  bool isIndexMath(Operation &op);
  Value simplified(Value value, Location loc);

  KernelOp kernel;
  OpBuilder builder;
  IndexContext &context;
  IndexImporter &importer;
  IndexExporter exporter;
};

} // namespace

//===----------------------------------------------------------------------===//
// Ranges
//===----------------------------------------------------------------------===//

static bool isTrivial(Value value) {
  auto range = value.getDefiningOp<RangeOp>();
  return range && range.isTrivial();
}

/// Removes the operands of `operands` that are ranges of extent one.
static void dropTrivial(MutableOperandRange operands) {
  for (unsigned i = operands.size(); i-- > 0;)
    if (isTrivial(operands[i].get()))
      operands.erase(i);
}

/// What closes or waits for a range of extent one does so no more. Its value
/// is known to be zero wherever else it is used.
void KernelSimplifier::dropTrivialRanges(Operation &op) {
  if (auto end = dyn_cast<EndOp>(op)) {
    dropTrivial(end.getRangesMutable());
    if (end.getRanges().empty())
      end.getResult().replaceAllUsesWith(end.getBody());
  } else if (auto reduce = dyn_cast<ReduceOp>(op)) {
    dropTrivial(reduce.getRangesMutable());
  } else if (auto range = dyn_cast<RangeOp>(op);
             range && !range.getDependencies().empty()) {
    dropTrivial(range.getDependenciesMutable());
  }
}

/// A limit that is a constant is the extent.
void KernelSimplifier::simplifyLimit(RangeOp range) {
  IndexExpr limit = importer.import(range.getLimit());
  int64_t most = static_cast<int64_t>(
      std::min<Int128>(range.getExtent(), limit.getInterval().max));
  if (most >= 1)
    range.setExtent(most);
  if (most >= 1 && limit.isConstant(most))
    range.getLimitMutable().clear();
  else
    range.getLimitMutable().assign(exporter.materialize(limit, range.getLoc()));
}

//===----------------------------------------------------------------------===//
// Index arithmetic
//===----------------------------------------------------------------------===//

/// Whether an op only makes an index expression, which its users read.
bool KernelSimplifier::isIndexMath(Operation &op) {
  if (op.getNumResults() != 1 || !IndexImporter::isIndexLike(op.getResult(0)))
    return false;
  return importer.import(op.getResult(0)).getValue() != op.getResult(0);
}

Value KernelSimplifier::simplified(Value value, Location loc) {
  IndexExpr expr = importer.import(value);
  if (expr.isBoolean())
    expr = context.simplifyCondition(expr);
  return exporter.materialize(expr, loc);
}

template <typename OpTy>
void KernelSimplifier::simplifyAccess(OpTy op) {
  Value index = op.getIndex(), mask = op.getMask();
  IndexExpr condition = context.boolean(true);
  if (mask && IndexImporter::isIndexLike(mask)) {
    condition = context.simplifyCondition(importer.import(mask));
    if (condition.isTrue())
      op.getMaskMutable().clear();
    else
      op.getMaskMutable().assign(exporter.materialize(condition, op.getLoc()));
  }
  if (index && IndexImporter::isIndexLike(index)) {
    IndexExpr offset = context.simplifyGiven(importer.import(index), condition);
    // The index stands behind the buffer.
    op->setOperand(std::is_same_v<OpTy, LoadOp> ? 1 : 2,
                   exporter.materialize(offset, op.getLoc()));
  }
}

//===----------------------------------------------------------------------===//
// A choice between a loaded value and zero
//===----------------------------------------------------------------------===//

static bool isZero(Value value) {
  auto constant = value.getDefiningOp<ConstOp>();
  if (!constant || !constant.getValue().is(0))
    return false;
  // Minus zero is another number.
  return !constant.getValue().isReal() ||
         !std::signbit(constant.getValue().getReal());
}

/// `value`, a load or a cast of one, with the clauses of `condition` that are
/// about its index in its mask; the others stay in `rest`. Null if there are
/// none.
Value KernelSimplifier::maskLoad(Value value, IndexExpr condition,
                                 IndexExpr &rest) {
  auto cast = value.getDefiningOp<CastOp>();
  auto load = (cast ? cast.getOperand() : value).getDefiningOp<LoadOp>();
  if (!load || !load.getIndex() || !load.getLanes().empty() ||
      !IndexImporter::isIndexLike(load.getIndex()))
    return {};
  IndexExpr index = importer.import(load.getIndex());
  IndexExpr mask = context.boolean(true);
  rest = mask;
  for (IndexExpr clause : context.getClauses(condition)) {
    bool isAboutIndex = llvm::all_of(clause.getLeaves(), [&](IndexExpr leaf) {
      return index.dependsOn(leaf);
    });
    IndexExpr &side = isAboutIndex ? mask : rest;
    side = context.logicalAnd(side, clause);
  }
  if (mask.isTrue())
    return {};
  if (load.getMask()) {
    if (!IndexImporter::isIndexLike(load.getMask()))
      return {};
    mask = context.logicalAnd(importer.import(load.getMask()), mask);
  }
  mask = context.simplifyCondition(mask);
  index = context.simplifyGiven(index, mask);
  Location loc = load.getLoc();
  Value offset = exporter.materialize(index, loc);
  Value result = LoadOp::create(builder, loc, load.getBuffer(), offset,
                                exporter.materialize(mask, loc));
  if (cast)
    result = CastOp::create(builder, cast.getLoc(), result, cast.getTo());
  return result;
}

void KernelSimplifier::simplifyWhere(WhereOp op) {
  if (!IndexImporter::isIndexLike(op.getCondition()))
    return;
  IndexExpr condition =
      context.simplifyCondition(importer.import(op.getCondition()));
  Value value = op.getOnTrue();
  bool isMirrored = isZero(op.getOnTrue());
  if (isMirrored) {
    value = op.getOnFalse();
    condition = context.logicalNot(condition);
  } else if (!isZero(op.getOnFalse())) {
    return;
  }
  IndexExpr rest;
  Value masked = maskLoad(value, condition, rest);
  if (!masked)
    return;
  if (!rest.isTrue()) {
    Value zero = isMirrored ? op.getOnTrue() : op.getOnFalse();
    masked =
        WhereOp::create(builder, op.getLoc(),
                        exporter.materialize(rest, op.getLoc()), masked, zero);
  }
  replace(op.getResult(), masked);
}

//===----------------------------------------------------------------------===//
// A choice between a value and what is stored already
//===----------------------------------------------------------------------===//

/// A store of `where(condition, value, old)`, where `old` is what the place
/// holds, is one of `value` where the condition holds.
void KernelSimplifier::maskStore(StoreOp op) {
  auto where = op.getValue().getDefiningOp<WhereOp>();
  if (!where || !op.getIndex() || !IndexImporter::isIndexLike(op.getIndex()) ||
      !IndexImporter::isIndexLike(where.getCondition()) ||
      (op.getMask() && !IndexImporter::isIndexLike(op.getMask())))
    return;
  IndexExpr place = importer.import(op.getIndex());
  auto isOld = [&](Value value) {
    auto load = value.getDefiningOp<LoadOp>();
    return load && load.getBuffer() == op.getBuffer() && load.getIndex() &&
           !load.getMask() && load.getLanes().empty() &&
           IndexImporter::isIndexLike(load.getIndex()) &&
           importer.import(load.getIndex()) == place;
  };
  IndexExpr condition = importer.import(where.getCondition());
  Value value = where.getOnTrue();
  if (isOld(where.getOnTrue())) {
    value = where.getOnFalse();
    condition = context.logicalNot(condition);
  } else if (!isOld(where.getOnFalse())) {
    return;
  }
  if (op.getMask())
    condition = context.logicalAnd(condition, importer.import(op.getMask()));
  op.getValueMutable().assign(value);
  op.getMaskMutable().assign(exporter.materialize(condition, op.getLoc()));
}

//===----------------------------------------------------------------------===//
// The walk
//===----------------------------------------------------------------------===//

void KernelSimplifier::replace(Value value, Value other) {
  // What comes behind may have been read by an earlier pass.
  if (!isFloatType(value.getType()))
    importer.forgetAll();
  value.replaceAllUsesWith(other);
}

bool KernelSimplifier::fold(Operation &op) {
  Value value = foldOp(builder, op);
  if (value)
    replace(op.getResult(0), value);
  return static_cast<bool>(value);
}

void KernelSimplifier::simplify(Operation &op) {
  if (auto range = dyn_cast<RangeOp>(op); range && range.isSymbolic())
    simplifyLimit(range);
  if (isa<RangeOp, EndOp, AfterOp, SinkOp>(op) || isIndexMath(op))
    return;
  auto simplifyOperand = [&](OpOperand &operand) {
    if (IndexImporter::isIndexLike(operand.get()))
      operand.set(simplified(operand.get(), op.getLoc()));
  };
  if (auto load = dyn_cast<LoadOp>(op))
    return simplifyAccess(load);
  if (auto store = dyn_cast<StoreOp>(op)) {
    maskStore(store);
    simplifyAccess(store);
    return simplifyOperand(store.getValueMutable());
  }
  if (auto reduce = dyn_cast<ReduceOp>(op))
    simplifyOperand(reduce.getSourceMutable());
  else
    for (OpOperand &operand : op.getOpOperands())
      simplifyOperand(operand);
  if (fold(op))
    return;
  if (auto where = dyn_cast<WhereOp>(op))
    simplifyWhere(where);
}

void KernelSimplifier::run() {
  pinToOuterLoops(kernel.getBody().front());
  // An op written before the current one has been simplified already.
  for (Operation &op : llvm::make_early_inc_range(kernel.getBody().front())) {
    builder.setInsertionPoint(&op);
    dropTrivialRanges(op);
    simplify(op);
  }
  eraseDeadOps(kernel.getBody().front(), &importer);
}

namespace {
struct SimplifyPass final : impl::SimplifyPassBase<SimplifyPass> {
  using Base::Base;

  void runOnOperation() override {
    auto &exprs = getAnalysis<KernelExprs>();
    KernelSimplifier(getOperation(), exprs).run();
    if (cse)
      eliminateCommonOps(getOperation().getBody().front(), &exprs.importer);
    markAnalysesPreserved<KernelExprs>();
  }
};
} // namespace
} // namespace mlir::tiny
