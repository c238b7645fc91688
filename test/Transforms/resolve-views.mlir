// RUN: tiny-opt %s --split-input-file --pass-pipeline='builtin.module(tiny.kernel(tiny-resolve-views))' | FileCheck %s

// A view is an index; a weak literal has the width of what it meets.

// CHECK-LABEL: tiny.kernel @views(
// CHECK-SAME: %[[A:.+]]: !tiny.buffer<4x8xf32, global>, %[[O:.+]]: !tiny.buffer<8x4xf32, global>) {
// CHECK: %[[V:.+]] = tiny.load %[[A]][%{{.+}}] : <4x8xf32, global>, index
// CHECK: tiny.mul %[[V]], %{{.+}} : f32, f32
// CHECK: tiny.store %{{.+}}, %[[O]][%{{.+}}] : f32, <8x4xf32, global>, index
// CHECK-NOT: tiny.index
tiny.kernel @views(%a: !tiny.buffer<4x8xf32, global>, %o: !tiny.buffer<8x4xf32, global>) {
  %i = tiny.range 4 weak id 0
  %j = tiny.range 8 weak id 1
  %p = tiny.permute %o [1, 0] : !tiny.buffer<8x4xf32, global>
  %x = tiny.index %a[%i, %j] : !tiny.buffer<4x8xf32, global>
  %v = tiny.load %x : !tiny.buffer<f32, global>
  %c = tiny.const 2.0 : !tiny.weakfloat
  %w = tiny.mul %v, %c : f32, !tiny.weakfloat
  %y = tiny.index %p[%i, %j] : !tiny.buffer<4x8xf32, global>
  %t = tiny.store %w, %y : f32, !tiny.buffer<f32, global>
  %e = tiny.end %t over %i, %j
  tiny.sink %e
}

// -----

// A place that is not valid masks; so does a value.

// CHECK-LABEL: tiny.kernel @valid(
// CHECK: %[[C:.+]] = tiny.cmplt
// CHECK: tiny.load %{{.+}}[%{{.+}}] mask %[[C]]
// CHECK: tiny.store %{{.+}}, %{{.+}}[%{{.+}}] mask %[[C]]
// CHECK-NOT: tiny.valid
tiny.kernel @valid(%a: !tiny.buffer<10xf32, global>, %o: !tiny.buffer<16xf32, global>) {
  %i = tiny.range 16 weak id 0
  %n = tiny.const 10 : index
  %c = tiny.cmplt %i, %n : index, index
  %j = tiny.valid %i, %c : index, i1
  %x = tiny.index %a[%j] : !tiny.buffer<10xf32, global>
  %v = tiny.load %x : !tiny.buffer<f32, global>
  %w = tiny.valid %v, %c : f32, i1
  %y = tiny.index %o[%i] : !tiny.buffer<16xf32, global>
  %t = tiny.store %w, %y : f32, !tiny.buffer<f32, global>
  %e = tiny.end %t over %i
  tiny.sink %e
}

// -----

// A small tile becomes lanes, what is larger loops; a kernel with memory of its
// own stays as it is written.

// CHECK-LABEL: tiny.kernel @tile(
// CHECK-SAME: attributes {tiny.opts = "none"}
// CHECK: tiny.range 8 upcast
// CHECK: tiny.range 4 upcast
// CHECK: tiny.store %{{.+}}, %{{.+}}[%{{.+}}] : f32, <4x8xf32, reg>, index
// CHECK: tiny.end
// CHECK: tiny.range 1000 loop
tiny.kernel @tile(%o: !tiny.buffer<1000xf32, global>) {
  %b = tiny.buffer 0 : !tiny.buffer<4x8xf32, reg>
  %z = tiny.const 0.0 : f32
  %f = tiny.expand %z [4, 8] : f32
  %s = tiny.store %f, %b : tensor<4x8xf32>, !tiny.buffer<4x8xf32, reg>
  %b1 = tiny.after %b, %s : !tiny.buffer<4x8xf32, reg>, !tiny.token
  %k = tiny.const 3 : index
  %x = tiny.index %b1[%k, %k] : !tiny.buffer<4x8xf32, reg>
  %v = tiny.load %x : !tiny.buffer<f32, reg>
  %g = tiny.expand %v [1000] : f32
  %t = tiny.store %g, %o : tensor<1000xf32>, !tiny.buffer<1000xf32, global>
  tiny.sink %t
}

// -----

// Bools are bytes in memory.

// CHECK-LABEL: tiny.kernel @bools(
// CHECK-SAME: !tiny.buffer<4xi8, global>
// CHECK: %[[V:.+]] = tiny.load %{{.+}}[%{{.+}}] : <4xi8, global>, index
// CHECK: tiny.cast %[[V]] to i1
tiny.kernel @bools(%a: !tiny.buffer<4xi1, global>, %o: !tiny.buffer<4xi1, global>) {
  %v = tiny.load %a : !tiny.buffer<4xi1, global>
  %t = tiny.store %v, %o : tensor<4xi1>, !tiny.buffer<4xi1, global>
  tiny.sink %t
}
