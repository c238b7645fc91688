//===- Module.cpp - The module tinymlir._core -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Bindings.h"

NB_MODULE(_core, m) {
  using namespace mlir::tiny::python;
  m.doc() = "The expression graph, the compiler and the memory of tinymlir.";
  // Nodes that live in globals at exit are no leak.
  nb::set_leak_warnings(false);
  bindDTypes(m);
  bindBuffers(m);
  bindNodes(m);
  bindRealize(m);
  bindRecording(m);
  bindModulePrograms(m);
}
