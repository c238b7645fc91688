//===- Registration.cpp - The pipelines by name ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "tiny/Pipelines/Pipelines.h"

#include "mlir/Pass/PassRegistry.h"

namespace mlir::tiny {

void registerTinyPipelines() {
  PassPipelineRegistration<SchedulePipelineOptions>(
      "tiny-schedule-pipeline",
      "Tensor graphs to kernels and a schedule (stage T to K).",
      buildSchedulePipeline);
  PassPipelineRegistration<KernelPipelineOptions>(
      "tiny-kernel-pipeline", "Kernels to structured IR (stage P to S).",
      buildKernelPipeline);
}

} // namespace mlir::tiny
