//===- IndexExprGiven.cpp - Substitution and known conditions -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// What a condition says about an expression: each clause `x < c` bounds `x`.
// The expression is built again with a symbol of those bounds in the place of
// `x`, which simplifies it, and then with `x` in the place of the symbol.
//
//===----------------------------------------------------------------------===//

#include "IndexContextImpl.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::tiny {

using Kind = IndexExpr::Kind;

//===----------------------------------------------------------------------===//
// Substitution
//===----------------------------------------------------------------------===//

IndexExpr IndexContext::Impl::rebuild(IndexExpr expr,
                                      ArrayRef<IndexExpr> operands) {
  switch (expr.getKind()) {
  case Kind::Constant:
  case Kind::Leaf:
    return expr;
  case Kind::Add: {
    std::optional<IndexSum> sum = IndexSum();
    for (IndexExpr operand : operands)
      if (sum)
        sum = combine(*sum, split(operand), 1);
    if (sum)
      return finish(*sum);
    IndexExpr result = operands.front();
    for (IndexExpr operand : operands.drop_front())
      result = add(result, operand);
    return result;
  }
  case Kind::Mul: {
    IndexExpr result = operands.front();
    for (IndexExpr operand : operands.drop_front())
      result = mul(result, operand);
    return result;
  }
  case Kind::FloorDiv:
    return floorDiv(operands[0], operands[1]);
  case Kind::Mod:
    return mod(operands[0], operands[1]);
  case Kind::Max:
  case Kind::Min:
    return extremum(expr.getKind(), operands[0], operands[1]);
  case Kind::Select:
    return select(operands[0], operands[1], operands[2]);
  case Kind::Lt:
    return lt(operands[0], operands[1]);
  case Kind::Eq:
    return eq(operands[0], operands[1]);
  case Kind::Not:
    return logicalNot(operands[0]);
  case Kind::And:
  case Kind::Or: {
    IndexExpr result = operands.front();
    for (IndexExpr operand : operands.drop_front())
      result = junction(expr.getKind(), result, operand);
    return result;
  }
  }
  return expr;
}

namespace {
/// Rebuilds an expression once per node; `fn` may give the result for a node.
template <typename Fn, typename Rebuild>
class Rewriter {
public:
  Rewriter(Fn fn, Rebuild rebuild) : fn(fn), rebuild(rebuild) {}

  IndexExpr operator()(IndexExpr expr) {
    auto it = memo.find(expr);
    if (it != memo.end())
      return it->second;
    IndexExpr result = fn(expr, *this);
    if (!result) {
      SmallVector<IndexExpr, 8> operands;
      bool changed = false;
      for (IndexExpr operand : expr.getOperands()) {
        operands.push_back((*this)(operand));
        changed |= operands.back() != operand;
      }
      result = changed ? rebuild(expr, operands) : expr;
    }
    memo[expr] = result;
    return result;
  }

private:
  Fn fn;
  Rebuild rebuild;
  llvm::SmallDenseMap<IndexExpr, IndexExpr, 16> memo;
};
} // namespace

IndexExpr IndexContext::Impl::substitute(IndexExpr expr, const Map &map) {
  llvm::SmallDenseSet<const Node *, 8> leaves;
  for (auto [key, value] : map)
    leaves.insert(node(key)->leaves.begin(), node(key)->leaves.end());
  auto fn = [&](IndexExpr inner, auto &) {
    auto it = map.find(inner);
    if (it != map.end())
      return it->second;
    bool touched = llvm::any_of(node(inner)->leaves, [&](const Node *leaf) {
      return leaves.contains(leaf);
    });
    return touched ? IndexExpr() : inner;
  };
  auto build = [&](IndexExpr old, ArrayRef<IndexExpr> operands) {
    return rebuild(old, operands);
  };
  return Rewriter(fn, build)(expr);
}

