// RUN: tiny-opt %s --convert-tiny-to-structured | FileCheck %s

// A kernel for a grid is a function of `gpu` in a module of its own.

// CHECK: gpu.module @reverse {
// CHECK: gpu.func @reverse(%[[A:.+]]: memref<32xf32, #gpu.address_space<global>>, %[[O:.+]]: memref<32xf32, #gpu.address_space<global>>, %[[N:.+]]: index)
// CHECK-SAME: workgroup(%[[S:.+]] : memref<8xf32, #gpu.address_space<workgroup>>)
// CHECK-SAME: kernel attributes {known_block_size = array<i32: 8, 1, 1>, known_grid_size = array<i32: 4, 1, 1>, tiny.variables = ["n"]}
// CHECK-DAG: %[[L:.+]] = gpu.thread_id x
// CHECK-DAG: %[[G:.+]] = gpu.block_id x
// CHECK: memref.store %{{.+}}, %[[S]][%[[L]]]
// CHECK: gpu.barrier
// CHECK: memref.load %[[S]]
// CHECK: memref.store %{{.+}}, %[[O]]
// CHECK: gpu.return
tiny.kernel @reverse(%a: !tiny.buffer<32xf32, global>, %o: !tiny.buffer<32xf32, global>)
    attributes {tiny.grid_size = array<i64: 4, 1, 1>, tiny.block_size = array<i64: 8, 1, 1>} {
  %c7 = tiny.const 7 : index
  %c8 = tiny.const 8 : index
  %l = tiny.special local 0 of 8
  %g = tiny.special global 0 of 4
  %n = tiny.variable "n" [0, 7]
  %s = tiny.buffer 0 : !tiny.buffer<8xf32, local>
  %m = tiny.mul %g, %c8 : index, index
  %x = tiny.add %m, %l : index, index
  %v = tiny.load %a[%x] : !tiny.buffer<32xf32, global>, index
  %t = tiny.store %v, %s[%l] : f32, !tiny.buffer<8xf32, local>, index
  %b = tiny.barrier %t
  %s1 = tiny.after %s, %b : !tiny.buffer<8xf32, local>, !tiny.token
  %r = tiny.sub %c7, %l : index, index
  %w = tiny.load %s1[%r] : !tiny.buffer<8xf32, local>, index
  %f = tiny.cast %n to f32 : index
  %y = tiny.add %w, %f : f32, f32
  %u = tiny.store %y, %o[%x] : f32, !tiny.buffer<32xf32, global>, index
  tiny.sink %u
}
