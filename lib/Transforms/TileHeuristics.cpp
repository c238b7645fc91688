//===- TileHeuristics.cpp - Tiles of vectors in registers -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Heuristics.h"

namespace mlir::tiny {

int64_t Heuristics::countShared(RangeOp used, RangeOp unused) {
  return llvm::count_if(shape.getAccesses(), [&](auto &access) {
    return !access.isStore && isInner(access) &&
           shape.dependsOn(access, used) && !shape.dependsOn(access, unused);
  });
}

void Heuristics::vectorizeOutput(RangeOp lanes) {
  int64_t bits = 32;
  for (const KernelShape::Access &access : shape.getAccesses())
    if (access.isStore)
      bits = std::max<int64_t>(
          bits, getStorageBits(getElementType(
                    cast<StoreOp>(access.op).getBuffer().getType())));
  int64_t vector = target.getLanes(bits);
  // Rows that share what is loaded along the lanes.
  RangeOp rows;
  int64_t mostShared = 0;
  if (reduction && reduction.getKind() == ReduceKind::Add)
    for (RangeOp range : llvm::reverse(outputs)) {
      if (range == lanes || range.isSymbolic() ||
          countShared(range, lanes) == 0)
        continue;
      // Rather rows that are inside or outside of what is padded as one.
      int64_t shared = 2 * countShared(lanes, range) -
                       llvm::any_of(shape.getAccesses(), [&](auto &access) {
                         return isMasked(access, range);
                       });
      if (shared > mostShared) {
        rows = range;
        mostShared = shared;
      }
    }
  // A sum without rows needs several accumulators all the same.
  int64_t limit = (reduction && !rows ? 4 : 2) * vector;
  int64_t amount =
      lanes.isSymbolic() ? vector : laneCount(lanes.getExtent(), limit, vector);
  if (rows) {
    // As many sums as there are registers for; of equally many, the tile with
    // the fewest loads.
    int64_t best = 1, bestSums = 0;
    int64_t most = amount;
    for (int64_t lanesOfTile :
         {most, laneCount(lanes.getExtent(), vector, vector)}) {
      int64_t numVectors = llvm::divideCeil(lanesOfTile, vector);
      for (int64_t height : {6, 4, 3, 2, 8, 7, 5}) {
        int64_t sums = height * numVectors;
        if (rows.getExtent() % height != 0 || sums <= bestSums ||
            sums + numVectors + 1 > target.numVectorRegisters)
          continue;
        best = height;
        bestSums = sums;
        amount = lanesOfTile;
      }
      if (lanes.isSymbolic())
        break;
    }
    splitLanes(rows, best, AxisType::Upcast);
  }
  splitLanes(lanes, amount, AxisType::Upcast);
}

void Heuristics::vectorizeReduction(RangeOp lanes) {
  int64_t bits = std::max<int64_t>(
      32, getStorageBits(getElementType(reduction.getType())));
  int64_t vector = target.getLanes(bits);
  // Rows of both factors: outputs that some load does not depend on.
  SmallVector<RangeOp, 2> rows;
  for (RangeOp range : outputs) {
    bool isShared = llvm::any_of(shape.getAccesses(), [&](auto &access) {
      return !access.isStore && isInner(access) &&
             !shape.dependsOn(access, range);
    });
    if (isShared && rows.size() < 2 && !range.isSymbolic())
      rows.push_back(range);
  }
  // Of tiles with equally many sums the first has the fewest loads.
  int64_t height = 1, width = 1;
  auto divides = [&](size_t i, int64_t amount) {
    return amount == 1 ||
           (i < rows.size() && rows[i].getExtent() % amount == 0);
  };
  for (int64_t h : {4, 3, 2, 1, 8})
    for (int64_t w : {4, 3, 2, 1})
      if (divides(0, h) && divides(1, w) && h * w > height * width &&
          h * w + std::min(h, w) + 1 <= target.numVectorRegisters) {
        height = h;
        width = w;
      }
  // Four sums hide the latency of one.
  int64_t limit = std::max<int64_t>(1, 4 / (height * width)) * vector;
  int64_t amount =
      lanes.isSymbolic() ? vector : laneCount(lanes.getExtent(), limit, vector);
  if (height > 1)
    axes.split(rows[0], height, AxisType::Upcast);
  if (width > 1)
    axes.split(rows[1], width, AxisType::Upcast);
  if (amount == 1)
    return;
  // Masks change what is reduced.
  SmallVector<std::pair<ReduceOp, Value>, 2> reductions;
  for (ReduceOp other : kernel.getBody().getOps<ReduceOp>())
    reductions.push_back({other, other.getSource()});
  Value source = reduction.getSource();
  RangeOp inner = lanes.isSymbolic()
                      ? axes.splitSymbolic(lanes, amount, AxisType::Unroll)
                      : axes.split(lanes, amount, AxisType::Unroll);
  // Other reductions along as many elements take the same lanes; one along a
  // symbolic axis has a last vector of its own.
  llvm::SmallPtrSet<Operation *, 4> split = {lanes};
  for (auto [other, otherSource] : reductions) {
    SmallVector<RangeOp> ranges = rangesOf(other.getRanges(), AxisType::Reduce);
    if (ranges.empty() || ranges.back() == lanes || lanes == inner ||
        isWeakType(other.getType()))
      continue;
    RangeOp last = ranges.back();
    // Not where one of the reductions is inside of the other.
    if (shape.dependsOn(otherSource, lanes) || shape.dependsOn(source, last))
      continue;
    bool isEven = llvm::all_of(shape.getAccesses(), [&](auto &access) {
      return shape.isUnit(access, last);
    });
    if (last.isSymbolic() && lanes.isSymbolic() && isEven && canMask(last) &&
        split.insert(last).second)
      axes.splitSymbolic(last, amount, AxisType::Unroll);
    if (isEven && !last.isSymbolic() && last.getExtent() % amount == 0 &&
        !llvm::is_contained(other.getRanges(), inner.getResult()))
      axes.splitWith(last, inner);
  }
}

} // namespace mlir::tiny
