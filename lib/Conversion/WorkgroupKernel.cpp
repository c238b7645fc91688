//===- WorkgroupKernel.cpp - The contract of kernels for workgroups -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The labels are those of `tiny-verify-structured`.
//
//===----------------------------------------------------------------------===//

#include "tiny/Conversion/WorkgroupKernel.h"

#include "StructuredContract.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::tiny {

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

static int64_t getWarpSize(gpu::GPUFuncOp kernel) {
  auto attr = kernel->getAttrOfType<IntegerAttr>(warpSizeAttrName);
  return attr ? attr.getInt() : 32;
}

WorkgroupShape::WorkgroupShape(gpu::GPUFuncOp kernel)
    : warpSize(getWarpSize(kernel)) {
  llvm::copy(*kernel.getKnownBlockSize(), items.begin());
  llvm::copy(*kernel.getKnownGridSize(), grid.begin());
}

/// Whether there are three positive numbers whose product is not above `max`.
static bool isShape(std::optional<ArrayRef<int32_t>> sizes, int64_t max) {
  if (!sizes || sizes->size() != 3)
    return false;
  int64_t product = 1;
  for (int64_t size : *sizes)
    if (size < 1 || llvm::MulOverflow(product, size, product) || product > max)
      return false;
  return true;
}

static LogicalResult verifyAttributes(gpu::GPUFuncOp kernel) {
  if (!isShape(kernel.getKnownBlockSize(), maxItems))
    return kernel.emitOpError("does not say in `known_block_size` how many of "
                              "at most ")
           << maxItems << " items a workgroup has"; // S7
  if (!isShape(kernel.getKnownGridSize(), std::numeric_limits<int64_t>::max()))
    return kernel.emitOpError("does not say in `known_grid_size` how many "
                              "workgroups there are"); // S7
  Attribute attr = kernel->getAttr(warpSizeAttrName);
  auto warp = dyn_cast_or_null<IntegerAttr>(attr);
  if (attr && (!warp || !warp.getType().isInteger(64) ||
               !llvm::isPowerOf2_64(warp.getInt())))
    return kernel.emitOpError("has a `tiny.warp_size` that is no power of two "
                              "of type i64"); // S7
  return success();
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

static LogicalResult verifyArguments(gpu::GPUFuncOp kernel) {
  std::optional<size_t> numVariables = getNumVariables(kernel);
  if (!numVariables)
    return kernel.emitOpError(
        "does not name its variables in `tiny.variables`"); // S5
  auto isIn = [](gpu::AddressSpace space) {
    return [space](Type type) { return isStructuredMemory(type, space); };
  };
  auto types = [](ArrayRef<BlockArgument> arguments) {
    return TypeRange(ValueRange(arguments));
  };
  ArrayRef<Type> inputs = kernel.getArgumentTypes();
  if (!kernel.isKernel() || !kernel.getResultTypes().empty() ||
      inputs.size() < *numVariables ||
      !llvm::all_of(inputs.drop_back(*numVariables),
                    isIn(gpu::AddressSpace::Global)) ||
      !llvm::all_of(inputs.take_back(*numVariables), llvm::IsaPred<IndexType>))
    return kernel.emitOpError("is no kernel of one-dimensional memrefs in "
                              "global memory and its variables"); // S6
  if (!llvm::all_of(types(kernel.getWorkgroupAttributions()),
                    isIn(gpu::AddressSpace::Workgroup)) ||
      !llvm::all_of(types(kernel.getPrivateAttributions()),
                    isIn(gpu::AddressSpace::Private)))
    return kernel.emitOpError("has memory of its own that is no "
                              "one-dimensional memref in its space"); // S6
  return success();
}

//===----------------------------------------------------------------------===//
// Body
//===----------------------------------------------------------------------===//

bool isMemoryAccess(Operation *op) {
  return isa<memref::LoadOp, memref::StoreOp, memref::AtomicRMWOp,
             vector::LoadOp, vector::StoreOp, vector::MaskedLoadOp,
             vector::MaskedStoreOp>(op);
}

bool isPrivateMemory(Type type) {
  return isStructuredMemory(type, gpu::AddressSpace::Private);
}

static LogicalResult verifyShuffle(gpu::ShuffleOp shuffle, int64_t warpSize) {
  APInt width;
  if (!matchPattern(shuffle.getWidth(), m_ConstantInt(&width)) ||
      width.getSExtValue() < 1 || width.getSExtValue() > warpSize)
    return shuffle.emitOpError("has a width that is no constant from 1 to ")
           << warpSize; // S9
  return success();
}

static bool isKernelOp(Operation *op) {
  return isStructuredOp(op) ||
         isa<gpu::ThreadIdOp, gpu::BlockIdOp, gpu::BarrierOp, gpu::ShuffleOp,
             gpu::ReturnOp>(op);
}

/// Memory is what the kernel is given, or what it allocates.
static LogicalResult verifyTypes(Operation *op) {
  auto fail = [&](Type type) {
    return op->emitOpError("has a value of type ")
           << type << ", which is not part of structured IR"; // S4
  };
  for (Type type : op->getResultTypes())
    if (isa<memref::AllocaOp>(op)
            ? !isStructuredMemory(type, gpu::AddressSpace::Private)
            : !isStructuredValue(type))
      return fail(type);
  for (Region &region : op->getRegions())
    for (Type type : region.getArgumentTypes())
      if (!isStructuredValue(type))
        return fail(type);
  return success();
}

static LogicalResult verifyOp(Operation *op, int64_t warpSize) {
  if (!isKernelOp(op))
    return op->emitOpError("is not part of structured IR"); // S8
  if (op->getNumRegions() && !isa<scf::ForOp, scf::IfOp, scf::WhileOp>(op))
    return op->emitOpError("has a region, which only control flow of "
                           "structured IR has"); // S8
  if (!isMemoryAccess(op) &&
      llvm::any_of(op->getOperandTypes(), llvm::IsaPred<MemRefType>))
    return op->emitOpError("accesses memory in a way that is not part of "
                           "structured IR"); // S8
  if (auto shuffle = dyn_cast<gpu::ShuffleOp>(op))
    if (failed(verifyShuffle(shuffle, warpSize)))
      return failure();
  return verifyTypes(op);
}

LogicalResult verifyWorkgroupKernel(gpu::GPUFuncOp kernel) {
  if (failed(verifyAttributes(kernel)) || failed(verifyArguments(kernel)))
    return failure();
  if (!llvm::hasSingleElement(kernel.getBody()))
    return kernel.emitOpError("has a body of several blocks"); // S8
  int64_t warpSize = getWarpSize(kernel);
  WalkResult result = kernel.getBody().walk(
      [&](Operation *op) { return WalkResult(verifyOp(op, warpSize)); });
  return failure(result.wasInterrupted());
}

} // namespace mlir::tiny
