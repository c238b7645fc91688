//===- KernelAxes.h - The ranges of a kernel, and splitting them *- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef TINY_LIB_TRANSFORMS_KERNELAXES_H
#define TINY_LIB_TRANSFORMS_KERNELAXES_H

#include "tiny/IR/Tiny.h"

namespace mlir::tiny {

/// The axes of a kernel are its ranges, but for those over devices and those of
/// extent one. They are ordered by the place of the axis type in a nest of
/// loops, then by id.
class KernelAxes {
public:
  explicit KernelAxes(KernelOp kernel);

  /// All axes, in order.
  SmallVector<RangeOp> getAxes();
  /// The axes that a reduction closes and that are loops still.
  SmallVector<RangeOp> getReduceAxes();
  /// The only `end` of the kernel, if it is a root; else null.
  EndOp getOnlyEnd();
  /// Whether a range is an output loop that may become something else: of type
  /// `weak`, or `global` where there is a grid.
  static bool isOutputAxis(RangeOp range);

  /// Makes `amount` steps of a range, which divide its extent, a new range `u`
  /// of another axis type with the highest id: `r` becomes `r * amount + u`,
  /// or, at the `top`, `u * extent + r`. What closes `r` closes `u` as well. A
  /// whole range just changes its type and id. Returns `u`. The extent of the
  /// range is not symbolic.
  RangeOp split(RangeOp range, int64_t amount, AxisType axis, bool top = false);
  /// The same for a symbolic extent and an amount that need not divide it: the
  /// limit becomes the number of steps, rounded up, and the last step is masked
  /// unless the limit is a multiple of the amount for certain.
  RangeOp splitSymbolic(RangeOp range, int64_t amount, AxisType axis);
  /// Splits `r` with the range `u` of an earlier split, instead of a new one.
  void splitWith(RangeOp range, RangeOp inner);
  /// Makes an output range the outermost loop of its `end`, run by threads.
  void makeThread(RangeOp range, EndOp end);
  /// Makes `global` ranges of the `weak` ones that an `end` closes which is a
  /// root.
  void makeGrid();
  /// Makes the range longer. Loads and stores that depend on it are masked in
  /// the new steps, and reductions take their identity there.
  void padTo(RangeOp range, int64_t extent);
  /// Exchanges the places of two loops, and their ids.
  void swap(RangeOp lhs, RangeOp rhs);

private:
  /// Masks what depends on the range where it is not less than `end`.
  void keepBelow(RangeOp range, Value end);
  void replaceUses(RangeOp range, RangeOp inner, bool top);

  KernelOp kernel;
  int64_t nextId = 0;
};

} // namespace mlir::tiny

#endif // TINY_LIB_TRANSFORMS_KERNELAXES_H
