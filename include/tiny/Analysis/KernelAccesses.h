//===- KernelAccesses.h - What kernels do with their arguments --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef TINY_ANALYSIS_KERNELACCESSES_H
#define TINY_ANALYSIS_KERNELACCESSES_H

#include "tiny/IR/Tiny.h"
#include "llvm/ADT/SmallBitVector.h"

namespace mlir::tiny {

/// Which arguments the kernel stores to.
llvm::SmallBitVector getStoredArguments(KernelOp kernel);
/// Which arguments the kernel loads.
llvm::SmallBitVector getLoadedArguments(KernelOp kernel);

/// The arguments that the kernels of a module store to, by name. Each is worked
/// out when it is first asked for.
class StoredArguments {
public:
  /// The module is that of `op`, or around it.
  explicit StoredArguments(Operation *op);

  /// Null if the module has no kernel of that name. Valid until the next call.
  const llvm::SmallBitVector *find(FlatSymbolRefAttr callee);

private:
  struct Entry {
    KernelOp kernel;
    std::optional<llvm::SmallBitVector> stored;
  };
  llvm::DenseMap<StringAttr, Entry> entries;
};

} // namespace mlir::tiny

#endif // TINY_ANALYSIS_KERNELACCESSES_H
