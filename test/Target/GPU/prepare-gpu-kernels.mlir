// RUN: tiny-opt %s --pass-pipeline='builtin.module(gpu.module(tiny-prepare-gpu-kernels))' | FileCheck %s
// RUN: tiny-opt %s --pass-pipeline='builtin.module(gpu.module(tiny-prepare-gpu-kernels{index-bits=64}))' | FileCheck %s --check-prefix=WIDE

!global = memref<1024xf32, #gpu.address_space<global>>
!large = memref<4294967296xf32, #gpu.address_space<global>>
!shared = memref<64xf32, #gpu.address_space<workgroup>>

// What nothing stores to is read-only. An atomic stores, and so may whoever gets
// hold of the address.

// CHECK: gpu.module @arguments attributes {dlti.dl_spec = #dlti.dl_spec<index = 32 : i32>}
// CHECK-LABEL: gpu.func @arguments(
//  CHECK-SAME:   {llvm.align = 16 : i64, llvm.noalias, llvm.readonly}
//  CHECK-SAME:   {llvm.align = 16 : i64, llvm.noalias}
//   CHECK-NOT:   readonly
//  CHECK-SAME:   workgroup({{.*}} {llvm.align = 16 : i64})
// WIDE: gpu.module @arguments attributes {dlti.dl_spec = #dlti.dl_spec<index = 64 : i32>}
gpu.module @arguments {
  gpu.func @arguments(%a: !global, %b: !global, %c: !global)
      workgroup(%s: !shared)
      kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %i = gpu.thread_id x
    %x = memref.load %a[%i] : !global
    %v = vector.load %a[%i] : !global, vector<4xf32>
    vector.store %v, %b[%i] : !global, vector<4xf32>
    memref.store %x, %s[%i] : !shared
    %0 = memref.atomic_rmw addf %x, %c[%i] : (f32, !global) -> f32
    gpu.return
  }
}

// A variable has 64 bits, and so has an index that depends on it.

// CHECK: gpu.module @variables attributes {dlti.dl_spec = #dlti.dl_spec<index = 64 : i32>}
// CHECK-LABEL: gpu.func @variables(
//  CHECK-SAME:   , %[[N:[a-z0-9]+]]: i64)
//       CHECK:   %[[INDEX:.+]] = arith.index_cast %[[N]] : i64 to index
//       CHECK:   memref.store %{{.*}}, %{{.*}}[%[[INDEX]]]
gpu.module @variables {
  gpu.func @variables(%a: !global, %n: index)
      kernel attributes {tiny.variables = ["n"]} {
    %x = arith.constant 1.0 : f32
    memref.store %x, %a[%n] : !global
    gpu.return
  }
}

// Loops have bounds. A product that may not fit makes all indices wide.

// CHECK: gpu.module @loops attributes {dlti.dl_spec = #dlti.dl_spec<index = 32 : i32>}
gpu.module @loops {
  gpu.func @loops(%a: !global)
      kernel attributes {known_grid_size = array<i32: 4, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c64 = arith.constant 64 : index
    %c256 = arith.constant 256 : index
    %x = arith.constant 1.0 : f32
    %block = gpu.block_id x
    %first = arith.muli %block, %c256 : index
    scf.for %i = %c0 to %c256 step %c64 {
      %at = arith.addi %first, %i : index
      memref.store %x, %a[%at] : !global
    }
    gpu.return
  }
}

// CHECK: gpu.module @products attributes {dlti.dl_spec = #dlti.dl_spec<index = 64 : i32>}
gpu.module @products {
  gpu.func @products(%a: !large)
      kernel attributes {known_grid_size = array<i32: 65536, 1, 1>} {
    %c65536 = arith.constant 65536 : index
    %x = arith.constant 1.0 : f32
    %block = gpu.block_id x
    %at = arith.muli %block, %c65536 : index
    memref.store %x, %a[%at] : !large
    gpu.return
  }
}

// The address of shared memory always fits.

// CHECK: gpu.module @addresses attributes {dlti.dl_spec = #dlti.dl_spec<index = 32 : i32>}
gpu.module @addresses {
  gpu.func @addresses() workgroup(%s: !shared) kernel {
    %0 = memref.extract_aligned_pointer_as_index %s : !shared -> index
    %1 = arith.index_cast %0 : index to i32
    gpu.return
  }
}
