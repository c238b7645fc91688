//===- TestBuffers.cpp - Memory to try a kernel in ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "TestBuffers.h"

namespace mlir::tiny {

/// The bits of an element.
static uint64_t getPattern(Type element) {
  auto type = dyn_cast<FloatType>(element);
  if (!type)
    return 0;
  llvm::APFloat half(0.5);
  bool isInexact;
  half.convert(type.getFloatSemantics(), llvm::APFloat::rmNearestTiesToEven,
               &isInexact);
  return half.bitcastToAPInt().getZExtValue();
}

static void fill(Buffer &buffer, Type element) {
  size_t width = getStorageBits(element) / 8;
  uint64_t pattern = getPattern(element);
  auto *data = static_cast<char *>(buffer.getData());
  for (size_t at = 0; at + width <= buffer.getSize(); at += width)
    memcpy(data + at, &pattern, width);
}

bool TestBuffers::allocate(KernelOp kernel) {
  for (Type argument : kernel.getArgumentTypes()) {
    auto type = cast<BufferType>(argument);
    Type element = type.getElementType();
    auto buffer = Buffer::allocate(std::max<int64_t>(type.getNumElements(), 1) *
                                   (getStorageBits(element) / 8));
    if (!buffer) {
      llvm::consumeError(buffer.takeError());
      return false;
    }
    fill(**buffer, element);
    buffers.push_back(std::move(*buffer));
  }
  return true;
}

SmallVector<void *>
TestBuffers::getArguments(ArrayRef<Variable> variables) const {
  SmallVector<void *> arguments;
  for (const std::shared_ptr<Buffer> &buffer : buffers)
    arguments.push_back(buffer->getData());
  for (const Variable &variable : variables) {
    int64_t middle = variable.min / 2 + variable.max / 2;
    arguments.push_back(reinterpret_cast<void *>(
        std::clamp(middle, variable.min, variable.max)));
  }
  return arguments;
}

} // namespace mlir::tiny
