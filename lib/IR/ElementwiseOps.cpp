//===- ElementwiseOps.cpp - Inference of elementwise ops ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "tiny/IR/Tiny.h"

namespace mlir::tiny {

static LogicalResult report(std::optional<Location> loc, StringRef name,
                            const Twine &message) {
  return emitOptionalError(loc, "'", name, "' op ", message);
}

/// `4x8xf32, f32` for messages.
static std::string describe(ValueRange operands) {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::interleaveComma(operands.getTypes(), os);
  return text;
}

static bool isInDomain(Type type, detail::Domain domain) {
  switch (domain) {
  case detail::Domain::Any:
    return true;
  case detail::Domain::Number:
    return !isBoolType(type);
  case detail::Domain::Float:
    return isFloatType(type);
  case detail::Domain::Int:
    return isIntType(type);
  case detail::Domain::Bits:
    return !isFloatType(type);
  case detail::Domain::Word64:
    return type.isUnsignedInteger(64);
  }
  llvm_unreachable("all domains are covered");
}

static StringRef describe(detail::Domain domain) {
  switch (domain) {
  case detail::Domain::Any:
    return "any element type";
  case detail::Domain::Number:
    return "an integer or float type";
  case detail::Domain::Float:
    return "a float type";
  case detail::Domain::Int:
    return "an integer type";
  case detail::Domain::Bits:
    return "an integer type or i1";
  case detail::Domain::Word64:
    return "ui64";
  }
  llvm_unreachable("all domains are covered");
}

/// The broadcast shape (E1) as a tensor, or as a vector where an operand is.
static LogicalResult inferShape(std::optional<Location> loc, StringRef name,
                                ValueRange operands, Type elementType,
                                SmallVectorImpl<Type> &types) {
  // Most operands are scalars or have the shape of the result.
  Type shaped;
  bool same = true;
  for (Type type : operands.getTypes())
    if (isa<RankedTensorType, VectorType>(type)) {
      if (!shaped)
        shaped = type;
      else
        same &= getShape(shaped) == getShape(type) &&
                isa<VectorType>(shaped) == isa<VectorType>(type);
    }
  if (!shaped) {
    types.push_back(elementType);
    return success();
  }
  if (same) {
    types.push_back(getElementType(shaped) == elementType
                        ? shaped
                        : cast<ShapedType>(shaped).clone(elementType));
    return success();
  }
  SmallVector<ArrayRef<int64_t>, 3> shapes;
  bool hasVector = false, hasTensor = false;
  for (Type type : operands.getTypes()) {
    shapes.push_back(getShape(type));
    hasVector |= isa<VectorType>(type);
    hasTensor |= isa<RankedTensorType>(type);
  }
  if (hasVector && hasTensor)
    return report(loc, name,
                  "mixes tensors and vectors: " + describe(operands)); // E1
  auto shape = broadcastShapes(shapes);
  if (!shape)
    return report(loc, name,
                  "operands do not broadcast: " + describe(operands)); // E1
  if (!getNumElements(*shape))
    return report(loc, name,
                  "has too many elements: " + describe(operands)); // E1
  types.push_back(hasVector ? getVectorType(*shape, elementType)
                            : getTensorType(*shape, elementType));
  return success();
}

/// The one element type of operands that are not weak, else the wider weak one
/// (E2); null if there are two.
static Type unify(ValueRange operands) {
  Type strong, weak;
  for (Type type : operands.getTypes()) {
    Type element = getElementType(type);
    if (isWeakType(element)) {
      if (!weak || isFloatType(element))
        weak = element;
    } else if (!strong) {
      strong = element;
    } else if (strong != element) {
      return {};
    }
  }
  if (strong && weak && isFloatType(weak) && !isFloatType(strong))
    return {}; // a weak float does not become an integer
  return strong ? strong : weak;
}

LogicalResult detail::inferElementwise(std::optional<Location> loc,
                                       StringRef name, ValueRange operands,
                                       Domain domain, Outcome outcome,
                                       SmallVectorImpl<Type> &types) {
  Type first = operands.front().getType();
  bool sameTypes = llvm::all_of(operands.drop_front(), [&](Value operand) {
    return operand.getType() == first;
  });
  Type elementType = sameTypes ? getElementType(first) : unify(operands);
  if (!elementType)
    return report(loc, name,
                  "operands have different element types: " +
                      describe(operands)); // E2
  if (!isInDomain(elementType, domain))
    return report(loc, name,
                  "takes " + describe(domain) + ", not " +
                      describe(operands)); // E3
  if (sameTypes && outcome == Outcome::Same) {
    types.push_back(first);
    return success();
  }
  if (outcome == Outcome::Bool)
    elementType = IntegerType::get(elementType.getContext(), 1);
  return inferShape(loc, name, operands, elementType, types);
}

LogicalResult CastOp::inferReturnTypes(MLIRContext *,
                                       std::optional<Location> loc,
                                       ValueRange operands, DictionaryAttr,
                                       OpaqueProperties properties, RegionRange,
                                       SmallVectorImpl<Type> &types) {
  Type to = properties.as<Properties *>()->to;
  if (!to)
    return emitOptionalError(loc,
                             "'tiny.cast' op has no type to cast to"); // C1
  if (!isElementType(to))
    return emitOptionalError(loc,
                             "'tiny.cast' op casts to element types only, "
                             "not ",
                             to); // C1
  Type source = operands[0].getType();
  if (isa<VectorType>(source) && isa<WeakFloatType>(to))
    return emitOptionalError(
        loc, "'tiny.cast' op makes a vector of weak floats"); // C2
  types.push_back(getShapedLike(source, getShape(source), to));
  return success();
}

/// Whether the bits of a number of that type can be read as another type's.
static bool hasBits(Type elementType) {
  return !isWeakType(elementType) && !isBoolType(elementType);
}

LogicalResult BitcastOp::inferReturnTypes(MLIRContext *,
                                          std::optional<Location> loc,
                                          ValueRange operands, DictionaryAttr,
                                          OpaqueProperties properties,
                                          RegionRange,
                                          SmallVectorImpl<Type> &types) {
  Type to = properties.as<Properties *>()->to;
  if (!to)
    return report(loc, "tiny.bitcast", "has no type to cast to"); // C1
  if (!isElementType(to)) {
    std::string text;
    llvm::raw_string_ostream(text) << to;
    return report(loc, "tiny.bitcast",
                  "casts to element types only, not '" + text + "'"); // C1
  }
  Type source = operands[0].getType(), from = getElementType(source);
  if (!hasBits(from) || !hasBits(to) ||
      from.getIntOrFloatBitWidth() != to.getIntOrFloatBitWidth()) {
    std::string text;
    llvm::raw_string_ostream(text) << from << " and " << to;
    return report(loc, "tiny.bitcast",
                  "takes types of one width that are not bool or weak, not " +
                      text); // C2
  }
  types.push_back(getShapedLike(source, getShape(source), to));
  return success();
}

LogicalResult WhereOp::inferReturnTypes(MLIRContext *,
                                        std::optional<Location> loc,
                                        ValueRange operands, DictionaryAttr,
                                        OpaqueProperties, RegionRange,
                                        SmallVectorImpl<Type> &types) {
  if (!isBoolType(getElementType(operands[0])))
    return report(loc, "tiny.where",
                  "condition is not a bool: " + describe(operands)); // C1
  Type elementType = unify(operands.drop_front());
  if (!elementType)
    return report(loc, "tiny.where",
                  "branches have different element types: " +
                      describe(operands)); // E2
  return inferShape(loc, "tiny.where", operands, elementType, types);
}

} // namespace mlir::tiny
