//===- PrepareGPUKernels.cpp - What is known of the arguments -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Code generators only believe what is written down: a vector is one access if
// its address is known to be aligned, and what nothing stores to may be read
// through the cache that is not kept coherent.
//
//===----------------------------------------------------------------------===//

#include "tiny/Conversion/Passes.h"
#include "tiny/Target/GPUKernels.h"

#include "mlir/Analysis/DataFlow/ConstantPropagationAnalysis.h"
#include "mlir/Analysis/DataFlow/DeadCodeAnalysis.h"
#include "mlir/Analysis/DataFlow/IntegerRangeAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/DLTI/DLTI.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace mlir::tiny {
#define GEN_PASS_DEF_PREPAREGPUKERNELSPASS
#include "tiny/Conversion/Passes.h.inc"

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

/// What the allocators of all drivers promise, and the widest access.
static constexpr int64_t kAlignment = 16;

static bool isBuffer(Type type) {
  auto memory = dyn_cast<MemRefType>(type);
  if (!memory || memory.getRank() != 1 || !memory.hasStaticShape() ||
      !memory.getLayout().isIdentity())
    return false;
  auto space = dyn_cast_or_null<gpu::AddressSpaceAttr>(memory.getMemorySpace());
  return space && space.getValue() == gpu::AddressSpace::Global;
}

static void describeBuffer(gpu::GPUFuncOp kernel, BlockArgument buffer) {
  Builder builder(kernel.getContext());
  unsigned index = buffer.getArgNumber();
  kernel.setArgAttr(index, LLVM::LLVMDialect::getAlignAttrName(),
                    builder.getI64IntegerAttr(kAlignment));
  kernel.setArgAttr(index, LLVM::LLVMDialect::getNoAliasAttrName(),
                    builder.getUnitAttr());
  if (!getBufferUse(buffer).isWritten)
    kernel.setArgAttr(index, LLVM::LLVMDialect::getReadonlyAttrName(),
                      builder.getUnitAttr());
}

/// An index has a width that depends on the kernel, an argument must not.
static void widenVariable(gpu::GPUFuncOp kernel, BlockArgument variable) {
  auto builder = OpBuilder::atBlockBegin(&kernel.getBody().front());
  variable.setType(builder.getI64Type());
  auto index = arith::IndexCastOp::create(builder, kernel.getLoc(),
                                          builder.getIndexType(), variable);
  variable.replaceAllUsesExcept(index, index);
}

static LogicalResult prepare(gpu::GPUFuncOp kernel) {
  Builder builder(kernel.getContext());
  bool hasVariables = false;
  for (Type type : kernel.getArgumentTypes()) {
    if (!(isBuffer(type) && !hasVariables) && !isa<IndexType>(type))
      return kernel.emitOpError(
          "is no kernel of one-dimensional buffers in global memory, and then "
          "variables of type index");
    hasVariables |= isa<IndexType>(type);
  }
  unsigned numArguments = kernel.getNumArguments();
  for (BlockArgument argument :
       kernel.getBody().getArguments().take_front(numArguments)) {
    if (isa<IndexType>(argument.getType()))
      widenVariable(kernel, argument);
    else
      describeBuffer(kernel, argument);
  }
  TypeRange types = kernel.getBody().front().getArgumentTypes();
  kernel.setType(
      builder.getFunctionType(types.take_front(numArguments), /*results=*/{}));
  for (unsigned i = 0; i < kernel.getNumWorkgroupAttributions(); ++i)
    kernel.setWorkgroupAttributionAttr(i, LLVM::LLVMDialect::getAlignAttrName(),
                                       builder.getI64IntegerAttr(kAlignment));
  return success();
}

//===----------------------------------------------------------------------===//
// The width of an index
//===----------------------------------------------------------------------===//

/// Whether the number of the value is of any interest: the address of shared
/// memory fits always, though nothing says so.
static bool isBounded(Value value) {
  auto address = value.getDefiningOp<memref::ExtractAlignedPointerAsIndexOp>();
  if (!address)
    return false;
  auto memory = cast<MemRefType>(address.getSource().getType());
  auto space = dyn_cast_or_null<gpu::AddressSpaceAttr>(memory.getMemorySpace());
  return space && space.getValue() == gpu::AddressSpace::Workgroup;
}

/// 32 if every value of type index in the module is proven to fit, with one bit
/// to spare for what ends a loop, else 64.
static unsigned chooseIndexBits(gpu::GPUModuleOp module) {
  DataFlowSolver solver;
  // Which of the regions of a loop are reached, constants of any type say.
  solver.load<dataflow::DeadCodeAnalysis>();
  solver.load<dataflow::SparseConstantPropagation>();
  solver.load<dataflow::IntegerRangeAnalysis>();
  if (failed(solver.initializeAndRun(module)))
    return 64;
  auto fits = [&](Value value) {
    if (!isa<IndexType>(getElementTypeOrSelf(value.getType())) ||
        isBounded(value))
      return true;
    auto *lattice =
        solver.lookupState<dataflow::IntegerValueRangeLattice>(value);
    if (!lattice || lattice->getValue().isUninitialized())
      return false;
    const ConstantIntRanges &range = lattice->getValue().getValue();
    return range.smin().getSignificantBits() <= 31 &&
           range.smax().getSignificantBits() <= 31;
  };
  WalkResult result = module.walk([&](Block *block) {
    bool allFit = llvm::all_of(block->getArguments(), fits);
    for (Operation &op : *block)
      allFit = allFit && llvm::all_of(op.getResults(), fits);
    return allFit ? WalkResult::advance() : WalkResult::interrupt();
  });
  return result.wasInterrupted() ? 64 : 32;
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

static void setIndexBits(gpu::GPUModuleOp module, unsigned bits) {
  Builder builder(module.getContext());
  DataLayoutEntryInterface entry = DataLayoutEntryAttr::get(
      builder.getIndexType(), builder.getI32IntegerAttr(bits));
  module->setAttr(DLTIDialect::kDataLayoutAttrName,
                  DataLayoutSpecAttr::get(module.getContext(), entry));
}

namespace {
struct PrepareGPUKernelsPass final
    : impl::PrepareGPUKernelsPassBase<PrepareGPUKernelsPass> {
  using Base::Base;

  void runOnOperation() override {
    gpu::GPUModuleOp module = getOperation();
    for (auto kernel : module.getOps<gpu::GPUFuncOp>())
      if (kernel.isKernel() && failed(prepare(kernel)))
        return signalPassFailure();
    setIndexBits(module,
                 indexBits ? unsigned(indexBits) : chooseIndexBits(module));
  }
};
} // namespace
} // namespace mlir::tiny
