//===- Transfers.cpp - Copies between devices -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// What is compiled runs on one list of devices. So a graph with copies is
// realized step by step: what the lowest copies need, these copies, and again,
// until none is left.
//
//===----------------------------------------------------------------------===//

#include "GraphWalk.h"
#include "tiny/Frontend/Realize.h"
#include "tiny/IR/Tiny.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::tiny {

SmallVector<SmallVector<Value>> groupByDevices(Arena &arena,
                                               ArrayRef<Value> values) {
  llvm::MapVector<uint32_t, SmallVector<Value>> groups;
  for (Value value : values)
    groups[arena.getPlacements().get(value).devices].push_back(value);
  SmallVector<SmallVector<Value>> result;
  for (auto &group : groups)
    result.push_back(std::move(group.second));
  return result;
}

/// Whether a value is a view of storage, which stays one.
static bool isView(Value value) {
  Operation *op = value.getDefiningOp();
  if (!isa<MovementOpInterface>(op))
    return false;
  while (isa<MovementOpInterface>(op))
    op = op->getOperand(0).getDefiningOp();
  return isa<LoadOp>(op);
}

bool Transfers::find(ArrayRef<Value> values) {
  Arena &arena = cache.getArena();
  if (!arena.getPlacements().isUsed())
    return false;
  GraphWalk walk;
  auto computes = [](OpOperand &operand) {
    return !isa<CustomGradientOp>(operand.getOwner()) ||
           operand.getOperandNumber() == 0;
  };
  for (Value value : values)
    walk.add(value.getDefiningOp(), computes);
  SmallVector<bool, 0> depends(walk.getOps().size());
  for (auto [number, op] : llvm::enumerate(walk.getOps())) {
    for (OpOperand &operand : op->getOpOperands())
      if (computes(operand) &&
          depends[walk.getNumber(operand.get().getDefiningOp())])
        depends[number] = true;
    auto copy = dyn_cast<CopyOp>(op);
    if (!copy || depends[number])
      continue;
    depends[number] = true;
    Value source = copy.getOperand();
    if (isWeakType(getElementType(source)))
      continue; // realizing it is an error that says so
    if (!isRealized(source) && isView(source))
      source = arena.create<ContiguousOp>(source);
    transfers.push_back({std::make_unique<NodeRef>(arena, copy.getResult()),
                         std::make_unique<NodeRef>(arena, source)});
  }
  return !transfers.empty();
}

SmallVector<Value, 8> Transfers::getSources() const {
  SmallVector<Value, 8> result;
  for (const Transfer &transfer : transfers)
    result.push_back(transfer.source->getValue());
  return result;
}

/// How the buffer of a value of that shape is to be read.
static BlockLayout getLayout(ArrayRef<int64_t> shape, Placement placement) {
  BlockLayout layout;
  if (placement.axis < 0)
    return layout;
  layout.isSharded = true;
  for (int64_t size : shape.take_front(placement.axis))
    layout.numPieces *= size;
  return layout;
}

llvm::Error Transfers::run(Value copy, Value source) {
  Arena &arena = cache.getArena();
  Placements &placements = arena.getPlacements();
  // Of a symbolic value the storage moves.
  if (auto part = source.getDefiningOp<ShrinkOp>())
    source = part.getSource();
  Storage from = arena.getStorage(
      source.getDefiningOp<LoadOp>().getBuffer().getDefiningOp());
  ArrayRef<int64_t> shape = getShape(source);
  Placement placement = placements.get(copy);
  llvm::Expected<std::shared_ptr<Buffer>> buffer =
      arena.allocate(shape, getElementType(source), placement);
  if (!buffer)
    return buffer.takeError();
  Storage to = {std::move(*buffer), true, placement};
  Recording::Step step;
  step.from = getLayout(shape, from.placement);
  step.to = getLayout(shape, placement);
  if (llvm::Error error =
          transfer(*from.buffer, step.from, *to.buffer, step.to))
    return error;
  if (Recording *recording = cache.getRecording()) {
    step.arguments = {from, to};
    step.outputs = {1};
    recording->add(std::move(step));
  }
  ++cache.getStats().numKernels;
  arena.replaceByStorage(copy, std::move(to));
  return llvm::Error::success();
}

llvm::Error Transfers::run() {
  for (const Transfer &transfer : transfers)
    if (llvm::Error error =
            run(transfer.copy->getValue(), transfer.source->getValue()))
      return error;
  transfers.clear();
  return llvm::Error::success();
}

} // namespace mlir::tiny
