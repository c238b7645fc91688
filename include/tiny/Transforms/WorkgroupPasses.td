//===- WorkgroupPasses.td - Workgroups and their items -----*- tablegen -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef TINY_TRANSFORMS_WORKGROUPPASSES_TD
#define TINY_TRANSFORMS_WORKGROUPPASSES_TD

include "mlir/Pass/PassBase.td"

def MapGpuDimsPass : Pass<"tiny-map-gpu-dims", "KernelOp"> {
  let summary = "make ranges indices of workgroups and items";
  let description = [{
    `global` ranges become dimensions of the grid, the last of them `x`; `warp`,
    `local` and `group_reduce` ranges become dimensions of the workgroup, the
    first of them `x`. If there are more than three, or one is longer than the
    target allows, neighbours share a dimension, or a long one is cut in factors;
    the ranges are then digits of the index. A kernel that names dimensions
    (`UOp.special`) has just these, and its other ranges are loops.

    What is outside of such a loop happens in all items. A store whose place does
    not depend on an item (in global memory: or on a workgroup) is masked: the
    first one does it.

    Expects: stage P after `tiny-lower-reduce`.
    Ensures: where the target has a grid, every range is a loop of one item; the
    attributes `tiny.grid_size` and `tiny.block_size` say how many workgroups and
    items there are. Elsewhere it does nothing.
    Next: `tiny-coalesce`.

    ```
    %i = tiny.range 8 global id 0
    %l = tiny.range 4 local id 1
    %m = tiny.mul %i, %c4 : index, index
    %x = tiny.add %m, %l : index, index
    %t = tiny.store %v, %o[%x] : f32, !tiny.buffer<32xf32, global>, index
    %e = tiny.end %t over %i, %l
    tiny.sink %e
    ```
    becomes
    ```
    %i = tiny.special global 0 of 8
    %l = tiny.special local 0 of 4
    %m = tiny.mul %i, %c4 : index, index
    %x = tiny.add %m, %l : index, index
    %t = tiny.store %v, %o[%x] : f32, !tiny.buffer<32xf32, global>, index
    tiny.sink %t
    ```
  }];
  let options = [
    Option<"target", "target", "std::string", /*default=*/"\"cpu\"",
           "cpu, cpu-local or sim (see tiny-optimize)">];
}

def InsertBarriersPass : Pass<"tiny-insert-barriers", "KernelOp"> {
  let summary = "let the items of a workgroup wait where they share memory";
  let description = [{
    * Read after write: a state of `local` memory that waits for stores to
      `local` memory waits for those of all items: what it waits for goes through
      a `barrier`, unless each of these stores does already.
    * Write after read: a loop whose steps store to `local` memory that they load
      from ends each step with a `barrier`. It lies outside of the loops that the
      same `end` closes and that store nothing anew.

    Loads of `local` memory that no `after` orders need a `barrier` of the
    program, and so does a store to what was loaded before in the same step.
    `-disable` leaves one of the rules out, for tests of what finds races.

    Expects: stage P after `tiny-map-gpu-dims`, whose ranges are loops of an item.
    Ensures: what one item stores to `local` memory is there when another loads
    it, if the kernel says that it loads it later.
    Next: `tiny-order`, which makes one barrier of two that may be one.

    ```
    %t = tiny.store %v, %s[%l] : f32, !tiny.buffer<4xf32, local>, index
    %u = tiny.after %s, %t : !tiny.buffer<4xf32, local>, !tiny.token
    ```
    becomes
    ```
    %t = tiny.store %v, %s[%l] : f32, !tiny.buffer<4xf32, local>, index
    %b = tiny.barrier %t
    %u = tiny.after %s, %b : !tiny.buffer<4xf32, local>, !tiny.token
    ```
  }];
  let options = [
    Option<"disable", "disable", "std::string", /*default=*/"\"\"",
           "read-after-write or write-after-read">];
}

#endif // TINY_TRANSFORMS_WORKGROUPPASSES_TD
