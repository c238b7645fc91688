//===- OpenRanges.h - The loops that a value lies in ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef TINY_LIB_TRANSFORMS_OPENRANGES_H
#define TINY_LIB_TRANSFORMS_OPENRANGES_H

#include "NumberSets.h"
#include "tiny/IR/Tiny.h"

namespace mlir::tiny {

/// Which ranges each value of a kernel depends on and no `end` or `reduce` has
/// closed. A kernel has few different sets of them.
class OpenRanges {
public:
  /// A handle on a set; 0 is the empty set.
  using Set = unsigned;
  static constexpr Set none = NumberSets::empty;

  OpenRanges() = default;
  /// With room for the ops of a block.
  explicit OpenRanges(Block &block) {
    infos.reserve(block.getOperations().size());
  }

  /// Works out the results of the op from its operands. To be called in the
  /// order of the block.
  void visit(Operation *op);

  Set get(Value value) const { return infos.lookup(value).open; }
  /// The largest number of ops that close ranges on a path to the value. Two
  /// such ops of one level do not depend on each other.
  unsigned getLevel(Value value) const { return infos.lookup(value).level; }

  Set unite(Set lhs, Set rhs) { return sets.unite(lhs, rhs); }
  Set subtract(Set lhs, Set rhs) { return sets.subtract(lhs, rhs); }
  bool intersect(Set lhs, Set rhs) { return subtract(lhs, rhs) != lhs; }
  /// Whether the result of a range is in a set.
  bool contains(Set set, Value range) const;
  /// The set of some results of ranges.
  Set makeSet(ValueRange ranges);
  /// The ranges of a set in ascending order of their ids.
  SmallVector<Value, 4> getRanges(Set set) const;

private:
  struct Info {
    Set open = none;
    unsigned level = 0;
  };

  Set makeSingle(Value range);

  llvm::DenseMap<Value, Info> infos;
  llvm::SmallDenseMap<Value, Set, 8> singles;
  SmallVector<Value> ranges;
  NumberSets sets;
};

/// The ranges that an op closes; none for most ops. These two are all that do:
/// to search each op for the interface takes longer than what is done with it.
inline ValueRange getEndedRanges(Operation *op) {
  if (auto end = dyn_cast<EndOp>(op))
    return end.getRanges();
  if (auto reduce = dyn_cast<ReduceOp>(op))
    return reduce.getRanges();
  return {};
}

} // namespace mlir::tiny

#endif // TINY_LIB_TRANSFORMS_OPENRANGES_H
