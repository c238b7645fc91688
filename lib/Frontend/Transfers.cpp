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
#include <chrono>

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

bool Transfers::find(ArrayRef<Value> values) {
  Arena &arena = cache.getArena();
  if (!arena.getPlacements().isUsed())
    return false;
  GraphWalk walk;
  for (Value value : values)
    walk.add(value.getDefiningOp(), isComputedFrom);
  SmallVector<bool, 0> depends(walk.getOps().size());
  for (auto [number, op] : llvm::enumerate(walk.getOps())) {
    for (OpOperand &operand : op->getOpOperands())
      if (isComputedFrom(operand) &&
          depends[walk.getNumber(operand.get().getDefiningOp())])
        depends[number] = true;
    auto copy = dyn_cast<CopyOp>(op);
    if (!copy || depends[number])
      continue;
    depends[number] = true;
    Value source = copy.getOperand();
    // A view of storage would stay one.
    Value base = getViewBase(source);
    if (!isRealized(source) && base != source && isStorageLoad(base))
      source = arena.create<ContiguousOp>(source);
    Transfer &transfer = transfers.emplace_back();
    transfer.copy = std::make_unique<NodeRef>(arena, copy.getResult());
    transfer.source = std::make_unique<NodeRef>(arena, source);
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

llvm::Error Transfers::prepare() {
  Arena &arena = cache.getArena();
  Placements &placements = arena.getPlacements();
  for (Transfer &transfer : transfers) {
    Value source = transfer.source->getValue();
    // Of a symbolic value the storage moves.
    if (auto part = source.getDefiningOp<ShrinkOp>())
      source = part.getSource();
    Storage from = arena.getStorage(
        source.getDefiningOp<LoadOp>().getBuffer().getDefiningOp());
    ArrayRef<int64_t> shape = getShape(source);
    Placement placement = placements.get(transfer.copy->getValue());
    llvm::Expected<std::shared_ptr<Buffer>> buffer =
        arena.allocate(shape, getElementType(source), placement);
    if (!buffer)
      return buffer.takeError();
    transfer.step.name =
        ("copy of " + placements.getNames(from.placement.devices) + " to " +
         placements.getNames(placement.devices))
            .str();
    Recording::Step &step = transfer.step;
    step.from = getLayout(shape, from.placement);
    step.to = getLayout(shape, placement);
    step.arguments = {from, {std::move(*buffer), true, placement}};
    step.outputs = {1};
  }
  return llvm::Error::success();
}

llvm::Error Transfers::move(std::vector<LaunchRecord> *trace) {
  if (Recording *recording = cache.getRecording();
      recording && recording->isDeferred())
    return llvm::Error::success();
  for (const Transfer &transfer : transfers) {
    const Recording::Step &step = transfer.step;
    Buffer &target = *step.arguments[1].buffer;
    if (step.arguments[0].buffer->isPending())
      return makePendingError();
    auto start = std::chrono::steady_clock::now();
    if (llvm::Error error = tiny::transfer(*step.arguments[0].buffer, step.from,
                                           target, step.to))
      return error;
    std::chrono::duration<double> time =
        std::chrono::steady_clock::now() - start;
    if (trace)
      trace->push_back({step.name, /*device=*/0, time.count(),
                        target.getSize() * target.getNumBlocks(), /*flops=*/0,
                        /*numArguments=*/2});
  }
  return llvm::Error::success();
}

void Transfers::finish() {
  for (Transfer &transfer : transfers) {
    Storage target = transfer.step.arguments[1];
    Recording *recording = cache.getRecording();
    if (recording)
      recording->add(std::move(transfer.step));
    if (!recording || !recording->isDeferred())
      ++cache.getStats().numKernels;
    transfer.step = {};
    cache.getArena().replaceByStorage(transfer.copy->getValue(),
                                      std::move(target));
  }
  transfers.clear();
}

} // namespace mlir::tiny
