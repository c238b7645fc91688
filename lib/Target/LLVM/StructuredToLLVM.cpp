//===- StructuredToLLVM.cpp - What all targets lower alike ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Upstream has one pass per dialect; each walks the module and leaves casts
// that a last pass removes. Their patterns together in one conversion need
// neither, and the patterns are built once per pass manager.
//
// Vector accesses promise the alignment that they say, or else that of an
// element: memory that the user brings has no other.
//
//===----------------------------------------------------------------------===//

#include "tiny/Target/StructuredToLLVM.h"

#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/IndexToLLVM/IndexToLLVM.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/MemRefToLLVM/MemRefToLLVM.h"
#include "mlir/Conversion/UBToLLVM/UBToLLVM.h"
#include "mlir/Conversion/VectorToLLVM/ConvertVectorToLLVM.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Index/IR/IndexDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Dialect/Vector/Transforms/LoweringPatterns.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"

namespace mlir::tiny {

void registerStructuredDialects(DialectRegistry &registry) {
  registry.insert<LLVM::LLVMDialect, arith::ArithDialect,
                  cf::ControlFlowDialect, func::FuncDialect,
                  index::IndexDialect, math::MathDialect, memref::MemRefDialect,
                  scf::SCFDialect, ub::UBDialect, vector::VectorDialect>();
  registerBuiltinDialectTranslation(registry);
  registerLLVMDialectTranslation(registry);
}

void populateStructuredToLLVMPatterns(const LLVMTypeConverter &converter,
                                      RewritePatternSet &patterns) {
  cf::populateControlFlowToLLVMConversionPatterns(converter, patterns);
  arith::populateCeilFloorDivExpandOpsPatterns(patterns);
  arith::populateArithToLLVMConversionPatterns(converter, patterns);
  index::populateIndexToLLVMConversionPatterns(converter, patterns);
  // More than those of upstream's GPU targets, which call functions.
  populateMathToLLVMConversionPatterns(converter, patterns,
                                       /*approximateLog1p=*/true,
                                       /*benefit=*/2);
  populateFinalizeMemRefToLLVMConversionPatterns(converter, patterns);
  vector::populateVectorMaskOpLoweringPatterns(patterns);
  vector::populateVectorStepLoweringPatterns(patterns);
  // A sum over lanes has no order: as a tree it takes log steps.
  populateVectorToLLVMConversionPatterns(converter, patterns,
                                         /*reassociateFPReductions=*/true);
  ub::populateUBToLLVMConversionPatterns(converter, patterns);
}

} // namespace mlir::tiny
