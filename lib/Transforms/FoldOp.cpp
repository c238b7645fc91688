//===- FoldOp.cpp - Folding of one op -------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "FoldOp.h"

namespace mlir::tiny {

Value foldOp(OpBuilder &builder, Operation &op) {
  if (op.getNumResults() != 1 || isa<ConstOp>(op))
    return {};
  SmallVector<Attribute, 3> unknown(op.getNumOperands());
  SmallVector<OpFoldResult, 1> results;
  do {
    // Without a result it was changed in place: there may be more to do.
    results.clear();
    if (failed(op.fold(unknown, results)))
      return {};
  } while (results.empty());
  if (auto value = dyn_cast<Value>(results.front()))
    return value == op.getResult(0) ? Value() : value;
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(&op);
  Operation *constant = op.getDialect()->materializeConstant(
      builder, cast<Attribute>(results.front()), op.getResult(0).getType(),
      op.getLoc());
  return constant ? constant->getResult(0) : Value();
}

} // namespace mlir::tiny
