//===- Intervals.h - Bounds of values ---------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef TINY_ANALYSIS_INTERVALS_H
#define TINY_ANALYSIS_INTERVALS_H

#include "mlir/IR/Value.h"
#include "tiny/IR/Interval.h"
#include "llvm/ADT/DenseMap.h"

namespace mlir::tiny {

/// The bounds of integer values, by the interval interface of the ops. Bounds
/// are kept, so an op that changes or is erased must be forgotten.
class IntervalAnalysis {
public:
  Interval getInterval(Value value);
  void forget(Value value) { intervals.erase(value); }

private:
  llvm::DenseMap<Value, Interval> intervals;
};

} // namespace mlir::tiny

#endif // TINY_ANALYSIS_INTERVALS_H
