//===- Casts.cpp - Conversions between element types ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A float that an integer type does not hold gives some integer: the least one
// as on x86, or for a narrow type what is left of it.
//
//===----------------------------------------------------------------------===//

#include "Arithmetic.h"
#include "LoweredTypes.h"

#include "mlir/Dialect/Math/IR/Math.h"

namespace mlir::tiny {

Value Arithmetic::notEqualZero(Value value, Type element) {
  if (isFloatType(element))
    return compare(arith::CmpFPredicate::UNE, value,
                   real(value.getType(), 0.0));
  return compare(arith::CmpIPredicate::ne, value, integer(value.getType(), 0));
}

/// Converts in 32 or 64 bits and drops the upper ones, so that negative numbers
/// wrap in an unsigned type.
Value Arithmetic::floatToInteger(Value value, Type to) {
  Type type = value.getType();
  unsigned width = to.isIndex() ? 64 : to.getIntOrFloatBitWidth();
  bool isUnsigned = isUnsignedType(to);
  unsigned wideWidth = width < 32 || (width == 32 && !isUnsigned) ? 32 : 64;
  Type wide = withShapeOf(type, builder.getIntegerType(wideWidth));
  double limit = wideWidth == 32 ? 0x1p31 : 0x1p63;
  auto less = [&](Value lhs, Value rhs) {
    return compare(arith::CmpFPredicate::OLT, lhs, rhs);
  };
  auto toSigned = [&](Value number) -> Value {
    Value magnitude = math::AbsFOp::create(builder, loc, number);
    Value fits = less(magnitude, real(type, limit));
    Value safe = select(fits, number, real(type, -limit));
    return arith::FPToSIOp::create(builder, loc, wide, safe);
  };
  Value result = toSigned(value);
  if (isUnsigned && width == 64) {
    // The upper half of the numbers.
    Value offset =
        arith::SubFOp::create(builder, loc, value, real(type, limit));
    Value low = toSigned(offset);
    Value upper =
        arith::XOrIOp::create(builder, loc, low, integer(wide, INT64_MIN));
    result = select(less(value, real(type, limit)), result, upper);
  }
  if (to.isIndex())
    return arith::IndexCastOp::create(
        builder, loc, withShapeOf(type, builder.getIndexType()), result);
  if (width == wideWidth)
    return result;
  return arith::TruncIOp::create(
      builder, loc, withShapeOf(type, builder.getIntegerType(width)), result);
}

Value Arithmetic::integerToInteger(Value value, Type from, Type to) {
  bool zeroExtend = isBoolType(from) || isUnsignedType(from);
  Type target = types.get(to);
  Type type = withShapeOf(value.getType(), target);
  if (type == value.getType())
    return value;
  if (from.isIndex() || to.isIndex()) {
    if (zeroExtend)
      return make<arith::IndexCastUIOp>(type, value);
    return make<arith::IndexCastOp>(type, value);
  }
  if (target.getIntOrFloatBitWidth() < from.getIntOrFloatBitWidth())
    return arith::TruncIOp::create(builder, loc, type, value);
  if (zeroExtend)
    return arith::ExtUIOp::create(builder, loc, type, value);
  return arith::ExtSIOp::create(builder, loc, type, value);
}

Value Arithmetic::convert(Value value, Type from, Type to) {
  if (from == to)
    return value;
  if (isBoolType(to))
    return notEqualZero(value, from);
  if (!isFloatType(from) && !isFloatType(to))
    return integerToInteger(value, from, to);
  if (!isFloatType(to))
    return floatToInteger(value, to);
  Type type = withShapeOf(value.getType(), to);
  if (isFloatType(from)) {
    if (from.getIntOrFloatBitWidth() < to.getIntOrFloatBitWidth())
      return arith::ExtFOp::create(builder, loc, type, value);
    return arith::TruncFOp::create(builder, loc, type, value);
  }
  if (from.isIndex()) {
    from = builder.getI64Type();
    value = integerToInteger(value, builder.getIndexType(), from);
  }
  if (isBoolType(from) || isUnsignedType(from))
    return arith::UIToFPOp::create(builder, loc, type, value);
  return arith::SIToFPOp::create(builder, loc, type, value);
}

} // namespace mlir::tiny
