//===- ScheduleReader.h - Stage K to a list of launches ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef TINY_LIB_RUNTIME_SCHEDULEREADER_H
#define TINY_LIB_RUNTIME_SCHEDULEREADER_H

#include "KernelCache.h"

namespace mlir::tiny {

/// When a temporary holds something: from its first launch to its last.
struct Lifetime {
  uint64_t bytes = 0;
  size_t first = 0;
  size_t last = 0;
};

/// Gives each temporary a place in one block of memory, such that two that
/// live at the same time do not overlap. Returns the size of the block.
/// `lifetimes` is ordered by `first`.
uint64_t planMemory(ArrayRef<Lifetime> lifetimes,
                    std::vector<uint64_t> &offsets);

/// Makes a program of a function of stage K; `kernels` says what each callee
/// became. Reports an op that does not belong to a schedule.
FailureOr<Program>
readSchedule(FunctionOp schedule,
             const DenseMap<StringAttr, CompiledKernel> &kernels);

} // namespace mlir::tiny

#endif // TINY_LIB_RUNTIME_SCHEDULEREADER_H
