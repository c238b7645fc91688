//===- ReduceOps.cpp - Reductions -----------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "tiny/IR/Tiny.h"

namespace mlir::tiny {

LogicalResult ReduceOp::inferReturnTypes(MLIRContext *,
                                         std::optional<Location> loc,
                                         ValueRange operands, DictionaryAttr,
                                         OpaqueProperties properties,
                                         RegionRange,
                                         SmallVectorImpl<Type> &types) {
  ArrayRef<int64_t> axes = properties.as<Properties *>()->axes;
  Type source = operands[0].getType();
  SmallVector<int64_t, 4> shape(getShape(source));
  int64_t previous = -1;
  for (int64_t axis : axes) {
    if (axis <= previous || axis >= static_cast<int64_t>(shape.size())) {
      std::string text;
      llvm::raw_string_ostream os(text);
      printInts(os, axes);
      return emitOptionalError(loc, "'tiny.reduce' op axes ", text,
                               " are not ascending axes of ", source); // C1
    }
    shape[axis] = 1;
    previous = axis;
  }
  if (isa<WeakFloatType>(getElementType(source)))
    return emitOptionalError(
        loc, "'tiny.reduce' op does not take weak floats"); // C2
  types.push_back(getShapedLike(source, shape, getElementType(source)));
  return success();
}

OperandRange ReduceOp::getEndedRanges() { return getRanges(); }

OperandRange ReduceOp::getBodyOperands() {
  return getOperation()->getOperands().take_front(1);
}

} // namespace mlir::tiny
