//===- KernelValidity.cpp - Widths and validity in written kernels --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "KernelRewriting.h"
#include "ResolveViews.h"
#include "tiny/IR/Reduction.h"

namespace mlir::tiny {

//===----------------------------------------------------------------------===//
// Widths
//===----------------------------------------------------------------------===//

static Value withWidth(OpBuilder &builder, Value value, Type type) {
  if (getElementType(value) == type)
    return value;
  builder.setInsertionPointAfterValue(value);
  if (auto constant = value.getDefiningOp<ConstOp>())
    return ConstOp::create(builder, value.getLoc(),
                           constant.getValue().convertedTo(type), type);
  return CastOp::create(builder, value.getLoc(), value, type);
}

LogicalResult commitWeak(KernelOp kernel) {
  OpBuilder builder(kernel.getContext());
  Type f32 = builder.getF32Type();
  for (Operation &op : llvm::make_early_inc_range(kernel.getBody().front())) {
    if (auto constant = dyn_cast<ConstOp>(op);
        constant && isa<WeakFloatType>(constant.getStoredType())) {
      continue; // takes the width of what it meets
    }
    if (auto cast = dyn_cast<CastOp>(op);
        cast && isa<WeakFloatType>(cast.getTo()))
      cast.setTo(f32);
    bool isSimple = isElementwise(&op) && !isa<CastOp>(op);
    if (isSimple || isa<StackOp>(op)) {
      auto operands = op.getOpOperands().drop_front(isa<WhereOp>(op) ? 1 : 0);
      Type strong, weak;
      for (OpOperand &operand : operands) {
        Type type = getElementType(operand.get());
        if (!isWeakType(type))
          strong = strong ? strong : type;
        else if (!weak || isFloatType(type))
          weak = type;
      }
      if (!strong && weak && isFloatType(weak))
        strong = f32;
      if (strong && weak)
        for (OpOperand &operand : operands)
          if (isWeakType(getElementType(operand.get())))
            operand.set(withWidth(builder, operand.get(), strong));
    } else {
      for (OpOperand &operand : op.getOpOperands())
        if (isa<WeakFloatType>(getElementType(operand.get())))
          operand.set(withWidth(builder, operand.get(), f32));
    }
    if (isa<InferTypeOpInterface>(op) && op.getNumResults() == 1 &&
        isValueType(op.getResult(0).getType()) && failed(inferTypeAgain(op)))
      return failure();
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Validity
//===----------------------------------------------------------------------===//

Value Validity::both(Value lhs, Value rhs, Location loc) {
  if (!lhs || !rhs || lhs == rhs)
    return lhs ? lhs : rhs;
  return AndOp::create(builder, loc, lhs, rhs);
}

/// A choice exists where what it chooses does.
void Validity::visitWhere(WhereOp op) {
  Value onTrue = get(op.getOnTrue()), onFalse = get(op.getOnFalse());
  Value condition = get(op.getCondition());
  if (onTrue || onFalse) {
    Location loc = op.getLoc();
    Value always =
        ConstOp::create(builder, loc, Number::integer(1), builder.getI1Type());
    Value chosen =
        WhereOp::create(builder, loc, op.getCondition(),
                        onTrue ? onTrue : always, onFalse ? onFalse : always);
    condition = both(condition, chosen, loc);
  }
  if (condition)
    conditions[op] = condition;
}

/// What is not there does not count.
void Validity::visitReduce(ReduceOp op) {
  Value condition = get(op.getSource());
  if (!condition)
    return;
  Location loc = op.getLoc();
  Type type = getElementType(op.getSource());
  Value identity = ConstOp::create(builder, loc,
                                   getReduceIdentity(op.getKind(), type), type);
  op.getSourceMutable().assign(
      WhereOp::create(builder, loc, condition, op.getSource(), identity));
}

void Validity::visit(Operation &op) {
  for (OpOperand &operand : op.getOpOperands())
    if (Value value = stripped.lookup(operand.get()))
      operand.set(value);
  if (auto valid = dyn_cast<ValidOp>(op)) {
    Location loc = op.getLoc();
    Value condition =
        both(get(valid.getValue()), get(valid.getCondition()), loc);
    condition = both(condition, valid.getCondition(), loc);
    Value value = valid.getValue();
    if (!getShape(valid.getResult()).empty() &&
        getShape(value) != getShape(valid.getResult()))
      value =
          ExpandOp::create(builder, loc, value, getShape(valid.getResult()));
    else
      // A name of its own: elsewhere the value may be used as it is.
      value = CastOp::create(builder, loc, value, getElementType(value));
    stripped[valid] = value;
    conditions[value] = condition;
    return;
  }
  if (auto where = dyn_cast<WhereOp>(op))
    return visitWhere(where);
  if (auto reduce = dyn_cast<ReduceOp>(op))
    return visitReduce(reduce);
  if (isa<StoreOp, LoadOp, EndOp, RangeOp, SinkOp>(op) ||
      op.getNumResults() != 1)
    return;
  Value condition;
  bool isView = isa<BufferType>(op.getResult(0).getType());
  if (isa<MovementOpInterface>(op) && !isView) {
    // The condition moves along.
    if (Value source = get(op.getOperand(0)); source) {
      SmallVector<Value, 4> operands(op.getOperands());
      operands[0] = source;
      if (getShape(source) != getShape(op.getOperand(0)))
        operands[0] = ExpandOp::create(builder, op.getLoc(), source,
                                       getShape(op.getOperand(0)));
      Type type = getShapedLike(op.getResult(0).getType(),
                                getShape(op.getResult(0)), builder.getI1Type());
      condition = cloneWith(builder, &op, operands, type)->getResult(0);
    }
    for (Value operand : op.getOperands().drop_front())
      condition = both(condition, get(operand), op.getLoc());
  } else {
    for (Value operand : op.getOperands())
      condition = both(condition, get(operand), op.getLoc());
  }
  if (condition)
    conditions[op.getResult(0)] = condition;
}

} // namespace mlir::tiny
