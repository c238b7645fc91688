//===- LoopTree.h - Which op belongs to which loop --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// In a kernel an op lies inside a range when it depends on it and no `end` has
// closed the range on the way. Every live range is closed by one `end`, so the
// ranges that are open at an op are nested, and the loops form a tree.
//
//===----------------------------------------------------------------------===//

#ifndef TINY_LIB_TRANSFORMS_LOOPTREE_H
#define TINY_LIB_TRANSFORMS_LOOPTREE_H

#include "tiny/IR/Tiny.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Allocator.h"

namespace mlir::tiny {

/// Sets of small numbers, each stored once and known by an id, so that the
/// union of two sets that has been asked for before costs a lookup.
class NumberSets {
public:
  static constexpr unsigned empty = 0;

  NumberSets();
  /// The members in ascending order.
  ArrayRef<unsigned> get(unsigned set) const { return sets[set]; }
  unsigned add(unsigned set, unsigned number);
  unsigned remove(unsigned set, unsigned number);
  unsigned unite(unsigned lhs, unsigned rhs);
  unsigned size() const { return sets.size(); }

private:
  unsigned intern(ArrayRef<unsigned> members);

  llvm::BumpPtrAllocator allocator;
  SmallVector<ArrayRef<unsigned>> sets;
  llvm::DenseMap<ArrayRef<unsigned>, unsigned> ids;
  llvm::DenseMap<std::pair<unsigned, unsigned>, unsigned> unions;
};

/// The loops of a kernel without dead ops.
class LoopTree {
public:
  /// The number of the level that is in no loop.
  static constexpr unsigned root = 0;

  struct Loop {
    RangeOp range;
    EndOp end;
    unsigned parent = root;
    unsigned depth = 0;
    /// The loop directly inside that is closed by the same `end`, or `root`.
    unsigned sameEnd = root;
  };

  /// Reports ranges that are not closed exactly once.
  LogicalResult build(KernelOp kernel);

  /// Loops are numbered from 1.
  unsigned size() const { return loops.size(); }
  const Loop &operator[](unsigned loop) const { return loops[loop]; }
  unsigned getLoop(RangeOp range) const { return loopOf.lookup(range); }
  /// The innermost loop that the op is in. For a `range` that is its own loop,
  /// for an `end` the level outside of all its loops.
  unsigned getHome(Operation *op) { return homeOf(openAt.lookup(op)); }

private:
  LogicalResult numberRanges(Block &block);
  LogicalResult computeOpenRanges(Block &block);
  unsigned homeOf(unsigned set);

  NumberSets sets;
  SmallVector<Loop> loops;
  llvm::DenseMap<Operation *, unsigned> loopOf;
  llvm::DenseMap<Operation *, unsigned> openAt;
  SmallVector<unsigned> homes;
};

} // namespace mlir::tiny

#endif // TINY_LIB_TRANSFORMS_LOOPTREE_H
