//===- Placement.h - On which devices values are ----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The types of a graph say nothing about devices: a value on several is still
// one value. Where it is follows from the storage and the copies below it, and
// is noted here, as soon as a node is built, for the nodes that are elsewhere
// than on the first CPU. So a program of one device has an empty table.
//
//===----------------------------------------------------------------------===//

#ifndef TINY_FRONTEND_PLACEMENT_H
#define TINY_FRONTEND_PLACEMENT_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"

#include <optional>
#include <string>
#include <vector>

namespace mlir::tiny {

/// A list of devices, by its number, and the axis of which each device of the
/// list has a block; with -1 each has all of the value.
struct Placement {
  uint32_t devices = 0;
  int32_t axis = -1;

  bool operator==(const Placement &other) const {
    return devices == other.devices && axis == other.axis;
  }
  bool operator!=(const Placement &other) const { return !(*this == other); }
};

class Placements {
public:
  Placements();

  /// The number of a comma-separated list. That of "CPU" is 0.
  uint32_t addDevices(StringRef names);
  StringRef getNames(uint32_t devices) const { return lists[devices].names; }
  /// "CPU" or "SIM": what all devices of a list are.
  StringRef getKind(uint32_t devices) const {
    return getNames(devices).take_until(
        [](char c) { return c == ':' || c == ','; });
  }
  int64_t getCount(uint32_t devices) const { return lists[devices].count; }
  int64_t getCount(Placement placement) const {
    return getCount(placement.devices);
  }

  /// Whether a node is elsewhere than on the first CPU.
  bool isUsed() const { return !table.empty(); }
  /// Where a node is. What can be computed anywhere is on the first CPU.
  Placement get(Operation *op) const { return table.lookup(op); }
  Placement get(Value value) const { return get(value.getDefiningOp()); }
  /// The devices of a node, or none if it can be computed anywhere.
  std::optional<uint32_t> getDevices(Operation *op) const;
  /// For errors: the devices and the sharded axis.
  std::string describe(Placement placement) const;
  /// The shape of the block of a device.
  SmallVector<int64_t, 4> getLocalShape(ArrayRef<int64_t> shape,
                                        Placement placement) const;

  /// Notes where the storage of a `tiny.buffer` is.
  void set(Operation *op, Placement placement);
  /// Notes where a new node is. Reports operands on different devices, and what
  /// would move elements from one device to another.
  LogicalResult infer(Operation *op);
  void forget(Operation *op) {
    if (!table.empty())
      table.erase(op);
  }

private:
  struct List {
    std::string names;
    int64_t count;
  };

  LogicalResult inferComputed(Operation *op);

  std::vector<List> lists;
  llvm::StringMap<uint32_t> numbers;
  DenseMap<Operation *, Placement> table;
};

/// The axis of the result that is cut where axis `axis` of an operand is cut
/// into `count` blocks; -1 where no axis is. Fails after a diagnostic if
/// elements would move from one block to another.
FailureOr<int64_t> inferShardedAxis(OpOperand &operand, int64_t axis,
                                    int64_t count);

} // namespace mlir::tiny

#endif // TINY_FRONTEND_PLACEMENT_H
