//===- Views.cpp - Storage that several values look at --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A view is a value whose elements are those of another one, moved. Writing to
// a view of storage is writing to its storage: what goes to each place is found
// the way a gradient goes back, and the other places keep what they hold.
//
//===----------------------------------------------------------------------===//

#include "tiny/Frontend/Arena.h"
#include "tiny/Frontend/SymbolicShapes.h"
#include "tiny/IR/Tiny.h"

namespace mlir::tiny {

static bool isView(Operation *op) {
  return isa<MovementOpInterface, DetachOp, ContiguousBackwardOp>(op);
}

Value getViewBase(Value value) {
  while (isView(value.getDefiningOp()))
    value = value.getDefiningOp()->getOperand(0);
  return value;
}

/// Whether each element of a view has a place of its own in the base.
static bool isOneToOne(Value view, Value base) {
  IndexContext context;
  IndexExpr isStored = context.boolean(true);
  SmallVector<IndexExpr, 4> index, source;
  for (auto [axis, size] : llvm::enumerate(getMaxShape(view)))
    index.push_back(context.symbol(axis, {0, std::max<int64_t>(size, 1) - 1}));
  for (; view != base; view = view.getDefiningOp()->getOperand(0)) {
    if (auto expand = view.getDefiningOp<ExpandOp>();
        expand && getMaxShape(view) != getMaxShape(expand.getSource()))
      return false;
    auto movement = view.getDefiningOp<MovementOpInterface>();
    if (!movement)
      continue;
    source.clear();
    isStored =
        context.logicalAnd(isStored, movement.mapIndex(context, index, source));
    std::swap(index, source);
  }
  return isStored.isTrue();
}

/// Moves what belongs to the elements of a view to those that it looks at.
static Value moveBack(Arena &arena, Operation *view, Value value) {
  SmallVector<Value, 4> result;
  cast<GradientOpInterface>(view).buildGradient(arena, value, result);
  return result.front();
}

Value Arena::placeInBase(Value view, Value base, Value value) {
  if (!value || view == base)
    return value;
  if (!isOneToOne(view, base)) {
    emitError(loc) << "assigns to a view in which several elements are one in "
                      "storage, or some have no place there";
    return {};
  }
  value = expand(cast(value, getElementType(view)), getDims(view));
  Value isWritten;
  while (value && view != base) {
    Operation *op = view.getDefiningOp();
    view = op->getOperand(0);
    if (!isa<MovementOpInterface>(op))
      continue;
    if (isa<ShrinkOp>(op) && !isWritten)
      isWritten =
          expand(constant(Number::integer(1), IntegerType::get(context, 1)),
                 getDims(value));
    value = moveBack(*this, op, value);
    if (isWritten)
      isWritten = moveBack(*this, op, isWritten);
  }
  return value && isWritten ? where(isWritten, value, base) : value;
}

Value Arena::write(Value view, Value value) {
  Value base = getViewBase(view);
  Value state = assign(base, placeInBase(view, base, value));
  if (!state)
    return {};
  NodeRef result(*this, view);
  moveViews(base, state);
  return result.getValue();
}

bool Arena::hasViewRef(Operation *op) const {
  return hasRef(op) || llvm::any_of(op->getUsers(), [&](Operation *user) {
           return isView(user) && hasViewRef(user);
         });
}

void Arena::moveViews(Value from, Value to) {
  moveRefs(from.getDefiningOp(), to.getDefiningOp());
  for (Operation *user : llvm::to_vector(from.getUsers())) {
    if (!isView(user) || !hasViewRef(user))
      continue;
    SmallVector<Value, 4> operands(user->getOperands());
    operands.front() = to;
    moveViews(user->getResult(0), createOp(user->getName(), operands,
                                           user->getPropertiesStorage()));
  }
}

} // namespace mlir::tiny
