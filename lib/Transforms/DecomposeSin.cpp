//===- DecomposeSin.cpp - The sine as arithmetic --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// x / pi = n + f with an integer n and |f| <= 1/2; the sine is that of pi * f,
// negated if n is odd. Only the bits of 1/pi that matter at the size of x are
// multiplied (Payne and Hanek, "Radian reduction for trigonometric functions",
// 1983): those further left make even integers, those further right nothing.
// The same steps serve every x, so vectors need no branch.
//
// f32 works in f64: 1/pi is cut into pieces of 28 bits, whose products with x
// are exact. Where x is large, the first pieces are skipped.
//
// f64 works in 64-bit integers: a window of 192 bits of 1/pi times the 53 bits
// of x, modulo 2. Below 1 there is nothing to reduce.
//
//===----------------------------------------------------------------------===//

#include "DecomposeMath.h"

#include <limits>

namespace mlir::tiny {

/// Of sin(pi * f) / f in f^2, the constant first. Error: 2^-35.4.
static constexpr double sinPi[] = {0x1.921fb5441e32ap+1, -0x1.4abbce4f100f9p+2,
                                   0x1.466bbfbf825d1p+1, -0x1.32d11177c1ac7p-1,
                                   0x1.500fe271ebbb5p-4, -0x1.cc3205b19b981p-8};
/// Of (sin(r) - r) / r^3 in r^2. Error relative to the sine: 2^-61.8.
static constexpr double sinRest[] = {
    -0x1.5555555555555p-3,  0x1.11111111110cdp-7,   -0x1.a01a01a0155a1p-13,
    0x1.71de3a52f3a96p-19,  -0x1.ae64550a43708p-26, 0x1.6123e0a942028p-33,
    -0x1.ae4bac1b6a4c8p-41, 0x1.89ffb4007f921p-49,  -0x1.50543f4b157bdp-60};

//===----------------------------------------------------------------------===//
// f32
//===----------------------------------------------------------------------===//

/// 1/pi in pieces of 28 bits.
static constexpr double pieces[] = {0x1.45f306cp-2, 0x1.c9c8828p-30,
                                    0x1.29fc274p-57, 0x1.7d1f534p-85,
                                    0x1.bb81b6cp-114};
/// What is left of 1/pi after 2, 3, 4 and 5 pieces.
static constexpr double rests[] = {0x1.29fc2757d1f53p-57, 0x1.7d1f534ddc0dbp-85,
                                   0x1.bb81b6c52b328p-114,
                                   0x1.4acc9e21c8210p-144};
/// From here on x times the first one, two or three pieces is even.
static constexpr double skips[] = {0x1p52, 0x1p80, 0x1p108};

static Value buildSingle(MathBuilder &builder, Value operand) {
  Type type = Float64Type::get(builder.getContext());
  Type bits = builder.getUnsigned(64);
  auto real = [&](double number) { return builder.real(type, number); };

  Value x = builder.cast(operand, type);
  Value code = builder.bitcast(x, bits);
  Value size = builder.bitcast(
      builder.create<AndOp>(code, builder.integer(bits, INT64_MAX)), type);
  Value isBelow[3];
  for (auto [condition, skip] : llvm::zip(isBelow, skips))
    condition = builder.less(size, real(skip));
  // One of four numbers, by the size of x.
  auto multiply = [&](ArrayRef<double> numbers) {
    Value chosen = real(numbers[3]);
    for (int i = 2; i >= 0; --i)
      chosen = builder.where(isBelow[i], real(numbers[i]), chosen);
    return builder.mul(x, chosen);
  };
  // Adding this rounds to an integer, whose last bit is that of the sum.
  Value bias = real(0x1.8p52);
  auto dropEven = [&](Value product) {
    Value half =
        builder.sub(builder.add(builder.mul(product, real(0.5)), bias), bias);
    return builder.sub(product, builder.mul(half, real(2.0)));
  };
  ArrayRef<double> all(pieces);
  Value first = dropEven(multiply(all.take_front(4)));
  Value second = dropEven(multiply(all.drop_front()));
  Value third = multiply(rests);
  Value biased = builder.add(builder.add(first, second), bias);
  // In this order each difference of numbers near each other is exact.
  Value fraction = builder.add(
      builder.add(builder.sub(first, builder.sub(biased, bias)), second),
      third);

  Value square = builder.mul(fraction, fraction);
  Value sine = builder.mul(buildPolynomial(builder, square, sinPi), fraction);
  Value odd = builder.create<ShlOp>(builder.bitcast(biased, bits),
                                    builder.integer(bits, 63));
  return builder.bitcast(
      builder.create<XorOp>(builder.bitcast(sine, bits), odd), type);
}

//===----------------------------------------------------------------------===//
// f64
//===----------------------------------------------------------------------===//

/// Bits of 1/pi; the first one stands for 2^52.
static constexpr uint64_t words[] = {
    0x000000000000028b, 0xe60db9391054a7f0, 0x9d5f47d4d377036d,
    0x8a5664f10e4107f9, 0x458eaf7aef1586dc, 0x91b8e909374b8019,
    0x24bba827464873f8, 0x77ac72c4a69cfba2, 0x08d7d4baed1213a6,
    0x71c09ad17df904e6, 0x4758e60d4ce7d272, 0x117e2ef7e4a0ec7f,
    0xe25fff7816603fbc, 0xbc462d6829b47db4, 0xd9fb3c9f2c26dd3d,
    0x18fd9a797fa8b5d4, 0x9eeb1faf97c5ecf4, 0x1ce7de294a4ba9af,
    0xed7ec47e35742158};

namespace {

class DoubleSine {
public:
  explicit DoubleSine(MathBuilder &builder)
      : builder(builder), real64(Float64Type::get(builder.getContext())),
        bits(builder.getUnsigned(64)), signedBits(builder.getSigned(64)) {}

