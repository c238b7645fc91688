//===- OperandIndex.h - Where an op reads its operands ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef TINY_ANALYSIS_OPERANDINDEX_H
#define TINY_ANALYSIS_OPERANDINDEX_H

#include "tiny/IR/Tiny.h"

namespace mlir::tiny {

/// Whether a value of verified IR is data, not a buffer or a token. Cheaper
/// than to ask again whether it has the type of a value.
inline bool isData(Value value) {
  return !isa<BufferType, TokenType>(value.getType());
}

/// Calls `visit(operand, index, repeats)` for each operand of a stage-T op that
/// is data, where the result is read at `index`. A reduced axis of that size
/// gets the index that `reduced` gives. `repeats` says that the op reads one
/// element of the operand for several of its own.
void mapOperandIndices(
    IndexContext &context, Operation &op, ArrayRef<IndexExpr> index,
    llvm::function_ref<IndexExpr(const Dim &size)> reduced,
    llvm::function_ref<void(Value, ArrayRef<IndexExpr>, bool repeats)> visit);

} // namespace mlir::tiny

#endif // TINY_ANALYSIS_OPERANDINDEX_H
