//===- ConvertStructuredToROCDL.cpp - One conversion for all dialects -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Upstream's patterns for the gpu and amdgpu dialects, and those that all
// targets share.
//
//===----------------------------------------------------------------------===//

#include "tiny/Conversion/Passes.h"
#include "tiny/Target/GPUKernels.h"
#include "tiny/Target/StructuredToLLVM.h"

#include "mlir/Conversion/AMDGPUToROCDL/AMDGPUToROCDL.h"
#include "mlir/Conversion/GPUToROCDL/GPUToROCDLPass.h"
#include "mlir/Conversion/LLVMCommon/ConversionTarget.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Conversion/LLVMCommon/VectorPattern.h"
#include "mlir/Dialect/AMDGPU/IR/AMDGPUDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/ROCDLDialect.h"
#include "mlir/Transforms/DialectConversion.h"

namespace mlir::tiny {
#define GEN_PASS_DEF_CONVERTSTRUCTUREDTOROCDLPASS
#include "tiny/Conversion/Passes.h.inc"

/// Whether a thread may read what another one has stored to a buffer.
static bool sharesBuffers(gpu::GPUFuncOp kernel) {
  auto arguments =
      kernel.getBody().getArguments().take_front(kernel.getNumArguments());
  return llvm::any_of(arguments, [](BlockArgument argument) {
    BufferUse use = getBufferUse(argument);
    return isa<MemRefType>(argument.getType()) && use.isRead && use.isWritten;
  });
}

/// A barrier that orders all memory waits for stores to buffers, and drops what
/// the caches hold of them. Most kernels share workgroup memory only.
static void narrowBarriers(gpu::GPUFuncOp kernel) {
  if (sharesBuffers(kernel))
    return;
  kernel.walk([](gpu::BarrierOp barrier) {
    OpBuilder builder(barrier);
    amdgpu::LDSBarrierOp::create(builder, barrier.getLoc());
    barrier.erase();
  });
}

/// A known size of a workgroup is the largest one, too.
static void limitBlockSize(LLVM::LLVMFuncOp kernel) {
  auto size = kernel->getAttrOfType<DenseI32ArrayAttr>(
      ROCDL::ROCDLDialect::getReqdWorkGroupSizeAttrName());
  if (!size)
    return;
  std::string count = std::to_string(llvm::product_of(llvm::map_range(
      size.asArrayRef(), [](int32_t extent) { return int64_t(extent); })));
  kernel->setAttr(ROCDL::ROCDLDialect::getFlatWorkGroupSizeAttrName(),
                  StringAttr::get(kernel.getContext(), count + "," + count));
}

/// The addition of floats is an instruction for memory of the device itself,
/// which all buffers are, if it may flush denormals, as the hardware does.
static void describeAtomics(gpu::GPUModuleOp module) {
  module.walk([](LLVM::AtomicRMWOp op) {
    for (StringRef fact :
         {"rocdl.no_fine_grained_memory", "rocdl.no_remote_memory",
          "rocdl.ignore_denormal_mode"})
      op->setAttr(fact, UnitAttr::get(op.getContext()));
  });
}

namespace {

/// A type converter with the patterns that use it, for one width of an index.
struct Lowering {
  Lowering(MLIRContext *context, amdgpu::Chipset chip, unsigned indexBits) {
    LowerToLLVMOptions options(context);
    options.useBarePtrCallConv = true;
    options.overrideIndexBitwidth(indexBits);
    converter = std::make_unique<LLVMTypeConverter>(context, options);
    amdgpu::populateCommonGPUTypeAndAttributeConversions(*converter);
    populateAMDGPUTypeAndAttributeConversions(*converter);
    RewritePatternSet set(context);
    populateStructuredToLLVMPatterns(*converter, set);
    populateAMDGPUToROCDLConversionPatterns(*converter, set, chip);
    populateGpuToROCDLConversionPatterns(*converter, set,
                                         gpu::amd::Runtime::Unknown, chip);
    // Upstream would call a function.
    set.add<VectorConvertToLLVMPattern<arith::RemFOp, LLVM::FRemOp>>(
        *converter, /*benefit=*/2);
    patterns = std::move(set);
  }

  std::unique_ptr<LLVMTypeConverter> converter;
  FrozenRewritePatternSet patterns;
};

struct ConvertStructuredToROCDLPass final
    : impl::ConvertStructuredToROCDLPassBase<ConvertStructuredToROCDLPass> {
  using Base::Base;

  LogicalResult initialize(MLIRContext *context) override {
    FailureOr<amdgpu::Chipset> chipset = amdgpu::Chipset::parse(chip);
    if (failed(chipset))
      return emitError(UnknownLoc::get(context))
             << "'" << chip << "' is no chip of AMD, such as gfx942";
    narrow = std::make_shared<Lowering>(context, *chipset, 32);
    wide = std::make_shared<Lowering>(context, *chipset, 64);
    return success();
  }

  void runOnOperation() override {
    gpu::GPUModuleOp module = getOperation();
    if (failed(verifyMath(module)))
      return signalPassFailure();
    module.walk(narrowBarriers);
    LLVMConversionTarget target(getContext());
    target.addLegalDialect<ROCDL::ROCDLDialect>();
    target.addLegalOp<gpu::GPUModuleOp>();
    const Lowering &lowering = takeIndexBits(module) == 32 ? *narrow : *wide;
    if (failed(applyFullConversion(module, target, lowering.patterns)))
      return signalPassFailure();
    relaxAtomics(module, "agent");
    describeAtomics(module);
    llvm::for_each(module.getOps<LLVM::LLVMFuncOp>(), limitBlockSize);
  }

private:
  std::shared_ptr<const Lowering> narrow, wide;
};

} // namespace
} // namespace mlir::tiny
