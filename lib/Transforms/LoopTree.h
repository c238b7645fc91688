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

#include "NumberSets.h"
#include "tiny/IR/Tiny.h"

namespace mlir::tiny {

/// The loops of a kernel without dead ops. Ops are known by their numbers, in
/// the order of the block.
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
  /// The innermost loop that op `number` is in. For a `range` that is its own
  /// loop, for an `end` the level outside of all its loops.
  unsigned getHome(unsigned number) { return homeOf(ops[number].open); }

  unsigned getNumOps() const { return ops.size(); }
  Operation *getOp(unsigned number) const { return ops[number].op; }
  /// The ops that the operands of op `number` are results of.
  ArrayRef<unsigned> getDefinitions(unsigned number) const {
    unsigned first = number == 0 ? 0 : ops[number - 1].endOfDefinitions;
    return ArrayRef(definitions)
        .slice(first, ops[number].endOfDefinitions - first);
  }

private:
  struct Op {
    Operation *op;
    /// The set of open ranges.
    unsigned open;
    /// Where those of the op end in `definitions`.
    unsigned endOfDefinitions;
  };

  void numberOps(Block &block);
  LogicalResult numberRanges();
  LogicalResult computeOpenRanges();
  unsigned homeOf(unsigned set);

  NumberSets sets;
  SmallVector<Loop> loops;
  llvm::DenseMap<Operation *, unsigned> loopOf;
  SmallVector<Op, 0> ops;
  SmallVector<unsigned, 0> definitions;
  SmallVector<unsigned> homes;
};

} // namespace mlir::tiny

#endif // TINY_LIB_TRANSFORMS_LOOPTREE_H
