//===- Float8.cpp - Floats of eight bits ----------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// No CPU has these types, so a value is its code, an i8: sign, exponent and `m`
// bits of mantissa. What a format does with its last codes differs; the bias of
// the exponent and `m` are taken from LLVM's description of the format.
//
//===----------------------------------------------------------------------===//

#include "Arithmetic.h"
#include "LoweredTypes.h"

#include "mlir/Dialect/Math/IR/Math.h"

namespace mlir::tiny {

namespace {
struct Format {
  explicit Format(FloatType type)
      : semantics(type.getFloatSemantics()),
        mantissa(APFloat::semanticsPrecision(semantics) - 1),
        bias(1 - APFloat::semanticsMinExponent(semantics)),
        hasInfinity(isa<Float8E5M2Type>(type)),
        hasNegativeZero(isa<Float8E5M2Type, Float8E4M3FNType>(type)) {}

  int64_t getNaN() const {
    return APFloat::getQNaN(semantics).bitcastToAPInt().getZExtValue();
  }
  double getLargest() const {
    return APFloat::getLargest(semantics).convertToDouble();
  }

  const llvm::fltSemantics &semantics;
  int mantissa;
  int bias;
  bool hasInfinity;
  bool hasNegativeZero;
};
} // namespace

/// The code, shifted to the place of an f32, is the number but for the bias of
/// the exponent, which a product corrects, denormal numbers included.
Value Arithmetic::decodeFloat8(Value code, FloatType element) {
  Format format(element);
  Type bits = withShapeOf(code.getType(), builder.getI32Type());
  Type single = withShapeOf(code.getType(), builder.getF32Type());
  auto equals = [&](Value value, int64_t number) -> Value {
    return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, value,
                                 integer(bits, number));
  };
  Value wide = arith::ExtUIOp::create(builder, loc, bits, code);
  Value magnitude =
      arith::AndIOp::create(builder, loc, wide, integer(bits, 0x7f));
  Value placed = arith::ShLIOp::create(builder, loc, magnitude,
                                       integer(bits, 23 - format.mantissa));
  Value number = arith::MulFOp::create(
      builder, loc, arith::BitcastOp::create(builder, loc, single, placed),
      real(single, std::ldexp(1.0, 127 - format.bias)));
  Value result = arith::BitcastOp::create(builder, loc, bits, number);
  if (format.hasInfinity) {
    // The largest exponent means what it means in f32.
    Value special =
        arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::uge,
                              magnitude, integer(bits, 0x7c));
    Value full =
        arith::OrIOp::create(builder, loc, placed, integer(bits, 0x7f800000));
    result = select(special, full, result);
  } else {
    Value isNaN =
        equals(format.hasNegativeZero ? magnitude : wide, format.getNaN());
    result = select(isNaN, integer(bits, 0x7fc00000), result);
  }
  Value sign = arith::ShLIOp::create(
      builder, loc,
      arith::AndIOp::create(builder, loc, wide, integer(bits, 0x80)),
      integer(bits, 24));
  Value signedBits = arith::OrIOp::create(builder, loc, result, sign);
  return arith::BitcastOp::create(builder, loc, single, signedBits);
}

/// Rounds to nearest even; a finite number that is too large becomes the
/// largest. Without infinities in the format, an infinity becomes NaN.
Value Arithmetic::encodeFloat8(Value value, FloatType element) {
  Format format(element);
  Type single = value.getType();
  Type bits = withShapeOf(single, builder.getI32Type());
  auto less = [&](Value number, double limit) -> Value {
    return arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OLT,
                                 number, real(single, limit));
  };
  auto toBits = [&](Value number) -> Value {
    return arith::BitcastOp::create(builder, loc, bits, number);
  };
  auto binary = [&](auto tag, Value lhs, int64_t rhs) -> Value {
    return decltype(tag)::create(builder, loc, lhs, integer(bits, rhs));
  };
  Value magnitude = math::AbsFOp::create(builder, loc, value);
  Value number = select(less(magnitude, format.getLargest()), magnitude,
                        real(single, format.getLargest()));
  // A normal number: correct the bias, and cut with half a unit added.
  int cut = 23 - format.mantissa;
  Value raw =
      binary(arith::SubIOp(), toBits(number), int64_t(127 - format.bias) << 23);
  Value last = binary(arith::AndIOp(), binary(arith::ShRUIOp(), raw, cut), 1);
  Value half = binary(arith::AddIOp(), last, (int64_t(1) << (cut - 1)) - 1);
  Value normal = binary(arith::ShRUIOp(),
                        arith::AddIOp::create(builder, loc, raw, half), cut);
  // A denormal one: a sum with a number whose last bit is the unit rounds it.
  int exponent = 24 - format.bias - format.mantissa;
  Value sum = arith::AddFOp::create(builder, loc, number,
                                    real(single, std::ldexp(1.0, exponent)));
  Value denormal =
      binary(arith::SubIOp(), toBits(sum), int64_t(127 + exponent) << 23);
  Value isDenormal = less(number, std::ldexp(1.0, 1 - format.bias));
  Value code = select(isDenormal, denormal, normal);
  Value infinity = real(single, std::numeric_limits<double>::infinity());
  if (format.hasInfinity) {
    Value isInfinite = arith::CmpFOp::create(
        builder, loc, arith::CmpFPredicate::OEQ, magnitude, infinity);
    code = select(isInfinite, integer(bits, 0x7c), code);
  }
  Value sign = binary(arith::AndIOp(),
                      binary(arith::ShRUIOp(), toBits(value), 24), 0x80);
  Value result = arith::OrIOp::create(builder, loc, code, sign);
  if (!format.hasNegativeZero)
    result =
        select(arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                     code, integer(bits, 0)),
               code, result);
  auto predicate = format.hasInfinity ? arith::CmpFPredicate::UNO
                                      : arith::CmpFPredicate::UEQ;
  Value isNaN =
      arith::CmpFOp::create(builder, loc, predicate, magnitude, infinity);
  result = select(isNaN, integer(bits, format.getNaN()), result);
  return arith::TruncIOp::create(
      builder, loc, withShapeOf(single, builder.getI8Type()), result);
}

} // namespace mlir::tiny
