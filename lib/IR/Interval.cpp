//===- Interval.cpp - Bounds of integers ----------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "tiny/IR/Interval.h"

#include "mlir/IR/BuiltinTypes.h"
#include "tiny/IR/TypeUtils.h"
#include <algorithm>

namespace mlir::tiny {

static constexpr Int128 maxInt =
    static_cast<Int128>(~static_cast<unsigned __int128>(0) >> 1);
static constexpr Int128 minInt = -maxInt - 1;

/// Whether all products, sums and quotients of such bounds are exact.
static bool isNarrow(Interval interval) {
  auto fits = [](Int128 value) {
    return value == static_cast<int64_t>(value) &&
           value != std::numeric_limits<int64_t>::min();
  };
  return fits(interval.min) && fits(interval.max);
}

static bool isEnd(Int128 value) { return value == minInt || value == maxInt; }

static Int128 add(Int128 lhs, Int128 rhs) {
  // An unbounded end stays unbounded whatever is added to it.
  if (isEnd(lhs))
    return lhs;
  if (isEnd(rhs))
    return rhs;
  Int128 result;
  if (__builtin_add_overflow(lhs, rhs, &result))
    return lhs < 0 ? minInt : maxInt;
  return result;
}

static Int128 negate(Int128 value) {
  if (isEnd(value))
    return value == minInt ? maxInt : minInt;
  return -value;
}

static Int128 multiply(Int128 lhs, Int128 rhs) {
  if (lhs == 0 || rhs == 0)
    return 0;
  Int128 result;
  if (isEnd(lhs) || isEnd(rhs) || __builtin_mul_overflow(lhs, rhs, &result))
    return (lhs < 0) == (rhs < 0) ? maxInt : minInt;
  return result;
}

static Int128 divideTrunc(Int128 lhs, Int128 rhs) {
  if (isEnd(lhs))
    return (lhs < 0) == (rhs < 0) ? maxInt : minInt;
  return lhs / rhs;
}

static Int128 divideFloor(Int128 lhs, Int128 rhs) {
  if (isEnd(lhs))
    return (lhs < 0) == (rhs < 0) ? maxInt : minInt;
  Int128 quotient = lhs / rhs;
  return lhs % rhs != 0 && (lhs < 0) != (rhs < 0) ? quotient - 1 : quotient;
}

Interval Interval::unbounded() { return {minInt, maxInt}; }

Interval Interval::ofType(Type type) {
  auto intType = dyn_cast<IntegerType>(type);
  if (!intType)
    return unbounded();
  Int128 one = 1;
  if (intType.getWidth() == 1)
    return boolean();
  if (intType.isUnsigned())
    return {0, (one << intType.getWidth()) - 1};
  Int128 half = one << (intType.getWidth() - 1);
  return {-half, half - 1};
}

Interval Interval::operator+(Interval other) const {
  if (isNarrow(*this) && isNarrow(other))
    return {min + other.min, max + other.max};
  return {add(min, other.min), add(max, other.max)};
}

Interval Interval::operator-() const { return {negate(max), negate(min)}; }

Interval Interval::operator-(Interval other) const { return *this + -other; }

/// The hull of `fn` at the corners.
template <typename Fn>
static Interval corners(Interval lhs, Interval rhs, Fn fn) {
  Int128 values[4] = {fn(lhs.min, rhs.min), fn(lhs.min, rhs.max),
                      fn(lhs.max, rhs.min), fn(lhs.max, rhs.max)};
  auto [low, high] = std::minmax_element(std::begin(values), std::end(values));
  return {*low, *high};
}

Interval Interval::operator*(Interval other) const {
  // Most factors are small constants.
  if (other.isPoint() && isNarrow(*this) && isNarrow(other)) {
    Int128 ends[2] = {min * other.min, max * other.min};
    bool isMirrored = other.min < 0;
    return {ends[isMirrored], ends[!isMirrored]};
  }
  return corners(*this, other, multiply);
}

/// Rounds down; `rhs` is positive.
static int64_t divideDown(int64_t lhs, int64_t rhs) {
  return lhs / rhs - (lhs % rhs < 0);
}

Interval Interval::floorDiv(Interval divisor) const {
  if (divisor.contains(0))
    return unbounded();
  if (divisor.isPoint() && divisor.min > 0 && isNarrow(*this) &&
      isNarrow(divisor)) {
    int64_t by = static_cast<int64_t>(divisor.min);
    return {divideDown(static_cast<int64_t>(min), by),
            divideDown(static_cast<int64_t>(max), by)};
  }
  return corners(*this, divisor, divideFloor);
}

Interval Interval::truncDiv(Interval divisor) const {
  if (divisor.contains(0))
    return unbounded();
  return corners(*this, divisor, divideTrunc);
}

Interval Interval::floorMod(Interval divisor) const {
  if (divisor.contains(0))
    return unbounded();
  if (divisor.isPoint() && !isEnd(min) && !isEnd(max)) {
    Interval quotient = floorDiv(divisor);
    if (quotient.isPoint()) {
      Int128 shift = quotient.min * divisor.min;
      return {min - shift, max - shift};
    }
  }
  if (divisor.min > 0)
    return {0, add(divisor.max, -1)};
  return {add(divisor.min, 1), 0};
}

Interval Interval::truncMod(Interval divisor) const {
  if (divisor.contains(0))
    return unbounded();
  // The remainder has the sign of the dividend and is smaller than the divisor.
  Int128 limit = add(std::max(divisor.max, negate(divisor.min)), -1);
  Interval result = {min >= 0 ? 0 : negate(limit), max <= 0 ? 0 : limit};
  // It is also no larger than the dividend.
  return {std::max(result.min, std::min<Int128>(min, 0)),
          std::min(result.max, std::max<Int128>(max, 0))};
}

Interval Interval::maximum(Interval other) const {
  return {std::max(min, other.min), std::max(max, other.max)};
}

Interval Interval::minimum(Interval other) const {
  return {std::min(min, other.min), std::min(max, other.max)};
}

Interval Interval::unite(Interval other) const {
  return {std::min(min, other.min), std::max(max, other.max)};
}

} // namespace mlir::tiny
