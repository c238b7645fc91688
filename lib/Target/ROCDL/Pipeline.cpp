//===- Pipeline.cpp - Stage S to the LLVM and ROCDL dialects --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "tiny/Conversion/Passes.h"
#include "tiny/Target/GPUKernels.h"
#include "tiny/Target/ROCDL.h"
#include "tiny/Target/StructuredToLLVM.h"

#include "mlir/Dialect/AMDGPU/IR/AMDGPUDialect.h"
#include "mlir/Dialect/DLTI/DLTI.h"
#include "mlir/Dialect/LLVMIR/ROCDLDialect.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Target/LLVMIR/Dialect/GPU/GPUToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/ROCDL/ROCDLToLLVMIRTranslation.h"

namespace mlir::tiny {

void registerROCDLTarget(DialectRegistry &registry) {
  registerStructuredDialects(registry);
  registry.insert<amdgpu::AMDGPUDialect, DLTIDialect, gpu::GPUDialect,
                  ROCDL::ROCDLDialect>();
  registerGPUDialectTranslation(registry);
  registerROCDLDialectTranslation(registry);
}

void buildROCDLPipeline(OpPassManager &manager,
                        const ROCDLPipelineOptions &options) {
  OpPassManager &kernels = manager.nest<gpu::GPUModuleOp>();
  buildGPUPreparation(kernels, options.indexBits);
  ConvertStructuredToROCDLPassOptions conversion;
  conversion.chip = options.chip;
  kernels.addPass(createConvertStructuredToROCDLPass(conversion));
}

void registerROCDLPipelines() {
  PassPipelineRegistration<ROCDLPipelineOptions>(
      "tiny-rocdl-pipeline",
      "Structured IR for GPUs to the LLVM and ROCDL dialects (from stage S).",
      buildROCDLPipeline);
}

} // namespace mlir::tiny
