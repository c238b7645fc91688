//===- NumberMath.cpp - Arithmetic on constants ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "NumberMath.h"

#include "tiny/IR/Interval.h"
#include "tiny/IR/TypeUtils.h"
#include <cmath>

namespace mlir::tiny {

//===----------------------------------------------------------------------===//
// Floats: computed as doubles, then rounded. For + - * / and sqrt the double
// has more than twice the digits of the narrower types, so that rounding twice
// is rounding once.
//===----------------------------------------------------------------------===//

static std::optional<double> evaluateReal(UnaryKind kind, double x) {
  switch (kind) {
  case UnaryKind::Exp2:
    return std::exp2(x);
  case UnaryKind::Log2:
    return std::log2(x);
  case UnaryKind::Sin:
    return std::sin(x);
  case UnaryKind::Sqrt:
    return std::sqrt(x);
  case UnaryKind::Reciprocal:
    return 1.0 / x;
  case UnaryKind::Neg:
    return -x;
  case UnaryKind::Trunc:
    return std::trunc(x);
  }
  llvm_unreachable("all kinds are covered");
}

static std::optional<double> evaluateReal(BinaryKind kind, double lhs,
                                          double rhs) {
  switch (kind) {
  case BinaryKind::Add:
    return lhs + rhs;
  case BinaryKind::Sub:
    return lhs - rhs;
  case BinaryKind::Mul:
    return lhs * rhs;
  case BinaryKind::FDiv:
    return lhs / rhs;
  case BinaryKind::Pow:
    return std::pow(lhs, rhs);
  case BinaryKind::Max:
    return lhs < rhs || std::isnan(rhs) ? rhs : lhs;
  default:
    return std::nullopt;
  }
}

//===----------------------------------------------------------------------===//
// Integers and bools: computed with 128 bits, then wrapped
//===----------------------------------------------------------------------===//

/// Whether a shift by `count` is defined. A weak integer has no width.
static bool isShift(Type type, Int128 count) {
  Int128 width = isa<IndexType>(type) ? 127 : type.getIntOrFloatBitWidth();
  return count >= 0 && count < width;
}

static std::optional<Int128> divide(BinaryKind kind, Int128 lhs, Int128 rhs) {
  constexpr Int128 least = static_cast<Int128>(1) << 126;
  if (rhs == 0 || (rhs == -1 && lhs == -least - least))
    return std::nullopt;
  Int128 quotient = lhs / rhs, remainder = lhs % rhs;
  bool roundsUp = remainder != 0 && (remainder < 0) != (rhs < 0);
  switch (kind) {
  case BinaryKind::CDiv:
    return quotient;
  case BinaryKind::CMod:
    return remainder;
  case BinaryKind::FloorDiv:
    return quotient - roundsUp;
  default:
    return remainder + (roundsUp ? rhs : 0);
  }
}

/// By squares. `overflows` tells that some product left 128 bits.
static Int128 power(Int128 base, Int128 exponent, bool &overflows) {
  Int128 result = 1;
  while (true) {
    if (exponent & 1)
      overflows |= __builtin_mul_overflow(result, base, &result);
    exponent >>= 1;
    if (exponent == 0)
      return result;
    overflows |= __builtin_mul_overflow(base, base, &base);
  }
}

/// Threefry-2x32 with 20 rounds (Salmon and others, 2011).
static uint64_t threefry(uint64_t counter, uint64_t key) {
  auto low = static_cast<uint32_t>(key),
       high = static_cast<uint32_t>(key >> 32);
  const uint32_t keys[] = {low, high, low ^ high ^ 0x1BD11BDA};
  constexpr int rotations[2][4] = {{13, 15, 26, 6}, {17, 29, 16, 24}};
  uint32_t x = static_cast<uint32_t>(counter) + low;
  uint32_t y = static_cast<uint32_t>(counter >> 32) + high;
  for (uint32_t group = 0; group < 5; ++group) {
    for (int rotation : rotations[group % 2]) {
      x += y;
      y = (y << rotation | y >> (32 - rotation)) ^ x;
    }
    x += keys[(group + 1) % 3];
    y += keys[(group + 2) % 3] + group + 1;
  }
  return static_cast<uint64_t>(y) << 32 | x;
}

static std::optional<Int128> evaluateInteger(BinaryKind kind, Type type,
                                             Int128 lhs, Int128 rhs) {
  Int128 result = 0; // wrapped where it overflows
  bool overflows = false;
  switch (kind) {
  case BinaryKind::Add:
    overflows = __builtin_add_overflow(lhs, rhs, &result);
    break;
  case BinaryKind::Sub:
    overflows = __builtin_sub_overflow(lhs, rhs, &result);
    break;
  case BinaryKind::Mul:
    overflows = __builtin_mul_overflow(lhs, rhs, &result);
    break;
  case BinaryKind::Max:
    return lhs < rhs ? rhs : lhs;
  case BinaryKind::CDiv:
  case BinaryKind::CMod:
  case BinaryKind::FloorDiv:
  case BinaryKind::FloorMod:
    return divide(kind, lhs, rhs);
  case BinaryKind::Shl:
    if (!isShift(type, rhs))
      return std::nullopt;
    overflows =
        __builtin_mul_overflow(lhs, static_cast<Int128>(1) << rhs, &result);
    break;
  case BinaryKind::Shr:
    if (!isShift(type, rhs))
      return std::nullopt;
    return lhs >> rhs;
  case BinaryKind::And:
    return lhs & rhs;
  case BinaryKind::Or:
    return lhs | rhs;
  case BinaryKind::Xor:
    return lhs ^ rhs;
  case BinaryKind::Pow:
    if (rhs < 0)
      return lhs == 1 || lhs == -1 ? (rhs & 1 ? lhs : 1) : 0;
    result = power(lhs, rhs, overflows);
    break;
  case BinaryKind::Threefry:
    return threefry(static_cast<uint64_t>(lhs), static_cast<uint64_t>(rhs));
  case BinaryKind::FDiv:
    return std::nullopt;
  }
  if (overflows && isa<IndexType>(type))
    return std::nullopt;
  return result;
}

//===----------------------------------------------------------------------===//
// Both
//===----------------------------------------------------------------------===//

std::optional<Number> evaluate(UnaryKind kind, Type type, Number operand) {
  if (operand.isReal()) {
    if (auto result = evaluateReal(kind, operand.getReal()))
      return Number::real(*result).convertedTo(type);
    return std::nullopt;
  }
  if (kind == UnaryKind::Trunc)
    return operand;
  if (kind == UnaryKind::Neg)
    return evaluate(BinaryKind::Sub, type, Number::integer(0), operand);
  return std::nullopt;
}

std::optional<Number> evaluate(BinaryKind kind, Type type, Number lhs,
                               Number rhs) {
  if (lhs.isReal() != rhs.isReal())
    return std::nullopt;
  if (lhs.isReal()) {
    if (auto result = evaluateReal(kind, lhs.getReal(), rhs.getReal()))
      return Number::real(*result).convertedTo(type);
    return std::nullopt;
  }
  if (auto result =
          evaluateInteger(kind, type, lhs.getInteger(), rhs.getInteger()))
    return Number::integer(*result).convertedTo(type);
  return std::nullopt;
}

template <typename T>
static bool compare(CompareKind kind, T lhs, T rhs) {
  switch (kind) {
  case CompareKind::Lt:
    return lhs < rhs;
  case CompareKind::Ne:
    return lhs != rhs;
  case CompareKind::Eq:
    return lhs == rhs;
  }
  llvm_unreachable("all kinds are covered");
}

bool evaluate(CompareKind kind, Number lhs, Number rhs) {
  return lhs.isReal() ? compare(kind, lhs.getReal(), rhs.getReal())
                      : compare(kind, lhs.getInteger(), rhs.getInteger());
}

std::optional<Number> evaluateCast(Number operand, Type to) {
  if (operand.isReal() && isIntType(to)) {
    double whole = std::trunc(operand.getReal());
    if (!(std::fabs(whole) < 0x1p126) ||
        !Interval::ofType(to).contains(static_cast<Int128>(whole)))
      return std::nullopt;
  }
  return operand.convertedTo(to);
}

std::optional<Number> evaluateBitcast(Number operand, Type from, Type to) {
  uint64_t bits = operand.getBits(from);
  Number result = Number::fromBits(bits, to);
  if (result.getBits(to) != bits)
    return std::nullopt;
  return result;
}

} // namespace mlir::tiny
