//===- NarrowFloats.cpp - Narrow floats by integer arithmetic -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A float of 8 or 16 bits is its code: sign, exponent and `mantissa` bits. What
// a format does with its last codes differs; the bias of the exponent and the
// rest are taken from LLVM's description of it. bf16 is the upper half of f32.
//
//===----------------------------------------------------------------------===//

#include "NarrowFloats.h"

#include <cmath>

namespace mlir::tiny {

namespace {
struct Format {
  explicit Format(FloatType type)
      : semantics(type.getFloatSemantics()), width(type.getWidth()),
        mantissa(APFloat::semanticsPrecision(semantics) - 1),
        bias(1 - APFloat::semanticsMinExponent(semantics)),
        hasInfinity(APFloat::semanticsHasInf(semantics)),
        hasNegativeZero(!isa<Float8E4M3FNUZType, Float8E5M2FNUZType>(type)) {}

  /// The code of NaN, with the sign clear where NaN has one.
  int64_t getNaN() const {
    return APFloat::getQNaN(semantics).bitcastToAPInt().getZExtValue();
  }
  int64_t getInfinity() const {
    return APFloat::getInf(semantics).bitcastToAPInt().getZExtValue();
  }
  double getLargest() const {
    return APFloat::getLargest(semantics).convertToDouble();
  }
  int64_t getSign() const { return int64_t(1) << (width - 1); }

  const llvm::fltSemantics &semantics;
  unsigned width;
  int mantissa;
  int bias;
  bool hasInfinity;
  bool hasNegativeZero;
};

/// Arithmetic on 32 bits, as ui32 or f32.
struct Words {
  explicit Words(MathBuilder &builder)
      : builder(builder), bits(builder.getUnsigned(32)),
        single(Float32Type::get(builder.getContext())) {}

  template <typename OpTy>
  Value apply(Value lhs, Value rhs) {
    return builder.create<OpTy>(lhs, rhs);
  }
  template <typename OpTy>
  Value apply(Value lhs, int64_t rhs) {
    return builder.create<OpTy>(lhs, builder.integer(bits, rhs));
  }
  Value select(Value condition, Value onTrue, Value onFalse) {
    return builder.create<WhereOp>(condition, onTrue, onFalse);
  }
  Value number(double value) { return builder.real(single, value); }
  Value word(int64_t value) { return builder.integer(bits, value); }
  Value toBits(Value value) { return builder.bitcast(value, bits); }
  Value toSingle(Value value) { return builder.bitcast(value, single); }
  /// The word is rounded to its upper bits, half to even, and shifted down.
  Value roundAway(Value value, int cut) {
    Value last = apply<AndOp>(apply<ShrOp>(value, cut), 1);
    Value half = apply<AddOp>(last, (int64_t(1) << (cut - 1)) - 1);
    return apply<ShrOp>(apply<AddOp>(value, half), cut);
  }

