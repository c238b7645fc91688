//===- Sharder.h - The rules by which ops work on shards --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef TINY_LIB_TRANSFORMS_SHARDER_H
#define TINY_LIB_TRANSFORMS_SHARDER_H

#include "Sharding.h"

namespace mlir::tiny {

/// Takes the ops of a block in order. An op on sharded operands becomes one on
/// shards; its result is a shard, or a value that all instances have.
class Sharder {
public:
  struct Options {
    /// Send what was widened for a sum in its narrow type.
    bool narrowAllReduce = true;
  };

  Sharder(MLIRContext *context, Options options)
      : options(options), builder(context), importer(indices),
        exporter(builder) {}

  /// Reports an op that cannot work on shards.
  LogicalResult visit(Operation &op);

private:
  const Shard *find(Value value) const {
    auto it = shards.find(value);
    return it == shards.end() ? nullptr : &it->second;
  }
  bool isDeviceAxis(const ShardedAxis &axis);
  FailureOr<Value> gather(Operation &op, Value value);
  FailureOr<Value> reshard(Operation &op, Value value,
                           ArrayRef<ShardedAxis> target);
  FailureOr<Sharding> align(Operation &op, int64_t rank,
                            SmallVectorImpl<Value> &operands);
  void define(Operation &op, Value local, Sharding sharding);
  void replace(Operation &op, Value whole);
  Value cloneLocal(Operation &op, ValueRange operands,
                   ArrayRef<ShardedAxis> sharding);

  LogicalResult unshard(UnshardOp op);
  LogicalResult elementwise(Operation &op);
  LogicalResult stack(StackOp op);
  LogicalResult reduce(ReduceOp op);
  LogicalResult reshape(ReshapeOp op);
  LogicalResult expand(ExpandOp op);
  LogicalResult permute(PermuteOp op);
  LogicalResult pad(PadOp op);
  LogicalResult shrink(ShrinkOp op);
  LogicalResult flip(FlipOp op);
  LogicalResult load(LoadOp op);
  LogicalResult store(StoreOp op);
  LogicalResult storeFragment(StoreOp op, const Shard &fragment);
  LogicalResult after(AfterOp op);
  LogicalResult index(IndexOp op);
  LogicalResult resolvePlaces(Operation &op, const Shard &shard,
                              MutableArrayRef<IndexExpr> places);
  FailureOr<Value> resolveIndex(Operation &op, Value buffer, Value index);

  Options options;
  OpBuilder builder;
  IndexContext indices;
  IndexImporter importer;
  IndexExporter exporter;
  llvm::DenseMap<Value, Shard> shards;
  /// How the elements of an axis of a storage are dealt out, where known.
  llvm::DenseMap<std::pair<Value, int64_t>, ShardIndexResolver::Pattern>
      patterns;
  /// The ranges whose elements are dealt out in turn, and those whose fragments
  /// are stored as blocks.
  llvm::DenseSet<Value> stridedRanges, blockRanges;
};

} // namespace mlir::tiny

#endif // TINY_LIB_TRANSFORMS_SHARDER_H
