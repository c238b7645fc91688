//===- Dims.cpp - Sizes that may be symbolic ------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "tiny/IR/Tiny.h"

#include "tiny/Analysis/IndexImport.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::tiny {

//===----------------------------------------------------------------------===//
// Lists of numbers and values
//===----------------------------------------------------------------------===//

DimList::DimList(ArrayRef<Dim> dims) {
  for (const Dim &dim : dims) {
    numbers.push_back(dim.getNumber());
    if (dim.isSymbolic())
      values.push_back(dim.getValue());
  }
}

Dims takeDims(ArrayRef<int64_t> numbers, ValueRange &values) {
  Dims dims;
  for (int64_t number : numbers) {
    if (!ShapedType::isDynamic(number) || values.empty()) {
      dims.push_back(number);
      continue;
    }
    dims.push_back(values.front());
    values = values.drop_front();
  }
  return dims;
}

/// Entry `axis` of a list.
static Dim getEntry(ArrayRef<int64_t> numbers, ValueRange values,
                    int64_t axis) {
  if (!ShapedType::isDynamic(numbers[axis]))
    return numbers[axis];
  size_t before =
      llvm::count(numbers.take_front(axis), int64_t(ShapedType::kDynamic));
  return before < values.size() ? Dim(values[before]) : Dim(numbers[axis]);
}

/// The values that are left behind a first list.
static ValueRange dropList(ArrayRef<int64_t> numbers, ValueRange values) {
  size_t count = llvm::count(numbers, int64_t(ShapedType::kDynamic));
  return values.drop_front(std::min(count, values.size()));
}

//===----------------------------------------------------------------------===//
// The sizes of values
//===----------------------------------------------------------------------===//

/// Where a size that an op does not introduce comes from.
static std::optional<std::pair<Value, int64_t>> getOrigin(Operation *op,
                                                          int64_t axis) {
  if (auto permute = dyn_cast<PermuteOp>(op))
    return std::pair(permute.getSource(), permute.getOrder()[axis]);
  if (auto stack = dyn_cast<StackOp>(op))
    return std::pair(stack.getOperand(0), axis - 1);
  int64_t rank = getShape(op->getResult(0)).size();
  for (Value operand : op->getOperands()) {
    if (!isSymbolic(operand.getType()))
      continue;
    ArrayRef<int64_t> shape = getShape(operand);
    int64_t place = axis - (rank - static_cast<int64_t>(shape.size()));
    if (place >= 0 && ShapedType::isDynamic(shape[place]))
      return std::pair(operand, place);
  }
  return std::nullopt;
}

Dim getDim(Value value, int64_t axis) {
  while (true) {
    int64_t size = getShape(value)[axis];
    Operation *op = value.getDefiningOp();
    if (!ShapedType::isDynamic(size) || !op)
      return size;
    if (auto reshape = dyn_cast<ReshapeOp>(op))
      return getEntry(reshape.getShape(), reshape.getDynamic(), axis);
    if (auto expand = dyn_cast<ExpandOp>(op))
      return getEntry(expand.getShape(), expand.getDynamic(), axis);
    if (auto iota = dyn_cast<IotaOp>(op))
      return getEntry(getShape(value), iota.getDynamic(), axis);
    if (auto pad = dyn_cast<PadOp>(op))
      return getEntry(pad.getSizes(), dropList(pad.getLow(), pad.getDynamic()),
                      axis);
    if (auto shrink = dyn_cast<ShrinkOp>(op))
      return getEntry(shrink.getSizes(),
                      dropList(shrink.getOffsets(), shrink.getDynamic()), axis);
    auto origin = getOrigin(op, axis);
    if (!origin)
      return size;
    std::tie(value, axis) = *origin;
  }
}

Dims getDims(Value value) {
  Dims dims;
  for (auto [axis, size] : llvm::enumerate(getShape(value)))
    dims.push_back(ShapedType::isDynamic(size) ? getDim(value, axis)
                                               : Dim(size));
  return dims;
}

bool haveSameDims(Value lhs, Value rhs) {
  if (getShape(lhs) != getShape(rhs))
    return false;
  return (!isSymbolic(lhs.getType()) && !isSymbolic(rhs.getType())) ||
         getDims(lhs) == getDims(rhs);
}

OperandRange getDataOperands(Operation *op) {
  if (isa<MovementOpInterface, UnshardOp, AllReduceOp>(op))
    return op->getOperands().take_front(1);
  if (isa<IotaOp>(op))
    return op->getOperands().take_front(0);
  if (auto apply = dyn_cast<ApplyOp>(op))
    return apply.getValues();
  return op->getOperands();
}

//===----------------------------------------------------------------------===//
// As index expressions
//===----------------------------------------------------------------------===//

IndexExpr importDim(IndexContext &context, const Dim &dim) {
  if (!dim.isSymbolic())
    return context.constant(dim.getNumber());
  return IndexImporter(context).import(dim.getValue());
}

SmallVector<IndexExpr, 4> importDims(IndexContext &context,
                                     ArrayRef<Dim> dims) {
  SmallVector<IndexExpr, 4> result;
  for (const Dim &dim : dims)
    result.push_back(importDim(context, dim));
  return result;
}

Interval getInterval(const Dim &dim) {
  if (!dim.isSymbolic())
    return Interval::point(dim.getNumber());
  IndexContext context;
  return importDim(context, dim).getInterval();
}

SmallVector<int64_t, 4> getMaxShape(Value value) {
  SmallVector<int64_t, 4> shape(getShape(value));
  for (auto [axis, size] : llvm::enumerate(shape)) {
    if (!ShapedType::isDynamic(size))
      continue;
    Int128 most = getInterval(getDim(value, axis)).max;
    size = static_cast<int64_t>(
        std::clamp<Int128>(most, 0, std::numeric_limits<int64_t>::max()));
  }
  return shape;
}

} // namespace mlir::tiny
