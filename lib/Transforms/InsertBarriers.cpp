//===- InsertBarriers.cpp - Items wait for what they share ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "OpenRanges.h"
#include "tiny/Transforms/Passes.h"

#include "mlir/IR/Builders.h"

namespace mlir::tiny {
#define GEN_PASS_DEF_INSERTBARRIERSPASS
#include "tiny/Transforms/Passes.h.inc"

static bool isLocal(TypedValue<BufferType> buffer) {
  return buffer.getType().getAddressSpace() == AddressSpace::Local;
}

//===----------------------------------------------------------------------===//
// Read after write
//===----------------------------------------------------------------------===//

/// Puts a barrier between stores to local memory and the states after them. In
/// the order of the block each op knows from its operands whether it comes
/// after a store to local memory that no barrier has followed.
static void orderReadsAfterWrites(Block &block) {
  llvm::SmallPtrSet<Operation *, 16> pending;
  auto isPending = [&](Value value) {
    return pending.contains(value.getDefiningOp());
  };
  for (Operation &op : block) {
    if (isa<BarrierOp>(op))
      continue;
    auto after = dyn_cast<AfterOp>(op);
    if (after && isLocal(after.getBuffer()) &&
        llvm::any_of(after.getDependencies(), isPending)) {
      SmallVector<Value> tokens, others;
      for (Value dependency : after.getDependencies())
        (isa<TokenType>(dependency.getType()) ? tokens : others)
            .push_back(dependency);
      OpBuilder builder(after);
      others.insert(others.begin(),
                    BarrierOp::create(builder, after.getLoc(), tokens));
      after.getDependenciesMutable().assign(others);
    }
    auto store = dyn_cast<StoreOp>(op);
    if ((store && isLocal(store.getBuffer())) ||
        llvm::any_of(op.getOperands(), isPending))
      pending.insert(&op);
  }
}

//===----------------------------------------------------------------------===//
// Write after read
//===----------------------------------------------------------------------===//

namespace {
/// Which local memory the steps of a loop store to and load from.
struct SharedByLoop {
  llvm::SmallPtrSet<Operation *, 2> stored, loaded;

  bool isOverwritten() const {
    return llvm::any_of(
        stored, [&](Operation *buffer) { return loaded.contains(buffer); });
  }
};
} // namespace

/// Lets the items wait at the end of each step of the loops that need it, and
/// of those around them that the same `end` closes.
static void waitAtEnd(EndOp end, unsigned innermost) {
  OpBuilder builder(end);
  Location loc = end.getLoc();
  ValueRange ranges = end.getRanges();
  Value body = end.getBody();
  if (ValueRange inner = ranges.drop_front(innermost + 1); !inner.empty())
    body = EndOp::create(builder, loc, body, inner);
  if (!body.getDefiningOp<BarrierOp>())
    body = BarrierOp::create(builder, loc, body);
  SmallVector<Value> outer(ranges.take_front(innermost + 1));
  end.getBodyMutable().assign(body);
  end.getRangesMutable().assign(outer);
}

static void orderWritesAfterReads(Block &block) {
  OpenRanges open(block);
  llvm::DenseMap<Value, SharedByLoop> loops;
  SmallVector<EndOp> ends;
  auto note = [&](Value result, TypedValue<BufferType> buffer,
                  llvm::SmallPtrSet<Operation *, 2> SharedByLoop::*accessed) {
    if (!isLocal(buffer))
      return;
    Operation *storage = getStorageOf(buffer).getDefiningOp();
    for (Value range : open.getRanges(open.get(result)))
      (loops[range].*accessed).insert(storage);
  };
  for (Operation &op : block) {
    open.visit(&op);
    if (auto load = dyn_cast<LoadOp>(op))
      note(load.getResult(), load.getBuffer(), &SharedByLoop::loaded);
    else if (auto store = dyn_cast<StoreOp>(op))
      note(store.getToken(), store.getBuffer(), &SharedByLoop::stored);
    else if (auto end = dyn_cast<EndOp>(op))
      ends.push_back(end);
  }
  for (EndOp end : ends)
    for (unsigned place = end.getRanges().size(); place-- > 0;) {
      auto range = end.getRanges()[place].getDefiningOp<RangeOp>();
      auto shared = loops.find(range);
      if (range.isTrivial() || shared == loops.end() ||
          !shared->second.isOverwritten())
        continue;
      waitAtEnd(end, place);
      break;
    }
}

namespace {
struct InsertBarriersPass final
    : impl::InsertBarriersPassBase<InsertBarriersPass> {
  using Base::Base;

  void runOnOperation() override {
    Block &block = getOperation().getBody().front();
    if (llvm::none_of(block.getOps<BufferOp>(), [](BufferOp buffer) {
          return isLocal(buffer.getResult());
        }))
      return;
    if (disable != "read-after-write")
      orderReadsAfterWrites(block);
    if (disable != "write-after-read")
      orderWritesAfterReads(block);
  }
};
} // namespace
} // namespace mlir::tiny
