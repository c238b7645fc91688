//===- Fuse.cpp - What is materialized becomes visible --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The decisions are those of `FusionPlan`; this pass writes them into the IR.
//
//===----------------------------------------------------------------------===//

#include "KernelRoots.h"
#include "tiny/Analysis/FusionPlan.h"
#include "tiny/Transforms/Passes.h"

namespace mlir::tiny {
#define GEN_PASS_DEF_FUSEPASS
#include "tiny/Transforms/Passes.h.inc"

/// Whether a kernel of the program works on what the store leaves.
static bool isForCall(StoreOp store) {
  for (Operation *state : store.getToken().getUsers())
    if (isa<AfterOp>(state) &&
        llvm::any_of(state->getUsers(), llvm::IsaPred<CallOp>))
      return true;
  return false;
}

/// A store that puts the value into an argument of the function, where it
/// stays, or null.
static StoreOp findStore(Value value) {
  for (Operation *user : value.getUsers())
    if (auto store = dyn_cast<StoreOp>(user);
        store && isa<BlockArgument>(store.getBuffer()) && !isForCall(store))
      return store;
  return {};
}

/// What a store has put into its buffer, in the place of `value`.
static Value readBack(StoreOp store, Value value) {
  OpBuilder builder(store.getContext());
  builder.setInsertionPointAfter(store);
  Value state = AfterOp::create(builder, store.getLoc(), store.getBuffer(),
                                store.getToken());
  return loadLike(builder, state, value);
}

/// Lets all readers of `value` read it from storage: from a contiguous or the
/// buffer that it is stored to anyway, else from a buffer of its own.
static void materialize(Value value) {
  OpBuilder builder(value.getContext());
  for (Operation *user : value.getUsers())
    if (auto contiguous = dyn_cast<ContiguousOp>(user)) {
      contiguous->moveAfter(value.getDefiningOp());
      value.replaceAllUsesExcept(contiguous, contiguous);
      return;
    }
  if (StoreOp store = findStore(value)) {
    // It may stand behind other readers.
    store->moveAfter(value.getDefiningOp());
    Value load = readBack(store, value);
    value.replaceAllUsesExcept(load, store);
    return;
  }
  builder.setInsertionPointAfter(value.getDefiningOp());
  auto contiguous = ContiguousOp::create(builder, value.getLoc(), value);
  contiguous->setAttr(keptAttrName, builder.getUnitAttr());
  value.replaceAllUsesExcept(contiguous, contiguous);
}

/// A contiguous that is stored to an argument has its storage there. What an
/// argument held before that is loaded as well must not be lost too early: then
/// the contiguous stays. So it does if other instances read it: a later call
/// may store to an argument while they do.
static void storeDirectly(ContiguousOp contiguous) {
  StoreOp store = findStore(contiguous);
  if (!store ||
      llvm::any_of(store.getBuffer().getUsers(), llvm::IsaPred<LoadOp>) ||
      llvm::any_of(contiguous->getUsers(), llvm::IsaPred<MSelectOp>))
    return;
  OpBuilder builder(contiguous);
  store->moveAfter(contiguous);
  store.getValueMutable().assign(contiguous.getOperand());
  if (StringRef opts = contiguous.getOpts(); !opts.empty())
    store->setAttr(ContiguousOp::optsAttrName, builder.getStringAttr(opts));
  if (!contiguous->use_empty())
    contiguous.replaceAllUsesWith(readBack(store, contiguous));
  contiguous.erase();
}

/// Where a value that is kept is best stored: behind what only puts its
/// elements into another order or shape, as its readers want it.
static Value findPlace(Value value) {
  while (value.hasOneUse()) {
    Operation *user = *value.getUsers().begin();
    if (!isa<PermuteOp, ReshapeOp, FlipOp>(user))
      break;
    value = user->getResult(0);
  }
  return value;
}

namespace {
struct FusePass final : impl::FusePassBase<FusePass> {
  void runOnOperation() override {
    FusionPlan plan(getOperation());
    for (Value kept : plan.getKept()) {
      Value value = findPlace(kept);
      // An explicit contiguous does the same.
      if (value.hasOneUse() &&
          isa<ContiguousOp, StoreOp>(*value.getUsers().begin()))
        continue;
      materialize(value);
      ++numKept;
    }
    Block &block = getOperation().getBody().front();
    for (ContiguousOp contiguous :
         llvm::make_early_inc_range(block.getOps<ContiguousOp>()))
      storeDirectly(contiguous);
  }
};
} // namespace

} // namespace mlir::tiny
