//===- PlaceCalls.cpp - Storage for what kernels are applied to -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
//   1. On the graph as it is, decide which calls overwrite a buffer of the
//      program in place. Whatever reads the buffer as it was must come first,
//      and may not wait for the call: an edge for each such reader keeps later
//      decisions from closing a cycle.
//   2. In block order, make a `call` on states of every `apply`.
//
//===----------------------------------------------------------------------===//

#include "KernelRewriting.h"
#include "KernelRoots.h"
#include "tiny/Transforms/Passes.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::tiny {
#define GEN_PASS_DEF_PLACECALLSPASS
#include "tiny/Transforms/Passes.h.inc"

namespace {

class CallPlacer {
public:
  CallPlacer(FunctionOp function, StoredArguments &storedBy);
  void run();

private:
  bool isStored(ApplyOp apply, unsigned argument) {
    return storedBy.find(apply.getCalleeAttr())->test(argument);
  }
  BlockArgument getTarget(AppliedOp applied);
  bool isFree(BlockArgument buffer, bool mayBeLoaded);
  bool mayOverwrite(ApplyOp apply, BlockArgument buffer);
  void decide();

  Value makeTemporary(Value value, Location loc);
  Value storeTo(Value buffer, Value value, Location loc, bool forAll);
  Value getState(ApplyOp apply, Value value);
  Value getStoredState(ApplyOp apply, AppliedOp applied, Value value);
  void place(ApplyOp apply);

  Block &block;
  StoredArguments &storedBy;
  OpBuilder builder;
  int64_t nextSlot = 0;
  /// The calls that overwrite a buffer in place, and what must come first.
  llvm::DenseSet<std::pair<Operation *, Value>> inPlace;
  llvm::DenseMap<Operation *, SmallVector<Operation *>> later;
  /// The states that the function leaves behind.
  llvm::DenseSet<Value> final;
  /// The states that hold values.
  llvm::DenseMap<Value, Value> states;
};

} // namespace

CallPlacer::CallPlacer(FunctionOp function, StoredArguments &storedBy)
    : block(function.getBody().front()), storedBy(storedBy),
      builder(function.getContext()) {
  for (BufferOp buffer : block.getOps<BufferOp>())
    nextSlot = std::max(nextSlot, buffer.getSlot() + 1);
}

static AppliedOp findApplied(ApplyOp apply, unsigned index) {
  for (Operation *user : apply.getToken().getUsers())
    if (auto applied = dyn_cast<AppliedOp>(user);
        applied && applied.getIndex() == index)
      return applied;
  return {};
}

static Value getLoadedState(Value value) {
  auto load = value.getDefiningOp<LoadOp>();
  return load && !load.getIndex() ? load.getBuffer() : Value();
}

//===----------------------------------------------------------------------===//
// Decisions
//===----------------------------------------------------------------------===//

/// The argument of the function that the result is stored to, maybe after other
/// kernels have worked on it.
BlockArgument CallPlacer::getTarget(AppliedOp applied) {
  while (applied) {
    AppliedOp next;
    for (OpOperand &use : applied.getResult().getUses()) {
      if (auto store = dyn_cast<StoreOp>(use.getOwner()))
        if (auto argument = dyn_cast<BlockArgument>(store.getBuffer()))
          return argument;
      auto apply = dyn_cast<ApplyOp>(use.getOwner());
      if (apply && isStored(apply, use.getOperandNumber()))
        next = findApplied(apply, use.getOperandNumber());
    }
    bool isHandedOn =
        next &&
        llvm::all_of(applied.getResult().getUsers(), [&](Operation *user) {
          return user == next || user == next.getCall().getDefiningOp();
        });
    applied = isHandedOn ? next : AppliedOp();
  }
  return {};
}

/// Whether the buffer has one store, and no load unless it may have.
bool CallPlacer::isFree(BlockArgument buffer, bool mayBeLoaded) {
  unsigned numStores = 0;
  for (Operation *user : buffer.getUsers()) {
    numStores += isa<StoreOp>(user);
    if (!isa<StoreOp>(user) && !(mayBeLoaded && isa<LoadOp>(user)))
      return false;
  }
  return numStores == 1;
}

