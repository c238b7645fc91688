//===- KernelHeuristics.cpp - Which opts suit a kernel --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// One range becomes the lanes of vectors, others are upcast so that what is
// loaded into registers is used several times:
//
// 1. The lanes are steps of the output range along which most accesses move by
//    one element or not at all; in a reduction whose loads move evenly along
//    the reduced range only (x times w transposed, the sum of a row) they are
//    steps of that range.
// 2. A sum of products, where some load does not depend on the lanes, keeps a
//    tile of several rows in registers: MR rows of NV vectors take
//    MR * NV + NV + 1 of them. Along a reduced range it is a tile of dot
//    products.
// 3. Where an output loop follows reductions, of the same row as a rule, all of
//    them take the same lanes.
// 4. If there is much to do, an output loop that is left runs on threads.
//
// The lanes are split last: the vector dimension of the highest id is the lane
// dimension. A range whose extent is symbolic is the second choice: its last
// vector is masked.
//
//===----------------------------------------------------------------------===//

#include "KernelHeuristics.h"
#include "KernelAxes.h"
#include "KernelShape.h"

#include <numeric>

namespace mlir::tiny {

namespace {

class Heuristics {
public:
  Heuristics(KernelOp kernel, const TargetDescription &target)
      : kernel(kernel), target(target), axes(kernel), shape(kernel) {}

  void run();

private:
  struct Lanes {
    RangeOp range;
    int64_t cost = 0;
  };

  bool isInner(const KernelShape::Access &access);
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

} // namespace

//===----------------------------------------------------------------------===//
// Amounts
//===----------------------------------------------------------------------===//

/// The largest divisor up to `limit` that is a multiple of `step`, or 1.
static int64_t largestDivisor(int64_t extent, int64_t limit, int64_t step = 1) {
  for (int64_t amount = limit / step * step; amount > 1; amount -= step)
    if (extent % amount == 0)
      return amount;
  return 1;
}

/// How many lanes: whole vectors if possible, else a short range as a whole.
static int64_t laneCount(int64_t extent, int64_t limit, int64_t vector) {
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

static SmallVector<RangeOp> rangesOf(ValueRange values, AxisType axis) {
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

/// What it costs to make steps of the range lanes: accesses that gather or
/// scatter, those inside the reduction above all, and too few lanes.
int64_t Heuristics::cost(RangeOp range, bool isReduced) {
  constexpr int64_t innerCost = 8, storeCost = 2, fewLanesCost = 4;
  constexpr int64_t maskCost = 3;
  constexpr int64_t fewLanes = 4;
  int64_t result = isReduced ? 1 : 0;
  for (const KernelShape::Access &access : shape.getAccesses()) {
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
// Tiles
//===----------------------------------------------------------------------===//

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
      int64_t shared = countShared(lanes, range);
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
    int64_t numVectors = llvm::divideCeil(amount, vector);
    for (int64_t height : {6, 4, 3, 2, 8}) {
      if (rows.getExtent() % height != 0 ||
          height * numVectors + numVectors + 1 > target.numVectorRegisters)
        continue;
      axes.split(rows, height, AxisType::Upcast);
      break;
    }
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
    SmallVector<RangeOp> ranges = rangesOf(end.getRanges(), AxisType::Weak);
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
  parallelize(work);
}

void optimizeKernel(KernelOp kernel, const TargetDescription &target) {
  Heuristics(kernel, target).run();
}

} // namespace mlir::tiny
