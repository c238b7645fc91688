//===- Pipeline.cpp - Stage S to the LLVM and NVVM dialects ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "tiny/Conversion/Passes.h"
#include "tiny/Target/GPUKernels.h"
#include "tiny/Target/NVVM.h"
#include "tiny/Target/StructuredToLLVM.h"

#include "mlir/Dialect/DLTI/DLTI.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Target/LLVMIR/Dialect/GPU/GPUToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/NVVM/NVVMToLLVMIRTranslation.h"

namespace mlir::tiny {

void registerNVVMTarget(DialectRegistry &registry) {
  registerStructuredDialects(registry);
  registry.insert<DLTIDialect, gpu::GPUDialect, NVVM::NVVMDialect>();
  registerGPUDialectTranslation(registry);
  registerNVVMDialectTranslation(registry);
}

void buildNVVMPipeline(OpPassManager &manager,
                       const NVVMPipelineOptions &options) {
  OpPassManager &kernels = manager.nest<gpu::GPUModuleOp>();
  buildGPUPreparation(kernels, options.indexBits);
  kernels.addPass(createConvertStructuredToNVVMPass());
}

void registerNVVMPipelines() {
  PassPipelineRegistration<NVVMPipelineOptions>(
      "tiny-nvvm-pipeline",
      "Structured IR for GPUs to the LLVM and NVVM dialects (from stage S).",
      buildNVVMPipeline);
}

} // namespace mlir::tiny
