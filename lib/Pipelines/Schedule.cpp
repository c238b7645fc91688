//===- Schedule.cpp - Stage T to stage K ----------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "tiny/Pipelines/Pipelines.h"
#include "tiny/Transforms/Passes.h"

namespace mlir::tiny {

void buildSchedulePipeline(OpPassManager &manager,
                           const SchedulePipelineOptions &options) {
  OpPassManager &function = manager.nest<FunctionOp>();
  if (options.verify)
    function.addPass(createVerifyTensorPass());
  // First: everything after it sees the program of one device.
  function.addPass(createMultiPass());
  // Now: what is left of devices is a number like any other.
  function.addPass(createMapDevicesPass());
  // Early, so that every later pass sees one element type per value.
  function.addPass(createCommitWeakPass());
  // On numbers with a width, so that every constant can be folded.
  function.addPass(createFoldPass());
  // On what is folded, before anything decides about storage.
  function.addPass(createLowerCollectivesPass());
  // Where identities no longer hide that a value lies in a buffer. From here on
  // the kernels of the program are calls, which order what is around them.
  manager.addPass(createPlaceCallsPass());
  OpPassManager &placed = manager.nest<FunctionOp>();
  // Asks for storage, which the next pass counts with; and no identity may
  // still hide that an axis is not read.
  if (options.splitReduce)
    placed.addPass(createSplitReducePass());
  // Decides on whole tensors, before they dissolve into scalars.
  placed.addPass(createFusePass());
  // Counts what the kernels that are chosen now read.
  placed.addPass(createLimitBuffersPass());
  // Needs the final set of kernels; may add copies.
  placed.addPass(createResolveHazardsPass());
  placed.addPass(createRangeifyPass());
  // Sees which loops are alike, and what each reads and writes where.
  placed.addPass(createFuseOutputsPass());
  manager.addPass(createSplitKernelsPass());
  // Lifetimes are those of the final order of the calls.
  PlanMemoryPassOptions memory;
  memory.reuse = options.planMemory;
  manager.addNestedPass<FunctionOp>(createPlanMemoryPass(memory));
  if (options.verify)
    manager.addPass(createVerifySchedulePass());
}

} // namespace mlir::tiny
