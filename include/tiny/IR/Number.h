//===- Number.h - A number without a width ----------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef TINY_IR_NUMBER_H
#define TINY_IR_NUMBER_H

#include "mlir/IR/Attributes.h"
#include "mlir/Support/LLVM.h"
#include "llvm/ADT/Hashing.h"

namespace mlir {
class AsmParser;
class DialectBytecodeReader;
class DialectBytecodeWriter;
} // namespace mlir

namespace mlir::tiny {

using Int128 = __int128;

/// The value of a `tiny.const`: a 128-bit integer (also for bools), or a
/// double. Equality is by bits, with one NaN: NaN equals NaN, -0.0 differs from
/// 0.0.
class Number {
public:
  Number() = default;
  static Number integer(Int128 value);
  static Number real(double value);

  bool isReal() const { return isRealValue; }
  /// The integer; 0 for a real number.
  Int128 getInteger() const { return isRealValue ? 0 : integerValue; }
  /// The value as a double, rounded if it is a large integer.
  double getReal() const;

  /// Whether the value equals `value` (so -0.0 and 0.0 both equal 0).
  bool is(int64_t value) const;

  /// The value as `type` holds it: an integer wraps, a float rounds, a bool is
  /// `!= 0`, a weak type keeps it. A finite number that is too large for a
  /// float of eight bits becomes the largest one. `type` is an element type.
  Number convertedTo(Type type) const;

  /// The bits with which `type`, which has a width, stores the value. All NaNs
  /// have those of a quiet one.
  uint64_t getBits(Type type) const;
  static Number fromBits(uint64_t bits, Type type);

  bool operator==(const Number &other) const;
  bool operator!=(const Number &other) const { return !(*this == other); }
  llvm::hash_code hash() const;

  void print(raw_ostream &os) const;
  static ParseResult parse(AsmParser &parser, Number &result);
  Attribute toAttribute(MLIRContext *context) const;
  static LogicalResult fromAttribute(Attribute attr, Number &result);
  void write(DialectBytecodeWriter &writer) const;
  LogicalResult read(DialectBytecodeReader &reader);

private:
  bool isRealValue = false;
  Int128 integerValue = 0;
  double realValue = 0.0;
};

inline llvm::hash_code hash_value(const Number &number) {
  return number.hash();
}

} // namespace mlir::tiny

#endif // TINY_IR_NUMBER_H
