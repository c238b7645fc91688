//===- Dims.h - Sizes that may be symbolic ----------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A size is a number, or a value that is known at launch. The type of a tensor
// has `?` for the latter; the value is an operand of the op that introduced it.
//
//===----------------------------------------------------------------------===//

#ifndef TINY_IR_DIMS_H
#define TINY_IR_DIMS_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Value.h"
#include "mlir/IR/ValueRange.h"
#include "tiny/Analysis/IndexExpr.h"
#include <optional>

namespace mlir::tiny {

/// A size or an offset: a number, or a value of type `index`.
class Dim {
public:
  Dim(int64_t number) : number(number) {}
  Dim(Value value) : number(ShapedType::kDynamic), value(value) {}

  bool isSymbolic() const { return static_cast<bool>(value); }
  bool is(int64_t other) const { return !isSymbolic() && number == other; }
  /// `ShapedType::kDynamic` if it is symbolic.
  int64_t getNumber() const { return number; }
  /// Null if it is a number.
  Value getValue() const { return value; }
  bool operator==(const Dim &other) const {
    return number == other.number && value == other.value;
  }
  bool operator!=(const Dim &other) const { return !(*this == other); }

private:
  int64_t number;
  Value value;
};

using Dims = SmallVector<Dim, 4>;

/// Whether a size is symbolic.
inline bool isSymbolic(ArrayRef<int64_t> shape) {
  return llvm::is_contained(shape, ShapedType::kDynamic);
}
inline bool isSymbolic(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && !tensor.hasStaticShape();
}

/// The size of an axis of a tensor, vector or buffer. Looks up the operand that
/// introduced it and builds nothing; null and symbolic is never the case, since
/// every op that makes a `?` has it as an operand or takes it from one.
Dim getDim(Value value, int64_t axis);
Dims getDims(Value value);

/// Whether two values have the same shape for certain: sizes that are symbolic
/// are the same value.
bool haveSameDims(Value lhs, Value rhs);

/// A list of numbers with `kDynamic` for each of `values`, in order.
struct DimList {
  explicit DimList(ArrayRef<Dim> dims);
  SmallVector<int64_t, 4> numbers;
  SmallVector<Value, 2> values;
};
/// The converse. Takes from the front of `values` what it needs.
Dims takeDims(ArrayRef<int64_t> numbers, ValueRange &values);

/// The operands that are data: those of a movement or source without its sizes
/// and offsets, those of a collective without its ranges.
OperandRange getDataOperands(Operation *op);

//===----------------------------------------------------------------------===//
// As index expressions
//===----------------------------------------------------------------------===//

IndexExpr importDim(IndexContext &context, const Dim &dim);
SmallVector<IndexExpr, 4> importDims(IndexContext &context, ArrayRef<Dim> dims);
/// The bounds of a size.
Interval getInterval(const Dim &dim);
/// The shape with the greatest value of each symbolic size.
SmallVector<int64_t, 4> getMaxShape(Value value);

} // namespace mlir::tiny

#endif // TINY_IR_DIMS_H
