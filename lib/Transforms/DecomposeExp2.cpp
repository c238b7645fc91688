//===- DecomposeExp2.cpp - Powers of two and of e as arithmetic -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// 2^x = 2^n * 2^r, where n is the integer nearest to x. Adding 1.5 * 2^23 (in
// f64 2^52) rounds x to an integer and leaves it in the low bits of the sum.
// 2^r is a minimax polynomial. 2^n is multiplied in two halves, whose exponents
// always exist: the second product rounds once into the denormal numbers.
//
// Where the result is infinite it is chosen, not left to that product: a sum
// may take a product before it is rounded, and infinity minus infinity is NaN.
//
// The frontend writes e^x as exp2(x * log2(e)), whose product alone may be off
// by 2^7 times the unit of the argument. Where the factor is recognized, x is
// reduced by multiples of ln(2) in two parts instead (Cody and Waite, "Software
// Manual for the Elementary Functions", 1980): no more work, and e^x to the
// last bit.
//
// Clamping keeps NaN; an infinity is beyond one of the bounds.
//
//===----------------------------------------------------------------------===//

#include "DecomposeMath.h"

#include <cmath>

namespace mlir::tiny {
namespace {

/// What differs between f32 and f64.
struct Format {
  double roundingBias;
  int mantissaBits;
  int exponentBias;
  /// 2^x is 0 below the first and infinite above the second, e^x above the
  /// third: the last numbers before.
  double low, high, highOfE;
  /// Of 2^r, the constant first.
  ArrayRef<double> exp2;
  /// Of (e^r - 1 - r) / r^2.
  ArrayRef<double> exp;
  /// ln(2) as the sum of two numbers; the first times n is exact.
  double ln2High, ln2Low;
};

} // namespace

// Errors relative to the function: 2^-27.5, 2^-28.2, 2^-57.6 and 2^-61.3.
static constexpr double exp2Single[] = {
    0x1p+0,        0x1.62e432p-1,  0x1.ebfbe6p-3, 0x1.c6ada6p-5,
    0x1.3b21c6p-7, 0x1.5fbfb4p-10, 0x1.4bcd6p-13};
static constexpr double expSingle[] = {
    0x1.fffffcp-2, 0x1.55548cp-3, 0x1.555858p-5, 0x1.123dep-7, 0x1.6ac74ep-10};
static constexpr double exp2Double[] = {0x1p+0,
                                        0x1.62e42fefa39efp-1,
                                        0x1.ebfbdff82c58fp-3,
                                        0x1.c6b08d704a1cdp-5,
                                        0x1.3b2ab6fba4e78p-7,
                                        0x1.5d87fe78765d5p-10,
                                        0x1.430912f86bf52p-13,
                                        0x1.ffcbfd3cf2bf1p-17,
                                        0x1.62c022401b97dp-20,
                                        0x1.b5234f1c43cfap-24,
                                        0x1.e4cf1cd08d4b8p-28,
                                        0x1.ec423b276e979p-32,
                                        0x1.c48f769ad2c46p-36};
static constexpr double expDouble[] = {0x1p-1,
                                       0x1.5555555555557p-3,
                                       0x1.5555555555556p-5,
                                       0x1.11111111100dcp-7,
                                       0x1.6c16c16c162d4p-10,
                                       0x1.a01a01abe7fe1p-13,
                                       0x1.a01a01a6d889cp-16,
                                       0x1.71de0231960ebp-19,
                                       0x1.27e4db646b17ep-22,
                                       0x1.af4de97ca4194p-26,
                                       0x1.1f730349868cep-29};

static const Format singleFormat = {
    0x1.8p23,     23,         127,       -152.0,      0x1.fffffep6,
    0x1.62e42ep6, exp2Single, expSingle, 0x1.62e4p-1, 0x1.7f7d1cp-20};
static const Format doubleFormat = {0x1.8p52,
                                    52,
                                    1023,
                                    -1080.0,
                                    0x1.fffffffffffffp9,
                                    0x1.62e42fefa39efp9,
                                    exp2Double,
                                    expDouble,
                                    0x1.62e42fefap-1,
                                    0x1.cf79abc9e3b3ap-40};

/// `value` times 2^n, with n in the low bits of `biased`.
static Value scale(MathBuilder &builder, const Format &format, Value value,
                   Value biased) {
  Type type = getElementType(value);
  Type bits = builder.getSigned(type.getIntOrFloatBitWidth());
  auto integer = [&](int64_t number) { return builder.integer(bits, number); };
  Value zero = builder.bitcast(builder.real(type, format.roundingBias), bits);
  Value n = builder.sub(builder.bitcast(biased, bits), zero);
  Value half = builder.create<ShrOp>(n, integer(1));
  for (Value part : {half, builder.sub(n, half)}) {
    Value exponent = builder.add(part, integer(format.exponentBias));
    Value power = builder.create<ShlOp>(exponent, integer(format.mantissaBits));
    value = builder.mul(value, builder.bitcast(power, type));
  }
  return value;
}

/// The x of `x * log2(e)` or of `x * -log2(e)`, and whether it is the latter.
static std::optional<std::pair<Value, bool>> matchExp(Value exponent) {
  auto product = exponent.getDefiningOp<MulOp>();
  if (!product)
    return std::nullopt;
  for (auto [factor, x] : {std::pair(product.getRhs(), product.getLhs()),
                           std::pair(product.getLhs(), product.getRhs())}) {
    auto constant = factor.getDefiningOp<ConstOp>();
    if (!constant || getElementType(x) != getElementType(exponent))
      continue;
    Type type = getElementType(x);
    for (double sign : {1.0, -1.0})
      if (constant.getValue().convertedTo(type) ==
          Number::real(sign * M_LOG2E).convertedTo(type))
        return std::pair(x, sign < 0);
  }
  return std::nullopt;
}

Value decomposeExp2(MathBuilder &builder, Exp2Op op) {
  Type element = getElementType(op.getResult());
  Type type = getMathType(element);
  const Format &format = isa<Float64Type>(type) ? doubleFormat : singleFormat;
  auto real = [&](double number) { return builder.real(type, number); };
  Value bias = real(format.roundingBias), power, biased, isInfinite;
  if (auto match = matchExp(op.getOperand())) {
    Value x = builder.cast(match->first, type);
    if (match->second)
      x = builder.create<NegOp>(x);
    isInfinite = builder.less(real(format.highOfE), x);
    x = builder.create<MaxOp>(x, real(format.low * M_LN2));
    biased = builder.add(builder.mul(x, real(M_LOG2E)), bias);
    Value n = builder.sub(biased, bias);
    Value rest = x;
    for (double part : {format.ln2High, format.ln2Low})
      rest = builder.sub(rest, builder.mul(n, real(part)));
    Value tail = builder.mul(builder.mul(rest, rest),
                             buildPolynomial(builder, rest, format.exp));
    power = builder.add(builder.add(tail, rest), real(1.0));
  } else {
    Value x = builder.cast(op.getOperand(), type);
    isInfinite = builder.less(real(format.high), x);
    x = builder.create<MaxOp>(x, real(format.low));
    biased = builder.add(x, bias);
    Value rest = builder.sub(x, builder.sub(biased, bias));
    power = buildPolynomial(builder, rest, format.exp2);
  }
  Value result =
      builder.where(isInfinite, real(std::numeric_limits<double>::infinity()),
                    scale(builder, format, power, biased));
  return builder.cast(result, element);
}

} // namespace mlir::tiny
