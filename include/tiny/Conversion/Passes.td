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
    * S1: it holds functions of `scf` (`for`, `if`), `memref` (`load`, `store`,
      `alloca`), `vector`, `arith` and `math` ops.
    * S2: the arguments are one-dimensional static memrefs, two bounds, and a
      number for each entry of `tiny.variables`, of type `index`; nothing is
      returned.
    * S3: the attribute `tiny.threads` holds a positive `i64`.
    * S4: values are floats, signless integers, `index`, vectors of rank one of
      these, and one-dimensional static memrefs.
    * S5: `tiny.variables`, if it is there, lists strings.
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

#endif // TINY_CONVERSION_PASSES_TD
