//===- FusionPlan.h - What is materialized ----------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef TINY_ANALYSIS_FUSIONPLAN_H
#define TINY_ANALYSIS_FUSIONPLAN_H

#include "tiny/IR/Tiny.h"

namespace mlir::tiny {

/// Decides which values of a tensor graph get storage of their own.
///
/// 1. From the roots down, each value inherits the index expressions under
///    which its readers read it. It is a *candidate* when two readers disagree,
///    or when it would be computed inside a loop over a range that it does not
///    depend on (a reader broadcasts it).
/// 2. From the sources up, a candidate is *kept* when computing it again would
///    be dear: it reduces something that is read from memory (and does not just
///    pick one element of it), or it reads more than `maxBuffers` buffers, or
///    it is large. In a reduction that repeats it, as a matmul repeats its
///    operands, `maxBuffers` buffers or a few divisions are dear already. A
///    value that is stored to a buffer of the program, read by others, and
///    computed from what a store overwrites is kept too: to compute it again
///    would take a copy of that. All other candidates are computed again by
///    each reader.
/// 3. What has one element per row of the only result that it is for is not
///    kept all the same: the loop over rows computes it (see `RowFusion`).
///
/// All walks are linear in the graph; the second is made again, at most twice,
/// when the third finds that a row is not alone with its value.
class FusionPlan {
public:
  explicit FusionPlan(FunctionOp function);

  /// The values to materialize, in block order.
  ArrayRef<Value> getKept() const { return kept; }

  /// More distinct buffers than this make a candidate worth storing.
  static constexpr unsigned maxBuffers = 3;
  /// As does a computation of more ops than this.
  static constexpr unsigned maxOps = 256;
  /// As does, in the inner loop of a reduction that repeats it, one that takes
  /// longer than so many additions.
  static constexpr unsigned maxHotTime = 12;

private:
  SmallVector<Value> kept;
};

} // namespace mlir::tiny

#endif // TINY_ANALYSIS_FUSIONPLAN_H
