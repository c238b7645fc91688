//===- Sharding.cpp - Values in pieces ------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Sharding.h"

namespace mlir::tiny {

const ShardedAxis *findAxis(ArrayRef<ShardedAxis> sharding, int64_t axis) {
  for (const ShardedAxis &entry : sharding)
    if (entry.axis == axis)
      return &entry;
  return nullptr;
}

SmallVector<int64_t> getShardShape(ArrayRef<int64_t> shape,
                                   ArrayRef<ShardedAxis> sharding) {
  SmallVector<int64_t> result(shape);
  for (const ShardedAxis &entry : sharding)
    result[entry.axis] /= entry.count;
  return result;
}

Sharding moveAxes(ArrayRef<ShardedAxis> sharding, int64_t by) {
  Sharding result(sharding);
  for (ShardedAxis &entry : result)
    entry.axis += by;
  return result;
}

Value ShardBuilder::getOffset(const ShardedAxis &axis, int64_t size) {
  if (size == 1)
    return axis.range;
  Value factor = ConstOp::create(builder, loc, Number::integer(size),
                                 builder.getIndexType());
  return MulOp::create(builder, loc, axis.range, factor);
}

Value ShardBuilder::cut(Value whole, ArrayRef<ShardedAxis> sharding) {
  ArrayRef<int64_t> shape = getShape(whole);
  SmallVector<int64_t> offsets(shape.size(), 0), sizes(shape);
  SmallVector<Value> dynamic;
  Sharding cutAxes;
  for (const ShardedAxis &entry : sharding)
    if (entry.axis >= 0 && shape[entry.axis] != 1)
      cutAxes.push_back(entry);
  if (cutAxes.empty())
    return whole;
  // A number that is repeated is repeated less often.
  if (auto expand = whole.getDefiningOp<ExpandOp>();
      expand && getShape(expand.getSource()).empty())
    return ExpandOp::create(builder, loc, expand.getSource(),
                            getShardShape(shape, cutAxes));
  for (const ShardedAxis &entry : cutAxes) {
    sizes[entry.axis] /= entry.count;
    offsets[entry.axis] = ShapedType::kDynamic;
    dynamic.push_back(getOffset(entry, sizes[entry.axis]));
  }
  return ShrinkOp::create(builder, loc, whole, dynamic, offsets, sizes);
}

Value ShardBuilder::allReduce(Value local, ReduceKind kind,
                              ArrayRef<ShardedAxis> axes) {
  SmallVector<Value> ranges;
  for (const ShardedAxis &entry : axes)
    ranges.push_back(entry.range);
  return AllReduceOp::create(builder, loc, local, ranges, kind);
}

Value ShardBuilder::gather(const Shard &shard) {
  ArrayRef<int64_t> shape = getShape(shard.local);
  SmallVector<int64_t> low(shape.size(), 0), sizes(shape);
  SmallVector<Value> dynamic;
  for (const ShardedAxis &entry : shard.sharding) {
    low[entry.axis] = ShapedType::kDynamic;
    dynamic.push_back(getOffset(entry, shape[entry.axis]));
    sizes[entry.axis] *= entry.count;
  }
  Value padded = PadOp::create(builder, loc, shard.local, dynamic, low, sizes);
  bool isBool = isBoolType(getElementType(padded));
  return allReduce(padded, isBool ? ReduceKind::Max : ReduceKind::Add,
                   shard.sharding);
}

Value ShardBuilder::broadcast(Value local, const ShardedAxis &axis,
                              int64_t index) {
  Value number = ConstOp::create(builder, loc, Number::integer(index),
                                 builder.getIndexType());
  Value isHere = CmpEqOp::create(builder, loc, axis.range, number);
  Type type = getElementType(local);
  Value zero =
      ConstOp::create(builder, loc, Number::integer(0).convertedTo(type), type);
  Value value = WhereOp::create(builder, loc, isHere, local, zero);
  return allReduce(value, isBoolType(type) ? ReduceKind::Max : ReduceKind::Add,
                   axis);
}

std::optional<IndexExpr> ShardIndexResolver::resolve(IndexExpr index,
                                                     const ShardedAxis &axis,
                                                     int64_t size,
                                                     Pattern pattern) {
  IndexExpr range = importer.import(axis.range);
  auto isInside = [&](IndexExpr expr) {
    Interval bounds = expr.getInterval();
    return bounds.min >= 0 && bounds.max < size;
  };
  if (pattern == Pattern::Blocks) {
    IndexExpr local = context.sub(index, context.mul(range, size));
    return isInside(local) ? std::optional(local) : std::nullopt;
  }
  IndexExpr offset = context.sub(index, range);
  IndexExpr local = context.floorDiv(offset, axis.count);
  if (!context.mod(offset, axis.count).isConstant(0) || !isInside(local))
    return std::nullopt;
  return local;
}

} // namespace mlir::tiny
