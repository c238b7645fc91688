//===- Fuse.cpp - What is materialized becomes visible --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The decisions are those of `FusionPlan`; this pass writes them into the IR.
//
//===----------------------------------------------------------------------===//

#include "tiny/Analysis/FusionPlan.h"
#include "tiny/Transforms/Passes.h"

namespace mlir::tiny {
#define GEN_PASS_DEF_FUSEPASS
#include "tiny/Transforms/Passes.h.inc"

/// A store that puts the value into an argument of the function, or null.
static StoreOp findStore(Value value) {
  for (Operation *user : value.getUsers())
    if (auto store = dyn_cast<StoreOp>(user);
        store && isa<BlockArgument>(store.getBuffer()))
      return store;
  return {};
}

/// Lets all readers of `value` read it from storage: from the buffer that it is
/// stored to anyway, else from one of its own.
static void materialize(Value value) {
  OpBuilder builder(value.getContext());
  if (StoreOp store = findStore(value)) {
    // It may stand behind other readers.
    store->moveAfter(value.getDefiningOp());
    builder.setInsertionPointAfter(store);
    Value state = AfterOp::create(builder, store.getLoc(), store.getBuffer(),
                                  store.getToken());
    Value load =
        LoadOp::create(builder, store.getLoc(), state, Value(), Value(),
                       ArrayRef<int64_t>(), ArrayRef<int64_t>());
    value.replaceAllUsesExcept(load, store);
    return;
  }
  builder.setInsertionPointAfter(value.getDefiningOp());
  auto contiguous = ContiguousOp::create(builder, value.getLoc(), value);
  value.replaceAllUsesExcept(contiguous, contiguous);
}

namespace {
struct FusePass final : impl::FusePassBase<FusePass> {
  void runOnOperation() override {
    FusionPlan plan(getOperation());
    for (Value value : plan.getKept()) {
      // An explicit contiguous does the same.
      if (value.hasOneUse() &&
          isa<ContiguousOp, StoreOp>(*value.getUsers().begin()))
        continue;
      materialize(value);
      ++numKept;
    }
  }
};
} // namespace

} // namespace mlir::tiny
