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
    Ensures: its body computes on tensors: no range but of
    devices, no access with an index, no
    call; every store writes a whole buffer.
  }];
}

def MultiPass : Pass<"tiny-multi"> {
  let summary = "make the program of one instance of a sharded one";
  let description = [{
    Expects: stage T, or a kernel of stage P, that computes on whole values and
    buffers, some of them joined by `tiny.unshard`.
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
      buffers: of the shard. A store of shards to a whole buffer gathers them.
    * An index into a sharded buffer, over `local` or `warp` ranges, becomes one
      into the fragment of the instance: its block (`index - range * size`), or,
      where elements are dealt out in turn, `(index - range) / count`. It is an
      error if that may lie outside, or if two accesses of a storage differ in
      which of the two it is.

    Next: `tiny-commit-weak`.

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

def CommitWeakPass : Pass<"tiny-commit-weak", "FunctionOp"> {
  let summary = "give weak numbers a width";
  let description = [{
    Expects: stage T.
    Ensures: no value is weak, apart from what is only cast or a size: `tiny.iota`,
    and scalars made of `tiny.variable`s and constants. A weak operand has the type of the operands with a width that it meets; an op
    on weak operands only is computed in f32, or in i32 unless the bounds of its
    operands and result need i64, or in f64 if its result is cast to that.
    Next: `tiny-fold`.

    ```
    %0 = tiny.const 1 : index
    %1 = tiny.add %x, %0 : tensor<4xf32>, index
    ```
    becomes
    ```
    %0 = tiny.const 1.0 : f32
    %1 = tiny.add %x, %0 : tensor<4xf32>, f32
    ```
  }];
}

def FoldPass : Pass<"tiny-fold", "FunctionOp"> {
  let summary = "apply the identities of the ops in one walk";
  let description = [{
    Expects: stage T.
    Ensures: every op is folded (see the folders of the ops) and no op is dead.
    The frontend does not fold, so that gradients of what a program names are
    not lost.
    Next: `tiny-split-reduce`.

    ```
    %1 = tiny.reshape %0 [4, 2] : tensor<8xf32>
    %2 = tiny.reshape %1 [2, 4] : tensor<4x2xf32>
    ```
    becomes
    ```
    %2 = tiny.reshape %0 [2, 4] : tensor<8xf32>
    ```
  }];
  let statistics = [Statistic<"numFolded", "num-folded",
                              "Number of ops that became another value">];
}

def SplitReducePass : Pass<"tiny-split-reduce", "FunctionOp"> {
  let summary = "do large reductions in two kernels";
  let description = [{
    Expects: stage T without weak values, after `tiny-fold`.
    Ensures: a reduction that combines at least `threshold` elements into each
    of at most `max-outputs` results is one of several pieces, and one of the
    pieces' results, which are stored. Several threads can then work on it.

    The reduced axis of the lowest number that can be cut into 8 to `max-parts`
    pieces is; there are never more than `size` results of pieces. Each piece
    is a run of consecutive elements of the axis. An axis is left whole when no
    memory is read along it (the elements repeat), or when its coordinates are
    numbers in the computation (a choice by comparison with an `iota` becomes
    a load, which is better).
    Next: `tiny-fuse`.

    ```
    %s = tiny.reduce add %x axes [0] : tensor<1048576xf32>
    ```
    becomes
    ```
    %p = tiny.reshape %x [256, 4096] : tensor<1048576xf32>
    %q = tiny.reduce add %p axes [1] : tensor<256x4096xf32>
    %c = tiny.contiguous %q : tensor<256x1xf32>
    %w = tiny.reduce add %c axes [0] : tensor<256x1xf32>
    %s = tiny.reshape %w [1] : tensor<1x1xf32>
    ```
  }];
  let options = [
    Option<"threshold", "threshold", "int64_t", /*default=*/"32768",
           "the least number of elements per result">,
    Option<"size", "size", "int64_t", /*default=*/"int64_t(1) << 22",
           "the most results of pieces">,
    Option<"maxParts", "max-parts", "int64_t", /*default=*/"256",
           "the most pieces">,
    Option<"maxOutputs", "max-outputs", "int64_t", /*default=*/"16",
           "more results than this keep all threads busy as they are">];
  let statistics = [Statistic<"numSplit", "num-split",
                              "Number of reductions that were split">];
}

def FusePass : Pass<"tiny-fuse", "FunctionOp"> {
  let summary = "decide which values get storage of their own";
  let description = [{
    Expects: stage T without weak values.
    Ensures: every value that is computed into a buffer of its own is the
    operand of a `tiny.contiguous` or `tiny.store`; everything else is computed
    by each of its readers. A value is worth storing when readers read it at
    different places or repeat it, and computing it again is dear (see
    `FusionPlan`). What is stored to an argument that nobody loads has its
    storage there; opts of a contiguous are an attribute of the store then.
    Next: `tiny-limit-buffers`.

    ```
    %s = tiny.reduce add %x axes [1] : tensor<4x8xf32>
    %d = tiny.fdiv %x, %s : tensor<4x8xf32>, tensor<4x1xf32>
    ```
    becomes
    ```
    %s = tiny.reduce add %x axes [1] : tensor<4x8xf32>
    %c = tiny.contiguous %s : tensor<4x1xf32>
    %d = tiny.fdiv %x, %c : tensor<4x8xf32>, tensor<4x1xf32>
    ```
  }];
  let statistics = [Statistic<"numKept", "num-kept",
                              "Number of values that got storage">];
}

def LimitBuffersPass : Pass<"tiny-limit-buffers", "FunctionOp"> {
  let summary = "store parts of what reads too many buffers";
  let description = [{
    Expects: stage T after `tiny-fuse`.
    Ensures: no store or contiguous computes from more than `max-buffers` minus
    one buffers: operands that read most are given storage, from the sources
    down, and a stack of many buffers is made of stored stacks of fewer.
    Next: `tiny-resolve-hazards`.

    ```
    %s = tiny.add %x, %y : tensor<4xf32>, tensor<4xf32>
    %t = tiny.add %s, %z : tensor<4xf32>, tensor<4xf32>
    ```
    becomes, if a kernel might read two buffers only,
    ```
    %s = tiny.add %x, %y : tensor<4xf32>, tensor<4xf32>
    %c = tiny.contiguous %s : tensor<4xf32>
    %t = tiny.add %c, %z : tensor<4xf32>, tensor<4xf32>
    ```
  }];
  let options = [
    Option<"maxBuffers", "max-buffers", "int64_t", /*default=*/"0",
           "how many buffers a kernel may have, at least 4; 0 for what the "
           "target allows">];
  let statistics = [Statistic<"numStored", "num-stored",
                              "Number of values that got storage">];
}

def ResolveHazardsPass : Pass<"tiny-resolve-hazards", "FunctionOp"> {
  let summary = "copy what a store in place would destroy too early";
  let description = [{
    Expects: stage T after `tiny-limit-buffers`.
    Ensures: the kernels of the stores and contiguous values can be ordered so
    that each reads the states that it names, and a kernel that stores to a
    buffer reads that buffer only where it writes.
    Next: `tiny-rangeify`.

    ```
    %x = tiny.load %a : <4x4xf32, global>
    %p = tiny.permute %x [1, 0] : tensor<4x4xf32>
    %t = tiny.store %p, %a : tensor<4x4xf32>, <4x4xf32, global>
    ```
    becomes
    ```
    %x = tiny.load %a : <4x4xf32, global>
    %p = tiny.permute %x [1, 0] : tensor<4x4xf32>
    %c = tiny.contiguous %p : tensor<4x4xf32>
    %t = tiny.store %c, %a : tensor<4x4xf32>, <4x4xf32, global>
    ```
  }];
}

def RangeifyPass : Pass<"tiny-rangeify", "FunctionOp"> {
  let summary = "turn shapes into ranges and index expressions";
  let description = [{
    Expects: stage T without weak values.
    Ensures: no tensor and no movement op remains. Each store and contiguous is
    a scalar store inside ranges that an `end` closes; reductions run over
    ranges; every load has an index, and a mask where it would leave its buffer.
    Bools are stored as bytes.
    Next: `tiny-fuse-outputs`.

    ```
    %x = tiny.load %a : <4x8xf32, global>
    %s = tiny.reduce add %x axes [1] : tensor<4x8xf32>
    %t = tiny.store %s, %o : tensor<4x1xf32>, <4x1xf32, global>
    ```
    becomes
    ```
    %i = tiny.range 4 weak id 0
    %r = tiny.range 8 reduce id 1
    %c = tiny.const 8 : index
    %m = tiny.mul %i, %c : index, index
    %n = tiny.add %m, %r : index, index
    %x = tiny.load %a[%n] : <4x8xf32, global>, index
    %s = tiny.reduce add %x over %r : f32
    %t = tiny.store %s, %o[%i] : f32, <4x1xf32, global>, index
    %e = tiny.end %t over %i
    ```
  }];
}

def FuseOutputsPass : Pass<"tiny-fuse-outputs", "FunctionOp"> {
  let summary = "let several stores share one kernel";
  let description = [{
    Expects: functions as `tiny-rangeify` leaves them.
    Ensures: stores over ranges of equal extents share these ranges, and one
    `end`, where one reads the element that the other stores, or both load the
    same elements, or there is next to nothing to do. What is stored and read in the same iteration is read no
    more; a temporary that nobody else reads is gone. A store stays alone when
    * the other iterations read what it overwrites, or it reads what they store;
    * a third kernel must run between the two;
    * both reduce, and one of them uses what it loads for several results (two
      matmuls would fight for registers), or their reductions differ in extent;
    * the program asked for the kernel, by an explicit `contiguous` or opts;
    * the kernel would have more than `max-buffers` buffers.

    Next: `tiny-split-kernels`.

    ```
    %i = tiny.range 4 weak id 0
    %x = tiny.load %a[%i] : <4xf32, global>, index
    %t = tiny.store %x, %o[%i] : f32, <4xf32, global>, index
    %e = tiny.end %t over %i
    %o1 = tiny.after %o, %e : <4xf32, global>, !tiny.token
    %j = tiny.range 4 weak id 1
    %y = tiny.load %o1[%j] : <4xf32, global>, index
    %n = tiny.neg %y : f32
    %u = tiny.store %n, %p[%j] : f32, <4xf32, global>, index
    %f = tiny.end %u over %j
    ```
    becomes
    ```
    %i = tiny.range 4 weak id 0
    %x = tiny.load %a[%i] : <4xf32, global>, index
    %t = tiny.store %x, %o[%i] : f32, <4xf32, global>, index
    %n = tiny.neg %x : f32
    %u = tiny.store %n, %p[%i] : f32, <4xf32, global>, index
    %g = tiny.group %t, %u
    %e = tiny.end %g over %i
    ```
  }];
  let options = [
    Option<"maxBuffers", "max-buffers", "int64_t", /*default=*/"0",
           "how many buffers a kernel may have; 0 for what the target allows">];
  let statistics = [Statistic<"numFused", "num-fused",
                              "Number of stores that joined another kernel">];
}

def SplitKernelsPass : Pass<"tiny-split-kernels", "::mlir::ModuleOp"> {
  let summary = "outline kernels and order their calls";
  let description = [{
    Expects: functions as `tiny-fuse-outputs` leaves them.
    Ensures: stage K. Each function is a list of calls in an order in which they
    may run; equal kernels are one; the first arguments of a kernel are the
    buffers that it writes.
    Next: `tiny-plan-memory`.

    ```
    %t = tiny.store %v, %o[%i] : f32, <4xf32, global>, index
    %e = tiny.end %t over %i
    tiny.sink %e
    ```
    becomes
    ```
    %e = tiny.call @E_4(%o, %a) : <4xf32, global>, <4xf32, global>
    tiny.sink %e
    ```
  }];
}

def VerifySchedulePass : Pass<"tiny-verify-schedule", "FunctionOp"> {
  let summary = "check the contract of stage K";
  let description = [{
    Expects: a `tiny.function` after `tiny-split-kernels`.
    Ensures: its body only has buffers, states, tokens and calls, and no call
    reads a state that an earlier call has overwritten. Temporaries with a place
    lie in the arena, and no two that are in use at one time overlap.
  }];
}

def PlanMemoryPass : Pass<"tiny-plan-memory", "FunctionOp"> {
  let summary = "give temporaries their places in one arena";
  let description = [{
    Expects: stage K.
    Ensures: each `tiny.buffer` has a `tiny.offset` in bytes, a multiple of the
    granularity, and the function the size of the arena as `tiny.arena`, unless
    it has no temporaries. Two temporaries overlap only if the last call that
    uses one comes before the first that uses the other: a call never writes
    over what it reads. The runtime takes these places as they are.
    Next: the kernel pipeline, for each kernel.

    ```
    %a = tiny.buffer 0 : <64xf32, global>
    %b = tiny.buffer 1 : <64xf32, global>
    ```
    becomes
    ```
    %a = tiny.buffer 0 {tiny.offset = 0 : i64} : <64xf32, global>
    %b = tiny.buffer 1 {tiny.offset = 256 : i64} : <64xf32, global>
    ```
  }];
  let options = [
    Option<"reuse", "reuse", "bool", /*default=*/"true",
           "let temporaries share places over time">,
    Option<"granularity", "granularity", "int64_t", /*default=*/"256",
           "bytes that offsets are multiples of">];
}

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
      elementwise ops, ranges, ends, `after`, `group`, and on vectors reductions
      along axes, reshapes, shrinks, expands and stacks.
    * P2: values are scalars or vectors of rank one, and not weak floats.
    * P3: a buffer that is no argument is a `reg` or `local` buffer.
    * P4: an access has a scalar index, and a vector access has stride one.
    * P5: loops nest: an `end` closes the ranges that were opened last.
    * P6: no value of a loop but the token of its `end` is used after it.
    * P7: no load of a state comes after a store on it.
    * P8: a `reduce` has no ranges, and its source is a vector.
    * P9: the axis of a range is `weak`, `loop`, `global`, `local`,
      `group_reduce`, `reduce` or `thread`.
    * P10: at most one range is a `thread`. It is in no other loop, and all
      stores to global buffers are inside of it.
  }];
}

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
           "cpu, cpu-local or gpu-test (see tiny-optimize)">];
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

    A row that is contiguous in memory is one vector access; one with another
    stride, or with an index for each lane, is a scalar access per lane, loads
    being joined by `stack`. Rows are reduced pairwise as a balanced tree, then
    the lanes of the last one:
    `reduce` along axis 0 and `reshape` to a scalar. One lane of a vector is
    taken by `shrink` to one lane and `reshape` to a scalar.

    Expects: no `reduce` over ranges (`tiny-lower-reduce`).
    Ensures: only scalars and vectors of one dimension with two or more lanes,
    but for the operand of such a `reshape`; every access is scalar or has one
    lane dimension of stride 1.
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

