//===- Pipeline.cpp - Stage S to the LLVM dialect -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "tiny/Conversion/Passes.h"
#include "tiny/Target/CPU.h"

#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Index/IR/IndexDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"

namespace mlir {
// "mlir/Conversion/Passes.h" brings every conversion there is.
std::unique_ptr<Pass> createSCFToControlFlowPass();
} // namespace mlir

namespace mlir::tiny {

void registerCPUTarget(DialectRegistry &registry) {
  registry.insert<LLVM::LLVMDialect, arith::ArithDialect,
                  cf::ControlFlowDialect, func::FuncDialect,
                  index::IndexDialect, math::MathDialect, memref::MemRefDialect,
                  scf::SCFDialect, ub::UBDialect, vector::VectorDialect>();
  registerBuiltinDialectTranslation(registry);
  registerLLVMDialectTranslation(registry);
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
