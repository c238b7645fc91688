// RUN: tiny-opt %s --pass-pipeline='builtin.module(gpu.module(convert-structured-to-nvvm))' | FileCheck %s

// An index has the width of the data layout, which is gone then.

// CHECK: gpu.module @wide {
// CHECK-LABEL: llvm.func @wide_index(
//  CHECK-SAME:   !llvm.ptr<1>
//  CHECK-SAME:   nvvm.kernel
//       CHECK:   nvvm.read.ptx.sreg.tid.x : i32
//       CHECK:   llvm.sext {{.*}} : i32 to i64
//       CHECK:   llvm.getelementptr {{.*}} : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
gpu.module @wide attributes {dlti.dl_spec = #dlti.dl_spec<index = 64>} {
  gpu.func @wide_index(%o: memref<8xf32, #gpu.address_space<global>>) kernel {
    %i = gpu.thread_id x
    %one = arith.constant 1.0 : f32
    memref.store %one, %o[%i] : memref<8xf32, #gpu.address_space<global>>
    gpu.return
  }
}

// CHECK-LABEL: llvm.func @narrow_index(
//       CHECK:   llvm.getelementptr {{.*}} : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
gpu.module @narrow attributes {dlti.dl_spec = #dlti.dl_spec<index = 32>} {
  gpu.func @narrow_index(%o: memref<8xf32, #gpu.address_space<global>>) kernel {
    %i = gpu.thread_id x
    %one = arith.constant 1.0 : f32
    memref.store %one, %o[%i] : memref<8xf32, #gpu.address_space<global>>
    gpu.return
  }
}

// Workgroup memory is a global variable, private memory lies on the stack; a known
// size of a block is required.

// CHECK-LABEL: gpu.module @memory
//       CHECK:   llvm.mlir.global internal @[[$SHARED:.+]]() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<64 x f32>
//       CHECK:   llvm.func @memory()
//  CHECK-SAME:     nvvm.reqntid = array<i32: 64, 1, 1>
//   CHECK-NOT:     maxntid
//       CHECK:   llvm.mlir.addressof @[[$SHARED]] : !llvm.ptr<3>
//       CHECK:   llvm.alloca {{.*}} x f32 {{.*}} -> !llvm.ptr
//       CHECK:   nvvm.barrier0
gpu.module @memory {
  gpu.func @memory()
      workgroup(%s: memref<64xf32, #gpu.address_space<workgroup>> {llvm.align = 16 : i64})
      kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %p = memref.alloca() : memref<4xf32, #gpu.address_space<private>>
    %i = gpu.thread_id x
    %x = memref.load %s[%i] : memref<64xf32, #gpu.address_space<workgroup>>
    memref.store %x, %p[%i] : memref<4xf32, #gpu.address_space<private>>
    gpu.barrier
    gpu.return
  }
}

// Of single precision log2 is an instruction, lane by lane; narrower types go
// through it. Whatever is left to LLVM, its backend has.

// CHECK-LABEL: llvm.func @functions(
//       CHECK:   llvm.intr.exp2({{.*}}) : (vector<2xf32>) -> vector<2xf32>
// CHECK-COUNT-2: llvm.call_intrinsic "llvm.nvvm.lg2.approx.f"{{.*}} : (f32) -> f32
//       CHECK:   llvm.fpext {{.*}} : f16 to f32
//       CHECK:   llvm.call_intrinsic "llvm.nvvm.lg2.approx.f"
//       CHECK:   llvm.fptrunc {{.*}} : f32 to f16
//       CHECK:   llvm.intr.sin({{.*}}) {fastmathFlags = #llvm.fastmath<afn>}
//       CHECK:   llvm.frem
gpu.module @functions {
  gpu.func @functions(%v: vector<2xf32>, %h: f16, %x: f32) {
    %0 = math.exp2 %v : vector<2xf32>
    %1 = math.log2 %0 : vector<2xf32>
    %2 = math.log2 %h : f16
    %3 = math.sin %x fastmath<afn> : f32
    %4 = arith.remf %x, %3 : f32
    gpu.return
  }
}

// Atomics order nothing but themselves.

// CHECK-LABEL: llvm.func @atomic(
//       CHECK:   llvm.atomicrmw fadd {{.*}} syncscope("device") monotonic
gpu.module @atomic {
  gpu.func @atomic(%o: memref<8xf32, #gpu.address_space<global>>, %x: f32) kernel {
    %i = gpu.thread_id x
    %0 = memref.atomic_rmw addf %x, %o[%i]
      : (f32, memref<8xf32, #gpu.address_space<global>>) -> f32
    gpu.return
  }
}
