//===- KernelCache.cpp - Kernels by content -------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "KernelCache.h"

#include "tiny/Analysis/KernelIdentity.h"

namespace mlir::tiny {

KernelCache::Key::Key(KernelOp kernel, const CodegenOptions &options)
    : kernel(kernel), options(options),
      hash(llvm::hash_combine(options, hashKernel(kernel))) {
  // Two values mean "empty" and "erased" to the map.
  if (hash >= ~size_t(1))
    hash = 0;
}

const KernelCache::Entry *KernelCache::find(const Key &key) const {
  auto found = entries.find(key.hash);
  if (found == entries.end())
    return nullptr;
  for (const Entry &entry : found->second) {
    if (entry.options == key.options &&
        areSameKernel(entry.kernel.get(), key.kernel))
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
