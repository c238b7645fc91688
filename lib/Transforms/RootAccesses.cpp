//===- RootAccesses.cpp - Where a kernel reads and writes -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "RootAccesses.h"

namespace mlir::tiny {

IndexExpr RootDescriber::getSymbol(bool isReduced, size_t position,
                                   int64_t extent) {
  auto [it, isNew] =
      symbols.try_emplace({2 * position + isReduced, extent}, symbols.size());
  return context.symbol(it->second, {0, extent - 1});
}

RootAccesses RootDescriber::describe(KernelRoot &root) {
  RootAccesses result;
  SmallVector<IndexExpr, 4> ranges;
  SmallVector<IndexExpr, 2> reduced;
  for (auto [i, range] : llvm::enumerate(root.ranges)) {
    ranges.push_back(getSymbol(false, i, range.getExtent()));
    importer.define(range, ranges.back());
  }
  for (ReduceOp reduce : root.reduces)
    for (Value value : reduce.getRanges())
      if (auto range = value.getDefiningOp<RangeOp>();
          range && !llvm::is_contained(result.reducedRanges, range)) {
        reduced.push_back(
            getSymbol(true, result.reducedRanges.size(), range.getExtent()));
        importer.define(range, reduced.back());
        result.reducedRanges.push_back(range);
      }
  auto import = [&](Value value) {
    return value ? importer.import(value) : IndexExpr();
  };
  result.store = import(root.store.getIndex());
  for (LoadOp load : root.loads) {
    RootAccess &access = result.loads.emplace_back();
    access.load = load;
    access.index = import(load.getIndex());
    access.mask = import(load.getMask());
    auto uses = [&](IndexExpr leaf) { return access.index.dependsOn(leaf); };
    access.usesAllRanges = llvm::all_of(ranges, uses);
    access.isReduced = llvm::any_of(reduced, uses);
    if (access.isReduced && !access.usesAllRanges)
      result.isStreaming = false;
  }
  return result;
}

} // namespace mlir::tiny
