//===- TestBuffers.h - Memory to try a kernel in ----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef TINY_LIB_RUNTIME_TESTBUFFERS_H
#define TINY_LIB_RUNTIME_TESTBUFFERS_H

#include "tiny/IR/Tiny.h"
#include "tiny/Runtime/Executable.h"

namespace mlir::tiny {

/// A buffer for each argument of a kernel. Floats are one half, so that no
/// result is subnormal; integers, which may be indices, are zero.
class TestBuffers {
public:
  /// Whether there was memory for all.
  bool allocate(KernelOp kernel);
  /// The addresses, and the middle of the range of each variable.
  SmallVector<void *> getArguments(ArrayRef<Variable> variables) const;

private:
  std::vector<std::shared_ptr<Buffer>> buffers;
};

} // namespace mlir::tiny

#endif // TINY_LIB_RUNTIME_TESTBUFFERS_H
