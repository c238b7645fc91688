//===- IndexExprDivMod.cpp - Division of index expressions ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Floor division and its remainder. All steps are exact for all integers: a
// dividend `c * q + r` gives `q + r // c` and `r % c`, whatever their signs.
// The steps, for a constant divisor c > 1:
//
// 1. a quotient by an interval of one value is that value, and what is less
//    than the divisor for certain is the remainder;
// 2. a division of a division, a remainder of a remainder become one;
// 3. whole multiples of c leave the dividend;
// 4. coefficients modulo c, with either sign, may keep what is left inside one
//    period, where the quotient is constant;
// 5. an inner remainder whose divisor c divides does not change a remainder;
// 6. a common factor of coefficients and c is divided out;
// 7. if all coefficients are negative, the dividend is mirrored;
// 8. the dividend may be one of 4. for a factor of c: divide by that first.
//
//===----------------------------------------------------------------------===//

#include "IndexContextImpl.h"

namespace mlir::tiny {

using Kind = IndexExpr::Kind;

IndexExpr IndexContext::Impl::divide(IndexExpr lhs, IndexExpr rhs, bool isMod) {
  auto &memo = isMod ? remainders : quotients;
  Kind kind = isMod ? Kind::Mod : Kind::FloorDiv;
  auto [it, isNew] = memo.try_emplace({lhs, rhs}, IndexExpr());
  if (!isNew) {
    // A question asked while it is being answered stays as it is.
    return it->second ? it->second : get(kind, {lhs, rhs});
  }
  IndexExpr result = simplifyDivide(lhs, rhs, isMod);
  memo[{lhs, rhs}] = result;
  return result;
}

IndexExpr IndexContext::Impl::simplifyDivide(IndexExpr lhs, IndexExpr rhs,
                                             bool isMod) {
  Kind kind = isMod ? Kind::Mod : Kind::FloorDiv;
  if (rhs.getInterval().contains(0))
    return get(kind, {lhs, rhs});
  Interval quotient = lhs.getInterval().floorDiv(rhs.getInterval());
  if (quotient.isPoint() && fits(quotient.min)) {
    int64_t value = static_cast<int64_t>(quotient.min);
    return isMod ? sub(lhs, mul(rhs, value)) : constant(value);
  }
  if (lhs == rhs)
    return constant(isMod ? 0 : 1);
  // 0 <= x < y, where y is no constant.
  if (!rhs.getConstant() && lhs.getInterval().min >= 0 &&
      sub(lhs, rhs).getInterval().max < 0)
    return isMod ? lhs : constant(0);
  std::optional<int64_t> divisor = rhs.getConstant();
  if (!divisor)
    return divideBySymbol(lhs, rhs, isMod);
  if (*divisor == 1)
    return isMod ? constant(0) : lhs;
  if (*divisor == std::numeric_limits<int64_t>::min())
    return get(kind, {lhs, rhs});
  if (*divisor < 0) {
    // x // -c = -x // c, and x % -c = -(-x % c).
    IndexExpr result = divide(mul(lhs, -1), constant(-*divisor), isMod);
    return isMod ? mul(result, -1) : result;
  }
  return divideByConstant(lhs, *divisor, isMod);
}

IndexExpr IndexContext::Impl::divideByConstant(IndexExpr lhs, int64_t divisor,
                                               bool isMod) {
  if (isMod && lhs.getFactor() % divisor == 0)
    return constant(0);
  if (lhs.getKind() == Kind::Select && lhs.getOperands()[1].getConstant() &&
      lhs.getOperands()[2].getConstant()) {
    ArrayRef<IndexExpr> operands = lhs.getOperands();
    return select(operands[0], divide(operands[1], constant(divisor), isMod),
                  divide(operands[2], constant(divisor), isMod));
  }
  SumRef sum = split(lhs);
  if (IndexExpr result = divideNested(sum, divisor, isMod))
    return result;
  if (IndexExpr result = divideWhole(sum, divisor, isMod))
    return result;
  if (auto period = splitPeriod(sum, divisor))
    return isMod ? period->remainder : period->quotient;
  if (isMod)
    if (IndexExpr result = dropInnerMods(sum, divisor))
      return result;
  if (IndexExpr result = divideCommon(sum, divisor, isMod))
    return result;
  if (llvm::all_of(sum.terms, [](const IndexTerm &term) {
        return term.coefficient < 0;
      })) {
    // With y = c - 1 - x: x // c = -(y // c), and x % c = c - 1 - y % c.
    IndexExpr mirror = sub(constant(divisor - 1), lhs);
    IndexExpr result = divide(mirror, constant(divisor), isMod);
    return isMod ? sub(constant(divisor - 1), result) : mul(result, -1);
  }
  if (IndexExpr result = divideByFactor(sum, divisor, isMod))
    return result;
  return get(isMod ? Kind::Mod : Kind::FloorDiv, {lhs, constant(divisor)});
}

/// (x // a + k) // c, (x % (a * c)) // c and (x % (a * c)) % c.
IndexExpr IndexContext::Impl::divideNested(SumRef sum, int64_t divisor,
                                           bool isMod) {
  if (sum.terms.size() != 1 || sum.terms[0].coefficient != 1)
    return {};
  IndexExpr core = sum.terms[0].core;
  if (core.getKind() != Kind::FloorDiv && core.getKind() != Kind::Mod)
    return {};
  IndexExpr inner = core.getOperands()[0];
  std::optional<int64_t> first = core.getOperands()[1].getConstant();
  if (!first || *first <= 0)
    return {};
  if (core.getKind() == Kind::FloorDiv) {
    std::optional<int64_t> both = checked(Int128(*first) * divisor);
    if (isMod || !both)
      return {};
    IndexExpr shift = mul(constant(sum.constant), *first);
    return floorDiv(add(inner, shift), *both);
  }
  if (sum.constant != 0 || *first % divisor != 0)
    return {};
  if (isMod)
    return mod(inner, divisor);
  return mod(floorDiv(inner, divisor), *first / divisor);
}

IndexExpr IndexContext::Impl::divideWhole(SumRef sum, int64_t divisor,
                                          bool isMod) {
  IndexSum whole, rest;
  whole.constant = floorDivide(sum.constant, divisor);
  rest.constant = floorModulo(sum.constant, divisor);
  for (auto [core, coefficient] : sum.terms) {
    int64_t remainder = coefficient % divisor;
    if (isMod && Int128(remainder) * core.getFactor() % divisor == 0)
      continue;
    if (coefficient / divisor != 0)
      whole.terms.push_back({core, coefficient / divisor});
    if (remainder != 0)
      rest.terms.push_back({core, remainder});
  }
  if (whole.terms.empty() && whole.constant == 0 &&
      rest.terms.size() == sum.terms.size())
    return {};
  // Divided in the form without the multiples, which is a different question.
  IndexExpr result = divide(finish(rest), constant(divisor), isMod);
  return isMod ? result : add(finish(whole), result);
}

std::optional<IndexContext::Impl::Period>
IndexContext::Impl::splitPeriod(SumRef sum, int64_t divisor) {
  // The remainder r of a coefficient, or r - divisor: the one of smaller
  // magnitude. Both are tried for a tie, and for a single term.
  constexpr size_t maxTies = 4;
  IndexSum rest;
  rest.constant = floorModulo(sum.constant, divisor);
  SmallVector<size_t, maxTies> ties;
  for (auto [core, coefficient] : sum.terms) {
    int64_t remainder = floorModulo(coefficient, divisor);
    bool isTie = remainder == divisor - remainder;
    if (remainder != 0 && (isTie || sum.terms.size() == 1) &&
        ties.size() < maxTies)
      ties.push_back(rest.terms.size());
    else if (remainder > divisor - remainder)
      remainder -= divisor;
    rest.terms.push_back({core, remainder});
  }
  for (size_t choice = 0; choice < size_t(1) << ties.size(); ++choice) {
    IndexSum remainder = rest;
    for (auto [bit, position] : llvm::enumerate(ties))
      if (choice >> bit & 1)
        remainder.terms[position].coefficient -= divisor;
    Interval period = boundsOf(remainder).floorDiv(Interval::point(divisor));
    std::optional<int64_t> start = checked(period.min);
    if (!period.isPoint() || !start)
      continue;
    IndexSum quotient;
    Int128 constant = Int128(floorDivide(sum.constant, divisor)) + *start;
    bool exact = fits(constant);
    quotient.constant = static_cast<int64_t>(constant);
    for (auto [all, part] : llvm::zip(sum.terms, remainder.terms)) {
      Int128 whole = (Int128(all.coefficient) - part.coefficient) / divisor;
      exact &= fits(whole);
      if (whole != 0)
        quotient.terms.push_back({all.core, static_cast<int64_t>(whole)});
    }
    std::optional<int64_t> shifted =
        checked(remainder.constant - Int128(*start) * divisor);
    if (!exact || !shifted)
      continue;
    remainder.constant = *shifted;
    llvm::erase_if(remainder.terms,
                   [](const IndexTerm &term) { return term.coefficient == 0; });
    // The terms of sums may recombine.
    return Period{finish(quotient), finish(remainder)};
  }
  return std::nullopt;
}

/// (f * (t % m) + ...) % c is (f * t + ...) % c where c divides f * m.
IndexExpr IndexContext::Impl::dropInnerMods(SumRef sum, int64_t divisor) {
  IndexExpr result = constant(sum.constant);
  bool changed = false;
  for (auto [core, coefficient] : sum.terms) {
    IndexExpr inner = core;
    if (core.getKind() == Kind::Mod)
      if (std::optional<int64_t> period = core.getOperands()[1].getConstant())
        if (Int128(coefficient) * *period % divisor == 0)
          inner = core.getOperands()[0];
    changed |= inner != core;
    result = add(result, mul(inner, coefficient));
  }
  return changed ? mod(result, divisor) : IndexExpr();
}

IndexExpr IndexContext::Impl::divideCommon(SumRef sum, int64_t divisor,
                                           bool isMod) {
  int64_t common = divisor;
  for (auto [core, coefficient] : sum.terms)
    common = gcd(common, coefficient);
  if (common == 1)
    return {};
  IndexSum reduced;
  reduced.constant = floorDivide(sum.constant, common);
  for (auto [core, coefficient] : sum.terms)
    reduced.terms.push_back({core, coefficient / common});
  IndexExpr result = divide(finish(reduced), constant(divisor / common), isMod);
  if (!isMod)
    return result;
  return add(mul(result, common), floorModulo(sum.constant, common));
}

IndexExpr IndexContext::Impl::divideByFactor(SumRef sum, int64_t divisor,
                                             bool isMod) {
  SmallVector<int64_t, 8> factors;
  int64_t common = divisor;
  for (auto [core, coefficient] : sum.terms) {
    int64_t magnitude = gcd(coefficient, 0);
    if (magnitude == 1)
      continue;
    common = gcd(common, magnitude);
    factors.push_back(magnitude);
  }
  factors.push_back(common);
  llvm::sort(factors);
  factors.erase(llvm::unique(factors), factors.end());
  IndexExpr best;
  for (int64_t factor : factors) {
    if (factor <= 1 || factor >= divisor || divisor % factor != 0)
      continue;
    std::optional<Period> period = splitPeriod(sum, factor);
    if (!period)
      continue;
    IndexExpr result =
        divide(period->quotient, constant(divisor / factor), isMod);
    if (isMod)
      result = add(mul(result, factor), period->remainder);
    if (!best || result.getSize() < best.getSize())
      best = result;
  }
  return best;
}

//===----------------------------------------------------------------------===//
// Any divisor
//===----------------------------------------------------------------------===//

/// Removes the elements of `part` from `all`; false if one is missing.
static bool removeAll(SmallVectorImpl<IndexExpr> &all,
                      ArrayRef<IndexExpr> part) {
  for (IndexExpr element : part) {
    auto it = llvm::find(all, element);
    if (it == all.end())
      return false;
    all.erase(it);
  }
  return true;
}

/// Multiples of the divisor leave the dividend; common factors of both go. The
/// divisor is not zero.
IndexExpr IndexContext::Impl::divideBySymbol(IndexExpr lhs, IndexExpr rhs,
                                             bool isMod) {
  SumRef dividend = split(lhs), divisor = split(rhs);
  auto product = [&](ArrayRef<IndexExpr> cores, int64_t coefficient) {
    IndexExpr result = constant(coefficient);
    for (IndexExpr core : cores)
      result = mul(core, result);
    return result;
  };
  IndexExpr whole = constant(0), rest = lhs;
  if (divisor.terms.size() == 1 && divisor.constant == 0) {
    auto [core, coefficient] = divisor.terms[0];
    SmallVector<IndexExpr, 4> cores = splitProduct(core);
    rest = constant(dividend.constant);
    for (const IndexTerm &term : dividend.terms) {
      SmallVector<IndexExpr, 4> left = splitProduct(term.core);
      if (coefficient != -1 && term.coefficient % coefficient == 0 &&
          removeAll(left, cores))
        whole = add(whole, product(left, term.coefficient / coefficient));
      else
        rest = add(rest, scale(term.core, term.coefficient));
    }
  } else {
    IndexTerm first = divisor.terms[0];
    for (const IndexTerm &term : dividend.terms) {
      if (term.core != first.core || first.coefficient == -1 ||
          term.coefficient % first.coefficient != 0)
        continue;
      int64_t times = term.coefficient / first.coefficient;
      IndexExpr candidate = sub(lhs, mul(rhs, times));
      if (candidate.getSize() < lhs.getSize()) {
        whole = constant(times);
        rest = candidate;
      }
    }
  }
  if (rest != lhs) {
    IndexExpr result = divide(rest, rhs, isMod);
    return isMod ? result : add(whole, result);
  }

  int64_t common = gcd(dividend.constant, divisor.constant);
  for (SumRef sum : {dividend, divisor})
    for (const IndexTerm &term : sum.terms)
      common = gcd(common, term.coefficient);
  std::optional<SmallVector<IndexExpr, 4>> shared;
  auto intersect = [&](SumRef sum) {
    if (sum.constant != 0)
      shared.emplace();
    for (const IndexTerm &term : sum.terms) {
      SmallVector<IndexExpr, 4> cores = splitProduct(term.core);
      if (!shared) {
        shared = cores;
        continue;
      }
      SmallVector<IndexExpr, 4> kept;
      for (IndexExpr core : *shared)
        if (removeAll(cores, core))
          kept.push_back(core);
      shared = kept;
    }
  };
  intersect(dividend);
  intersect(divisor);
  if (common <= 1 && shared->empty())
    return get(isMod ? Kind::Mod : Kind::FloorDiv, {lhs, rhs});
  auto reduce = [&](SumRef sum) {
    IndexExpr result = constant(sum.constant / common);
    for (const IndexTerm &term : sum.terms) {
      SmallVector<IndexExpr, 4> cores = splitProduct(term.core);
      removeAll(cores, *shared);
      result = add(result, product(cores, term.coefficient / common));
    }
    return result;
  };
  IndexExpr result = divide(reduce(dividend), reduce(divisor), isMod);
  return isMod ? mul(result, product(*shared, common)) : result;
}

} // namespace mlir::tiny
