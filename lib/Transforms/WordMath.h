//===- WordMath.h - Integers of 64 bits as two words ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef TINY_LIB_TRANSFORMS_WORDMATH_H
#define TINY_LIB_TRANSFORMS_WORDMATH_H

#include "MathBuilder.h"

namespace mlir::tiny {

/// A number of 64 bits: two `ui32` scalars or vectors.
struct WordPair {
  Value low, high;
};

/// Arithmetic on pairs of words; it wraps.
class WordMath {
public:
  explicit WordMath(MathBuilder &builder)
      : builder(builder), word(builder.getUnsigned(32)),
        signedWord(builder.getSigned(32)) {}

  Value constant(Int128 value) { return builder.integer(word, value); }
  WordPair pair(Int128 value) {
    return {constant(value), constant(value >> 32)};
  }
  /// -1 as a word where a condition holds, else 0; 1 or 0.
  Value mask(Value condition) {
    return builder.create<WhereOp>(condition, constant(-1), constant(0));
  }
  Value bit(Value condition) { return builder.cast(condition, word); }

  WordPair select(Value condition, WordPair onTrue, WordPair onFalse) {
    return {builder.create<WhereOp>(condition, onTrue.low, onFalse.low),
            builder.create<WhereOp>(condition, onTrue.high, onFalse.high)};
  }
  /// Both words by a bitwise op.
  template <typename OpTy>
  WordPair bitwise(WordPair lhs, WordPair rhs) {
    return {builder.create<OpTy>(lhs.low, rhs.low),
            builder.create<OpTy>(lhs.high, rhs.high)};
  }

  WordPair add(WordPair lhs, WordPair rhs);
  WordPair subtract(WordPair lhs, WordPair rhs);
  WordPair negate(WordPair operand) { return subtract(pair(0), operand); }
  WordPair negateIf(Value condition, WordPair operand) {
    return select(condition, negate(operand), operand);
  }
  WordPair multiply(WordPair lhs, WordPair rhs);
  /// By a number of bits in [0, 63].
  WordPair shiftLeft(WordPair operand, Value count);
  WordPair shiftRight(WordPair operand, Value count, bool isSigned);

  Value isEqual(WordPair lhs, WordPair rhs);
  Value isLess(WordPair lhs, WordPair rhs, bool isSigned);
  Value isZero(WordPair operand);
  Value isNegative(WordPair operand);

  struct Division {
    WordPair quotient, remainder;
  };
  /// Of unsigned numbers; the divisor is not zero.
  Division divideUnsigned(WordPair lhs, WordPair rhs);
  /// Rounded toward zero.
  Division divide(WordPair lhs, WordPair rhs, bool isSigned);

  /// Any number with at most 32 bits, `index` and bools included.
  WordPair fromInteger(Value value);
  Value toInteger(WordPair operand, Type type, bool isSigned);
  /// The number that `tiny.cast` makes of a float.
  WordPair fromFloat(Value value, bool isSigned);
  /// Rounded once to a float type.
  Value toFloat(WordPair operand, Type type, bool isSigned);

  MathBuilder &builder;
  Type word, signedWord;

private:
  Value multiplyHigh(Value lhs, Value rhs);
  WordPair fromMagnitude(Value value);
  Value asSigned(Value value) { return builder.bitcast(value, signedWord); }
};

} // namespace mlir::tiny

#endif // TINY_LIB_TRANSFORMS_WORDMATH_H
