//===- LaneDimensions.cpp - Dimensions that are lanes, too ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "LaneDimensions.h"

#include "KernelRewriting.h"

#include "llvm/ADT/EquivalenceClasses.h"

namespace mlir::tiny {
namespace {

/// A dimension and the last one, which holds the lanes.
class DimensionPair {
public:
  DimensionPair(size_t outer, size_t lanes) : outer(outer), lanes(lanes) {}

  bool canMerge(Block &block);
  void merge(Block &block);

private:
  bool canMerge(Operation *op);
  bool isWhole(Type type);
  bool continues(ArrayRef<int64_t> shape, ArrayRef<int64_t> strides);
  void mergeShape(SmallVectorImpl<int64_t> &shape);

  size_t outer, lanes;
  int64_t outerSize = 0, laneCount = 0;
};

} // namespace

/// Whether a value has both dimensions, or none of them.
bool DimensionPair::isWhole(Type type) {
  auto vector = dyn_cast<VectorType>(type);
  if (!vector)
    return true;
  if (vector.getRank() != static_cast<int64_t>(lanes) + 1)
    return false;
  int64_t rows = vector.getDimSize(outer), columns = vector.getDimSize(lanes);
  if (rows == 1 || columns == 1)
    return rows == columns;
  if (outerSize == 0) {
    outerSize = rows;
    laneCount = columns;
  }
  return rows == outerSize && columns == laneCount;
}

bool DimensionPair::continues(ArrayRef<int64_t> shape,
                              ArrayRef<int64_t> strides) {
  return strides.empty() || shape[outer] == 1 ||
         strides[outer] == strides[lanes] * laneCount;
}

bool DimensionPair::canMerge(Operation *op) {
  if (!llvm::all_of(op->getOperandTypes(),
                    [&](Type type) { return isWhole(type); }) ||
      !llvm::all_of(op->getResultTypes(),
                    [&](Type type) { return isWhole(type); }))
    return false;
  if (auto load = dyn_cast<LoadOp>(op))
    return continues(load.getLanes(), load.getStrides());
  if (auto store = dyn_cast<StoreOp>(op))
    return continues(getShape(store.getValue()), store.getStrides());
  auto isOne = [&](int64_t axis, size_t dimension) {
    return axis == static_cast<int64_t>(dimension);
  };
  if (auto reduce = dyn_cast<ReduceOp>(op))
    return llvm::any_of(reduce.getAxes(), [&](int64_t axis) {
             return isOne(axis, outer);
           }) == llvm::any_of(reduce.getAxes(), [&](int64_t axis) {
             return isOne(axis, lanes);
           });
  if (auto iota = dyn_cast<IotaOp>(op))
    return !isOne(iota.getAxis(), outer) && !isOne(iota.getAxis(), lanes);
  if (isa<ShrinkOp, StackOp, PermuteOp, FlipOp, PadOp>(op))
    return false;
  if (auto reshape = dyn_cast<ReshapeOp>(op))
    return reshape.getShape().empty();
  return true;
}

bool DimensionPair::canMerge(Block &block) {
  for (Operation &op : block)
    if (!canMerge(&op))
      return false;
  return outerSize != 0;
}

void DimensionPair::mergeShape(SmallVectorImpl<int64_t> &shape) {
  if (shape.size() <= lanes || shape[outer] == 1)
    return;
  shape[outer] = 1;
  shape[lanes] = outerSize * laneCount;
}

void DimensionPair::merge(Block &block) {
  auto merged = [&](ArrayRef<int64_t> shape) {
    SmallVector<int64_t, 4> result(shape);
    mergeShape(result);
    return result;
  };
  auto mergedStrides = [&](ArrayRef<int64_t> strides) {
    SmallVector<int64_t, 4> result(strides);
    if (!result.empty())
      result[outer] = 0;
    return result;
  };
  for (Operation &op : block) {
    if (auto load = dyn_cast<LoadOp>(op)) {
      load.setLanes(merged(load.getLanes()));
      load.setStrides(mergedStrides(load.getStrides()));
    }
    if (auto store = dyn_cast<StoreOp>(op))
      store.setStrides(mergedStrides(store.getStrides()));
    if (auto expand = dyn_cast<ExpandOp>(op))
      expand.setShape(merged(expand.getShape()));
    if (auto iota = dyn_cast<IotaOp>(op))
      iota.setStoredType(getVectorType(merged(getShape(iota.getStoredType())),
                                       getElementType(iota.getStoredType())));
    for (Value result : op.getResults())
      if (isa<VectorType>(result.getType()))
        result.setType(
            getVectorType(merged(getShape(result)), getElementType(result)));
  }
}

/// How many dimensions the vectors of a kernel have.
static size_t getVectorRank(Block &block) {
  size_t rank = 0;
  for (Operation &op : block)
    for (Type type : op.getResultTypes())
      if (auto vector = dyn_cast<VectorType>(type))
        rank = std::max<size_t>(rank, vector.getRank());
  return rank;
}

//===----------------------------------------------------------------------===//
// Alignment
//===----------------------------------------------------------------------===//

static bool hasOneLane(Type type) {
  auto vector = dyn_cast<VectorType>(type);
  return vector && vector.getShape().back() == 1;
}

namespace {
/// Exchanges a dimension of vectors with the last one.
class DimensionSwap {
public:
  DimensionSwap(size_t dimension, size_t last)
      : dimension(dimension), last(last) {}

