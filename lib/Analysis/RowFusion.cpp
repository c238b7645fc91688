//===- RowFusion.cpp - What one row computes for itself -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "RowFusion.h"

#include "tiny/Analysis/OperandIndex.h"

namespace mlir::tiny {

/// With fewer rows there is too little for threads to share.
static constexpr int64_t minRows = 64;
/// A longer row does not stay in the cache until it is read again.
static constexpr int64_t maxRowSize = 32768;

//===----------------------------------------------------------------------===//
// Which axes are those of the result
//===----------------------------------------------------------------------===//

void RowFusion::read(Value value, Place place) {
  auto [it, isNew] = places.try_emplace(value, place);
  if (isNew)
    return;
  if (it->second.root != place.root)
    it->second = {};
  it->second.numAxes = std::min(it->second.numAxes, place.numAxes);
}

/// How many leading axes `source` has in common with the result of a movement.
static int64_t countSameAxes(Operation *movement, Value source) {
  Value result = movement->getResult(0);
  ArrayRef<int64_t> from = getShape(source), to = getShape(result);
  int64_t count = 0, limit = std::min(from.size(), to.size());
  auto isSame = [&](int64_t axis) {
    if (auto permute = dyn_cast<PermuteOp>(movement))
      return permute.getOrder()[axis] == axis;
    if (auto flip = dyn_cast<FlipOp>(movement))
      return !llvm::is_contained(flip.getAxes(), axis);
    if (isa<ExpandOp>(movement))
      return from.size() == to.size();
    return isa<ReshapeOp, PadOp, ShrinkOp>(movement) &&
           from[axis] == to[axis] &&
           (!ShapedType::isDynamic(from[axis]) ||
            getDim(source, axis) == getDim(result, axis));
  };
  while (count < limit && isSame(count))
    ++count;
  return count;
}

void RowFusion::visit(Operation &op) {
  if (auto store = dyn_cast<StoreOp>(op))
    return read(store.getValue(),
                {&op, static_cast<int64_t>(getShape(store.getValue()).size())});
  if (op.getNumResults() != 1 || !isData(op.getResult(0)))
    return;
  Value result = op.getResult(0);
  int64_t rank = getShape(result).size();
  if (isa<ContiguousOp>(op))
    return read(op.getOperand(0), {&op, rank});
  auto it = places.find(result);
  if (it == places.end())
    return; // dead
  Place place = it->second;
  for (Value operand : op.getOperands()) {
    if (!isData(operand))
      continue;
    int64_t limit = 0;
    if (isa<MovementOpInterface>(op))
      limit = countSameAxes(&op, operand);
    else if (auto reduce = dyn_cast<ReduceOp>(op))
      limit = reduce.getAxes().empty() ? rank
                                       : *llvm::min_element(reduce.getAxes());
    else if (!isa<StackOp>(op) &&
             static_cast<int64_t>(getShape(operand).size()) == rank)
      limit = rank;
    read(operand, {place.root, std::min(place.numAxes, limit)});
  }
}

RowFusion::RowFusion(Block &block) {
  places.reserve(block.getOperations().size());
  for (Operation &op : llvm::reverse(block))
    visit(op);
}

bool RowFusion::isPerRow(Value value) const {
  Place place = places.lookup(value);
  if (!place.root)
    return false;
  Value result = isa<StoreOp>(place.root) ? cast<StoreOp>(place.root).getValue()
                                          : place.root->getResult(0);
  ArrayRef<int64_t> shape = getShape(value), whole = getShape(result);
  // Outer axes as long as those of the result, inner ones of size one.
  int64_t numOuter = 0;
  while (numOuter < place.numAxes && shape[numOuter] == whole[numOuter])
    ++numOuter;
  auto isOne = [](int64_t size) { return size == 1; };
  return llvm::all_of(shape.drop_front(numOuter), isOne) &&
         *getNumElements(shape) >= minRows;
}

//===----------------------------------------------------------------------===//
// Which kernel computes what
//===----------------------------------------------------------------------===//

SmallVector<Value> RowFusion::findConflicts(Block &block,
                                            ArrayRef<Value> perRow,
                                            ArrayRef<Value> kept) {
  llvm::SmallDenseSet<Value> isKept(kept.begin(), kept.end());
  llvm::SmallDenseSet<Value> isFused(perRow.begin(), perRow.end());
  // The op whose value a kernel stores; null for several.
  llvm::DenseMap<Value, Operation *> kernels;
  kernels.reserve(block.getOperations().size());
  /// How many rows a kernel with such values has; 0 if they disagree.
  llvm::DenseMap<Operation *, int64_t> numRows;
  llvm::DenseSet<Operation *> refused;
  for (Operation &op : llvm::reverse(block)) {
    bool isValue = op.getNumResults() == 1 && isData(op.getResult(0));
    if (!isValue && !isa<StoreOp>(op))
      continue;
    bool isRoot =
        !isValue || isa<ContiguousOp>(op) || isKept.contains(op.getResult(0));
    Operation *kernel = isRoot ? &op : kernels.lookup(op.getResult(0));
    for (Value operand : op.getOperands())
      if (isData(operand)) {
        auto [it, isNew] = kernels.try_emplace(operand, kernel);
        if (it->second != kernel)
          it->second = nullptr;
      }
    if (!isValue)
      continue;
    auto reduce = dyn_cast<ReduceOp>(op);
    if (!reduce && !isFused.contains(op.getResult(0)))
      continue;
    int64_t size = *getNumElements(getShape(op.getResult(0)));
    auto [rows, isFirst] = numRows.try_emplace(kernel, size);
    // Other reductions, or too much for the cache.
    if (rows->second != size ||
        (reduce &&
         *getNumElements(getShape(reduce.getSource())) > size * maxRowSize))
      refused.insert(kernel);
  }
  SmallVector<Value> conflicts;
  for (Value value : perRow) {
    Operation *kernel = kernels.lookup(value);
    if (!kernel || refused.contains(kernel))
      conflicts.push_back(value);
  }
  return conflicts;
}

} // namespace mlir::tiny
