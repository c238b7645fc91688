//===- PinnedStates.cpp - States that are of a step of a loop -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "PinnedStates.h"

#include "KernelRewriting.h"
#include "OpenRanges.h"

namespace mlir::tiny {

static bool isTrivial(Value value) {
  auto range = value.getDefiningOp<RangeOp>();
  return range && range.isTrivial();
}

/// The loops around each range of extent one: those that the op which closes it
/// closes before it, and those that are open behind that op.
static llvm::DenseMap<Value, SmallVector<Value, 2>>
findOuterLoops(Block &block) {
  llvm::DenseMap<Value, SmallVector<Value, 2>> result;
  OpenRanges open(block);
  for (Operation &op : block) {
    open.visit(&op);
    SmallVector<Value, 4> outer;
    for (Value range : getEndedRanges(&op)) {
      if (!isTrivial(range)) {
        outer.push_back(range);
        continue;
      }
      SmallVector<Value, 2> &loops = result[range];
      loops.assign(outer.begin(), outer.end());
      for (Value around : open.getRanges(open.get(op.getResult(0))))
        if (!isTrivial(around))
          loops.push_back(around);
    }
  }
  return result;
}

void pinToOuterLoops(Block &block) {
  SmallVector<AfterOp> states;
  for (AfterOp after : block.getOps<AfterOp>())
    if (llvm::any_of(after.getDependencies(), isTrivial))
      states.push_back(after);
  if (states.empty())
    return;
  auto loops = findOuterLoops(block);
  for (AfterOp after : states) {
    llvm::SetVector<Value> dependencies;
    for (Value on : after.getDependencies()) {
      if (isTrivial(on))
        dependencies.insert_range(loops.lookup(on));
      else
        dependencies.insert(on);
    }
    if (dependencies.empty()) {
      after.getResult().replaceAllUsesWith(after.getBuffer());
      after.erase();
      continue;
    }
    after.getDependenciesMutable().assign(dependencies.getArrayRef());
  }
  sortByDominance(block);
}

} // namespace mlir::tiny
