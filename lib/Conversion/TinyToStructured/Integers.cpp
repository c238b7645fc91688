//===- Integers.cpp - Integers and bools ----------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Sums and products wrap. Division by zero, the one quotient that does not fit,
// and shifts by more than the width trap or are undefined in LLVM: unless the
// bounds rule them out, the second operand is replaced there.
//
//===----------------------------------------------------------------------===//

#include "Arithmetic.h"

#include "llvm/ADT/TypeSwitch.h"

namespace mlir::tiny {

using Predicate = arith::CmpIPredicate;

Value Arithmetic::compare(Predicate predicate, Value lhs, Value rhs) {
  arith::CmpIOp::Properties properties;
  properties.predicate =
      arith::CmpIPredicateAttr::get(builder.getContext(), predicate);
  return make<arith::CmpIOp>(types.getCondition(lhs.getType()), {lhs, rhs},
                             properties);
}

/// The bits of an integer type; an index has 64.
static unsigned getWidth(Type element) {
  return element.isIndex() ? 64 : element.getIntOrFloatBitWidth();
}

/// The least value of a signed type.
static int64_t getLeast(Type element) {
  return llvm::minIntN(getWidth(element));
}

/// `rhs`, or 1 where the division by it has no result. Then the quotient is
/// `lhs`, which for the least number is also its wrapped negative.
Value Arithmetic::guardDivisor(Type element, Operand lhs, Operand rhs) {
  Type type = rhs.value.getType();
  Value bad;
  if (rhs.bounds.contains(0))
    bad = compare(Predicate::eq, rhs.value, integer(type, 0));
  int64_t least = getLeast(element);
  if (!isUnsignedType(element) && rhs.bounds.contains(-1) &&
      lhs.bounds.min <= least) {
    Value minusOne = compare(Predicate::eq, rhs.value, integer(type, -1));
    Value isLeast = compare(Predicate::eq, lhs.value, integer(type, least));
    Value overflow = same<arith::AndIOp>({minusOne, isLeast});
    bad = bad ? same<arith::OrIOp>({bad, overflow}) : overflow;
  }
  return bad ? select(bad, integer(type, 1), rhs.value) : rhs.value;
}

Value Arithmetic::divide(Operation *op, Type element, Operand lhs,
                         Operand rhs) {
  Type type = lhs.value.getType();
  bool isQuotient = isa<CDivOp, FloorDivOp>(op);
  bool rounded = isa<FloorDivOp, FloorModOp>(op);
  Value a = lhs.value, b = guardDivisor(element, lhs, rhs);
  bool nonNegative = lhs.bounds.min >= 0 && rhs.bounds.min >= 0;
  if (isUnsignedType(element) || nonNegative) {
    if (isQuotient)
      return same<arith::DivUIOp>({a, b});
    return same<arith::RemUIOp>({a, b});
  }
  // Rounding down by a power of two is a shift or a mask.
  if (rounded && rhs.bounds.isPoint() && rhs.bounds.min > 0 &&
      rhs.bounds.min <= INT64_MAX &&
      llvm::isPowerOf2_64(static_cast<uint64_t>(rhs.bounds.min))) {
    auto power = static_cast<int64_t>(rhs.bounds.min);
    if (isQuotient)
      return same<arith::ShRSIOp>({a, integer(type, llvm::Log2_64(power))});
    return same<arith::AndIOp>({a, integer(type, power - 1)});
  }
  // With a negative number turned to its complement the rest is rounded toward
  // zero, and the quotient turned back: floor(x / d) = ~((~x) / d) for x < 0.
  if (rounded && rhs.bounds.min > 0) {
    Value sign =
        same<arith::ShRSIOp>({a, integer(type, getWidth(element) - 1)});
    Value magnitude = same<arith::XOrIOp>({a, sign});
    Value quotient = same<arith::DivUIOp>({magnitude, b});
    quotient = same<arith::XOrIOp>({quotient, sign});
    if (isQuotient)
      return quotient;
    return wrapping<arith::SubIOp>(a, wrapping<arith::MulIOp>(quotient, b));
  }
  Value remainder = same<arith::RemSIOp>({a, b});
  if (!rounded && !isQuotient)
    return remainder;
  Value quotient;
  if (isQuotient)
    quotient = same<arith::DivSIOp>({a, b});
  if (!rounded)
    return quotient;
  // Where a remainder is left and its sign is not that of the divisor, the
  // truncated quotient is one more than the rounded one.
  Value zero = integer(type, 0);
  Value differ =
      compare(Predicate::slt, same<arith::XOrIOp>({remainder, b}), zero);
  Value inexact = compare(Predicate::ne, remainder, zero);
  Value fix = same<arith::AndIOp>({differ, inexact});
  if (isQuotient)
    return select(fix, wrapping<arith::SubIOp>(quotient, integer(type, 1)),
                  quotient);
  return select(fix, wrapping<arith::AddIOp>(remainder, b), remainder);
}

Value Arithmetic::shift(Operation *op, Type element, Operand lhs, Operand rhs) {
  unsigned width = getWidth(element);
  Value count = rhs.value;
  if (!Interval{0, width - 1}.contains(rhs.bounds))
    count = same<arith::AndIOp>({count, integer(count.getType(), width - 1)});
  if (isa<ShlOp>(op))
    return wrapping<arith::ShLIOp>(lhs.value, count);
  if (isUnsignedType(element))
    return same<arith::ShRUIOp>({lhs.value, count});
  return same<arith::ShRSIOp>({lhs.value, count});
}

Value Arithmetic::buildInteger(Operation *op, Type element,
                               ArrayRef<Operand> operands) {
  Value a = operands[0].value;
  Value b = operands.size() > 1 ? operands[1].value : Value();
  bool isBool = isBoolType(element);
  return llvm::TypeSwitch<Operation *, Value>(op)
      .Case<AddOp>([&](auto) {
        return isBool ? same<arith::OrIOp>({a, b})
                      : wrapping<arith::AddIOp>(a, b);
      })
      .Case<MulOp>([&](auto) {
        return isBool ? same<arith::AndIOp>({a, b})
                      : wrapping<arith::MulIOp>(a, b);
      })
      .Case<CmpLtOp>([&](auto) {
        return compare(isBool || isUnsignedType(element) ? Predicate::ult
                                                         : Predicate::slt,
                       a, b);
      })
      .Case<AndOp>([&](auto) { return same<arith::AndIOp>({a, b}); })
      .Case<OrOp>([&](auto) { return same<arith::OrIOp>({a, b}); })
      .Case<XorOp>([&](auto) { return same<arith::XOrIOp>({a, b}); })
      .Case<CmpNeOp>([&](auto) { return compare(Predicate::ne, a, b); })
      .Case<CmpEqOp>([&](auto) { return compare(Predicate::eq, a, b); })
      .Case<SubOp>([&](auto) { return wrapping<arith::SubIOp>(a, b); })
      .Case<MaxOp>([&](auto) { return maximum(element, a, b); })
      .Case<CDivOp, CModOp, FloorDivOp, FloorModOp>(
          [&](auto) { return divide(op, element, operands[0], operands[1]); })
      .Case<ShlOp, ShrOp>(
          [&](auto) { return shift(op, element, operands[0], operands[1]); })
      .Case<NegOp>([&](auto) {
        return wrapping<arith::SubIOp>(integer(a.getType(), 0), a);
      })
      .Case<TruncOp>([&](auto) { return a; })
      .Default([](auto) { return Value(); });
}

} // namespace mlir::tiny