/// The multiple of `part` inside of `sum`, or 0.
static int64_t multipleOf(SumRef sum, SumRef part) {
  int64_t multiple = 0;
  size_t next = 0;
  for (const IndexTerm &term : part.terms) {
    while (next < sum.terms.size() && sum.terms[next].core != term.core)
      ++next;
    if (next == sum.terms.size() || term.coefficient == -1)
      return 0;
    int64_t coefficient = sum.terms[next].coefficient;
    int64_t times = coefficient / term.coefficient;
    if (coefficient % term.coefficient != 0 ||
        (multiple != 0 && times != multiple))
      return 0;
    multiple = times;
  }
  return multiple;
}

IndexExpr IndexContext::Impl::replaceSums(IndexExpr expr,
                                          ArrayRef<Pair> pairs) {
  if (expr.getKind() != Kind::Add || node(expr)->isRaw)
    return {};
  for (auto [from, to] : pairs) {
    if (from.getKind() != Kind::Add || !coversLeaves(expr, from))
      continue;
    SumRef sum = split(expr), part = split(from);
    int64_t multiple = multipleOf(sum, part);
    if (multiple == 0 || multiple == std::numeric_limits<int64_t>::min())
      continue;
    if (std::optional<IndexSum> rest = combine(sum, part, -multiple))
      return add(join(*rest), mul(to, multiple));
  }
  return {};
}

IndexExpr IndexContext::Impl::replace(IndexExpr expr, ArrayRef<Pair> pairs) {
  auto fn = [&](IndexExpr inner, auto &rewriter) {
    bool touched = false;
    for (auto [from, to] : pairs) {
      if (inner == from)
        return to;
      touched |= coversLeaves(inner, from);
    }
    if (!touched)
      return inner;
    IndexExpr result = replaceSums(inner, pairs);
    return result ? rewriter(result) : IndexExpr();
  };
  auto build = [&](IndexExpr old, ArrayRef<IndexExpr> operands) {
    return rebuild(old, operands);
  };
  return Rewriter(fn, build)(expr);
}

//===----------------------------------------------------------------------===//
// Conditions
//===----------------------------------------------------------------------===//

std::optional<IndexContext::Impl::Bound>
IndexContext::Impl::parseBound(IndexExpr clause) {
  bool isNegated = clause.getKind() == Kind::Not;
  if (isNegated)
    clause = clause.getOperands()[0];
  bool isEqual = clause.getKind() == Kind::Eq && !isNegated;
  if (clause.getKind() != Kind::Lt && !isEqual)
    return std::nullopt;
  ArrayRef<IndexExpr> operands = clause.getOperands();
  if (operands[0].isBoolean())
    return std::nullopt;
  std::optional<IndexSum> sum =
      combine(split(operands[0]), split(operands[1]), -1);
  if (!sum)
    return std::nullopt;
  // sum = expr + constant, compared with zero.
  Int128 limit = -Int128(sum->constant);
  sum->constant = 0;
  Bound bound;
  bound.expr = join(*sum);
  bound.range = bound.expr.getInterval();
  if (isEqual)
    bound.range = Interval::point(limit);
  else if (isNegated)
    bound.range.min = std::max(bound.range.min, limit);
  else
    bound.range.max = std::min(bound.range.max, limit - 1);
  return bound;
}

IndexExpr IndexContext::Impl::simplifyWithin(IndexExpr expr,
                                             ArrayRef<Bound> bounds) {
  SmallVector<Pair, 4> there, back;
  for (const Bound &bound : bounds) {
    if (bound.range.isPoint() && fits(bound.range.min)) {
      there.push_back(
          {bound.expr, constant(static_cast<int64_t>(bound.range.min))});
      continue;
    }
    Node *fresh = createLeaf(std::nullopt, Kind::Leaf, --nextSymbol);
    fresh->isRaw = true;
    fresh->interval = bound.range;
    fresh->factor = std::max<int64_t>(bound.expr.getFactor(), 1);
    there.push_back({bound.expr, IndexExpr(fresh)});
    back.push_back({IndexExpr(fresh), bound.expr});
  }
  IndexExpr inside = replace(expr, there);
  if (inside == expr)
    return expr;
  IndexExpr result = back.empty() ? inside : replace(inside, back);
  return result.getSize() <= expr.getSize() ? result : expr;
}

