//===- IndexImport.h - Index expressions from and to ops --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef TINY_ANALYSIS_INDEXIMPORT_H
#define TINY_ANALYSIS_INDEXIMPORT_H

#include "mlir/IR/Builders.h"
#include "tiny/Analysis/IndexExpr.h"
#include "tiny/Analysis/Intervals.h"

namespace mlir::tiny {

/// Reads scalar `index` and `i1` arithmetic as index expressions. What is no
/// such arithmetic (a loaded value, say) is a leaf with the bounds that its op
/// has.
///
/// Numbers that pass through an integer type are read as well, where no op on
/// the way wraps: a comparison of a range that was cast to `i32` is one of the
/// range.
class IndexImporter {
public:
  /// Whether integers with a width, such as loaded ones, may be leaves.
  enum class Data { Opaque, Leaves };

  explicit IndexImporter(IndexContext &context, Data data = Data::Opaque)
      : context(context), data(data) {}

  /// Makes room for so many values.
  void reserve(size_t numValues) { exprs.reserve(numValues); }

  /// Whether a value has a type of index expressions.
  static bool isIndexLike(Value value);

  /// The expression of a scalar of type `index` or `i1`.
  IndexExpr import(Value value);

  /// Lets `expr` stand for `value` from now on.
  void define(Value value, IndexExpr expr) { exprs[value] = expr; }
  /// To be called before the op of a value is erased.
  void forget(Value value);
  /// To be called when a value that has been read becomes another one.
  void forgetAll();

private:
  /// Whether the expression of a value is made of those of its operands; else
  /// it is a leaf.
  bool isComputed(Value value);
  IndexExpr build(Value value, ArrayRef<IndexExpr> operands);
  IndexExpr buildNumber(Value value, ArrayRef<IndexExpr> operands);
  IndexExpr buildLeaf(Value value);

  IndexContext &context;
  Data data;
  IntervalAnalysis intervals;
  llvm::DenseMap<Value, IndexExpr> exprs;
};

/// Writes index expressions as ops, each node once; a leaf that is an integer
/// with a width is cast. The caller sees to it that the insertion point is
/// below the leaves and that what was written before dominates it.
class IndexExporter {
public:
  /// An importer is told what the new values are.
  explicit IndexExporter(OpBuilder &builder, IndexImporter *importer = nullptr)
      : builder(builder), importer(importer) {}

  /// The value of an expression, with the ops that it takes at the insertion
  /// point of the builder.
  Value materialize(IndexExpr expr, Location loc);

  /// Lets `value` stand for `expr`, for example for a symbol.
  void define(IndexExpr expr, Value value) { values[expr] = value; }

private:
  Value build(IndexExpr expr, Location loc);
  Value buildSum(IndexExpr expr, Location loc);
  Value buildNot(IndexExpr operand, Location loc);
  Value constant(int64_t value, bool isBoolean, Location loc);

  OpBuilder &builder;
  IndexImporter *importer;
  llvm::DenseMap<IndexExpr, Value> values;
};

} // namespace mlir::tiny

#endif // TINY_ANALYSIS_INDEXIMPORT_H
