//===- ResolveHazards.cpp - Stores that would be seen too early -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A kernel computes one root: a store or a contiguous. A state of a buffer that
// is both read and stored to is *updated*. Two things can go wrong:
//
//   1. The root that updates a state reads it at other places than the one it
//      writes. Its value is made contiguous.
//   2. A root must run after one update and before another, which may close a
//      cycle. A root that depends on an update, or is one, reads every other
//      updated state from a copy. What is left reads such states without
//      waiting for any update, so no cycle is possible.
//
// A call of a kernel that the program has written updates what it stores to.
// What it reads itself `tiny-place-calls` has chosen so that no cycle is
// possible.
//
// Dependences on updates are bit sets, so the walk is linear in the graph for a
// fixed number of updates.
//
//===----------------------------------------------------------------------===//

#include "KernelRoots.h"
#include "tiny/Transforms/Passes.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::tiny {
#define GEN_PASS_DEF_RESOLVEHAZARDSPASS
#include "tiny/Transforms/Passes.h.inc"

namespace {

/// The updated states that a value reads before the next root, and whether each
/// is only read where the value itself lies.
using Reads = llvm::SmallMapVector<LoadOp, /*isInPlace=*/bool, 4>;

class Hazards {
public:
  explicit Hazards(Block &block);
  void resolve();

private:
  /// The number of the update of a state, or -1.
  int getUpdate(Value state) const {
    auto it = updates.find(state);
    return it == updates.end() ? -1 : static_cast<int>(it->second);
  }
  /// Whether the call stores to the state that is that operand.
  bool isStored(CallOp call, unsigned operand);
  void visit(Operation &op);
  Reads getReads(Operation &op) const;
  llvm::BitVector getDependences(Operation &op);

  Block &block;
  /// The numbers of updated states.
  llvm::DenseMap<Value, unsigned> updates;
  StoredArguments storedBy;
  llvm::DenseMap<Operation *, Reads> reads;
  llvm::DenseMap<Operation *, llvm::BitVector> dependences;
  llvm::SetVector<LoadOp> copied;
  llvm::SetVector<StoreOp> buffered;
};

} // namespace

Hazards::Hazards(Block &block) : block(block), storedBy(block.getParentOp()) {
  auto add = [&](Value state) {
    bool isRead = false, isStored = false;
    for (OpOperand &use : state.getUses()) {
      Operation *user = use.getOwner();
      auto call = dyn_cast<CallOp>(user);
      bool isWritten = call && this->isStored(call, use.getOperandNumber());
      isRead |= isa<LoadOp>(user) || (call && !isWritten);
      isStored |= isa<StoreOp>(user) || isWritten;
    }
    if (isRead && isStored)
      updates.try_emplace(state, updates.size());
  };
  for (BlockArgument buffer : block.getArguments())
    add(buffer);
  for (AfterOp after : block.getOps<AfterOp>())
    add(after);
}

bool Hazards::isStored(CallOp call, unsigned operand) {
  const llvm::SmallBitVector *stored = storedBy.find(call.getCalleeAttr());
  return !stored || stored->test(operand);
}

/// The reads of the operands, no longer in place if the op moves elements.
Reads Hazards::getReads(Operation &op) const {
  Reads result;
  if (auto load = dyn_cast<LoadOp>(op)) {
    if (getUpdate(load.getBuffer()) >= 0)
      result[load] = true;
    return result;
  }
  bool moves = isa<MovementOpInterface, ReduceOp, StackOp>(op);
  for (Value operand : op.getOperands()) {
    auto it = reads.find(operand.getDefiningOp());
    if (it == reads.end())
      continue;
    bool broadcasts = op.getNumResults() == 1 &&
                      isValueType(op.getResult(0).getType()) &&
                      getShape(operand) != getShape(op.getResult(0));
    for (auto [load, inPlace] : it->second) {
      auto [entry, isNew] = result.try_emplace(load, true);
      entry->second &= inPlace && !moves && !broadcasts;
    }
  }
  return result;
}

llvm::BitVector Hazards::getDependences(Operation &op) {
  llvm::BitVector result(updates.size());
  for (Value operand : op.getOperands())
    if (auto it = dependences.find(operand.getDefiningOp());
        it != dependences.end())
      result |= it->second;
  if (auto store = dyn_cast<StoreOp>(op))
    if (int update = getUpdate(store.getBuffer()); update >= 0)
      result.set(update);
  if (auto call = dyn_cast<CallOp>(op))
    for (auto [i, state] : llvm::enumerate(call.getBuffers()))
      if (int update = getUpdate(state); update >= 0 && isStored(call, i))
        result.set(update);
  return result;
}

void Hazards::visit(Operation &op) {
  Reads read = getReads(op);
  llvm::BitVector depends = getDependences(op);
  auto store = dyn_cast<StoreOp>(op);
  int update = store ? getUpdate(store.getBuffer()) : -1;
  if (store || isa<ContiguousOp>(op)) {
    bool waits = depends.any();
    for (auto [load, inPlace] : read) {
      if (getUpdate(load.getBuffer()) == update) {
        if (!inPlace)
          buffered.insert(store);
      } else if (waits) {
        copied.insert(load);
      }
    }
    read.clear(); // what follows reads the storage of this root
  }
  if (!read.empty())
    reads[&op] = std::move(read);
  if (depends.any())
    dependences[&op] = std::move(depends);
}

void Hazards::resolve() {
  if (updates.empty())
    return;
  for (Operation &op : block)
    visit(op);
  OpBuilder builder(block.getParentOp()->getContext());
  for (LoadOp load : copied) {
    builder.setInsertionPointAfter(load);
    auto copy = ContiguousOp::create(builder, load.getLoc(), load);
    load.getResult().replaceAllUsesExcept(copy, copy);
  }
  for (StoreOp store : buffered) {
    builder.setInsertionPoint(store);
    Value value =
        ContiguousOp::create(builder, store.getLoc(), store.getValue());
    store.getValueMutable().assign(value);
  }
}

namespace {
struct ResolveHazardsPass final
    : impl::ResolveHazardsPassBase<ResolveHazardsPass> {
  void runOnOperation() override {
    Hazards(getOperation().getBody().front()).resolve();
  }
};
} // namespace

} // namespace mlir::tiny