  Value build(Value x);

private:
  void chooseWindow(Value exponent, Value (&window)[3]);
  std::pair<Value, Value> multiply(Value lhs, Value rhs);
  Value reduce(Value code, Value &high, Value &low);

  Value real(double number) { return builder.real(real64, number); }
  Value integer(Int128 number) { return builder.integer(bits, number); }
  Value both(Value lhs, Value rhs) { return builder.create<AndOp>(lhs, rhs); }
  Value either(Value lhs, Value rhs) { return builder.create<OrOp>(lhs, rhs); }
  Value flip(Value lhs, Value rhs) { return builder.create<XorOp>(lhs, rhs); }
  Value left(Value value, int amount) {
    return builder.create<ShlOp>(value, integer(amount));
  }
  Value right(Value value, int amount) {
    return builder.create<ShrOp>(value, integer(amount));
  }
  /// An integer below 2^63, rounded.
  Value toReal(Value value) {
    return builder.cast(builder.bitcast(value, signedBits), real64);
  }

  MathBuilder &builder;
  Type real64, bits, signedBits;
};

} // namespace

/// The 192 bits of 1/pi from bit `exponent` on.
void DoubleSine::chooseWindow(Value exponent, Value (&window)[3]) {
  SmallVector<Value, 19> list;
  for (uint64_t word : words)
    list.push_back(integer(word));
  // Four words, by the four bits of the number of the first.
  for (int bit : {3, 2, 1, 0}) {
    size_t step = size_t(1) << bit;
    Value isSet = builder.create<CmpNeOp>(
        both(exponent, integer(int64_t(64) << bit)), integer(0));
    for (size_t i = 0; i < step + 3; ++i)
      list[i] = builder.where(isSet, list[i + step], list[i]);
  }
  Value amount = both(exponent, integer(63));
  Value rest = builder.sub(integer(63), amount);
  for (int i = 0; i < 3; ++i)
    window[i] = either(builder.create<ShlOp>(list[i], amount),
                       builder.create<ShrOp>(right(list[i + 1], 1), rest));
}

/// The upper and the lower half of a product.
std::pair<Value, Value> DoubleSine::multiply(Value lhs, Value rhs) {
  Value mask = integer(UINT32_MAX);
  Value a = right(lhs, 32), b = both(lhs, mask);
  Value c = right(rhs, 32), d = both(rhs, mask);
  Value low = builder.mul(b, d);
  Value middle = builder.add(builder.mul(b, c), right(low, 32));
  Value carry = builder.add(builder.mul(a, d), both(middle, mask));
  Value high = builder.add(builder.add(builder.mul(a, c), right(middle, 32)),
                           right(carry, 32));
  return {high, either(left(carry, 32), both(low, mask))};
}

/// Makes `high + low` pi times the fraction, without its sign, and returns
/// whether the sine is negative, as the first bit.
Value DoubleSine::reduce(Value code, Value &high, Value &low) {
  Value window[3];
  chooseWindow(builder.sub(right(code, 52), integer(1023)), window);
  constexpr int64_t one = int64_t(1) << 52;
  Value mantissa = either(both(code, integer(one - 1)), integer(one));
  // Two words of the product: the first bit stands for 1.
  auto [middleHigh, middleLow] = multiply(mantissa, window[1]);
  Value tail = builder.add(middleLow, multiply(mantissa, window[2]).first);
  Value carry = builder.cast(builder.less(tail, middleLow), bits);
  Value head = builder.add(
      builder.add(builder.mul(mantissa, window[0]), middleHigh), carry);
  // Odd with a positive rest or even with a negative one.
  Value isNegative = both(head, integer(Int128(1) << 63));

  // The fraction is a signed number of 127 bits.
  Value fraction = either(left(head, 1), right(tail, 63));
  Value sign = builder.bitcast(
      builder.create<ShrOp>(builder.bitcast(fraction, signedBits),
                            builder.integer(signedBits, 63)),
      bits);
  fraction = flip(fraction, sign);
  Value end = both(flip(tail, sign), integer(INT64_MAX));
  Value f = builder.mul(toReal(right(fraction, 32)), real(0x1p-32));
  Value g = builder.add(
      builder.mul(toReal(both(fraction, integer(UINT32_MAX))), real(0x1p-64)),
      builder.mul(toReal(end), real(0x1p-127)));
  // The first part of pi has 21 bits, f has 32: their product is exact.
  Value exact = builder.mul(f, real(0x1.921fbp+1));
  Value rest = builder.add(builder.mul(f, real(0x1.5110b4611a626p-21)),
                           builder.mul(g, real(0x1.921fb54442d18p+1)));
  high = builder.add(exact, rest);
  low = builder.add(builder.sub(exact, high), rest);
  return isNegative;
}

Value DoubleSine::build(Value x) {
  Value code = builder.bitcast(x, bits);
  Value sign = both(code, integer(Int128(1) << 63));
  code = flip(code, sign);
  Value size = builder.bitcast(code, real64);
  Value high, low, isNegative = reduce(code, high, low);
  Value isReduced = builder.less(size, real(1.0));
  high = builder.where(isReduced, size, high);
  low = builder.where(isReduced, real(0.0), low);
  sign = flip(sign, builder.where(isReduced, integer(0), isNegative));

  // sin(high + low) is sin(high) + low * cos(high); a parabola will do there.
  Value square = builder.mul(high, high);
  Value cosine =
      builder.add(builder.mul(square, real(-0x1.9f02f6222c72p-2)), real(1.0));
  Value tail =
      builder.add(builder.mul(builder.mul(high, square),
                              buildPolynomial(builder, square, sinRest)),
                  builder.mul(low, cosine));
  Value sine = builder.add(high, tail);
  Value isFinite =
      builder.less(size, real(std::numeric_limits<double>::infinity()));
  sine = builder.where(isFinite, sine,
                       real(std::numeric_limits<double>::quiet_NaN()));
  return builder.bitcast(flip(builder.bitcast(sine, bits), sign), real64);
}

Value decomposeSin(MathBuilder &builder, SinOp op) {
  Type element = getElementType(op.getResult());
  Value sine = isa<Float64Type>(element)
                   ? DoubleSine(builder).build(op.getOperand())
                   : buildSingle(builder, op.getOperand());
  return builder.cast(sine, element);
}

} // namespace mlir::tiny
