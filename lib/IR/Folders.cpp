//===- Folders.cpp - Folding of the ops without a family ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "FoldUtils.h"

namespace mlir::tiny {

OpFoldResult ConstOp::fold(FoldAdaptor) {
  return getValue().toAttribute(getContext());
}

OpFoldResult ReduceOp::fold(FoldAdaptor) {
  // Nothing is combined: all axes have size one already.
  if (getRanges().empty() && getSource().getType() == getType() &&
      llvm::all_of(getAxes(), [&](int64_t axis) {
        return tiny::getShape(getSource())[axis] == 1;
      }))
    return getSource();
  return {};
}

OpFoldResult GroupOp::fold(FoldAdaptor) {
  return getTokens().size() == 1 ? getTokens().front() : Value();
}

OpFoldResult DetachOp::fold(FoldAdaptor) {
  return getOperand().getDefiningOp<DetachOp>() ? getOperand() : Value();
}

} // namespace mlir::tiny
