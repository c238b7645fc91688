//===- ItemEmitter.cpp - What runs for an item ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "WorkgroupEmitter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Matchers.h"

namespace mlir::tiny {

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

void WorkgroupEmitter::mapForItem(Value value, Value emitted) {
  values.map(value, emitted);
  itemValues.push_back(value);
}

Value WorkgroupEmitter::load(Location loc, const Storage &storage,
                             Value place) {
  return memref::LoadOp::create(builder, loc, memory.lookup(&storage), place);
}

void WorkgroupEmitter::store(Location loc, Value value,
                             const Storage &storage) {
  Value place = storage.isPerItem ? item : getConstant(0);
  memref::StoreOp::create(builder, loc, value, memory.lookup(&storage), place);
}

Value WorkgroupEmitter::emitDigit(Location loc, Value number,
                                  ArrayRef<int64_t> sizes,
                                  gpu::Dimension dimension) {
  unsigned place = unsigned(dimension);
  if (sizes[place] == 1)
    return getConstant(0);
  int64_t below = 1, above = 1;
  for (int64_t size : sizes.take_front(place))
    below *= size;
  for (int64_t size : sizes.drop_front(place + 1))
    above *= size;
  if (below > 1)
    number = arith::DivUIOp::create(builder, loc, number, getConstant(below));
  if (above > 1)
    number =
        arith::RemUIOp::create(builder, loc, number, getConstant(sizes[place]));
  return number;
}

void WorkgroupEmitter::emitInput(Value value) {
  if (values.contains(value))
    return;
  if (!plan.isRecomputed(value))
    return mapForItem(value,
                      load(value.getLoc(), *plan.getStorage(value), item));
  Operation *op = value.getDefiningOp();
  if (auto id = dyn_cast<gpu::ThreadIdOp>(op))
    return mapForItem(
        value, emitDigit(id.getLoc(), item, shape.items, id.getDimension()));
  for (Value operand : op->getOperands())
    if (plan.isRecomputed(operand))
      emitInput(operand);
  mapForItem(value, builder.clone(*op, values)->getResult(0));
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

LogicalResult WorkgroupEmitter::emitItemOp(Operation &op) {
  // Allocated at the entry.
  if (isa<memref::AllocaOp>(op))
    return success();
  if (auto id = dyn_cast<gpu::ThreadIdOp>(op))
    mapForItem(id,
               emitDigit(id.getLoc(), item, shape.items, id.getDimension()));
  else if (auto id = dyn_cast<gpu::BlockIdOp>(op))
    mapForItem(
        id, emitDigit(id.getLoc(), workgroup, shape.grid, id.getDimension()));
  else if (auto shuffle = dyn_cast<gpu::ShuffleOp>(op))
    emitShuffle(shuffle);
  else if (failed(isMemoryAccess(&op) ? emitAccess(op) : emitCopy(op)))
    return failure();
  for (Value result : op.getResults())
    if (const Storage *storage = plan.getStorage(result))
      store(op.getLoc(), values.lookup(result), *storage);
  return success();
}

/// Copies an op and what is inside of it.
LogicalResult WorkgroupEmitter::emitCopy(Operation &op) {
  Operation *copy = op.cloneWithoutRegions(values);
  builder.insert(copy);
  // Mapped already; only to be forgotten.
  itemValues.append(op.result_begin(), op.result_end());
  OpBuilder::InsertionGuard guard(builder);
  for (auto [from, to] : llvm::zip_equal(op.getRegions(), copy->getRegions())) {
    if (from.empty())
      continue;
    Block &block = from.front();
    SmallVector<Location> places;
    for (BlockArgument argument : block.getArguments())
      places.push_back(argument.getLoc());
    Block *created =
        builder.createBlock(&to, to.end(), block.getArgumentTypes(), places);
    for (auto [argument, emitted] :
         llvm::zip_equal(block.getArguments(), created->getArguments()))
      mapForItem(argument, emitted);
    for (Operation &nested : block)
      if (failed(emitItemOp(nested)))
        return failure();
  }
  return success();
}

LogicalResult WorkgroupEmitter::emitAccess(Operation &op) {
  unsigned memoryOperand = 0;
  while (!isa<MemRefType>(op.getOperand(memoryOperand).getType()))
    ++memoryOperand;
  Value accessed = op.getOperand(memoryOperand);
  if (check && !isPrivateMemory(accessed.getType()))
    return emitCheckedAccess(op, memoryOperand);
  int64_t stride = privateStrides.lookup(accessed);
  if (stride == 0)
    return emitCopy(op);
  Location loc = op.getLoc();
  Value offset = arith::MulIOp::create(builder, loc, item, getConstant(stride));
  Value place = arith::AddIOp::create(
      builder, loc, offset, values.lookup(op.getOperand(memoryOperand + 1)));
  Operation *copy = op.cloneWithoutRegions(values);
  copy->setOperand(memoryOperand + 1, place);
  builder.insert(copy);
  itemValues.append(op.result_begin(), op.result_end());
  return success();
}

/// Reads what another item of the warp has left in the exchange, or what the
/// item itself has.
void WorkgroupEmitter::emitShuffle(gpu::ShuffleOp shuffle) {
  Location loc = shuffle.getLoc();
  APInt width;
  matchPattern(shuffle.getWidth(), m_ConstantInt(&width));
  auto create = [&](auto op, Value lhs, Value rhs) -> Value {
    return decltype(op)::create(builder, loc, lhs, rhs);
  };
  auto isBelow = [&](Value number, int64_t bound) -> Value {
    return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult,
                                 number, getConstant(bound));
  };
  Value offset = arith::IndexCastOp::create(
      builder, loc, builder.getIndexType(), values.lookup(shuffle.getOffset()));
  Value lane = create(arith::RemUIOp(), item, getConstant(shape.warpSize));
  Value source = offset;
  switch (shuffle.getMode()) {
  case gpu::ShuffleMode::XOR:
    source = create(arith::XOrIOp(), lane, offset);
    break;
  case gpu::ShuffleMode::UP:
    source = create(arith::SubIOp(), lane, offset);
    break;
  case gpu::ShuffleMode::DOWN:
    source = create(arith::AddIOp(), lane, offset);
    break;
  case gpu::ShuffleMode::IDX:
    break;
  }
  Value base = create(arith::SubIOp(), item, lane);
  Value place = create(arith::AddIOp(), base, source);
  // An item before the first one is a large number here.
  Value isValid = create(arith::AndIOp(), isBelow(lane, width.getZExtValue()),
                         isBelow(source, width.getZExtValue()));
  if (shape.getNumItems() % shape.warpSize != 0)
    isValid =
        create(arith::AndIOp(), isValid, isBelow(place, shape.getNumItems()));
  place = arith::SelectOp::create(builder, loc, isValid, place, item);
  mapForItem(shuffle.getShuffleResult(),
             load(loc, *plan.getExchange(shuffle), place));
  mapForItem(shuffle.getValid(), isValid);
}

} // namespace mlir::tiny
