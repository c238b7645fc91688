//===- KernelLoops.cpp - Ops that close the same loop ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// One walk over the block. An op that closes ranges joins a loop that it can
// share, or starts one. A range that belongs to another loop by then is cloned,
// and with it the slice of ops between the range and the op.
//
// Inside such a slice there may be whole loops, whose ranges are cloned as
// well. A value in one of those may depend on ranges cloned for it and on
// ranges cloned around it, so renamings are scopes, looked up from the inside
// out.
//
//===----------------------------------------------------------------------===//

#include "KernelLoops.h"

#include "mlir/IR/Builders.h"
#include <deque>

namespace mlir::tiny {
namespace {

/// A renaming of ranges, and the clones of what depends on them.
struct Scope {
  Scope(Scope *parent, OpenRanges::Set renamed)
      : parent(parent), renamed(renamed) {}

  Scope *parent;
  OpenRanges::Set renamed;
  /// Null while the clone is still to be made.
  llvm::DenseMap<Value, Value> clones;
};

class LoopFinder {
public:
  LoopFinder(Block &block, OpenRanges &open) : block(block), open(open) {}
  FailureOr<SmallVector<KernelLoop>> run();

private:
  LogicalResult prepare();
  void close(Operation *op);
  void startLoop(Operation *op);
  Scope *findScope(Value value, Scope *scope);
  void cloneSlice(Operation *op, Scope *scope);
  void cloneInto(Operation *op, Scope *scope, Scope *operandScope);

  Block &block;
  OpenRanges &open;
  int64_t nextId = 0;
  /// What is computed from a store to a buffer that the kernel also loads.
  llvm::DenseSet<Value> updates;

