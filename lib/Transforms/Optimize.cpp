//===- Optimize.cpp - Choose what becomes of the ranges of a kernel -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "KernelAxes.h"
#include "KernelHeuristics.h"
#include "tiny/Transforms/KernelOpts.h"
#include "tiny/Transforms/Passes.h"

#include "llvm/ADT/StringExtras.h"

namespace mlir::tiny {
#define GEN_PASS_DEF_OPTIMIZEPASS
#include "tiny/Transforms/Passes.h.inc"

namespace {
struct OptimizePass final : impl::OptimizePassBase<OptimizePass> {
  using Base::Base;

  void runOnOperation() override {
    KernelOp kernel = getOperation();
    std::optional<TargetDescription> description =
        TargetDescription::find(target);
    if (!description) {
      kernel.emitOpError("cannot be optimized for '")
          << target << "': there is no target of that name";
      return signalPassFailure();
    }
    if (numThreads > 0)
      description->numThreads = numThreads;
    if (description->hasGrid)
      KernelAxes(kernel).makeGrid();

    auto attribute = kernel->getAttrOfType<StringAttr>(kernelOptsAttrName);
    if (opts.empty() && !attribute) {
      if (!noopt)
        optimizeKernel(kernel, *description, getAnalysis<KernelExprs>());
      return;
    }
    std::string list = opts.empty() ? attribute.str() : llvm::join(opts, ",");
    kernel->removeAttr(kernelOptsAttrName);
    for (StringRef opt : splitOptList(list)) {
      std::string refusal = applyOpt(kernel, opt, *description);
      if (refusal.empty())
        continue;
      kernel.emitOpError("cannot apply '") << opt << "': " << refusal;
      kernel->setAttr(refusedOptAttrName, StringAttr::get(&getContext(), opt));
      return signalPassFailure();
    }
  }
};
} // namespace
} // namespace mlir::tiny
