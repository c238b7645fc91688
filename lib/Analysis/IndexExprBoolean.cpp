//===- IndexExprBoolean.cpp - Conditions of index expressions -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "IndexContextImpl.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::tiny {

using Kind = IndexExpr::Kind;

//===----------------------------------------------------------------------===//
// Not, and, or
//===----------------------------------------------------------------------===//

IndexExpr IndexContext::Impl::logicalNot(IndexExpr operand) {
  if (operand.getConstant())
    return boolean(operand.isFalse());
  ArrayRef<IndexExpr> operands = operand.getOperands();
  if (operand.getKind() == Kind::Not)
    return operands[0];
  // A comparison with terms on both sides turns round; x < c does not.
  if (operand.getKind() == Kind::Lt && !operands[1].getConstant())
    return lt(operands[1], add(operands[0], 1));
  return get(Kind::Not, {operand}, /*isBoolean=*/true);
}

ArrayRef<IndexExpr> IndexContext::Impl::clauses(const IndexExpr &condition) {
  if (condition.isTrue())
    return {};
  if (condition.getKind() == Kind::And)
    return condition.getOperands();
  return condition;
}

namespace {
/// `expr < limit`, or its negation.
struct Limit {
  IndexExpr expr;
  int64_t limit;
  bool isUpper;
};
} // namespace

static std::optional<Limit> parseLimit(IndexExpr clause) {
  bool isUpper = clause.getKind() == Kind::Lt;
  if (clause.getKind() == Kind::Not)
    clause = clause.getOperands()[0];
  if (clause.getKind() != Kind::Lt)
    return std::nullopt;
  std::optional<int64_t> limit = clause.getOperands()[1].getConstant();
  if (!limit)
    return std::nullopt;
  return Limit{clause.getOperands()[0], *limit, isUpper};
}

/// Of several limits of one expression the tightest stays in a conjunction, the
/// loosest in a disjunction. Returns the value of the whole where limits
/// contradict or complete each other, else null.
IndexExpr
IndexContext::Impl::mergeBounds(Kind kind,
                                SmallVectorImpl<IndexExpr> &operands) {
  struct Limits {
    std::optional<int64_t> upper, lower;
  };
  llvm::SmallMapVector<IndexExpr, Limits, 4> limits;
  bool isAnd = kind == Kind::And, canMerge = false;
  for (IndexExpr operand : operands) {
    std::optional<Limit> limit = parseLimit(operand);
    if (!limit)
      continue;
    auto it = limits.insert({limit->expr, Limits()}).first;
    auto &slot = limit->isUpper ? it->second.upper : it->second.lower;
    canMerge |= slot.has_value();
    bool wantsLess = limit->isUpper == isAnd;
    if (!slot || (limit->limit < *slot) == wantsLess)
      slot = limit->limit;
  }
  for (auto &[expr, limit] : limits) {
    if (!limit.upper || !limit.lower)
      continue;
    if (isAnd ? *limit.lower >= *limit.upper : *limit.lower <= *limit.upper)
      return boolean(!isAnd);
    canMerge |= isAnd && *limit.upper - 1 == *limit.lower;
  }
  if (!canMerge)
    return {};
  llvm::erase_if(operands, [](IndexExpr operand) {
    return parseLimit(operand).has_value();
  });
  for (auto &[expr, limit] : limits) {
    if (isAnd && limit.upper && limit.lower &&
        *limit.upper - 1 == *limit.lower) {
      operands.push_back(eq(expr, constant(*limit.lower)));
      continue;
    }
    if (limit.upper)
      operands.push_back(lt(expr, *limit.upper));
    if (limit.lower)
      operands.push_back(logicalNot(lt(expr, *limit.lower)));
  }
  return {};
}

