//===- Pipeline.cpp - Stage S to the LLVM dialect -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "tiny/Conversion/Passes.h"
#include "tiny/Target/CPU.h"
#include "tiny/Target/StructuredToLLVM.h"

#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"

namespace mlir {
// "mlir/Conversion/Passes.h" brings every conversion there is.
std::unique_ptr<Pass> createSCFToControlFlowPass();
} // namespace mlir

namespace mlir::tiny {

void registerCPUTarget(DialectRegistry &registry) {
  registerStructuredDialects(registry);
}

void buildCPUPipeline(OpPassManager &manager) {
  // Loops become branches first: the conversion below works block by block.
  manager.addPass(createSCFToControlFlowPass());
  manager.addPass(createConvertStructuredToLLVMPass());
}

void registerCPUPipelines() {
  PassPipelineRegistration<>("tiny-cpu-pipeline",
                             "Structured IR to the LLVM dialect (from stage "
                             "S), for the processor at hand.",
                             buildCPUPipeline);
}

} // namespace mlir::tiny
