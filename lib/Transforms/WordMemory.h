//===- WordMemory.h - Buffers of words --------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef TINY_LIB_TRANSFORMS_WORDMEMORY_H
#define TINY_LIB_TRANSFORMS_WORDMEMORY_H

#include "WordMath.h"

namespace mlir::tiny {

inline bool isWideInteger(Type elementType) {
  auto type = dyn_cast<IntegerType>(elementType);
  return type && type.getWidth() == 64;
}

/// A buffer of 64-bit integers becomes one of twice as many `ui32`. In global
/// memory the words of a number are neighbours, the lower first; in registers
/// all lower words come first, so that vectors stay whole.
class WordMemory {
public:
  explicit WordMemory(MathBuilder &builder)
      : builder(builder), word(builder.getUnsigned(32)) {}

  /// Changes the types of all buffers of a kernel.
  void splitBuffers(KernelOp kernel);
  WordPair load(LoadOp op);
  /// The token of the stores.
  Value store(StoreOp op, WordPair value);

private:
  void splitBuffer(Value buffer);
  /// The place of a word of the number at `index`.
  Value getWordIndex(Value buffer, Value index, int word);

  MathBuilder &builder;
  Type word;
  /// How many numbers a buffer holds.
  llvm::DenseMap<Value, int64_t> counts;
};

} // namespace mlir::tiny

#endif // TINY_LIB_TRANSFORMS_WORDMEMORY_H
