//===- KernelHeuristics.h - Which opts suit a kernel ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef TINY_LIB_TRANSFORMS_KERNELHEURISTICS_H
#define TINY_LIB_TRANSFORMS_KERNELHEURISTICS_H

#include "KernelExprs.h"
#include "tiny/IR/Tiny.h"
#include "tiny/Target/TargetDescription.h"

namespace mlir::tiny {

/// Splits the ranges of a kernel so that it suits a target. The expressions are
/// of no use then.
void optimizeKernel(KernelOp kernel, const TargetDescription &target,
                    KernelExprs &exprs);

} // namespace mlir::tiny

#endif // TINY_LIB_TRANSFORMS_KERNELHEURISTICS_H
