// RUN: tiny-opt %s --split-input-file --tiny-serialize-workgroup | FileCheck %s
// RUN: tiny-opt %s --split-input-file --tiny-serialize-workgroup=check | FileCheck %s --check-prefix=CHECKED

// What stands between two barriers is a loop over items; numbers of items are
// computed again, other values kept in an array.

// CHECK-LABEL: func.func @reverse(
// CHECK-SAME: %[[A:.+]]: memref<8xf32>, %[[B:.+]]: index, %[[E:.+]]: index) attributes {tiny.threads = 2 : i64}
// CHECK-DAG: %[[KEPT:.+]] = memref.alloca() {{.*}}: memref<4xf32>
// CHECK-DAG: %[[S:.+]] = memref.alloca() {{.*}}: memref<4xf32>
// CHECK: scf.for %[[G:.+]] = %[[B]] to %[[E]]
// CHECK: scf.for
// CHECK: memref.load %[[A]]
// CHECK: memref.store
// CHECK: scf.for
// CHECK: memref.load
// CHECK: memref.store %{{.+}}, %[[A]]
// CHECK-NOT: gpu.
// CHECKED: func.func private @tiny_sim_access(index, index, index, index) -> index
// CHECKED-LABEL: func.func @reverse(
// CHECKED-SAME: tiny.accesses = [{buffer = 0 : i64, kind = "load"
// CHECKED-SAME: tiny.threads = 1 : i64
// CHECKED: call @tiny_sim_begin_workgroup
// CHECKED: call @tiny_sim_access
// CHECKED: call @tiny_sim_barrier
gpu.module @reverse {
  gpu.func @reverse(%a: memref<8xf32, #gpu.address_space<global>>)
      workgroup(%s: memref<4xf32, #gpu.address_space<workgroup>>)
      kernel attributes {known_block_size = array<i32: 4, 1, 1>, known_grid_size = array<i32: 2, 1, 1>} {
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %b = gpu.block_id x
    %t = gpu.thread_id x
    %first = arith.muli %b, %c4 : index
    %i = arith.addi %first, %t : index
    %v = memref.load %a[%i] : memref<8xf32, #gpu.address_space<global>>
    memref.store %v, %s[%t] : memref<4xf32, #gpu.address_space<workgroup>>
    gpu.barrier
    %r = arith.subi %c3, %t : index
    %w = memref.load %s[%r] : memref<4xf32, #gpu.address_space<workgroup>>
    %sum = arith.addf %v, %w : f32
    memref.store %sum, %a[%i] : memref<8xf32, #gpu.address_space<global>>
    gpu.return
  }
}

// -----

// A loop with a barrier inside stands around loops over items, and what it
// carries is in memory. Without one the loop is in the loop over items.

// CHECK-LABEL: func.func @steps(
// CHECK: scf.for %{{.+}} = %arg1 to %arg2
// CHECK: scf.for %{{.+}} = %c0{{.*}} to %c8
// CHECK: scf.for %{{.+}} = %c0{{.*}} to %c4
// CHECK: memref.store
gpu.module @steps {
  gpu.func @steps(%a: memref<4xf32, #gpu.address_space<global>>)
      workgroup(%s: memref<4xf32, #gpu.address_space<workgroup>>)
      kernel attributes {known_block_size = array<i32: 4, 1, 1>, known_grid_size = array<i32: 1, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %c8 = arith.constant 8 : index
    %z = arith.constant 0.0 : f32
    %t = gpu.thread_id x
    %r = arith.subi %c3, %t : index
    %sum = scf.for %k = %c0 to %c8 step %c1 iter_args(%acc = %z) -> f32 {
      memref.store %acc, %s[%t] : memref<4xf32, #gpu.address_space<workgroup>>
      gpu.barrier
      %w = memref.load %s[%r] : memref<4xf32, #gpu.address_space<workgroup>>
      %next = arith.addf %acc, %w : f32
      gpu.barrier
      scf.yield %next : f32
    }
    memref.store %sum, %a[%t] : memref<4xf32, #gpu.address_space<global>>
    gpu.return
  }
}

// -----

// A shuffle leaves what each item has in an array, and reads that of another.

// CHECK-LABEL: func.func @shuffle(
// CHECK: scf.for
// CHECK: scf.for
// CHECK: memref.store
// CHECK: scf.for
// CHECK: arith.xori
// CHECK: arith.select
gpu.module @shuffle {
  gpu.func @shuffle(%a: memref<32xf32, #gpu.address_space<global>>)
      kernel attributes {known_block_size = array<i32: 32, 1, 1>, known_grid_size = array<i32: 1, 1, 1>} {
    %c1 = arith.constant 1 : i32
    %c32 = arith.constant 32 : i32
    %t = gpu.thread_id x
    %v = memref.load %a[%t] : memref<32xf32, #gpu.address_space<global>>
    %w, %valid = gpu.shuffle xor %v, %c1, %c32 : f32
    memref.store %w, %a[%t] : memref<32xf32, #gpu.address_space<global>>
    gpu.return
  }
}
