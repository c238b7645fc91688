//===- Reduction.h - Identity and step of a reduction -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef TINY_IR_REDUCTION_H
#define TINY_IR_REDUCTION_H

#include "tiny/IR/Tiny.h"

namespace mlir::tiny {

/// What an empty reduction gives: 0, 1, or the least value of the type (-inf
/// for floats).
Number getReduceIdentity(ReduceKind kind, Type elementType);

/// The op that combines two values: `tiny.add`, `tiny.mul` or `tiny.max`.
Value createReduceStep(OpBuilder &builder, Location loc, ReduceKind kind,
                       Value lhs, Value rhs);

} // namespace mlir::tiny

#endif // TINY_IR_REDUCTION_H
