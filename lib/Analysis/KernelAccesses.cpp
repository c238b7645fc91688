//===- KernelAccesses.cpp - What kernels do with their arguments ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "tiny/Analysis/KernelAccesses.h"

#include "mlir/IR/BuiltinOps.h"

namespace mlir::tiny {

template <typename OpTy>
static llvm::SmallBitVector getAccessedArguments(KernelOp kernel) {
  Block &block = kernel.getBody().front();
  llvm::SmallBitVector accessed(block.getNumArguments());
  for (OpTy op : block.getOps<OpTy>())
    if (auto argument = dyn_cast<BlockArgument>(getStorageOf(op.getBuffer())))
      accessed.set(argument.getArgNumber());
  return accessed;
}

llvm::SmallBitVector getStoredArguments(KernelOp kernel) {
  return getAccessedArguments<StoreOp>(kernel);
}

llvm::SmallBitVector getLoadedArguments(KernelOp kernel) {
  return getAccessedArguments<LoadOp>(kernel);
}

StoredArguments::StoredArguments(Operation *op) {
  auto module = dyn_cast<ModuleOp>(op);
  if (!module)
    module = op->getParentOfType<ModuleOp>();
  if (module)
    for (KernelOp kernel : module.getOps<KernelOp>())
      entries[kernel.getSymNameAttr()].kernel = kernel;
}

const llvm::SmallBitVector *StoredArguments::find(FlatSymbolRefAttr callee) {
  auto it = entries.find(callee.getAttr());
  if (it == entries.end())
    return nullptr;
  Entry &entry = it->second;
  if (!entry.stored)
    entry.stored = getStoredArguments(entry.kernel);
  return &*entry.stored;
}

} // namespace mlir::tiny
