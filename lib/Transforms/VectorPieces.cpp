//===- VectorPieces.cpp - Vectors as rows of lanes ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "VectorPieces.h"

#include "tiny/IR/MakeOp.h"

namespace mlir::tiny {

void forEachRow(ArrayRef<int64_t> rows,
                llvm::function_ref<void(ArrayRef<int64_t>)> fn) {
  SmallVector<int64_t, 4> index(rows.size(), 0);
  for (int64_t count = *getNumElements(rows); count > 0; --count) {
    fn(index);
    for (size_t axis = rows.size(); axis-- > 0;) {
      if (++index[axis] < rows[axis])
        break;
      index[axis] = 0;
    }
  }
}

ArrayRef<Value> VectorPieces::getPieces(Value value) {
  auto it = grids.find(value);
  if (it != grids.end())
    return it->second;
  single = value;
  return single;
}

Value VectorPieces::getPiece(Value value, ArrayRef<int64_t> index) {
  if (!isa<VectorType>(value.getType()))
    return value;
  auto it = grids.find(value);
  if (it == grids.end())
    return value;
  ArrayRef<int64_t> rows = RowShape(value).rows;
  index = index.take_back(rows.size());
  int64_t row = 0;
  for (auto [size, position] : llvm::zip_equal(rows, index))
    row = row * size + (size == 1 ? 0 : position);
  return it->second[row];
}

void VectorPieces::setPieces(Value value, ArrayRef<Value> pieces) {
  if (pieces.size() == 1 && pieces.front().getType() == value.getType())
    value.replaceAllUsesWith(pieces.front());
  else
    grids[value].assign(pieces.begin(), pieces.end());
}

Value VectorPieces::getLane(Value piece, int64_t lane) {
  return computeLane(piece, lane, /*depth=*/0);
}

/// Whether the lanes of the op are better computed than extracted.
static bool isIndexArithmetic(Operation *op) {
  if (!isElementwise(op))
    return false;
  auto isIndexOrBool = [](Type type) {
    Type element = getElementType(type);
    return isa<IndexType>(element) || isBoolType(element);
  };
  return isIndexOrBool(op->getResult(0).getType()) &&
         (isa<CastOp>(op) ||
          llvm::all_of(op->getOperandTypes(), isIndexOrBool));
}

/// The op on scalars. Constants are folded through the bounds of the op: a
/// folder would leave an attribute in the context.
Value VectorPieces::computeScalar(Operation *op, ArrayRef<Value> operands) {
  Type type = getElementType(op->getResult(0));
  SmallVector<Interval, 3> points;
  for (Value operand : operands)
    if (auto constant = operand.getDefiningOp<ConstOp>())
      points.push_back(Interval::point(constant.getValue().getInteger()));
  Operation *scalar = cloneWith(builder, op, operands, type);
  auto bounded = dyn_cast<IntervalOpInterface>(scalar);
  if (!isa<IndexType>(type) || points.size() != operands.size() || !bounded)
    return scalar->getResult(0);
  Interval interval = bounded.inferInterval(points);
  if (!interval.isPoint() || interval.min != static_cast<int64_t>(interval.min))
    return scalar->getResult(0);
  scalar->erase();
  return constants.get(static_cast<int64_t>(interval.min));
}

Value VectorPieces::computeLane(Value piece, int64_t lane, unsigned depth) {
  if (!isa<ShapedType>(piece.getType()))
    return piece;
  if (Value known = lanes.lookup({piece, lane}))
    return known;
  // Far more than any index has: extracting is always possible.
  constexpr unsigned maxDepth = 64;

  Value result;
  Operation *op = piece.getDefiningOp();
  if (auto stack = dyn_cast<StackOp>(op)) {
    result = stack.getOperand(lane);
  } else if (isa<IotaOp>(op)) {
    result = constants.get(lane);
  } else if (auto expand = dyn_cast<ExpandOp>(op);
             expand && !isa<ShapedType>(expand.getSource().getType())) {
    result = expand.getSource();
  } else if (isIndexArithmetic(op) && depth < maxDepth) {
    SmallVector<Value, 3> operands;
    for (Value operand : op->getOperands())
      operands.push_back(computeLane(operand, lane, depth + 1));
    result = computeScalar(op, operands);
  } else {
    result = createExtract(builder, piece.getLoc(), piece, lane);
  }
  lanes[{piece, lane}] = result;
  return result;
}

Value VectorPieces::makePiece(Location loc, ArrayRef<Value> scalars) {
  if (scalars.size() == 1)
    return scalars.front();
  return StackOp::create(builder, loc, scalars, /*vector=*/true);
}

Value VectorPieces::addOffset(Value base, int64_t offset) {
  if (offset == 0)
    return base;
  if (auto constant = base.getDefiningOp<ConstOp>())
    return constants.get(
        static_cast<int64_t>(constant.getValue().getInteger()) + offset);
  Value &sum = sums[{base, offset}];
  if (!sum)
    sum = makeOp<AddOp>(builder, base.getLoc(), base.getType(),
                        {base, constants.get(offset)});
  return sum;
}

} // namespace mlir::tiny
