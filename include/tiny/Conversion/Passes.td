//===- Passes.td - Passes from tiny to upstream dialects -*- tablegen -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef TINY_CONVERSION_PASSES_TD
#define TINY_CONVERSION_PASSES_TD

include "mlir/Pass/PassBase.td"

def TinyToStructuredPass : Pass<"convert-tiny-to-structured", "ModuleOp"> {
  let summary = "turn ordered kernels into functions with loops";
  let description = [{
    Expects: a module of kernels that fulfil `tiny-verify-program`.
    Ensures: each kernel is a function of upstream dialects that fulfils
      `tiny-verify-structured`. Buffers are one-dimensional memrefs, bools in
      memory are bytes, floats of eight bits are their codes. The two
      arguments behind the buffers bound the loop of the `thread` range,
      `tiny.threads` is its extent (1 without one). The variables that the
      kernel uses are the last arguments, sorted by their labels, which
      `tiny.variables` lists. A `reg` buffer whose accesses have constant places
      is no memory but values that loops carry. No op that is built is undefined
      on any data. Sums and products of floats may be contracted.
      A kernel with `tiny.grid_size` becomes a `gpu.module` of its name with a
      `gpu.func`: its arguments are the buffers and the variables, memrefs are in
      address spaces of `gpu`, `local` buffers are attributions, and a `special`
      or `barrier` is the op of `gpu` for it.
    Next:    the lowering of a target.

    ```mlir
    tiny.kernel @before(%a: !tiny.buffer<8xf32, global>,
                        %o: !tiny.buffer<8xf32, global>) {
      %c = tiny.const 4 : index
      %i = tiny.range 2 thread id 0
      %x = tiny.mul %i, %c : index, index
      %v = tiny.load %a[%x] lanes [4] strides [1]
             : !tiny.buffer<8xf32, global>, index
      %s = tiny.add %v, %v : vector<4xf32>, vector<4xf32>
      %t = tiny.store %s, %o[%x] strides [1]
             : vector<4xf32>, !tiny.buffer<8xf32, global>, index
      %e = tiny.end %t over %i
      tiny.sink %e
    }
    ```

    becomes

    ```
    func.func @before(%a: memref<8xf32>, %o: memref<8xf32>, %begin: index,
                      %end: index) attributes {tiny.threads = 2 : i64} {
      %c1 = arith.constant 1 : index
      %c4 = arith.constant 4 : index
      scf.for %i = %begin to %end step %c1 {
        %x = arith.muli %i, %c4 : index
        %v = vector.load %a[%x] : memref<8xf32>, vector<4xf32>
        %s = arith.addf %v, %v fastmath<contract> : vector<4xf32>
        vector.store %s, %o[%x] : memref<8xf32>, vector<4xf32>
      }
      return
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::func::FuncDialect",
                           "::mlir::gpu::GPUDialect",
                           "::mlir::math::MathDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::vector::VectorDialect"];
}

def VerifyStructuredPass : Pass<"tiny-verify-structured", "ModuleOp"> {
  let summary = "check the contract of structured IR";
  let description = [{
    Expects: a module.
    Ensures:
    * S1: it holds functions of `scf` (`for`, `if`, `while`), `memref` (`load`,
      `store`, `alloca`, `atomic_rmw`), `vector`, `arith` and `math` ops, and
      calls of private functions without a body, which the runtime has.
    * S2: the arguments are one-dimensional static memrefs, two bounds, and a
      number for each entry of `tiny.variables`, of type `index`; nothing is
      returned.
    * S3: the attribute `tiny.threads` holds a positive `i64`.
    * S4: values are floats, signless integers, `index`, vectors of rank one of
      these, and one-dimensional static memrefs.
    * S5: `tiny.variables`, if it is there, lists strings.

    For targets with workgroups it holds `gpu.module`s of kernels instead. There
    S4 and S5 hold as well, memrefs have the address space of `gpu` that they
    are in, and
    * S6: a `gpu.func` is a kernel; its arguments are one-dimensional static
      memrefs in global memory, then an `index` for each of its variables. Its
      workgroup and private memory are such memrefs too.
    * S7: `known_block_size` and `known_grid_size` hold the numbers of items (at
      most 1024 together) and of workgroups. `tiny.warp_size` holds how many
      items make up a warp, a power of two; without it they are 32.
    * S8: the body is one block of the ops of S1 (no calls), `gpu.thread_id`,
      `gpu.block_id`, `gpu.barrier`, `gpu.shuffle` and `gpu.return`. Only control
      flow has regions. Memory is accessed by `load`, `store` and `atomic_rmw` of
      `memref` and by `load`, `store`, `maskedload` and `maskedstore` of `vector`.
    * S9: shuffles have a constant width of at most a warp.
  }];
}

def ConvertStructuredToLLVMPass
    : Pass<"convert-structured-to-llvm", "::mlir::ModuleOp"> {
  let summary = "structured IR to the LLVM dialect";
  let description = [{
    Expects: functions of stage S whose loops are branches (after
    `convert-scf-to-cf`): `func`, `cf`, `arith`, `math`, `index`, `vector` of
    rank one, `memref`, `ub`.
    Ensures: the LLVM dialect only; a memref argument is a bare pointer.
    Next: the translation to LLVM IR.

    ```mlir
    func.func @before(%a: memref<8xf32>, %b: index, %e: index) {
      %v = memref.load %a[%b] : memref<8xf32>
      memref.store %v, %a[%e] : memref<8xf32>
      return
    }
    // becomes
    llvm.func @after(%a: !llvm.ptr, %b: i64, %e: i64) {
      %p = llvm.getelementptr inbounds|nuw %a[%b] : (!llvm.ptr, i64) -> !llvm.ptr, f32
      %v = llvm.load %p : !llvm.ptr -> f32
      %q = llvm.getelementptr inbounds|nuw %a[%e] : (!llvm.ptr, i64) -> !llvm.ptr, f32
      llvm.store %v, %q : f32, !llvm.ptr
      llvm.return
    }
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def PrepareGPUKernelsPass
    : Pass<"tiny-prepare-gpu-kernels", "::mlir::gpu::GPUModuleOp"> {
  let summary = "say what is known of the arguments of GPU kernels";
  let description = [{
    Expects: kernels in structured IR for GPUs, whose arguments are buffers, which
    are one-dimensional static memrefs in global memory, and then variables of
    type `index`.
    Ensures: each buffer is aligned to 16 bytes, meets no other buffer, and is
    read-only where nothing stores to it; workgroup memory is aligned to 16
    bytes; each variable is an argument of 64 bits, whatever the width of `index`
    becomes. That is in the data layout of the module: 32 where every index of the
    kernels is proven to fit, else 64.
    Next: the lowering of a target.

    ```mlir
    gpu.module @before {
      gpu.func @k(%a: memref<8xf32, #gpu.address_space<global>>,
                  %o: memref<8xf32, #gpu.address_space<global>>, %n: index)
          kernel attributes {tiny.variables = ["n"]} {
        %v = memref.load %a[%n] : memref<8xf32, #gpu.address_space<global>>
        memref.store %v, %o[%n] : memref<8xf32, #gpu.address_space<global>>
        gpu.return
      }
    }
    ```

    becomes

    ```
    gpu.module @before attributes {dlti.dl_spec = #dlti.dl_spec<index = 64>} {
      gpu.func @k(%a: memref<8xf32, #gpu.address_space<global>>
                      {llvm.align = 16, llvm.noalias, llvm.readonly},
                  %o: memref<8xf32, #gpu.address_space<global>>
                      {llvm.align = 16, llvm.noalias}, %n: i64)
          kernel attributes {tiny.variables = ["n"]} {
        %i = arith.index_cast %n : i64 to index
        %v = memref.load %a[%i] : memref<8xf32, #gpu.address_space<global>>
        memref.store %v, %o[%i] : memref<8xf32, #gpu.address_space<global>>
        gpu.return
      }
    }
    ```
  }];
  let options = [
    Option<"indexBits", "index-bits", "unsigned", /*default=*/"0",
           "The width of `index`: 32, 64, or 0 to choose it for each module.">,
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::DLTIDialect",
                           "::mlir::LLVM::LLVMDialect"];
}

class ConvertKernelsPass<string name, string target>
    : Pass<"convert-structured-to-" # name, "::mlir::gpu::GPUModuleOp"> {
  let summary = "GPU kernels in structured IR to the LLVM dialect for " # target;
  code common = [{
    Expects: kernels after `tiny-prepare-gpu-kernels` whose loops are branches
    (after `convert-scf-to-cf`).
    Ensures: the LLVM dialect and that of the target only; buffers are bare
    pointers; workgroup memory is global variables of address space 3; an `index`
    has the width of the data layout. Atomics order nothing but themselves.
    Next: the translation to LLVM IR.
  }];
}

def ConvertStructuredToNVVMPass
    : ConvertKernelsPass<"nvvm", "NVIDIA's GPUs"> {
  let description = common # [{
    A function of the `math` dialect becomes instructions, or is refused: there is
    no library. `exp2` and `log2` are `ex2.approx` and `lg2.approx`; square roots
    and divisions are exact.

    ```mlir
    gpu.module @before {
      gpu.func @k(%o: memref<8xf32, #gpu.address_space<global>>) kernel {
        %i = gpu.thread_id x
        %one = arith.constant 1.0 : f32
        memref.store %one, %o[%i] : memref<8xf32, #gpu.address_space<global>>
        gpu.return
      }
    }
    ```

    becomes

    ```
    llvm.func @k(%o: !llvm.ptr<1>) attributes {gpu.kernel, nvvm.kernel} {
      %i = nvvm.read.ptx.sreg.tid.x : i32
      %one = llvm.mlir.constant(1.0 : f32) : f32
      %p = llvm.getelementptr inbounds|nuw %o[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
      llvm.store %one, %p : f32, !llvm.ptr<1>
      llvm.return
    }
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect",
                           "::mlir::NVVM::NVVMDialect"];
}

def ConvertStructuredToROCDLPass
    : ConvertKernelsPass<"rocdl", "AMD's GPUs"> {
  let description = common # [{
    A function of the `math` dialect becomes instructions, or is refused: there is
    no library. A barrier orders workgroup memory only, unless the kernel reads a
    buffer that it stores to.

    ```mlir
    gpu.module @before {
      gpu.func @k(%o: memref<8xf32, #gpu.address_space<global>>) kernel {
        %i = gpu.thread_id x
        %one = arith.constant 1.0 : f32
        memref.store %one, %o[%i] : memref<8xf32, #gpu.address_space<global>>
        gpu.return
      }
    }
    ```

    becomes

    ```
    llvm.func @k(%o: !llvm.ptr<1>) attributes {gpu.kernel, rocdl.kernel} {
      %i = rocdl.workitem.id.x : i32
      %one = llvm.mlir.constant(1.0 : f32) : f32
      %p = llvm.getelementptr inbounds|nuw %o[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
      llvm.store %one, %p : f32, !llvm.ptr<1>
      llvm.return
    }
    ```
  }];
  let options = [
    Option<"chip", "chip", "std::string", /*default=*/"\"gfx1100\"",
           "The chip, such as gfx942.">,
  ];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect",
                           "::mlir::ROCDL::ROCDLDialect",
                           "::mlir::amdgpu::AMDGPUDialect"];
}

def SerializeWorkgroupPass : Pass<"tiny-serialize-workgroup", "::mlir::ModuleOp"> {
  let summary = "run the items of a workgroup one after another";
  let description = [{
    Expects: kernels for workgroups that fulfil `tiny-verify-structured`.
    Ensures: each is a function that fulfils it too, whose bounds are those of
      the workgroups to run, x first, and whose `tiny.threads` are all of them.
      No `gpu.module` is left.
    Next:    `tiny-cpu-pipeline`.

    A loop over items runs what stands between two barriers or shuffles, the
    split points. Control flow with one inside must be the same for all items:
    it stands around such loops, and what it carries is in memory. A barrier that
    not all items reach is an error. So is memory of more than 4 MiB.

    What the items compute and need behind a split point is kept in an array
    with an element per item; what is the same for all of them, in one element;
    integers that few ops make of the numbers of an item are computed again.
    Memory of the workgroup is undefined when one begins. Private memory is
    undefined where it is allocated.

    A shuffle among the first `width` items of a warp yields what the other item
    has and true; where that one is not among them, what the item has and false.

    With `check`, one call runs all workgroups, `tiny.threads` is 1, and each
    access to memory that items share asks the runtime before it happens:
    `tiny.accesses` describes them (see `tiny/Target/SIM.h`).

    ```mlir
    gpu.module @kernels {
      gpu.func @reverse(%o: memref<64xf32, #gpu.address_space<global>>,
                        %a: memref<64xf32, #gpu.address_space<global>>)
          workgroup(%s: memref<32xf32, #gpu.address_space<workgroup>>)
          kernel attributes {known_block_size = array<i32: 32, 1, 1>,
                             known_grid_size = array<i32: 2, 1, 1>} {
        %c31 = arith.constant 31 : index
        %c32 = arith.constant 32 : index
        %b = gpu.block_id x
        %t = gpu.thread_id x
        %first = arith.muli %b, %c32 : index
        %i = arith.addi %first, %t : index
        %v = memref.load %a[%i] : memref<64xf32, #gpu.address_space<global>>
        memref.store %v, %s[%t] : memref<32xf32, #gpu.address_space<workgroup>>
        gpu.barrier
        %u = arith.subi %c31, %t : index
        %w = memref.load %s[%u] : memref<32xf32, #gpu.address_space<workgroup>>
        memref.store %w, %o[%i] : memref<64xf32, #gpu.address_space<global>>
        gpu.return
      }
    }
    ```

    becomes

    ```
    func.func @reverse(%o: memref<64xf32>, %a: memref<64xf32>, %begin: index,
                       %end: index) attributes {tiny.threads = 2 : i64} {
      %s = memref.alloca() {alignment = 64 : i64} : memref<32xf32>
      scf.for %b = %begin to %end step %c1 {
        %first = arith.muli %b, %c32 : index
        scf.for %t = %c0 to %c32 step %c1 {
          %i = arith.addi %first, %t : index
          %v = memref.load %a[%i] : memref<64xf32>
          memref.store %v, %s[%t] : memref<32xf32>
        }
        scf.for %t = %c0 to %c32 step %c1 {
          %i = arith.addi %first, %t : index
          %u = arith.subi %c31, %t : index
          %w = memref.load %s[%u] : memref<32xf32>
          memref.store %w, %o[%i] : memref<64xf32>
        }
      }
      return
    }
    ```
  }];
  let options = [Option<"check", "check", "bool", /*default=*/"false",
                        "Check accesses to memory that items share.">];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::func::FuncDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::vector::VectorDialect"];
}

#endif // TINY_CONVERSION_PASSES_TD
