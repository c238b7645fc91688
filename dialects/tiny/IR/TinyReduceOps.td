//===- TinyReduceOps.td - Reductions ---------------------*- tablegen -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef TINY_REDUCE_OPS_TD
#define TINY_REDUCE_OPS_TD

include "tiny/IR/TinyOpBase.td"

def Tiny_ReduceOp
    : Tiny_Op<"reduce", [Pure, Tiny_Inferred, Tiny_Gradient,
                         DeclareOpInterfaceMethods<Tiny_RangedOpInterface>]> {
  let summary = "combine the elements along axes and over ranges";
  let description = [{
    Combines the elements of the source with `kind`. The `axes` stay in the
    result with size one, so that it broadcasts against the source. In a kernel
    the source may also depend on `ranges`: the reduction runs over all their
    values and closes them. The order of combination is not fixed. An empty
    reduction gives the identity: 0 for `add`, 1 for `mul`, the least value of
    the type for `max`.

    Constraints:
    * C1: `axes` are different axes of the source, in ascending order.
    * C2: the element type is not weak float (commit it first).
    * C3: each of `ranges` is the result of a `range`, none is named twice.

    Example:

    ```mlir
    tiny.function @f(%b: !tiny.buffer<4x8xf32, global>) {
      %a = tiny.load %b : !tiny.buffer<4x8xf32, global>
      %s = tiny.reduce add %a axes [1] : tensor<4x8xf32> // tensor<4x1xf32>
      tiny.sink
    }
    ```
  }];
  let arguments = (ins Tiny_Value:$source, Variadic<Index>:$ranges,
                       Tiny_ReduceKindProp:$kind,
                       Tiny_OptionalIntsProp:$axes);
  let results = (outs Tiny_Value:$result);
  let assemblyFormat = [{
    $kind $source (`over` $ranges^)? (`axes` $axes^)? attr-dict `:`
    type($source)
  }];
  let hasVerifier = 1; // C3
  let hasFolder = 1;
}

#endif // TINY_REDUCE_OPS_TD
