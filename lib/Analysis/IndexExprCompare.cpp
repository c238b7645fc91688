//===- IndexExprCompare.cpp - Comparison of index expressions -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A comparison is one of a sum with zero. Where the sum is `d * q + r` with
// `0 <= r < d` it is below zero if and only if `q` is, and zero if and only if
// both `q` and `r` are.
//
//===----------------------------------------------------------------------===//

#include "IndexContextImpl.h"

namespace mlir::tiny {

using Kind = IndexExpr::Kind;

/// The sum divided by the common factor of its coefficients, rounded down.
static int64_t reduce(IndexSum &sum) {
  int64_t common = 0;
  for (auto [core, coefficient] : sum.terms)
    common = gcd(common, coefficient);
  if (common <= 1)
    return 1;
  for (IndexTerm &term : sum.terms)
    term.coefficient /= common;
  sum.constant = floorDivide(sum.constant, common);
  return common;
}

std::optional<IndexContext::Impl::Period>
IndexContext::Impl::splitAnyPeriod(SumRef sum) {
  SmallVector<int64_t, 8> factors;
  int64_t common = 0;
  for (auto [core, coefficient] : sum.terms) {
    int64_t magnitude = gcd(coefficient, 0);
    if (magnitude == 1)
      continue;
    common = gcd(common, magnitude);
    factors.push_back(magnitude);
  }
  factors.push_back(common);
  llvm::sort(factors, std::greater<>());
  factors.erase(llvm::unique(factors), factors.end());
  for (int64_t factor : factors)
    if (factor > 1)
      if (std::optional<Period> period = splitPeriod(sum, factor))
        return period;
  return std::nullopt;
}

IndexExpr IndexContext::Impl::balance(Kind kind, SumRef sum) {
  IndexSum left, right;
  right.constant = sum.constant;
  for (const IndexTerm &term : sum.terms)
    (term.coefficient > 0 ? left : right).terms.push_back(term);
  std::optional<IndexSum> negated = combine({}, right, -1);
  if (!negated)
    return get(kind, {join(sum), constant(0)}, /*isBoolean=*/true);
  return get(kind, {join(left), join(*negated)}, /*isBoolean=*/true);
}

//===----------------------------------------------------------------------===//
// Less
//===----------------------------------------------------------------------===//

IndexExpr IndexContext::Impl::lt(IndexExpr lhs, IndexExpr rhs) {
  if (lhs.isBoolean() && rhs.isBoolean())
    return logicalAnd(logicalNot(lhs), rhs);
  if (lhs == rhs)
    return boolean(false);
  if (std::optional<IndexSum> sum = combine(split(lhs), split(rhs), -1))
    return belowZero(split(finish(*sum)));
  Interval left = lhs.getInterval(), right = rhs.getInterval();
  if (left.max < right.min || left.min >= right.max)
    return boolean(left.max < right.min);
  return get(Kind::Lt, {lhs, rhs}, /*isBoolean=*/true);
}

IndexExpr IndexContext::Impl::belowLimit(IndexExpr core, int64_t limit) {
  ArrayRef<IndexExpr> operands = core.getOperands();
  switch (core.getKind()) {
  case Kind::FloorDiv: {
    std::optional<int64_t> divisor = operands[1].getConstant();
    if (!divisor || *divisor <= 0)
      return {};
    std::optional<int64_t> product = checked(Int128(*divisor) * limit);
    return product ? lt(operands[0], *product) : IndexExpr();
  }
  case Kind::Max:
    return logicalAnd(lt(operands[0], limit), lt(operands[1], limit));
  case Kind::Min:
    return logicalOr(lt(operands[0], limit), lt(operands[1], limit));
  case Kind::Select: {
    IndexExpr onTrue = lt(operands[1], limit);
    IndexExpr onFalse = lt(operands[2], limit);
    if (onTrue.getConstant() || onFalse.getConstant())
      return select(operands[0], onTrue, onFalse);
    return {};
  }
  default:
    return {};
  }
}

IndexExpr IndexContext::Impl::belowZero(SumRef original) {
  IndexSum sum(original);
  Interval bounds = boundsOf(sum);
  if (bounds.max < 0 || bounds.min >= 0)
    return boolean(bounds.max < 0);
  reduce(sum);
  auto hasSign = [](int64_t sign) {
    return [sign](const IndexTerm &term) {
      return (term.coefficient > 0) == (sign > 0);
    };
  };
  if (llvm::all_of(sum.terms, hasSign(-1))) {
    // -x < 0 is not x - 1 < 0.
    IndexSum minusOne;
    minusOne.constant = -1;
    if (std::optional<IndexSum> mirror = combine(minusOne, sum, -1))
      return logicalNot(belowZero(*mirror));
    return balance(Kind::Lt, sum);
  }
  if (std::optional<Period> period = splitAnyPeriod(sum))
    return belowZero(split(period->quotient));
  if (sum.terms.size() == 1 && sum.terms[0].coefficient == 1)
    if (std::optional<int64_t> limit = checked(-Int128(sum.constant)))
      if (IndexExpr result = belowLimit(sum.terms[0].core, *limit))
        return result;
  // A sum of numbers >= 0 is below one where each is: as is any multiple.
  if (sum.constant == -1 && llvm::all_of(sum.terms, hasSign(1)) &&
      llvm::all_of(sum.terms, [](const IndexTerm &term) {
        return term.core.getInterval().min >= 0;
      }))
    for (IndexTerm &term : sum.terms)
      term.coefficient = 1;
  return balance(Kind::Lt, sum);
}

//===----------------------------------------------------------------------===//
// Equal
//===----------------------------------------------------------------------===//

IndexExpr IndexContext::Impl::eq(IndexExpr lhs, IndexExpr rhs) {
  if (lhs == rhs)
    return boolean(true);
  if (lhs.isBoolean() && rhs.isBoolean()) {
    if (lhs.getConstant())
      std::swap(lhs, rhs);
    if (rhs.getConstant())
      return rhs.isTrue() ? lhs : logicalNot(lhs);
    if (logicalNot(lhs) == rhs)
      return boolean(false);
    if (id(lhs) > id(rhs))
      std::swap(lhs, rhs);
    return get(Kind::Eq, {lhs, rhs}, /*isBoolean=*/true);
  }
  if (std::optional<IndexSum> sum = combine(split(lhs), split(rhs), -1))
    return equalsZero(split(finish(*sum)));
  Interval left = lhs.getInterval(), right = rhs.getInterval();
  if (left.max < right.min || right.max < left.min)
    return boolean(false);
  return get(Kind::Eq, {lhs, rhs}, /*isBoolean=*/true);
}

IndexExpr IndexContext::Impl::equalsZero(SumRef original) {
  IndexSum sum(original);
  Interval bounds = boundsOf(sum);
  if (!bounds.contains(0))
    return boolean(false);
  if (sum.terms.empty())
    return boolean(true);
  int64_t common = reduce(sum);
  if (original.constant % common != 0)
    return boolean(false);
  if (sum.terms[0].coefficient < 0) {
    std::optional<IndexSum> mirror = combine({}, sum, -1);
    return mirror ? equalsZero(*mirror) : balance(Kind::Eq, sum);
  }
  // At an end of its bounds the sum is compared with that end.
  bounds = boundsOf(sum);
  if (bounds.max == 0)
    return logicalNot(belowZero(sum));
  if (bounds.min == 0) {
    IndexSum one;
    one.constant = -1;
    if (std::optional<IndexSum> less = combine(one, sum, 1))
      return belowZero(*less);
  }
  if (std::optional<Period> period = splitAnyPeriod(sum))
    return logicalAnd(equalsZero(split(period->quotient)),
                      equalsZero(split(period->remainder)));
  if (sum.terms.size() == 1 && sum.terms[0].coefficient == 1 &&
      sum.terms[0].core.getKind() == Kind::Select) {
    ArrayRef<IndexExpr> operands = sum.terms[0].core.getOperands();
    std::optional<int64_t> value = checked(-Int128(sum.constant));
    if (value) {
      IndexExpr onTrue = eq(operands[1], constant(*value));
      IndexExpr onFalse = eq(operands[2], constant(*value));
      if (onTrue.getConstant() || onFalse.getConstant())
        return select(operands[0], onTrue, onFalse);
    }
  }
  return balance(Kind::Eq, sum);
}

//===----------------------------------------------------------------------===//
// Largest and least
//===----------------------------------------------------------------------===//

IndexExpr IndexContext::Impl::extremum(Kind kind, IndexExpr lhs,
                                       IndexExpr rhs) {
  if (lhs.isBoolean() && rhs.isBoolean())
    return kind == Kind::Max ? logicalOr(lhs, rhs) : logicalAnd(lhs, rhs);
  if (lhs == rhs)
    return lhs;
  Interval difference = lhs.getInterval() - rhs.getInterval();
  if (std::optional<IndexSum> sum = combine(split(lhs), split(rhs), -1))
    difference = boundsOf(*sum);
  if (difference.min >= 0)
    return kind == Kind::Max ? lhs : rhs;
  if (difference.max <= 0)
    return kind == Kind::Max ? rhs : lhs;
  if (lhs.getConstant() || (!rhs.getConstant() && id(lhs) > id(rhs)))
    std::swap(lhs, rhs);
  // Two constants become one.
  if (rhs.getConstant() && lhs.getKind() == kind)
    if (lhs.getOperands()[1].getConstant())
      return extremum(kind, lhs.getOperands()[0],
                      extremum(kind, lhs.getOperands()[1], rhs));
  return get(kind, {lhs, rhs});
}

} // namespace mlir::tiny
