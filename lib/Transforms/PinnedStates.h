//===- PinnedStates.h - States that are of a step of a loop -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef TINY_LIB_TRANSFORMS_PINNEDSTATES_H
#define TINY_LIB_TRANSFORMS_PINNEDSTATES_H

#include "mlir/IR/Block.h"

namespace mlir::tiny {

/// Pins each state that is pinned to a range of extent one to the loops around
/// that range: it is inside of them, too, and remains so when the range goes.
void pinToOuterLoops(Block &block);

} // namespace mlir::tiny

#endif // TINY_LIB_TRANSFORMS_PINNEDSTATES_H
