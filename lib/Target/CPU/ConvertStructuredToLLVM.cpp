//===- ConvertStructuredToLLVM.cpp - One conversion for all dialects ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Upstream has one pass per dialect; each walks the module and leaves casts
// that a last pass removes. Their patterns together in one conversion need
// neither, and the patterns are built once per pass manager.
//
// A buffer is passed as a bare pointer, because its shape is known. Vector
// accesses promise the alignment of an element only: memory that the user
// brings has no other.
//
//===----------------------------------------------------------------------===//

#include "tiny/Conversion/Passes.h"

#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/FuncToLLVM/ConvertFuncToLLVM.h"
#include "mlir/Conversion/IndexToLLVM/IndexToLLVM.h"
#include "mlir/Conversion/LLVMCommon/ConversionTarget.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/MemRefToLLVM/MemRefToLLVM.h"
#include "mlir/Conversion/UBToLLVM/UBToLLVM.h"
#include "mlir/Conversion/VectorToLLVM/ConvertVectorToLLVM.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Vector/Transforms/LoweringPatterns.h"
#include "mlir/Transforms/DialectConversion.h"

namespace mlir::tiny {
#define GEN_PASS_DEF_CONVERTSTRUCTUREDTOLLVMPASS
#include "tiny/Conversion/Passes.h.inc"

namespace {

struct ConvertStructuredToLLVMPass final
    : impl::ConvertStructuredToLLVMPassBase<ConvertStructuredToLLVMPass> {
  using Base::Base;

  LogicalResult initialize(MLIRContext *context) override {
    LowerToLLVMOptions options(context);
    options.useBarePtrCallConv = true;
    options.overrideIndexBitwidth(64);
    converter = std::make_shared<LLVMTypeConverter>(context, options);

    RewritePatternSet set(context);
    populateFuncToLLVMConversionPatterns(*converter, set);
    cf::populateControlFlowToLLVMConversionPatterns(*converter, set);
    arith::populateCeilFloorDivExpandOpsPatterns(set);
    arith::populateArithToLLVMConversionPatterns(*converter, set);
    index::populateIndexToLLVMConversionPatterns(*converter, set);
    populateMathToLLVMConversionPatterns(*converter, set);
    populateFinalizeMemRefToLLVMConversionPatterns(*converter, set);
    vector::populateVectorMaskOpLoweringPatterns(set);
    vector::populateVectorStepLoweringPatterns(set);
    // A sum over lanes has no order: as a tree it takes log steps.
    populateVectorToLLVMConversionPatterns(*converter, set,
                                           /*reassociateFPReductions=*/true);
    ub::populateUBToLLVMConversionPatterns(*converter, set);
    patterns = std::move(set);
    return success();
  }

  void runOnOperation() override {
    LLVMConversionTarget target(getContext());
    target.addLegalOp<ModuleOp>();
    if (failed(applyFullConversion(getOperation(), target, patterns)))
      signalPassFailure();
  }

private:
  std::shared_ptr<LLVMTypeConverter> converter;
  FrozenRewritePatternSet patterns;
};

} // namespace
} // namespace mlir::tiny
