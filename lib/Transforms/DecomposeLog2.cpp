//===- DecomposeLog2.cpp - The logarithm as arithmetic --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// x = 2^e * (1 + t) with 1 + t between the roots of 1/2 and 2, taken from the
// bits of x; denormal numbers are scaled up first. With s = t / (2 + t) and
// h = t^2 / 2
//
//   ln(1 + t) = t - (h - s * (h + R(s^2)))
//
// as in FreeBSD's msun, where R is a minimax polynomial: t is exact, and what
// is rounded is small beside it. log2(e) is added in two parts for the same
// reason.
//
//===----------------------------------------------------------------------===//

#include "DecomposeMath.h"

#include <cmath>
#include <limits>

namespace mlir::tiny {
namespace {

/// What differs between f32 and f64.
struct Format {
  int mantissaBits;
  double leastNormal;
  /// Denormal numbers are multiplied by two to the power of this.
  int scaleBits;
  /// The bits of the root of 1/2.
  int64_t rootBits;
  /// Of R(z) / z, the constant first.
  ArrayRef<double> rest;
  /// log2(e) as the sum of two numbers.
  double log2eHigh, log2eLow;
};

} // namespace

// Errors of R: 2^-35.2 and 2^-59.4.
static constexpr double restSingle[] = {0x1.555554p-1, 0x1.999c26p-2,
                                        0x1.23d3ep-2, 0x1.f13b22p-3};
static constexpr double restDouble[] = {
    0x1.5555555555593p-1, 0x1.999999997f9f8p-2, 0x1.249249422a469p-2,
    0x1.c71c51d7cea8cp-3, 0x1.746649af73e3bp-3, 0x1.39a09594a309bp-3,
    0x1.2f117ebe64b7ep-3};

static const Format singleFormat = {
    23, 0x1p-126, 25, 0x3f3504f3, restSingle, 0x1.715476p+0, 0x1.4ae0cp-26};
static const Format doubleFormat = {52,
                                    0x1p-1022,
                                    54,
                                    0x3fe6a09e667f3bcd,
                                    restDouble,
                                    0x1.71547652b82fep+0,
                                    0x1.777d0ffda0d24p-56};

Value decomposeLog2(MathBuilder &builder, Log2Op op) {
  Type element = getElementType(op.getResult());
  Type type = getMathType(element);
  const Format &format = isa<Float64Type>(type) ? doubleFormat : singleFormat;
  Type bits = builder.getSigned(type.getIntOrFloatBitWidth());
  auto real = [&](double number) { return builder.real(type, number); };
  auto integer = [&](int64_t number) { return builder.integer(bits, number); };

  Value x = builder.cast(op.getOperand(), type);
  Value isSmall = builder.less(x, real(format.leastNormal));
  Value scaled = builder.where(
      isSmall, builder.mul(x, real(std::ldexp(1.0, format.scaleBits))), x);
  Value code =
      builder.sub(builder.bitcast(scaled, bits), integer(format.rootBits));
  Value exponent = builder.sub(
      builder.create<ShrOp>(code, integer(format.mantissaBits)),
      builder.where(isSmall, integer(format.scaleBits), integer(0)));
  Value mantissa = builder.create<AndOp>(
      code, integer((int64_t(1) << format.mantissaBits) - 1));
  mantissa =
      builder.bitcast(builder.add(mantissa, integer(format.rootBits)), type);

  Value t = builder.sub(mantissa, real(1.0));
  Value s = builder.create<FDivOp>(t, builder.add(t, real(2.0)));
  Value square = builder.mul(s, s);
  Value rest =
      builder.mul(buildPolynomial(builder, square, format.rest), square);
  Value half = builder.mul(builder.mul(t, real(0.5)), t);
  Value tail = builder.sub(builder.mul(s, builder.add(half, rest)), half);
  Value high = real(format.log2eHigh), low = real(format.log2eLow);
  Value log =
      builder.add(builder.mul(t, high),
                  builder.add(builder.mul(t, low), builder.mul(tail, high)));
  log = builder.add(log, builder.cast(exponent, type));

  constexpr double infinity = std::numeric_limits<double>::infinity();
  Value zero = real(0.0);
  log = builder.where(builder.less(x, real(infinity)), log, x);
  Value atMostZero =
      builder.where(builder.equal(x, zero), real(-infinity),
                    real(std::numeric_limits<double>::quiet_NaN()));
  return builder.cast(builder.where(builder.less(zero, x), log, atMostZero),
                      element);
}

} // namespace mlir::tiny