def DecomposeMathPass : Pass<"tiny-decompose-math", "KernelOp"> {
  let summary = "express functions that the target lacks by arithmetic";
  let description = [{
    * `threefry`: 20 rounds of sums, rotations and exclusive ors on `ui32`.
    * `pow` with a whole constant exponent of at most 64, or 0.5, or their
      negatives: products by squares, or a root, and a reciprocal. Any other
      power of floats is `exp2(e * log2(|b|))` with the sign and the exceptions
      of C's `pow`: in f64 for f32 and f64, in f32 for what is narrower. Other
      powers of integers: squares chosen by the bits of the exponent.
    * `exp2`, `log2`, `sin` and `sqrt` that the target has no instruction for:
      polynomials on what is left of the operand after its exponent, or a
      multiple of pi, is taken off it by its bits. f32 and f64 are computed as
      they are, all other floats in f32. `exp2` of a product with log2(e) is the
      power of e of the other factor. Infinities, NaN, signed zeros and denormal
      numbers are as in C; no argument is too large for `sin`.

    The results are off by at most so many units in the last place, if a product
    and a sum become one instruction (all other types: 0.51, the rounding):

    | op                  | f32  | f64 |
    | ------------------- | ---- | --- |
    | `exp2`              | 0.9  | 0.9 |
    | `exp2(x * log2(e))` | 1    | 1   |
    | `log2`              | 1    | 1   |
    | `sin`               | 0.51 | 2   |
    | `sqrt`              | 0.51 | 0.6 |

    With `ops` only these are replaced.

    Expects: a kernel of stage P.
    Ensures: none of the ops above that the target lacks is left.
    Next: `tiny-order`.

    ```mlir
    tiny.kernel @before(%o: !tiny.buffer<1xf32, global>,
                        %a: !tiny.buffer<1xf32, global>) {
      %c0 = tiny.const 0 : index
      %x = tiny.load %a[%c0] : !tiny.buffer<1xf32, global>, index
      %n = tiny.const 3.0 : f32
      %p = tiny.pow %x, %n : f32, f32
      %t = tiny.store %p, %o[%c0] : f32, !tiny.buffer<1xf32, global>, index
      tiny.sink %t
    }
    tiny.kernel @after(%o: !tiny.buffer<1xf32, global>,
                       %a: !tiny.buffer<1xf32, global>) {
      %c0 = tiny.const 0 : index
      %x = tiny.load %a[%c0] : !tiny.buffer<1xf32, global>, index
      %s = tiny.mul %x, %x : f32, f32
      %p = tiny.mul %x, %s : f32, f32
      %t = tiny.store %p, %o[%c0] : f32, !tiny.buffer<1xf32, global>, index
      tiny.sink %t
    }
    ```
  }];
  let options = [ListOption<"ops", "ops", "std::string",
                            "replace only these, by their names without tiny.">,
                 Option<"target", "target", "std::string", /*default=*/"\"cpu\"",
                        "the target whose instructions count">];
  let statistics = [Statistic<"numDecomposed", "num-decomposed",
                              "Number of ops that were replaced">];
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
      nothing but zero added up, runs over that part;
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

def DecomposeDTypesPass : Pass<"tiny-decompose-dtypes", "KernelOp"> {
  let summary = "compute on types that the target lacks by means of others";
  let description = [{
    Floats of less than 32 bits are stored and moved as they are, and computed
    in f32: each op rounds its result once, to nearest even. Casts that the
    target lacks are made of integer arithmetic, denormal numbers and NaN
    included. What is finite and too large for a float of eight bits becomes the
    largest number; an infinity is NaN in a type without one. From f64 the way
    is over an f32 with an odd last bit where it is inexact, so that rounding
    twice is rounding once.

    Integers of 64 bits become two `ui32`, the lower first, and their buffers
    have twice as many elements. The bits of f64 are still read and made as
    `ui64`.

    `emulate` names types to treat as if the target had neither them nor their
    casts: `i64` and `ui64` go together.

    Expects: `tiny-decompose-math`.
    Ensures: no op computes on the floats above but casts of the target between
    them and f32, `where`, `bitcast` and movement.
    Next: `tiny-order`.

    ```mlir
    tiny.kernel @before(%a: !tiny.buffer<1xf16, global>) {
      %c0 = tiny.const 0 : index
      %x = tiny.load %a[%c0] : !tiny.buffer<1xf16, global>, index
      %y = tiny.mul %x, %x : f16, f16
      %t = tiny.store %y, %a[%c0] : f16, !tiny.buffer<1xf16, global>, index
      tiny.sink %t
    }
    tiny.kernel @after(%a: !tiny.buffer<1xf16, global>) {
      %c0 = tiny.const 0 : index
      %x = tiny.load %a[%c0] : !tiny.buffer<1xf16, global>, index
      %w = tiny.cast %x to f32 : f16
      %s = tiny.mul %w, %w : f32, f32
      %y = tiny.cast %s to f16 : f32
      %t = tiny.store %y, %a[%c0] : f16, !tiny.buffer<1xf16, global>, index
      tiny.sink %t
    }
    ```
  }];
  let options = [
    Option<"target", "target", "std::string", /*default=*/"\"cpu\"",
           "what the kernel runs on (see tiny-optimize)">,
    ListOption<"emulate", "emulate", "std::string", "do without these types">];
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
           "gpu-test">];
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

#endif // TINY_TRANSFORMS_PASSES_TD
