//===- EmulateNarrowFloats.h - Narrow floats are computed in f32 *- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef TINY_LIB_TRANSFORMS_EMULATENARROWFLOATS_H
#define TINY_LIB_TRANSFORMS_EMULATENARROWFLOATS_H

#include "tiny/IR/Tiny.h"

namespace mlir::tiny {

/// Which casts to and from f32 a target has. Those that it lacks are made of
/// integer arithmetic.
struct FloatSupport {
  bool castsF16 = true;
};

/// After it no op computes on floats of less than 32 bits, but for the casts
/// that the target has, bitcasts, `where` and movement.
void emulateNarrowFloats(Block &block, FloatSupport support);

} // namespace mlir::tiny

#endif // TINY_LIB_TRANSFORMS_EMULATENARROWFLOATS_H
