//===- RangeifyRoot.cpp - One root as scalars over ranges -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Rangeify.h"

#include "tiny/IR/MakeOp.h"
#include "tiny/IR/Reduction.h"

#include <queue>

namespace mlir::tiny {

IndexExpr RootLowering::addRange(Location loc, const Dim &size, AxisType axis,
                                 Value &range) {
  IndexExpr limit = size.isSymbolic() ? importer.import(size.getValue())
                                      : context.constant(size.getNumber());
  if (limit.isConstant(1))
    return context.constant(0);
  std::optional<int64_t> number = limit.getConstant();
  if (number && *number > 0) {
    RangeOp::Properties properties;
    properties.extent = *number;
    properties.axis = axis;
    properties.id = nextRange++;
    properties.operandSegmentSizes = {0, 0};
    range =
        makeOp<RangeOp>(builder, loc, builder.getIndexType(), {}, properties);
    return context.leaf(range, {0, *number - 1});
  }
  // Where even the greatest size is zero the range never has a value.
  int64_t most =
      static_cast<int64_t>(std::max<Int128>(limit.getInterval().max, 1));
  range = RangeOp::create(builder, loc, exporter.materialize(limit, loc),
                          ValueRange(), most, axis, nextRange++);
  return context.leaf(range, {0, most - 1}, 1, /*isBoolean=*/false, limit);
}

RootLowering::Demand *
RootLowering::demand(Value value, ArrayRef<IndexExpr> index, IndexExpr valid) {
  SmallVector<Demand *, 1> &existing = demandsOf[value];
  for (Demand *demand : existing)
    if (ArrayRef<IndexExpr>(demand->index) == index && demand->valid == valid)
      return demand;
  Demand &demand = demands.emplace_back();
  demand.value = value;
  demand.index.assign(index.begin(), index.end());
  demand.valid = valid;
  existing.push_back(&demand);
  return &demand;
}

/// The operands of an elementwise op, whose axes of size one are broadcast.
void RootLowering::expandElementwise(Demand &demand) {
  for (Value operand : demand.value.getDefiningOp()->getOperands()) {
    ArrayRef<int64_t> shape = getShape(operand);
    ArrayRef<IndexExpr> index =
        ArrayRef<IndexExpr>(demand.index).take_back(shape.size());
    SmallVector<IndexExpr, 4> source(index);
    for (auto [size, expr] : llvm::zip(shape, source))
      if (size == 1)
        expr = context.constant(0);
    demand.operands.push_back(this->demand(operand, source, demand.valid));
  }
}

/// Finds out what `demand` reads.
void RootLowering::expand(Demand &demand) {
  Operation *op = demand.value.getDefiningOp();
  if (isa<ConstOp, VariableOp, IotaOp, LoadOp, ContiguousOp, MSelectOp,
          UndefinedOp>(op))
    return;
  if (auto movement = dyn_cast<MovementOpInterface>(op)) {
    SmallVector<IndexExpr, 4> source;
    IndexExpr inside = movement.mapIndex(context, demand.index, source);
    IndexExpr valid = context.logicalAnd(demand.valid, inside);
    if (!valid.isTrue())
      for (IndexExpr &expr : source)
        expr = context.simplifyGiven(expr, valid);
    demand.inside = inside;
    demand.operands.push_back(this->demand(op->getOperand(0), source, valid));
    return;
  }
  if (auto reduce = dyn_cast<ReduceOp>(op)) {
    SmallVector<IndexExpr, 4> source(demand.index);
    ArrayRef<int64_t> shape = getShape(reduce.getSource());
    for (int64_t axis : reduce.getAxes()) {
      if (shape[axis] == 0)
        return; // the identity
      Value range;
      source[axis] = addRange(op->getLoc(), getDim(reduce.getSource(), axis),
                              AxisType::Reduce, range);
      if (range)
        demand.ranges.push_back(range);
    }
    demand.operands.push_back(
        this->demand(reduce.getSource(), source, demand.valid));
    return;
  }
  if (isa<StackOp>(op)) {
    IndexExpr lead = demand.index.front();
    for (auto [i, operand] : llvm::enumerate(op->getOperands())) {
      IndexExpr here = context.eq(lead, context.constant(i));
      IndexExpr valid = context.logicalAnd(demand.valid, here);
      if (valid.isFalse()) {
        demand.operands.push_back(nullptr);
        continue;
      }
      SmallVector<IndexExpr, 4> source(llvm::drop_begin(demand.index));
      for (IndexExpr &expr : source)
        expr = context.simplifyGiven(expr, valid);
      demand.operands.push_back(this->demand(operand, source, valid));
    }
    return;
  }
  if (isa<DetachOp>(op)) {
    demand.operands.push_back(
        this->demand(op->getOperand(0), demand.index, demand.valid));
    return;
  }
  expandElementwise(demand);
}

Value RootLowering::lower(Value value, ArrayRef<IndexExpr> index) {
  Demand *root = demand(value, index, context.boolean(true));
  // An op is expanded when everything that may read it has been, and emitted
  // before everything that reads it: block order settles both.
  auto isBefore = [](Operation *lhs, Operation *rhs) {
    return lhs->isBeforeInBlock(rhs);
  };
  std::priority_queue<Operation *, std::vector<Operation *>, decltype(isBefore)>
      queue(isBefore);
  SmallVector<Demand *> order;
  queue.push(value.getDefiningOp());
  Operation *previous = nullptr;
  while (!queue.empty()) {
    Operation *op = queue.top();
    queue.pop();
    if (op == previous)
      continue;
    previous = op;
    size_t first = order.size();
    llvm::append_range(order, demandsOf[op->getResult(0)]);
    for (size_t i = first; i != order.size(); ++i) {
      expand(*order[i]);
      for (Demand *operand : order[i]->operands)
        if (operand)
          queue.push(operand->value.getDefiningOp());
    }
  }
  for (Demand *demand : llvm::reverse(order)) {
    demand->scalar = emit(*demand);
    if (!demand->scalar)
      return {};
  }
  return root->scalar;
}

//===----------------------------------------------------------------------===//
// Emission
//===----------------------------------------------------------------------===//

/// Zero, 0.0 or false.
static Value createZero(OpBuilder &builder, Location loc, Type type) {
  return ConstOp::create(builder, loc, Number::integer(0).convertedTo(type),
                         type);
}

/// Whether a term of a sum is a remainder.
static bool hasRemainder(IndexExpr sum) {
  auto isRemainder = [](IndexExpr term) {
    if (term.getKind() == IndexExpr::Kind::Mul)
      term = term.getOperands().front();
    return term.getKind() == IndexExpr::Kind::Mod;
  };
  return sum.getKind() == IndexExpr::Kind::Add
             ? llvm::any_of(sum.getOperands(), isRemainder)
             : isRemainder(sum);
}

Value RootLowering::emitLoad(Demand &demand, Value state) {
  Location loc = demand.value.getLoc();
  // Storage has room for the greatest sizes.
  ArrayRef<int64_t> shape = getShape(state);
  IndexExpr offset = context.linearize(demand.index, shape);
  // The coordinates are simple; what is still to gain is that a remainder meets
  // its quotient again.
  if (!demand.valid.isTrue() && hasRemainder(offset))
    offset = context.simplifyGiven(offset, demand.valid);
  Value mask =
      demand.valid.isTrue() ? Value() : exporter.materialize(demand.valid, loc);
  SmallVector<Value, 3> operands = {state, exporter.materialize(offset, loc)};
  if (mask)
    operands.push_back(mask);
  LoadOp::Properties properties;
  properties.operandSegmentSizes = {1, 1, mask ? 1 : 0};
  Value loaded = makeOp<LoadOp>(builder, loc, getElementType(state.getType()),
                                operands, properties);
  demand.isMasked = true;
  if (isBoolType(getElementType(demand.value)))
    loaded = CastOp::create(builder, loc, loaded, builder.getI1Type());
  return loaded;
}

Value RootLowering::emitIota(Demand &demand) {
  auto iota = demand.value.getDefiningOp<IotaOp>();
  Location loc = iota.getLoc();
  return exporter.materialize(demand.index[iota.getAxis()], loc);
}

Value RootLowering::emitStack(Demand &demand) {
  Location loc = demand.value.getLoc();
  Value result;
  for (auto [i, operand] : llvm::enumerate(demand.operands)) {
    if (!operand)
      continue;
    if (!result) {
      result = operand->scalar;
      continue;
    }
    IndexExpr here = context.eq(demand.index.front(), context.constant(i));
    result = WhereOp::create(builder, loc, exporter.materialize(here, loc),
                             operand->scalar, result);
  }
  if (!result) // read nowhere
    return createZero(builder, loc, getElementType(demand.value));
  return result;
}

Value RootLowering::emitReduce(Demand &demand) {
  auto reduce = demand.value.getDefiningOp<ReduceOp>();
  if (demand.operands.empty()) {
    Type type = getElementType(demand.value);
    return ConstOp::create(builder, reduce.getLoc(),
                           getReduceIdentity(reduce.getKind(), type), type);
  }
  Value source = demand.operands.front()->scalar;
  if (demand.ranges.empty())
    return source;
  return ReduceOp::create(builder, reduce.getLoc(), source, demand.ranges,
                          reduce.getKind(), ArrayRef<int64_t>());
}

Value RootLowering::emit(Demand &demand) {
  Operation *op = demand.value.getDefiningOp();
  Location loc = op->getLoc();
  if (auto load = dyn_cast<LoadOp>(op))
    return emitLoad(demand, load.getBuffer());
  if (isa<ContiguousOp, MSelectOp>(op))
    return emitLoad(demand, states.lookup(demand.value));
  if (isa<IotaOp>(op))
    return emitIota(demand);
  if (isa<VariableOp>(op))
    return demand.value;
  if (isa<UndefinedOp>(op)) // anything will do
    return createZero(builder, loc, getElementType(demand.value));
  if (isa<StackOp>(op))
    return emitStack(demand);
  if (isa<ReduceOp>(op))
    return emitReduce(demand);
  if (isa<MovementOpInterface, DetachOp>(op)) {
    Demand &source = *demand.operands.front();
    demand.isMasked = source.isMasked;
    if (!demand.inside || demand.inside.isTrue() || source.isMasked)
      return source.scalar;
    Value zero = createZero(builder, loc, source.scalar.getType());
    return WhereOp::create(builder, loc,
                           exporter.materialize(demand.inside, loc),
                           source.scalar, zero);
  }
  // Constants and elementwise ops: the same op on scalars.
  SmallVector<Value, 3> operands;
  for (Demand *operand : demand.operands)
    operands.push_back(operand->scalar);
  Operation *scalar = Operation::create(
      loc, op->getName(), getElementType(demand.value), operands,
      op->getDiscardableAttrDictionary(), op->getPropertiesStorage(),
      /*successors=*/{}, /*numRegions=*/0);
  builder.insert(scalar);
  return scalar->getResult(0);
}

} // namespace mlir::tiny
