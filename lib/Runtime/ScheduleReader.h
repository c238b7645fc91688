//===- ScheduleReader.h - Stage K to a list of launches ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef TINY_LIB_RUNTIME_SCHEDULEREADER_H
#define TINY_LIB_RUNTIME_SCHEDULEREADER_H

#include "KernelCache.h"

namespace mlir::tiny {

/// Makes a program of a function of stage K; `kernels` says what each callee
/// became. Reports an op that does not belong to a schedule, or a temporary
/// that `tiny-plan-memory` has not placed.
FailureOr<Program>
readSchedule(FunctionOp schedule,
             const DenseMap<StringAttr, CompiledKernel> &kernels);

} // namespace mlir::tiny

#endif // TINY_LIB_RUNTIME_SCHEDULEREADER_H
