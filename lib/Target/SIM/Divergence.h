//===- Divergence.h - What differs between items ----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef TINY_LIB_TARGET_SIM_DIVERGENCE_H
#define TINY_LIB_TARGET_SIM_DIVERGENCE_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace mlir::tiny {

/// The values of a kernel that may differ between the items of a workgroup.
/// Where no items race, a load from one place of shared or global memory is the
/// same for all of them. What was stored to private memory may differ.
class Divergence {
public:
  explicit Divergence(gpu::GPUFuncOp kernel);

  bool differs(Value value) const { return causes.contains(value); }
  /// The value where the difference that makes `value` differ begins.
  Value getOrigin(Value value) const;

private:
  void mark(Value value, Value cause);
  void mark(ValueRange values, Value cause);
  /// Marks what differs because an operand does.
  void propagate(OpOperand &use);

  /// What made each of them differ; at an origin, itself.
  DenseMap<Value, Value> causes;
  SmallVector<Value> worklist;
};

/// The operand that decides whether, or how often, an item runs through the
/// regions of an `scf.for`, `scf.if` or `scf.while`, and differs; null if all
/// items do the same.
Value getDivergentControl(Operation *op, const Divergence &divergence);

} // namespace mlir::tiny

#endif // TINY_LIB_TARGET_SIM_DIVERGENCE_H
