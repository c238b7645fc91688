//===- WorkgroupHeuristics.cpp - Items for a grid -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Heuristics.h"
#include "tiny/Transforms/KernelOpts.h"

#include "llvm/Support/FormatVariadic.h"

namespace mlir::tiny {

/// Where there are few outputs, the items of a workgroup share the reduction of
/// each. Neighbours take neighbouring steps.
bool Heuristics::shareReduction(int64_t numItems) {
  constexpr int64_t manyOutputs = 2048, fewSteps = 4;
  int64_t numOutputs = 1;
  for (RangeOp range : outputs)
    numOutputs = std::min(numOutputs * range.getExtent(), manyOutputs);
  if (!reduction || numOutputs >= manyOutputs)
    return false;
  SmallVector<RangeOp> loops = axes.getReduceAxes();
  for (size_t number = loops.size(); number-- > 0;) {
    int64_t amount = largestDivisor(loops[number].getExtent(), numItems);
    // Each reduction over the range would have items of its own.
    bool isShared = llvm::count_if(loops[number].getResult().getUsers(),
                                   llvm::IsaPred<ReduceOp>) > 1;
    // The opt knows what a group must not be.
    if (!loops[number].isSymbolic() && !isShared && amount >= fewSteps &&
        applyOpt(kernel, llvm::formatv("group:{0}:{1}", number, amount).str(),
                 target)
            .empty())
      return true;
  }
  return false;
}

/// Makes workgroups of neighbouring outputs, from the last loop outwards.
void Heuristics::makeWorkgroups() {
  constexpr int64_t numItems = 128;
  if (!axes.getOnlyEnd() || kernel->hasAttr(noLocalsAttrName) ||
      shareReduction(numItems))
    return;
  int64_t left = numItems;
  for (RangeOp range : llvm::reverse(outputs)) {
    if (range.getAxis() != AxisType::Global || range.isSymbolic())
      continue;
    int64_t amount = largestDivisor(range.getExtent(), left);
    if (amount == 1)
      continue;
    axes.split(range, amount, AxisType::Local);
    left /= amount;
  }
}

} // namespace mlir::tiny
