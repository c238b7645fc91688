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
// target of its own.
//
//===----------------------------------------------------------------------===//

#include "tiny/Frontend/Gradient.h"

#include "GraphWalk.h"
#include "tiny/IR/Tiny.h"

namespace mlir::tiny {

namespace {
struct Engine {
  GraphBuilder &builder;
  GraphWalk walk;
  /// By number: whether a target lies at or below the op, and its gradient.
  SmallVector<bool, 0> marked;
  SmallVector<Value, 0> gradients;

  explicit Engine(GraphBuilder &builder) : builder(builder) {}

  void mark(Value root, ArrayRef<Value> targets);
  LogicalResult passOn(Operation *op, Value upstream);
  void accumulate(Value operand, Value gradient);
};
} // namespace

static LogicalResult reportNoRule(Operation *op) {
  return emitError(op->getLoc())
         << "failed to compute gradient of '" << op->getName() << "'";
}

void Engine::mark(Value root, ArrayRef<Value> targets) {
  walk.add(root.getDefiningOp(),
           [](Operation *op) { return !isa<LoadOp, DetachOp>(op); });
  marked.assign(walk.getOps().size(), false);
  gradients.assign(walk.getOps().size(), Value());
  for (Value target : targets)
    if (walk.contains(target.getDefiningOp()))
      marked[walk.getNumber(target.getDefiningOp())] = true;
  for (auto [number, op] : llvm::enumerate(walk.getOps())) {
    if (isa<LoadOp, DetachOp>(op))
      continue;
    for (Value operand : op->getOperands())
      if (marked[walk.getNumber(operand.getDefiningOp())])
        marked[number] = true;
  }
}

/// Adds to what the operand has already, in its own shape and element type.
void Engine::accumulate(Value operand, Value gradient) {
  gradient = builder.sumTo(gradient, getDims(operand));
  if (gradient)
    gradient = builder.cast(gradient, getElementType(operand));
  Value &sum = gradients[walk.getNumber(operand.getDefiningOp())];
  sum = sum && gradient ? builder.add(sum, gradient) : gradient;
}

LogicalResult Engine::passOn(Operation *op, Value upstream) {
  auto isMarked = [&](Value operand) {
    return marked[walk.getNumber(operand.getDefiningOp())];
  };
  if (isa<LoadOp, DetachOp>(op) || llvm::none_of(op->getOperands(), isMarked))
    return success();
  // Literals that a condition chose between: a target has a width, and what is
  // computed from it has one too.
  if (isWeakType(getElementType(op->getResult(0))))
    return success();
  auto rule = dyn_cast<GradientOpInterface>(op);
  if (!rule)
    return reportNoRule(op);
  SmallVector<Value, 4> parts;
  rule.buildGradient(builder, upstream, parts);
  OperandRange operands = getDataOperands(op);
  if (parts.size() != operands.size())
    return reportNoRule(op);
  for (auto [operand, part] : llvm::zip(operands, parts))
    if (part && isMarked(operand)) {
      accumulate(operand, part);
      if (!gradients[walk.getNumber(operand.getDefiningOp())])
        return failure();
    }
  return success();
}

LogicalResult buildGradients(GraphBuilder &builder, Value root,
                             ArrayRef<Value> targets, Value seed,
                             SmallVectorImpl<Value> &result) {
  Engine engine(builder);
  engine.mark(root, targets);
  seed =
      builder.expand(builder.cast(seed, getElementType(root)), getDims(root));
  if (!seed)
    return failure();
  engine.gradients.back() = seed;
  for (size_t number = engine.gradients.size(); number-- > 0;) {
    Value gradient = engine.gradients[number];
    if (gradient && engine.marked[number] &&
        failed(engine.passOn(engine.walk.getOps()[number], gradient)))
      return failure();
  }
  for (Value target : targets) {
    Operation *op = target.getDefiningOp();
    result.push_back(engine.walk.contains(op)
                         ? engine.gradients[engine.walk.getNumber(op)]
                         : Value());
  }
  return success();
}

} // namespace mlir::tiny
