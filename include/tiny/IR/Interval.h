//===- Interval.h - Bounds of integers --------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef TINY_IR_INTERVAL_H
#define TINY_IR_INTERVAL_H

#include "mlir/IR/Types.h"
#include "tiny/IR/Number.h"

namespace mlir::tiny {

/// All integers `min <= x <= max`, in 128-bit arithmetic that saturates: a
/// bound at the end of the 128-bit range means "unbounded".
struct Interval {
  Int128 min;
  Int128 max;

  static Interval point(Int128 value) { return {value, value}; }
  static Interval boolean() { return {0, 1}; }
  static Interval unbounded();
  /// All values that an element type holds; unbounded for weak and float types.
  static Interval ofType(Type elementType);

  bool isPoint() const { return min == max; }
  bool contains(Int128 value) const { return min <= value && value <= max; }
  bool contains(Interval other) const {
    return min <= other.min && other.max <= max;
  }
  bool operator==(Interval other) const {
    return min == other.min && max == other.max;
  }

  Interval operator+(Interval other) const;
  Interval operator-(Interval other) const;
  Interval operator*(Interval other) const;
  Interval operator-() const;
  /// Floor division and its remainder. A divisor that may be zero gives an
  /// unbounded result.
  Interval floorDiv(Interval divisor) const;
  Interval floorMod(Interval divisor) const;
  /// Division rounded toward zero and its remainder.
  Interval truncDiv(Interval divisor) const;
  Interval truncMod(Interval divisor) const;
  Interval maximum(Interval other) const;
  Interval minimum(Interval other) const;
  /// The smallest interval that holds both.
  Interval unite(Interval other) const;
};

} // namespace mlir::tiny

#endif // TINY_IR_INTERVAL_H
