//===- RegisterCells.cpp - Register buffers as SSA values -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Which cells a loop carries is a question of liveness. A walk forward finds
// what an iteration reads before it writes it, a walk backward what is read
// after the loop. A write inside a loop is certain unless the extent of the
// loop is symbolic: what is live behind such a loop is live before it.
//
//===----------------------------------------------------------------------===//

#include "RegisterCells.h"

#include "LoweredTypes.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::tiny {

/// The place of an access that can be a cell: constant, contiguous, unmasked.
static std::optional<int64_t> getOffset(Operation *op, ValueBounds &bounds) {
  Value index, mask;
  ArrayRef<int64_t> shape, strides;
  if (auto load = dyn_cast<LoadOp>(op)) {
    index = load.getIndex();
    mask = load.getMask();
    shape = getShape(load.getResult());
    strides = load.getStrides();
  } else if (auto store = dyn_cast<StoreOp>(op)) {
    index = store.getIndex();
    mask = store.getMask();
    shape = getShape(store.getValue());
    strides = store.getStrides();
  }
  if (!index || mask || isa<ShapedType>(index.getType()))
    return std::nullopt;
  if (shape.size() > 1 ||
      (shape.size() == 1 && shape[0] > 1 && strides[0] != 1))
    return std::nullopt;
  return bounds.getConstant(index);
}

/// Makes cells of the accesses to one storage, if any two of them are to the
/// same place or to disjoint ones.
void RegisterCells::makeCells(MutableArrayRef<Access> accesses) {
  llvm::sort(accesses, [](const Access &lhs, const Access &rhs) {
    return lhs.offset < rhs.offset;
  });
  auto getEnd = [](const Access &access) {
    ArrayRef<int64_t> shape = getShape(access.type);
    return access.offset + (shape.empty() ? 1 : shape[0]);
  };
  for (auto [previous, next] : llvm::zip(accesses, accesses.drop_front())) {
    bool same = previous.offset == next.offset && previous.type == next.type;
    if (!same && next.offset < getEnd(previous))
      return;
  }
  for (auto [i, access] : llvm::enumerate(accesses)) {
    if (i == 0 || accesses[i - 1].offset != access.offset)
      types.push_back(access.type);
    cellOf[access.op] = types.size() - 1;
  }
}

RegisterCells::RegisterCells(Block &block, ValueBounds &bounds,
                             LoweredTypes &lowered) {
  llvm::DenseMap<std::pair<int64_t, Type>, Value> buffers;
  for (BlockArgument argument : block.getArguments())
    storageOf[argument] = argument;
  llvm::MapVector<Value, SmallVector<Access>> accesses;
  SmallVector<Event> events;
  for (Operation &op : block) {
    Value state, value;
    if (auto load = dyn_cast<LoadOp>(op)) {
      state = load.getBuffer();
      value = load.getResult();
    } else if (auto store = dyn_cast<StoreOp>(op)) {
      state = store.getBuffer();
      value = store.getValue();
    } else if (auto after = dyn_cast<AfterOp>(op)) {
      storageOf[after.getResult()] = storageOf.lookup(after.getBuffer());
      continue;
    } else if (auto buffer = dyn_cast<BufferOp>(op)) {
      Value &first = buffers[{buffer.getSlot(), buffer.getStoredType()}];
      if (!first)
        first = buffer.getResult();
      storageOf[buffer.getResult()] = first;
      continue;
    } else {
      if (isa<RangeOp, EndOp>(op))
        events.push_back({&op, none});
      continue;
    }
    if (cast<BufferType>(state.getType()).getAddressSpace() !=
        AddressSpace::Reg)
      continue;
    std::optional<int64_t> offset = getOffset(&op, bounds);
    accesses[getStorage(state)].push_back(
        {&op, offset.value_or(-1),
         offset ? lowered.get(value.getType()) : Type()});
    events.push_back({&op, none});
  }
  for (auto &[storage, list] : accesses)
    if (llvm::all_of(list, [](const Access &access) { return access.type; }))
      makeCells(list);
  for (Event &event : events)
    event.cell = getCell(event.op);
  findExposed(events);
  findCarried(events);
}

unsigned RegisterCells::getCell(Operation *access) const {
  auto it = cellOf.find(access);
  return it == cellOf.end() ? none : it->second;
}

void RegisterCells::findExposed(ArrayRef<Event> events) {
  SmallVector<Operation *> open;
  for (auto [op, cell] : events) {
    if (auto range = dyn_cast<RangeOp>(op); range && !isInlined(range)) {
      open.push_back(range);
      loops[range] = {llvm::BitVector(size()), llvm::BitVector(size()),
                      llvm::BitVector(size())};
    }
    if (auto end = dyn_cast<EndOp>(op))
      for (Value value : end.getRanges()) {
        auto range = value.getDefiningOp<RangeOp>();
        if (!range || isInlined(range) || open.empty())
          continue;
        Loop &inner = loops[open.pop_back_val()];
        if (!open.empty())
          loops[open.back()].changed |= inner.changed;
      }
    if (cell == none || open.empty())
      continue;
    if (isa<StoreOp>(op)) {
      loops[open.back()].changed.set(cell);
      continue;
    }
    for (Operation *loop : llvm::reverse(open)) {
      if (loops[loop].changed.test(cell))
        break;
      loops[loop].exposed.set(cell);
    }
  }
}

void RegisterCells::findCarried(ArrayRef<Event> events) {
  llvm::BitVector live(size());
  llvm::DenseMap<Operation *, llvm::BitVector> liveBehind;
  for (auto [op, cell] : llvm::reverse(events)) {
    if (auto skipped = liveBehind.find(op); skipped != liveBehind.end())
      live |= skipped->second;
    if (auto end = dyn_cast<EndOp>(op))
      for (Value value : end.getRanges()) {
        auto it = loops.find(value.getDefiningOp());
        if (it == loops.end())
          continue;
        Loop &loop = it->second;
        if (cast<RangeOp>(it->first).isSymbolic())
          liveBehind[it->first] = live;
        live |= loop.exposed;
        loop.carried = live;
        loop.carried &= loop.changed;
      }
    if (cell == none)
      continue;
    if (isa<StoreOp>(op))
      live.reset(cell);
    else
      live.set(cell);
  }
}

const llvm::BitVector &RegisterCells::getChanged(RangeOp range) const {
  return loops.find(range)->second.changed;
}

const llvm::BitVector &RegisterCells::getCarried(RangeOp range) const {
  return loops.find(range)->second.carried;
}

} // namespace mlir::tiny
