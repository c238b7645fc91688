//===- Passes.h - Passes from tiny to tiny ----------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef TINY_TRANSFORMS_PASSES_H
#define TINY_TRANSFORMS_PASSES_H

#include "mlir/Pass/Pass.h"
#include "tiny/IR/Tiny.h"

namespace mlir::tiny {
#define GEN_PASS_DECL
#include "tiny/Transforms/Passes.h.inc"
#define GEN_PASS_REGISTRATION
#include "tiny/Transforms/Passes.h.inc"
} // namespace mlir::tiny

#endif // TINY_TRANSFORMS_PASSES_H
