//===- KernelIndices.h - The index expressions of a kernel ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef TINY_LIB_TRANSFORMS_KERNELINDICES_H
#define TINY_LIB_TRANSFORMS_KERNELINDICES_H

#include "KernelExprs.h"
#include "tiny/IR/Tiny.h"

#include "mlir/Pass/AnalysisManager.h"

namespace mlir::tiny {

/// Every use of an index or condition in a kernel, as an expression. Ranges are
/// replaced by others in all of them at once; `write` makes the IR follow.
class KernelIndices {
public:
  KernelIndices(KernelOp kernel, AnalysisManager &analyses);

  bool isInvalidated(const AnalysisManager::PreservedAnalyses &preserved) {
    return !preserved.isPreserved<KernelIndices>() ||
           !preserved.isPreserved<KernelExprs>();
  }

  /// An operand that is an index or a condition, of an op that is no index
  /// arithmetic.
  struct Use {
    Operation *owner;
    unsigned operand;
    IndexExpr expr;
    bool isChanged = false;
  };

  IndexContext &getContext() { return context; }
  ArrayRef<Use> getUses() const { return uses; }
  /// The expression that stands for the value of a range.
  IndexExpr getExpr(RangeOp range) {
    return importer.import(range.getResult());
  }
  IndexExpr import(Value value) { return importer.import(value); }

  /// Creates a range in front of another one.
  RangeOp createRange(RangeOp before, int64_t extent);
  /// Replaces ranges, given by their expressions, in all uses.
  void substitute(const llvm::DenseMap<IndexExpr, IndexExpr> &map);
  /// Closes `with` in the place of `range`, outermost first.
  void replaceClosed(RangeOp range, ArrayRef<RangeOp> with);

  /// Writes what has changed, erases what is dead, and numbers the ranges from
  /// the outside in. The uses are no longer those of the kernel then.
  void write();

private:
  void numberRanges();

  KernelOp kernel;
  OpBuilder builder;
  IndexContext &context;
  IndexImporter &importer;
  SmallVector<Use> uses;
  int64_t nextId = 0;
};

/// Whether a range is a plain loop that other ranges may stand for: nothing is
/// known of it but how far it runs.
bool isPlainRange(RangeOp range);

/// For each range the reductions that are computed again for each of its
/// values.
llvm::DenseMap<Operation *, SmallVector<Operation *, 2>>
findReductionsInside(KernelOp kernel);

/// The ops that close a range.
SmallVector<Operation *, 2> getClosers(RangeOp range);

} // namespace mlir::tiny

#endif // TINY_LIB_TRANSFORMS_KERNELINDICES_H
