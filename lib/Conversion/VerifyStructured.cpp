//===- VerifyStructured.cpp - The contract of structured IR ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The labels are those of the pass description.
//
//===----------------------------------------------------------------------===//

#include "StructuredContract.h"
#include "tiny/Conversion/Passes.h"
#include "tiny/Conversion/WorkgroupKernel.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace mlir::tiny {
#define GEN_PASS_DEF_VERIFYSTRUCTUREDPASS
#include "tiny/Conversion/Passes.h.inc"

bool isStructuredOp(Operation *op) {
  Dialect *dialect = op->getDialect();
  if (isa_and_nonnull<memref::MemRefDialect>(dialect))
    return isa<memref::LoadOp, memref::StoreOp, memref::AllocaOp,
               memref::AtomicRMWOp>(op);
  if (isa_and_nonnull<scf::SCFDialect>(dialect))
    return isa<scf::ForOp, scf::IfOp, scf::WhileOp, scf::ConditionOp,
               scf::YieldOp>(op);
  return isa_and_nonnull<arith::ArithDialect, math::MathDialect,
                         vector::VectorDialect>(dialect);
}

bool isStructuredValue(Type type) {
  if (auto vector = dyn_cast<VectorType>(type)) {
    if (vector.getRank() != 1 || vector.isScalable())
      return false;
    type = vector.getElementType();
  }
  return isa<IndexType, FloatType>(type) || type.isSignlessInteger();
}

bool isStructuredMemory(Type type, std::optional<gpu::AddressSpace> space) {
  auto memory = dyn_cast<MemRefType>(type);
  if (!memory || memory.getRank() != 1 || !memory.hasStaticShape() ||
      !memory.getLayout().isIdentity())
    return false;
  if (!space)
    return !memory.getMemorySpace();
  auto attr = dyn_cast_or_null<gpu::AddressSpaceAttr>(memory.getMemorySpace());
  return attr && attr.getValue() == *space;
}

std::optional<size_t> getNumVariables(Operation *function) {
  Attribute attr = function->getAttr("tiny.variables");
  if (!attr)
    return 0;
  auto variables = dyn_cast<ArrayAttr>(attr);
  if (!variables || !llvm::all_of(variables, llvm::IsaPred<StringAttr>))
    return std::nullopt;
  return variables.size();
}

static LogicalResult verifyFunction(func::FuncOp function) {
  if (function.isDeclaration() && function.isPrivate())
    return success();
  ArrayRef<Type> inputs = function.getArgumentTypes();
  std::optional<size_t> numVariables = getNumVariables(function);
  if (!numVariables)
    return function.emitOpError(
        "does not name its variables in `tiny.variables`"); // S5
  size_t numIndices = 2 + *numVariables;
  if (function.isDeclaration() || !function.getResultTypes().empty() ||
      inputs.size() < numIndices ||
      !llvm::all_of(inputs.drop_back(numIndices),
                    [](Type type) { return isStructuredMemory(type); }) ||
      !llvm::all_of(inputs.take_back(numIndices), llvm::IsaPred<IndexType>))
    return function.emitOpError("is no function of one-dimensional memrefs, "
                                "two bounds and its variables"); // S2
  auto threads = function->getAttrOfType<IntegerAttr>("tiny.threads");
  if (!threads || !threads.getType().isInteger(64) || threads.getInt() < 1)
    return function.emitOpError(
        "does not say in `tiny.threads` how many parts it has"); // S3
  return success();
}

/// An op of a function for the CPU.
static LogicalResult verifyOp(Operation *op) {
  if (!isStructuredOp(op) &&
      !isa<func::FuncOp, func::ReturnOp, func::CallOp>(op))
    return op->emitOpError("is not part of structured IR"); // S1
  for (Type type : op->getResultTypes())
    if (!isStructuredValue(type) && !isStructuredMemory(type))
      return op->emitOpError("has a result of type ")
             << type << ", which is not part of structured IR"; // S4
  return success();
}

/// Checks an op, and says whether what is inside of it comes next.
static WalkResult verifyNext(Operation *op) {
  if (isa<FunctionOp>(op)) // the schedule, which stays at stage K
    return WalkResult::skip();
  if (isa<gpu::GPUModuleOp>(op))
    return WalkResult::advance();
  if (auto kernel = dyn_cast<gpu::GPUFuncOp>(op))
    return failed(verifyWorkgroupKernel(kernel)) ? WalkResult::interrupt()
                                                 : WalkResult::skip();
  if (failed(verifyOp(op)))
    return WalkResult::interrupt();
  auto function = dyn_cast<func::FuncOp>(op);
  return WalkResult(success(!function || succeeded(verifyFunction(function))));
}

namespace {
struct VerifyStructuredPass final
    : impl::VerifyStructuredPassBase<VerifyStructuredPass> {
  void runOnOperation() override {
    WalkResult result =
        getOperation().walk<WalkOrder::PreOrder>([&](Operation *op) {
          return op == getOperation() ? WalkResult::advance() : verifyNext(op);
        });
    if (result.wasInterrupted())
      signalPassFailure();
  }
};
} // namespace
} // namespace mlir::tiny
