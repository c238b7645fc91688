//===- RegisterCells.h - Register buffers as SSA values ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A `reg` buffer whose accesses have constant places is a set of cells: parts
// that are always read and written as a whole. A cell needs no memory. Its
// value is an SSA value, carried by the loops that change it, where the change
// is seen by a later iteration or after the loop.
//
//===----------------------------------------------------------------------===//

#ifndef TINY_LIB_CONVERSION_TINYTOSTRUCTURED_REGISTERCELLS_H
#define TINY_LIB_CONVERSION_TINYTOSTRUCTURED_REGISTERCELLS_H

#include "LoweredTypes.h"
#include "ValueBounds.h"
#include "llvm/ADT/BitVector.h"

namespace mlir::tiny {

/// Whether the range becomes no loop.
inline bool isInlined(RangeOp range) { return range.isTrivial(); }

class RegisterCells {
public:
  static constexpr unsigned none = ~0u;

  /// `block` is in the order of execution, and its loops nest.
  RegisterCells(Block &block, ValueBounds &bounds, LoweredTypes &lowered);

  /// The one value that stands for the storage of a state: an argument, or the
  /// first of the equal `buffer` ops.
  Value getStorage(Value state) const { return storageOf.lookup(state); }
  /// The cell that a load or store accesses, or `none`.
  unsigned getCell(Operation *access) const;
  unsigned size() const { return types.size(); }
  /// The lowered type of the value in a cell.
  Type getType(unsigned cell) const { return types[cell]; }

  /// The cells that the body of the loop changes.
  const llvm::BitVector &getChanged(RangeOp range) const;
  /// Those of them that are loop-carried.
  const llvm::BitVector &getCarried(RangeOp range) const;

private:
  struct Access {
    Operation *op;
    int64_t offset;
    Type type;
  };
  struct Loop {
    llvm::BitVector changed;
    /// Read in an iteration before it is written in it.
    llvm::BitVector exposed;
    llvm::BitVector carried;
  };

  /// What matters for liveness: a range or `end`, or an access to a cell.
  struct Event {
    Operation *op;
    unsigned cell;
  };

  void makeCells(MutableArrayRef<Access> accesses);
  void findExposed(ArrayRef<Event> events);
  void findCarried(ArrayRef<Event> events);

  llvm::DenseMap<Value, Value> storageOf;
  llvm::DenseMap<Operation *, unsigned> cellOf;
  SmallVector<Type> types;
  llvm::DenseMap<Operation *, Loop> loops;
};

} // namespace mlir::tiny

#endif // TINY_LIB_CONVERSION_TINYTOSTRUCTURED_REGISTERCELLS_H
