//===- RangeConditions.h - For which values of a range it holds -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef TINY_LIB_TRANSFORMS_RANGECONDITIONS_H
#define TINY_LIB_TRANSFORMS_RANGECONDITIONS_H

#include "tiny/Analysis/IndexExpr.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace mlir::tiny {

/// Asks of a condition for which values `0 <= r < extent` of a range it holds.
class RangeConditions {
public:
  /// `varies` says whether a leaf other than `range` depends on the range.
  RangeConditions(IndexContext &context, IndexExpr range, int64_t extent,
                  llvm::function_ref<bool(IndexExpr)> varies)
      : context(context), range(range), extent(extent), varies(varies) {}

  /// A conjunction in which one clause says what the range is.
  struct Solution {
    /// The only value that the range can have.
    IndexExpr value;
    /// Whether it is one of the range; does not depend on it.
    IndexExpr isInside;
    /// The other clauses, which may depend on the range.
    IndexExpr rest;
  };
  std::optional<Solution> solve(IndexExpr condition);

  /// Values between which all those lie for which it holds: `lower <= r <
  /// upper`.
  struct Bounds {
    IndexExpr lower, upper;
  };
  Bounds bound(IndexExpr condition);

  /// For how many values it holds: an expression free of the range, or null.
  IndexExpr count(IndexExpr condition);

  /// Whether the range, or a leaf that varies with it, occurs.
  bool dependsOnRange(IndexExpr expr);

private:
  std::optional<IndexContext::Linear> split(IndexExpr lhs, IndexExpr rhs);
  std::optional<Solution> solveClause(IndexExpr clause);
  /// Takes what a clause excludes from the bounds, if it says so.
  bool tighten(Bounds &bounds, IndexExpr clause);

  IndexContext &context;
  IndexExpr range;
  int64_t extent;
  llvm::function_ref<bool(IndexExpr)> varies;
};

} // namespace mlir::tiny

#endif // TINY_LIB_TRANSFORMS_RANGECONDITIONS_H
