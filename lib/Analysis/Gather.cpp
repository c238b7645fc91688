//===- Gather.cpp - Reductions that pick one element ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The source of the reduction is read at one symbol per axis. From there the
// conditions of its choices are followed down to comparisons of a coordinate
// with what does not depend on the reduced symbols.
//
//===----------------------------------------------------------------------===//

#include "tiny/Analysis/Gather.h"

namespace mlir::tiny {

namespace {

/// A value read at an index.
struct Reading {
  Value value;
  SmallVector<IndexExpr, 4> index;
};

class GatherFinder {
public:
  explicit GatherFinder(ReduceOp reduce) : reduce(reduce) {}
  bool run();

private:
  Reading getOperand(const Reading &reading, unsigned number);
  Reading skipMovements(Reading reading);
  void visit(const Reading &reading);
  void visitComparison(const Reading &reading);
  IndexExpr getCoordinate(const Reading &reading);
  bool isFixed(const Reading &reading);

  ReduceOp reduce;
  IndexContext context;
  /// The symbols of the reduced axes that no comparison has fixed so far.
  SmallVector<IndexExpr, 4> open;
  SmallVector<IndexExpr, 4> reduced;
  SmallVector<Reading, 4> stack;
};

} // namespace

/// An operand of an elementwise op, at the index under which the op is read.
Reading GatherFinder::getOperand(const Reading &reading, unsigned number) {
  Reading result;
  result.value = reading.value.getDefiningOp()->getOperand(number);
  ArrayRef<int64_t> shape = getShape(result.value);
  result.index.assign(reading.index.end() - shape.size(), reading.index.end());
  for (auto [size, expr] : llvm::zip(shape, result.index))
    if (size == 1)
      expr = context.constant(0);
  return result;
}

/// What the value is before it is moved or cast to another type.
Reading GatherFinder::skipMovements(Reading reading) {
  while (Operation *op = reading.value.getDefiningOp()) {
    if (auto movement = dyn_cast<MovementOpInterface>(op)) {
      Reading source;
      source.value = op->getOperand(0);
      if (!movement.mapIndex(context, reading.index, source.index).isTrue())
        break;
      reading = std::move(source);
    } else if (isa<CastOp>(op)) {
      reading = getOperand(reading, 0);
    } else {
      break;
    }
  }
  return reading;
}

/// The coordinate that an iota gives, or null.
IndexExpr GatherFinder::getCoordinate(const Reading &reading) {
  Reading source = skipMovements(reading);
  auto iota = source.value.getDefiningOp<IotaOp>();
  return iota ? source.index[iota.getAxis()] : IndexExpr();
}

/// Whether the value does not depend on a reduced axis.
bool GatherFinder::isFixed(const Reading &reading) {
  return llvm::none_of(reading.index, [&](IndexExpr expr) {
    return llvm::any_of(
        reduced, [&](IndexExpr symbol) { return expr.dependsOn(symbol); });
  });
}

void GatherFinder::visitComparison(const Reading &reading) {
  for (unsigned side : {0, 1}) {
    IndexExpr coordinate = getCoordinate(getOperand(reading, side));
    if (!coordinate || !isFixed(skipMovements(getOperand(reading, 1 - side))))
      continue;
    llvm::erase_if(open, [&](IndexExpr symbol) {
      auto linear = context.splitLinear(coordinate, symbol);
      return linear && (linear->stride == 1 || linear->stride == -1) &&
             llvm::none_of(reduced, [&](IndexExpr other) {
               return linear->base.dependsOn(other);
             });
    });
  }
}

static bool isZero(Value value) {
  auto constant = value.getDefiningOp<ConstOp>();
  return constant && constant.getValue().is(0);
}

/// Looks at a value that is a condition, or zero where one does not hold.
void GatherFinder::visit(const Reading &original) {
  Reading reading = skipMovements(original);
  Operation *op = reading.value.getDefiningOp();
  if (auto where = dyn_cast_or_null<WhereOp>(op)) {
    if (!isZero(skipMovements(getOperand(reading, 2)).value))
      return;
    stack.push_back(getOperand(reading, 0));
    stack.push_back(getOperand(reading, 1));
  } else if (isa_and_nonnull<AndOp>(op) &&
             isBoolType(getElementType(reading.value))) {
    stack.push_back(getOperand(reading, 0));
    stack.push_back(getOperand(reading, 1));
  } else if (isa_and_nonnull<CmpEqOp>(op)) {
    visitComparison(reading);
  }
}

/// Whether the value is made by an op that `visit` can follow.
static bool isChoice(Value value) {
  Operation *op = value.getDefiningOp();
  while (isa_and_nonnull<MovementOpInterface, CastOp>(op))
    op = op->getOperand(0).getDefiningOp();
  return isa_and_nonnull<WhereOp, AndOp, CmpEqOp>(op);
}

bool GatherFinder::run() {
  ArrayRef<int64_t> shape = getShape(reduce.getSource());
  bool isBool = isBoolType(getElementType(reduce.getSource()));
  if (reduce.getKind() != ReduceKind::Add &&
      !(isBool && reduce.getKind() == ReduceKind::Max))
    return false;
  // `tiny-collapse-reduce` leaves symbolic ranges alone.
  for (int64_t axis : reduce.getAxes())
    if (ShapedType::isDynamic(shape[axis]))
      return false;
  Reading source;
  source.value = reduce.getSource();
  for (auto [axis, size] : llvm::enumerate(getMaxShape(reduce.getSource())))
    source.index.push_back(size <= 1 ? context.constant(0)
                                     : context.symbol(axis, {0, size - 1}));
  for (int64_t axis : reduce.getAxes())
    if (!source.index[axis].getConstant())
      reduced.push_back(source.index[axis]);
  open = reduced;
  stack.push_back(std::move(source));
  // A choice of many conditions is no gather that anyone writes.
  constexpr unsigned maxConditions = 64;
  for (unsigned count = 0; count < maxConditions && !stack.empty(); ++count)
    visit(stack.pop_back_val());
  return open.empty() && !reduced.empty();
}

bool isGather(ReduceOp reduce) {
  // Most reductions are of something else, which takes no index to see.
  return isChoice(reduce.getSource()) && GatherFinder(reduce).run();
}

} // namespace mlir::tiny
