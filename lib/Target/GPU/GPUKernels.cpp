//===- GPUKernels.cpp - What the GPU targets have in common ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "tiny/Target/GPUKernels.h"

#include "tiny/Conversion/Passes.h"

#include "mlir/Dialect/DLTI/DLTI.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "mlir/Pass/PassManager.h"

namespace mlir {
// "mlir/Conversion/Passes.h" brings every conversion there is.
std::unique_ptr<Pass> createSCFToControlFlowPass();
} // namespace mlir

namespace mlir::tiny {

BufferUse getBufferUse(Value buffer) {
  BufferUse use;
  for (Operation *user : buffer.getUsers()) {
    bool reads = isa<memref::LoadOp, vector::LoadOp, vector::MaskedLoadOp,
                     vector::GatherOp>(user);
    bool writes = isa<memref::StoreOp, vector::StoreOp, vector::MaskedStoreOp,
                      vector::ScatterOp>(user);
    use.isRead |= !writes;
    use.isWritten |= !reads;
  }
  return use;
}

unsigned takeIndexBits(gpu::GPUModuleOp module) {
  unsigned bits =
      DataLayout(module).getTypeSizeInBits(IndexType::get(module.getContext()));
  module->removeAttr(DLTIDialect::kDataLayoutAttrName);
  return bits;
}

/// Whether both backends have instructions for a function.
static bool hasInstruction(Operation *op) {
  Type type = getElementTypeOrSelf(op->getResult(0).getType());
  if (isa<math::Exp2Op, math::Log2Op>(op))
    return !type.isF64();
  if (isa<math::SinOp, math::CosOp>(op)) {
    auto function = cast<arith::ArithFastMathInterface>(op);
    return type.isF32() &&
           arith::bitEnumContainsAll(function.getFastMathFlagsAttr().getValue(),
                                     arith::FastMathFlags::afn);
  }
  return isa<math::AbsFOp, math::AbsIOp, math::CeilOp, math::CopySignOp,
             math::CountLeadingZerosOp, math::CountTrailingZerosOp,
             math::CtPopOp, math::FloorOp, math::FmaOp, math::IsFiniteOp,
             math::IsInfOp, math::IsNaNOp, math::IsNormalOp, math::RoundEvenOp,
             math::SqrtOp, math::TruncOp>(op);
}

LogicalResult verifyMath(gpu::GPUModuleOp module) {
  auto result = success();
  module.walk([&](Operation *op) {
    if (!isa<math::MathDialect>(op->getDialect()) || hasInstruction(op))
      return;
    op->emitOpError("is no instruction of this target: what it can be made of "
                    "is for `tiny-decompose-math` to say");
    result = failure();
  });
  return result;
}

void relaxAtomics(gpu::GPUModuleOp module, StringRef scope) {
  module.walk([&](LLVM::AtomicRMWOp op) {
    op.setOrdering(LLVM::AtomicOrdering::monotonic);
    op.setSyncscope(scope);
  });
}

void buildGPUPreparation(OpPassManager &kernels, unsigned indexBits) {
  // While stores can be told from loads, and loops have bounds.
  PrepareGPUKernelsPassOptions options;
  options.indexBits = indexBits;
  kernels.addPass(createPrepareGPUKernelsPass(options));
  // The conversion works block by block.
  kernels.addPass(createSCFToControlFlowPass());
}

} // namespace mlir::tiny
