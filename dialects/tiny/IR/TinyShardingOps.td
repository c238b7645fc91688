//===- TinyShardingOps.td - Values in pieces -------------*- tablegen -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A program is written on whole values; `unshard` says that one of them is in
// pieces on several instances: devices, or the threads of a workgroup.
// `tiny-multi` makes of it the program of one instance.
//
//===----------------------------------------------------------------------===//

#ifndef TINY_SHARDING_OPS_TD
#define TINY_SHARDING_OPS_TD

include "tiny/IR/TinyOpBase.td"

def Tiny_UnshardOp : Tiny_Op<"unshard", [Pure, Tiny_Inferred]> {
  let summary = "the whole of a value or buffer in pieces";
  let description = [{
    The source is what one instance holds. Axis `axes[i]` of the result is made
    of `counts[i]` blocks of the size that it has in the source; the instance
    holds block number `ranges[i]`. A range is a `device` range, a `local` or
    `warp` range, or an index expression of one: two axes of a mesh of four
    devices are `r // 2` and `r % 2`.

    Constraints:
    * C1: `axes` are axes of the source in ascending order, and there is a range
      and a count for each.
    * C2: counts are positive.
    * C3: a range that is the result of a `range` has as many values as the axis
      has blocks.
    * C4: a sharded axis has a known size, and the result less than 2^63
      elements.

    Example:

    ```mlir
    tiny.function @f(%b: !tiny.buffer<2x3xf32, global>) {
      %r = tiny.range 4 device id 0
      %a = tiny.load %b : !tiny.buffer<2x3xf32, global>
      %u = tiny.unshard %a over %r axes [0] counts [4]
             : tensor<2x3xf32> // tensor<8x3xf32>
      tiny.sink
    }
    ```
  }];
  let arguments = (ins AnyTypeOf<[Tiny_Value, Tiny_Buffer]>:$source,
                       Variadic<Index>:$ranges, Tiny_IntsProp:$axes,
                       Tiny_IntsProp:$counts);
  let results = (outs AnyTypeOf<[Tiny_Value, Tiny_Buffer]>:$result);
  let assemblyFormat = [{
    $source `over` $ranges `axes` $axes `counts` $counts attr-dict `:`
    type($source)
  }];
  let hasVerifier = 1; // C3
}

def Tiny_AllReduceOp : Tiny_Op<"allreduce", [Pure, Tiny_Inferred]> {
  let summary = "combine the values of all instances";
  let description = [{
    Combines, with `kind`, the sources that the instances hold for all values of
    `ranges`; every instance gets the result. The order of combination is not
    fixed.

    Constraints:
    * C1: there is at least one range.
    * C2: the element type is not weak float (commit it first).

    Example:

    ```mlir
    tiny.function @f(%b: !tiny.buffer<2x3xf32, global>) {
      %r = tiny.range 4 device id 0
      %a = tiny.load %b : !tiny.buffer<2x3xf32, global>
      %s = tiny.allreduce add %a over %r : tensor<2x3xf32>
      tiny.sink
    }
    ```
  }];
  let arguments = (ins Tiny_Value:$source, Variadic<Index>:$ranges,
                       Tiny_ReduceKindProp:$kind);
  let results = (outs Tiny_Value:$result);
  let assemblyFormat = [{
    $kind $source `over` $ranges attr-dict `:` type($source)
  }];
}

#endif // TINY_SHARDING_OPS_TD