IndexExpr IndexContext::Impl::junction(Kind kind, IndexExpr lhs,
                                       IndexExpr rhs) {
  bool isAnd = kind == Kind::And;
  SmallVector<IndexExpr, 8> operands;
  for (IndexExpr side : {lhs, rhs}) {
    if (side.getConstant()) {
      if (side.isTrue() != isAnd)
        return side;
      continue;
    }
    if (side.getKind() == kind)
      llvm::append_range(operands, side.getOperands());
    else
      operands.push_back(side);
  }
  auto sort = [&] {
    llvm::sort(operands,
               [&](IndexExpr a, IndexExpr b) { return id(a) < id(b); });
    operands.erase(llvm::unique(operands), operands.end());
  };
  if (IndexExpr result = mergeBounds(kind, operands))
    return result;
  sort();
  llvm::SmallDenseSet<IndexExpr, 8> all(operands.begin(), operands.end());
  for (IndexExpr operand : operands)
    if (all.contains(logicalNot(operand)))
      return boolean(!isAnd);
  if (operands.empty())
    return boolean(isAnd);
  if (operands.size() == 1)
    return operands.front();
  return get(kind, operands, /*isBoolean=*/true);
}

//===----------------------------------------------------------------------===//
// Choice
//===----------------------------------------------------------------------===//

IndexExpr IndexContext::Impl::assume(IndexExpr expr, IndexExpr condition,
                                     bool value) {
  if (expr.getConstant() || !shareLeaves(expr, condition))
    return expr;
  Map map;
  auto learn = [&](IndexExpr known, bool isTrue) {
    IndexExpr opposite = logicalNot(known);
    map.try_emplace(known, boolean(isTrue));
    map.try_emplace(opposite, boolean(!isTrue));
  };
  learn(condition, value);
  if (value)
    for (IndexExpr clause : clauses(condition))
      learn(clause, true);
  return substitute(expr, map);
}

IndexExpr IndexContext::Impl::selectBoolean(IndexExpr condition,
                                            IndexExpr onTrue,
                                            IndexExpr onFalse) {
  if (onFalse.isFalse())
    return logicalAnd(condition, onTrue);
  if (onTrue.isTrue())
    return logicalOr(condition, onFalse);
  if (onTrue.isFalse())
    return logicalAnd(logicalNot(condition), onFalse);
  if (onFalse.isTrue())
    return logicalOr(logicalNot(condition), onTrue);
  return get(Kind::Select, {condition, onTrue, onFalse}, /*isBoolean=*/true);
}

/// where(a < b, b, a) and the like.
IndexExpr IndexContext::Impl::selectExtremum(IndexExpr condition,
                                             IndexExpr onTrue,
                                             IndexExpr onFalse) {
  if (condition.getKind() != Kind::Lt)
    return {};
  if (condition == lt(onFalse, onTrue) ||
      condition == lt(onFalse, add(onTrue, 1)))
    return extremum(Kind::Max, onTrue, onFalse);
  if (condition == lt(onTrue, onFalse) ||
      condition == lt(onTrue, add(onFalse, 1)))
    return extremum(Kind::Min, onTrue, onFalse);
  return {};
}

IndexExpr IndexContext::Impl::select(IndexExpr condition, IndexExpr onTrue,
                                     IndexExpr onFalse) {
  if (condition.getConstant())
    return condition.isTrue() ? onTrue : onFalse;
  if (condition.getKind() == Kind::Not)
    return select(condition.getOperands()[0], onFalse, onTrue);
  onTrue = assume(onTrue, condition, true);
  onFalse = assume(onFalse, condition, false);
  if (onTrue == onFalse)
    return onTrue;
  auto branch = [](IndexExpr expr, size_t i) { return expr.getOperands()[i]; };
  if (onTrue.getKind() == Kind::Select && branch(onTrue, 2) == onFalse)
    return select(logicalAnd(condition, branch(onTrue, 0)), branch(onTrue, 1),
                  onFalse);
  if (onFalse.getKind() == Kind::Select && branch(onFalse, 1) == onTrue)
    return select(logicalOr(condition, branch(onFalse, 0)), onTrue,
                  branch(onFalse, 2));
  if (onTrue.isBoolean())
    return selectBoolean(condition, onTrue, onFalse);
  if (IndexExpr result = selectExtremum(condition, onTrue, onFalse))
    return result;
  return get(Kind::Select, {condition, onTrue, onFalse});
}

} // namespace mlir::tiny
