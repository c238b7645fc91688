//===- ResolveViews.h - Views and tiles of a kernel -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef TINY_LIB_TRANSFORMS_RESOLVEVIEWS_H
#define TINY_LIB_TRANSFORMS_RESOLVEVIEWS_H

#include "tiny/Analysis/IndexImport.h"
#include "tiny/IR/Tiny.h"

#include "mlir/IR/Builders.h"

namespace mlir::tiny {

/// Gives weak floats, and literals that meet a number with a width, a width.
LogicalResult commitWeak(KernelOp kernel);

/// Where values and coordinates are not valid: removes `tiny.valid`, and tells
/// of each value that depended on one under which condition it exists.
class Validity {
public:
  explicit Validity(OpBuilder &builder) : builder(builder) {}

  /// Takes in an op; its operands have been before it.
  void visit(Operation &op);
  /// The condition under which a value or view exists; null for always.
  Value get(Value value) const { return conditions.lookup(value); }

private:
  Value both(Value lhs, Value rhs, Location loc);
  void visitWhere(WhereOp op);
  void visitReduce(ReduceOp op);

  OpBuilder &builder;
  llvm::DenseMap<Value, Value> conditions;
  llvm::DenseMap<Value, Value> stripped;
};

/// A state of a buffer and the views that lead to it.
struct View {
  Value state;
  /// The last one is a view of the state.
  SmallVector<Operation *, 4> movements;
};

/// Writes tensors and accesses to views as scalars.
class TileLowering {
public:
  TileLowering(KernelOp kernel, OpBuilder &builder);

  void addView(Value value, View view) { views[value] = std::move(view); }
  View getView(Value value) const;

  /// The element of a value at an index, where `valid` holds.
  Value lower(Value value, ArrayRef<IndexExpr> index, IndexExpr valid);
  Value lower(Value scalar) { return lower(scalar, {}, context.boolean(true)); }
  /// Stores a value, element by element; its token.
  Value store(StoreOp op, Value condition);
  /// What is known of a load of a view.
  void setCondition(LoadOp load, Value condition) {
    conditions[load] = condition;
  }
  /// Forgets what was lowered: another root has other ranges.
  void startRoot() { known.clear(); }
  /// Orders the lanes of tiles, once all are known, as their axes are ordered:
  /// the innermost axis has the highest id.
  void numberLanes();

private:
  struct Known {
    SmallVector<IndexExpr, 4> index;
    IndexExpr valid;
    Value scalar;
  };
  struct Place {
    Value state;
    IndexExpr offset;
  };

  Place resolve(Value view, ArrayRef<IndexExpr> index);
  Value compute(Value value, ArrayRef<IndexExpr> index, IndexExpr valid);
  Value load(LoadOp op, ArrayRef<IndexExpr> index, IndexExpr valid);
  Value reduce(ReduceOp op, ArrayRef<IndexExpr> index, IndexExpr valid);
  Value stack(StackOp op, ArrayRef<IndexExpr> index, IndexExpr valid);
  Value range(int64_t extent, AxisType axis, Location loc);
  Value mask(IndexExpr valid, Value condition, Location loc);

  OpBuilder &builder;
  IndexContext context;
  IndexImporter importer;
  IndexExporter exporter;
  llvm::DenseMap<Value, View> views;
  llvm::DenseMap<Operation *, Value> conditions;
  llvm::DenseMap<Value, SmallVector<Known, 1>> known;
  /// The ranges of tiles by extent and the axis that they count, from the last.
  llvm::DenseMap<std::pair<int64_t, size_t>, Value> lanes;
  int64_t nextId = 0;
};

} // namespace mlir::tiny

#endif // TINY_LIB_TRANSFORMS_RESOLVEVIEWS_H
