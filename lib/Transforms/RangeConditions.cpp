//===- RangeConditions.cpp - For which values of a range it holds ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A clause is a comparison of a sum with zero, and the sum one of a multiple of
// the range and of a base that is free of it.
//
//===----------------------------------------------------------------------===//

#include "RangeConditions.h"

namespace mlir::tiny {

using Kind = IndexExpr::Kind;

bool RangeConditions::dependsOnRange(IndexExpr expr) {
  return llvm::any_of(expr.getLeaves(), [&](IndexExpr leaf) {
    return leaf == range || varies(leaf);
  });
}

/// `lhs - rhs` as `base + stride * r` with a stride that is not zero.
std::optional<IndexContext::Linear> RangeConditions::split(IndexExpr lhs,
                                                           IndexExpr rhs) {
  if (lhs.isBoolean())
    return std::nullopt;
  std::optional<IndexContext::Linear> linear =
      context.splitLinear(context.sub(lhs, rhs), range);
  // The least stride has no magnitude.
  if (!linear || linear->stride == 0 ||
      linear->stride == std::numeric_limits<int64_t>::min() ||
      dependsOnRange(linear->base))
    return std::nullopt;
  return linear;
}

//===----------------------------------------------------------------------===//
// One value
//===----------------------------------------------------------------------===//

std::optional<RangeConditions::Solution>
RangeConditions::solveClause(IndexExpr clause) {
  if (clause.getKind() != Kind::Eq)
    return std::nullopt;
  ArrayRef<IndexExpr> sides = clause.getOperands();
  std::optional<IndexContext::Linear> linear = split(sides[0], sides[1]);
  if (!linear)
    return std::nullopt;
  auto [base, stride] = *linear;
  if (stride > 0)
    base = context.mul(base, -1);
  int64_t step = std::abs(stride);
  IndexExpr value = context.floorDiv(base, step);
  IndexExpr isWhole = context.eq(context.mod(base, step), context.constant(0));
  IndexExpr isInside =
      context.logicalAnd(context.ge(value, 0), context.lt(value, extent));
  return Solution{value, context.logicalAnd(isWhole, isInside),
                  context.boolean(true)};
}

std::optional<RangeConditions::Solution>
RangeConditions::solve(IndexExpr condition) {
  std::optional<Solution> solution;
  IndexExpr rest = context.boolean(true);
  for (IndexExpr clause : context.getClauses(condition)) {
    if (!solution && (solution = solveClause(clause)))
      continue;
    rest = context.logicalAnd(rest, clause);
  }
  if (solution)
    solution->rest = rest;
  return solution;
}

//===----------------------------------------------------------------------===//
// Many values
//===----------------------------------------------------------------------===//

bool RangeConditions::tighten(Bounds &bounds, IndexExpr clause) {
  bool isNegated = clause.getKind() == Kind::Not;
  if (isNegated)
    clause = clause.getOperands()[0];
  if (clause.getKind() != Kind::Lt)
    return false;
  ArrayRef<IndexExpr> sides = clause.getOperands();
  std::optional<IndexContext::Linear> linear = split(sides[0], sides[1]);
  if (!linear)
    return false;
  auto [base, stride] = *linear;
  // base + stride * r < 0 bounds r from above where the stride is positive; the
  // negation bounds it from the other side.
  if (stride > 0) {
    // r < -base / stride, rounded up.
    IndexExpr limit = context.mul(context.floorDiv(base, stride), -1);
    if (isNegated)
      bounds.lower = context.max(bounds.lower, limit);
    else
      bounds.upper = context.min(bounds.upper, limit);
    return true;
  }
  // r > base / -stride.
  IndexExpr limit = context.add(context.floorDiv(base, -stride), 1);
  if (isNegated)
    bounds.upper = context.min(bounds.upper, limit);
  else
    bounds.lower = context.max(bounds.lower, limit);
  return true;
}

RangeConditions::Bounds RangeConditions::bound(IndexExpr condition) {
  Bounds bounds = {context.constant(0), context.constant(extent)};
  for (IndexExpr clause : context.getClauses(condition)) {
    if (std::optional<Solution> only = solveClause(clause)) {
      bounds.lower = context.max(bounds.lower, only->value);
      bounds.upper = context.min(bounds.upper, context.add(only->value, 1));
    } else {
      tighten(bounds, clause);
    }
  }
  return bounds;
}

IndexExpr RangeConditions::count(IndexExpr condition) {
  if (!dependsOnRange(condition))
    return context.select(condition, context.constant(extent),
                          context.constant(0));
  if (condition.getKind() == Kind::Or) {
    // |a or b| = |a| + |b| - |a and b|
    IndexExpr first = condition.getOperands()[0];
    IndexExpr others = context.boolean(false);
    for (IndexExpr operand : condition.getOperands().drop_front())
      others = context.logicalOr(others, operand);
    IndexExpr both = context.logicalAnd(first, others);
    // Or it would come back.
    if (both.getKind() == Kind::Or)
      return {};
    IndexExpr a = count(first), b = count(others), c = count(both);
    return a && b && c ? context.sub(context.add(a, b), c) : IndexExpr();
  }
  IndexExpr gate = context.boolean(true), excluded, others = gate;
  Bounds bounds = {context.constant(0), context.constant(extent)};
  std::optional<Solution> solution = solve(condition);
  for (IndexExpr clause : context.getClauses(condition)) {
    if (!dependsOnRange(clause)) {
      gate = context.logicalAnd(gate, clause);
      continue;
    }
    if (solution || tighten(bounds, clause)) {
      others = context.logicalAnd(others, clause);
      continue;
    }
    // |a and r != e| = |a| - |a and r == e|
    if (clause.getKind() != Kind::Not || excluded)
      return {};
    excluded = clause.getOperands()[0];
    if (!solveClause(excluded))
      return {};
  }
  IndexExpr result;
  if (solution) {
    if (llvm::any_of(solution->rest.getLeaves(), varies))
      return {};
    IndexExpr rest =
        context.substitute(solution->rest, {{range, solution->value}});
    result = context.select(context.logicalAnd(solution->isInside, rest),
                            context.constant(1), context.constant(0));
    return result;
  }
  result =
      context.max(context.sub(bounds.upper, bounds.lower), context.constant(0));
  if (excluded) {
    IndexExpr minus = count(context.logicalAnd(others, excluded));
    if (!minus)
      return {};
    result = context.sub(result, minus);
  }
  return context.select(gate, result, context.constant(0));
}

} // namespace mlir::tiny
