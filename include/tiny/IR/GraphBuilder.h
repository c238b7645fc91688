//===- GraphBuilder.h - Building graphs of tiny ops -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef TINY_IR_GRAPHBUILDER_H
#define TINY_IR_GRAPHBUILDER_H

#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OperationSupport.h"
#include "mlir/IR/Value.h"
#include "tiny/IR/Dims.h"
#include "tiny/IR/Number.h"

namespace mlir::tiny {
enum class ReduceKind : uint32_t;

/// Builds pure ops with one result. What "build" means is up to the subclass:
/// the graph arena returns an equal op that it has already.
///
/// The named functions do what the frontend does: operands of an elementwise op
/// are promoted to one element type, and a movement that changes nothing is
/// left out.
class GraphBuilder {
public:
  virtual ~GraphBuilder();

  MLIRContext *getContext() const { return context; }

  /// Builds an `OpTy` from operands that have the right types.
  template <typename OpTy>
  Value create(ArrayRef<Value> operands,
               typename PropertiesSelector<OpTy>::type properties = {}) {
    return createOp(OperationName(OpTy::getOperationName(), context), operands,
                    OpaqueProperties(&properties));
  }

  /// Builds an elementwise `OpTy` after promoting its operands.
  template <typename OpTy>
  Value elementwise(ArrayRef<Value> operands) {
    return createElementwise(OperationName(OpTy::getOperationName(), context),
                             operands);
  }

  /// Promotes and broadcasts; `where` promotes its two branches.
  Value createElementwise(OperationName name, ArrayRef<Value> operands);

  /// A scalar of an element type; the number is converted to it.
  Value constant(Number value, Type elementType);
  /// A weak float, which takes the width of what it meets.
  Value weakFloat(double value);
  /// A weak integer.
  Value weakInt(int64_t value);

  Value add(Value lhs, Value rhs);
  Value sub(Value lhs, Value rhs);
  Value mul(Value lhs, Value rhs);
  Value neg(Value operand);
  Value where(Value condition, Value onTrue, Value onFalse);
  Value cast(Value operand, Type elementType);
  /// The bits as another element type of the same width.
  Value bitcast(Value operand, Type elementType);
  Value reshape(Value source, ArrayRef<Dim> shape);
  Value reshape(Value source, ArrayRef<int64_t> shape) {
    return reshape(source, Dims(shape.begin(), shape.end()));
  }
  Value permute(Value source, ArrayRef<int64_t> order);
  Value expand(Value source, ArrayRef<Dim> shape);
  Value expand(Value source, ArrayRef<int64_t> shape) {
    return expand(source, Dims(shape.begin(), shape.end()));
  }
  Value shrink(Value source, ArrayRef<Dim> offsets, ArrayRef<Dim> sizes);
  /// Zeros around the source: `low` before it, and up to `sizes` behind it.
  Value pad(Value source, ArrayRef<Dim> low, ArrayRef<Dim> sizes);
  /// Reduces `axes` to size one.
  Value reduce(ReduceKind kind, Value source, ArrayRef<int64_t> axes);
  /// Sums `value` over the axes by which `shape` was broadcast to its shape.
  /// Accumulates in the sum type and casts back.
  Value sumTo(Value value, ArrayRef<Dim> shape);

protected:
  explicit GraphBuilder(MLIRContext *context) : context(context) {}

  /// Builds the op, or returns null after emitting a diagnostic.
  virtual Value createOp(OperationName name, ArrayRef<Value> operands,
                         OpaqueProperties properties) = 0;

  MLIRContext *context;
};

} // namespace mlir::tiny

#endif // TINY_IR_GRAPHBUILDER_H
