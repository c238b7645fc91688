//===- tiny-lsp-server.cpp - The language server --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Serves an editor: diagnostics, definitions and hovers for IR of any stage.
//
//===----------------------------------------------------------------------===//

#include "tiny/Pipelines/RegisterAll.h"

#include "mlir/IR/DialectRegistry.h"
#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  mlir::tiny::registerEveryDialect(registry);
  return mlir::failed(mlir::MlirLspServerMain(argc, argv, registry));
}
