//===- VerifyStructured.cpp - The contract of structured IR ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The labels are those of the pass description.
//
//===----------------------------------------------------------------------===//

#include "tiny/Conversion/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace mlir::tiny {
#define GEN_PASS_DEF_VERIFYSTRUCTUREDPASS
#include "tiny/Conversion/Passes.h.inc"

static bool isAllowedOp(Operation *op) {
  if (isa<memref::MemRefDialect>(op->getDialect()))
    return isa<memref::LoadOp, memref::StoreOp, memref::AllocaOp>(op);
  if (isa<scf::SCFDialect>(op->getDialect()))
    return isa<scf::ForOp, scf::IfOp, scf::YieldOp>(op);
  return isa<func::FuncOp, func::ReturnOp>(op) ||
         isa<arith::ArithDialect, math::MathDialect, vector::VectorDialect>(
             op->getDialect());
}

static bool isMemory(Type type) {
  auto memory = dyn_cast<MemRefType>(type);
  return memory && memory.getRank() == 1 && memory.hasStaticShape() &&
         memory.getLayout().isIdentity() && !memory.getMemorySpace();
}

static bool isAllowedType(Type type) {
  if (isa<MemRefType>(type))
    return isMemory(type);
  if (auto vector = dyn_cast<VectorType>(type)) {
    if (vector.getRank() != 1 || vector.isScalable())
      return false;
    type = vector.getElementType();
  }
  return isa<IndexType, FloatType>(type) || type.isSignlessInteger();
}

static LogicalResult verifyFunction(func::FuncOp function) {
  ArrayRef<Type> inputs = function.getArgumentTypes();
  auto variables = function->getAttrOfType<ArrayAttr>("tiny.variables");
  size_t numIndices = 2 + (variables ? variables.size() : 0);
  if (function.isDeclaration() || !function.getResultTypes().empty() ||
      inputs.size() < numIndices ||
      !llvm::all_of(inputs.drop_back(numIndices), isMemory) ||
      !llvm::all_of(inputs.take_back(numIndices), llvm::IsaPred<IndexType>))
    return function.emitOpError("is no function of one-dimensional memrefs, "
                                "two bounds and its variables"); // S2
  if (variables && !llvm::all_of(variables, llvm::IsaPred<StringAttr>))
    return function.emitOpError(
        "does not name its variables in `tiny.variables`"); // S5
  auto threads = function->getAttrOfType<IntegerAttr>("tiny.threads");
  if (!threads || !threads.getType().isInteger(64) || threads.getInt() < 1)
    return function.emitOpError(
        "does not say in `tiny.threads` how many parts it has"); // S3
  return success();
}

namespace {
struct VerifyStructuredPass final
    : impl::VerifyStructuredPassBase<VerifyStructuredPass> {
  void runOnOperation() override {
    WalkResult result =
        getOperation().walk<WalkOrder::PreOrder>([&](Operation *op) {
          if (op == getOperation())
            return WalkResult::advance();
          if (isa<FunctionOp>(op)) // the schedule, which stays at stage K
            return WalkResult::skip();
          if (!isAllowedOp(op)) {
            op->emitOpError("is not part of structured IR"); // S1
            return WalkResult::interrupt();
          }
          if (auto function = dyn_cast<func::FuncOp>(op);
              function && failed(verifyFunction(function)))
            return WalkResult::interrupt();
          for (Type type : op->getResultTypes())
            if (!isAllowedType(type)) {
              op->emitOpError("has a result of type ")
                  << type << ", which is not part of structured IR"; // S4
              return WalkResult::interrupt();
            }
          return WalkResult::advance();
        });
    if (result.wasInterrupted())
      signalPassFailure();
  }
};
} // namespace
} // namespace mlir::tiny
