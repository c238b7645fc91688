//===- Passes.td - Passes from tiny to tiny --------------*- tablegen -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef TINY_TRANSFORMS_PASSES_TD
#define TINY_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def VerifyTensorPass : Pass<"tiny-verify-tensor", "FunctionOp"> {
  let summary = "check the contract of stage T";
  let description = [{
    Expects: a `tiny.function`.
    Ensures: its body computes on tensors: no range, no access with an index, no
    call; every store writes a whole buffer.
  }];
}

#endif // TINY_TRANSFORMS_PASSES_TD
