//===- RangePasses.td - The ranges of a kernel -------------*- tablegen -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef TINY_TRANSFORMS_RANGEPASSES_TD
#define TINY_TRANSFORMS_RANGEPASSES_TD

include "mlir/Pass/PassBase.td"

def SimplifyPass : Pass<"tiny-simplify", "KernelOp"> {
  let summary = "simplify a kernel, its index arithmetic above all";
  let description = [{
    Expects: stage P before `tiny-expand`.
    Ensures: every index and mask is in the simplest form that the symbolic
    engine knows, an index under the condition that its mask holds; no range has
    the extent one; a choice between a loaded value and zero is the mask of the
    load where its condition is about the index; nothing is dead or computed
    twice.
    Next: `tiny-optimize`, and once more after it.

    ```
    %q = tiny.floordiv %i, %c4 : index, index
    %m = tiny.mul %q, %c4 : index, index
    %r = tiny.floormod %i, %c4 : index, index
    %x = tiny.add %m, %r : index, index
    %v = tiny.load %a[%x] : !tiny.buffer<64xf32, global>, index
    ```
    becomes
    ```
    %v = tiny.load %a[%i] : !tiny.buffer<64xf32, global>, index
    ```
  }];
  let options = [Option<"cse", "cse", "bool", /*default=*/"true",
                        "Also merge what is computed twice.">];
}

def CollapseReducePass : Pass<"tiny-collapse-reduce", "KernelOp"> {
  let summary = "compute reductions that need no loop in closed form";
  let description = [{
    Expects: a simplified kernel of stage P.
    Ensures: no reduction runs over a range
    * that its source does not depend on: a sum is a product with the extent, a
      product a power, a maximum the source itself;
    * for which it only counts: a sum of `where(p, v, 0)`, where `v` does not
      depend on the range and `p` bounds it, is `v` times the number of values
      for which `p` holds;
    * of which a comparison with `==` takes one value `e`: the sum is the source
      at `e`, or zero where `e` is no value of the range. So a product with a
      one-hot tensor, written as a choice, is a load.

    Sums and products with what does not depend on the range are taken apart for
    this, and products of integers with bools. A float times zero may be NaN:
    such a product stays.
    Next: `tiny-split-ranges`.

    ```
    %r = tiny.range 10 reduce id 1
    %p = tiny.cmpeq %i, %r : index, index
    %v = tiny.load %a[%r] : !tiny.buffer<10xf32, global>, index
    %w = tiny.where %p, %v, %zero : i1, f32, f32
    %s = tiny.reduce add %w over %r : f32
    ```
    becomes
    ```
    %p = tiny.cmplt %i, %c10 : index, index
    %s = tiny.load %a[%i] mask %p
           : !tiny.buffer<10xf32, global>, index mask i1
    ```
  }];
  let statistics = [Statistic<"numCollapsed", "num-collapsed",
                              "Number of ranges that were reduced no more">];
}

def SplitRangesPass : Pass<"tiny-split-ranges", "KernelOp"> {
  let summary = "make ranges of the digits of a range";
  let description = [{
    Expects: a simplified kernel of stage P.
    Ensures: where an index or condition uses `r % c` or `r // c` of a `weak` or
    `reduce` range `r`, and `c` divides its extent, `r` is replaced by
    `h * c + l` with two new ranges, which what closed `r` closes instead. Several `c` of
    which each divides the next make more than two. A kernel with the attribute
    `tiny.opts` stays as it is: opts by hand name the ranges of the program. So
    does a range in which no reduction is computed, if `c` is less than 4, or a
    power of two less than 16: to shift is cheaper than a short vector.
    Next: `tiny-simplify-ranges`.

    ```
    %r = tiny.range 30 weak id 0
    %q = tiny.floordiv %r, %c5 : index, index
    %v = tiny.load %a[%q] : !tiny.buffer<6xf32, global>, index
    %t = tiny.store %v, %o[%r] : f32, !tiny.buffer<30xf32, global>, index
    %e = tiny.end %t over %r
    ```
    becomes
    ```
    %h = tiny.range 6 weak id 0
    %l = tiny.range 5 weak id 1
    %v = tiny.load %a[%h] : !tiny.buffer<6xf32, global>, index
    %m = tiny.mul %h, %c5 : index, index
    %x = tiny.add %m, %l : index, index
    %t = tiny.store %v, %o[%x] : f32, !tiny.buffer<30xf32, global>, index
    %e = tiny.end %t over %h, %l
    ```
  }];
  let statistics = [Statistic<"numSplit", "num-split",
                              "Number of ranges that became several">];
}

