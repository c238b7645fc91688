//===- IndexExprSum.cpp - Sums and products of index expressions ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "IndexContextImpl.h"

namespace mlir::tiny {

using Kind = IndexExpr::Kind;

//===----------------------------------------------------------------------===//
// Apart and together
//===----------------------------------------------------------------------===//

/// What `(base // c) * coefficient` is a multiple of where c divides a leaf:
/// that leaf times a smaller coefficient.
static std::optional<IndexTerm> undoDivision(IndexTerm term) {
  if (term.core.getKind() != Kind::FloorDiv || term.coefficient == 1)
    return std::nullopt;
  IndexExpr base = term.core.getOperands()[0];
  std::optional<int64_t> divisor = term.core.getOperands()[1].getConstant();
  if (!divisor || *divisor <= 1 || term.coefficient % *divisor != 0 ||
      base.getKind() != Kind::Leaf || base.getFactor() % *divisor != 0)
    return std::nullopt;
  return IndexTerm{base, term.coefficient / *divisor};
}

IndexExpr IndexContext::Impl::scale(IndexExpr core, int64_t coefficient) {
  if (std::optional<IndexTerm> whole = undoDivision({core, coefficient}))
    std::tie(core, coefficient) = std::tie(whole->core, whole->coefficient);
  return coefficient == 1 ? core : product(core, coefficient);
}

IndexExpr IndexContext::Impl::join(SumRef parts) {
  if (parts.terms.empty())
    return constant(parts.constant);
  if (parts.terms.size() == 1 && parts.constant == 0)
    return scale(parts.terms[0].core, parts.terms[0].coefficient);
  for (const IndexTerm &term : parts.terms)
    if (undoDivision(term)) {
      IndexExpr result = constant(parts.constant);
      for (auto [core, coefficient] : parts.terms)
        result = add(result, scale(core, coefficient));
      return result;
    }
  return sum(parts);
}

std::optional<IndexSum> IndexContext::Impl::combine(SumRef lhs, SumRef rhs,
                                                    int64_t scale) {
  IndexSum result;
  auto append = [&](IndexExpr core, Int128 coefficient) {
    if (coefficient != 0)
      result.terms.push_back({core, static_cast<int64_t>(coefficient)});
    return fits(coefficient);
  };
  auto a = lhs.terms.begin(), aEnd = lhs.terms.end();
  auto b = rhs.terms.begin(), bEnd = rhs.terms.end();
  while (a != aEnd || b != bEnd) {
    bool takeLeft = b == bEnd || (a != aEnd && id(a->core) <= id(b->core));
    bool takeRight = a == aEnd || (b != bEnd && id(b->core) <= id(a->core));
    IndexExpr core = takeLeft ? a->core : b->core;
    Int128 coefficient = 0;
    if (takeLeft)
      coefficient += (a++)->coefficient;
    if (takeRight)
      coefficient += Int128((b++)->coefficient) * scale;
    if (!append(core, coefficient))
      return std::nullopt;
  }
  std::optional<int64_t> constant =
      checked(lhs.constant + Int128(rhs.constant) * scale);
  if (!constant)
    return std::nullopt;
  result.constant = *constant;
  return result;
}

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

IndexExpr IndexContext::Impl::add(IndexExpr lhs, IndexExpr rhs) {
  if (lhs.isConstant(0))
    return rhs;
  if (rhs.isConstant(0))
    return lhs;
  std::optional<IndexSum> sum = combine(split(lhs), split(rhs), 1);
  if (!sum)
    return raw(Kind::Add, lhs, rhs);
  return finish(*sum);
}

IndexExpr IndexContext::Impl::finish(SumRef sum) {
  // Most sums are made of leaves, about which no rule says anything.
  bool isPlain = llvm::all_of(sum.terms, [](const IndexTerm &term) {
    return term.core.getKind() <= Kind::Mul;
  });
  if (isPlain || sum.terms.size() < 2)
    return join(sum);
  if (IndexExpr result = recombine(sum))
    return result;
  if (IndexExpr result = mergeSelects(sum))
    return result;
  return join(sum);
}

Interval IndexContext::Impl::plainBoundsOf(SumRef sum) {
  Interval bounds = Interval::point(sum.constant);
  for (auto [core, coefficient] : sum.terms)
    bounds = bounds + core.getInterval() * Interval::point(coefficient);
  return bounds;
}

std::optional<IndexSum> IndexContext::Impl::atLimits(SumRef sum,
                                                     bool isPositive) {
  IndexSum result(sum);
  bool isChanged = false;
  for (auto [core, coefficient] : sum.terms) {
    IndexExpr limit = limitOf(core);
    if (!limit || (coefficient > 0) != isPositive)
      continue;
    // Minus `c * leaf`, plus `c * (limit - 1)`.
    IndexSum step(split(limit)), leaf;
    leaf.terms.push_back({core, 1});
    std::optional<IndexSum> next;
    if (checked(Int128(step.constant) - 1)) {
      --step.constant;
      if (std::optional<IndexSum> rise = combine(step, leaf, -1))
        next = combine(result, *rise, coefficient);
    }
    if (!next)
      return std::nullopt;
    result = *next;
    isChanged = true;
  }
  if (!isChanged)
    return std::nullopt;
  return result;
}

Interval IndexContext::Impl::boundsOf(SumRef sum) {
  Interval bounds = plainBoundsOf(sum);
  if (llvm::none_of(sum.terms, [&](const IndexTerm &term) {
        return static_cast<bool>(limitOf(term.core));
      }))
    return bounds;
  if (std::optional<IndexSum> most = atLimits(sum, /*isPositive=*/true))
    bounds.max = std::min(bounds.max, plainBoundsOf(*most).max);
  if (std::optional<IndexSum> least = atLimits(sum, /*isPositive=*/false))
    bounds.min = std::max(bounds.min, plainBoundsOf(*least).min);
  return bounds;
}

/// The positions in `sum` of `scale * part.terms`, if all are there.
static std::optional<SmallVector<size_t, 4>> locate(SumRef sum, SumRef part,
                                                    int64_t scale) {
  SmallVector<size_t, 4> positions;
  size_t next = 0;
  for (const IndexTerm &term : part.terms) {
    while (next < sum.terms.size() && sum.terms[next].core != term.core)
      ++next;
    if (next == sum.terms.size() ||
        sum.terms[next].coefficient != Int128(term.coefficient) * scale)
      return std::nullopt;
    positions.push_back(next++);
  }
  return positions;
}

static IndexSum without(SumRef sum, ArrayRef<size_t> positions) {
  IndexSum result;
  result.constant = sum.constant;
  for (size_t i = 0; i < sum.terms.size(); ++i)
    if (!llvm::is_contained(positions, i))
      result.terms.push_back(sum.terms[i]);
  return result;
}

static std::optional<int64_t> constantDivisor(IndexExpr expr, Kind kind) {
  if (expr.getKind() != kind)
    return std::nullopt;
  std::optional<int64_t> divisor = expr.getOperands()[1].getConstant();
  if (!divisor || *divisor <= 1)
    return std::nullopt;
  return divisor;
}

/// A term `(base % div) * m`: its partner is `(base // div) * (div * m)`, or
/// `((base // div) % d) * (div * m)`, which makes `(base % (div * d)) * m`.
IndexExpr IndexContext::Impl::recombineMod(SumRef sum, size_t position) {
  auto [core, scale] = sum.terms[position];
  std::optional<int64_t> divisor = constantDivisor(core, Kind::Mod);
  if (!divisor)
    return {};
  std::optional<int64_t> partner = checked(Int128(*divisor) * scale);
  if (!partner)
    return {};
  // Partners have that coefficient, or are several terms with multiples of it.
  bool possible = llvm::any_of(sum.terms, [&](const IndexTerm &term) {
    return term.coefficient % *partner == 0;
  });
  if (!possible)
    return {};
  IndexExpr base = core.getOperands()[0];
  SumRef quotient = split(floorDiv(base, *divisor));
  if (auto positions = locate(sum, quotient, *partner)) {
    positions->push_back(position);
    // base // div was made of these terms and a constant.
    IndexExpr shift = mul(constant(quotient.constant), *partner);
    return add(join(without(sum, *positions)), sub(mul(base, scale), shift));
  }
  for (auto [i, term] : llvm::enumerate(sum.terms)) {
    std::optional<int64_t> outer = constantDivisor(term.core, Kind::Mod);
    if (!outer || term.coefficient != *partner || i == position)
      continue;
    // The numerators may differ by a constant: that many periods of base.
    SumRef numerator = split(term.core.getOperands()[0]);
    std::optional<IndexSum> shift = combine(numerator, quotient, -1);
    std::optional<int64_t> period = checked(Int128(*outer) * *divisor);
    if (!shift || !shift->terms.empty() || !period)
      continue;
    IndexExpr start = mul(constant(shift->constant), *divisor);
    return add(join(without(sum, {position, static_cast<size_t>(i)})),
               mul(mod(add(base, start), *period), scale));
  }
  return {};
}

/// A term `(base // div) * (div * m)` whose partner `(base % div) * m` has
/// another form than the quotient.
IndexExpr IndexContext::Impl::recombineDiv(SumRef sum, size_t position) {
  auto [core, scale] = sum.terms[position];
  std::optional<int64_t> divisor = constantDivisor(core, Kind::FloorDiv);
  if (!divisor || scale % *divisor != 0)
    return {};
  IndexExpr base = core.getOperands()[0];
  SumRef rest = split(mod(base, *divisor));
  int64_t partner = scale / *divisor;
  if (rest.terms.empty())
    return {};
  auto positions = locate(sum, rest, partner);
  if (!positions)
    return {};
  positions->push_back(position);
  IndexExpr shift = mul(constant(rest.constant), partner);
  return add(join(without(sum, *positions)), sub(mul(base, partner), shift));
}

IndexExpr IndexContext::Impl::recombineSymbolic(SumRef sum, size_t position) {
  auto [core, scale] = sum.terms[position];
  ArrayRef<IndexExpr> operands = core.getOperands();
  if (operands[1].getConstant())
    return {};
  SumRef partner = split(mul(floorDiv(operands[0], operands[1]), operands[1]));
  if (partner.terms.empty() || partner.constant != 0)
    return {};
  auto positions = locate(sum, partner, scale);
  if (!positions)
    return {};
  positions->push_back(position);
  return add(join(without(sum, *positions)), mul(operands[0], scale));
}

IndexExpr IndexContext::Impl::recombine(SumRef sum) {
  for (size_t i = 0; i < sum.terms.size(); ++i) {
    if (sum.terms[i].core.getKind() == Kind::Mod)
      if (IndexExpr result = recombineSymbolic(sum, i))
        return result;
    if (sum.terms[i].core.getKind() == Kind::Mod)
      if (IndexExpr result = recombineMod(sum, i))
        return result;
    if (sum.terms[i].core.getKind() == Kind::FloorDiv)
      if (IndexExpr result = recombineDiv(sum, i))
        return result;
  }
  return {};
}

IndexExpr IndexContext::Impl::mergeSelects(SumRef sum) {
  auto branch = [](const IndexTerm &term, size_t i) {
    return term.core.getOperands()[i];
  };
  auto bothConstant = [&](const IndexTerm &a, const IndexTerm &b, size_t i) {
    return branch(a, i).getConstant() && branch(b, i).getConstant();
  };
  auto oneZero = [&](const IndexTerm &a, const IndexTerm &b, size_t i) {
    return branch(a, i).isConstant(0) || branch(b, i).isConstant(0);
  };
  for (size_t i = 0; i < sum.terms.size(); ++i) {
    const IndexTerm &a = sum.terms[i];
    if (a.core.getKind() != Kind::Select)
      continue;
    for (size_t j = i + 1; j < sum.terms.size(); ++j) {
      const IndexTerm &b = sum.terms[j];
      if (b.core.getKind() != Kind::Select || branch(a, 0) != branch(b, 0) ||
          !(bothConstant(a, b, 1) || bothConstant(a, b, 2) ||
            (oneZero(a, b, 1) && oneZero(a, b, 2))))
        continue;
      auto merge = [&](size_t k) {
        return add(mul(branch(a, k), a.coefficient),
                   mul(branch(b, k), b.coefficient));
      };
      return add(join(without(sum, {i, j})),
                 select(branch(a, 0), merge(1), merge(2)));
    }
  }
  return {};
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

SmallVector<IndexExpr, 4> IndexContext::Impl::splitProduct(IndexExpr core) {
  if (core.getKind() == Kind::Mul && !node(core)->isRaw)
    return SmallVector<IndexExpr, 4>(core.getOperands());
  return {core};
}

IndexExpr IndexContext::Impl::mul(IndexExpr lhs, IndexExpr rhs) {
  if (lhs.getConstant())
    std::swap(lhs, rhs);
  if (std::optional<int64_t> factor = rhs.getConstant()) {
    if (*factor == 0)
      return rhs;
    if (*factor == 1)
      return lhs;
    std::optional<IndexSum> sum = combine({}, split(lhs), *factor);
    return sum ? join(*sum) : raw(Kind::Mul, lhs, rhs);
  }
  // Two single terms: one product of all cores.
  SumRef left = split(lhs), right = split(rhs);
  auto isTerm = [](SumRef sum) {
    return sum.terms.size() == 1 && sum.constant == 0;
  };
  IndexTerm a = isTerm(left) ? left.terms[0] : IndexTerm{lhs, 1};
  IndexTerm b = isTerm(right) ? right.terms[0] : IndexTerm{rhs, 1};
  std::optional<int64_t> coefficient =
      checked(Int128(a.coefficient) * b.coefficient);
  if (!coefficient)
    return raw(Kind::Mul, lhs, rhs);
  SmallVector<IndexExpr, 4> cores = splitProduct(a.core);
  llvm::append_range(cores, splitProduct(b.core));
  llvm::sort(cores, [&](IndexExpr x, IndexExpr y) { return id(x) < id(y); });
  return scale(get(Kind::Mul, cores), *coefficient);
}

} // namespace mlir::tiny
