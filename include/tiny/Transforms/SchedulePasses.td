//===- SchedulePasses.td - From tensors to kernels ---------*- tablegen -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef TINY_TRANSFORMS_SCHEDULEPASSES_TD
#define TINY_TRANSFORMS_SCHEDULEPASSES_TD

include "mlir/Pass/PassBase.td"

def VerifyTensorPass : Pass<"tiny-verify-tensor", "FunctionOp"> {
  let summary = "check the contract of stage T";
  let description = [{
    Expects: a `tiny.function`.
    Ensures: its body computes on tensors: no range but of devices, no access
    with an index, no copy to other devices; every store writes a whole buffer.
    Calls are those of kernels that the program has written.
  }];
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
    Next: `tiny-lower-collectives`.

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
    may run; equal kernels are one; the first arguments of a kernel that it makes
    are the buffers that it writes. Calls that were there stay.
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

def VerifySchedulePass : Pass<"tiny-verify-schedule", "::mlir::ModuleOp"> {
  let summary = "check the contract of stage K";
  let description = [{
    Expects: a module after `tiny-split-kernels`.
    Ensures: the body of each `tiny.function` only has buffers, states (those of
    other instances too), tokens and calls, and no call reads a state that an earlier call has overwritten.
    Temporaries with a place lie in the arena, and no two that are in use at one
    time overlap.

    It is a pass on the module since it reads the kernels, which passes on kernels
    may change on other threads.
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

#endif // TINY_TRANSFORMS_SCHEDULEPASSES_TD
