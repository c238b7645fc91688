//===- SymbolicShapes.h - Shapes that depend on variables -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The verifiers of ops accept what they cannot decide about symbolic sizes. A
// program must be right for all values of its variables, so the graph that it
// builds is checked again here: what cannot be proved is an error.
//
//===----------------------------------------------------------------------===//

#ifndef TINY_FRONTEND_SYMBOLICSHAPES_H
#define TINY_FRONTEND_SYMBOLICSHAPES_H

#include "tiny/IR/GraphBuilder.h"
#include "llvm/ADT/StringMap.h"

namespace mlir::tiny {

/// Reports an op whose symbolic sizes do not fit for certain. Cheap for an op
/// without such.
LogicalResult checkSymbolicShapes(Operation *op);

/// A scalar of weak integers in its simplest form, so that equal sizes are
/// equal values. Null after a diagnostic if it depends on what is no variable,
/// or on one that is bound to two numbers.
std::optional<Dim> simplifyDim(GraphBuilder &builder, Value value);

/// A scalar of weak integers or a bool as text: `n * 2 + 1`.
std::string renderDim(const Dim &dim);

/// The variables that a scalar depends on and the numbers they are bound to.
struct DimVariables {
  explicit DimVariables(Value value);
  /// `tiny.variable`s in the order of their labels, and the `tiny.bind`s.
  SmallVector<Value, 2> variables;
  SmallVector<Value, 2> bindings;
};

/// Notes the number of a `tiny.bind` by the label of its variable. Reports a
/// variable that has another one already.
LogicalResult noteBinding(Value bound, llvm::StringMap<int64_t> &numbers);

/// The number that a scalar is with the numbers that its variables are bound
/// to; nothing after a diagnostic.
std::optional<int64_t> evaluateDim(const Dim &dim);

} // namespace mlir::tiny

#endif // TINY_FRONTEND_SYMBOLICSHAPES_H
