//===- Passes.td - Passes from tiny to upstream dialects -*- tablegen -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef TINY_CONVERSION_PASSES_TD
#define TINY_CONVERSION_PASSES_TD

include "mlir/Pass/PassBase.td"

#endif // TINY_CONVERSION_PASSES_TD
