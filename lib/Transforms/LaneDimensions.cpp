//===- LaneDimensions.cpp - Dimensions that are lanes, too ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "LaneDimensions.h"

#include "KernelRewriting.h"

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

void mergeLaneDimensions(Block &block) {
  size_t rank = 0;
  for (Operation &op : block)
    for (Type type : op.getResultTypes())
      rank = std::max(rank, getShape(type).size() *
                                static_cast<size_t>(isa<VectorType>(type)));
  for (size_t outer = rank < 2 ? 0 : rank - 1; outer-- > 0;) {
    DimensionPair pair(outer, rank - 1);
    if (pair.canMerge(block))
      pair.merge(block);
  }
}

} // namespace mlir::tiny
