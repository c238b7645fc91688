//===- Devectorize.cpp - Vectors become rows of lanes ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// One walk over the block. A vector of several dimensions becomes a grid of
// rows, one value for each index of the dimensions before the last; an op on
// such vectors becomes an op on each row. What is a scalar or one row already
// stays as it is.
//
// How wide a row is does not matter: LLVM splits it into registers.
//
//===----------------------------------------------------------------------===//

#include "VectorPieces.h"
#include "tiny/IR/Reduction.h"
#include "tiny/Transforms/Passes.h"

#include "llvm/ADT/TypeSwitch.h"

namespace mlir::tiny {
#define GEN_PASS_DEF_DEVECTORIZEPASS
#include "tiny/Transforms/Passes.h.inc"

/// Whether a vector may go to places of that stride. Where they are no
/// neighbours the target takes them one by one, which needs one mask for all,
/// and memory of elements: not registers, and no integers that may become
/// words.
static bool mayLieApart(Value buffer, int64_t stride, Value mask) {
  if (stride == 1)
    return true;
  auto type = cast<BufferType>(buffer.getType());
  return stride != 0 && !mask && type.getAddressSpace() != AddressSpace::Reg &&
         !(isIntType(type.getElementType()) &&
           getStorageBits(type.getElementType()) == 64);
}

namespace {

class Devectorizer {
public:
  explicit Devectorizer(Block &block)
      : block(block), builder(block.getParentOp()->getContext()),
        constants(block), pieces(builder, constants) {}

  LogicalResult run();

private:
  LogicalResult visit(Operation *op);
  bool isDone(Operation *op) const;

  void splitElementwise(Operation *op);
  void splitIota(IotaOp iota);
  void splitExpand(ExpandOp expand);
  void splitReshape(ReshapeOp reshape);
  void splitShrink(ShrinkOp shrink);
  void splitReduce(ReduceOp reduce);
  void splitLoad(LoadOp load);
  void splitStore(StoreOp store);

  /// One row of a load or store, and how its lanes lie in memory.
  struct RowAccess {
    Location loc;
    Value buffer;
    /// A scalar, or with `stride` empty the index of each lane.
    Value index;
    std::optional<int64_t> stride;
    Value mask;
    int64_t lanes;
  };
  template <typename OpTy>
  RowAccess getRow(OpTy access, ArrayRef<int64_t> index, RowShape shape);
  RowAccess getLane(const RowAccess &row, int64_t lane);
  bool isWhole(const RowAccess &row);
  Value loadRow(const RowAccess &row);
  void storeRow(const RowAccess &row, Value value,
                SmallVectorImpl<Value> &tokens);

