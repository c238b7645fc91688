//===- KernelLoops.h - Ops that close the same loop -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef TINY_LIB_TRANSFORMS_KERNELLOOPS_H
#define TINY_LIB_TRANSFORMS_KERNELLOOPS_H

#include "OpenRanges.h"

namespace mlir::tiny {

/// A loop nest of a kernel.
struct KernelLoop {
  /// The ranges, outermost first.
  SmallVector<Value, 2> ranges;
  /// The `end`s and `reduce`s that close them, in the order of the block.
  SmallVector<Operation *, 2> closers;
};

/// Finds out which ops can close one loop together, and clones ranges so that
/// no range belongs to two loops. Ops share a loop if they close the same
/// ranges inside the same outer ranges and do not depend on each other.
///
/// `open` is filled for all values of the block. Fails after a diagnostic.
FailureOr<SmallVector<KernelLoop>> findLoops(Block &block, OpenRanges &open);

} // namespace mlir::tiny

#endif // TINY_LIB_TRANSFORMS_KERNELLOOPS_H
