//===- Slice.cpp - What a call of realize computes ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Slice.h"

#include "tiny/Frontend/SymbolicShapes.h"
#include "tiny/IR/Tiny.h"
#include "tiny/Runtime/Buffer.h"

namespace mlir::tiny {

/// An output whose argument is not a buffer that exists.
static constexpr unsigned newBuffer = ~0u;

Slice::Slice(Arena &arena, ArrayRef<Value> roots) : arena(arena) {
  for (Value root : roots)
    walk.add(root.getDefiningOp(), isComputedFrom);
  // A call that runs leaves all its results.
  SmallVector<Operation *> calls(llvm::make_filter_range(
      walk.getOps(), [](Operation *op) { return isa<ApplyOp>(op); }));
  for (Operation *call : calls)
    for (Operation *user : call->getUsers())
      walk.add(user, isComputedFrom);
  Placements &placements = arena.getPlacements();
  numDevices = placements.getCount(placements.get(roots.front()));
  findOutputs(roots);
  number();
  computeHash();
}

/// The load of an assigned buffer.
static bool isAssigned(Operation *op) {
  return isa<LoadOp>(op) && isa<AfterOp>(op->getOperand(0).getDefiningOp());
}

/// The storage whose content the op leaves changed, if it may be changed.
static Operation *getChangedBuffer(Operation *op) {
  while (auto applied = dyn_cast<AppliedOp>(op))
    op = applied.getValue().getDefiningOp();
  auto load = dyn_cast<LoadOp>(op);
  Operation *state = load ? load.getBuffer().getDefiningOp() : nullptr;
  if (auto after = dyn_cast_or_null<AfterOp>(state))
    state = after.getBuffer().getDefiningOp();
  return state;
}

static bool isChange(Operation *op) {
  return isAssigned(op) || isa<AppliedOp>(op);
}

/// Fills `outputs`: the roots and the changes of storage that outlive them. An
/// op lives on when something outside the slice refers to it or to a user of
/// it; an output does not, because its users will read the storage instead.
void Slice::findOutputs(ArrayRef<Value> roots) {
  for (Value root : roots)
    outputs.push_back({root, 0, newBuffer});
  ArrayRef<Operation *> all = walk.getOps();
  if (llvm::none_of(all, isChange))
    return;

  SmallVector<bool, 0> isOutput(all.size()), lives(all.size());
  for (Value root : roots)
    isOutput[walk.getNumber(root.getDefiningOp())] = true;
  for (unsigned i = all.size(); i-- > 0;) {
    Operation *op = all[i];
    if (isOutput[i])
      continue;
    lives[i] =
        arena.hasRef(op) || llvm::any_of(op->getUsers(), [&](auto *user) {
          return !walk.contains(user) || lives[walk.getNumber(user)];
        });
    if (lives[i] && isChange(op)) {
      lives[i] = false;
      isOutput[i] = true;
      outputs.push_back({op->getResult(0), 0, newBuffer});
    }
  }

  // The last assignment wins the buffer; the earlier ones are values only.
  DenseSet<Operation *> taken;
  for (Output &output : llvm::reverse(outputs)) {
    Operation *op = output.root.getDefiningOp();
    Operation *buffer = isChange(op) ? getChangedBuffer(op) : nullptr;
    if (!buffer)
      continue;
    const Storage &storage = arena.getStorage(buffer);
    // A second owner of the memory could see it change.
    if (!lives[walk.getNumber(buffer)] && storage.writable &&
        storage.buffer.use_count() == 1 && taken.insert(buffer).second)
      output.argument = 0;
  }
  for (Output &output : outputs)
    if (output.argument != newBuffer)
      output.argument =
          getArgument(getChangedBuffer(output.root.getDefiningOp()));
}

unsigned Slice::getArgument(Operation *buffer) {
  const Storage &storage = arena.getStorage(buffer);
  Type type = buffer->getResult(0).getType();
  // Two params share no storage.
  void *memory = storage.buffer ? static_cast<void *>(storage.buffer.get())
                                : static_cast<void *>(buffer);
  auto [it, isNew] = arguments.try_emplace({memory, type}, storages.size());
  if (isNew) {
    storages.push_back(storage);
    addArgument(getShape(type), getElementType(type),
                arena.getPlacements().get(buffer));
  }
  return it->second;
}

void Slice::addArgument(ArrayRef<int64_t> shape, Type elementType,
                        Placement placement) {
  Placements &placements = arena.getPlacements();
  argumentTypes.push_back(BufferType::get(
      elementType.getContext(), placements.getLocalShape(shape, placement),
      elementType, AddressSpace::Global));
  Sharding &sharding = shardings.emplace_back();
  if (placement.axis >= 0)
    sharding = {placement.axis, placements.getCount(placement)};
}

void Slice::number() {
  ArrayRef<Operation *> all = walk.getOps();
  SmallVector<uint32_t, 0> ids(all.size());
  auto idOf = [&](Value value) {
    return ids[walk.getNumber(value.getDefiningOp())];
  };
  for (auto [i, op] : llvm::enumerate(all)) {
    if (isa<BufferOp>(op))
      continue;
    if (auto store = dyn_cast<StoreOp>(op)) {
      ids[i] = idOf(store.getValue());
    } else if (auto after = dyn_cast<AfterOp>(op)) {
      ids[i] = idOf(after.getDependencies().front());
    } else if (isAssigned(op)) {
      ids[i] = idOf(op->getOperand(0));
    } else if (auto bind = dyn_cast<BindOp>(op)) {
      ids[i] = idOf(bind.getVariable());
    } else if (isa<ContiguousBackwardOp, CustomGradientOp>(op)) {
      ids[i] = idOf(op->getOperand(0));
    } else {
      ids[i] = ops.size();
      ops.push_back(op);
      if (isa<LoadOp>(op))
        numbers.push_back(getArgument(op->getOperand(0).getDefiningOp()));
      else
        for (Value operand : op->getOperands())
          numbers.push_back(idOf(operand));
    }
  }
  for (Output &output : outputs) {
    output.number = idOf(output.root);
    if (output.argument == newBuffer) {
      Type type = output.root.getType();
      output.argument = argumentTypes.size();
      addArgument(getMaxShape(output.root), getElementType(type),
                  arena.getPlacements().get(output.root));
    }
    numbers.push_back(output.number);
    numbers.push_back(output.argument);
  }
}

LogicalResult Slice::checkBindings() {
  auto report = [&](StringRef message, VariableOp variable) {
    return emitError(variable.getLoc())
           << message << " '" << variable.getLabel() << "'";
  };
  for (Operation *op : walk.getOps())
    if (isa<BindOp>(op) && failed(noteBinding(op->getResult(0), bindings)))
      return failure();
  for (Operation *op : ops)
    if (auto variable = dyn_cast<VariableOp>(op)) {
      auto it = bindings.find(variable.getLabel());
      if (it == bindings.end())
        return report("unbound Variable", variable);
      // Another variable of this label may have other bounds.
      if (it->second < variable.getMin() || it->second > variable.getMax())
        return report("bind mismatch: the number of Variable", variable)
               << ", " << it->second << ", is not in range ["
               << variable.getMin() << ", " << variable.getMax() << "]";
    }
  return success();
}

void Slice::computeHash() {
  llvm::hash_code code =
      llvm::hash_combine_range(numbers.begin(), numbers.end());
  for (Operation *op : ops)
    code = llvm::hash_combine(
        code, op->getName().getAsOpaquePointer(),
        op->getName().hashOpProperties(op->getPropertiesStorage()));
  for (Type type : argumentTypes)
    code = llvm::hash_combine(code, type.getAsOpaquePointer());
  for (Sharding sharding : shardings)
    if (sharding.axis >= 0)
      code = llvm::hash_combine(code, sharding.axis, sharding.count);
  hash = llvm::hash_combine(code, numDevices);
}

} // namespace mlir::tiny
