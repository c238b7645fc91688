//===- LoopTree.cpp - Which op belongs to which loop ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "LoopTree.h"

namespace mlir::tiny {

//===----------------------------------------------------------------------===//
// Sets of numbers
//===----------------------------------------------------------------------===//

NumberSets::NumberSets() { intern({}); }

unsigned NumberSets::intern(ArrayRef<unsigned> members) {
  auto it = ids.find(members);
  if (it != ids.end())
    return it->second;
  ArrayRef<unsigned> copy = members.copy(allocator);
  ids[copy] = sets.size();
  sets.push_back(copy);
  return sets.size() - 1;
}

unsigned NumberSets::add(unsigned set, unsigned number) {
  return unite(set, intern(number));
}

unsigned NumberSets::remove(unsigned set, unsigned number) {
  SmallVector<unsigned> members(get(set));
  llvm::erase(members, number);
  return intern(members);
}

unsigned NumberSets::unite(unsigned lhs, unsigned rhs) {
  if (lhs > rhs)
    std::swap(lhs, rhs);
  if (lhs == rhs || lhs == empty)
    return rhs;
  auto it = unions.find({lhs, rhs});
  if (it != unions.end())
    return it->second;
  SmallVector<unsigned> members;
  std::set_union(get(lhs).begin(), get(lhs).end(), get(rhs).begin(),
                 get(rhs).end(), std::back_inserter(members));
  unsigned result = intern(members);
  unions[{lhs, rhs}] = result;
  return result;
}

//===----------------------------------------------------------------------===//
// The tree
//===----------------------------------------------------------------------===//

/// Gives every range a loop and every loop its one `end`.
LogicalResult LoopTree::numberRanges(Block &block) {
  loops.assign(1, Loop());
  for (auto range : block.getOps<RangeOp>()) {
    loopOf[range] = loops.size();
    loops.push_back({range, {}});
  }
  for (auto end : block.getOps<EndOp>())
    for (Value value : end.getRanges()) {
      auto range = value.getDefiningOp<RangeOp>();
      if (!range)
        return end.emitOpError("closes what is not a range");
      Loop &loop = loops[loopOf[range]];
      if (loop.end) {
        InFlightDiagnostic diag = end.emitOpError("closes range ")
                                  << range.getId() << " again";
        diag.attachNote(loop.end.getLoc()) << "closed here first";
        return diag;
      }
      loop.end = end;
    }
  for (Loop &loop : llvm::drop_begin(loops))
    if (!loop.end)
      return loop.range.emitOpError("is closed by no end");
  return success();
}

LogicalResult LoopTree::computeOpenRanges(Block &block) {
  for (Operation &op : block) {
    unsigned open = NumberSets::empty;
    for (Value operand : op.getOperands())
      if (Operation *def = operand.getDefiningOp())
        open = sets.unite(open, openAt.lookup(def));
    if (auto reduce = dyn_cast<ReduceOp>(op);
        reduce && !reduce.getRanges().empty())
      return reduce.emitOpError("still reduces over ranges");
    if (auto range = dyn_cast<RangeOp>(op))
      open = sets.add(open, loopOf[range]);
    if (auto end = dyn_cast<EndOp>(op))
      for (Value range : end.getRanges())
        open = sets.remove(open, loopOf[range.getDefiningOp()]);
    openAt[&op] = open;
  }
  ArrayRef<unsigned> left = sets.get(openAt[block.getTerminator()]);
  if (left.empty())
    return success();
  RangeOp range = loops[left.front()].range;
  InFlightDiagnostic diag =
      block.getTerminator()->emitOpError("depends on a value inside of range ");
  diag << range.getId() << " that no end closes";
  diag.attachNote(range.getLoc()) << "the range is here";
  return diag;
}

/// The innermost loop of a set of open ranges. They are nested: of two ranges
/// that are open at one op, one is still open when the other is closed.
unsigned LoopTree::homeOf(unsigned set) {
  if (set >= homes.size())
    homes.resize(sets.size(), ~0u);
  if (homes[set] == ~0u) {
    unsigned home = root;
    for (unsigned loop : sets.get(set))
      if (loops[loop].depth > loops[home].depth)
        home = loop;
    homes[set] = home;
  }
  return homes[set];
}

LogicalResult LoopTree::build(KernelOp kernel) {
  Block &block = kernel.getBody().front();
  if (failed(numberRanges(block)) || failed(computeOpenRanges(block)))
    return failure();
  // What is open at an `end` is closed by a later one: outer loops come first.
  for (Operation &op : llvm::reverse(block)) {
    auto end = dyn_cast<EndOp>(op);
    if (!end)
      continue;
    unsigned parent = getHome(end);
    for (auto [i, range] : llvm::enumerate(end.getRanges())) {
      unsigned number = loopOf[range.getDefiningOp()];
      loops[number].parent = parent;
      loops[number].depth = loops[parent].depth + 1;
      if (i > 0)
        loops[parent].sameEnd = number;
      parent = number;
    }
  }
  return success();
}

} // namespace mlir::tiny
