//===- ROCDL.h - Machine code for AMD's GPUs --------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// From structured IR for GPUs (stage S) to what HIP loads:
//
//   tiny-rocdl-pipeline  stage S -> LLVM and ROCDL dialects    Pipeline.cpp
//   code generation      LLVM dialect -> object code           Codegen.cpp
//   linking              object code -> hsaco                  Link.cpp
//
//===----------------------------------------------------------------------===//

#ifndef TINY_TARGET_ROCDL_H
#define TINY_TARGET_ROCDL_H

#include "tiny/Target/Emission.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Pass/PassOptions.h"

namespace mlir {
class DialectRegistry;
class OpPassManager;

namespace tiny {

struct ROCDLPipelineOptions : PassPipelineOptions<ROCDLPipelineOptions> {
  Option<std::string> chip{*this, "chip",
                           llvm::cl::desc("The chip, such as gfx942."),
                           llvm::cl::init("gfx1100")};
  Option<unsigned> indexBits{
      *this, "index-bits",
      llvm::cl::desc("The width of an index (see tiny-prepare-gpu-kernels)."),
      llvm::cl::init(0)};
};

/// Registers the dialects of stage S for AMD's GPUs and below, and their
/// translations to LLVM IR.
void registerROCDLTarget(DialectRegistry &registry);

/// Stage S to the LLVM and ROCDL dialects, for a module of gpu.modules.
void buildROCDLPipeline(OpPassManager &manager,
                        const ROCDLPipelineOptions &options);

/// Registers `tiny-rocdl-pipeline`.
void registerROCDLPipelines();

namespace rocdl {

/// Machine code of kernels in the LLVM and ROCDL dialects that were lowered for
/// the same chip: a shared object, which HIP loads. Its notes say what each
/// kernel takes and needs. Thread safe: calls may run concurrently on different
/// modules of a context.
llvm::Expected<std::string> generateHsaco(gpu::GPUModuleOp kernels,
                                          StringRef chip,
                                          DumpText dump = nullptr);

/// Links one object file into a shared object in which nothing is undefined.
llvm::Expected<std::string> linkObject(StringRef object);

} // namespace rocdl
} // namespace tiny
} // namespace mlir

#endif // TINY_TARGET_ROCDL_H
