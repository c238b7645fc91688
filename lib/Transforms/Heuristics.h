//===- Heuristics.h - How a kernel is given its opts ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// One range becomes the lanes of vectors, others are upcast so that what is
// loaded into registers is used several times:
//
// 1. The lanes are steps of the output range along which most accesses move by
//    one element or not at all; in a reduction whose loads move evenly along
//    the reduced range only (x times w transposed, the sum of a row) they are
//    steps of that range. Along a padded axis each lane would have a mask: then
//    the lanes are steps of another one, even if they gather.
// 2. A sum of products, where some load does not depend on the lanes, keeps a
//    tile of several rows in registers: MR rows of NV vectors take
//    MR * NV + NV + 1 of them. Along a reduced range it is a tile of dot
//    products.
// 3. Where an output loop follows reductions, of the same row as a rule, all of
//    them take the same lanes.
// 4. If there is much to do, an output loop that is left runs on threads. Where
//    there is a grid, workgroups share what is left of it, or of the reduction.
//
// The lanes are split last: the vector dimension of the highest id is the lane
// dimension. A range whose extent is symbolic is the second choice: its last
// vector is masked.
//
//===----------------------------------------------------------------------===//

#ifndef TINY_LIB_TRANSFORMS_HEURISTICS_H
#define TINY_LIB_TRANSFORMS_HEURISTICS_H

#include "KernelAxes.h"
#include "KernelShape.h"
#include "tiny/Target/TargetDescription.h"

namespace mlir::tiny {

/// Splits the ranges of one kernel.
class Heuristics {
public:
  Heuristics(KernelOp kernel, const TargetDescription &target,
             KernelExprs &exprs)
      : kernel(kernel), target(target), axes(kernel), shape(kernel, exprs) {}

  void run();

private:
  struct Lanes {
    RangeOp range;
    int64_t cost = 0;
  };

  bool isInner(const KernelShape::Access &access);
  /// Whether a load inside the reduction has another mask for each step of the
  /// range.
  bool isMasked(const KernelShape::Access &access, RangeOp range);
  int64_t cost(RangeOp range, bool isReduced);
  bool canMask(RangeOp range);
  std::optional<Lanes> bestLanes(ArrayRef<RangeOp> ranges, bool isReduced);
  /// The loads inside the reduction that depend on one range and not on the
  /// other: what the tile shares.
  int64_t countShared(RangeOp used, RangeOp unused);

  void vectorizeOutput(RangeOp lanes);
  void vectorizeReduction(RangeOp lanes);
  /// Whether the kernel is of the kind of 3, and was vectorized.
  bool vectorizeRow();
  void vectorizeOne();
  void splitLanes(RangeOp range, int64_t amount, AxisType axis);
  void parallelize(int64_t work);
  bool shareReduction(int64_t numItems);
  void makeWorkgroups();

  KernelOp kernel;
  const TargetDescription &target;
  KernelAxes axes;
  KernelShape shape;
  /// The output ranges, outermost first, and those of the reduction that does
  /// the most work.
  SmallVector<RangeOp> outputs;
  SmallVector<RangeOp> reduced;
  ReduceOp reduction;
};

/// The largest divisor up to `limit` that is a multiple of `step`, or 1.
int64_t largestDivisor(int64_t extent, int64_t limit, int64_t step = 1);

/// How many lanes: whole vectors if possible, else a short range as a whole.
int64_t laneCount(int64_t extent, int64_t limit, int64_t vector);

/// The ranges of one type among some values that have more than one step.
SmallVector<RangeOp> rangesOf(ValueRange values, AxisType axis);

} // namespace mlir::tiny

#endif // TINY_LIB_TRANSFORMS_HEURISTICS_H
