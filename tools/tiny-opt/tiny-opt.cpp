//===- tiny-opt.cpp - The pass driver -------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Reads IR of any stage and runs passes on it. Upstream dialects and passes are
// all there, so that what the last stage becomes can be followed to LLVM IR:
// they live in libMLIR.so, and registering them costs neither time to compile
// nor measurable time to start.
//
//===----------------------------------------------------------------------===//

#include "tiny/Conversion/Passes.h"
#include "tiny/Pipelines/Pipelines.h"
#include "tiny/Target/CPU.h"
#include "tiny/Transforms/Passes.h"

#include "TestPasses.h"

#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  registry.insert<mlir::tiny::TinyDialect>();
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  mlir::tiny::registerCPUTarget(registry);

  mlir::tiny::registerTinyTransformsPasses();
  mlir::tiny::registerTinyConversionPasses();
  mlir::tiny::registerTinyPipelines();
  mlir::tiny::registerCPUPipelines();
  mlir::registerAllPasses();
  mlir::tiny::test::registerTestGradientsPass();

  return mlir::asMainReturnCode(
      mlir::MlirOptMain(argc, argv, "tinymlir pass driver\n", registry));
}