  static bool canSwap(Operation *op) {
    if (auto reshape = dyn_cast<ReshapeOp>(op))
      return reshape.getShape().empty();
    return !isa<ShrinkOp, StackOp, PermuteOp, FlipOp, PadOp>(op);
  }
  void swap(Operation *op);

private:
  SmallVector<int64_t, 4> swapped(ArrayRef<int64_t> list) {
    SmallVector<int64_t, 4> result(list);
    if (result.size() > last)
      std::swap(result[dimension], result[last]);
    return result;
  }
  int64_t swapped(int64_t axis) {
    if (axis == static_cast<int64_t>(dimension))
      return last;
    return axis == static_cast<int64_t>(last) ? dimension : axis;
  }

  size_t dimension, last;
};
} // namespace

void DimensionSwap::swap(Operation *op) {
  if (auto load = dyn_cast<LoadOp>(op)) {
    load.setLanes(swapped(load.getLanes()));
    load.setStrides(swapped(load.getStrides()));
  } else if (auto store = dyn_cast<StoreOp>(op)) {
    store.setStrides(swapped(store.getStrides()));
  } else if (auto expand = dyn_cast<ExpandOp>(op)) {
    expand.setShape(swapped(expand.getShape()));
  } else if (auto iota = dyn_cast<IotaOp>(op)) {
    iota.setAxis(swapped(iota.getAxis()));
    iota.setStoredType(getVectorType(swapped(getShape(iota.getStoredType())),
                                     getElementType(iota.getStoredType())));
  } else if (auto reduce = dyn_cast<ReduceOp>(op)) {
    SmallVector<int64_t, 4> axes;
    for (int64_t axis : reduce.getAxes())
      axes.push_back(swapped(axis));
    llvm::sort(axes);
    reduce.setAxes(axes);
  }
  for (Value result : op->getResults())
    if (isa<VectorType>(result.getType()))
      result.setType(
          getVectorType(swapped(getShape(result)), getElementType(result)));
}

void alignLaneDimensions(Block &block) {
  size_t rank = getVectorRank(block);
  if (rank < 2 || llvm::none_of(
                      block,
                      [](Operation &op) {
                        return llvm::any_of(op.getResultTypes(), hasOneLane);
                      }))
    return;
  llvm::EquivalenceClasses<Operation *> parts;
  for (Operation &op : block) {
    if (llvm::any_of(op.getResultTypes(), llvm::IsaPred<VectorType>))
      parts.insert(&op);
    for (Value operand : op.getOperands())
      if (isa<VectorType>(operand.getType()))
        parts.unionSets(&op, operand.getDefiningOp());
  }
  for (const auto &part : parts) {
    if (!part->isLeader())
      continue;
    auto members =
        llvm::make_range(parts.member_begin(*part), parts.member_end());
    size_t lanes = 0;
    bool canSwap = true;
    for (Operation *op : members) {
      canSwap &= DimensionSwap::canSwap(op);
      for (Type type : op->getResultTypes())
        if (isa<VectorType>(type))
          for (auto [dimension, size] : llvm::enumerate(getShape(type)))
            if (size > 1)
              lanes = std::max<size_t>(lanes, dimension);
    }
    if (!canSwap || lanes == rank - 1)
      continue;
    DimensionSwap swap(lanes, rank - 1);
    for (Operation *op : members)
      swap.swap(op);
  }
}

//===----------------------------------------------------------------------===//
// Merging
//===----------------------------------------------------------------------===//

void mergeLaneDimensions(Block &block) {
  size_t rank = getVectorRank(block);
  for (size_t outer = rank < 2 ? 0 : rank - 1; outer-- > 0;) {
    DimensionPair pair(outer, rank - 1);
    if (pair.canMerge(block))
      pair.merge(block);
  }
}

} // namespace mlir::tiny
