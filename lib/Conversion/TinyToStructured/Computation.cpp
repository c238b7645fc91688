//===- Computation.cpp - Elementwise ops and vectors ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A vector of one element is a scalar here, so that movement ops between the
// two do nothing.
//
//===----------------------------------------------------------------------===//

#include "KernelLowering.h"

#include "LoweredTypes.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace mlir::tiny {

//===----------------------------------------------------------------------===//
// Elementwise ops
//===----------------------------------------------------------------------===//

Value KernelLowering::lookupAs(Operation *user, Value value, Type element,
                               Type shape) {
  Value lowered = lookup(user, value);
  if (!lowered)
    return lowered;
  Value converted = arithmetic.convert(lowered, getElementType(value), element);
  return arithmetic.broadcast(converted, shape);
}

/// The element type of operands that are not weak, or `index`.
static Type getCommonElement(ValueRange operands) {
  Type common;
  for (Value operand : operands) {
    Type element = getElementType(operand);
    if (!common || isWeakType(common))
      common = element;
  }
  return common;
}

/// Floats that are their bits are only moved.
static LogicalResult checkComputed(Operation *op, Type element) {
  if (isEncodedFloat(element))
    return op->emitOpError("computes on ")
           << element << ": run tiny-decompose-dtypes";
  return success();
}

LogicalResult KernelLowering::lowerElementwise(Operation *op) {
  auto isValue = [&](Value value) {
    return types.get(value.getType()) || isValueType(value.getType());
  };
  if (op->getNumResults() != 1 || op->getNumOperands() < 1 ||
      op->getNumOperands() > 2 || !isValue(op->getResult(0)) ||
      !llvm::all_of(op->getOperands(), isValue))
    return op->emitOpError("is not part of a program");
  Value result = op->getResult(0);
  Type element = getCommonElement(op->getOperands());
  if (failed(checkComputed(op, element)))
    return failure();
  bool isFloat = isFloatType(element), isBounded = !isFloat && needsBounds(op);
  Type shape = types.get(result.getType());
  SmallVector<Operand, 2> operands;
  for (Value operand : op->getOperands()) {
    Value lowered = lookupAs(op, operand, element, shape);
    if (!lowered)
      return failure();
    operands.push_back({lowered, isBounded ? bounds.get(operand) : Interval()});
  }
  Value lowered = isFloat ? arithmetic.buildFloat(op, element, operands)
                          : arithmetic.buildInteger(op, element, operands);
  if (!lowered)
    return op->emitOpError("is not part of a program");
  return define(result, lowered);
}

LogicalResult KernelLowering::lowerWhere(WhereOp op) {
  Type type = types.get(op.getResult().getType());
  Type element = getElementType(op.getResult());
  Value condition = lookup(op, op.getCondition());
  Value onTrue = lookupAs(op, op.getOnTrue(), element, type);
  Value onFalse = lookupAs(op, op.getOnFalse(), element, type);
  if (!condition || !onTrue || !onFalse)
    return failure();
  return define(op.getResult(), arithmetic.select(condition, onTrue, onFalse));
}

LogicalResult KernelLowering::lowerCast(CastOp op) {
  Type from = getElementType(op.getOperand()), to = op.getTo();
  if (failed(checkComputed(op, from)) || failed(checkComputed(op, to)))
    return failure();
  Value operand = lookup(op, op.getOperand());
  if (!operand)
    return failure();
  return define(op.getResult(), arithmetic.convert(operand, from, to));
}

LogicalResult KernelLowering::lowerBitcast(BitcastOp op) {
  Value operand = lookup(op, op.getOperand());
  if (!operand)
    return failure();
  Type type = types.get(op.getResult().getType());
  if (operand.getType() != type)
    operand = arith::BitcastOp::create(builder, op.getLoc(), type, operand);
  return define(op.getResult(), operand);
}

//===----------------------------------------------------------------------===//
// Vectors
//===----------------------------------------------------------------------===//

