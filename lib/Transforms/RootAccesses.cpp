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
  result.root = &root;
  result.loads.resize(root.loads.size());
  for (auto [i, range] : llvm::enumerate(root.ranges)) {
    result.ranges.push_back(getSymbol(false, i, range.getExtent()));
    importer.define(range, result.ranges.back());
  }
  for (ReduceOp reduce : root.reduces)
    for (Value value : reduce.getRanges())
      if (auto range = value.getDefiningOp<RangeOp>();
          range && !llvm::is_contained(result.reducedRanges, range)) {
        result.reduced.push_back(
            getSymbol(true, result.reducedRanges.size(), range.getExtent()));
        importer.define(range, result.reduced.back());
        result.reducedRanges.push_back(range);
      }
  return result;
}

IndexExpr RootDescriber::getStore(RootAccesses &accesses) {
  if (Value index = accesses.root->store.getIndex(); index && !accesses.store)
    accesses.store = importer.import(index);
  return accesses.store;
}

RootAccess &RootDescriber::getLoad(RootAccesses &accesses, size_t number) {
  RootAccess &access = accesses.loads[number];
  if (access.index)
    return access;
  LoadOp load = accesses.root->loads[number];
  access.index = importer.import(load.getIndex());
  if (Value mask = load.getMask())
    access.mask = importer.import(mask);
  auto isUsed = [&](IndexExpr leaf) { return access.index.dependsOn(leaf); };
  access.usesAllRanges = llvm::all_of(accesses.ranges, isUsed);
  access.isReduced = llvm::any_of(accesses.reduced, isUsed);
  return access;
}

bool RootDescriber::isStreaming(RootAccesses &accesses) {
  for (size_t i = 0; i != accesses.loads.size(); ++i) {
    RootAccess &access = getLoad(accesses, i);
    if (access.isReduced && !access.usesAllRanges)
      return false;
  }
  return true;
}

} // namespace mlir::tiny
