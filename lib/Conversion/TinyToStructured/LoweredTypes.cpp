//===- LoweredTypes.cpp - Types after the conversion ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "LoweredTypes.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace mlir::tiny {

static Type lowerElement(Type element) {
  if (isEncodedFloat(element))
    return IntegerType::get(element.getContext(),
                            element.getIntOrFloatBitWidth());
  if (auto integer = dyn_cast<IntegerType>(element))
    return IntegerType::get(element.getContext(), integer.getWidth());
  if (isa<IndexType, Float16Type, Float32Type, Float64Type>(element))
    return element;
  return {};
}

static Type lowerType(Type type) {
  if (isa<RankedTensorType, BufferType>(type))
    return {};
  Type element = lowerElement(getElementType(type));
  if (!element)
    return {};
  auto vector = dyn_cast<VectorType>(type);
  if (!vector || vector.getNumElements() == 1)
    return element;
  return vector.getRank() == 1 ? VectorType::get(vector.getShape(), element)
                               : Type();
}

Type LoweredTypes::get(Type type) {
  auto [it, isNew] = types.try_emplace(type);
  if (isNew)
    it->second = lowerType(type);
  return it->second;
}

Type withShapeOf(Type like, Type elementType) {
  auto vector = dyn_cast<VectorType>(like);
  return vector ? VectorType::get(vector.getShape(), elementType) : elementType;
}

Type getMemoryType(Type lowered) {
  Type element = getElementType(lowered);
  if (!isBoolType(element))
    return lowered;
  return withShapeOf(lowered, IntegerType::get(lowered.getContext(), 8));
}

Type LoweredTypes::getCondition(Type lowered) {
  Type &condition = conditions[lowered];
  if (!condition)
    condition = withShapeOf(lowered, IntegerType::get(lowered.getContext(), 1));
  return condition;
}

static gpu::AddressSpace lowerSpace(AddressSpace space) {
  switch (space) {
  case AddressSpace::Global:
    return gpu::AddressSpace::Global;
  case AddressSpace::Local:
    return gpu::AddressSpace::Workgroup;
  case AddressSpace::Reg:
    return gpu::AddressSpace::Private;
  }
  llvm_unreachable("no such address space");
}

MemRefType LoweredTypes::getMemory(BufferType type, bool hasSpaces) {
  MemRefType &lowered = memory[hasSpaces][type];
  if (lowered)
    return lowered;
  Attribute space;
  if (hasSpaces)
    space = gpu::AddressSpaceAttr::get(type.getContext(),
                                       lowerSpace(type.getAddressSpace()));
  return lowered =
             MemRefType::get({std::max<int64_t>(type.getNumElements(), 1)},
                             getMemoryType(lowerElement(type.getElementType())),
                             MemRefLayoutAttrInterface(), space);
}

static TypedAttr makeConstant(Type element, Number number) {
  if (isa<FloatType>(element))
    return FloatAttr::get(element, number.getReal());
  unsigned width = element.isIndex() ? 64 : element.getIntOrFloatBitWidth();
  APInt value(width, static_cast<uint64_t>(number.getInteger()),
              /*isSigned=*/false, /*implicitTrunc=*/true);
  return IntegerAttr::get(element, value);
}

TypedAttr LoweredTypes::getConstant(Type lowered, Number number) {
  Type element = getElementType(lowered);
  uint64_t bits = isa<FloatType>(element)
                      ? llvm::bit_cast<uint64_t>(number.getReal())
                      : static_cast<uint64_t>(number.getInteger());
  TypedAttr &constant = constants[{element, bits}];
  if (!constant)
    constant = makeConstant(element, number);
  auto vector = dyn_cast<VectorType>(lowered);
  return vector ? getSplat(vector, constant) : constant;
}

TypedAttr LoweredTypes::getSplat(VectorType type, TypedAttr scalar) {
  TypedAttr &splat = splats[{type, scalar}];
  if (!splat)
    splat = DenseElementsAttr::get(type, static_cast<Attribute>(scalar));
  return splat;
}

bool isEncodedFloat(Type element) {
  // The usual types first: `FloatType` is an interface.
  if (isa<Float32Type, IndexType, IntegerType>(element))
    return false;
  auto type = dyn_cast<FloatType>(element);
  return type && (type.getWidth() == 8 || type.isBF16());
}

} // namespace mlir::tiny
