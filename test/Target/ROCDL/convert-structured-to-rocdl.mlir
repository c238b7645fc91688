// RUN: tiny-opt %s --pass-pipeline='builtin.module(gpu.module(convert-structured-to-rocdl{chip=gfx942}))' | FileCheck %s

!global = memref<64xf32, #gpu.address_space<global>>
!shared = memref<64xf32, #gpu.address_space<workgroup>>

// Private memory is of its own address space; a known size of a workgroup is the
// only one. What threads share is workgroup memory only.

// CHECK-LABEL: gpu.module @memory
//       CHECK:   llvm.mlir.global internal @[[$SHARED:.+]]() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<64 x f32>
//       CHECK:   llvm.func @memory(
//  CHECK-SAME:     rocdl.flat_work_group_size = "128,128"
//  CHECK-SAME:     rocdl.kernel
//  CHECK-SAME:     rocdl.reqd_work_group_size = array<i32: 64, 2, 1>
//       CHECK:   llvm.mlir.addressof @[[$SHARED]] : !llvm.ptr<3>
//       CHECK:   llvm.alloca {{.*}} x f32 {{.*}} -> !llvm.ptr<5>
//       CHECK:   llvm.fence {{.*}}release {llvm.mmra = #[[LOCAL:.+]]}
//       CHECK:   rocdl.s.barrier
//       CHECK:   llvm.fence {{.*}}acquire {llvm.mmra = #[[LOCAL]]}
gpu.module @memory attributes {dlti.dl_spec = #dlti.dl_spec<index = 32>} {
  gpu.func @memory(%a: !global, %b: !global)
      workgroup(%s: !shared {llvm.align = 16 : i64})
      kernel attributes {known_block_size = array<i32: 64, 2, 1>} {
    %p = memref.alloca() : memref<4xf32, #gpu.address_space<private>>
    %i = gpu.thread_id x
    %x = memref.load %a[%i] : !global
    memref.store %x, %s[%i] : !shared
    gpu.barrier
    %y = memref.load %s[%i] : !shared
    memref.store %y, %p[%i] : memref<4xf32, #gpu.address_space<private>>
    memref.store %y, %b[%i] : !global
    gpu.return
  }
}

// A buffer that is read and stored to is memory that threads share, too.

// CHECK-LABEL: llvm.func @shared_buffer(
//       CHECK:   rocdl.barrier
gpu.module @buffers {
  gpu.func @shared_buffer(%a: !global) kernel {
    %i = gpu.thread_id x
    %x = arith.constant 1.0 : f32
    memref.store %x, %a[%i] : !global
    gpu.barrier
    %y = memref.load %a[%i] : !global
    memref.store %y, %a[%i] : !global
    gpu.return
  }
}

// Atomics order nothing but themselves, in memory of the device.

// CHECK-LABEL: llvm.func @atomic(
//       CHECK:   llvm.atomicrmw fadd {{.*}} syncscope("agent") monotonic {rocdl.ignore_denormal_mode, rocdl.no_fine_grained_memory, rocdl.no_remote_memory}
gpu.module @atomic {
  gpu.func @atomic(%o: !global, %x: f32) kernel {
    %i = gpu.thread_id x
    %0 = memref.atomic_rmw addf %x, %o[%i] : (f32, !global) -> f32
    gpu.return
  }
}

// No function of a library is called.

// CHECK-LABEL: llvm.func @functions(
//       CHECK:   llvm.intr.exp2({{.*}}) : (vector<2xf32>) -> vector<2xf32>
//       CHECK:   llvm.intr.log2({{.*}}) : (vector<2xf32>) -> vector<2xf32>
//       CHECK:   llvm.intr.sqrt({{.*}}) : (f64) -> f64
//       CHECK:   llvm.frem
gpu.module @functions {
  gpu.func @functions(%v: vector<2xf32>, %d: f64, %x: f32) {
    %0 = math.exp2 %v : vector<2xf32>
    %1 = math.log2 %0 : vector<2xf32>
    %2 = math.sqrt %d : f64
    %3 = arith.remf %x, %x : f32
    gpu.return
  }
}
