//===- Pipelines.h - The order of the passes --------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The only place that knows the order of the passes.
//
//===----------------------------------------------------------------------===//

#ifndef TINY_PIPELINES_PIPELINES_H
#define TINY_PIPELINES_PIPELINES_H

#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassOptions.h"

namespace mlir::tiny {

struct KernelPipelineOptions : PassPipelineOptions<KernelPipelineOptions> {
  Option<bool> noOpt{*this, "no-opt",
                     llvm::cl::desc("Leave every loop as it is."),
                     llvm::cl::init(false)};
  ListOption<std::string> opts{
      *this, "opts",
      llvm::cl::desc("Apply exactly these optimizations (see tiny-optimize).")};
  Option<std::string> target{*this, "target",
                             llvm::cl::desc("What to optimize for (see "
                                            "tiny-optimize)."),
                             llvm::cl::init("cpu")};
  ListOption<std::string> emulate{
      *this, "emulate",
      llvm::cl::desc("Do without these types (see tiny-decompose-dtypes).")};
  Option<std::string> disableBarriers{
      *this, "disable-barriers",
      llvm::cl::desc("Leave out a rule of tiny-insert-barriers."),
      llvm::cl::init("")};
  Option<bool> verify{*this, "verify",
                      llvm::cl::desc("Check the contract of each stage."),
                      llvm::cl::init(true)};
};

struct SchedulePipelineOptions : PassPipelineOptions<SchedulePipelineOptions> {
  Option<bool> splitReduce{
      *this, "split-reduce",
      llvm::cl::desc("Do large reductions in two kernels."),
      llvm::cl::init(true)};
  Option<bool> planMemory{
      *this, "plan-memory",
      llvm::cl::desc("Let temporaries share memory over time."),
      llvm::cl::init(true)};
  Option<bool> verify{*this, "verify",
                      llvm::cl::desc("Check the contract of each stage."),
                      llvm::cl::init(true)};
};

/// Stage T to stage K: tensor graphs become kernels and a schedule.
void buildSchedulePipeline(OpPassManager &manager,
                           const SchedulePipelineOptions &options);

/// The part of the next pipeline that comes before `tiny-optimize`.
void buildKernelPreparation(OpPassManager &manager,
                            const KernelPipelineOptions &options);

/// Stage P to stage S: kernels become structured IR.
void buildKernelPipeline(OpPassManager &manager,
                         const KernelPipelineOptions &options);

/// Registers `tiny-schedule-pipeline` and `tiny-kernel-pipeline`.
void registerTinyPipelines();

} // namespace mlir::tiny

#endif // TINY_PIPELINES_PIPELINES_H
