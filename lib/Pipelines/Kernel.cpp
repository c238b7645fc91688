//===- Kernel.cpp - Stage P to stage S ------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "tiny/Conversion/Passes.h"
#include "tiny/Pipelines/Pipelines.h"
#include "tiny/Target/TargetDescription.h"
#include "tiny/Transforms/Passes.h"

namespace mlir::tiny {

void buildKernelPreparation(OpPassManager &manager,
                            const KernelPipelineOptions &options) {
  OpPassManager &kernel = manager.nest<KernelOp>();
  // Kernels of the program become what those of the compiler are. What an item
  // has of a tile is said of views.
  kernel.addPass(createMultiPass());
  kernel.addPass(createResolveViewsPass());
  LowerBarriersPassOptions barriers;
  barriers.target = options.target;
  kernel.addPass(createLowerBarriersPass(barriers));
  // Index arithmetic in normal form is what all decisions look at.
  // What it finds twice is looked for once, after the ranges are split.
  SimplifyPassOptions simplify;
  simplify.cse = options.noOpt;
  kernel.addPass(createSimplifyPass(simplify));
  if (options.noOpt)
    return;
  // Before the loops that are left are given their shape.
  kernel.addPass(createCollapseReducePass());
  if (options.opts.empty()) {
    // Digits first: what they are needed for, merging leaves apart.
    kernel.addPass(createSplitRangesPass());
    kernel.addPass(createSimplifyRangesPass());
  }
}

void buildKernelPipeline(OpPassManager &manager,
                         const KernelPipelineOptions &options) {
  std::optional<TargetDescription> target =
      TargetDescription::find(options.target.getValue());
  // The kernel as opts see it.
  buildKernelPreparation(manager, options);
  OpPassManager &kernel = manager.nest<KernelOp>();
  if (!options.noOpt) {
    OptimizePassOptions opts;
    opts.opts.assign(options.opts.begin(), options.opts.end());
    opts.target = options.target;
    kernel.addPass(createOptimizePass(opts));
    // Needs to know what one tile reads; looks at indices in normal form. A
    // panel is as large as the cache of a core.
    if (!target || !target->hasGrid)
      kernel.addPass(createPackOperandsPass());
    // Split ranges leave sums and products of their parts behind.
    kernel.addPass(createSimplifyPass());
  }
  // Before ranges become dimensions, the last to see them as loops.
  if (target && !target->hasDynamicRegisterIndex) {
    UnrollRegistersPassOptions registers;
    registers.target = options.target;
    kernel.addPass(createUnrollRegistersPass(registers));
  }
  kernel.addPass(createExpandPass());
  // On vectors, so that every accumulator is scalar or vector at once.
  kernel.addPass(createLowerReducePass());
  if (target && target->hasGrid) {
    // When no reduction makes loops any more, and before accesses are cut to
    // what the hardware has: some of them get masks.
    MapGpuDimsPassOptions dimensions;
    dimensions.target = options.target;
    kernel.addPass(createMapGpuDimsPass(dimensions));
  }
  // On whole vectors, before they are cut to what the target has.
  kernel.addPass(createCoalescePass());
  kernel.addPass(createDevectorizePass());
  // On the vectors that the target has; makes many ops of one.
  DecomposeMathPassOptions math;
  math.target = options.target;
  kernel.addPass(createDecomposeMathPass(math));
  // On what functions became, which is computed in those types too.
  DecomposeDTypesPassOptions types;
  types.target = options.target;
  types.emulate.assign(options.emulate.begin(), options.emulate.end());
  kernel.addPass(createDecomposeDTypesPass(types));
  // On the accesses that are left, and before the order is chosen.
  if (target && target->hasGrid) {
    InsertBarriersPassOptions barriers;
    barriers.disable = options.disableBarriers;
    kernel.addPass(createInsertBarriersPass(barriers));
  }
  // Last: what block order means only matters to the conversion.
  kernel.addPass(createOrderPass());
  if (options.verify)
    kernel.addPass(createVerifyProgramPass());
  manager.addPass(createTinyToStructuredPass());
  if (options.verify)
    manager.addPass(createVerifyStructuredPass());
}

} // namespace mlir::tiny
