//===- Sharding.h - Values in pieces ----------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef TINY_LIB_TRANSFORMS_SHARDING_H
#define TINY_LIB_TRANSFORMS_SHARDING_H

#include "tiny/Analysis/IndexImport.h"
#include "tiny/IR/Tiny.h"

namespace mlir::tiny {

/// How one axis is cut: into `count` blocks, of which the instance that the
/// range names holds block number `range`.
struct ShardedAxis {
  int64_t axis;
  int64_t count;
  Value range;

  bool operator==(const ShardedAxis &other) const {
    return axis == other.axis && count == other.count && range == other.range;
  }
};

/// The axes that are cut, ascending.
using Sharding = SmallVector<ShardedAxis, 2>;

/// The part of a value that one instance holds.
struct Shard {
  Value local;
  Sharding sharding;
};

/// The entry for an axis, or null.
const ShardedAxis *findAxis(ArrayRef<ShardedAxis> sharding, int64_t axis);

/// The shape of a shard of a value of that shape.
SmallVector<int64_t> getShardShape(ArrayRef<int64_t> shape,
                                   ArrayRef<ShardedAxis> sharding);

/// The axes of an operand as those of a result of higher rank, or back
/// (`by` is negative): elementwise ops align axes at the end.
Sharding moveAxes(ArrayRef<ShardedAxis> sharding, int64_t by);

/// Writes the ops that cut and join shards. Each says at which op they go.
class ShardBuilder {
public:
  ShardBuilder(OpBuilder &builder, Location loc) : builder(builder), loc(loc) {}

  /// The block of a whole value that the instance holds. Where the value has
  /// size one it is the same for all instances.
  Value cut(Value whole, ArrayRef<ShardedAxis> sharding);
  /// The whole value on all instances, from shards: a sum of shards, each among
  /// zeros.
  Value gather(const Shard &shard);
  /// Shard number `index` of an axis on all instances.
  Value broadcast(Value local, const ShardedAxis &axis, int64_t index);
  Value allReduce(Value local, ReduceKind kind, ArrayRef<ShardedAxis> axes);

private:
  /// The number of the first element of a block.
  Value getOffset(const ShardedAxis &axis, int64_t size);

  OpBuilder &builder;
  Location loc;
};

/// Finds the element of a local piece that an index of the whole names. One
/// storage must always be read by one pattern.
class ShardIndexResolver {
public:
  explicit ShardIndexResolver(IndexContext &context, IndexImporter &importer)
      : context(context), importer(importer) {}

  enum class Pattern { Blocks, Strided };

  /// The index on one axis whose shard has `size` elements, or nothing if it
  /// may name an element of another instance. `pattern` says how elements are
  /// dealt out.
  std::optional<IndexExpr> resolve(IndexExpr index, const ShardedAxis &axis,
                                   int64_t size, Pattern pattern);

private:
  IndexContext &context;
  IndexImporter &importer;
};

} // namespace mlir::tiny

#endif // TINY_LIB_TRANSFORMS_SHARDING_H
