//===- KernelRoots.cpp - What becomes a kernel, and in which order --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "KernelRoots.h"

#include "mlir/IR/Builders.h"

#include <queue>

namespace mlir::tiny {

static bool isState(Value value) { return isa<BufferType>(value.getType()); }

SmallVector<Operation *> findRoots(Block &block) {
  // What an `end` closes is part of it.
  llvm::DenseSet<Operation *> inner;
  SmallVector<Operation *> stack;
  for (EndOp end : block.getOps<EndOp>())
    stack.push_back(end.getBody().getDefiningOp());
  while (!stack.empty()) {
    Operation *op = stack.pop_back_val();
    if (op && inner.insert(op).second && isa<GroupOp>(op))
      for (Value token : op->getOperands())
        stack.push_back(token.getDefiningOp());
  }
  SmallVector<Operation *> roots;
  for (Operation &op : block)
    if (isa<StoreOp, EndOp>(op) && !inner.contains(&op) &&
        llvm::any_of(op.getUsers(), llvm::IsaPred<AfterOp, GroupOp, SinkOp>))
      roots.push_back(&op);
  return roots;
}

SmallVector<Operation *> collectSlice(Operation *root) {
  llvm::SmallPtrSet<Operation *, 32> seen = {root};
  SmallVector<Operation *> slice;
  auto forEachNew = [&](Operation *op, auto &&visit) {
    for (Value operand : op->getOperands())
      if (Operation *def = operand.getDefiningOp();
          def && !isState(operand) && seen.insert(def).second)
        visit(def);
  };
  // Mostly the slice is what stands before the root, nearly without gaps.
  size_t numOthers = 0;
  for (Operation *op = root;
       op && slice.size() != seen.size() && numOthers <= slice.size() + 8;
       op = op->getPrevNode()) {
    if (!seen.contains(op)) {
      ++numOthers;
      continue;
    }
    slice.push_back(op);
    forEachNew(op, [](Operation *) {});
  }
  if (slice.size() == seen.size()) {
    std::reverse(slice.begin(), slice.end());
    return slice;
  }
  // The rest is far away.
  llvm::SmallPtrSet<Operation *, 32> found(slice.begin(), slice.end());
  size_t next = slice.size();
  llvm::copy_if(seen, std::back_inserter(slice),
                [&](Operation *op) { return !found.contains(op); });
  for (; next != slice.size(); ++next)
    forEachNew(slice[next], [&](Operation *op) { slice.push_back(op); });
  llvm::sort(slice, [](Operation *lhs, Operation *rhs) {
    return lhs->isBeforeInBlock(rhs);
  });
  return slice;
}

Value loadLike(OpBuilder &builder, Value state, Value value) {
  Location loc = state.getLoc();
  Value load = LoadOp::create(builder, loc, state, Value(), Value(),
                              ArrayRef<int64_t>(), ArrayRef<int64_t>());
  if (!isSymbolic(value.getType()))
    return load;
  DimList sizes(getDims(value));
  SmallVector<int64_t> zeros(sizes.numbers.size(), 0);
  return ShrinkOp::create(builder, loc, load, sizes.values, zeros,
                          sizes.numbers);
}

void RootGraph::addCall(CallOp call, StoredArguments &storedBy) {
  numberOf[call.getToken()] = roots.size();
  KernelRoot &root = roots.emplace_back();
  root.op = call;
  const llvm::SmallBitVector *stored = storedBy.find(call.getCalleeAttr());
  for (auto [i, state] : llvm::enumerate(call.getBuffers()))
    (!stored || stored->test(i) ? root.written : root.read).push_back(state);
}

void RootGraph::addRoot(Operation *op) {
  numberOf[op->getResult(0)] = roots.size();
  KernelRoot &root = roots.emplace_back();
  root.op = op;
  for (Operation *part : collectSlice(op)) {
    if (auto store = dyn_cast<StoreOp>(part)) {
      root.store = store;
      root.written.push_back(store.getBuffer());
    }
    if (auto load = dyn_cast<LoadOp>(part)) {
      root.loads.push_back(load);
      root.read.push_back(MSelectOp::getOwnState(load.getBuffer()));
    }
    if (auto reduce = dyn_cast<ReduceOp>(part))
      root.reduces.push_back(reduce);
  }
  if (auto end = dyn_cast<EndOp>(op))
    for (Value range : end.getRanges())
      root.ranges.push_back(range.getDefiningOp<RangeOp>());
}

/// The roots of a token.
void RootGraph::addMakers(Value token, SmallVector<unsigned, 1> &result) {
  SmallVector<Value> stack = {token};
  while (!stack.empty()) {
    Value current = stack.pop_back_val();
    if (auto it = numberOf.find(current); it != numberOf.end())
      result.push_back(it->second);
    else if (auto group = current.getDefiningOp<GroupOp>())
      llvm::append_range(stack, group.getTokens());
  }
}

ArrayRef<unsigned> RootGraph::getMakers(Value state) const {
  auto it = makers.find(MSelectOp::getOwnState(state));
  return it == makers.end() ? ArrayRef<unsigned>() : it->second;
}

void RootGraph::addOrder(Block &block) {
  for (AfterOp after : block.getOps<AfterOp>()) {
    SmallVector<unsigned, 1> &made = makers[after];
    for (Value token : after.getDependencies())
      addMakers(token, made);
    // A state that nobody has stored to since is as old as the one before.
    bool isStoredTo = llvm::any_of(made, [&](unsigned number) {
      return llvm::is_contained(roots[number].written, after.getBuffer());
    });
    if (!isStoredTo)
      llvm::append_range(made, getMakers(after.getBuffer()));
  }
  llvm::DenseMap<Value, SmallVector<unsigned, 2>> readers;
  for (unsigned i = 0; i != roots.size(); ++i) {
    KernelRoot &root = roots[i];
    for (Value state : root.read) {
      SmallVector<unsigned, 2> &list = readers[state];
      if (list.empty() || list.back() != i)
        list.push_back(i);
      ArrayRef<unsigned> made = getMakers(state);
      root.before.insert(made.begin(), made.end());
    }
    for (Value state : root.written) {
      ArrayRef<unsigned> made = getMakers(state);
      root.before.insert(made.begin(), made.end());
    }
  }
  for (unsigned i = 0; i != roots.size(); ++i)
    for (Value state : roots[i].written)
      for (unsigned reader : readers.lookup(state))
        if (reader != i)
          roots[i].before.insert(reader);
}

RootGraph::RootGraph(Block &block) {
  // In block order.
  SmallVector<Operation *> ops = findRoots(block);
  llvm::append_range(ops, block.getOps<CallOp>());
  if (!ops.empty() && isa<CallOp>(ops.back()))
    llvm::sort(ops, [](Operation *lhs, Operation *rhs) {
      return lhs->isBeforeInBlock(rhs);
    });
  StoredArguments storedBy(block.getParentOp());
  for (Operation *op : ops)
    if (auto call = dyn_cast<CallOp>(op))
      addCall(call, storedBy);
    else
      addRoot(op);
  addOrder(block);
}

SmallVector<unsigned> RootGraph::sort() const {
  SmallVector<SmallVector<unsigned, 2>> after(roots.size());
  SmallVector<unsigned> numBefore(roots.size());
  std::priority_queue<unsigned, std::vector<unsigned>, std::greater<>> ready;
  for (unsigned i = 0; i != roots.size(); ++i) {
    for (unsigned before : roots[i].before)
      after[before].push_back(i);
    numBefore[i] = roots[i].before.size();
    if (numBefore[i] == 0)
      ready.push(i);
  }
  SmallVector<unsigned> order;
  while (!ready.empty()) {
    unsigned root = ready.top();
    ready.pop();
    order.push_back(root);
    for (unsigned next : after[root])
      if (--numBefore[next] == 0)
        ready.push(next);
  }
  return order;
}

} // namespace mlir::tiny
