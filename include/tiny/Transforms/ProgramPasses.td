//===- ProgramPasses.td - From ranges to a program ---------*- tablegen -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef TINY_TRANSFORMS_PROGRAMPASSES_TD
#define TINY_TRANSFORMS_PROGRAMPASSES_TD

include "mlir/Pass/PassBase.td"

def UnrollRegistersPass : Pass<"tiny-unroll-registers", "KernelOp"> {
  let summary = "unroll the ranges that choose a register";
  let description = [{
    Registers have no addresses: on a target that cannot take the number of a
    register from another register, a buffer of registers that is indexed in a
    loop ends in memory. There, each range that occurs in the index of an access
    to a `reg` buffer becomes an `unroll` range, so that after `tiny-expand` the
    index is a constant. A loop of a workgroup, of the grid or of threads in such
    an index is an error, and so is a value that is loaded.

    Expects: a kernel before `tiny-expand`.
    Ensures: where the target has no dynamic register index, only `upcast` and
    `unroll` ranges are in indices of `reg` buffers.
    Next: `tiny-expand`.

    ```
    %acc = tiny.buffer 0 : !tiny.buffer<4xf32, reg>
    %j = tiny.range 4 loop id 1
    %t = tiny.store %v, %acc[%j] : f32, !tiny.buffer<4xf32, reg>, index
    %e = tiny.end %t over %j
    ```
    becomes
    ```
    %acc = tiny.buffer 0 : !tiny.buffer<4xf32, reg>
    %j = tiny.range 4 unroll id 1
    %t = tiny.store %v, %acc[%j] : f32, !tiny.buffer<4xf32, reg>, index
    %e = tiny.end %t over %j
    ```
  }];
  let options = [
    Option<"target", "target", "std::string", /*default=*/"\"cpu\"",
           "cpu, cpu-local or sim (see tiny-optimize)">];
}

def ExpandPass : Pass<"tiny-expand", "KernelOp"> {
  let summary = "make dimensions of vectors of upcast and unroll ranges";
  let description = [{
    The expanded ranges, in ascending order of their ids, are the dimensions of
    the vectors of a kernel. A value that depends on some of them is a vector
    with their extents in those dimensions and size one in the others; other
    values stay scalars. The last dimension are the lanes.

    An index that is linear in the ranges is a scalar base and a stride for each
    dimension; any other is a vector of indices. Used as data or in a mask, a
    range is an `iota`. An expanded range that a `reduce` closes becomes one of
    its axes, along which a source that does not depend on it is repeated.

    Expects: simplified indices (`tiny-simplify`), as `tiny-optimize` leaves
    them.
    Ensures: no range is `upcast` or `unroll`.
    Next: `tiny-lower-reduce`.

    ```mlir
    tiny.kernel @before(%o: !tiny.buffer<16xf32, global>,
                        %a: !tiny.buffer<16xf32, global>) {
      %c4 = tiny.const 4 : index
      %i = tiny.range 4 weak id 0
      %u = tiny.range 4 upcast id 1
      %m = tiny.mul %i, %c4 : index, index
      %x = tiny.add %m, %u : index, index
      %v = tiny.load %a[%x] : !tiny.buffer<16xf32, global>, index
      %w = tiny.neg %v : f32
      %t = tiny.store %w, %o[%x] : f32, !tiny.buffer<16xf32, global>, index
      %e = tiny.end %t over %i, %u
      tiny.sink %e
    }
    tiny.kernel @after(%o: !tiny.buffer<16xf32, global>,
                       %a: !tiny.buffer<16xf32, global>) {
      %c4 = tiny.const 4 : index
      %i = tiny.range 4 weak id 0
      %m = tiny.mul %i, %c4 : index, index
      %v = tiny.load %a[%m] lanes [4] strides [1]
        : !tiny.buffer<16xf32, global>, index
      %w = tiny.neg %v : vector<4xf32>
      %t = tiny.store %w, %o[%m] strides [1]
        : vector<4xf32>, !tiny.buffer<16xf32, global>, index
      %e = tiny.end %t over %i
      tiny.sink %e
    }
    ```
  }];
}

