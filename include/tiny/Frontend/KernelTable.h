//===- KernelTable.h - The kernels that a program has written ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef TINY_FRONTEND_KERNELTABLE_H
#define TINY_FRONTEND_KERNELTABLE_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"

namespace mlir::tiny {
class KernelOp;

/// The kernels by their names. Equal kernels are one, and a name never stands
/// for another kernel, so that it is as good as the kernel in what is compared.
class KernelTable {
public:
  KernelTable();
  ~KernelTable();

  /// The name under which the kernel, or one that equals it, is known.
  StringAttr add(OwningOpRef<KernelOp> kernel);
  /// The kernel of a name that `add` has given.
  KernelOp lookup(StringRef name) const;

private:
  llvm::StringMap<OwningOpRef<KernelOp>> kernels;
  llvm::DenseMap<uint64_t, SmallVector<KernelOp, 1>> byContent;
};

/// Makes a kernel of what a `tiny.roots` of a graph is computed from. Buffer
/// `-1 - slot` of the graph is argument `slot`. Appends the numbers that it
/// depends on, as bound in the graph, to `numbers`. Null after a diagnostic.
OwningOpRef<KernelOp> buildKernel(Value roots, ArrayRef<Type> arguments,
                                  SmallVectorImpl<Value> &numbers);

/// Storage of which a value is the first part, in row-major order: what it is
/// loaded from, what a kernel left, or a contiguous value.
struct StoredView {
  Value base;
  /// Reshapes and shrinks from the base to the value, the first one first.
  SmallVector<Operation *, 4> movements;
};
/// Null base if the value is no such part.
StoredView findStored(Value value);

} // namespace mlir::tiny

#endif // TINY_FRONTEND_KERNELTABLE_H
