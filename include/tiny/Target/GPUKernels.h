//===- GPUKernels.h - What the GPU targets have in common -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Structured IR for GPUs is a gpu.module of kernels. The arguments of a kernel
// are buffers, which are one-dimensional static memrefs in global memory, and
// then variables of type index. Its threads share memory as workgroup
// attributions.
//
//===----------------------------------------------------------------------===//

#ifndef TINY_TARGET_GPUKERNELS_H
#define TINY_TARGET_GPUKERNELS_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace mlir {
class OpPassManager;

namespace tiny {

/// How a kernel uses one of its buffers. What cannot be followed is both.
struct BufferUse {
  bool isRead = false;
  bool isWritten = false;
};
BufferUse getBufferUse(Value buffer);

/// The width of an index, from the data layout of the module, which says
/// nothing of it from now on: LLVM's has no entry for it.
unsigned takeIndexBits(gpu::GPUModuleOp module);

/// Emits an error for each function of the math dialect that the chips have no
/// instruction for. LLVM's backends end the process when they meet one.
LogicalResult verifyMath(gpu::GPUModuleOp module);

/// Makes atomics order nothing but themselves, among the threads of `scope`: a
/// kernel has no other way to wait for a thread of another workgroup.
void relaxAtomics(gpu::GPUModuleOp module, StringRef scope);

/// The passes in front of the conversion of a target, for a gpu.module; the
/// option is that of tiny-prepare-gpu-kernels.
void buildGPUPreparation(OpPassManager &kernels, unsigned indexBits);

} // namespace tiny
} // namespace mlir

#endif // TINY_TARGET_GPUKERNELS_H