def LowerReducePass : Pass<"tiny-lower-reduce", "KernelOp"> {
  let summary = "make reductions over ranges loops with an accumulator";
  let description = [{
    Each `reduce` over ranges becomes a `reg` buffer with the shape of its
    source, set to the identity inside the outer ranges and combined with the
    source inside the loop. What the `reduce` does along axes happens once, after
    the loop.

    A `reduce` over `group_reduce` ranges becomes two: one over its other ranges,
    whose result each item of the workgroup stores to a place of its own in a
    `local` buffer, and one over new `reduce` ranges of what is there.

    Reductions and `end`s that close the same ranges inside the same outer
    ranges, and do not depend on each other, share one loop. A range that two
    loops would close is cloned for the second, with what depends on it.

    Expects: a kernel without `upcast` and `unroll` ranges (`tiny-expand`).
    Ensures: each range is closed by one `end`; no `reduce` has ranges.
    Next: `tiny-coalesce`.

    ```mlir
    tiny.kernel @before(%o: !tiny.buffer<f32, global>,
                        %a: !tiny.buffer<64xf32, global>) {
      %c0 = tiny.const 0 : index
      %r = tiny.range 64 reduce id 0
      %v = tiny.load %a[%r] : !tiny.buffer<64xf32, global>, index
      %s = tiny.reduce add %v over %r : f32
      %t = tiny.store %s, %o[%c0] : f32, !tiny.buffer<f32, global>, index
      tiny.sink %t
    }
    tiny.kernel @after(%o: !tiny.buffer<f32, global>,
                       %a: !tiny.buffer<64xf32, global>) {
      %c0 = tiny.const 0 : index
      %r = tiny.range 64 reduce id 0
      %v = tiny.load %a[%r] : !tiny.buffer<64xf32, global>, index
      %zero = tiny.const 0.0 : f32
      %acc = tiny.buffer 0 : !tiny.buffer<f32, reg>
      %init = tiny.store %zero, %acc[%c0] : f32, !tiny.buffer<f32, reg>, index
      %acc1 = tiny.after %acc, %init, %r
        : !tiny.buffer<f32, reg>, !tiny.token, index
      %old = tiny.load %acc1[%c0] : !tiny.buffer<f32, reg>, index
      %new = tiny.add %old, %v : f32, f32
      %set = tiny.store %new, %acc1[%c0] : f32, !tiny.buffer<f32, reg>, index
      %end = tiny.end %set over %r
      %acc2 = tiny.after %acc, %end : !tiny.buffer<f32, reg>, !tiny.token
      %s = tiny.load %acc2[%c0] : !tiny.buffer<f32, reg>, index
      %t = tiny.store %s, %o[%c0] : f32, !tiny.buffer<f32, global>, index
      tiny.sink %t
    }
    ```
  }];
}

def CoalescePass : Pass<"tiny-coalesce", "KernelOp"> {
  let summary = "make one access of neighbouring ones";
  let description = [{
    Accesses are compared as a state of a buffer, a mask, and an index split into
    a root and a constant.

    * A dimension is merged with the lanes where no op tells them apart: both
      are contiguous in every access, and reduced together.
    * Of equal loads of one state one is left.
    * Scalar stores on one state that the same `group` or `sink` takes become
      vector stores, where they are neighbours: as many lanes as there are, a
      power of two, and no more than `vector-bytes` hold.
    * A `stack` to a vector of scalar loads of neighbours becomes a vector load.

    Registers are left alone: their accesses become values. So are the lanes that
    `tiny-devectorize` loads one by one because of their stride: it comes later.

    Expects: no `reduce` over ranges (`tiny-lower-reduce`).
    Next: `tiny-devectorize`.

    ```mlir
    tiny.kernel @before(%o: !tiny.buffer<2xf32, global>,
                        %a: !tiny.buffer<2xf32, global>) {
      %c0 = tiny.const 0 : index
      %c1 = tiny.const 1 : index
      %x = tiny.load %a[%c0] : !tiny.buffer<2xf32, global>, index
      %y = tiny.load %a[%c1] : !tiny.buffer<2xf32, global>, index
      %t = tiny.store %x, %o[%c0] : f32, !tiny.buffer<2xf32, global>, index
      %u = tiny.store %y, %o[%c1] : f32, !tiny.buffer<2xf32, global>, index
      tiny.sink %t, %u
    }
    tiny.kernel @after(%o: !tiny.buffer<2xf32, global>,
                       %a: !tiny.buffer<2xf32, global>) {
      %c0 = tiny.const 0 : index
      %v = tiny.load %a[%c0] lanes [2] strides [1]
        : !tiny.buffer<2xf32, global>, index
      %t = tiny.store %v, %o[%c0] strides [1]
        : vector<2xf32>, !tiny.buffer<2xf32, global>, index
      tiny.sink %t
    }
    ```
  }];
  let options = [Option<"vectorBytes", "vector-bytes", "int64_t",
                        /*default=*/"32", "The bytes in a vector register.">];
}