/// The largest lane: halves are compared with each other, as scalars would be.
static Value reduceMaximum(Arithmetic &arithmetic, OpBuilder &builder,
                           Type element, Value vector) {
  Location loc = arithmetic.getLoc();
  SmallVector<Value> lanes;
  int64_t size = getShape(vector)[0];
  for (; size > 1 && size % 2 == 0; size /= 2) {
    SmallVector<int64_t> low, high;
    for (int64_t i = 0; i < size / 2; ++i) {
      low.push_back(i);
      high.push_back(size / 2 + i);
    }
    auto half = [&](ArrayRef<int64_t> mask) -> Value {
      return vector::ShuffleOp::create(builder, loc, vector, vector, mask);
    };
    Value lhs = half(low), rhs = half(high);
    vector = arithmetic.maximum(element, lhs, rhs);
  }
  Value result;
  for (int64_t i = 0; i < size; ++i) {
    Value lane = arithmetic.extract(vector, i);
    result = result ? arithmetic.maximum(element, result, lane) : lane;
  }
  return result;
}

LogicalResult KernelLowering::lowerReduce(ReduceOp op) {
  if (!op.getRanges().empty())
    return op.emitOpError("still reduces over ranges");
  Value source = lookup(op, op.getSource());
  if (!source)
    return failure();
  if (!isa<VectorType>(source.getType()) || op.getAxes().empty())
    return define(op.getResult(), source);
  Type element = getElementType(op.getSource());
  if (failed(checkComputed(op, element)))
    return failure();
  if (op.getKind() == ReduceKind::Max)
    return define(op.getResult(),
                  reduceMaximum(arithmetic, builder, element, source));
  // On bools a sum is `or`, a product `and`.
  bool isAdd = op.getKind() == ReduceKind::Add;
  auto kind = isAdd ? vector::CombiningKind::ADD : vector::CombiningKind::MUL;
  if (isBoolType(element))
    kind = isAdd ? vector::CombiningKind::OR : vector::CombiningKind::AND;
  // No order is fixed, and the given one is slow.
  auto flags = isFloatType(element) ? arith::FastMathFlags::reassoc
                                    : arith::FastMathFlags::none;
  Value sum =
      vector::ReductionOp::create(builder, op.getLoc(), kind, source, flags);
  return define(op.getResult(), sum);
}

LogicalResult KernelLowering::lowerStack(StackOp op) {
  Type type = types.get(op.getResult().getType());
  SmallVector<Value> lanes;
  for (Value operand : op.getOperands()) {
    lanes.push_back(lookup(op, operand));
    if (!lanes.back())
      return failure();
    if (isa<VectorType>(lanes.back().getType()))
      return op.emitOpError("does not stack scalars");
  }
  if (llvm::all_equal(lanes))
    return define(op.getResult(), arithmetic.broadcast(lanes.front(), type));
  return define(op.getResult(), vector::FromElementsOp::create(
                                    builder, op.getLoc(), type, lanes));
}

LogicalResult KernelLowering::lowerExpand(ExpandOp op) {
  Value source = lookup(op, op.getSource());
  if (!source)
    return failure();
  return define(
      op.getResult(),
      arithmetic.broadcast(source, types.get(op.getResult().getType())));
}

LogicalResult KernelLowering::lowerShrink(ShrinkOp op) {
  Value source = lookup(op, op.getSource());
  if (!source)
    return failure();
  auto vector = dyn_cast<VectorType>(source.getType());
  if (!vector || vector.getShape() == op.getSizes())
    return define(op.getResult(), source);
  if (op.getSizes()[0] == 1)
    return define(op.getResult(),
                  arithmetic.extract(source, op.getOffsets()[0]));
  SmallVector<int64_t> lanes;
  for (int64_t lane = 0; lane < op.getSizes()[0]; ++lane)
    lanes.push_back(op.getOffsets()[0] + lane);
  return define(
      op.getResult(),
      vector::ShuffleOp::create(builder, op.getLoc(), source, source, lanes));
}

LogicalResult KernelLowering::lowerReshape(ReshapeOp op) {
  // Both shapes have rank one at most, so they are equal.
  Value source = lookup(op, op.getSource());
  return source ? define(op.getResult(), source) : failure();
}

LogicalResult KernelLowering::lowerIota(IotaOp op) {
  Type type = types.get(op.getResult().getType());
  auto vector = dyn_cast<VectorType>(type);
  return define(op.getResult(), vector ? arithmetic.counting(vector)
                                       : arithmetic.integer(type, 0));
}

} // namespace mlir::tiny
