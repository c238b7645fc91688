//===- VectorPieces.h - Vectors as rows of lanes ----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef TINY_LIB_TRANSFORMS_VECTORPIECES_H
#define TINY_LIB_TRANSFORMS_VECTORPIECES_H

#include "KernelRewriting.h"

#include "mlir/IR/Builders.h"

namespace mlir::tiny {

/// The rows of a vector shape: all its axes but the last, whose size is the
/// number of lanes. A scalar is one row of one lane.
struct RowShape {
  explicit RowShape(ArrayRef<int64_t> shape)
      : rows(shape.empty() ? shape : shape.drop_back()),
        lanes(shape.empty() ? 1 : shape.back()) {}
  explicit RowShape(Value value) : RowShape(getShape(value)) {}

  ArrayRef<int64_t> rows;
  int64_t lanes;

  int64_t getNumRows() const { return *getNumElements(rows); }
  /// The type of one row: a scalar if there is one lane.
  Type getPieceType(Type elementType) const {
    return lanes == 1 ? elementType
                      : getVectorType(ArrayRef<int64_t>(lanes), elementType);
  }
};

/// Calls `fn` with the index of each row, in row-major order.
void forEachRow(ArrayRef<int64_t> rows,
                llvm::function_ref<void(ArrayRef<int64_t>)> fn);

/// Remembers for each vector the values that hold its rows, and takes rows
/// apart into lanes. New ops go where the builder stands, which only ever moves
/// forward, so that a value once made can be used again.
class VectorPieces {
public:
  VectorPieces(OpBuilder &builder, IndexConstants &constants)
      : builder(builder), constants(constants) {}

  /// Whether the value is one row that is represented by itself.
  bool isItself(Value value) const {
    return !isa<VectorType>(value.getType()) || !grids.contains(value);
  }
  /// All rows of the value.
  ArrayRef<Value> getPieces(Value value);
  /// The row of `value` that row `index` of a value it broadcasts to needs.
  Value getPiece(Value value, ArrayRef<int64_t> index);
  /// Replaces `value` by its rows.
  void setPieces(Value value, ArrayRef<Value> pieces);

  /// The scalar in one lane of a row. Index arithmetic and conditions on it are
  /// computed for the lane; other vectors are taken apart.
  Value getLane(Value piece, int64_t lane);
  /// One row out of as many scalars as it has lanes.
  Value makePiece(Location loc, ArrayRef<Value> lanes);
  /// `base + offset` for scalar indices.
  Value addOffset(Value base, int64_t offset);

private:
  Value computeScalar(Operation *op, ArrayRef<Value> operands);
  Value computeLane(Value piece, int64_t lane, unsigned depth);

  OpBuilder &builder;
  IndexConstants &constants;
  llvm::DenseMap<Value, SmallVector<Value, 1>> grids;
  llvm::DenseMap<std::pair<Value, int64_t>, Value> lanes, sums;
  /// A value as a range of one row.
  Value single;
};

} // namespace mlir::tiny

#endif // TINY_LIB_TRANSFORMS_VECTORPIECES_H
