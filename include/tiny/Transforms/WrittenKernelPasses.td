//===- WrittenKernelPasses.td - Kernels that a program writes -*- tablegen -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef TINY_TRANSFORMS_WRITTENKERNELPASSES_TD
#define TINY_TRANSFORMS_WRITTENKERNELPASSES_TD

include "mlir/Pass/PassBase.td"

def PlaceCallsPass : Pass<"tiny-place-calls", "::mlir::ModuleOp"> {
  let summary = "find storage for what kernels of the program are applied to";
  let description = [{
    Expects: stage T after `tiny-fold`, with the kernels that it applies.
    Ensures: no `apply` remains. It is a `call` on states of buffers:
    * a value that is loaded from a buffer lies there already, and any other is
      stored to a temporary first;
    * what the kernel stores to is a buffer of its own: the one that the result
      is stored to if there is one, else a temporary. The value is stored there
      first. A value that is loaded from that very buffer, or from a temporary
      that nobody else reads, is overwritten in place, unless something that
      waits for the call reads it.
    Next: `tiny-split-reduce`.

    ```
    %x = tiny.load %a : <4xf32, global>
    %y = tiny.add %x, %x : tensor<4xf32>, tensor<4xf32>
    %c = tiny.apply @k(%y) : tensor<4xf32>
    %z = tiny.applied %y by %c : tensor<4xf32>
    %s = tiny.store %z, %o : tensor<4xf32>, <4xf32, global>
    ```
    becomes
    ```
    %x = tiny.load %a : <4xf32, global>
    %y = tiny.add %x, %x : tensor<4xf32>, tensor<4xf32>
    %t = tiny.store %y, %o : tensor<4xf32>, <4xf32, global>
    %o1 = tiny.after %o, %t : <4xf32, global>, !tiny.token
    %s = tiny.call @k(%o1) : <4xf32, global>
    ```
  }];
}

def ResolveViewsPass : Pass<"tiny-resolve-views", "KernelOp"> {
  let summary = "write the accesses of a kernel as loads and stores at an index";
  let description = [{
    Expects: a kernel as a program writes it: scalars and tensors, ranges, and
    loads and stores of whole views, which `index`, `reshape`, `permute` and
    `shrink` make of buffers.
    Ensures: stage P. Everything is a scalar, every access has an index of its
    buffer, and a mask where the place or the value is not `valid`. No value is
    weak, apart from index arithmetic. A store of a tensor is in ranges over its
    axes: `upcast` if the tile is small, else `loop`. Memory of bools is bytes.
    A kernel that has memory of its own, several `end`s, ranges of a chosen type
    or a bound that depends on another range gets the opts `none`, unless it says
    which.
    It costs nothing where nothing is to be done.
    Next: `tiny-lower-barriers`.

    ```
    %p = tiny.index %a[%i, %j] : <4x8xf32, global>
    %v = tiny.load %p : <f32, global>
    ```
    becomes
    ```
    %m = tiny.mul %i, %c8 : index, index
    %x = tiny.add %m, %j : index, index
    %v = tiny.load %a[%x] : <4x8xf32, global>, index
    ```
  }];
}

def LowerBarriersPass : Pass<"tiny-lower-barriers", "KernelOp"> {
  let summary = "do without workgroups where the target has none";
  let description = [{
    Expects: stage P.
    Ensures: on a target without a grid, whose items run one after another,
    there is no `barrier` and no `warp` range. It is an error if the items of a
    workgroup wait for each other there, or share `local` memory.
    Next: `tiny-simplify`.

    ```
    %b = tiny.barrier %t
    ```
    becomes
    ```
    %b = tiny.group %t
    ```
  }];
  let options = [
    Option<"target", "target", "std::string", /*default=*/"\"cpu\"",
           "cpu, cpu-local or sim (see tiny-optimize)">];
}

#endif // TINY_TRANSFORMS_WRITTENKERNELPASSES_TD
