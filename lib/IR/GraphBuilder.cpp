//===- GraphBuilder.cpp - Building graphs of tiny ops ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "tiny/IR/GraphBuilder.h"

#include "tiny/IR/Tiny.h"

namespace mlir::tiny {

GraphBuilder::~GraphBuilder() = default;

/// Gives `operand` the element type `type`. A weak constant only takes its
/// kind, so that it stays a literal.
static Value promote(GraphBuilder &builder, Value operand, Type type) {
  Type from = getElementType(operand);
  if (from == type)
    return operand;
  if (isWeakType(from) && !isWeakType(type))
    if (auto constant = operand.getDefiningOp<ConstOp>()) {
      if (isFloatType(from) || !isFloatType(type))
        return operand;
      return builder.constant(constant.getValue(),
                              WeakFloatType::get(type.getContext()));
    }
  return builder.cast(operand, type);
}

Value GraphBuilder::createElementwise(OperationName name,
                                      ArrayRef<Value> operands) {
  SmallVector<Value, 3> promoted(operands);
  size_t first = name.getStringRef() == WhereOp::getOperationName() ? 1 : 0;
  SmallVector<Type, 3> types;
  for (Value operand : operands.drop_front(first))
    types.push_back(getElementType(operand));
  if (!llvm::all_equal(types)) {
    Type type = promoteTypes(types);
    for (Value &operand : MutableArrayRef<Value>(promoted).drop_front(first)) {
      operand = promote(*this, operand, type);
      if (!operand)
        return {};
    }
  }
  return createOp(name, promoted, nullptr);
}

Value GraphBuilder::constant(Number value, Type elementType) {
  return create<ConstOp>({}, {value.convertedTo(elementType), elementType});
}

Value GraphBuilder::weakFloat(double value) {
  return constant(Number::real(value), WeakFloatType::get(context));
}

Value GraphBuilder::weakInt(int64_t value) {
  return constant(Number::integer(value), IndexType::get(context));
}

Value GraphBuilder::add(Value lhs, Value rhs) {
  return elementwise<AddOp>({lhs, rhs});
}

Value GraphBuilder::mul(Value lhs, Value rhs) {
  return elementwise<MulOp>({lhs, rhs});
}

Value GraphBuilder::neg(Value operand) { return elementwise<NegOp>(operand); }

Value GraphBuilder::sub(Value lhs, Value rhs) {
  return elementwise<SubOp>({lhs, rhs});
}

Value GraphBuilder::where(Value condition, Value onTrue, Value onFalse) {
  return elementwise<WhereOp>({condition, onTrue, onFalse});
}

Value GraphBuilder::cast(Value operand, Type elementType) {
  if (getElementType(operand) == elementType)
    return operand;
  return create<CastOp>(operand, {elementType});
}

Value GraphBuilder::bitcast(Value operand, Type elementType) {
  if (getElementType(operand) == elementType)
    return operand;
  return create<BitcastOp>(operand, {elementType});
}

/// `source` and the symbolic entries of lists.
static SmallVector<Value, 4>
gatherOperands(Value source, std::initializer_list<DimList *> l) {
  SmallVector<Value, 4> operands = {source};
  for (DimList *list : l)
    llvm::append_range(operands, list->values);
  return operands;
}

/// Whether the sizes of `source` are `sizes`.
static bool hasDims(Value source, ArrayRef<Dim> dims, const DimList &sizes) {
  if (!source)
    return false;
  return getShape(source) == ArrayRef<int64_t>(sizes.numbers) &&
         (sizes.values.empty() || ArrayRef<Dim>(getDims(source)) == dims);
}

Value GraphBuilder::reshape(Value source, ArrayRef<Dim> shape) {
  DimList sizes(shape);
  if (hasDims(source, shape, sizes))
    return source;
  return create<ReshapeOp>(gatherOperands(source, {&sizes}),
                           {std::move(sizes.numbers)});
}

Value GraphBuilder::permute(Value source, ArrayRef<int64_t> order) {
  if (source && order.size() == getShape(source).size() &&
      llvm::equal(order, llvm::seq<int64_t>(0, order.size())))
    return source;
  return create<PermuteOp>(source, {SmallVector<int64_t, 4>(order)});
}

Value GraphBuilder::expand(Value source, ArrayRef<Dim> shape) {
  DimList sizes(shape);
  if (hasDims(source, shape, sizes))
    return source;
  return create<ExpandOp>(gatherOperands(source, {&sizes}),
                          {std::move(sizes.numbers), false});
}

Value GraphBuilder::shrink(Value source, ArrayRef<Dim> offsets,
                           ArrayRef<Dim> sizes) {
  DimList first(offsets), second(sizes);
  if (hasDims(source, sizes, second) &&
      llvm::all_of(offsets, [](const Dim &dim) { return dim.is(0); }))
    return source;
  return create<ShrinkOp>(
      gatherOperands(source, {&first, &second}),
      {std::move(first.numbers), std::move(second.numbers)});
}

Value GraphBuilder::pad(Value source, ArrayRef<Dim> low, ArrayRef<Dim> sizes) {
  DimList first(low), second(sizes);
  return create<PadOp>(gatherOperands(source, {&first, &second}),
                       {std::move(first.numbers), std::move(second.numbers)});
}

Value GraphBuilder::reduce(ReduceKind kind, Value source,
                           ArrayRef<int64_t> axes) {
  if (axes.empty())
    return source;
  ReduceOp::Properties properties;
  properties.kind = kind;
  properties.axes.assign(axes.begin(), axes.end());
  return create<ReduceOp>(source, properties);
}

Value GraphBuilder::sumTo(Value value, ArrayRef<Dim> shape) {
  Dims full = getDims(value);
  if (ArrayRef<Dim>(full) == shape)
    return value;
  size_t lead = full.size() - shape.size();
  SmallVector<int64_t, 4> axes;
  for (auto [axis, size] : llvm::enumerate(full))
    if (axis < lead || (shape[axis - lead].is(1) && !size.is(1)))
      axes.push_back(axis);
  Type type = getElementType(value);
  Value sum = reduce(ReduceKind::Add, cast(value, getSumType(type)), axes);
  return reshape(cast(sum, type), shape);
}

} // namespace mlir::tiny