def SimplifyRangesPass : Pass<"tiny-simplify-ranges", "KernelOp"> {
  let summary = "merge neighbouring ranges and cut masked ones short";
  let description = [{
    Expects: a simplified kernel of stage P.
    Ensures:
    * a `weak` or `reduce` range outside of a part of which no store is made, or
      nothing but zero added up, runs over that part, which variables may place;
    * neighbouring ranges of one axis type that the same ops close, and that the
      same reductions are computed inside of, are one range, if that takes no
      more divisions in all indices together. Neighbours are those that follow
      each other in an `end`, and any two of a `reduce`; the index along the
      inner one gets no division that it did not have.
    A kernel with the attribute `tiny.opts` stays as it is.
    Next: `tiny-optimize`.

    ```
    %i = tiny.range 4 weak id 0
    %j = tiny.range 8 weak id 1
    %m = tiny.mul %i, %c8 : index, index
    %x = tiny.add %m, %j : index, index
    %v = tiny.load %a[%x] : !tiny.buffer<4x8xf32, global>, index
    %t = tiny.store %v, %o[%x] : f32, !tiny.buffer<4x8xf32, global>, index
    %e = tiny.end %t over %i, %j
    ```
    becomes
    ```
    %r = tiny.range 32 weak id 0
    %v = tiny.load %a[%r] : !tiny.buffer<4x8xf32, global>, index
    %t = tiny.store %v, %o[%r] : f32, !tiny.buffer<4x8xf32, global>, index
    %e = tiny.end %t over %r
    ```
  }];
  let statistics = [Statistic<"numShrunk", "num-shrunk",
                              "Number of ranges that became shorter">,
                    Statistic<"numMerged", "num-merged",
                              "Number of ranges that became part of another">];
}