IndexExpr IndexContext::Impl::conjoin(ArrayRef<IndexExpr> sorted) {
  if (sorted.empty())
    return boolean(true);
  return sorted.size() == 1 ? sorted.front()
                            : get(Kind::And, sorted, /*isBoolean=*/true);
}

IndexExpr IndexContext::Impl::simplifyGiven(IndexExpr expr,
                                            IndexExpr condition) {
  if (expr.getConstant() || condition.getConstant())
    return expr;
  // A clause about anything else says nothing.
  SmallVector<IndexExpr, 8> relevant;
  for (IndexExpr clause : clauses(condition))
    if (coversLeaves(expr, clause))
      relevant.push_back(clause);
  if (relevant.empty())
    return expr;
  condition = conjoin(relevant);
  auto it = givens.find({expr, condition});
  if (it != givens.end())
    return it->second;
  IndexExpr result = assume(expr, condition, true);
  llvm::SmallMapVector<IndexExpr, Interval, 4> ranges;
  for (IndexExpr clause : clauses(condition)) {
    std::optional<Bound> bound = parseBound(clause);
    if (!bound || !coversLeaves(expr, bound->expr))
      continue;
    Interval &range =
        ranges.insert({bound->expr, bound->expr.getInterval()}).first->second;
    range.min = std::max(range.min, bound->range.min);
    range.max = std::min(range.max, bound->range.max);
    if (range.min > range.max)
      return expr; // The condition is never true.
  }
  // What is known of the terms bounds a sum as well.
  for (auto &[bounded, range] : ranges) {
    SumRef sum = split(bounded);
    if (ranges.size() == 1 || sum.terms.size() < 2)
      continue;
    Interval all = Interval::point(sum.constant);
    for (auto [core, coefficient] : sum.terms) {
      auto it = ranges.find(core);
      Interval term = it == ranges.end() ? core.getInterval() : it->second;
      all = all + term * Interval::point(coefficient);
    }
    range.min = std::max(range.min, all.min);
    range.max = std::min(range.max, all.max);
    if (range.min > range.max)
      return expr; // The condition is never true.
  }
  SmallVector<Bound, 4> bounds;
  for (auto &[bounded, range] : ranges) {
    // Bounds alone say nothing about sums.
    if (node(result)->isPolynomial && !range.isPoint())
      continue;
    bounds.push_back({bounded, range});
    result = simplifyWithin(result, bounds.back());
  }
  if (bounds.size() > 1)
    result = simplifyWithin(result, bounds);
  givens[{expr, condition}] = result;
  return result;
}

IndexExpr IndexContext::Impl::simplifyCondition(IndexExpr condition) {
  if (condition.getKind() != Kind::And)
    return condition;
  // Clauses about what occurs in many others come first.
  struct Clause {
    IndexExpr expr;
    size_t uses = 0;
  };
  SmallVector<Clause, 8> all;
  for (IndexExpr clause : clauses(condition)) {
    Clause entry{clause};
    if (std::optional<Bound> bound = parseBound(clause))
      entry.uses = llvm::count_if(clauses(condition), [&](IndexExpr other) {
        return coversLeaves(other, bound->expr);
      });
    all.push_back(entry);
  }
  llvm::stable_sort(
      all, [](const Clause &a, const Clause &b) { return a.uses > b.uses; });
  IndexExpr result = boolean(true);
  for (const Clause &clause : all)
    result = logicalAnd(result, simplifyGiven(clause.expr, result));
  if (result.getKind() != Kind::And)
    return result;
  // An early clause may follow from later ones.
  SmallVector<IndexExpr> kept(clauses(result));
  for (size_t i = 0; i < kept.size();) {
    SmallVector<IndexExpr, 8> others;
    for (size_t j = 0; j < kept.size(); ++j)
      if (j != i && coversLeaves(kept[i], kept[j]))
        others.push_back(kept[j]);
    if (simplifyGiven(kept[i], conjoin(others)).isTrue())
      kept.erase(kept.begin() + i);
    else
      ++i;
  }
  if (kept.size() == clauses(result).size())
    return result;
  result = boolean(true);
  for (IndexExpr clause : kept)
    result = logicalAnd(result, clause);
  return result;
}

} // namespace mlir::tiny
