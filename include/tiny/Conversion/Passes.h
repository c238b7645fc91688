//===- Passes.h - Passes from tiny to upstream dialects ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef TINY_CONVERSION_PASSES_H
#define TINY_CONVERSION_PASSES_H

#include "mlir/Pass/Pass.h"
#include "tiny/IR/Tiny.h"

namespace mlir::tiny {
#define GEN_PASS_DECL
#include "tiny/Conversion/Passes.h.inc"
#define GEN_PASS_REGISTRATION
#include "tiny/Conversion/Passes.h.inc"
} // namespace mlir::tiny

#endif // TINY_CONVERSION_PASSES_H