  SmallVector<KernelLoop> loops;
  /// Per loop its renaming, null for most.
  SmallVector<Scope *> loopScopes;
  llvm::DenseMap<Operation *, unsigned> loopOf;
  /// The ranges that belong to a loop.
  OpenRanges::Set owned = OpenRanges::none;
  /// The loop for (ended ranges, outer ranges, level).
  std::map<std::tuple<OpenRanges::Set, OpenRanges::Set, unsigned>, unsigned>
      shared;
  /// The scope of a loop inside a cloned slice.
  llvm::DenseMap<std::pair<unsigned, Scope *>, Scope *> innerScopes;
  llvm::DenseMap<Scope *, unsigned> innerLoops;
  std::deque<Scope> scopes;
};

} // namespace

/// Checks the ranges and finds the updates: what stores to a buffer that is
/// loaded elsewhere runs in a loop of its own, since another op in that loop
/// could read a place in a later iteration than the one that overwrites it.
LogicalResult LoopFinder::prepare() {
  llvm::DenseMap<Value, Value> roots;
  auto rootOf = [&](Value buffer) {
    auto it = roots.find(buffer);
    return it == roots.end() ? buffer : it->second;
  };
  llvm::DenseSet<Value> loaded;
  for (Operation &op : block) {
    if (auto range = dyn_cast<RangeOp>(op))
      nextId = std::max<int64_t>(nextId, range.getId() + 1);
    else if (auto after = dyn_cast<AfterOp>(op))
      roots[after.getResult()] = rootOf(after.getBuffer());
    else if (auto load = dyn_cast<LoadOp>(op))
      loaded.insert(rootOf(load.getBuffer()));
    for (Value range : getEndedRanges(&op))
      if (!range.getDefiningOp<RangeOp>())
        return op.emitOpError("closes what is not a range");
  }
  for (Operation &op : block) {
    auto store = dyn_cast<StoreOp>(op);
    bool isUpdate = store && loaded.contains(rootOf(store.getBuffer()));
    if (op.getNumResults() != 0 &&
        (isUpdate || llvm::any_of(op.getOperands(), [&](Value operand) {
           return updates.contains(operand);
         })))
      updates.insert(op.getResult(0));
  }
  return success();
}

FailureOr<SmallVector<KernelLoop>> LoopFinder::run() {
  if (failed(prepare()))
    return failure();
  // Clones are put behind their originals, so that this walk, which has passed
  // those, does not see them.
  for (Operation &op : block) {
    open.visit(&op);
    if (!getEndedRanges(&op).empty())
      close(&op);
  }
  return std::move(loops);
}

void LoopFinder::close(Operation *op) {
  Value body = op->getOperand(0), result = op->getResult(0);
  if (updates.contains(body)) {
    startLoop(op);
    return;
  }
  auto key = std::make_tuple(open.makeSet(getEndedRanges(op)), open.get(result),
                             open.getLevel(result));
  auto [it, isNew] = shared.try_emplace(key, loops.size());
  if (isNew) {
    startLoop(op);
    return;
  }
  unsigned loop = it->second;
  if (loopScopes[loop])
    cloneSlice(op, loopScopes[loop]);
  loops[loop].closers.push_back(op);
  loopOf[op] = loop;
}

void LoopFinder::startLoop(Operation *op) {
  OpenRanges::Set ended = open.makeSet(getEndedRanges(op));
  OpenRanges::Set taken = open.subtract(ended, open.subtract(ended, owned));
  Scope *scope = nullptr;
  if (taken != OpenRanges::none)
    scope = &scopes.emplace_back(nullptr, taken);
  // Loops in the slice come behind, so that the number of this one is known.
  unsigned loop = loops.size();
  loopOf[op] = loop;
  loopScopes.push_back(scope);
  loops.push_back({{}, {op}});
  if (scope)
    cloneSlice(op, scope);
  loops[loop].ranges.assign(getEndedRanges(op).begin(),
                            getEndedRanges(op).end());
  owned = open.unite(owned, open.makeSet(getEndedRanges(op)));
}

/// The innermost scope that renames something in `value`, or null.
Scope *LoopFinder::findScope(Value value, Scope *scope) {
  OpenRanges::Set ranges = open.get(value);
  if (ranges == OpenRanges::none)
    return nullptr;
  while (scope && !open.intersect(ranges, scope->renamed))
    scope = scope->parent;
  return scope;
}

/// Makes the operands of `op` use the ranges of `scope`.
void LoopFinder::cloneSlice(Operation *op, Scope *scope) {
  struct Item {
    Operation *op;
    Scope *scope, *operandScope;
  };
  SmallVector<Item> items;
  auto require = [&](Value value, Scope *from) {
    Scope *found = findScope(value, from);
    if (!found || !found->clones.try_emplace(value, Value()).second)
      return;
    Operation *definition = value.getDefiningOp();
    Scope *inner = found;
    if (ValueRange ended = getEndedRanges(definition); !ended.empty()) {
      // A loop inside the slice: its ranges are renamed, too.
      Scope *&known = innerScopes[{loopOf.lookup(definition), found}];
      if (!known)
        known = &scopes.emplace_back(found, open.makeSet(ended));
      inner = known;
    }
    items.push_back({definition, found, inner});
  };
  for (Value operand : op->getOperands())
    require(operand, scope);
  for (size_t next = 0; next < items.size(); ++next) {
    Item item = items[next];
    for (Value operand : item.op->getOperands())
      require(operand, item.operandScope);
  }
  llvm::stable_sort(items, [](const Item &lhs, const Item &rhs) {
    return lhs.op != rhs.op && lhs.op->isBeforeInBlock(rhs.op);
  });
  for (const Item &item : items)
    cloneInto(item.op, item.scope, item.operandScope);

  for (OpOperand &operand : op->getOpOperands())
    if (Scope *found = findScope(operand.get(), scope))
      operand.set(found->clones.lookup(operand.get()));
}

/// Clones one op of a slice, whose operands have been cloned.
void LoopFinder::cloneInto(Operation *op, Scope *scope, Scope *operandScope) {
  OpBuilder builder(op->getContext());
  builder.setInsertionPointAfter(op);
  Operation *clone = builder.clone(*op);
  for (OpOperand &operand : clone->getOpOperands())
    if (Scope *found = findScope(operand.get(), operandScope))
      operand.set(found->clones.lookup(operand.get()));
  if (auto range = dyn_cast<RangeOp>(clone))
    range.setId(nextId++);
  open.visit(clone);
  scope->clones[op->getResult(0)] = clone->getResult(0);
  if (updates.contains(op->getResult(0)))
    updates.insert(clone->getResult(0));

  ValueRange ended = getEndedRanges(clone);
  if (ended.empty())
    return;
  auto [it, isNew] = innerLoops.try_emplace(operandScope, loops.size());
  if (isNew) {
    owned = open.unite(owned, open.makeSet(ended));
    loops.push_back({llvm::to_vector<2>(ended), {}});
    loopScopes.push_back(nullptr);
  }
  loops[it->second].closers.push_back(clone);
  loopOf[clone] = it->second;
}

FailureOr<SmallVector<KernelLoop>> findLoops(Block &block, OpenRanges &open) {
  return LoopFinder(block, open).run();
}

} // namespace mlir::tiny
