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
//   2. Where all operands are weak the op is computed in f32, or in i32 unless
//      the bounds of operands and result need i64.
//   3. Types are inferred again from the new operands.
//
//===----------------------------------------------------------------------===//

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
    return isValueType(value.getType()) && isWeakType(getElementType(value));
  }
  Interval getInterval(Value value) const;
  void rememberInterval(Operation &op);
  Type chooseType(Operation &op) const;
  Value commit(Value value, Type type);
  LogicalResult inferAgain(Operation &op);

  Block &block;
  /// The bounds of integers that were or are weak.
  llvm::DenseMap<Value, Interval> intervals;
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

/// The type in which an op is computed whose data operands are all weak.
Type Committer::chooseType(Operation &op) const {
  Interval hull = Interval::point(0);
  for (Value value : getDataOperands(&op)) {
    if (!isWeak(value))
      continue;
    if (isFloatType(getElementType(value)))
      return Float32Type::get(op.getContext());
    hull = hull.unite(getInterval(value));
  }
  if (op.getNumResults() == 1 && isWeak(op.getResult(0)))
    hull = hull.unite(getInterval(op.getResult(0)));
  Type i32 = IntegerType::get(op.getContext(), 32);
  return Interval::ofType(i32).contains(hull)
             ? i32
             : IntegerType::get(op.getContext(), 64);
}

/// The weak constant, iota or scalar `value` as `type`.
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

LogicalResult Committer::inferAgain(Operation &op) {
  auto inferred = cast<InferTypeOpInterface>(op);
  SmallVector<Type, 1> types;
  if (failed(inferred.inferReturnTypes(
          op.getContext(), op.getLoc(), op.getOperands(),
          op.getDiscardableAttrDictionary(), op.getPropertiesStorage(),
          op.getRegions(), types)))
    return failure();
  op.getResult(0).setType(types.front());
  return success();
}

LogicalResult Committer::run() {
  for (Operation &op : llvm::make_early_inc_range(block)) {
    rememberInterval(op);
    bool isWeakOp = llvm::any_of(getDataOperands(&op), isWeak) ||
                    llvm::any_of(op.getResults(), isWeak);
    if (isa<ConstOp, IotaOp>(op) || !isWeakOp || isIndexExpr(op))
      continue;
    // The first type with a width among the operands that are promoted.
    Type type;
    auto data = getDataOperands(&op).drop_front(isa<WhereOp>(op) ? 1 : 0);
    for (Value operand : data)
      if (isValueType(operand.getType()) && !isWeak(operand))
        type = getElementType(operand);
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
    if (!type)
      type = chooseType(op);
    size_t numData = getDataOperands(&op).size();
    for (OpOperand &operand : op.getOpOperands().take_front(numData))
      if (isWeak(operand.get()))
        operand.set(commit(operand.get(), type));
    if (auto cast = dyn_cast<CastOp>(op); cast && isWeakType(cast.getTo())) {
      Type f32 = Float32Type::get(op.getContext());
      Type i32 = IntegerType::get(op.getContext(), 32);
      cast.setTo(isFloatType(cast.getTo()) ? f32
                 : isIntType(type)         ? type
                                           : i32);
    }
    if (op.getNumResults() == 1 && isValueType(op.getResult(0).getType()) &&
        failed(inferAgain(op)))
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
