//===- Placement.cpp - On which devices values are ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "tiny/Frontend/Placement.h"

#include "tiny/IR/Tiny.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace mlir::tiny {

Placements::Placements() { addDevices("CPU"); }

uint32_t Placements::addDevices(StringRef names) {
  auto [it, isNew] = numbers.try_emplace(names, lists.size());
  if (isNew)
    lists.push_back({names.str(), int64_t(names.count(',') + 1)});
  return it->second;
}

/// Whether something below is stored, and so has a place.
static bool isPlaced(Operation *root) {
  llvm::SmallPtrSet<Operation *, 16> seen = {root};
  SmallVector<Operation *, 16> stack = {root};
  while (!stack.empty()) {
    Operation *op = stack.pop_back_val();
    if (auto buffer = dyn_cast<BufferOp>(op); buffer && buffer.getSlot() >= 0)
      return true;
    if (isa<CopyOp>(op))
      return true;
    for (Value operand : llvm::reverse(op->getOperands()))
      if (seen.insert(operand.getDefiningOp()).second)
        stack.push_back(operand.getDefiningOp());
  }
  return false;
}

std::optional<uint32_t> Placements::getDevices(Operation *op) const {
  if (auto it = table.find(op); it != table.end())
    return it->second.devices;
  return isPlaced(op) ? std::optional<uint32_t>(0) : std::nullopt;
}

std::string Placements::describe(Placement placement) const {
  std::string text = "\"" + getNames(placement.devices).str() + "\"";
  if (placement.axis >= 0)
    text += " sharded on axis " + std::to_string(placement.axis);
  return text;
}

SmallVector<int64_t, 4> Placements::getLocalShape(ArrayRef<int64_t> shape,
                                                  Placement placement) const {
  SmallVector<int64_t, 4> local(shape);
  if (placement.axis >= 0)
    local[placement.axis] /= getCount(placement);
  return local;
}

void Placements::set(Operation *op, Placement placement) {
  if (placement != Placement())
    table[op] = placement;
}

LogicalResult Placements::infer(Operation *op) {
  if (auto copy = dyn_cast<CopyOp>(op)) {
    set(op, {addDevices(copy.getDevices()), int32_t(copy.getAxis())});
    return success();
  }
  // A rule computes nothing; its inputs may be anywhere.
  if (isa<GradientRuleOp>(op) ||
      llvm::none_of(op->getOperands(), [&](Value operand) {
        return table.contains(operand.getDefiningOp());
      }))
    return success();
  return inferComputed(op);
}

LogicalResult Placements::inferComputed(Operation *op) {
  OperandRange operands = op->getOperands();
  if (isa<CustomGradientOp>(op))
    operands = operands.take_front(1);
  std::optional<uint32_t> devices;
  int64_t axis = -1;
  for (OpOperand &operand : op->getOpOperands().take_front(operands.size())) {
    std::optional<uint32_t> own = getDevices(operand.get().getDefiningOp());
    if (!own)
      continue;
    if (devices && *devices != *own)
      return op->emitOpError("has operands on different devices, \"")
             << getNames(*devices) << "\" and \"" << getNames(*own)
             << "\"; move one of them with Tensor.to or Tensor.shard";
    devices = own;
    Placement placement = get(operand.get());
    if (placement.axis < 0)
      continue;
    FailureOr<int64_t> moved =
        inferShardedAxis(operand, placement.axis, getCount(placement));
    if (failed(moved))
      return failure();
    // Where operands differ, the last one decides.
    axis = *moved;
  }
  // A constant is stored everywhere alike.
  if (auto store = dyn_cast<StoreOp>(op);
      store && getDevices(store.getValue().getDefiningOp())) {
    Placement from = get(store.getValue()), to = get(store.getBuffer());
    if (from != to)
      return op->emitOpError("assigns a value on ")
             << describe(from) << " to a tensor on " << describe(to)
             << "; use Tensor.shard_like";
  }
  if (devices)
    set(op, {*devices, int32_t(axis)});
  return success();
}

//===----------------------------------------------------------------------===//
// Sharded axes
//===----------------------------------------------------------------------===//

static LogicalResult report(Operation *op, const Twine &what, int64_t axis,
                            int64_t count) {
  return op->emitOpError(what)
         << ": axis " << axis << " of " << op->getOperand(0).getType()
         << " is sharded over " << count << " devices";
}

/// An axis of the new shape must begin where the sharded one does, and hold
/// whole shards.
static FailureOr<int64_t> inferReshape(ReshapeOp op, int64_t axis,
                                       int64_t count) {
  ArrayRef<int64_t> before = getShape(op.getSource());
  ArrayRef<int64_t> shape = getShape(op.getResult());
  int64_t lead = 1, prefix = 1, moved = -1;
  for (int64_t size : before.take_front(axis))
    lead *= size;
  for (auto [position, size] : llvm::enumerate(shape)) {
    if (prefix == lead)
      moved = position;
    prefix *= size;
  }
  if (moved < 0 || shape[moved] % count != 0)
    return report(op, "reshape moved items between shards", axis, count);
  return moved;
}

FailureOr<int64_t> inferShardedAxis(OpOperand &operand, int64_t axis,
                                    int64_t count) {
  Operation *op = operand.getOwner();
  if (auto reshape = dyn_cast<ReshapeOp>(op))
    return inferReshape(reshape, axis, count);
  if (auto permute = dyn_cast<PermuteOp>(op))
    return llvm::find(permute.getOrder(), axis) - permute.getOrder().begin();
  if (auto flip = dyn_cast<FlipOp>(op)) {
    if (llvm::is_contained(flip.getAxes(), axis))
      return report(op, "flipping not supported on a sharded axis", axis,
                    count);
    return axis;
  }
  if (auto reduce = dyn_cast<ReduceOp>(op))
    return llvm::is_contained(reduce.getAxes(), axis) ? -1 : axis;
  if (auto pad = dyn_cast<PadOp>(op)) {
    if (pad.getLow()[axis] != 0 ||
        pad.getSizes()[axis] != getShape(pad.getSource())[axis])
      return report(op, "padding not supported on a sharded axis", axis, count);
    return axis;
  }
  if (auto shrink = dyn_cast<ShrinkOp>(op)) {
    int64_t whole = getShape(shrink.getSource())[axis];
    int64_t offset = shrink.getOffsets()[axis], size = shrink.getSizes()[axis];
    if (offset == 0 && size == whole)
      return axis;
    // One block, which all devices get.
    if (size * count != whole || ShapedType::isDynamic(offset) ||
        offset % std::max<int64_t>(size, 1) != 0)
      return report(op,
                    "shrinking not supported on a sharded axis, except to one "
                    "shard",
                    axis, count);
    return -1;
  }
  if (isa<AfterOp, StoreOp, LoadOp>(op))
    return axis;
  int64_t rank = getShape(op->getResult(0)).size();
  // Elementwise ops and expand align the axes at the end.
  return axis + rank - static_cast<int64_t>(getShape(operand.get()).size());
}

} // namespace mlir::tiny