def DevectorizePass : Pass<"tiny-devectorize", "KernelOp"> {
  let summary = "leave only scalars and vectors of one dimension";
  let description = [{
    A vector of several dimensions becomes one value for each index of the
    dimensions before the last: a row. A row of one lane is a scalar.

    A row whose lanes are neighbours in memory, or lie apart by a stride and have
    no mask, is one vector access (but for integers of 64 bits that lie apart,
    which may have to become words); any other is a scalar access per lane,
    loads being joined by `stack`. Rows are reduced pairwise as a balanced tree, then
    the lanes of the last one:
    `reduce` along axis 0 and `reshape` to a scalar. One lane of a vector is
    taken by `shrink` to one lane and `reshape` to a scalar.

    Expects: no `reduce` over ranges (`tiny-lower-reduce`).
    Ensures: only scalars and vectors of one dimension with two or more lanes,
    but for the operand of such a `reshape`; every access is scalar or has one
    lane dimension, of stride 1 or without a mask.
    Next: `tiny-order`.

    ```mlir
    tiny.kernel @before(%o: !tiny.buffer<16xf32, global>,
                        %a: !tiny.buffer<16xf32, global>) {
      %c0 = tiny.const 0 : index
      %v = tiny.load %a[%c0] lanes [2, 8] strides [8, 1]
        : !tiny.buffer<16xf32, global>, index
      %w = tiny.neg %v : vector<2x8xf32>
      %t = tiny.store %w, %o[%c0] strides [8, 1]
        : vector<2x8xf32>, !tiny.buffer<16xf32, global>, index
      tiny.sink %t
    }
    tiny.kernel @after(%o: !tiny.buffer<16xf32, global>,
                       %a: !tiny.buffer<16xf32, global>) {
      %c0 = tiny.const 0 : index
      %c8 = tiny.const 8 : index
      %v0 = tiny.load %a[%c0] lanes [8] strides [1]
        : !tiny.buffer<16xf32, global>, index
      %v1 = tiny.load %a[%c8] lanes [8] strides [1]
        : !tiny.buffer<16xf32, global>, index
      %w0 = tiny.neg %v0 : vector<8xf32>
      %w1 = tiny.neg %v1 : vector<8xf32>
      %t0 = tiny.store %w0, %o[%c0] strides [1]
        : vector<8xf32>, !tiny.buffer<16xf32, global>, index
      %t1 = tiny.store %w1, %o[%c8] strides [1]
        : vector<8xf32>, !tiny.buffer<16xf32, global>, index
      %t = tiny.group %t0, %t1
      tiny.sink %t
    }
    ```
  }];
}

def OrderPass : Pass<"tiny-order", "KernelOp"> {
  let summary = "put the ops of a kernel in the order of execution";
  let description = [{
    Expects: a kernel whose reductions are lowered: `reduce` has no ranges, and
      one `end` closes each range.
    Ensures: no dead op is left, and the block is in an order of execution. What
      stands between a `range` and the `end` that closes it is the body of a
      loop, and loops nest; an `end` of several ranges ends all their loops. An
      op stands in the outermost loop that its operands allow. All loads of a
      state run before the stores on it; where that can't be, it is an error.
    Next:    `convert-tiny-to-structured`.

    ```mlir
    tiny.kernel @before(%a: !tiny.buffer<4xf32, global>,
                        %o: !tiny.buffer<4xf32, global>) {
      %i = tiny.range 4 weak id 0
      %z = tiny.const 0 : index
      %v = tiny.load %a[%i] : !tiny.buffer<4xf32, global>, index
      %w = tiny.load %a[%z] : !tiny.buffer<4xf32, global>, index
      %s = tiny.add %v, %w : f32, f32
      %t = tiny.store %s, %o[%i] : f32, !tiny.buffer<4xf32, global>, index
      %e = tiny.end %t over %i
      tiny.sink %e
    }
    tiny.kernel @after(%a: !tiny.buffer<4xf32, global>,
                       %o: !tiny.buffer<4xf32, global>) {
      %z = tiny.const 0 : index
      %w = tiny.load %a[%z] : !tiny.buffer<4xf32, global>, index
      %i = tiny.range 4 weak id 0
      %v = tiny.load %a[%i] : !tiny.buffer<4xf32, global>, index
      %s = tiny.add %v, %w : f32, f32
      %t = tiny.store %s, %o[%i] : f32, !tiny.buffer<4xf32, global>, index
      %e = tiny.end %t over %i
      tiny.sink %e
    }
    ```
  }];
}

def VerifyProgramPass : Pass<"tiny-verify-program", "KernelOp"> {
  let summary = "check the contract of an ordered kernel";
  let description = [{
    Expects: a `tiny.kernel` after `tiny-order`.
    Ensures:
    * P1: there are only constants, buffers, iotas, indexed loads and stores,
      elementwise ops, ranges, ends, `special`, `after`, `group`, `barrier`, and
      on vectors reductions along axes, reshapes, shrinks, expands and stacks.
    * P2: values are scalars or vectors of rank one, and not weak floats.
    * P3: a buffer that is no argument is a `reg` or `local` buffer.
    * P4: an access has a scalar index. The lanes of a vector access are
      neighbours or, where it has no mask, lie apart by a stride.
    * P5: loops nest: an `end` closes the ranges that were opened last.
    * P6: no value of a loop but the token of its `end` is used after it.
    * P7: no load of a state comes after a store on it.
    * P8: a `reduce` has no ranges, and its source is a vector.
    * P9: the axis of a range is `weak`, `loop`, `global`, `local`,
      `group_reduce`, `reduce` or `thread`.
    * P10: at most one range is a `thread`. It is in no other loop, and all
      stores to global buffers are inside of it.
    * P11: `special`s and `barrier`s are in a kernel with a grid, whose ranges
      are loops of one item.
  }];
}

#endif // TINY_TRANSFORMS_PROGRAMPASSES_TD