/// Whether nothing that waits for the call reads the buffer as it was.
bool CallPlacer::mayOverwrite(ApplyOp apply, BlockArgument buffer) {
  auto collect = [&](SmallVector<Operation *> work, bool goOn) {
    llvm::SetVector<Operation *> found;
    while (!work.empty()) {
      Operation *op = work.pop_back_val();
      if (!found.insert(op) || (!goOn && isa<StoreOp, ApplyOp>(op)))
        continue;
      llvm::append_range(work, op->getUsers());
      if (goOn)
        llvm::append_range(work, later.lookup(op));
    }
    return found;
  };
  llvm::SetVector<Operation *> waiting = collect({apply}, /*goOn=*/true);
  SmallVector<Operation *> readers;
  for (Operation *user : buffer.getUsers()) {
    if (!isa<LoadOp>(user))
      continue;
    for (Operation *reader : user->getUsers()) {
      auto applied = dyn_cast<AppliedOp>(reader);
      if (reader == apply || (applied && applied.getCall() == apply.getToken()))
        continue;
      if (waiting.contains(reader))
        return false;
      readers.push_back(reader);
    }
  }
  llvm::SetVector<Operation *> before = collect(readers, /*goOn=*/false);
  if (llvm::any_of(before, [&](Operation *op) { return waiting.contains(op); }))
    return false;
  for (Operation *op : before)
    if (isa<StoreOp, ApplyOp>(op))
      later[op].push_back(apply);
  return true;
}

void CallPlacer::decide() {
  for (ApplyOp apply : block.getOps<ApplyOp>()) {
    for (auto [i, value] : llvm::enumerate(apply.getValues())) {
      auto buffer = dyn_cast_or_null<BlockArgument>(getLoadedState(value));
      if (!buffer || !isStored(apply, i))
        continue;
      AppliedOp applied = findApplied(apply, i);
      if (applied && getTarget(applied) == buffer &&
          isFree(buffer, /*mayBeLoaded=*/true) && mayOverwrite(apply, buffer))
        inPlace.insert({apply, buffer});
    }
  }
}

//===----------------------------------------------------------------------===//
// Storage
//===----------------------------------------------------------------------===//

Value CallPlacer::makeTemporary(Value value, Location loc) {
  auto type = BufferType::get(builder.getContext(), getMaxShape(value),
                              getElementType(value), AddressSpace::Global);
  return BufferOp::create(builder, loc, nextSlot++, type);
}

/// Stores the value; `forAll` lets all that read it read it from there.
Value CallPlacer::storeTo(Value buffer, Value value, Location loc,
                          bool forAll) {
  auto contiguous = value.getDefiningOp<ContiguousOp>();
  Value source = value;
  // Nobody else needs storage for it then.
  if (contiguous && (forAll || llvm::all_of(value.getUsers(),
                                            llvm::IsaPred<ApplyOp, AppliedOp>)))
    source = contiguous.getOperand();
  auto store = StoreOp::create(builder, loc, source, buffer, Value(), Value(),
                               ArrayRef<int64_t>());
  if (source != value && !contiguous.getOpts().empty())
    store->setAttr(ContiguousOp::optsAttrName,
                   builder.getStringAttr(contiguous.getOpts()));
  Value state = AfterOp::create(builder, loc, buffer, store.getToken());
  if (forAll) {
    Value load = loadLike(builder, state, value);
    value.replaceUsesWithIf(load, [&](OpOperand &use) {
      return use.getOwner() != store &&
             !isa<ApplyOp, AppliedOp>(use.getOwner());
    });
  }
  return state;
}

