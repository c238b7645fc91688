//===- GraphWalk.h - Nodes below roots in topological order -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef TINY_FRONTEND_GRAPHWALK_H
#define TINY_FRONTEND_GRAPHWALK_H

#include "tiny/IR/Tiny.h"
#include "llvm/ADT/DenseMap.h"

namespace mlir::tiny {

/// Whether an op is computed from the operand. A gradient rule computes
/// nothing.
inline bool isComputedFrom(OpOperand &operand) {
  return !isa<CustomGradientOp>(operand.getOwner()) ||
         operand.getOperandNumber() == 0;
}

/// The ops that the roots depend on, operands before users. The order depends
/// on nothing but the structure of the graph and the order of the roots.
class GraphWalk {
public:
  /// Adds the ops below `root`. `enter` says whether to go on to an operand.
  template <typename Enter>
  void add(Operation *root, Enter enter) {
    if (!visit(root))
      return;
    stack.push_back({root, 0});
    while (!stack.empty()) {
      auto &[op, next] = stack.back();
      if (next == op->getNumOperands()) {
        numbers[op] = ops.size();
        ops.push_back(op);
        stack.pop_back();
        continue;
      }
      OpOperand &operand = op->getOpOperand(next++);
      if (!enter(operand))
        continue;
      Operation *source = operand.get().getDefiningOp();
      if (visit(source))
        stack.push_back({source, 0});
    }
  }
  void add(Operation *root) {
    add(root, [](OpOperand &) { return true; });
  }

  ArrayRef<Operation *> getOps() const { return ops; }
  bool contains(Operation *op) const { return numbers.contains(op); }
  /// The position of an op that the walk contains.
  unsigned getNumber(Operation *op) const { return numbers.find(op)->second; }

private:
  bool visit(Operation *op) { return numbers.try_emplace(op, ~0u).second; }

  SmallVector<Operation *, 0> ops;
  DenseMap<Operation *, unsigned> numbers;
  SmallVector<std::pair<Operation *, unsigned>, 0> stack;
};

} // namespace mlir::tiny

#endif // TINY_FRONTEND_GRAPHWALK_H
