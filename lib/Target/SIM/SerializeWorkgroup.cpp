//===- SerializeWorkgroup.cpp - Workgroups as loops over items ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
//   1. Divergence.cpp marks what may differ between the items of a workgroup;
//   2. WorkgroupPlan.cpp cuts the kernel at its split points, and finds out
//      which values are needed behind one;
//   3. WorkgroupEmitter.cpp makes a function of the plan, ItemEmitter.cpp what
//      is in its loops over items, CheckEmitter.cpp the checks.
//
//===----------------------------------------------------------------------===//

#include "WorkgroupEmitter.h"
#include "tiny/Conversion/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace mlir::tiny {
#define GEN_PASS_DEF_SERIALIZEWORKGROUPPASS
#include "tiny/Conversion/Passes.h.inc"

namespace {
struct SerializeWorkgroupPass final
    : impl::SerializeWorkgroupPassBase<SerializeWorkgroupPass> {
  using Base::Base;

  void runOnOperation() override;

private:
  FailureOr<func::FuncOp> serialize(Operation *op, SymbolTable &symbols);
};
} // namespace

/// Makes a function, before its module, of an op of a `gpu.module`.
FailureOr<func::FuncOp>
SerializeWorkgroupPass::serialize(Operation *op, SymbolTable &symbols) {
  auto kernel = dyn_cast<gpu::GPUFuncOp>(op);
  if (!kernel)
    return op->emitOpError("is no kernel");
  if (failed(verifyWorkgroupKernel(kernel)))
    return failure();
  // The module of a kernel may have its name.
  Operation *taken = symbols.lookup(kernel.getName());
  if (taken && taken != kernel->getParentOp())
    return kernel.emitOpError("has a name that is taken in the module");
  FailureOr<WorkgroupPlan> plan = WorkgroupPlan::build(kernel);
  if (failed(plan))
    return failure();
  OpBuilder builder(kernel->getParentOp());
  return WorkgroupEmitter(kernel, *plan, builder, check).run();
}

void SerializeWorkgroupPass::runOnOperation() {
  SymbolTable symbols(getOperation());
  auto modules = llvm::to_vector(getOperation().getOps<gpu::GPUModuleOp>());
  for (gpu::GPUModuleOp module : modules) {
    SmallVector<func::FuncOp> functions;
    for (Operation &op : *module.getBody()) {
      FailureOr<func::FuncOp> function = serialize(&op, symbols);
      if (failed(function))
        return signalPassFailure();
      functions.push_back(*function);
    }
    symbols.erase(module);
    for (func::FuncOp function : functions)
      symbols.insert(function);
  }
  if (check && !modules.empty() && !symbols.lookup("tiny_sim_access"))
    declareCheckRuntime(getOperation());
}

} // namespace mlir::tiny
