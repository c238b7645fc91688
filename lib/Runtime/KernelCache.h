//===- KernelCache.h - Kernels by content -----------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef TINY_LIB_RUNTIME_KERNELCACHE_H
#define TINY_LIB_RUNTIME_KERNELCACHE_H

#include "tiny/IR/Tiny.h"
#include "tiny/Runtime/CodegenOptions.h"
#include "tiny/Runtime/Executable.h"

#include "mlir/IR/OwningOpRef.h"

#include <mutex>
#include <optional>
#include <vector>

namespace mlir::tiny {

/// A kernel that is ready to run.
struct CompiledKernel {
  Launch::Entry entry = nullptr;
  int64_t numThreads = 1;
  uint64_t flops = 0;
  /// In the order in which it takes them.
  std::vector<Variable> variables;
  /// What it accesses, if it is to be checked.
  std::shared_ptr<const sim::AccessTable> accesses;
  /// What a search found; empty for what the kernel or the heuristics say.
  std::string opts;
};

/// Arithmetic operations on data that one run of the kernel (stage P, before
/// `tiny-expand`) does.
uint64_t estimateFlops(KernelOp kernel);

/// Finds the compiled form of a kernel by what the kernel does: its body, its
/// signature and the opts for it, not its name or locations. Thread safe.
class KernelCache {
public:
  /// A kernel and how it is to be compiled.
  struct Key {
    Key(KernelOp kernel, const CodegenOptions &options);
    KernelOp kernel;
    CodegenOptions options;
    size_t hash;
  };

  std::optional<CompiledKernel> lookup(const Key &key);
  /// Keeps a copy of the kernel. The first of several equal ones stays.
  void insert(const Key &key, const CompiledKernel &compiled);

private:
  struct Entry {
    OwningOpRef<KernelOp> kernel;
    CodegenOptions options;
    CompiledKernel compiled;
  };

  /// The lock is held.
  const Entry *find(const Key &key) const;

  std::mutex mutex;
  llvm::DenseMap<size_t, std::vector<Entry>> entries;
};

} // namespace mlir::tiny

#endif // TINY_LIB_RUNTIME_KERNELCACHE_H
