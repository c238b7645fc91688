//===- MemoryOps.cpp - Memory and order -----------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "tiny/IR/Tiny.h"

namespace mlir::tiny {

/// Whether `type` is a bool whose shape broadcasts to `shape`.
static bool isMaskFor(Type type, ArrayRef<int64_t> shape) {
  if (!isBoolType(getElementType(type)))
    return false;
  auto broadcast = broadcastShapes({getShape(type), shape});
  return broadcast && ArrayRef<int64_t>(*broadcast) == shape;
}

LogicalResult
LoadOp::inferReturnTypes(MLIRContext *context, std::optional<Location> loc,
                         ValueRange operands, DictionaryAttr attributes,
                         OpaqueProperties properties, RegionRange regions,
                         SmallVectorImpl<Type> &types) {
  LoadOp::Adaptor op(operands, attributes, properties, regions);
  auto buffer = dyn_cast<BufferType>(op.getBuffer().getType());
  if (!buffer)
    return emitOptionalError(loc, "'tiny.load' op reads a buffer, not ",
                             op.getBuffer().getType());
  Type element = buffer.getElementType();
  if (!op.getIndex()) {
    if (!op.getLanes().empty() || op.getMask())
      return emitOptionalError(
          loc, "'tiny.load' op needs an index for lanes or a mask"); // C1
    types.push_back(getTensorType(buffer.getShape(), element));
    return success();
  }
  if (op.getLanes().size() != op.getStrides().size() ||
      llvm::any_of(op.getLanes(), [](int64_t lanes) { return lanes < 1; }))
    return emitOptionalError(loc, "'tiny.load' op needs positive lanes and one "
                                  "stride for each"); // C2
  Type indexType = op.getIndex().getType();
  if (!isIntType(getElementType(indexType)))
    return emitOptionalError(loc, "'tiny.load' op has an index of type ",
                             indexType); // C5
  if (isa<ShapedType>(indexType) && !op.getLanes().empty())
    return emitOptionalError(
        loc, "'tiny.load' op has lanes and an index of type ", indexType); // C3
  Type result = isa<ShapedType>(indexType)
                    ? getShapedLike(indexType, getShape(indexType), element)
                    : getVectorType(op.getLanes(), element);
  if (op.getMask() && !isMaskFor(op.getMask().getType(), getShape(result)))
    return emitOptionalError(loc, "'tiny.load' op has a mask of type ",
                             op.getMask().getType(), " for a ", result); // C4
  types.push_back(result);
  return success();
}

/// Whether the sizes are those of the buffer, as far as they are known.
static bool isShapeOf(ArrayRef<int64_t> value, ArrayRef<int64_t> buffer) {
  return value.size() == buffer.size() &&
         llvm::all_of(llvm::zip(value, buffer), [](auto pair) {
           auto [size, full] = pair;
           return size == full || ShapedType::isDynamic(size);
         });
}

LogicalResult StoreOp::verify() {
  Type value = getValue().getType();
  BufferType buffer = getBuffer().getType();
  if (getElementType(value) != buffer.getElementType())
    return emitOpError("stores ") << value << " to " << buffer; // C2
  if (!getIndex()) {
    if (!isShapeOf(getShape(value), buffer.getShape()) || getMask() ||
        !getStrides().empty())
      return emitOpError("without an index fills the whole ")
             << buffer << ", not with a " << value; // C1
    return success();
  }
  if (!isIntType(getElementType(getIndex())))
    return emitOpError("has an index of type ") << getIndex().getType(); // C5
  bool vectorIndex = isa<ShapedType>(getIndex().getType());
  if (vectorIndex
          ? !getStrides().empty() || getShape(getIndex()) != getShape(value)
          : getStrides().size() != getShape(value).size())
    return emitOpError("needs one stride for each dimension of ")
           << value; // C3
  if (getMask() && !isMaskFor(getMask().getType(), getShape(value)))
    return emitOpError("has a mask of type ")
           << getMask().getType() << " for a " << value; // C4
  return success();
}

LogicalResult AfterOp::inferReturnTypes(MLIRContext *, std::optional<Location>,
                                        ValueRange operands, DictionaryAttr,
                                        OpaqueProperties, RegionRange,
                                        SmallVectorImpl<Type> &types) {
  types.push_back(operands[0].getType());
  return success();
}

LogicalResult ContiguousOp::inferReturnTypes(
    MLIRContext *, std::optional<Location>, ValueRange operands, DictionaryAttr,
    OpaqueProperties, RegionRange, SmallVectorImpl<Type> &types) {
  types.push_back(operands[0].getType());
  return success();
}

LogicalResult DetachOp::inferReturnTypes(MLIRContext *, std::optional<Location>,
                                         ValueRange operands, DictionaryAttr,
                                         OpaqueProperties, RegionRange,
                                         SmallVectorImpl<Type> &types) {
  types.push_back(operands[0].getType());
  return success();
}

Value getStorageOf(Value state) {
  Operation *op = state.getDefiningOp();
  while (isa_and_nonnull<AfterOp, UnshardOp, MovementOpInterface>(op)) {
    state = op->getOperand(0);
    op = state.getDefiningOp();
  }
  return state;
}

} // namespace mlir::tiny
