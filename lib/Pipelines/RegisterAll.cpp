//===- RegisterAll.cpp - All dialects and passes by name ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// For those who read IR and names of passes that people write. Upstream
// dialects and passes are all there, so that what the last stage becomes can be
// followed to LLVM IR: they live in libMLIR.so, and registering them costs
// neither time to compile nor measurable time to start.
//
//===----------------------------------------------------------------------===//

#include "tiny/Pipelines/RegisterAll.h"

#include "tiny/Conversion/Passes.h"
#include "tiny/Pipelines/Pipelines.h"
#include "tiny/Target/CPU.h"
#include "tiny/Target/NVVM.h"
#include "tiny/Target/ROCDL.h"
#include "tiny/Transforms/Passes.h"

#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"

namespace mlir::tiny {

void registerEveryDialect(DialectRegistry &registry) {
  registry.insert<TinyDialect>();
  registerAllDialects(registry);
  registerAllExtensions(registry);
  registerCPUTarget(registry);
  registerNVVMTarget(registry);
  registerROCDLTarget(registry);
}

void registerEveryPass() {
  static bool once = [] {
    registerTinyTransformsPasses();
    registerTinyConversionPasses();
    registerTinyPipelines();
    registerCPUPipelines();
    registerNVVMPipelines();
    registerROCDLPipelines();
    registerAllPasses();
    return true;
  }();
  (void)once;
}

} // namespace mlir::tiny
