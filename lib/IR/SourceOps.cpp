//===- SourceOps.cpp - Constants and storage ------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "tiny/IR/Tiny.h"

namespace mlir::tiny {

/// The result has the type that the op stores.
template <typename OpTy>
static LogicalResult inferStored(std::optional<Location> loc,
                                 OpaqueProperties properties,
                                 SmallVectorImpl<Type> &types) {
  Type type = properties.as<typename OpTy::Properties *>()->stored_type;
  if (!type)
    return emitOptionalError(loc, "'", OpTy::getOperationName(),
                             "' op has no type");
  types.push_back(type);
  return success();
}

LogicalResult ConstOp::inferReturnTypes(
    MLIRContext *, std::optional<Location> loc, ValueRange, DictionaryAttr,
    OpaqueProperties properties, RegionRange, SmallVectorImpl<Type> &types) {
  return inferStored<ConstOp>(loc, properties, types);
}

LogicalResult ConstOp::verify() {
  Type type = getResult().getType();
  if (getStoredType() != type)
    return emitOpError("has result type ")
           << type << " but holds a " << getStoredType(); // C1
  if (!isBoolType(type) && isFloatType(type) != getValue().isReal())
    return emitOpError("of type ")
           << type << " needs "
           << (isFloatType(type) ? "a float" : "an integer"); // C2
  if (isBoolType(type) && getValue().isReal())
    return emitOpError("of type i1 needs an integer"); // C2
  if (!isFloatType(type) &&
      !Interval::ofType(type).contains(getValue().getInteger()))
    return emitOpError("value does not fit ") << type; // C3
  return success();
}

LogicalResult BufferOp::inferReturnTypes(
    MLIRContext *, std::optional<Location> loc, ValueRange, DictionaryAttr,
    OpaqueProperties properties, RegionRange, SmallVectorImpl<Type> &types) {
  return inferStored<BufferOp>(loc, properties, types);
}

LogicalResult BufferOp::verify() {
  if (getStoredType() != getResult().getType())
    return emitOpError("has result type ")
           << getResult().getType() << " but holds a " << getStoredType(); // C1
  return success();
}

LogicalResult IotaOp::inferReturnTypes(MLIRContext *,
                                       std::optional<Location> loc, ValueRange,
                                       DictionaryAttr,
                                       OpaqueProperties properties, RegionRange,
                                       SmallVectorImpl<Type> &types) {
  return inferStored<IotaOp>(loc, properties, types);
}

LogicalResult VariableOp::verify() {
  if (getLabel().empty())
    return emitOpError("has an empty label"); // C1
  if (getMin() > getMax())
    return emitOpError("runs from ")
           << getMin() << " to " << getMax() << ", which is less"; // C2
  if (getMultiple() < 1)
    return emitOpError("is a multiple of ")
           << getMultiple() << ", which is not positive"; // C3
  return success();
}

LogicalResult BindOp::verify() {
  auto variable = getVariable().getDefiningOp<VariableOp>();
  if (!variable)
    return emitOpError("binds what is no variable"); // C1
  if (getValue() < variable.getMin() || getValue() > variable.getMax())
    return emitOpError("value ")
           << getValue() << " is not in range [" << variable.getMin() << ", "
           << variable.getMax() << "]"; // C2
  if (getValue() % variable.getMultiple() != 0)
    return emitOpError("value ") << getValue() << " is no multiple of "
                                 << variable.getMultiple(); // C2
  return success();
}

OpFoldResult BindOp::fold(FoldAdaptor) { return getVariable(); }

LogicalResult IotaOp::verify() {
  auto type = dyn_cast<ShapedType>(getStoredType());
  if (!type || !isa<IndexType>(type.getElementType()))
    return emitOpError("makes a tensor or vector of index, not ")
           << getStoredType(); // C1
  if (getAxis() < 0 || getAxis() >= type.getRank())
    return emitOpError("axis ")
           << getAxis() << " is not an axis of " << getStoredType(); // C2
  size_t count = llvm::count(type.getShape(), int64_t(ShapedType::kDynamic));
  if (count != getDynamic().size())
    return emitOpError("has ")
           << getDynamic().size() << " sizes for a " << getStoredType(); // C3
  return success();
}

} // namespace mlir::tiny