  Block &block;
  OpBuilder builder;
  IndexConstants constants;
  VectorPieces pieces;
};

} // namespace

/// Scalars and vectors of one dimension with at least two lanes.
static bool isOneRow(Type type) {
  auto vector = dyn_cast<VectorType>(type);
  return !vector || (vector.getRank() == 1 && vector.getNumElements() > 1);
}

/// Whether the op needs no change: its values are rows, and not replaced.
bool Devectorizer::isDone(Operation *op) const {
  for (Value operand : op->getOperands())
    if (!pieces.isItself(operand))
      return false;
  for (Type type : op->getResultTypes())
    if (!isOneRow(type))
      return false;
  auto needsNoSplit = [](auto access) {
    Value index = access.getIndex();
    ArrayRef<int64_t> strides = access.getStrides();
    return !index ||
           (!isa<ShapedType>(index.getType()) &&
            (strides.empty() || mayLieApart(access.getBuffer(), strides.back(),
                                            access.getMask())));
  };
  if (auto load = dyn_cast<LoadOp>(op))
    return needsNoSplit(load);
  if (auto store = dyn_cast<StoreOp>(op))
    return needsNoSplit(store);
  return true;
}

void Devectorizer::splitElementwise(Operation *op) {
  Value result = op->getResult(0);
  RowShape shape(result);
  Type type = shape.getPieceType(getElementType(result));
  SmallVector<Value, 8> rows;
  SmallVector<Value, 3> operands;
  forEachRow(shape.rows, [&](ArrayRef<int64_t> index) {
    operands.clear();
    for (Value operand : op->getOperands())
      operands.push_back(pieces.getPiece(operand, index));
    rows.push_back(cloneWith(builder, op, operands, type)->getResult(0));
  });
  pieces.setPieces(result, rows);
}

void Devectorizer::splitIota(IotaOp iota) {
  Value result = iota.getResult();
  RowShape shape(result);
  size_t axis = iota.getAxis();
  bool alongLanes = axis == shape.rows.size();
  Value row;
  if (alongLanes && shape.lanes > 1)
    row = IotaOp::create(builder, iota.getLoc(), 0,
                         shape.getPieceType(builder.getIndexType()));
  SmallVector<Value, 8> rows;
  forEachRow(shape.rows, [&](ArrayRef<int64_t> index) {
    Value value = row ? row : constants.get(alongLanes ? 0 : index[axis]);
    if (!row && shape.lanes > 1)
      value = ExpandOp::create(builder, iota.getLoc(), value,
                               ArrayRef<int64_t>(shape.lanes), /*vector=*/true);
    rows.push_back(value);
  });
  pieces.setPieces(result, rows);
}

void Devectorizer::splitExpand(ExpandOp expand) {
  Value source = expand.getSource(), result = expand.getResult();
  RowShape shape(result);
  bool widens = shape.lanes > 1 && RowShape(source).lanes == 1;
  llvm::SmallDenseMap<Value, Value> wide;
  SmallVector<Value, 8> rows;
  forEachRow(shape.rows, [&](ArrayRef<int64_t> index) {
    Value row = pieces.getPiece(source, index);
    if (widens) {
      Value &known = wide[row];
      if (!known)
        known =
            ExpandOp::create(builder, expand.getLoc(), row,
                             ArrayRef<int64_t>(shape.lanes), /*vector=*/true);
      row = known;
    }
    rows.push_back(row);
  });
  pieces.setPieces(result, rows);
}

void Devectorizer::splitReshape(ReshapeOp reshape) {
  Value source = reshape.getSource(), result = reshape.getResult();
  RowShape from(source), to(result);
  SmallVector<Value, 8> rows(pieces.getPieces(source));
  if (from.lanes != to.lanes) {
    SmallVector<Value, 16> scalars;
    for (Value row : rows)
      for (int64_t lane = 0; lane < from.lanes; ++lane)
        scalars.push_back(pieces.getLane(row, lane));
    rows.clear();
    for (ArrayRef<Value> rest = scalars; !rest.empty();
         rest = rest.drop_front(to.lanes))
      rows.push_back(
          pieces.makePiece(reshape.getLoc(), rest.take_front(to.lanes)));
  }
  pieces.setPieces(result, rows);
}

void Devectorizer::splitShrink(ShrinkOp shrink) {
  Value source = shrink.getSource(), result = shrink.getResult();
  RowShape shape(result);
  ArrayRef<int64_t> offsets = shrink.getOffsets();
  SmallVector<Value, 8> rows;
  SmallVector<int64_t, 4> sourceIndex(shape.rows.size());
  forEachRow(shape.rows, [&](ArrayRef<int64_t> index) {
    for (size_t axis = 0; axis < index.size(); ++axis)
      sourceIndex[axis] = index[axis] + offsets[axis];
    Value row = pieces.getPiece(source, sourceIndex);
    if (shape.lanes == 1)
      row = pieces.getLane(row, offsets.back());
    else if (shape.lanes != RowShape(source).lanes)
      row = ShrinkOp::create(builder, shrink.getLoc(), row, offsets.back(),
                             shape.lanes);
    rows.push_back(row);
  });
  pieces.setPieces(result, rows);
}

/// Combines rows pairwise, as a balanced tree; then the lanes.
void Devectorizer::splitReduce(ReduceOp reduce) {
  Location loc = reduce.getLoc();
  Value source = reduce.getSource(), result = reduce.getResult();
  RowShape from(source), to(result);
  ReduceKind kind = reduce.getKind();
  SmallVector<SmallVector<Value, 8>, 4> parts(to.getNumRows());
  forEachRow(from.rows, [&](ArrayRef<int64_t> index) {
    int64_t row = 0;
    for (auto [size, position] : llvm::zip_equal(to.rows, index))
      row = row * size + (size == 1 ? 0 : position);
    parts[row].push_back(pieces.getPiece(source, index));
  });

  SmallVector<Value, 8> rows;
  for (SmallVector<Value, 8> &values : parts) {
    while (values.size() > 1) {
      size_t half = (values.size() + 1) / 2;
      for (size_t i = 0; i < half; ++i)
        values[i] = 2 * i + 1 < values.size()
                        ? createReduceStep(builder, loc, kind, values[2 * i],
                                           values[2 * i + 1])
                        : values[2 * i];
      values.resize(half);
    }
    Value row = values.front();
    if (from.lanes != to.lanes) {
      row = ReduceOp::create(builder, loc, row, ValueRange(), kind,
                             ArrayRef<int64_t>(0));
      row = ReshapeOp::create(builder, loc, row, ArrayRef<int64_t>());
    }
    rows.push_back(row);
  }
  pieces.setPieces(result, rows);
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

template <typename OpTy>
Devectorizer::RowAccess
Devectorizer::getRow(OpTy access, ArrayRef<int64_t> index, RowShape shape) {
  RowAccess row{access.getLoc(), access.getBuffer(), access.getIndex(),
                std::nullopt,    access.getMask(),   shape.lanes};
  if (row.mask)
    row.mask = pieces.getPiece(row.mask, index);
  if (isa<ShapedType>(row.index.getType())) {
    row.index = pieces.getPiece(row.index, index);
    return row;
  }
  ArrayRef<int64_t> strides = access.getStrides();
  int64_t offset = 0;
  for (auto [position, stride] : llvm::zip(index, strides))
    offset += position * stride;
  row.index = pieces.addOffset(row.index, offset);
  row.stride = strides.empty() ? 0 : strides.back();
  return row;
}

Devectorizer::RowAccess Devectorizer::getLane(const RowAccess &row,
                                              int64_t lane) {
  RowAccess result = row;
  result.index = row.stride ? pieces.addOffset(row.index, lane * *row.stride)
                            : pieces.getLane(row.index, lane);
  result.stride = 0;
  if (row.mask)
    result.mask = pieces.getLane(row.mask, lane);
  result.lanes = 1;
  return result;
}

/// Whether the row is one access of the program.
bool Devectorizer::isWhole(const RowAccess &row) {
  return row.lanes == 1 ||
         (row.stride && mayLieApart(row.buffer, *row.stride, row.mask));
}

Value Devectorizer::loadRow(const RowAccess &row) {
  if (row.lanes == 1)
    return createLoad(builder, row.loc, row.buffer, row.index, row.mask);
  if (isWhole(row))
    return createLoad(builder, row.loc, row.buffer, row.index, row.mask,
                      row.lanes, *row.stride);
  bool isMaskedByLane = row.mask && isa<ShapedType>(row.mask.getType());
  if (row.stride == 0 && !isMaskedByLane)
    return ExpandOp::create(builder, row.loc, loadRow(getLane(row, 0)),
                            ArrayRef<int64_t>(row.lanes), /*vector=*/true);
  SmallVector<Value, 16> scalars;
  for (int64_t lane = 0; lane < row.lanes; ++lane)
    scalars.push_back(loadRow(getLane(row, lane)));
  return pieces.makePiece(row.loc, scalars);
}

void Devectorizer::splitLoad(LoadOp load) {
  RowShape shape(load.getResult());
  SmallVector<Value, 8> rows;
  forEachRow(shape.rows, [&](ArrayRef<int64_t> index) {
    rows.push_back(loadRow(getRow(load, index, shape)));
  });
  pieces.setPieces(load.getResult(), rows);
}

void Devectorizer::storeRow(const RowAccess &row, Value value,
                            SmallVectorImpl<Value> &tokens) {
  if (isWhole(row)) {
    SmallVector<int64_t, 1> strides(row.lanes == 1 ? 0 : 1,
                                    row.stride.value_or(1));
    tokens.push_back(createStore(builder, row.loc, value, row.buffer, row.index,
                                 row.mask, strides));
    return;
  }
  // With stride 0 all lanes write the same to one place.
  bool isMaskedByLane = row.mask && isa<ShapedType>(row.mask.getType());
  int64_t count = row.stride == 0 && !isMaskedByLane ? 1 : row.lanes;
  for (int64_t lane = 0; lane < count; ++lane)
    storeRow(getLane(row, lane), pieces.getLane(value, lane), tokens);
}

void Devectorizer::splitStore(StoreOp store) {
  RowShape shape(store.getValue());
  SmallVector<Value, 8> tokens;
  forEachRow(shape.rows, [&](ArrayRef<int64_t> index) {
    storeRow(getRow(store, index, shape),
             pieces.getPiece(store.getValue(), index), tokens);
  });
  Value token = tokens.front();
  if (tokens.size() != 1)
    token = GroupOp::create(builder, store.getLoc(), tokens);
  store.getToken().replaceAllUsesWith(token);
}

//===----------------------------------------------------------------------===//
// The walk
//===----------------------------------------------------------------------===//

LogicalResult Devectorizer::visit(Operation *op) {
  for (Type type : op->getResultTypes())
    if (isa<RankedTensorType>(type))
      return op->emitOpError("computes a tensor in a kernel");
  if (isDone(op) && !isa<ReduceOp>(op))
    return success();
  if (isElementwise(op)) {
    splitElementwise(op);
    return success();
  }
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](IotaOp iota) { return splitIota(iota), success(); })
      .Case([&](ExpandOp expand) { return splitExpand(expand), success(); })
      .Case([&](ReshapeOp reshape) { return splitReshape(reshape), success(); })
      .Case([&](ShrinkOp shrink) { return splitShrink(shrink), success(); })
      .Case([&](LoadOp load) { return splitLoad(load), success(); })
      .Case([&](StoreOp store) -> LogicalResult {
        if (!store.getIndex())
          return store.emitOpError("needs an index in a kernel");
        return splitStore(store), success();
      })
      .Case([&](StackOp stack) {
        pieces.setPieces(stack.getResult(), stack.getOperands().front());
        return success();
      })
      .Case([&](ReduceOp reduce) -> LogicalResult {
        if (!reduce.getRanges().empty())
          return reduce.emitOpError("still has ranges: run tiny-lower-reduce");
        return splitReduce(reduce), success();
      })
      .Default([](Operation *op) {
        return op->emitOpError("cannot be split into vectors of one dimension");
      });
}

LogicalResult Devectorizer::run() {
  eraseDeadOps(block);
  for (Operation &op : block) {
    builder.setInsertionPoint(&op);
    if (failed(visit(&op)))
      return failure();
  }
  eraseDeadOps(block);
  return success();
}

namespace {
struct DevectorizePass final : impl::DevectorizePassBase<DevectorizePass> {
  void runOnOperation() override {
    if (failed(Devectorizer(getOperation().getBody().front()).run()))
      signalPassFailure();
  }
};
} // namespace
} // namespace mlir::tiny
