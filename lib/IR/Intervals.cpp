//===- Intervals.cpp - Bounds of integer results --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The bounds that an op computes are clamped to its type: a sum that leaves the
// range of a concrete type wraps, so it may be anything.
//
//===----------------------------------------------------------------------===//

#include "tiny/IR/Tiny.h"

namespace mlir::tiny {

/// `interval` if all its values fit the type of `result`, else those of the
/// type.
static Interval fit(Value result, Interval interval) {
  Interval all = Interval::ofType(getElementType(result));
  return all.contains(interval) ? interval : all;
}

Interval ConstOp::inferInterval(ArrayRef<Interval>) {
  if (getValue().isReal())
    return Interval::unbounded();
  return Interval::point(getValue().getInteger());
}

Interval VariableOp::inferInterval(ArrayRef<Interval>) {
  return {getMin(), getMax()};
}

Interval BindOp::inferInterval(ArrayRef<Interval> operands) {
  return operands[0];
}

Interval IotaOp::inferInterval(ArrayRef<Interval> operands) {
  ArrayRef<int64_t> shape = tiny::getShape(getStoredType());
  Int128 size = shape[getAxis()];
  if (ShapedType::isDynamic(shape[getAxis()])) {
    // The operands are the symbolic sizes.
    size_t place =
        llvm::count(shape.take_front(getAxis()), int64_t(ShapedType::kDynamic));
    size = place < operands.size() ? operands[place].max
                                   : Interval::unbounded().max;
  }
  return {0, std::max<Int128>(size - 1, 0)};
}

Interval RangeOp::inferInterval(ArrayRef<Interval>) {
  return {0, getExtent() - 1};
}

Interval SpecialOp::inferInterval(ArrayRef<Interval>) {
  return {0, getExtent() - 1};
}

Interval StackOp::inferInterval(ArrayRef<Interval> operands) {
  Interval result = operands.front();
  for (Interval operand : operands)
    result = result.unite(operand);
  return result;
}

Interval NegOp::inferInterval(ArrayRef<Interval> operands) {
  return fit(getResult(), -operands[0]);
}

Interval TruncOp::inferInterval(ArrayRef<Interval> operands) {
  return operands[0];
}

Interval CastOp::inferInterval(ArrayRef<Interval> operands) {
  if (isFloatType(getElementType(getOperand())) &&
      !isBoolType(getElementType(getResult())))
    return Interval::ofType(getElementType(getResult()));
  return fit(getResult(), operands[0]);
}

Interval BitcastOp::inferInterval(ArrayRef<Interval> operands) {
  if (isFloatType(getElementType(getOperand())))
    return Interval::ofType(getElementType(getResult()));
  return fit(getResult(), operands[0]);
}

Interval AddOp::inferInterval(ArrayRef<Interval> operands) {
  return fit(getResult(), operands[0] + operands[1]);
}

Interval SubOp::inferInterval(ArrayRef<Interval> operands) {
  return fit(getResult(), operands[0] - operands[1]);
}

Interval MulOp::inferInterval(ArrayRef<Interval> operands) {
  return fit(getResult(), operands[0] * operands[1]);
}

Interval MaxOp::inferInterval(ArrayRef<Interval> operands) {
  return operands[0].maximum(operands[1]);
}

Interval CDivOp::inferInterval(ArrayRef<Interval> operands) {
  return fit(getResult(), operands[0].truncDiv(operands[1]));
}

Interval CModOp::inferInterval(ArrayRef<Interval> operands) {
  return fit(getResult(), operands[0].truncMod(operands[1]));
}

Interval FloorDivOp::inferInterval(ArrayRef<Interval> operands) {
  return fit(getResult(), operands[0].floorDiv(operands[1]));
}

Interval FloorModOp::inferInterval(ArrayRef<Interval> operands) {
  return fit(getResult(), operands[0].floorMod(operands[1]));
}

/// 2^count for counts that are certain to be small.
static std::optional<Interval> powerOfTwo(Interval count) {
  if (count.min < 0 || count.max > 64)
    return std::nullopt;
  return Interval{Int128(1) << count.min, Int128(1) << count.max};
}

Interval ShlOp::inferInterval(ArrayRef<Interval> operands) {
  if (auto power = powerOfTwo(operands[1]))
    return fit(getResult(), operands[0] * *power);
  return Interval::ofType(getElementType(getResult()));
}

Interval ShrOp::inferInterval(ArrayRef<Interval> operands) {
  if (auto power = powerOfTwo(operands[1]))
    return fit(getResult(), operands[0].floorDiv(*power));
  return Interval::ofType(getElementType(getResult()));
}

/// Bits that both operands, as nonnegative numbers, can have.
static Interval bits(Value result, ArrayRef<Interval> operands, bool isAnd) {
  if (operands[0].min >= 0 && operands[1].min >= 0) {
    if (isAnd)
      return {0, std::min(operands[0].max, operands[1].max)};
    Int128 all = 0;
    while (all < operands[0].max || all < operands[1].max)
      all = all * 2 + 1;
    return fit(result, {0, all});
  }
  if (isAnd && operands[0].min >= 0)
    return {0, operands[0].max};
  if (isAnd && operands[1].min >= 0)
    return {0, operands[1].max};
  return Interval::ofType(getElementType(result));
}

Interval AndOp::inferInterval(ArrayRef<Interval> operands) {
  return bits(getResult(), operands, /*isAnd=*/true);
}

Interval OrOp::inferInterval(ArrayRef<Interval> operands) {
  return bits(getResult(), operands, /*isAnd=*/false);
}

Interval XorOp::inferInterval(ArrayRef<Interval> operands) {
  return bits(getResult(), operands, /*isAnd=*/false);
}

Interval CmpLtOp::inferInterval(ArrayRef<Interval> operands) {
  if (isFloatType(getElementType(getLhs())) ||
      isFloatType(getElementType(getRhs())))
    return Interval::boolean();
  if (operands[0].max < operands[1].min)
    return Interval::point(1);
  if (operands[0].min >= operands[1].max)
    return Interval::point(0);
  return Interval::boolean();
}

/// Whether two integers are certainly equal or different, as [x, x].
static Interval compareEqual(Value lhs, Value rhs,
                             ArrayRef<Interval> operands) {
  if (isFloatType(getElementType(lhs)) || isFloatType(getElementType(rhs)))
    return Interval::boolean();
  if (operands[0].max < operands[1].min || operands[1].max < operands[0].min)
    return Interval::point(0);
  if (operands[0].isPoint() && operands[0] == operands[1])
    return Interval::point(1);
  return Interval::boolean();
}

Interval CmpEqOp::inferInterval(ArrayRef<Interval> operands) {
  return compareEqual(getLhs(), getRhs(), operands);
}

Interval CmpNeOp::inferInterval(ArrayRef<Interval> operands) {
  return Interval::point(1) - compareEqual(getLhs(), getRhs(), operands);
}

Interval WhereOp::inferInterval(ArrayRef<Interval> operands) {
  if (operands[0] == Interval::point(1))
    return operands[1];
  if (operands[0] == Interval::point(0))
    return operands[2];
  return operands[1].unite(operands[2]);
}

} // namespace mlir::tiny
