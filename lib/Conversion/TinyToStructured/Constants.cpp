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

namespace mlir::tiny {

Arithmetic::Arithmetic(OpBuilder &builder, Block &entry, LoweredTypes &types)
    : builder(builder), entry(entry), types(types),
      loc(builder.getUnknownLoc()) {
  MLIRContext *context = builder.getContext();
  wraps = arith::IntegerOverflowFlagsAttr::get(
      context, arith::IntegerOverflowFlags::none);
  strict = arith::FastMathFlagsAttr::get(context, arith::FastMathFlags::none);
  contract =
      arith::FastMathFlagsAttr::get(context, arith::FastMathFlags::contract);
}

Value Arithmetic::cached(TypedAttr attr) {
  Value &value = constants[attr];
  if (value)
    return value;
  OpBuilder::InsertionGuard guard(builder);
  if (lastConstant)
    builder.setInsertionPointAfter(lastConstant);
  else
    builder.setInsertionPointToStart(&entry);
  lastConstant = make<arith::ConstantOp>(attr.getType(), {}, {attr});
  value = lastConstant->getResult(0);
  return value;
}

Value Arithmetic::constant(Type type, Number number) {
  return cached(types.getConstant(type, number));
}

Value Arithmetic::scalar(Type element, Number number) {
  if (isEncodedFloat(element))
    number = Number::integer(number.convertedTo(element).getBits(element));
  return constant(types.get(element), number);
}

Value Arithmetic::counting(VectorType type) {
  SmallVector<Attribute> numbers;
  for (int64_t i = 0; i < type.getNumElements(); ++i)
    numbers.push_back(
        types.getConstant(type.getElementType(), Number::integer(i)));
  return cached(DenseElementsAttr::get(type, numbers));
}

Value Arithmetic::broadcast(Value value, Type like) {
  auto shape = dyn_cast<VectorType>(like);
  if (!shape || isa<VectorType>(value.getType()))
    return value;
  Value &result = broadcasts[{value, shape.getDimSize(0)}];
  if (result)
    return result;
  auto type = cast<VectorType>(withShapeOf(shape, value.getType()));
  if (auto constant = value.getDefiningOp<arith::ConstantOp>())
    return result = cached(types.getSplat(type, constant.getValue()));
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointAfterValue(value);
  return result = make<vector::BroadcastOp>(type, value).getResult();
}

} // namespace mlir::tiny