def OptimizePass : Pass<"tiny-optimize", "KernelOp"> {
  let summary = "choose what becomes of the ranges of a kernel";
  let description = [{
    Expects: a simplified kernel of stage P whose output ranges are `weak`.
    Ensures: ranges that are to become dimensions of vectors have the axis
    `upcast` (steps of an output range) or `unroll` (steps of a reduced one);
    the one of the highest id is the dimension of the lanes. At most one range,
    the outermost of the only `end`, has the axis `thread`.
    Next: `tiny-simplify`, then `tiny-expand`.

    With `opts`, or with a list of them in the attribute `tiny.opts` of the
    kernel, exactly these are applied, in order; `none` is the empty list. An opt
    that the kernel or the target does not allow is an error.

    | opt | what it does |
    | --- | --- |
    | `upcast:A:N` | N steps, up to 16, of output axis A become an `upcast` range |
    | `unroll:A:N` | N steps, up to 32, of reduced axis A become an `unroll` range |
    | `local:A:N` | N steps of output axis A become a `local` range |
    | `group:A:N` | N steps of reduced axis A become a `group_reduce` range |
    | `grouptop:A:N` | the same, but the new range is the outer one |
    | `thread:A:N` | N parts of output axis A become the outermost range, `thread` |
    | `padto:A:N` | axis A gets the next multiple of N as extent |
    | `swap:A:B` | output loops A and B change places |
    | `nolocals` | later opts cannot use workgroups |

    Axes are numbered as they are then: by axis type (`weak` and `loop`,
    `thread` and `global`, `warp`, `local` and `group_reduce`, `upcast`,
    `reduce`, `unroll`), then by id; ranges of extent one do not count. `unroll`
    counts among `reduce` and `group_reduce` axes, `group` and `grouptop` among
    `reduce` axes. Output axes are `weak` or, where the target has a grid,
    `global`; `local` ones can be upcast, too. N = 0 is the whole axis. Apart
    from `padto`, N divides the extent.

    `local`, `group` and `grouptop` need a target with workgroups, `group` and
    `grouptop` as much shared memory as the partial results take and a reduction
    that is inside of no other. `thread` needs a target with threads and an axis
    that the only `end` closes. `padto` needs a loop, and makes it less than four
    times as long. In the new steps nothing is loaded or stored, and reductions
    take their identity.

    Without opts the shape of the kernel decides.

    ```
    %i = tiny.range 64 weak id 0
    %v = tiny.load %a[%i] : !tiny.buffer<64xf32, global>, index
    %t = tiny.store %v, %o[%i] : f32, !tiny.buffer<64xf32, global>, index
    %e = tiny.end %t over %i
    ```
    becomes
    ```
    %i = tiny.range 4 weak id 0
    %u = tiny.range 16 upcast id 1
    %c16 = tiny.const 16 : index
    %m = tiny.mul %i, %c16 : index, index
    %x = tiny.add %m, %u : index, index
    %v = tiny.load %a[%x] : !tiny.buffer<64xf32, global>, index
    %t = tiny.store %v, %o[%x] : f32, !tiny.buffer<64xf32, global>, index
    %e = tiny.end %t over %i, %u
    ```
  }];
  let options = [
    ListOption<"opts", "opts", "std::string", "apply exactly these">,
    Option<"numThreads", "num-threads", "int64_t", /*default=*/"0",
           "how many threads run kernels; 0 for what the host has">,
    Option<"noopt", "noopt", "bool", /*default=*/"false",
           "without opts, change nothing">,
    Option<"target", "target", "std::string", /*default=*/"\"cpu\"",
           "cpu, cpu-local (items of a workgroup run one after another), or "
           "sim">];
}

def PackOperandsPass : Pass<"tiny-pack-operands", "KernelOp"> {
  let summary = "copy what tiles read again to where it lies together";
  let description = [{
    An operand of the only reduction of a kernel is copied to a `reg` buffer if
    its lanes are contiguous, but neighbours along the reduction are at least
    `min-stride` bytes apart; if at least 8 iterations of the output loops read
    the same of it; and if that is at most `max-bytes`. The output loops that it
    depends on become the outermost, and the first of them the `thread` range if
    there was one. A panel of a matrix that is a factor on the right is such an
    operand.

    Expects: a kernel that `tiny-optimize` has split.
    Ensures: still that, with an `end` for the copy, which shares the ranges that
    become dimensions of vectors.
    Next: `tiny-simplify`, then `tiny-expand`.

    ```
    %i = tiny.range 16 weak id 0
    %j = tiny.range 64 weak id 1
    %k = tiny.range 512 reduce id 2
    %u = tiny.range 16 upcast id 3
    %b = tiny.load %B[%k * 1024 + %j * 16 + %u]
    ... tiny.reduce add ... over %k
    %e = tiny.end %t over %i, %j, %u
    ```
    becomes
    ```
    %p = tiny.buffer 0 : !tiny.buffer<8192xf32, reg>
    %l = tiny.range 512 weak id 4
    %c = tiny.load %B[%l * 1024 + %j * 16 + %u]
    %q = tiny.after %p, %j
    %s = tiny.store %c, %q[%l * 16 + %u]
    %d = tiny.end %s over %l, %u
    %r = tiny.after %p, %d
    %b = tiny.load %r[%k * 16 + %u]
    ... tiny.reduce add ... over %k
    %e = tiny.end %t over %j, %i, %u
    ```
  }];
  let options = [
    Option<"minStride", "min-stride", "int64_t", /*default=*/"1024",
           "the least distance in bytes along the reduction">,
    Option<"maxBytes", "max-bytes", "int64_t", /*default=*/"262144",
           "the most bytes of a copy">];
  let statistics = [Statistic<"numPacked", "num-packed",
                              "Number of operands that were copied">];
}

#endif // TINY_TRANSFORMS_RANGEPASSES_TD
