//===- KernelIdentity.h - Which kernels are the same ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef TINY_ANALYSIS_KERNELIDENTITY_H
#define TINY_ANALYSIS_KERNELIDENTITY_H

#include "tiny/IR/Tiny.h"

namespace mlir::tiny {

/// A hash of all that tells kernels apart: what they take, the opts that were
/// asked for and the ops, by their order; not the name and no location.
llvm::hash_code hashKernel(KernelOp kernel);

/// Whether two kernels are the same but for names and locations.
bool areSameKernel(KernelOp lhs, KernelOp rhs);

} // namespace mlir::tiny

#endif // TINY_ANALYSIS_KERNELIDENTITY_H
