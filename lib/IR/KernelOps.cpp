//===- KernelOps.cpp - Kernels that a program writes ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "tiny/IR/Tiny.h"

namespace mlir::tiny {

//===----------------------------------------------------------------------===//
// In kernels
//===----------------------------------------------------------------------===//

LogicalResult IndexOp::inferReturnTypes(MLIRContext *,
                                        std::optional<Location> loc,
                                        ValueRange operands, DictionaryAttr,
                                        OpaqueProperties, RegionRange,
                                        SmallVectorImpl<Type> &types) {
  Type source = operands[0].getType();
  ArrayRef<int64_t> shape = getShape(source);
  size_t count = operands.size() - 1;
  if (count == 0 || count > shape.size())
    return emitOptionalError(loc, "'tiny.index' op has ", count,
                             " coordinates for the ", shape.size(), " axes of ",
                             source); // C1
  types.push_back(
      getShapedLike(source, shape.drop_front(count), getElementType(source)));
  return success();
}

IndexExpr IndexOp::mapIndex(IndexContext &context, ArrayRef<IndexExpr> index,
                            SmallVectorImpl<IndexExpr> &sourceIndex) {
  for (Value coordinate : getCoordinates())
    sourceIndex.push_back(importDim(context, Dim(coordinate)));
  llvm::append_range(sourceIndex, index);
  return context.boolean(true);
}

LogicalResult ValidOp::inferReturnTypes(MLIRContext *,
                                        std::optional<Location> loc,
                                        ValueRange operands, DictionaryAttr,
                                        OpaqueProperties, RegionRange,
                                        SmallVectorImpl<Type> &types) {
  Type value = operands[0].getType(), condition = operands[1].getType();
  auto shape = broadcastShapes({getShape(value), getShape(condition)});
  if (!isBoolType(getElementType(condition)) || !shape)
    return emitOptionalError(loc, "'tiny.valid' op has a condition of type ",
                             condition, " for a ", value); // C1
  Type like = isa<VectorType>(condition) ? condition : value;
  types.push_back(getShapedLike(like, *shape, getElementType(value)));
  return success();
}

//===----------------------------------------------------------------------===//
// In graphs
//===----------------------------------------------------------------------===//

LogicalResult UndefinedOp::inferReturnTypes(
    MLIRContext *, std::optional<Location> loc, ValueRange, DictionaryAttr,
    OpaqueProperties properties, RegionRange, SmallVectorImpl<Type> &types) {
  Type type = properties.as<Properties *>()->stored_type;
  if (!type || !isValueType(type) || isa<VectorType>(type) ||
      isSymbolic(type) || isWeakType(getElementType(type)))
    return emitOptionalError(loc, "'tiny.undefined' op has type ",
                             type); // C1
  types.push_back(type);
  return success();
}

/// Whether storage of the type of a kernel's argument holds the value.
static bool fits(Value value, Type argument) {
  ArrayRef<int64_t> shape = getShape(value), sizes = getShape(argument);
  return getElementType(value) == getElementType(argument) &&
         shape.size() == sizes.size() &&
         llvm::all_of(llvm::zip(shape, sizes), [](auto pair) {
           return std::get<0>(pair) == std::get<1>(pair) ||
                  ShapedType::isDynamic(std::get<0>(pair));
         });
}

LogicalResult ApplyOp::verifySymbolUses(SymbolTableCollection &symbols) {
  Operation *callee = symbols.lookupNearestSymbolFrom(*this, getCalleeAttr());
  auto kernel = dyn_cast_or_null<KernelOp>(callee);
  if (!kernel)
    return emitOpError("calls ")
           << getCalleeAttr() << ", which is no kernel"; // C1
  ArrayRef<Type> types = kernel.getArgumentTypes();
  if (types.size() != getValues().size() ||
      !llvm::all_of(llvm::zip(getValues(), types), [](auto pair) {
        return fits(std::get<0>(pair), std::get<1>(pair));
      }))
    return emitOpError("has values that are not what the arguments of ")
           << getCalleeAttr() << " hold"; // C2
  return success();
}

LogicalResult AppliedOp::inferReturnTypes(MLIRContext *,
                                          std::optional<Location>,
                                          ValueRange operands, DictionaryAttr,
                                          OpaqueProperties, RegionRange,
                                          SmallVectorImpl<Type> &types) {
  types.push_back(operands[0].getType());
  return success();
}

LogicalResult AppliedOp::verify() {
  auto apply = getCall().getDefiningOp<ApplyOp>();
  if (!apply)
    return emitOpError("names what is no call"); // C1
  if (getIndex() < 0 ||
      getIndex() >= static_cast<int64_t>(apply.getValues().size()) ||
      apply.getValues()[getIndex()] != getValue())
    return emitOpError("has a value that is not argument ")
           << getIndex() << " of the call"; // C1
  return success();
}

} // namespace mlir::tiny
