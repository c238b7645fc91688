//===- KernelRoots.h - What becomes a kernel, and when ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef TINY_LIB_TRANSFORMS_KERNELROOTS_H
#define TINY_LIB_TRANSFORMS_KERNELROOTS_H

#include "tiny/Analysis/KernelAccesses.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::tiny {

/// The tokens of kernels in a function after `tiny-rangeify`, in block order:
/// every `end`, and every store outside of one, that a state, a group or the
/// sink waits for.
SmallVector<Operation *> findRoots(Block &block);

/// `root` and the ops it needs, without those that make states, in block order.
SmallVector<Operation *> collectSlice(Operation *root);

/// On a contiguous and then on its root: `tiny-fuse` added it, so that the
/// program does not rely on a kernel of its own.
constexpr llvm::StringLiteral keptAttrName = "tiny.kept";

/// What one root accesses.
struct KernelRoot {
  /// An `end`, a store without ranges, or a call of a kernel of the program.
  /// The latter has nothing but the states that it uses.
  Operation *op;
  StoreOp store;
  SmallVector<Value, 2> read, written;
  SmallVector<RangeOp, 4> ranges;
  SmallVector<LoadOp, 4> loads;
  SmallVector<ReduceOp, 1> reduces;
  /// The roots that must run before, by number.
  llvm::SmallSetVector<unsigned, 4> before;
};

/// The roots of a function, and which must wait for which: for those whose
/// states they use (read after write), and for those that read the state that
/// they store to (write after read).
class RootGraph {
public:
  explicit RootGraph(Block &block);

  size_t size() const { return roots.size(); }
  KernelRoot &operator[](unsigned number) { return roots[number]; }
  /// The numbers of all roots, each after those before it, else in block
  /// order. Some are missing if there is a cycle.
  SmallVector<unsigned> sort() const;
  /// The roots whose tokens a state waits for, not those of earlier states.
  ArrayRef<unsigned> getMakers(Value state) const;

private:
  void addRoot(Operation *op);
  void addCall(CallOp call, StoredArguments &storedBy);
  void addMakers(Value token, SmallVector<unsigned, 1> &result);
  void addOrder(Block &block);

  SmallVector<KernelRoot, 0> roots;
  llvm::DenseMap<Value, unsigned> numberOf;
  llvm::DenseMap<Value, SmallVector<unsigned, 1>> makers;
};

/// The content of a state in the place of `value`: the storage of a symbolic
/// value is longer.
Value loadLike(OpBuilder &builder, Value state, Value value);

} // namespace mlir::tiny

#endif // TINY_LIB_TRANSFORMS_KERNELROOTS_H