/// A state that holds the value, which the kernel only reads.
Value CallPlacer::getState(ApplyOp apply, Value value) {
  if (Value state = states.lookup(value))
    return state;
  Value loaded = getLoadedState(value);
  if (loaded && llvm::none_of(loaded.getUsers(), llvm::IsaPred<StoreOp>))
    return loaded;
  OpBuilder::InsertionGuard guard(builder);
  Operation *op = value.getDefiningOp();
  builder.setInsertionPointAfter(op);
  Value buffer = makeTemporary(value, apply.getLoc());
  if (isa<UndefinedOp>(op))
    return states[value] = buffer;
  // What is computed is not computed again; the rest is as good as a load.
  bool isCheap = isa<MovementOpInterface, ConstOp, IotaOp, LoadOp>(op);
  return states[value] =
             storeTo(buffer, value, apply.getLoc(), /*forAll=*/!isCheap);
}

/// A state that holds the value and that the kernel may overwrite.
Value CallPlacer::getStoredState(ApplyOp apply, AppliedOp applied,
                                 Value value) {
  Location loc = apply.getLoc();
  Value loaded = getLoadedState(value);
  if (loaded && inPlace.contains({apply, loaded}))
    return loaded;
  auto isOurs = [&](Operation *user) {
    auto other = dyn_cast<AppliedOp>(user);
    return user == apply || (other && other.getCall() == apply.getToken());
  };
  // What an earlier call has left, if nobody else reads it.
  if (loaded && loaded.hasOneUse() && !final.contains(loaded) &&
      loaded.getDefiningOp<AfterOp>() &&
      llvm::all_of(value.getUsers(), isOurs) &&
      llvm::count(apply.getValues(), value) == 1)
    return loaded;
  BlockArgument target = applied ? getTarget(applied) : BlockArgument();
  Value buffer;
  if (target && isFree(target, /*mayBeLoaded=*/false))
    buffer = target;
  else
    buffer = makeTemporary(value, loc);
  if (value.getDefiningOp<UndefinedOp>())
    return buffer;
  return storeTo(buffer, value, loc, /*forAll=*/false);
}

void CallPlacer::place(ApplyOp apply) {
  builder.setInsertionPoint(apply);
  Location loc = apply.getLoc();
  SmallVector<Value> arguments;
  for (auto [i, value] : llvm::enumerate(apply.getValues()))
    arguments.push_back(
        isStored(apply, i) ? getStoredState(apply, findApplied(apply, i), value)
                           : getState(apply, value));
  Value token = CallOp::create(builder, loc, apply.getCalleeAttr(), arguments);
  for (Operation *user :
       llvm::make_early_inc_range(apply.getToken().getUsers())) {
    auto applied = cast<AppliedOp>(user);
    unsigned index = applied.getIndex();
    if (!isStored(apply, index)) {
      applied.replaceAllUsesWith(applied.getValue());
      applied.erase();
      continue;
    }
    Value state = AfterOp::create(builder, loc, arguments[index], token);
    // It may lie where it is to be stored.
    for (Operation *reader :
         llvm::make_early_inc_range(applied.getResult().getUsers()))
      if (auto store = dyn_cast<StoreOp>(reader);
          store && store.getBuffer() == getStorageOf(state)) {
        store.getToken().replaceAllUsesWith(token);
        store.erase();
        final.insert(state);
      }
    Value load = loadLike(builder, state, applied.getValue());
    applied.replaceAllUsesWith(load);
    applied.erase();
  }
  apply.erase();
}

void CallPlacer::run() {
  decide();
  for (ApplyOp apply : llvm::make_early_inc_range(block.getOps<ApplyOp>()))
    place(apply);
  eraseDeadOps(block);
}

namespace {
struct PlaceCallsPass final : impl::PlaceCallsPassBase<PlaceCallsPass> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (module.getOps<KernelOp>().empty())
      return;
    StoredArguments storedBy(module);
    for (FunctionOp function : module.getOps<FunctionOp>())
      if (!function.getBody().front().getOps<ApplyOp>().empty())
        CallPlacer(function, storedBy).run();
  }
};
} // namespace
} // namespace mlir::tiny
