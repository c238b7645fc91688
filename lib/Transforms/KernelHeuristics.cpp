//===- KernelHeuristics.cpp - Which opts suit a kernel --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "KernelHeuristics.h"
#include "Heuristics.h"

#include <numeric>

namespace mlir::tiny {

//===----------------------------------------------------------------------===//
// Amounts
//===----------------------------------------------------------------------===//

int64_t largestDivisor(int64_t extent, int64_t limit, int64_t step) {
  for (int64_t amount = limit / step * step; amount > 1; amount -= step)
    if (extent % amount == 0)
      return amount;
  return 1;
}

int64_t laneCount(int64_t extent, int64_t limit, int64_t vector) {
  constexpr int64_t maxRagged = 16;
  int64_t amount = largestDivisor(extent, limit, vector);
  if (amount > 1)
    return amount;
  return extent <= maxRagged ? extent : largestDivisor(extent, maxRagged);
}

static int64_t product(ArrayRef<RangeOp> ranges) {
  Int128 result = 1;
  for (RangeOp range : ranges)
    result = std::min<Int128>(result * range.getExtent(), int64_t(1) << 62);
  return static_cast<int64_t>(result);
}

SmallVector<RangeOp> rangesOf(ValueRange values, AxisType axis) {
  SmallVector<RangeOp> ranges;
  for (Value value : values)
    if (auto range = value.getDefiningOp<RangeOp>())
      if (range.getAxis() == axis && range.getExtent() > 1)
        ranges.push_back(range);
  return ranges;
}

//===----------------------------------------------------------------------===//
// Lanes
//===----------------------------------------------------------------------===//

bool Heuristics::isInner(const KernelShape::Access &access) {
  return llvm::any_of(
      reduced, [&](RangeOp range) { return shape.dependsOn(access, range); });
}

bool Heuristics::isMasked(const KernelShape::Access &access, RangeOp range) {
  auto load = dyn_cast<LoadOp>(access.op);
  return load && load.getMask() && isInner(access) &&
         shape.dependsOn(load.getMask(), range);
}

/// What it costs to make steps of the range lanes: accesses that gather or
/// scatter, those inside the reduction above all, and too few lanes.
int64_t Heuristics::cost(RangeOp range, bool isReduced) {
  constexpr int64_t storeCost = 2, fewLanesCost = 4, maskCost = 3;
  // What is outside of a long reduction hardly counts. A mask that differs
  // between lanes is computed for each of them, in every step: to load one by
  // one takes less.
  const int64_t innerCost = product(reduced) < 64 ? 8 : 32;
  const int64_t innerMaskCost = innerCost * 5 / 2;
  constexpr int64_t fewLanes = 4;
  int64_t result = isReduced ? 1 : 0;
  for (const KernelShape::Access &access : shape.getAccesses()) {
    if (isMasked(access, range)) {
      result += innerMaskCost;
      continue;
    }
    if (shape.isUnit(access, range))
      continue;
    if (access.isStore)
      result += storeCost;
    else
      result += isInner(access) ? innerCost : 1;
  }
  if (range.isSymbolic())
    result += maskCost;
  else if (laneCount(range.getExtent(), 16, 8) < fewLanes)
    result += fewLanesCost;
  return result;
}

/// Whether a vector along the range may be masked: what is accessed are
/// neighbours of at least 32 bits.
bool Heuristics::canMask(RangeOp range) {
  if (range.getExtent() < target.getLanes(32))
    return false;
  return llvm::all_of(shape.getAccesses(), [&](auto &access) {
    if (!shape.dependsOn(access, range))
      return true;
    Type type = access.isStore ? cast<StoreOp>(access.op).getBuffer().getType()
                               : cast<LoadOp>(access.op).getBuffer().getType();
    return getStorageBits(getElementType(type)) >= 32 &&
           shape.isUnit(access, range);
  });
}

std::optional<Heuristics::Lanes> Heuristics::bestLanes(ArrayRef<RangeOp> ranges,
                                                       bool isReduced) {
  std::optional<Lanes> best;
  // On a tie the innermost one.
  for (RangeOp range : llvm::reverse(ranges)) {
    if (range.isSymbolic() && !canMask(range))
      continue;
    bool moves = llvm::any_of(shape.getAccesses(), [&](auto &access) {
      return shape.getStride(access, range) == 1;
    });
    Lanes lanes = {range, cost(range, isReduced) + (moves ? 0 : 1)};
    if (!best || lanes.cost < best->cost)
      best = lanes;
  }
  return best;
}

void Heuristics::splitLanes(RangeOp range, int64_t amount, AxisType axis) {
  if (range.isSymbolic())
    axes.splitSymbolic(range, amount, axis);
  else if (amount > 1)
    axes.split(range, amount, axis);
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

bool Heuristics::vectorizeRow() {
  if (outputs.size() < 2 || !reduction || !axes.getOnlyEnd())
    return false;
  SmallVector<RangeOp> lasts = {outputs.back()};
  for (ReduceOp reduce : kernel.getBody().getOps<ReduceOp>()) {
    SmallVector<RangeOp> ranges =
        rangesOf(reduce.getRanges(), AxisType::Reduce);
    if (ranges.empty() || shape.dependsOn(reduce.getSource(), outputs.back()))
      return false;
    if (!llvm::is_contained(lasts, ranges.back()))
      lasts.push_back(ranges.back());
  }
  int64_t extent = 0, bits = 32;
  for (RangeOp range : lasts) {
    extent = std::gcd(extent, range.getExtent());
    for (const KernelShape::Access &access : shape.getAccesses()) {
      if (!shape.isUnit(access, range))
        return false;
      bits = std::max<int64_t>(
          bits, getStorageBits(getElementType(
                    (access.isStore ? cast<StoreOp>(access.op).getBuffer()
                                    : cast<LoadOp>(access.op).getBuffer())
                        .getType())));
    }
  }
  int64_t vector = target.getLanes(bits);
  auto isSymbolic = [](RangeOp range) { return range.isSymbolic(); };
  if (llvm::any_of(lasts, isSymbolic)) {
    if (!llvm::all_of(lasts, isSymbolic) ||
        !llvm::all_of(lasts, [&](RangeOp range) { return canMask(range); }))
      return false;
    axes.splitSymbolic(lasts[0], vector, AxisType::Upcast);
    for (RangeOp range : llvm::drop_begin(lasts))
      axes.splitSymbolic(range, vector, AxisType::Unroll);
    return true;
  }
  // Four sums hide the latency of one.
  int64_t amount = largestDivisor(extent, 4 * vector, vector);
  if (amount == 1)
    return false;
  RangeOp lanes = axes.split(lasts[0], amount, AxisType::Upcast);
  for (RangeOp range : llvm::drop_begin(lasts))
    axes.splitWith(range, lanes);
  return true;
}

//===----------------------------------------------------------------------===//
// Threads and the whole
//===----------------------------------------------------------------------===//

void Heuristics::parallelize(int64_t work) {
  EndOp end = axes.getOnlyEnd();
  if (!end || target.numThreads < 2 || work < target.minThreadWork)
    return;
  // The outermost loop that feeds all threads, else the longest.
  RangeOp best;
  for (RangeOp range : rangesOf(end.getRanges(), AxisType::Weak)) {
    if (best && best.getExtent() >= target.numThreads)
      break;
    if (range.isSymbolic())
      continue;
    if (!best || range.getExtent() > best.getExtent())
      best = range;
  }
  if (best)
    axes.makeThread(best, end);
}

/// Lanes along the range that suits best.
void Heuristics::vectorizeOne() {
  std::optional<Lanes> output = bestLanes(outputs, /*isReduced=*/false);
  std::optional<Lanes> inner = bestLanes(reduced, /*isReduced=*/true);
  if (output && (!inner || output->cost <= inner->cost))
    vectorizeOutput(output->range);
  else if (inner)
    vectorizeReduction(inner->range);
}

void Heuristics::run() {
  int64_t work = product(axes.getAxes());
  int64_t most = 0;
  for (EndOp end : kernel.getBody().getOps<EndOp>()) {
    SmallVector<RangeOp> ranges;
    for (Value closed : end.getRanges())
      if (auto range = closed.getDefiningOp<RangeOp>();
          KernelAxes::isOutputAxis(range) && range.getExtent() > 1)
        ranges.push_back(range);
    if (product(ranges) > most) {
      most = product(ranges);
      outputs = ranges;
    }
  }
  most = 1;
  for (ReduceOp reduce : kernel.getBody().getOps<ReduceOp>()) {
    // What has no width has no lanes.
    if (isWeakType(reduce.getType()))
      continue;
    SmallVector<RangeOp> ranges =
        rangesOf(reduce.getRanges(), AxisType::Reduce);
    if (product(ranges) > most) {
      most = product(ranges);
      reduced = ranges;
      reduction = reduce;
    }
  }
  if (!vectorizeRow())
    vectorizeOne();
  if (target.hasGrid)
    makeWorkgroups();
  else
    parallelize(work);
}

void optimizeKernel(KernelOp kernel, const TargetDescription &target,
                    KernelExprs &exprs) {
  Heuristics(kernel, target, exprs).run();
}

} // namespace mlir::tiny
