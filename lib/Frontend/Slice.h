//===- Slice.h - What a call of realize computes ----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef TINY_FRONTEND_SLICE_H
#define TINY_FRONTEND_SLICE_H

#include "GraphWalk.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "tiny/Frontend/Arena.h"

namespace mlir::tiny {

/// The part of the graph below some roots, with its buffers as parameters. Two
/// slices of one structure have equal `numbers`, `argumentTypes` and, op by op,
/// equal names and properties.
///
/// An assignment fills its whole buffer, so the load of an assigned buffer is
/// the assigned value. An assignment that outlives its roots is an output too.
/// It goes to the buffer itself if nothing that lives on reads the buffer as it
/// was, and to new storage otherwise.
///
/// What a variable is bound to is no part of the structure.
class Slice {
public:
  /// The roots are values with a width, not realized and not empty. To be
  /// compiled they are on the same devices, and no copy is below them.
  Slice(Arena &arena, ArrayRef<Value> roots);

  /// A computed value and the argument that it is stored to.
  struct Output {
    Value root;
    unsigned number;
    unsigned argument;
  };

  /// The ops that compute, in topological order. The loads among them read the
  /// buffers.
  ArrayRef<Operation *> getOps() const { return ops; }
  /// The numbers of the operands of each op (the argument of a load), then
  /// number and argument of each output.
  ArrayRef<uint32_t> getNumbers() const { return numbers; }
  ArrayRef<Output> getOutputs() const { return outputs; }
  /// The buffers that exist; new ones for outputs follow among the arguments.
  ArrayRef<Storage> getStorages() const { return storages; }
  /// Of what one device has.
  ArrayRef<Type> getArgumentTypes() const { return argumentTypes; }

  /// How the blocks of an argument make up its value.
  struct Sharding {
    int64_t axis = -1;
    int64_t count = 1;

    bool operator==(const Sharding &other) const {
      return axis == other.axis && count == other.count;
    }
  };
  ArrayRef<Sharding> getShardings() const { return shardings; }
  /// On how many devices the roots are computed.
  int64_t getNumDevices() const { return numDevices; }
  /// Fills the bindings. Reports a variable that is bound to two numbers or to
  /// none.
  LogicalResult checkBindings();
  /// The numbers of variables, by label.
  const llvm::StringMap<int64_t> &getBindings() const { return bindings; }
  size_t getHash() const { return hash; }

  /// The slice as a module with one `tiny.function @main`, op by op.
  OwningOpRef<ModuleOp> exportModule() const;

private:
  void findOutputs(ArrayRef<Value> roots);
  void number();
  unsigned getArgument(Operation *buffer);
  void addArgument(ArrayRef<int64_t> shape, Type elementType,
                   Placement placement);
  void computeHash();

  Arena &arena;
  GraphWalk walk;
  SmallVector<Operation *, 0> ops;
  SmallVector<uint32_t, 0> numbers;
  SmallVector<Output, 4> outputs;
  SmallVector<Storage, 8> storages;
  SmallVector<Type, 8> argumentTypes;
  SmallVector<Sharding, 8> shardings;
  int64_t numDevices = 1;
  DenseMap<std::pair<void *, Type>, unsigned> arguments;
  llvm::StringMap<int64_t> bindings;
  size_t hash = 0;
};

} // namespace mlir::tiny

#endif // TINY_FRONTEND_SLICE_H
