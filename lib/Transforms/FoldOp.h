//===- FoldOp.h - Folding of one op -----------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef TINY_LIB_TRANSFORMS_FOLDOP_H
#define TINY_LIB_TRANSFORMS_FOLDOP_H

#include "mlir/IR/Builders.h"

namespace mlir::tiny {

/// Folds an op with one result as far as it goes. Returns the value that its
/// result equals (a new constant in front of the op, perhaps), or null where
/// the op stays, though maybe changed in place. Folders look at constants
/// themselves, so no attribute is made of an operand.
Value foldOp(OpBuilder &builder, Operation &op);

} // namespace mlir::tiny

#endif // TINY_LIB_TRANSFORMS_FOLDOP_H
