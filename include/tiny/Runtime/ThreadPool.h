//===- ThreadPool.h - The threads that run kernels --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef TINY_RUNTIME_THREADPOOL_H
#define TINY_RUNTIME_THREADPOOL_H

#include "llvm/ADT/STLFunctionalExtras.h"

#include <cstdint>

namespace mlir::tiny {

/// The number of threads that `parallelFor` uses, the caller included: the
/// environment's NUM_CPU_THREADS, by default the CPUs that this process may
/// use (hardware, affinity, cgroup quota).
unsigned getNumThreads();

/// Calls `body(begin, end)` for consecutive pieces of `0 .. extent` until all
/// are done, on the caller and on the pool's threads, and returns afterwards.
/// Threads take the next piece when they are done with the last; `grain` is
/// the least size of a piece. A call from inside a body, or while another
/// thread uses the pool, runs all of it on the caller.
void parallelFor(int64_t extent,
                 llvm::function_ref<void(int64_t begin, int64_t end)> body,
                 int64_t grain = 1);

} // namespace mlir::tiny

#endif // TINY_RUNTIME_THREADPOOL_H
