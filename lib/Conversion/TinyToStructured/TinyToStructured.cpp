//===- TinyToStructured.cpp - Kernels become functions --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The last step of a kernel in the tiny dialect. KernelLowering walks the block
// once, in its order; the themes are in files of their own:
//   * Loops.cpp: ranges, and the values that loops carry (RegisterCells.h);
//   * Memory.cpp: loads and stores;
//   * Computation.cpp: elementwise ops and vectors, by means of Arithmetic.h.
// No rewrite driver is involved: each op is looked at once.
//
//===----------------------------------------------------------------------===//

#include "KernelLowering.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "tiny/Conversion/Passes.h"

namespace mlir::tiny {
#define GEN_PASS_DEF_TINYTOSTRUCTUREDPASS
#include "tiny/Conversion/Passes.h.inc"

namespace {
struct TinyToStructuredPass final
    : impl::TinyToStructuredPassBase<TinyToStructuredPass> {
  void runOnOperation() override {
    for (auto kernel :
         llvm::make_early_inc_range(getOperation().getOps<KernelOp>())) {
      if (failed(KernelLowering::run(kernel, types)))
        return signalPassFailure();
      kernel.erase();
    }
  }

  /// What it remembers lives as long as the context, and holds for all kernels.
  LoweredTypes types;
};
} // namespace
} // namespace mlir::tiny
