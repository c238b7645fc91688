//===- WordMath.cpp - Integers of 64 bits as two words --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "WordMath.h"

namespace mlir::tiny {

//===----------------------------------------------------------------------===//
// Sums, products, shifts
//===----------------------------------------------------------------------===//

WordPair WordMath::add(WordPair lhs, WordPair rhs) {
  Value low = builder.create<AddOp>(lhs.low, rhs.low);
  Value carry = bit(builder.create<CmpLtOp>(low, lhs.low));
  Value high = builder.create<AddOp>(lhs.high, rhs.high);
  return {low, builder.create<AddOp>(high, carry)};
}

WordPair WordMath::subtract(WordPair lhs, WordPair rhs) {
  Value low = builder.create<SubOp>(lhs.low, rhs.low);
  Value borrow = bit(builder.create<CmpLtOp>(lhs.low, rhs.low));
  Value high = builder.create<SubOp>(lhs.high, rhs.high);
  return {low, builder.create<SubOp>(high, borrow)};
}

/// The upper half of a product, by products of halves that do not overflow.
Value WordMath::multiplyHigh(Value lhs, Value rhs) {
  Value half = constant(0xffff), sixteen = constant(16);
  auto low = [&](Value value) { return builder.create<AndOp>(value, half); };
  auto high = [&](Value value) {
    return builder.create<ShrOp>(value, sixteen);
  };
  auto add = [&](Value a, Value b) { return builder.create<AddOp>(a, b); };
  auto multiply = [&](Value a, Value b) { return builder.create<MulOp>(a, b); };
  Value a = low(lhs), b = high(lhs), c = low(rhs), d = high(rhs);
  Value first = add(multiply(b, c), high(multiply(a, c)));
  Value second = add(multiply(a, d), low(first));
  return add(multiply(b, d), add(high(first), high(second)));
}

WordPair WordMath::multiply(WordPair lhs, WordPair rhs) {
  Value cross = builder.create<AddOp>(builder.create<MulOp>(lhs.low, rhs.high),
                                      builder.create<MulOp>(lhs.high, rhs.low));
  return {builder.create<MulOp>(lhs.low, rhs.low),
          builder.create<AddOp>(multiplyHigh(lhs.low, rhs.low), cross)};
}

/// The bits that cross over are shifted in two steps: none of them is by 32.
WordPair WordMath::shiftLeft(WordPair operand, Value count) {
  Value within = builder.create<AndOp>(count, constant(31));
  Value rest = builder.create<SubOp>(constant(31), within);
  Value low = builder.create<ShlOp>(operand.low, within);
  Value crossing = builder.create<ShrOp>(
      builder.create<ShrOp>(operand.low, constant(1)), rest);
  Value high = builder.create<OrOp>(builder.create<ShlOp>(operand.high, within),
                                    crossing);
  Value isFar = builder.create<CmpNeOp>(
      builder.create<AndOp>(count, constant(32)), constant(0));
  return select(isFar, {constant(0), low}, {low, high});
}

WordPair WordMath::shiftRight(WordPair operand, Value count, bool isSigned) {
  auto shift = [&](Value value, Value amount) {
    if (!isSigned)
      return builder.create<ShrOp>(value, amount);
    return builder.bitcast(
        builder.create<ShrOp>(asSigned(value), asSigned(amount)), word);
  };
  Value within = builder.create<AndOp>(count, constant(31));
  Value rest = builder.create<SubOp>(constant(31), within);
  Value high = shift(operand.high, within);
  Value crossing = builder.create<ShlOp>(
      builder.create<ShlOp>(operand.high, constant(1)), rest);
  Value low = builder.create<OrOp>(builder.create<ShrOp>(operand.low, within),
                                   crossing);
  Value fill = isSigned ? shift(operand.high, constant(31)) : constant(0);
  Value isFar = builder.create<CmpNeOp>(
      builder.create<AndOp>(count, constant(32)), constant(0));
  return select(isFar, {high, fill}, {low, high});
}

//===----------------------------------------------------------------------===//
// Comparisons
//===----------------------------------------------------------------------===//

Value WordMath::isEqual(WordPair lhs, WordPair rhs) {
  return isZero(bitwise<XorOp>(lhs, rhs));
}

Value WordMath::isZero(WordPair operand) {
  return builder.create<CmpEqOp>(
      builder.create<OrOp>(operand.low, operand.high), constant(0));
}

Value WordMath::isNegative(WordPair operand) {
  return builder.create<CmpLtOp>(asSigned(operand.high),
                                 builder.integer(signedWord, 0));
}

Value WordMath::isLess(WordPair lhs, WordPair rhs, bool isSigned) {
  Value highLess =
      isSigned ? builder.create<CmpLtOp>(asSigned(lhs.high), asSigned(rhs.high))
               : builder.create<CmpLtOp>(lhs.high, rhs.high);
  Value highEqual = builder.create<CmpEqOp>(lhs.high, rhs.high);
  Value lowLess = builder.create<CmpLtOp>(lhs.low, rhs.low);
  return builder.create<OrOp>(highLess,
                              builder.create<AndOp>(highEqual, lowLess));
}

//===----------------------------------------------------------------------===//
// Division
//===----------------------------------------------------------------------===//

/// Bit by bit from the highest: the remainder takes the next bit of the
/// dividend, and where the divisor fits it is taken off and the quotient has a
/// bit. Both move through one pair: what the dividend leaves free is quotient.
WordMath::Division WordMath::divideUnsigned(WordPair lhs, WordPair rhs) {
  WordPair rest = lhs, remainder = pair(0);
  Value one = constant(1), top = constant(31);
  auto twice = [&](WordPair operand, Value lowest) -> WordPair {
    Value crossing = builder.create<ShrOp>(operand.low, top);
    return {
        builder.create<OrOp>(builder.create<ShlOp>(operand.low, one), lowest),
        builder.create<OrOp>(builder.create<ShlOp>(operand.high, one),
                             crossing)};
  };
  for (int step = 0; step < 64; ++step) {
    Value next = builder.create<ShrOp>(rest.high, top);
    Value overflow = isNegative(remainder);
    remainder = twice(remainder, next);
    Value isSmaller = isLess(remainder, rhs, /*isSigned=*/false);
    Value fits = builder.create<WhereOp>(
        isSmaller, overflow,
        builder.integer(IntegerType::get(builder.getContext(), 1), 1));
    remainder = select(fits, subtract(remainder, rhs), remainder);
    rest = twice(rest, bit(fits));
  }
  return {rest, remainder};
}

WordMath::Division WordMath::divide(WordPair lhs, WordPair rhs, bool isSigned) {
  // A number divided by zero is itself.
  rhs.low = builder.create<OrOp>(rhs.low, bit(isZero(rhs)));
  if (!isSigned)
    return divideUnsigned(lhs, rhs);
  Value left = isNegative(lhs), right = isNegative(rhs);
  Division result = divideUnsigned(negateIf(left, lhs), negateIf(right, rhs));
  Value differ = builder.create<XorOp>(left, right);
  return {negateIf(differ, result.quotient), negateIf(left, result.remainder)};
}

//===----------------------------------------------------------------------===//
// Casts
//===----------------------------------------------------------------------===//

WordPair WordMath::fromInteger(Value value) {
  Type type = getElementType(value);
  if (type.isIndex()) {
    Value high = builder.create<FloorDivOp>(
        value, builder.integer(type, Int128(1) << 32));
    return {builder.cast(value, word), builder.cast(high, word)};
  }
  if (isBoolType(type) || isUnsignedType(type))
    return {builder.cast(value, word), constant(0)};
  Value wide = builder.cast(value, signedWord);
  Value fill = builder.create<ShrOp>(wide, builder.integer(signedWord, 31));
  return {builder.bitcast(wide, word), builder.bitcast(fill, word)};
}

Value WordMath::toInteger(WordPair operand, Type type, bool isSigned) {
  if (isBoolType(type))
    return builder.cast(builder.create<OrOp>(operand.low, operand.high), type);
  if (!type.isIndex())
    return builder.cast(operand.low, type);
  Value high = isSigned ? asSigned(operand.high) : operand.high;
  Value scaled = builder.create<MulOp>(builder.cast(high, type),
                                       builder.integer(type, Int128(1) << 32));
  return builder.create<AddOp>(scaled, builder.cast(operand.low, type));
}

/// A number in [0, 2^64) without its fraction.
WordPair WordMath::fromMagnitude(Value value) {
  Type type = getElementType(value);
  Value scaled = builder.create<MulOp>(value, builder.real(type, 0x1p-32));
  Value high = builder.create<TruncOp>(scaled);
  Value low = builder.create<SubOp>(
      value, builder.create<MulOp>(high, builder.real(type, 0x1p32)));
  return {builder.cast(low, word), builder.cast(high, word)};
}

/// As for any type, what does not fit becomes the least number; NaN and what is
/// too large for an unsigned one becomes 0.
WordPair WordMath::fromFloat(Value value, bool isSigned) {
  Type type = getElementType(value);
  Value zero = builder.real(type, 0.0);
  Value isMinus = builder.create<CmpLtOp>(value, zero);
  Value size =
      builder.create<WhereOp>(isMinus, builder.create<NegOp>(value), value);
  auto isBelow = [&](double limit) {
    return builder.create<CmpLtOp>(size, builder.real(type, limit));
  };
  Value fits = isBelow(0x1p63);
  Value safe =
      builder.create<WhereOp>(isSigned ? fits : isBelow(0x1p64), size, zero);
  WordPair number =
      negateIf(isMinus, fromMagnitude(builder.create<TruncOp>(safe)));
  WordPair least = pair(Int128(1) << 63);
  if (isSigned)
    return select(fits, number, least);
  Value isOdd = builder.create<AndOp>(
      isMinus,
      builder.create<CmpNeOp>(
          fits, builder.integer(IntegerType::get(builder.getContext(), 1), 1)));
  return select(isOdd, least, number);
}

/// f64 holds both words, and their sum is rounded once. For the others the bits
/// that an f64 would drop are joined into one that it keeps, so that rounding
/// twice is rounding once.
Value WordMath::toFloat(WordPair operand, Type type, bool isSigned) {
  Type wide = Float64Type::get(builder.getContext());
  Value high = isSigned ? asSigned(operand.high) : operand.high;
  Value low = operand.low;
  if (type != wide) {
    constexpr int64_t dropped = (1 << 11) - 1;
    Value rest = builder.create<AndOp>(low, constant(dropped));
    Value sticky = builder.create<ShlOp>(
        bit(builder.create<CmpNeOp>(rest, constant(0))), constant(11));
    Value joined = builder.create<OrOp>(
        builder.create<AndOp>(low, constant(~dropped)), sticky);
    // Whether the number has more than 53 bits.
    Value shifted =
        builder.create<ShrOp>(high, builder.integer(getElementType(high), 21));
    Value isSmall = builder.create<CmpEqOp>(
        shifted, builder.integer(getElementType(high), 0));
    if (isSigned)
      isSmall = builder.create<OrOp>(
          isSmall, builder.create<CmpEqOp>(
                       shifted, builder.integer(getElementType(high), -1)));
    low = builder.create<WhereOp>(isSmall, low, joined);
  }
  Value scaled = builder.create<MulOp>(builder.cast(high, wide),
                                       builder.real(wide, 0x1p32));
  Value sum = builder.create<AddOp>(scaled, builder.cast(low, wide));
  return builder.cast(sum, type);
}

} // namespace mlir::tiny
