//===- Sharder.cpp - Ops on shards: computation and memory ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Sharder.h"

#include "KernelRewriting.h"

namespace mlir::tiny {

bool Sharder::isDeviceAxis(const ShardedAxis &axis) {
  SmallVector<IndexExpr, 4> leaves = importer.import(axis.range).getLeaves();
  return !leaves.empty() && llvm::all_of(leaves, [](IndexExpr leaf) {
    auto range =
        leaf.getValue() ? leaf.getValue().getDefiningOp<RangeOp>() : RangeOp();
    return range && range.getAxis() == AxisType::Device;
  });
}

void Sharder::define(Operation &op, Value local, Sharding sharding) {
  if (sharding.empty())
    return replace(op, local);
  shards[op.getResult(0)] = {local, std::move(sharding)};
}

void Sharder::replace(Operation &op, Value whole) {
  op.getResult(0).replaceAllUsesWith(whole);
}

Value Sharder::cloneLocal(Operation &op, ValueRange operands,
                          ArrayRef<ShardedAxis> sharding) {
  Type type = op.getResult(0).getType();
  Type local = getShapedLike(type, getShardShape(getShape(type), sharding),
                             getElementType(type));
  return cloneWith(builder, &op, operands, local)->getResult(0);
}

/// The whole value on every instance.
FailureOr<Value> Sharder::gather(Operation &op, Value value) {
  const Shard &shard = *find(value);
  for (const ShardedAxis &axis : shard.sharding)
    if (!isDeviceAxis(axis))
      return op.emitOpError("needs all of a value whose axis ")
             << axis.axis << " is sharded over a range that is no device";
  return ShardBuilder(builder, op.getLoc()).gather(shard);
}

/// The shard of an operand under another sharding, or of a whole one.
FailureOr<Value> Sharder::reshard(Operation &op, Value value,
                                  ArrayRef<ShardedAxis> target) {
  const Shard *shard = find(value);
  if (shard && ArrayRef<ShardedAxis>(shard->sharding) == target)
    return shard->local;
  if (shard) {
    FailureOr<Value> whole = gather(op, value);
    if (failed(whole))
      return failure();
    value = *whole;
  }
  return ShardBuilder(builder, op.getLoc()).cut(value, target);
}

/// Brings all operands to the sharding of the sharded ones, as axes of a result
/// of that rank. Where these differ, to that of the last one.
FailureOr<Sharding> Sharder::align(Operation &op, int64_t rank,
                                   SmallVectorImpl<Value> &operands) {
  auto lead = [&](Value operand) -> int64_t {
    return rank - int64_t(getShape(operand).size());
  };
  std::optional<Sharding> target;
  bool differ = false, isMulti = false;
  for (Value operand : op.getOperands())
    if (const Shard *shard = find(operand)) {
      Sharding sharding = moveAxes(shard->sharding, lead(operand));
      if (target && *target != sharding) {
        differ = true;
        isMulti |= target->size() > 1;
        if (importer.import(target->front().range).getLeaves() !=
            importer.import(sharding.front().range).getLeaves())
          return op.emitOpError("has operands that are sharded over different "
                                "ranges");
      }
      isMulti |= sharding.size() > 1;
      target = std::move(sharding);
    }
  if (differ && isMulti)
    return op.emitOpError("has operands that are sharded differently, one of "
                          "them over several axes");
  for (Value operand : op.getOperands()) {
    FailureOr<Value> local =
        reshard(op, operand, moveAxes(*target, -lead(operand)));
    if (failed(local))
      return failure();
    operands.push_back(*local);
  }
  return *target;
}

LogicalResult Sharder::unshard(UnshardOp op) {
  Sharding sharding;
  Value local = op.getSource();
  if (const Shard *inner = find(local)) {
    sharding = inner->sharding;
    local = inner->local;
  }
  for (auto [axis, count, range] :
       llvm::zip_equal(op.getAxes(), op.getCounts(), op.getRanges())) {
    if (findAxis(sharding, axis))
      return op.emitOpError("shards axis ") << axis << " a second time";
    sharding.push_back({axis, count, range});
  }
  llvm::sort(sharding, [](const ShardedAxis &lhs, const ShardedAxis &rhs) {
    return lhs.axis < rhs.axis;
  });
  define(*op, local, std::move(sharding));
  return success();
}

LogicalResult Sharder::elementwise(Operation &op) {
  SmallVector<Value, 3> operands;
  FailureOr<Sharding> sharding =
      align(op, getShape(op.getResult(0)).size(), operands);
  if (failed(sharding))
    return failure();
  define(op, cloneLocal(op, operands, *sharding), *sharding);
  return success();
}

LogicalResult Sharder::stack(StackOp op) {
  SmallVector<Value> operands;
  FailureOr<Sharding> sharding =
      align(*op, getShape(op.getResult()).size() - 1, operands);
  if (failed(sharding))
    return failure();
  Sharding moved = moveAxes(*sharding, 1);
  define(*op, cloneLocal(*op, operands, moved), moved);
  return success();
}

/// The type that a value was widened from, or null.
static Type getNarrowType(Value value) {
  auto cast = value.getDefiningOp<CastOp>();
  if (!cast)
    return {};
  Type narrow = getElementType(cast.getOperand());
  Type wide = getElementType(value);
  bool isHalf = narrow.isF16() || narrow.isBF16();
  return isHalf && isFloatType(wide) &&
                 getStorageBits(wide) > getStorageBits(narrow)
             ? narrow
             : Type();
}

LogicalResult Sharder::reduce(ReduceOp op) {
  const Shard &shard = *find(op.getSource());
  const ShardedAxis *reduced = nullptr, *kept = nullptr;
  for (const ShardedAxis &entry : shard.sharding)
    (llvm::is_contained(op.getAxes(), entry.axis) ? reduced : kept) = &entry;
  if (reduced && kept)
    return op.emitOpError("reduces the sharded axis ")
           << reduced->axis << " but not the sharded axis " << kept->axis;
  if (kept) {
    Sharding sharding = shard.sharding;
    define(*op, cloneLocal(*op, shard.local, sharding), sharding);
    return success();
  }
  Location loc = op.getLoc();
  Sharding axes = shard.sharding;
  Value local = cloneWith(builder, op, shard.local, op.getType())->getResult(0);
  Type wide = getElementType(local);
  Type narrow =
      options.narrowAllReduce ? getNarrowType(op.getSource()) : Type();
  if (narrow)
    local = CastOp::create(builder, loc, local, narrow);
  local = ShardBuilder(builder, loc).allReduce(local, op.getKind(), axes);
  if (narrow)
    local = CastOp::create(builder, loc, local, wide);
  replace(*op, local);
  return success();
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

LogicalResult Sharder::load(LoadOp op) {
  const Shard &shard = *find(op.getBuffer());
  if (!op.getIndex()) {
    Sharding sharding = shard.sharding;
    define(*op, cloneLocal(*op, shard.local, sharding), sharding);
    return success();
  }
  FailureOr<Value> index = resolveIndex(*op, op.getBuffer(), op.getIndex());
  if (failed(index))
    return failure();
  op.getBufferMutable().assign(shard.local);
  op.getIndexMutable().assign(*index);
  return success();
}

/// Each item stores its part of a tile, which is a block.
LogicalResult Sharder::storeFragment(StoreOp op, const Shard &fragment) {
  for (const ShardedAxis &entry : fragment.sharding) {
    if (getShape(fragment.local)[entry.axis] == 1)
      continue;
    blockRanges.insert(entry.range);
    if (stridedRanges.contains(entry.range))
      return op.emitOpError(
                 "stores a tile as a whole whose elements along axis ")
             << entry.axis << " are dealt out in turn";
  }
  op.getBufferMutable().assign(ShardBuilder(builder, op.getLoc())
                                   .cut(op.getBuffer(), fragment.sharding));
  op.getValueMutable().assign(fragment.local);
  return success();
}

LogicalResult Sharder::store(StoreOp op) {
  const Shard *buffer = find(op.getBuffer());
  if (op.getIndex()) {
    FailureOr<Value> index = resolveIndex(*op, op.getBuffer(), op.getIndex());
    if (failed(index))
      return failure();
    op.getBufferMutable().assign(buffer->local);
    op.getIndexMutable().assign(*index);
    return success();
  }
  if (const Shard *fragment = find(op.getValue());
      !buffer &&
      llvm::none_of(fragment->sharding, [&](const ShardedAxis &axis) {
        return isDeviceAxis(axis);
      })) {
    return storeFragment(op, *fragment);
  }
  FailureOr<Value> value = buffer
                               ? reshard(*op, op.getValue(), buffer->sharding)
                               : gather(*op, op.getValue());
  if (failed(value))
    return failure();
  op.getValueMutable().assign(*value);
  if (buffer)
    op.getBufferMutable().assign(buffer->local);
  return success();
}

LogicalResult Sharder::after(AfterOp op) {
  const Shard &shard = *find(op.getBuffer());
  Sharding sharding = shard.sharding;
  Value local =
      AfterOp::create(builder, op.getLoc(), shard.local, op.getDependencies());
  define(*op, local, std::move(sharding));
  return success();
}

/// Makes places in the shard of places in the whole buffer, the leading axes of
/// which are given.
LogicalResult Sharder::resolvePlaces(Operation &op, const Shard &shard,
                                     MutableArrayRef<IndexExpr> places) {
  using Pattern = ShardIndexResolver::Pattern;
  Value storage = getStorageOf(shard.local);
  ShardIndexResolver resolver(indices, importer);
  ArrayRef<int64_t> localShape = getShape(shard.local);
  for (const ShardedAxis &entry : shard.sharding) {
    if (entry.axis >= static_cast<int64_t>(places.size()))
      continue;
    IndexExpr &place = places[entry.axis];
    std::pair<Value, int64_t> key(storage, entry.axis);
    std::optional<IndexExpr> local;
    for (Pattern pattern : {Pattern::Blocks, Pattern::Strided}) {
      auto known = patterns.find(key);
      bool isStrided = pattern == Pattern::Strided;
      if (local || (known != patterns.end() && known->second != pattern) ||
          (isStrided && blockRanges.contains(entry.range)))
        continue;
      local = resolver.resolve(place, entry, localShape[entry.axis], pattern);
      if (!local)
        continue;
      patterns[key] = pattern;
      if (isStrided)
        stridedRanges.insert(entry.range);
    }
    if (!local) {
      std::string text;
      llvm::raw_string_ostream os(text);
      place.print(os);
      return op.emitOpError("cannot shard index ")
             << text << " of axis " << entry.axis
             << ": it may name an element of another instance";
    }
    place = *local;
  }
  return success();
}

FailureOr<Value> Sharder::resolveIndex(Operation &op, Value buffer,
                                       Value index) {
  if (!IndexImporter::isIndexLike(index))
    return op.emitOpError("has a vector of indices into a sharded buffer");
  const Shard &shard = *find(buffer);
  SmallVector<IndexExpr> places =
      indices.delinearize(importer.import(index), getShape(buffer));
  if (failed(resolvePlaces(op, shard, places)))
    return failure();
  return exporter.materialize(indices.linearize(places, getShape(shard.local)),
                              op.getLoc());
}

/// A view at a place: what is left of the sharding are its other axes.
LogicalResult Sharder::index(IndexOp op) {
  const Shard &shard = *find(op.getSource());
  if (!isa<BufferType>(shard.local.getType()))
    return op.emitOpError("cannot work on a sharded value");
  SmallVector<IndexExpr> places;
  for (Value coordinate : op.getCoordinates())
    places.push_back(importer.import(coordinate));
  if (failed(resolvePlaces(*op, shard, places)))
    return failure();
  SmallVector<Value> coordinates;
  for (IndexExpr place : places)
    coordinates.push_back(exporter.materialize(place, op.getLoc()));
  Sharding rest;
  for (const ShardedAxis &entry : shard.sharding)
    if (entry.axis >= static_cast<int64_t>(places.size()))
      rest.push_back(entry);
  define(*op, IndexOp::create(builder, op.getLoc(), shard.local, coordinates),
         moveAxes(rest, -static_cast<int64_t>(places.size())));
  return success();
}

//===----------------------------------------------------------------------===//
// All ops
//===----------------------------------------------------------------------===//

LogicalResult Sharder::visit(Operation &op) {
  builder.setInsertionPoint(&op);
  if (auto unshardOp = dyn_cast<UnshardOp>(op))
    return unshard(unshardOp);
  if (shards.empty() || llvm::none_of(op.getOperands(), [&](Value operand) {
        return find(operand);
      }))
    return success();
  if (auto typed = dyn_cast<StackOp>(op))
    return stack(typed);
  if (auto typed = dyn_cast<ReduceOp>(op))
    return reduce(typed);
  if (auto typed = dyn_cast<ReshapeOp>(op))
    return reshape(typed);
  if (auto typed = dyn_cast<ExpandOp>(op))
    return expand(typed);
  if (auto typed = dyn_cast<PermuteOp>(op))
    return permute(typed);
  if (auto typed = dyn_cast<PadOp>(op))
    return pad(typed);
  if (auto typed = dyn_cast<ShrinkOp>(op))
    return shrink(typed);
  if (auto typed = dyn_cast<FlipOp>(op))
    return flip(typed);
  if (auto typed = dyn_cast<IndexOp>(op))
    return index(typed);
  if (auto typed = dyn_cast<LoadOp>(op))
    return load(typed);
  if (auto typed = dyn_cast<StoreOp>(op))
    return store(typed);
  if (auto typed = dyn_cast<AfterOp>(op))
    return after(typed);
  if (isElementwise(&op) || isa<ContiguousOp, DetachOp, AllReduceOp>(op)) {
    if (isa<AllReduceOp>(op) && op.getNumOperands() > 1) {
      // Its ranges are no operands that have axes.
      const Shard &shard = *find(op.getOperand(0));
      SmallVector<Value> operands(op.getOperands());
      operands[0] = shard.local;
      Sharding sharding = shard.sharding;
      define(op, cloneLocal(op, operands, sharding), sharding);
      return success();
    }
    return elementwise(op);
  }
  return op.emitOpError("cannot work on a sharded value");
}

} // namespace mlir::tiny
