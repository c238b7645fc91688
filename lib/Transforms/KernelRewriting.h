//===- KernelRewriting.h - Helpers of passes on kernels ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef TINY_LIB_TRANSFORMS_KERNELREWRITING_H
#define TINY_LIB_TRANSFORMS_KERNELREWRITING_H

#include "tiny/Analysis/IndexImport.h"
#include "tiny/IR/Tiny.h"

namespace mlir::tiny {

/// Whether the op computes each element from the elements of its operands at
/// the same (broadcast) place.
bool isElementwise(Operation *op);

/// Creates `op` with other operands and result type.
Operation *cloneWith(OpBuilder &builder, Operation *op, ValueRange operands,
                     Type resultType);

/// A load at a scalar index.
Value createLoad(OpBuilder &builder, Location loc, Value buffer, Value index,
                 Value mask, ArrayRef<int64_t> lanes = {},
                 ArrayRef<int64_t> strides = {});
/// A store at an index; its token.
Value createStore(OpBuilder &builder, Location loc, Value value, Value buffer,
                  Value index, Value mask, ArrayRef<int64_t> strides = {});
/// The scalar in one lane of a vector of one dimension.
Value createExtract(OpBuilder &builder, Location loc, Value vector,
                    int64_t lane);

/// Gives the only result of an op the type that its operands imply now. Fails
/// after a diagnostic.
LogicalResult inferTypeAgain(Operation &op);

/// Erases every op without users, in one walk from the end. An importer forgets
/// them.
void eraseDeadOps(Block &block, IndexImporter *importer = nullptr);

/// Replaces every op by an equal one before it, if there is one. In a block of
/// a kernel no op has an effect, and none has a region: one table does.
void eliminateCommonOps(Block &block, IndexImporter *importer = nullptr);

/// Moves each op behind the definitions of its operands and keeps the order
/// where it can. The graph has no cycles.
void sortByDominance(Block &block);

/// `0, 1, ...` for a shape: how far apart neighbours on each axis lie in
/// row-major order. Axes of size one get 0.
SmallVector<int64_t, 4> getRowMajorStrides(ArrayRef<int64_t> shape);

/// Index constants at the start of a block, one op per number. Those that are
/// there already are taken.
class IndexConstants {
public:
  explicit IndexConstants(Block &block);
  Value get(int64_t value);

private:
  Block &block;
  llvm::DenseMap<int64_t, Value> values;
};

} // namespace mlir::tiny

#endif // TINY_LIB_TRANSFORMS_KERNELREWRITING_H
