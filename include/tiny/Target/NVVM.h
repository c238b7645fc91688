//===- NVVM.h - Machine code for NVIDIA's GPUs ------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// From structured IR for GPUs (stage S) to what the CUDA driver loads:
//
//   tiny-nvvm-pipeline  stage S -> LLVM and NVVM dialects    Pipeline.cpp
//   code generation     LLVM dialect -> PTX                  Codegen.cpp
//   assembly            PTX -> cubin, by NVIDIA's ptxas      Ptxas.cpp
//
// The driver takes PTX, too; ptxas checks it without a GPU, and says what a
// kernel needs.
//
//===----------------------------------------------------------------------===//

#ifndef TINY_TARGET_NVVM_H
#define TINY_TARGET_NVVM_H

#include "tiny/Target/Emission.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Pass/PassOptions.h"

namespace mlir {
class DialectRegistry;
class OpPassManager;

namespace tiny {

struct NVVMPipelineOptions : PassPipelineOptions<NVVMPipelineOptions> {
  Option<unsigned> indexBits{
      *this, "index-bits",
      llvm::cl::desc("The width of an index (see tiny-prepare-gpu-kernels)."),
      llvm::cl::init(0)};
};

/// Registers the dialects of stage S for NVIDIA's GPUs and below, and their
/// translations to LLVM IR.
void registerNVVMTarget(DialectRegistry &registry);

/// Stage S to the LLVM and NVVM dialects, for a module of gpu.modules.
void buildNVVMPipeline(OpPassManager &manager,
                       const NVVMPipelineOptions &options);

/// Registers `tiny-nvvm-pipeline`.
void registerNVVMPipelines();

namespace nvvm {

/// PTX of kernels in the LLVM and NVVM dialects, for a chip such as "sm_80".
/// Thread safe: calls may run concurrently on different modules of a context.
llvm::Expected<std::string>
generatePTX(gpu::GPUModuleOp kernels, StringRef chip, DumpText dump = nullptr);

/// What one kernel needs, as ptxas says it.
struct KernelResources {
  std::string name;
  unsigned registers = 0;
  /// Bytes of local memory that a thread writes and reads because it has too
  /// few registers.
  unsigned spillStores = 0;
  unsigned spillLoads = 0;
  /// Bytes of local memory of a thread.
  unsigned stackBytes = 0;
  /// Bytes of memory that the threads of a workgroup share.
  unsigned sharedBytes = 0;
};

/// Machine code with what its kernels need, in the order of ptxas.
struct Cubin {
  std::string image;
  std::vector<KernelResources> kernels;
};

/// The path of ptxas: what TINY_PTXAS says, or else the first one in PATH.
llvm::Expected<std::string> findPtxas();

/// Machine code of PTX. What ptxas has to say against it is the error.
llvm::Expected<Cubin> assemblePTX(StringRef ptx, StringRef chip);

} // namespace nvvm
} // namespace tiny
} // namespace mlir

#endif // TINY_TARGET_NVVM_H
