//===- CommitWeak.cpp - Weak numbers get a width --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// One walk in block order, so that an operand of a weak type is always a
// constant, an iota or a scalar: everything else has been committed before.
// Scalars made of variables and constants are index expressions, which sizes
// and offsets are made of too: they stay as they are and are cast where they
// meet data.
//   1. Where a weak operand meets one with a width it takes that width.
//   2. Where all operands are or were weak they get one width: f32, or i32
//      unless the bounds of operands and result need i64. What is cast to
//      f64 is computed in f64, since a cast adds no digits that have been lost.
//      A walk back finds these ops first.
//   3. Types are inferred again from the new operands.
//
//===----------------------------------------------------------------------===//

#include "KernelRewriting.h"
#include "tiny/Analysis/OperandIndex.h"
#include "tiny/Transforms/Passes.h"

namespace mlir::tiny {
#define GEN_PASS_DEF_COMMITWEAKPASS
#include "tiny/Transforms/Passes.h.inc"

namespace {

class Committer {
public:
  explicit Committer(Block &block) : block(block) {}

  LogicalResult run();

private:
  /// Whether the op computes a scalar of weak integers only.
  static bool isIndexExpr(Operation &op);
  static bool isWeak(Value value) {
    return isData(value) && isWeakType(getElementType(value));
  }
  /// Whether the value was weak before the pass.
  bool wasWeak(Value value) const {
    return isWeak(value) || committedResults.contains(value);
  }
  void findWide();
  Interval getInterval(Value value) const;
  void rememberInterval(Operation &op);
  Type chooseType(Operation &op) const;
  Value commit(Value value, Type type);

