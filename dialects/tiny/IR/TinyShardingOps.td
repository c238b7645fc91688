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

def Tiny_MSelectOp : Tiny_Op<"mselect", [Pure, Tiny_Inferred]> {
  let summary = "what one of the instances holds";
  let description = [{
    Every instance gets the source as instance number `index` has it. The source
    is a value that has storage, or, after `tiny-rangeify`, a state of a
    temporary: a kernel that loads from it reads the memory of that instance.

    A call is done on all instances before the next one begins, and temporaries
    are the same places on all of them, so what orders the accesses to one
    memory orders these too. That holds as long as no call both writes a buffer
    and reads it of another instance; so the source is never an argument.

    Constraints:
    * C1: `index` is not negative.

    Example:

    ```mlir
    tiny.function @f(%b: !tiny.buffer<2x3xf32, global>) {
      %a = tiny.load %b : !tiny.buffer<2x3xf32, global>
      %c = tiny.contiguous %a : tensor<2x3xf32>
      %s = tiny.mselect %c at 1 : tensor<2x3xf32>
      tiny.sink
    }
    ```
  }];
  let arguments = (ins AnyTypeOf<[Tiny_Value, Tiny_Buffer]>:$source,
                       I64Prop:$index);
  let results = (outs AnyTypeOf<[Tiny_Value, Tiny_Buffer]>:$result);
  let assemblyFormat = "$source `at` $index attr-dict `:` type($source)";
  let extraClassDeclaration = [{
    /// The state that a load reads on its instance: what is selected of others
    /// becomes the state itself.
    static ::mlir::Value getOwnState(::mlir::Value state);
  }];
  let hasVerifier = 1; // C1
}

def Tiny_CopyOp : Tiny_Op<"copy", [Pure, Tiny_Inferred]> {
  let summary = "a value on other devices";
  let description = [{
    The operand on the devices of the comma-separated list. Without `axis` each
    of them has all of it; with `axis` each has one block of that axis, in the
    order of the list. The value, and so its type, is the same.

    A program is compiled for one list of devices: what is copied to another is
    computed before, and the runtime moves it. So the op is part of the graph
    of a program, but of no graph that is compiled.

    Constraints:
    * C1: a device is named.
    * C2: `axis` is an axis whose size is a multiple of the number of devices, or
      -1 for none.

    Example:

    ```mlir
    tiny.function @f(%b: !tiny.buffer<4x3xf32, global>) {
      %a = tiny.load %b : !tiny.buffer<4x3xf32, global>
      %c = tiny.copy %a to "CPU:1" : tensor<4x3xf32>
      %s = tiny.copy %a to "CPU:1,CPU:2" axis 0 : tensor<4x3xf32>
      tiny.sink
    }
    ```
  }];
  let arguments = (ins Tiny_Value:$operand, StringProp:$devices,
                       DefaultValuedProp<I64Prop, "-1">:$axis);
  let results = (outs Tiny_Value:$result);
  let assemblyFormat = [{
    $operand `to` $devices (`axis` $axis^)? attr-dict `:` type($operand)
  }];
}

#endif // TINY_SHARDING_OPS_TD
