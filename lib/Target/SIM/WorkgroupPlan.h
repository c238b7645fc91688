//===- WorkgroupPlan.h - A kernel as loops over items -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A plan says which ops of a kernel run once per workgroup, which ones stand
// together in a loop over items (a segment), and which values are kept in
// memory because a later segment needs them.
//
//===----------------------------------------------------------------------===//

#ifndef TINY_LIB_TARGET_SIM_WORKGROUPPLAN_H
#define TINY_LIB_TARGET_SIM_WORKGROUPPLAN_H

#include "Divergence.h"

#include "llvm/ADT/SetVector.h"

#include <deque>

namespace mlir::tiny {

/// Memory for a value: one element per item, or one for all if it does not
/// differ between them.
struct Storage {
  Type element;
  bool isPerItem;
};

/// Writes a value to a storage.
struct Copy {
  Value value;
  Storage *target;
};

/// Ops between two split points. All items run through them in one loop.
struct Segment {
  SmallVector<Operation *> ops;
  /// Done when an item is through with the ops.
  SmallVector<Copy> copies;
  /// Values from elsewhere that an item reads or computes again, in the order
  /// of their first use.
  llvm::SetVector<Value> inputs;
};

struct Step;
using Steps = std::vector<Step>;

/// What a workgroup does next.
struct Step {
  enum Kind {
    /// An op without effects whose operands are the same for all items.
    Shared,
    /// A copy of such a value.
    SharedCopy,
    /// A segment.
    Items,
    /// Nothing: what one item did before, the others may see after.
    Barrier,
    /// Control flow with a split point inside.
    Control
  };
  Kind kind;
  Operation *op = nullptr;
  Copy copy = {};
  unsigned segment = 0;
  /// The steps of each region.
  std::vector<Steps> regions;
};

class WorkgroupPlan {
public:
  /// Fails after a diagnostic if not all items reach a split point.
  static FailureOr<WorkgroupPlan> build(gpu::GPUFuncOp kernel);

  const Steps &getSteps() const { return steps; }
  const Segment &getSegment(unsigned number) const { return segments[number]; }
  const std::deque<Storage> &getStorages() const { return storages; }

  /// Where a value is kept for later segments; null if it is not.
  Storage *getStorage(Value value) const { return storageOf.lookup(value); }
  /// Where the items leave what they exchange.
  Storage *getExchange(Operation *shuffle) const {
    return exchanges.lookup(shuffle);
  }
  /// Whether the private memory keeps its contents over a split point, so that
  /// each item needs its own.
  bool isKeptPerItem(Value memory) const { return keptMemory.contains(memory); }
  /// Whether an input of a segment is computed again rather than read.
  bool isRecomputed(Value value) const {
    return places.lookup(value).kind == Place::Cheap;
  }

private:
  /// Where the value of an op of the plan, not of one deeper inside, comes
  /// from.
  struct Place {
    enum Kind {
      /// From outside of the loops over items.
      Shared,
      /// From few integer ops, in any segment.
      Cheap,
      /// From an op of a segment.
      Item,
      /// From its storage, in any segment.
      Stored
    };
    Kind kind = Shared;
    unsigned segment = 0;
    /// The number of ops that a cheap value takes.
    unsigned cost = 0;
  };

  explicit WorkgroupPlan(gpu::GPUFuncOp kernel) : divergence(kernel) {}

  LogicalResult findSplits(gpu::GPUFuncOp kernel);
  LogicalResult checkUniform(Operation *split);
  void planBlock(Block &block, Steps &result);
  void planOp(Operation &op, Steps &result);
  bool planShared(Operation &op, Steps &result);
  bool planCheap(Operation &op);
  void planShuffle(gpu::ShuffleOp shuffle, Steps &result);
  void planControl(Operation *op, Steps &result);

  /// Ends the open segment.
  void split(Steps &result);
  /// Copies values that enter or leave the regions of control flow, at the end
  /// of the open segment.
  void carry(ValueRange values, ValueRange targets, Steps &result);
  void use(Value value);
  void useOperands(Operation *op);
  /// Gives values storage, all of them the same.
  void share(std::initializer_list<Value> values);
  void store(Value value);
  Storage *makeStorage(Type type, bool isPerItem);
  /// Whether the value is known outside of the loops over items once the
  /// segments before the open one have run.
  bool isShared(Value value) const;
  void requireShared(Value value);

  Divergence divergence;
  /// Split points and what they are inside of.
  DenseSet<Operation *> splits;
  Steps steps;
  /// The last one is open.
  std::vector<Segment> segments;
  DenseMap<Value, Place> places;
  std::deque<Storage> storages;
  DenseMap<Value, Storage *> storageOf;
  DenseMap<Operation *, Storage *> exchanges;
  DenseSet<Value> keptMemory;
};

} // namespace mlir::tiny

#endif // TINY_LIB_TARGET_SIM_WORKGROUPPLAN_H
