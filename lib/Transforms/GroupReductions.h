//===- GroupReductions.h - Reductions of a workgroup ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef TINY_LIB_TRANSFORMS_GROUPREDUCTIONS_H
#define TINY_LIB_TRANSFORMS_GROUPREDUCTIONS_H

#include "tiny/IR/Tiny.h"

namespace mlir::tiny {

/// Splits each `reduce` over `group_reduce` ranges in two: one for each item of
/// the workgroup, whose result goes to a `local` buffer, and one of what is
/// there.
void splitGroupReductions(Block &block);

} // namespace mlir::tiny

#endif // TINY_LIB_TRANSFORMS_GROUPREDUCTIONS_H
