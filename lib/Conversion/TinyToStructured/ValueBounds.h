//===- ValueBounds.h - Bounds of the integers of a kernel -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef TINY_LIB_CONVERSION_TINYTOSTRUCTURED_VALUEBOUNDS_H
#define TINY_LIB_CONVERSION_TINYTOSTRUCTURED_VALUEBOUNDS_H

#include "tiny/IR/Tiny.h"
#include <optional>

namespace mlir::tiny {

/// The intervals of integers in a block. Few are asked for, those of divisors,
/// masks and places in registers: an interval is found when it is needed, once.
class ValueBounds {
public:
  /// What is not known lies in the range of its type.
  Interval get(Value value);
  /// The only value that an integer can have.
  std::optional<int64_t> getConstant(Value value);

private:
  llvm::DenseMap<Value, Interval> intervals;
};

} // namespace mlir::tiny

#endif // TINY_LIB_CONVERSION_TINYTOSTRUCTURED_VALUEBOUNDS_H
