//===- Intervals.cpp - Bounds of values -----------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "tiny/Analysis/Intervals.h"

#include "tiny/IR/Tiny.h"

namespace mlir::tiny {

/// The op that bounds the value in terms of its operands.
static IntervalOpInterface boundingOp(Value value) {
  return dyn_cast_or_null<IntervalOpInterface>(value.getDefiningOp());
}

Interval IntervalAnalysis::getInterval(Value root) {
  // Graphs are deep: the stack is our own.
  SmallVector<Value> stack = {root};
  while (!stack.empty()) {
    Value value = stack.back();
    if (intervals.contains(value)) {
      stack.pop_back();
      continue;
    }
    IntervalOpInterface op = boundingOp(value);
    if (!op) {
      Type type = value.getType();
      intervals[value] = isValueType(type)
                             ? Interval::ofType(getElementType(type))
                             : Interval::unbounded();
      stack.pop_back();
      continue;
    }
    SmallVector<Interval, 3> operands;
    size_t size = stack.size();
    for (Value operand : op->getOperands()) {
      auto it = intervals.find(operand);
      if (it == intervals.end())
        stack.push_back(operand);
      else
        operands.push_back(it->second);
    }
    if (stack.size() != size)
      continue;
    intervals[value] = op.inferInterval(operands);
    stack.pop_back();
  }
  return intervals[root];
}

} // namespace mlir::tiny
