//===- GradientOps.cpp - What a program says of gradients -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "tiny/IR/Tiny.h"

namespace mlir::tiny {

LogicalResult ContiguousBackwardOp::inferReturnTypes(
    MLIRContext *, std::optional<Location>, ValueRange operands, DictionaryAttr,
    OpaqueProperties, RegionRange, SmallVectorImpl<Type> &types) {
  types.push_back(operands[0].getType());
  return success();
}

OpFoldResult ContiguousBackwardOp::fold(FoldAdaptor) { return getOperand(); }

void ContiguousBackwardOp::buildGradient(GraphBuilder &builder, Value upstream,
                                         SmallVectorImpl<Value> &result) {
  // What has storage already stays where it is.
  bool isStored =
      isa_and_nonnull<LoadOp, ContiguousOp>(upstream.getDefiningOp());
  result.push_back(isStored ? upstream
                            : builder.create<ContiguousOp>(upstream));
}

LogicalResult GradientRuleOp::verify() {
  for (Operation *user : getRule().getUsers())
    if (!isa<CustomGradientOp>(user))
      return emitOpError("is used by '") << user->getName() << "'"; // C1
  return success();
}

LogicalResult CustomGradientOp::inferReturnTypes(
    MLIRContext *, std::optional<Location>, ValueRange operands, DictionaryAttr,
    OpaqueProperties, RegionRange, SmallVectorImpl<Type> &types) {
  types.push_back(operands[0].getType());
  return success();
}

LogicalResult CustomGradientOp::verify() {
  if (!getRule().getDefiningOp<GradientRuleOp>())
    return emitOpError("names what is no rule"); // C1
  if (getIndex() < 0)
    return emitOpError("has the negative index ") << getIndex(); // C2
  return success();
}

OpFoldResult CustomGradientOp::fold(FoldAdaptor) { return getOperand(); }

} // namespace mlir::tiny
