//===- RangeInstance.h - A value at one place of a range --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef TINY_LIB_TRANSFORMS_RANGEINSTANCE_H
#define TINY_LIB_TRANSFORMS_RANGEINSTANCE_H

#include "tiny/Analysis/IndexImport.h"

namespace mlir::tiny {

/// Computes values again for one value of a range. Loads read nothing where
/// that is outside of the range.
class RangeInstance {
public:
  /// `varies` says whether a value depends on the range.
  RangeInstance(OpBuilder &builder, IndexContext &context,
                IndexImporter &importer, IndexExporter &exporter,
                llvm::function_ref<bool(Value)> varies)
      : builder(builder), context(context), importer(importer),
        exporter(exporter), varies(varies) {}

  /// Lets `range` be `value`, which lies inside of it where `isInside` holds.
  void fix(IndexExpr range, IndexExpr value, IndexExpr isInside);

  /// The value there, or null if it is more than loads and arithmetic. Ops are
  /// created at the insertion point.
  Value get(Value value);
  /// The expression there, or null.
  IndexExpr get(IndexExpr expr);

private:
  bool isIndexMath(Value value);
  bool collect(Value root, SmallVectorImpl<Operation *> &slice);
  void clone(Operation *op);
  Value cloneLoad(Operation *op);

  OpBuilder &builder;
  IndexContext &context;
  IndexImporter &importer;
  IndexExporter &exporter;
  llvm::function_ref<bool(Value)> varies;
  IndexExpr isInside;
  llvm::DenseMap<IndexExpr, IndexExpr> leaves;
  llvm::DenseMap<Value, Value> clones;
};

} // namespace mlir::tiny

#endif // TINY_LIB_TRANSFORMS_RANGEINSTANCE_H
