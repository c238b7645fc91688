//===- DecomposePow.cpp - Powers as products, exp2 and log2 ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A constant whole exponent is multiplied out by squares. Any other power of
// floats is exp2(e * log2(|b|)) with the sign and the exceptions of C's pow.
// The product loses as many bits as the exponent of the result has, so f32 is
// computed in f64 and everything narrower in f32.
//
//===----------------------------------------------------------------------===//

#include "DecomposeMath.h"
#include "llvm/ADT/bit.h"
#include <cmath>
#include <limits>

namespace mlir::tiny {

/// Powers with a whole exponent up to this are products.
static constexpr int64_t largestProduct = 64;

static std::optional<Number> getNumber(Value value) {
  if (auto constant = value.getDefiningOp<ConstOp>())
    return constant.getValue();
  return std::nullopt;
}

/// `base` to a power that is at least 1.
static Value multiplyOut(MathBuilder &builder, Value base, uint64_t exponent) {
  Value result;
  for (Value square = base;; square = builder.mul(square, square)) {
    if (exponent & 1)
      result = result ? builder.mul(result, square) : square;
    exponent >>= 1;
    if (exponent == 0)
      return result;
  }
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

/// Squares are multiplied into the result where the exponent has a bit.
static Value decomposeInteger(MathBuilder &builder, Value base, Value exponent,
                              IntervalAnalysis &intervals) {
  Type type = getElementType(base);
  if (auto number = getNumber(exponent)) {
    Int128 count = number->convertedTo(type).getInteger();
    if (count == 0)
      return builder.integer(type, 1);
    if (count > 0)
      return multiplyOut(builder, base, static_cast<uint64_t>(count));
  }
  Interval bounds = intervals.getInterval(exponent);
  Value one = builder.integer(type, 1), zero = builder.integer(type, 0);
  Value result = one, odd, unit = base;
  for (unsigned bit = 0; bit < type.getIntOrFloatBitWidth(); ++bit) {
    if (bit != 0)
      base = builder.mul(base, base);
    Value masked = builder.create<AndOp>(
        exponent, builder.integer(type, Int128(1) << bit));
    Value isSet = builder.create<CmpNeOp>(masked, zero);
    Value factor = builder.where(isSet, base, one);
    if (bit == 0)
      odd = factor;
    result = bit == 0 ? factor : builder.mul(result, factor);
    if (bounds.max >> (bit + 1) <= 0)
      break;
  }
  if (bounds.min >= 0)
    return result;
  // The reciprocal, rounded toward zero, is not zero for 1 and -1 only.
  Value isUnit = builder.create<OrOp>(
      builder.equal(unit, one), builder.equal(unit, builder.integer(type, -1)));
  return builder.where(builder.less(exponent, zero),
                       builder.where(isUnit, odd, zero), result);
}

//===----------------------------------------------------------------------===//
// Floats
//===----------------------------------------------------------------------===//

/// A power with a constant exponent that needs no logarithm; null otherwise.
static Value decomposeConstantExponent(MathBuilder &builder, Value base,
                                       double exponent) {
  Type type = getElementType(base);
  Value zero = builder.real(type, 0.0);
  double size = std::fabs(exponent);
  Value power;
  if (size == 0.0)
    return builder.real(type, 1.0);
  if (size <= largestProduct && std::trunc(size) == size) {
    power = multiplyOut(builder, base, static_cast<uint64_t>(size));
  } else if (size == 0.5) {
    // The root of -0.0 is -0.0, and that of -inf NaN.
    constexpr double infinity = std::numeric_limits<double>::infinity();
    Value root = builder.create<SqrtOp>(builder.add(base, zero));
    Value isLeast = builder.equal(base, builder.real(type, -infinity));
    power = builder.where(isLeast, builder.real(type, infinity), root);
  } else {
    return {};
  }
  return exponent > 0 ? power : builder.create<ReciprocalOp>(power);
}

/// A power of floats of 32 or 64 bits.
static Value decomposeFloat(MathBuilder &builder, Value base, Value exponent) {
  Type type = getElementType(base);
  if (auto number = getNumber(base); number && number->getReal() > 0 &&
                                     !number->is(1) &&
                                     std::isfinite(number->getReal())) {
    Value log = builder.real(type, std::log2(number->getReal()));
    return builder.create<Exp2Op>(builder.mul(exponent, log));
  }
  auto isFalse = [&](Value value) {
    return builder.create<CmpNeOp>(
        value, builder.integer(IntegerType::get(builder.getContext(), 1), 1));
  };
  unsigned width = type.getIntOrFloatBitWidth();
  Type bits = builder.getUnsigned(width);
  Value sign = builder.integer(bits, Int128(1) << (width - 1));
  Value zero = builder.real(type, 0.0), one = builder.real(type, 1.0);

  Value baseBits = builder.bitcast(base, bits);
  Value baseSign = builder.create<AndOp>(baseBits, sign);
  Value size = builder.bitcast(builder.create<XorOp>(baseBits, baseSign), type);
  Value log = builder.create<Log2Op>(size);
  Value power = builder.create<Exp2Op>(builder.mul(exponent, log));
  // 1 to an infinite power; 1 to the power NaN.
  power = builder.where(builder.equal(size, one), one, power);

  Value half = builder.mul(exponent, builder.real(type, 0.5));
  Value isWhole = builder.equal(builder.create<TruncOp>(exponent), exponent);
  Value isEven = builder.equal(builder.create<TruncOp>(half), half);
  Value isOdd = builder.create<AndOp>(isWhole, isFalse(isEven));
  Value oddSign = builder.where(isOdd, baseSign, builder.integer(bits, 0));
  Value powerBits = builder.bitcast(power, bits);
  power = builder.bitcast(builder.create<XorOp>(powerBits, oddSign), type);

  Value isFinite = builder.create<CmpNeOp>(
      base, builder.real(type, -std::numeric_limits<double>::infinity()));
  Value isUndefined = builder.create<AndOp>(
      builder.create<AndOp>(builder.less(base, zero), isFinite),
      isFalse(isWhole));
  Value nan = builder.real(type, std::numeric_limits<double>::quiet_NaN());
  power = builder.where(isUndefined, nan, power);
  return builder.where(builder.equal(exponent, zero), one, power);
}

Value decomposePow(MathBuilder &builder, PowOp op,
                   IntervalAnalysis &intervals) {
  Type type = getElementType(op.getResult());
  Value base = builder.cast(op.getLhs(), type);
  Value exponent = op.getRhs();
  if (auto number = getNumber(exponent))
    exponent = builder.constant(type, *number);
  else
    exponent = builder.cast(exponent, type);
  if (auto number = getNumber(op.getLhs()))
    base = builder.constant(type, *number);
  if (isWeakType(type))
    return {};
  if (!isFloatType(type))
    return decomposeInteger(builder, base, exponent, intervals);

  MLIRContext *context = builder.getContext();
  if (auto number = getNumber(exponent)) {
    // Products of narrow floats are rounded once, at the end.
    Type wide = promoteTypes({type, Float32Type::get(context)});
    if (Value power = decomposeConstantExponent(
            builder, builder.cast(base, wide), number->getReal()))
      return builder.cast(power, type);
  }
  Type wide = isa<Float32Type, Float64Type>(type)
                  ? Type(Float64Type::get(context))
                  : Type(Float32Type::get(context));
  auto widen = [&](Value value) {
    if (auto number = getNumber(value))
      return builder.constant(wide, *number);
    return builder.cast(value, wide);
  };
  base = widen(base);
  exponent = widen(exponent);
  return builder.cast(decomposeFloat(builder, base, exponent), type);
}

} // namespace mlir::tiny
