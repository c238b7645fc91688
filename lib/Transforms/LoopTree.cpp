//===- LoopTree.cpp - Which op belongs to which loop ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "LoopTree.h"

namespace mlir::tiny {

/// Finds the definitions of all operands, each with one lookup.
void LoopTree::numberOps(Block &block) {
  size_t numOps = block.getOperations().size();
  ops.reserve(numOps);
  definitions.reserve(2 * numOps);
  for (Operation &op : block)
    ops.push_back({&op, NumberSets::empty, 0});
  llvm::DenseMap<Operation *, unsigned> numbers(ops.size());
  for (auto [number, op] : llvm::enumerate(ops))
    numbers[op.op] = number;
  for (Op &op : ops) {
    for (Value operand : op.op->getOperands())
      if (Operation *definition = operand.getDefiningOp())
        definitions.push_back(numbers.find(definition)->second);
    op.endOfDefinitions = definitions.size();
  }
}

/// Gives every range a loop and every loop its one `end`.
LogicalResult LoopTree::numberRanges() {
  loops.assign(1, Loop());
  SmallVector<EndOp> ends;
  for (const Op &op : ops) {
    if (auto range = dyn_cast<RangeOp>(op.op)) {
      loopOf[range] = loops.size();
      loops.push_back({range, {}});
    } else if (auto end = dyn_cast<EndOp>(op.op)) {
      ends.push_back(end);
    }
  }
  for (EndOp end : ends)
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

LogicalResult LoopTree::computeOpenRanges() {
  for (auto [number, info] : llvm::enumerate(ops)) {
    unsigned open = NumberSets::empty;
    for (unsigned definition : getDefinitions(number))
      open = sets.unite(open, ops[definition].open);
    Operation *op = info.op;
    if (auto reduce = dyn_cast<ReduceOp>(op)) {
      if (!reduce.getRanges().empty())
        return reduce.emitOpError("still reduces over ranges");
    } else if (auto range = dyn_cast<RangeOp>(op)) {
      open = sets.unite(open, sets.makeSingle(loopOf[range]));
    } else if (auto end = dyn_cast<EndOp>(op)) {
      for (Value range : end.getRanges())
        open =
            sets.subtract(open, sets.makeSingle(loopOf[range.getDefiningOp()]));
    }
    info.open = open;
  }
  Operation *sink = ops.back().op;
  ArrayRef<unsigned> left = sets.get(ops.back().open);
  if (left.empty())
    return success();
  RangeOp range = loops[left.front()].range;
  InFlightDiagnostic diag =
      sink->emitOpError("depends on a value inside of range ");
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
  numberOps(kernel.getBody().front());
  if (failed(numberRanges()) || failed(computeOpenRanges()))
    return failure();
  // What is open at an `end` is closed by a later one: outer loops come first.
  for (unsigned number = ops.size(); number-- > 0;) {
    auto end = dyn_cast<EndOp>(ops[number].op);
    if (!end)
      continue;
    unsigned parent = getHome(number);
    for (auto [i, range] : llvm::enumerate(end.getRanges())) {
      unsigned loop = loopOf[range.getDefiningOp()];
      loops[loop].parent = parent;
      loops[loop].depth = loops[parent].depth + 1;
      if (i > 0)
        loops[parent].sameEnd = loop;
      parent = loop;
    }
  }
  return success();
}

} // namespace mlir::tiny
