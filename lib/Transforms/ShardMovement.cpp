//===- ShardMovement.cpp - Ops on shards: movement ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Sharder.h"

namespace mlir::tiny {

/// A sharded axis must begin where an axis of the new shape begins, and the new
/// axis must hold whole shards: then no element changes its instance.
LogicalResult Sharder::reshape(ReshapeOp op) {
  const Shard &shard = *find(op.getSource());
  ArrayRef<int64_t> before = getShape(op.getSource());
  ArrayRef<int64_t> shape = getShape(op.getResult());
  auto isSymbolic = [](int64_t size) { return ShapedType::isDynamic(size); };
  if (llvm::any_of(before, isSymbolic) || llvm::any_of(shape, isSymbolic))
    return op.emitOpError("reshapes a sharded value of a symbolic size");
  Sharding sharding;
  for (ShardedAxis entry : shard.sharding) {
    int64_t lead = 1;
    for (int64_t size : before.take_front(entry.axis))
      lead *= size;
    std::optional<int64_t> moved;
    int64_t prefix = 1;
    for (auto [axis, size] : llvm::enumerate(shape)) {
      if (prefix == lead)
        moved = axis;
      prefix *= size;
    }
    if (!moved || shape[*moved] % entry.count != 0 ||
        findAxis(sharding, *moved))
      return op.emitOpError("moves elements of the sharded axis ")
             << entry.axis << " between shards";
    entry.axis = *moved;
    sharding.push_back(entry);
  }
  Value local = ReshapeOp::create(builder, op.getLoc(), shard.local,
                                  getShardShape(shape, sharding));
  define(*op, local, std::move(sharding));
  return success();
}

LogicalResult Sharder::expand(ExpandOp op) {
  const Shard &shard = *find(op.getSource());
  int64_t lead =
      getShape(op.getResult()).size() - getShape(op.getSource()).size();
  Sharding sharding = moveAxes(shard.sharding, lead);
  SmallVector<int64_t> shape(op.getShape());
  for (const ShardedAxis &entry : sharding)
    shape[entry.axis] /= entry.count;
  Value local = ExpandOp::create(builder, op.getLoc(), shard.local,
                                 op.getDynamic(), shape, op.getVector());
  define(*op, local, std::move(sharding));
  return success();
}

LogicalResult Sharder::permute(PermuteOp op) {
  const Shard &shard = *find(op.getSource());
  Sharding sharding;
  for (auto [axis, source] : llvm::enumerate(op.getOrder()))
    if (const ShardedAxis *entry = findAxis(shard.sharding, source))
      sharding.push_back({int64_t(axis), entry->count, entry->range});
  define(*op, cloneLocal(*op, shard.local, sharding), sharding);
  return success();
}

LogicalResult Sharder::pad(PadOp op) {
  const Shard &shard = *find(op.getSource());
  ArrayRef<int64_t> before = getShape(op.getSource());
  SmallVector<int64_t> sizes(op.getSizes());
  for (const ShardedAxis &entry : shard.sharding) {
    if (op.getLow()[entry.axis] != 0 || sizes[entry.axis] != before[entry.axis])
      return op.emitOpError("pads the sharded axis ") << entry.axis;
    sizes[entry.axis] /= entry.count;
  }
  Sharding sharding = shard.sharding;
  Value local = PadOp::create(builder, op.getLoc(), shard.local,
                              op.getDynamic(), op.getLow(), sizes);
  define(*op, local, std::move(sharding));
  return success();
}

LogicalResult Sharder::flip(FlipOp op) {
  const Shard &shard = *find(op.getSource());
  for (const ShardedAxis &entry : shard.sharding)
    if (llvm::is_contained(op.getAxes(), entry.axis))
      return op.emitOpError("flips the sharded axis ") << entry.axis;
  Sharding sharding = shard.sharding;
  define(*op, cloneLocal(*op, shard.local, sharding), sharding);
  return success();
}

/// Of a sharded axis a shrink takes all, the block that the instance has, or,
/// over devices, one block by its number.
LogicalResult Sharder::shrink(ShrinkOp op) {
  const Shard &shard = *find(op.getSource());
  ArrayRef<int64_t> before = getShape(op.getSource());
  SmallVector<int64_t> offsets(op.getOffsets()), sizes(op.getSizes());
  // The dynamic offsets and sizes, by axis.
  SmallVector<Value> dynamicOffsets(offsets.size()), dynamic;
  OperandRange values = op.getDynamic();
  for (auto [axis, offset] : llvm::enumerate(offsets))
    if (ShapedType::isDynamic(offset)) {
      dynamicOffsets[axis] = values.front();
      values = values.drop_front();
    }
  Value local = shard.local;
  Sharding sharding;
  for (const ShardedAxis &entry : shard.sharding) {
    int64_t axis = entry.axis, size = before[axis] / entry.count;
    int64_t &offset = offsets[axis];
    if (offset == 0 && sizes[axis] == before[axis]) {
      sizes[axis] = size;
      sharding.push_back(entry);
      continue;
    }
    bool isOwn = false;
    if (Value value = dynamicOffsets[axis]; value && sizes[axis] == size) {
      IndexExpr block = indices.mul(importer.import(entry.range), size);
      isOwn = importer.import(value) == block;
    }
    bool isOne = !ShapedType::isDynamic(offset) && sizes[axis] == size &&
                 offset % size == 0 && shard.sharding.size() == 1 &&
                 isDeviceAxis(entry);
    if (!isOwn && !isOne)
      return op.emitOpError("takes of the sharded axis ")
             << axis << " neither all nor one shard";
    if (isOne)
      local = ShardBuilder(builder, op.getLoc())
                  .broadcast(local, entry, offset / size);
    offset = 0;
    dynamicOffsets[axis] = {};
  }
  for (Value value : dynamicOffsets)
    if (value)
      dynamic.push_back(value);
  llvm::append_range(dynamic, values);
  local =
      ShrinkOp::create(builder, op.getLoc(), local, dynamic, offsets, sizes);
  define(*op, local, std::move(sharding));
  return success();
}

} // namespace mlir::tiny
