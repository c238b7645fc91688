//===- Rangeify.h - One root as scalars over ranges -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef TINY_LIB_TRANSFORMS_RANGEIFY_H
#define TINY_LIB_TRANSFORMS_RANGEIFY_H

#include "tiny/Analysis/IndexImport.h"
#include "tiny/IR/Tiny.h"

#include "mlir/IR/Builders.h"
#include <deque>

namespace mlir::tiny {

/// Lowers the value of one root. `states` holds the storage of every
/// contiguous that has been lowered before, and of what is selected of one.
class RootLowering {
public:
  RootLowering(OpBuilder &builder, const llvm::DenseMap<Value, Value> &states,
               int64_t &nextRange)
      : builder(builder), importer(context), exporter(builder), states(states),
        nextRange(nextRange) {}

  IndexContext &getContext() { return context; }

  /// A new range, or the constant zero (and no range) for size one.
  IndexExpr addRange(Location loc, const Dim &size, AxisType axis,
                     Value &range);

  /// The element of `value` at `index`, as a scalar; null after an error.
  Value lower(Value value, ArrayRef<IndexExpr> index);

  Value emitIndex(IndexExpr expr, Location loc) {
    return exporter.materialize(expr, loc);
  }

private:
  /// A value read at an index, where `valid` holds.
  struct Demand {
    Value value;
    SmallVector<IndexExpr, 4> index;
    IndexExpr valid;
    /// What it reads: one demand per operand (null where it is no data).
    SmallVector<Demand *, 3> operands;
    /// The ranges that a reduction adds.
    SmallVector<Value, 2> ranges;
    /// Of a pad: where the source is read.
    IndexExpr inside;
    /// The scalar, once emitted.
    Value scalar;
    /// Whether the scalar is zero where `valid` does not hold.
    bool isMasked = false;
  };

  Demand *demand(Value value, ArrayRef<IndexExpr> index, IndexExpr valid);
  void expand(Demand &demand);
  void expandElementwise(Demand &demand);
  Value emit(Demand &demand);
  Value emitLoad(Demand &demand, Value state);
  Value emitIota(Demand &demand);
  Value emitStack(Demand &demand);
  Value emitReduce(Demand &demand);

  OpBuilder &builder;
  IndexContext context;
  IndexImporter importer;
  IndexExporter exporter;
  const llvm::DenseMap<Value, Value> &states;
  int64_t &nextRange;

  std::deque<Demand> demands;
  /// The demands on a value; nearly always one.
  llvm::DenseMap<Value, SmallVector<Demand *, 1>> demandsOf;
};

} // namespace mlir::tiny

#endif // TINY_LIB_TRANSFORMS_RANGEIFY_H
