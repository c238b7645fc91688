//===- DevicePasses.td - From all devices to one -----------*- tablegen -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef TINY_TRANSFORMS_DEVICEPASSES_TD
#define TINY_TRANSFORMS_DEVICEPASSES_TD

include "mlir/Pass/PassBase.td"

def MultiPass : Pass<"tiny-multi"> {
  let summary = "make the program of one instance of a sharded one";
  let description = [{
    Expects: stage T, or a kernel of stage P, that computes on whole values and
    buffers, some of them joined by `tiny.unshard`; or a module of such.
    Ensures: no `unshard` remains; every op works on what one instance has. It
    costs nothing where there is none.

    Sharding is the list of axes with the ranges that number their blocks.
    * Elementwise ops, `stack` and `store`: operands of the same sharding are
      used as they are, and of a whole operand its block, unless it has size one
      there. Operands of different shardings over one axis each are brought to
      that of the last: gathered by padding and an `allreduce`, and cut.
    * `reduce` over all sharded axes: a reduction of the shard and an
      `allreduce` (in half precision, where that is what was widened); over
      none of them: of the shard alone.
    * `reshape`: a sharded axis must begin where a new axis begins that holds
      whole shards.
    * `expand`, `permute`: the axes follow. `pad`, `flip`: of other axes only.
    * `shrink`: all of an axis; the block of the instance (`offset = range *
      size`), which ends the sharding of that axis; or, over devices, one block
      by its number, which is sent to all.
    * `cast`, `contiguous`, `detach`, `allreduce`, and whole loads and states of
      buffers: of the shard. A store of shards to a whole buffer gathers them;
      a store of a fragment, over `local` or `warp` ranges, is to its part.
    * An index or place (`index`) in a sharded buffer, over `local` or `warp` ranges, becomes one
      into the fragment of the instance: its block (`index - range * size`), or,
      where elements are dealt out in turn, `(index - range) / count`. It is an
      error if that may lie outside, or if two accesses of a storage differ in
      which of the two it is.

    Next: `tiny-map-devices`.

    ```
    %x = tiny.unshard %a over %r axes [0] counts [4] : tensor<2x3xf32>
    %s = tiny.reduce add %x axes [0] : tensor<8x3xf32>
    ```
    becomes
    ```
    %l = tiny.reduce add %a axes [0] : tensor<2x3xf32>
    %s = tiny.allreduce add %l over %r : tensor<1x3xf32>
    ```
  }];
  let options = [
    Option<"narrowAllReduce", "narrow-allreduce", "bool", /*default=*/"true",
           "send sums of what was half precision in that type">];
}

def MapDevicesPass : Pass<"tiny-map-devices", "FunctionOp"> {
  let summary = "number the devices by a variable of the launch";
  let description = [{
    Expects: stage T after `tiny-multi`.
    Ensures: no `device` range remains. Its value is the variable
    `_device_num`, which the runtime binds at each launch, so that one kernel
    serves all devices. It costs nothing where there is none.
    Next: `tiny-commit-weak`.

    ```
    %r = tiny.range 4 device id 0
    ```
    becomes
    ```
    %r = tiny.variable "_device_num" [0, 3]
    ```
  }];
}

def LowerCollectivesPass : Pass<"tiny-lower-collectives", "FunctionOp"> {
  let summary = "let each instance combine what all instances hold";
  let description = [{
    Expects: stage T after `tiny-map-devices`, without weak values.
    Ensures: no `allreduce` remains. Its source is stored, and each instance
    combines, in the order of their numbers, what it selects of the instances.
    * From `scatter-threshold` elements on, and for more than two instances,
      each combines one part of the sources, and selects of all the parts.
    * Shards among zeros, which is how they are gathered, are joined: only the
      shards are stored, and zeros keep their sign.
    * A choice by the number of the device that leaves one source only, the
      others being zero, is one `mselect`.
    Next: `tiny-place-calls`.

    ```
    %s = tiny.allreduce add %x over %r : tensor<4xf32>
    ```
    becomes, on two devices,
    ```
    %c = tiny.contiguous %x : tensor<4xf32>
    %0 = tiny.mselect %c at 0 : tensor<4xf32>
    %1 = tiny.mselect %c at 1 : tensor<4xf32>
    %s = tiny.add %0, %1 : tensor<4xf32>, tensor<4xf32>
    ```
  }];
  let options = [
    Option<"scatterThreshold", "scatter-threshold", "int64_t",
           /*default=*/"256000",
           "the least number of elements that are combined in parts">];
  let statistics = [Statistic<"numLowered", "num-lowered",
                              "Number of collectives">];
}

#endif // TINY_TRANSFORMS_DEVICEPASSES_TD
