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

Value Arithmetic::widen(Value value, Type element) {
  if (isa<BFloat16Type>(element))
    return decodeBFloat16(value);
  if (isEncodedFloat(element))
    return decodeFloat8(value, cast<FloatType>(element));
  Type wide = withShapeOf(value.getType(), getComputeType(element));
  if (wide == value.getType())
    return value;
  return arith::ExtFOp::create(builder, loc, wide, value);
}

/// The f32 on the way from f64 to a narrower type. Rounding twice to nearest
/// can go wrong; rounding to odd first can't: an inexact value keeps a last
/// bit.
Value Arithmetic::roundToOdd(Value value) {
  Type wide = value.getType();
  Type single = withShapeOf(wide, builder.getF32Type());
  Type bits = withShapeOf(wide, builder.getI32Type());
  Value nearest = arith::TruncFOp::create(builder, loc, single, value);
  Value back = arith::ExtFOp::create(builder, loc, wide, nearest);
  auto compare = [&](arith::CmpFPredicate predicate, Value lhs, Value rhs) {
    return arith::CmpFOp::create(builder, loc, predicate, lhs, rhs);
  };
  auto absolute = [&](Value number) -> Value {
    return math::AbsFOp::create(builder, loc, number);
  };
  Value inexact = compare(arith::CmpFPredicate::ONE, back, value);
  Value backSize = absolute(back), size = absolute(value);
  Value tooLarge = compare(arith::CmpFPredicate::OGT, backSize, size);
  Value raw = arith::BitcastOp::create(builder, loc, bits, nearest);
  Value one = integer(bits, 1);
  Value lower = arith::SubIOp::create(builder, loc, raw, one);
  Value cut = select(tooLarge, lower, raw);
  Value odd = arith::OrIOp::create(builder, loc, cut, one);
  return arith::BitcastOp::create(builder, loc, single,
                                  select(inexact, odd, raw));
}

/// The bits are the upper half of an f32.
Value Arithmetic::decodeBFloat16(Value code) {
  Type bits = withShapeOf(code.getType(), builder.getI32Type());
  Type single = withShapeOf(code.getType(), builder.getF32Type());
  Value wide = arith::ExtUIOp::create(builder, loc, bits, code);
  Value raw = arith::ShLIOp::create(builder, loc, wide, integer(bits, 16));
  return arith::BitcastOp::create(builder, loc, single, raw);
}

Value Arithmetic::encodeBFloat16(Value value) {
  Type bits = withShapeOf(value.getType(), builder.getI32Type());
  Type half = withShapeOf(value.getType(), builder.getI16Type());
  Value raw = arith::BitcastOp::create(builder, loc, bits, value);
  Value sixteen = integer(bits, 16);
  Value high = arith::ShRUIOp::create(builder, loc, raw, sixteen);
  // Half a unit, a little less if the last bit is even: ties go to even.
  Value last = arith::AndIOp::create(builder, loc, high, integer(bits, 1));
  Value rounded = arith::AddIOp::create(
      builder, loc, raw,
      arith::AddIOp::create(builder, loc, last, integer(bits, 0x7fff)));
  rounded = arith::ShRUIOp::create(builder, loc, rounded, sixteen);
  // A NaN must not be rounded to infinity.
  Value quiet = arith::OrIOp::create(builder, loc, high, integer(bits, 0x40));
  Value isNaN = arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::UNO,
                                      value, value);
  Value chosen = select(isNaN, quiet, rounded);
  return arith::TruncIOp::create(builder, loc, half, chosen);
}

Value Arithmetic::narrow(Value value, Type element) {
  if (isa<BFloat16Type>(element))
    return encodeBFloat16(value);
  if (isEncodedFloat(element))
    return encodeFloat8(value, cast<FloatType>(element));
  Type type = withShapeOf(value.getType(), element);
  if (value.getType() == type)
    return value;
  return arith::TruncFOp::create(builder, loc, type, value);
}

Value Arithmetic::notEqualZero(Value value, Type element) {
  if (isFloatType(element)) {
    Value wide = widen(value, element);
    return arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::UNE, wide,
                                 real(wide.getType(), 0.0));
  }
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, value,
                               integer(value.getType(), 0));
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
  auto less = [&](Value lhs, Value rhs) -> Value {
    return arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OLT, lhs,
                                 rhs);
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
  Type target = lowerType(to);
  Type type = withShapeOf(value.getType(), target);
  if (type == value.getType())
    return value;
  if (from.isIndex() || to.isIndex()) {
    if (zeroExtend)
      return arith::IndexCastUIOp::create(builder, loc, type, value);
    return arith::IndexCastOp::create(builder, loc, type, value);
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
    return floatToInteger(widen(value, from), to);
  Type shape = value.getType();
  if (isFloatType(from)) {
    Value wide = widen(value, from);
    bool fromDouble = isa<Float64Type>(from);
    if (isa<Float64Type>(to))
      return arith::ExtFOp::create(builder, loc, withShapeOf(shape, to), wide);
    if (fromDouble && isa<Float32Type>(to))
      return arith::TruncFOp::create(builder, loc, withShapeOf(shape, to),
                                     wide);
    return narrow(fromDouble ? roundToOdd(wide) : wide, to);
  }
  if (from.isIndex()) {
    from = builder.getI64Type();
    value = integerToInteger(value, builder.getIndexType(), from);
  }
  Type compute = withShapeOf(shape, getComputeType(to));
  Value wide;
  if (isBoolType(from) || isUnsignedType(from))
    wide = arith::UIToFPOp::create(builder, loc, compute, value);
  else
    wide = arith::SIToFPOp::create(builder, loc, compute, value);
  return narrow(wide, to);
}

} // namespace mlir::tiny
