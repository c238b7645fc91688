//===- RowFusion.h - What one row computes for itself -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef TINY_LIB_ANALYSIS_ROWFUSION_H
#define TINY_LIB_ANALYSIS_ROWFUSION_H

#include "tiny/IR/Tiny.h"

namespace mlir::tiny {

/// Finds values with one element per row of the result that they are for, the
/// maximum and the sum of a softmax for example. The kernel of that result can
/// compute them in its loop over rows: a row is then read from memory once and
/// from the cache after that, and nothing is stored in between.
class RowFusion {
public:
  explicit RowFusion(Block &block);

  /// Whether the loop over rows could compute the value, if all that reads it
  /// is part of one kernel.
  bool isPerRow(Value value) const;

  /// The values in `perRow` for which that is not so when `kept` are stored.
  static SmallVector<Value> findConflicts(Block &block, ArrayRef<Value> perRow,
                                          ArrayRef<Value> kept);

private:
  /// The one result that a value is for, a store or a contiguous; null if there
  /// are several. The first `numAxes` axes of the value are its axes.
  struct Place {
    Operation *root = nullptr;
    int64_t numAxes = 0;
  };

  void read(Value value, Place place);
  void visit(Operation &op);

  llvm::DenseMap<Value, Place> places;
};

} // namespace mlir::tiny

#endif // TINY_LIB_ANALYSIS_ROWFUSION_H
