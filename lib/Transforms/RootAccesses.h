//===- RootAccesses.h - Where a kernel reads and writes ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef TINY_LIB_TRANSFORMS_ROOTACCESSES_H
#define TINY_LIB_TRANSFORMS_ROOTACCESSES_H

#include "KernelRoots.h"
#include "tiny/Analysis/IndexImport.h"

namespace mlir::tiny {

/// The index and the mask of one load.
struct RootAccess {
  IndexExpr index;
  /// None if it is not masked.
  IndexExpr mask;
  /// Whether it moves with every range of the root, or with a reduced one.
  bool usesAllRanges = false;
  bool isReduced = false;
};

/// The accesses of a root, in terms of symbols for its ranges: the k-th range
/// of one root is that of another of the same extent, and so is the k-th
/// reduced one.
struct RootAccesses {
  /// In the order of the reductions.
  SmallVector<RangeOp, 2> reducedRanges;

  bool hasReducedExtents(const RootAccesses &other) const {
    return llvm::equal(reducedRanges, other.reducedRanges,
                       [](RangeOp lhs, RangeOp rhs) {
                         return lhs.getExtent() == rhs.getExtent();
                       });
  }

private:
  friend class RootDescriber;
  KernelRoot *root = nullptr;
  /// The symbols of the ranges.
  SmallVector<IndexExpr, 4> ranges;
  SmallVector<IndexExpr, 2> reduced;
  /// Null until asked for.
  IndexExpr store;
  SmallVector<RootAccess, 4> loads;
};

/// Describes roots, in one context, so that equal expressions are equal. What
/// nobody asks for is not read: most loads have a buffer that no other root
/// has.
class RootDescriber {
public:
  RootDescriber() : importer(context) {}
  RootAccesses describe(KernelRoot &root);
  IndexExpr getStore(RootAccesses &accesses);
  /// That of a load of the root, by its number.
  RootAccess &getLoad(RootAccesses &accesses, size_t number);
  /// Whether all that reductions read moves with every range: nothing that is
  /// read can be used for several results.
  bool isStreaming(RootAccesses &accesses);

private:
  IndexExpr getSymbol(bool isReduced, size_t position, int64_t extent);

  IndexContext context;
  IndexImporter importer;
  llvm::DenseMap<std::pair<size_t, int64_t>, int64_t> symbols;
};

} // namespace mlir::tiny

#endif // TINY_LIB_TRANSFORMS_ROOTACCESSES_H
