//===- LaneDimensions.h - Dimensions that are lanes, too --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef TINY_LIB_TRANSFORMS_LANEDIMENSIONS_H
#define TINY_LIB_TRANSFORMS_LANEDIMENSIONS_H

#include "mlir/IR/Block.h"

namespace mlir::tiny {

/// Makes the last dimension that occurs in vectors that depend on each other
/// their last one, which holds the lanes.
void alignLaneDimensions(Block &block);

/// Makes one dimension of a dimension and the lanes, where no op of the kernel
/// tells them apart: every vector has both or neither, every access continues
/// from the last lane of one index to the first lane of the next one, and
/// reductions are along both or neither.
void mergeLaneDimensions(Block &block);

} // namespace mlir::tiny

#endif // TINY_LIB_TRANSFORMS_LANEDIMENSIONS_H
