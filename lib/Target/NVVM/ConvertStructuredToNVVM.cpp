//===- ConvertStructuredToNVVM.cpp - One conversion for all dialects ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Upstream's patterns for the gpu dialect, and those that all targets share.
//
//===----------------------------------------------------------------------===//

#include "tiny/Conversion/Passes.h"
#include "tiny/Target/GPUKernels.h"
#include "tiny/Target/StructuredToLLVM.h"

#include "mlir/Conversion/GPUToNVVM/GPUToNVVMPass.h"
#include "mlir/Conversion/LLVMCommon/ConversionTarget.h"
#include "mlir/Conversion/LLVMCommon/Pattern.h"
#include "mlir/Conversion/NVVMToLLVM/NVVMToLLVM.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Transforms/DialectConversion.h"

namespace mlir::tiny {
#define GEN_PASS_DEF_CONVERTSTRUCTUREDTONVVMPASS
#include "tiny/Conversion/Passes.h.inc"

/// The size of a block is the one that is known, not the largest one. To say
/// both is an error of ptxas.
static void requireBlockSize(LLVM::LLVMFuncOp kernel) {
  Attribute size = kernel->removeAttr(NVVM::NVVMDialect::getMaxntidAttrName());
  if (size)
    kernel->setAttr(NVVM::NVVMDialect::getReqntidAttrName(), size);
}

namespace {

/// LLVM has no instruction for its intrinsic, but one of NVIDIA's, of single
/// precision: narrower types go through that.
struct LowerLog2 final : ConvertOpToLLVMPattern<math::Log2Op> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(math::Log2Op op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value operand = adaptor.getOperand();
    auto vector = dyn_cast<VectorType>(op.getType());
    if (!vector) {
      rewriter.replaceOp(op, buildScalar(rewriter, loc, operand));
      return success();
    }
    Value result = LLVM::PoisonOp::create(rewriter, loc, vector);
    for (int64_t i = 0; i < vector.getNumElements(); ++i) {
      Value lane = LLVM::ConstantOp::create(rewriter, loc,
                                            rewriter.getI32IntegerAttr(i));
      Value element =
          LLVM::ExtractElementOp::create(rewriter, loc, operand, lane);
      result = LLVM::InsertElementOp::create(
          rewriter, loc, result, buildScalar(rewriter, loc, element), lane);
    }
    rewriter.replaceOp(op, result);
    return success();
  }

private:
  static Value buildScalar(OpBuilder &builder, Location loc, Value operand) {
    Type type = operand.getType(), f32 = builder.getF32Type();
    if (type != f32)
      operand = LLVM::FPExtOp::create(builder, loc, f32, operand);
    Value result = LLVM::CallIntrinsicOp::create(
                       builder, loc, f32,
                       builder.getStringAttr("llvm.nvvm.lg2.approx.f"), operand)
                       .getResult(0);
    if (type != f32)
      result = LLVM::FPTruncOp::create(builder, loc, type, result);
    return result;
  }
};

/// A type converter with the patterns that use it, for one width of an index.
struct Lowering {
  Lowering(MLIRContext *context, unsigned indexBits) {
    LowerToLLVMOptions options(context);
    options.useBarePtrCallConv = true;
    options.overrideIndexBitwidth(indexBits);
    converter = std::make_unique<LLVMTypeConverter>(context, options);
    configureGpuToNVVMTypeConverter(*converter);
    RewritePatternSet set(context);
    populateStructuredToLLVMPatterns(*converter, set);
    populateGpuToNVVMConversionPatterns(*converter, set, /*benefit=*/0);
    populateNVVMToLLVMConversionPatterns(set);
    set.add<LowerLog2>(*converter, /*benefit=*/3);
    patterns = std::move(set);
  }

  std::unique_ptr<LLVMTypeConverter> converter;
  FrozenRewritePatternSet patterns;
};

struct ConvertStructuredToNVVMPass final
    : impl::ConvertStructuredToNVVMPassBase<ConvertStructuredToNVVMPass> {
  using Base::Base;

  LogicalResult initialize(MLIRContext *context) override {
    narrow = std::make_shared<Lowering>(context, 32);
    wide = std::make_shared<Lowering>(context, 64);
    return success();
  }

  void runOnOperation() override {
    gpu::GPUModuleOp module = getOperation();
    if (failed(verifyMath(module)))
      return signalPassFailure();
    LLVMConversionTarget target(getContext());
    target.addLegalDialect<NVVM::NVVMDialect>();
    target.addLegalOp<gpu::GPUModuleOp>();
    const Lowering &lowering = takeIndexBits(module) == 32 ? *narrow : *wide;
    if (failed(applyFullConversion(module, target, lowering.patterns)))
      return signalPassFailure();
    relaxAtomics(module, "device");
    for (auto kernel : module.getOps<LLVM::LLVMFuncOp>())
      requireBlockSize(kernel);
  }

private:
  std::shared_ptr<const Lowering> narrow, wide;
};

} // namespace
} // namespace mlir::tiny
