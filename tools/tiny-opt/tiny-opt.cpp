//===- tiny-opt.cpp - The pass driver -------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Reads IR of any stage and runs passes on it.
//
//===----------------------------------------------------------------------===//

#include "tiny/Pipelines/RegisterAll.h"

#include "TestPasses.h"

#include "mlir/IR/DialectRegistry.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  mlir::tiny::registerEveryDialect(registry);
  mlir::tiny::registerEveryPass();
  mlir::tiny::test::registerTestGradientsPass();

  return mlir::asMainReturnCode(
      mlir::MlirOptMain(argc, argv, "tinymlir pass driver\n", registry));
}
