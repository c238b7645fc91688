//===- KernelCache.cpp - Kernels by content -------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "KernelCache.h"

#include "tiny/Transforms/KernelOpts.h"

#include "mlir/IR/OperationSupport.h"

namespace mlir::tiny {

/// Hashes ops in order, a value by the number of its definition.
static size_t hashKernel(KernelOp kernel, const CodegenOptions &options) {
  llvm::hash_code hash =
      llvm::hash_combine(options, kernel.getFunctionType().getAsOpaquePointer(),
                         kernel->getAttr(kernelOptsAttrName));
  DenseMap<Value, unsigned> numbers;
  for (Value argument : kernel.getBody().getArguments())
    numbers[argument] = numbers.size();
  for (Operation &op : kernel.getBody().front()) {
    for (Value result : op.getResults())
      numbers[result] = numbers.size();
    hash = llvm::hash_combine(hash, OperationEquivalence::computeHash(
                                        &op,
                                        [&](Value value) {
                                          return llvm::hash_value(
                                              numbers.lookup(value));
                                        },
                                        OperationEquivalence::ignoreHashValue,
                                        OperationEquivalence::IgnoreLocations));
  }
  return hash;
}

KernelCache::Key::Key(KernelOp kernel, const CodegenOptions &options)
    : kernel(kernel), options(options), hash(hashKernel(kernel, options)) {
  // Two values mean "empty" and "erased" to the map.
  if (hash >= ~size_t(1))
    hash = 0;
}

const KernelCache::Entry *KernelCache::find(const Key &key) const {
  auto found = entries.find(key.hash);
  if (found == entries.end())
    return nullptr;
  for (const Entry &entry : found->second) {
    KernelOp kernel = entry.kernel.get();
    KernelOp wanted = key.kernel;
    if (entry.options == key.options &&
        kernel.getFunctionType() == wanted.getFunctionType() &&
        kernel->getAttr(kernelOptsAttrName) ==
            wanted->getAttr(kernelOptsAttrName) &&
        OperationEquivalence::isRegionEquivalentTo(
            &kernel.getBody(), &wanted.getBody(),
            OperationEquivalence::IgnoreLocations))
      return &entry;
  }
  return nullptr;
}

std::optional<CompiledKernel> KernelCache::lookup(const Key &key) {
  std::lock_guard lock(mutex);
  if (const Entry *entry = find(key))
    return entry->compiled;
  return std::nullopt;
}

void KernelCache::insert(const Key &key, const CompiledKernel &compiled) {
  std::lock_guard lock(mutex);
  if (find(key))
    return;
  KernelOp kernel = key.kernel;
  entries[key.hash].push_back(
      {OwningOpRef<KernelOp>(kernel.clone()), key.options, compiled});
}

} // namespace mlir::tiny