  Block &block;
  /// Weak floats that are cast to f64.
  llvm::DenseSet<Value> wide;
  /// The bounds of integers that were or are weak.
  llvm::DenseMap<Value, Interval> intervals;
  /// What was weak and has a width now.
  llvm::DenseSet<Value> committedResults;
  /// Constants and iotas that have been committed to a type.
  llvm::DenseMap<std::pair<Value, Type>, Value> committed;
};

} // namespace

bool Committer::isIndexExpr(Operation &op) {
  auto isIndexLike = [](Type type) {
    return type.isIndex() || type.isInteger(1);
  };
  return isa<VariableOp, BindOp>(op) ||
         (op.getNumResults() == 1 && isIndexLike(op.getResult(0).getType()) &&
          llvm::all_of(op.getOperandTypes(), isIndexLike) &&
          !isa<CastOp, RangeOp>(op));
}

void Committer::findWide() {
  auto isFloat = [](Value value) {
    return isData(value) && isFloatType(getElementType(value));
  };
  for (Operation &op : llvm::reverse(block)) {
    if (op.getNumResults() != 1 || !isFloat(op.getResult(0)))
      continue;
    Value result = op.getResult(0);
    if (isWeak(result)
            ? !wide.contains(result)
            : !isa<CastOp>(op) || !isa<Float64Type>(getElementType(result)))
      continue;
    for (Value operand : op.getOperands())
      if (isFloat(operand) && isWeak(operand))
        wide.insert(operand);
  }
}

Interval Committer::getInterval(Value value) const {
  auto it = intervals.find(value);
  return it != intervals.end() ? it->second
                               : Interval::ofType(getElementType(value));
}

void Committer::rememberInterval(Operation &op) {
  if (op.getNumResults() != 1 || !isWeak(op.getResult(0)) ||
      isFloatType(getElementType(op.getResult(0))))
    return;
  SmallVector<Interval, 3> operands;
  for (Value operand : op.getOperands())
    operands.push_back(getInterval(operand));
  if (auto bounded = dyn_cast<IntervalOpInterface>(op))
    intervals[op.getResult(0)] = bounded.inferInterval(operands);
  else if (!isa<ReduceOp>(op) && !operands.empty())
    // A movement; a pad may add zeros.
    intervals[op.getResult(0)] = operands[0].unite(Interval::point(0));
}

/// The operands that are promoted to one type.
static MutableArrayRef<OpOperand> getPromoted(Operation &op) {
  return op.getOpOperands()
      .take_front(getDataOperands(&op).size())
      .drop_front(isa<WhereOp>(op) ? 1 : 0);
}

/// The type in which an op is computed that has an operand which is or was
/// weak: that of an operand which never was, or else one that holds all.
Type Committer::chooseType(Operation &op) const {
  MLIRContext *context = op.getContext();
  Type i32 = IntegerType::get(context, 32), i64 = IntegerType::get(context, 64);
  bool isWide = op.getNumResults() == 1 && wide.contains(op.getResult(0));
  Interval hull = Interval::point(0);
  bool isFloat = false;
  for (OpOperand &operand : getPromoted(op)) {
    Value value = operand.get();
    if (!isData(value))
      continue;
    Type type = getElementType(value);
    if (!wasWeak(value))
      return type;
    // A cast does not change what it converts.
    if (isa<CastOp>(op) && !isWeak(value))
      return type;
    isFloat |= isFloatType(type);
    isWide |= !isWeakType(type) && type.getIntOrFloatBitWidth() == 64;
    hull = hull.unite(getInterval(value));
  }
  if (isFloat)
    return isWide ? Type(Float64Type::get(context))
                  : Type(Float32Type::get(context));
  if (op.getNumResults() == 1 && isWeak(op.getResult(0)))
    hull = hull.unite(getInterval(op.getResult(0)));
  return !isWide && Interval::ofType(i32).contains(hull) ? i32 : i64;
}

/// A value that is or was weak as `type`.
Value Committer::commit(Value value, Type type) {
  Value &result = committed[{value, type}];
  if (result)
    return result;
  OpBuilder builder(value.getContext());
  builder.setInsertionPointAfterValue(value);
  if (auto constant = value.getDefiningOp<ConstOp>())
    return result =
               ConstOp::create(builder, value.getLoc(),
                               constant.getValue().convertedTo(type), type);
  result = CastOp::create(builder, value.getLoc(), value, type);
  if (auto it = intervals.find(value); it != intervals.end())
    intervals[result] = Interval(it->second);
  return result;
}

LogicalResult Committer::run() {
  findWide();
  for (Operation &op : llvm::make_early_inc_range(block)) {
    rememberInterval(op);
    bool isWeakOp =
        llvm::any_of(getDataOperands(&op),
                     [&](Value operand) { return wasWeak(operand); }) ||
        llvm::any_of(op.getResults(), isWeak);
    if (isa<ConstOp, IotaOp>(op) || !isWeakOp || isIndexExpr(op))
      continue;
    if (auto cast = dyn_cast<CastOp>(op)) {
      // A literal is converted exactly, anything else computed first.
      if (cast.getOperand().getDefiningOp<ConstOp>() &&
          !isWeakType(cast.getTo())) {
        op.getResult(0).replaceAllUsesWith(
            commit(cast.getOperand(), cast.getTo()));
        op.erase();
        continue;
      }
    }
    Type type = chooseType(op);
    for (OpOperand &operand : getPromoted(op))
      if (isData(operand.get()) && getElementType(operand.get()) != type)
        operand.set(commit(operand.get(), type));
    if (auto cast = dyn_cast<CastOp>(op); cast && isWeakType(cast.getTo())) {
      Type floating = wide.contains(op.getResult(0))
                          ? Type(Float64Type::get(op.getContext()))
                          : Type(Float32Type::get(op.getContext()));
      Type i32 = IntegerType::get(op.getContext(), 32);
      cast.setTo(isFloatType(cast.getTo()) ? floating
                 : isIntType(type)         ? type
                                           : i32);
    }
    if (op.getNumResults() != 1 || !isData(op.getResult(0)))
      continue;
    if (isWeak(op.getResult(0)))
      committedResults.insert(op.getResult(0));
    if (failed(inferTypeAgain(op)))
      return failure();
  }
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block)))
    if (isa<ConstOp, IotaOp, VariableOp>(op) && op.use_empty())
      op.erase();
  return success();
}

namespace {
struct CommitWeakPass final : impl::CommitWeakPassBase<CommitWeakPass> {
  void runOnOperation() override {
    if (failed(Committer(getOperation().getBody().front()).run()))
      signalPassFailure();
  }
};
} // namespace

} // namespace mlir::tiny
