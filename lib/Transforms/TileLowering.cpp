//===- TileLowering.cpp - Tensors and views in kernels as scalars ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A store of a tensor gets a range for each axis: lanes of vectors if the tile
// is small, loops otherwise. Tiles share the ranges of lanes, so that vectors
// do not get a dimension for every store.
//
//===----------------------------------------------------------------------===//

#include "ResolveViews.h"

#include "KernelRewriting.h"

namespace mlir::tiny {

/// The most elements of a tile that are computed at once.
static constexpr int64_t maxLanes = 64;

TileLowering::TileLowering(KernelOp kernel, OpBuilder &builder)
    : builder(builder), importer(context), exporter(builder) {
  for (RangeOp range : kernel.getBody().getOps<RangeOp>())
    nextId = std::max(nextId, range.getId() + 1);
}

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

View TileLowering::getView(Value value) const {
  auto it = views.find(value);
  return it == views.end() ? View{value, {}} : it->second;
}

TileLowering::Place TileLowering::resolve(Value value,
                                          ArrayRef<IndexExpr> index) {
  View view = getView(value);
  SmallVector<IndexExpr, 4> place(index);
  for (Operation *op : view.movements) {
    SmallVector<IndexExpr, 4> source;
    cast<MovementOpInterface>(op).mapIndex(context, place, source);
    place = std::move(source);
  }
  return {view.state, context.linearize(place, getShape(view.state))};
}

Value TileLowering::mask(IndexExpr valid, Value condition, Location loc) {
  if (valid.isTrue())
    return condition;
  Value mask = exporter.materialize(valid, loc);
  return condition ? AndOp::create(builder, loc, mask, condition) : mask;
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

Value TileLowering::lower(Value value, ArrayRef<IndexExpr> index,
                          IndexExpr valid) {
  SmallVector<Known, 1> &list = known[value];
  for (const Known &entry : list)
    if (ArrayRef<IndexExpr>(entry.index) == index && entry.valid == valid)
      return entry.scalar;
  Value scalar = compute(value, index, valid);
  known[value].push_back({SmallVector<IndexExpr, 4>(index), valid, scalar});
  return scalar;
}

Value TileLowering::load(LoadOp op, ArrayRef<IndexExpr> index,
                         IndexExpr valid) {
  Location loc = op.getLoc();
  Place place = resolve(op.getBuffer(), index);
  Value condition = conditions.lookup(op);
  if (condition && !getShape(condition).empty())
    condition = lower(condition, index, valid);
  Value loaded = createLoad(builder, loc, place.state,
                            exporter.materialize(place.offset, loc),
                            mask(valid, condition, loc));
  if (isBoolType(getElementType(op.getResult())) &&
      !isBoolType(loaded.getType()))
    loaded = CastOp::create(builder, loc, loaded, builder.getI1Type());
  return loaded;
}

Value TileLowering::range(int64_t extent, AxisType axis, Location loc) {
  return RangeOp::create(builder, loc, ValueRange(), extent, axis, nextId++);
}

Value TileLowering::reduce(ReduceOp op, ArrayRef<IndexExpr> index,
                           IndexExpr valid) {
  SmallVector<IndexExpr, 4> source(index);
  SmallVector<Value, 2> ranges;
  ArrayRef<int64_t> shape = getShape(op.getSource());
  for (int64_t axis : op.getAxes()) {
    source[axis] = context.constant(0);
    if (shape[axis] == 1)
      continue;
    ranges.push_back(range(shape[axis], AxisType::Reduce, op.getLoc()));
    source[axis] = importer.import(ranges.back());
  }
  Value scalar = lower(op.getSource(), source, valid);
  if (ranges.empty())
    return scalar;
  return ReduceOp::create(builder, op.getLoc(), scalar, ranges, op.getKind(),
                          ArrayRef<int64_t>());
}

Value TileLowering::stack(StackOp op, ArrayRef<IndexExpr> index,
                          IndexExpr valid) {
  Value result;
  for (auto [i, operand] : llvm::enumerate(op.getOperands())) {
    IndexExpr here = context.eq(index.front(), context.constant(i));
    if (here.isFalse())
      continue;
    Value scalar =
        lower(operand, index.drop_front(), context.logicalAnd(valid, here));
    if (here.isTrue() || !result)
      result = scalar;
    else
      result = WhereOp::create(builder, op.getLoc(),
                               exporter.materialize(here, op.getLoc()), scalar,
                               result);
  }
  return result;
}

Value TileLowering::compute(Value value, ArrayRef<IndexExpr> index,
                            IndexExpr valid) {
  Operation *op = value.getDefiningOp();
  bool isTensor = isa<RankedTensorType>(value.getType());
  if (!op || (!isTensor && llvm::none_of(op->getOperandTypes(), [](Type type) {
        return isa<RankedTensorType>(type);
      }) && !(isa<LoadOp>(op) && !cast<LoadOp>(op).getIndex())))
    return value;
  Location loc = op->getLoc();
  if (auto loadOp = dyn_cast<LoadOp>(op))
    return load(loadOp, index, valid);
  if (auto iota = dyn_cast<IotaOp>(op))
    return exporter.materialize(index[iota.getAxis()], loc);
  if (auto reduceOp = dyn_cast<ReduceOp>(op);
      reduceOp && !reduceOp.getAxes().empty())
    return reduce(reduceOp, index, valid);
  if (auto stackOp = dyn_cast<StackOp>(op))
    return stack(stackOp, index, valid);
  if (auto movement = dyn_cast<MovementOpInterface>(op)) {
    SmallVector<IndexExpr, 4> source;
    IndexExpr inside = movement.mapIndex(context, index, source);
    Value scalar =
        lower(op->getOperand(0), source, context.logicalAnd(valid, inside));
    if (inside.isTrue())
      return scalar;
    Type type = scalar.getType();
    Value zero = ConstOp::create(builder, loc,
                                 Number::integer(0).convertedTo(type), type);
    return WhereOp::create(builder, loc, exporter.materialize(inside, loc),
                           scalar, zero);
  }
  if (isa<DetachOp, ContiguousOp>(op))
    return lower(op->getOperand(0), index, valid);
  // Element by element; reductions over ranges of the program, too.
  SmallVector<Value, 3> operands;
  for (Value operand : op->getOperands()) {
    ArrayRef<int64_t> shape = getShape(operand);
    SmallVector<IndexExpr, 4> source(index.take_back(shape.size()));
    for (auto [size, expr] : llvm::zip(shape, source))
      if (size == 1)
        expr = context.constant(0);
    operands.push_back(lower(operand, source, valid));
  }
  return cloneWith(builder, op, operands, getElementType(value))->getResult(0);
}

//===----------------------------------------------------------------------===//
// Stores
//===----------------------------------------------------------------------===//

Value TileLowering::store(StoreOp op, Value condition) {
  Location loc = op.getLoc();
  ArrayRef<int64_t> shape = getShape(op.getBuffer());
  SmallVector<IndexExpr, 4> index(shape.size(), context.constant(0));
  SmallVector<Value, 4> ranges;
  int64_t count = 1;
  for (size_t axis = shape.size(); axis-- > 0;) {
    int64_t size = shape[axis];
    if (size == 1)
      continue;
    Value counter;
    if (count * size <= maxLanes) {
      count *= size;
      Value &shared = lanes[{size, shape.size() - axis}];
      if (!shared)
        shared = range(size, AxisType::Upcast, loc);
      counter = shared;
    } else {
      count = maxLanes + 1; // further out there are loops only
      counter = range(size, AxisType::Loop, loc);
    }
    index[axis] = importer.import(counter);
    ranges.insert(ranges.begin(), counter);
  }
  IndexExpr always = context.boolean(true);
  Value scalar = lower(op.getValue(), index, always);
  if (condition && !getShape(condition).empty())
    condition = lower(condition, index, always);
  Place place = resolve(op.getBuffer(), index);
  Type stored = getElementType(place.state);
  if (scalar.getType() != stored)
    scalar = CastOp::create(builder, loc, scalar, stored);
  Value token = createStore(builder, loc, scalar, place.state,
                            exporter.materialize(place.offset, loc), condition);
  if (!ranges.empty())
    token = EndOp::create(builder, loc, token, ranges);
  return token;
}

void TileLowering::numberLanes() {
  /// From the outermost axis to the innermost.
  SmallVector<std::pair<int64_t, RangeOp>> sorted;
  SmallVector<int64_t> ids;
  for (auto [key, range] : lanes) {
    sorted.push_back({-int64_t(key.second), range.getDefiningOp<RangeOp>()});
    ids.push_back(sorted.back().second.getId());
  }
  llvm::sort(ids);
  llvm::sort(sorted, [](auto &lhs, auto &rhs) {
    return std::pair(lhs.first, lhs.second.getId()) <
           std::pair(rhs.first, rhs.second.getId());
  });
  for (auto [id, entry] : llvm::zip_equal(ids, sorted))
    entry.second.setId(id);
}

} // namespace mlir::tiny
