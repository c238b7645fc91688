//===- Gradient.cpp - Reverse mode differentiation ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Walks the graph from the root to the targets, users before operands, and asks
// each op on the way for the gradients of its operands:
//   1. number the ops below the root in topological order;
//   2. mark those that a target lies below;
//   3. in reverse order, let each marked op pass its gradient on.
// Storage ends a path: what was stored to it got its gradient, if any, as a
// target of its own. A value with a rule of the program's own passes its
// gradient to the rule, which comes before the inputs of the rule and after all
// results.
//
//===----------------------------------------------------------------------===//

#include "tiny/Frontend/Gradient.h"

#include "GraphWalk.h"
#include "tiny/IR/Tiny.h"

namespace mlir::tiny {

namespace {
struct Engine {
  Arena &arena;
  GraphWalk walk;
  /// By number: whether a target lies at or below the op, and its gradient.
  SmallVector<bool, 0> marked;
  SmallVector<Value, 0> gradients;

  /// The gradients of the results of a rule, by their index.
  DenseMap<Operation *, SmallVector<Value, 2>> collected;

  explicit Engine(Arena &arena) : arena(arena) {}

  void mark(Value root, ArrayRef<Value> targets);
  LogicalResult passOn(Operation *op, Value upstream);
  void collect(CustomGradientOp op, Value upstream);
  LogicalResult buildParts(Operation *op, Value upstream,
                           SmallVectorImpl<Value> &parts);
  void accumulate(Value operand, Value gradient);
};
} // namespace

/// Whether a gradient of the user of an operand may reach the operand.
static bool isOnPath(OpOperand &operand) {
  Operation *op = operand.getOwner();
  if (isa<CustomGradientOp>(op))
    return operand.getOperandNumber() == 1;
  return !isa<LoadOp, DetachOp>(op);
}

static LogicalResult reportNoRule(Operation *op) {
  if (isa<AppliedOp>(op))
    return emitError(op->getLoc()) << "failed to compute gradient of a custom "
                                      "kernel: it needs grad_fxn";
  return emitError(op->getLoc())
         << "failed to compute gradient of '" << op->getName() << "'";
}

void Engine::mark(Value root, ArrayRef<Value> targets) {
  walk.add(root.getDefiningOp(), isOnPath);
  marked.assign(walk.getOps().size(), false);
  gradients.assign(walk.getOps().size(), Value());
  for (Value target : targets)
    if (walk.contains(target.getDefiningOp()))
      marked[walk.getNumber(target.getDefiningOp())] = true;
  for (auto [number, op] : llvm::enumerate(walk.getOps())) {
    for (OpOperand &operand : op->getOpOperands())
      if (isOnPath(operand) &&
          marked[walk.getNumber(operand.get().getDefiningOp())])
        marked[number] = true;
  }
}

/// Adds to what the operand has already, in its own shape and element type.
void Engine::accumulate(Value operand, Value gradient) {
  gradient = arena.sumTo(gradient, getDims(operand));
  if (gradient)
    gradient = arena.cast(gradient, getElementType(operand));
  Value &sum = gradients[walk.getNumber(operand.getDefiningOp())];
  sum = sum && gradient ? arena.add(sum, gradient) : gradient;
}

/// The rule runs when its turn comes: its results are then done.
void Engine::collect(CustomGradientOp op, Value upstream) {
  Operation *rule = op.getRule().getDefiningOp();
  SmallVector<Value, 2> &list = collected[rule];
  size_t index = op.getIndex();
  if (list.size() <= index)
    list.resize(index + 1);
  list[index] = upstream;
  // Anything that is not null makes it run.
  gradients[walk.getNumber(rule)] = upstream;
}

/// Gets the gradients of the data operands from the rule of the op.
LogicalResult Engine::buildParts(Operation *op, Value upstream,
                                 SmallVectorImpl<Value> &parts) {
  if (isa<GradientRuleOp>(op)) {
    std::shared_ptr<const GradientRule> rule = arena.getRule(op);
    return (*rule)(op, collected[op], parts);
  }
  if (auto copy = dyn_cast<CopyOp>(op)) {
    // Back to where the operand is.
    parts.push_back(
        arena.copy(upstream, arena.getPlacements().get(copy.getOperand())));
    return success(parts.back());
  }
  if (auto rule = dyn_cast<GradientOpInterface>(op))
    rule.buildGradient(arena, upstream, parts);
  return parts.size() == getDataOperands(op).size() ? success()
                                                    : reportNoRule(op);
}

LogicalResult Engine::passOn(Operation *op, Value upstream) {
  auto isMarked = [&](OpOperand &operand) {
    return isOnPath(operand) &&
           marked[walk.getNumber(operand.get().getDefiningOp())];
  };
  if (llvm::none_of(op->getOpOperands(), isMarked))
    return success();
  if (auto custom = dyn_cast<CustomGradientOp>(op)) {
    collect(custom, upstream);
    return success();
  }
  // Literals that a condition chose between: a target has a width, and what is
  // computed from it has one too.
  if (!isa<GradientRuleOp>(op) && isWeakType(getElementType(op->getResult(0))))
    return success();
  SmallVector<Value, 4> parts;
  if (failed(buildParts(op, upstream, parts)))
    return failure();
  for (auto [operand, part] : llvm::zip(op->getOpOperands(), parts))
    if (part && isMarked(operand)) {
      accumulate(operand.get(), part);
      if (!gradients[walk.getNumber(operand.get().getDefiningOp())])
        return failure();
    }
  return success();
}

LogicalResult buildGradients(Arena &arena, Value root, ArrayRef<Value> targets,
                             Value seed, SmallVectorImpl<Value> &result) {
  Engine engine(arena);
  engine.mark(root, targets);
  seed = arena.expand(arena.cast(seed, getElementType(root)), getDims(root));
  if (!seed)
    return failure();
  engine.gradients.back() = seed;
  for (size_t number = engine.gradients.size(); number-- > 0;) {
    Value gradient = engine.gradients[number];
    if (gradient && engine.marked[number] &&
        failed(engine.passOn(engine.walk.getOps()[number], gradient)))
      return failure();
  }
  Placements &placements = arena.getPlacements();
  for (Value target : targets) {
    Operation *op = target.getDefiningOp();
    Value gradient = engine.walk.contains(op)
                         ? engine.gradients[engine.walk.getNumber(op)]
                         : Value();
    // It lies where the target does, block by block.
    if (gradient && placements.isUsed()) {
      gradient = arena.copy(gradient, placements.get(op));
      if (!gradient)
        return failure();
    }
    result.push_back(gradient);
  }
  return success();
}

} // namespace mlir::tiny
