//===- ConvertStructuredToLLVM.cpp - One conversion for all dialects ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A buffer is passed as a bare pointer, because its shape is known.
//
//===----------------------------------------------------------------------===//

#include "tiny/Conversion/Passes.h"
#include "tiny/Target/StructuredToLLVM.h"

#include "mlir/Conversion/FuncToLLVM/ConvertFuncToLLVM.h"
#include "mlir/Conversion/LLVMCommon/ConversionTarget.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
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
    populateStructuredToLLVMPatterns(*converter, set);
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
