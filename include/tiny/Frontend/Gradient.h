//===- Gradient.h - Reverse mode differentiation ----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef TINY_FRONTEND_GRADIENT_H
#define TINY_FRONTEND_GRADIENT_H

#include "tiny/Frontend/Arena.h"

namespace mlir::tiny {

/// Appends to `result` the gradient of `root` with respect to each target, null
/// where `root` does not depend on it. `seed` is the gradient of the root; it
/// is brought to its shape and element type. Fails after a diagnostic when an
/// op between root and targets has no rule. The caller holds a scope: rules of
/// the program are called, which may build and drop nodes.
LogicalResult buildGradients(Arena &arena, Value root, ArrayRef<Value> targets,
                             Value seed, SmallVectorImpl<Value> &result);

} // namespace mlir::tiny

#endif // TINY_FRONTEND_GRADIENT_H
