//===- Constants.cpp - Constants and broadcasts ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Each constant and each broadcast of a value exists once, where it can be used
// by all that need it.
//
//===----------------------------------------------------------------------===//

#include "Arithmetic.h"
#include "LoweredTypes.h"

#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"

namespace mlir::tiny {

Value Arithmetic::cached(TypedAttr attr) {
  Value &value = constants[attr];
  if (value)
    return value;
  OpBuilder::InsertionGuard guard(builder);
  if (lastConstant)
    builder.setInsertionPointAfter(lastConstant);
  else
    builder.setInsertionPointToStart(&entry);
  value = arith::ConstantOp::create(builder, loc, attr);
  lastConstant = value.getDefiningOp();
  return value;
}

static TypedAttr getAttr(Type element, Number number) {
  if (isa<FloatType>(element))
    return FloatAttr::get(element, number.getReal());
  unsigned width = element.isIndex() ? 64 : element.getIntOrFloatBitWidth();
  APInt value(width, static_cast<uint64_t>(number.getInteger()),
              /*isSigned=*/false, /*implicitTrunc=*/true);
  return IntegerAttr::get(element, value);
}

Value Arithmetic::constant(Type type, Number number) {
  TypedAttr attr = getAttr(getElementType(type), number);
  if (auto vector = dyn_cast<VectorType>(type))
    attr = DenseElementsAttr::get(vector, static_cast<Attribute>(attr));
  return cached(attr);
}

Value Arithmetic::scalar(Type element, Number number) {
  if (isEncodedFloat(element))
    number = Number::integer(number.convertedTo(element).getBits(element));
  return constant(lowerType(element), number);
}

Value Arithmetic::counting(VectorType type) {
  SmallVector<Attribute> numbers;
  for (int64_t i = 0; i < type.getNumElements(); ++i)
    numbers.push_back(getAttr(type.getElementType(), Number::integer(i)));
  return cached(DenseElementsAttr::get(type, numbers));
}

Value Arithmetic::broadcast(Value value, Type like) {
  auto shape = dyn_cast<VectorType>(like);
  if (!shape || isa<VectorType>(value.getType()))
    return value;
  auto type = cast<VectorType>(withShapeOf(shape, value.getType()));
  TypedAttr attr;
  if (matchPattern(value, m_Constant(&attr)))
    return cached(DenseElementsAttr::get(type, static_cast<Attribute>(attr)));
  Value &result = broadcasts[{value, type}];
  if (result)
    return result;
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointAfterValue(value);
  result = vector::BroadcastOp::create(builder, loc, type, value);
  return result;
}

} // namespace mlir::tiny