  MathBuilder &builder;
  Type bits, single;
};
} // namespace

//===----------------------------------------------------------------------===//
// To f32
//===----------------------------------------------------------------------===//

/// The code, shifted to the place of an f32, is the number but for the bias of
/// the exponent, which a product corrects, denormal numbers included.
Value widenByBits(MathBuilder &builder, Value value) {
  auto type = cast<FloatType>(getElementType(value));
  Format format(type);
  Words words(builder);
  Value code = builder.bitcast(value, builder.getUnsigned(format.width));
  code = builder.cast(code, words.bits);
  if (isa<BFloat16Type>(type))
    return words.toSingle(words.apply<ShlOp>(code, 16));
  int64_t sign = format.getSign();
  Value magnitude = words.apply<AndOp>(code, sign - 1);
  Value placed = words.apply<ShlOp>(magnitude, 23 - format.mantissa);
  Value number = words.apply<MulOp>(
      words.toSingle(placed), words.number(std::ldexp(1.0, 127 - format.bias)));
  Value result = words.toBits(number);
  if (format.hasInfinity) {
    // The largest exponent means what it means in f32.
    Value isFinite = words.apply<CmpLtOp>(magnitude, format.getInfinity());
    result =
        words.select(isFinite, result, words.apply<OrOp>(placed, 0x7f800000));
  } else {
    Value isNaN = words.apply<CmpEqOp>(
        format.hasNegativeZero ? magnitude : code, format.getNaN());
    result = words.select(isNaN, words.word(0x7fc00000), result);
  }
  Value signBit =
      words.apply<ShlOp>(words.apply<AndOp>(code, sign), 32 - format.width);
  return words.toSingle(words.apply<OrOp>(result, signBit));
}

//===----------------------------------------------------------------------===//
// From f32
//===----------------------------------------------------------------------===//

Value narrowByBits(MathBuilder &builder, Value value, FloatType type) {
  Format format(type);
  Words words(builder);
  auto finish = [&](Value code) {
    return builder.bitcast(
        builder.cast(code, builder.getUnsigned(format.width)), type);
  };
  Value raw = words.toBits(value);
  Value sign = words.apply<AndOp>(words.apply<ShrOp>(raw, 32 - format.width),
                                  format.getSign());
  Value isNaN = words.apply<CmpNeOp>(value, value);
  if (isa<BFloat16Type>(type))
    return finish(words.select(isNaN, words.apply<OrOp>(sign, format.getNaN()),
                               words.roundAway(raw, 16)));

  Value magnitude = words.toSingle(words.apply<AndOp>(raw, 0x7fffffff));
  // Where numbers saturate that is the largest; otherwise a power of two whose
  // code is that of infinity.
  bool saturates = format.width == 8;
  double most =
      saturates
          ? format.getLargest()
          : std::ldexp(1.0, (1 << (15 - format.mantissa)) - 1 - format.bias);
  Value number =
      words.select(words.apply<CmpLtOp>(magnitude, words.number(most)),
                   magnitude, words.number(most));
  // A normal number: correct the bias of the exponent, and cut.
  Value normal =
      words.roundAway(words.apply<SubOp>(words.toBits(number),
                                         int64_t(127 - format.bias) << 23),
                      23 - format.mantissa);
  // A denormal one: a sum with a number whose last bit is the unit rounds it.
  int exponent = 24 - format.bias - format.mantissa;
  Value sum =
      words.apply<AddOp>(number, words.number(std::ldexp(1.0, exponent)));
  Value denormal =
      words.apply<SubOp>(words.toBits(sum), int64_t(127 + exponent) << 23);
  Value isDenormal = words.apply<CmpLtOp>(
      number, words.number(std::ldexp(1.0, 1 - format.bias)));
  Value code = words.select(isDenormal, denormal, normal);
  if (saturates && format.hasInfinity)
    code = words.select(words.apply<CmpEqOp>(magnitude, words.number(INFINITY)),
                        words.word(format.getInfinity()), code);
  Value isInvalid = isNaN;
  if (!format.hasInfinity)
    isInvalid = words.apply<OrOp>(
        isNaN, words.apply<CmpEqOp>(magnitude, words.number(INFINITY)));
  if (format.hasNegativeZero) {
    code = words.select(isInvalid, words.word(format.getNaN()), code);
    return finish(words.apply<OrOp>(code, sign));
  }
  Value signedCode = words.select(words.apply<CmpEqOp>(code, 0), code,
                                  words.apply<OrOp>(code, sign));
  return finish(
      words.select(isInvalid, words.word(format.getNaN()), signedCode));
}

Value roundToOdd(MathBuilder &builder, Value value) {
  Words words(builder);
  Type wide = getElementType(value);
  Value nearest = builder.cast(value, words.single);
  Value back = builder.cast(nearest, wide);
  Value isExact = words.apply<CmpEqOp>(back, value);
  Value isNegative = words.apply<CmpLtOp>(value, builder.real(wide, 0.0));
  Value tooLarge = words.select(isNegative, words.apply<CmpLtOp>(back, value),
                                words.apply<CmpLtOp>(value, back));
  Value raw = words.toBits(nearest);
  Value cut = words.select(tooLarge, words.apply<SubOp>(raw, 1), raw);
  Value odd = words.apply<OrOp>(cut, 1);
  return words.toSingle(words.select(isExact, raw, odd));
}

/// Up to 32 bits an f64 holds it. Of one with more than 53 the bits that an f64
/// would drop are joined into one that it keeps.
Value roundIntegerToOdd(MathBuilder &builder, Value value) {
  Type type = getElementType(value);
  Type wide = Float64Type::get(builder.getContext());
  unsigned width = type.isIndex() ? 64 : type.getIntOrFloatBitWidth();
  if (width < 32)
    return builder.cast(value, Float32Type::get(builder.getContext()));
  if (width == 64) {
    Words words(builder);
    auto number = [&](int64_t number) { return builder.integer(type, number); };
    constexpr int64_t dropped = (1 << 11) - 1;
    Value rest = builder.create<AndOp>(value, number(dropped));
    Value isExact = builder.create<CmpEqOp>(rest, number(0));
    Value kept = builder.create<SubOp>(value, rest);
    Value joined = words.select(
        isExact, kept, builder.create<OrOp>(kept, number(dropped + 1)));
    Value high = builder.create<ShrOp>(value, number(53));
    Value isSmall = builder.create<CmpEqOp>(high, number(0));
    if (!isUnsignedType(type))
      isSmall = builder.create<OrOp>(isSmall,
                                     builder.create<CmpEqOp>(high, number(-1)));
    value = words.select(isSmall, value, joined);
  }
  return roundToOdd(builder, builder.cast(value, wide));
}

} // namespace mlir::tiny
