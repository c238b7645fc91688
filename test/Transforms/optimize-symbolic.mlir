// RUN: tiny-opt %s --split-input-file --pass-pipeline='builtin.module(tiny.kernel(tiny-optimize,tiny-simplify))' | FileCheck %s

// A static axis beside a symbolic one makes the lanes.

// CHECK-LABEL: @beside
// CHECK: %[[N:.+]] = tiny.variable "n"
// CHECK: tiny.range 16 limit %[[N]] weak id 0
// CHECK: tiny.range {{[0-9]+}} upcast
tiny.kernel @beside(%o: !tiny.buffer<16x32xf32, global>, %a: !tiny.buffer<16x32xf32, global>) {
  %n = tiny.variable "n" [1, 16]
  %i = tiny.range 16 limit %n weak id 0
  %j = tiny.range 32 weak id 1
  %c = tiny.const 32 : index
  %m = tiny.mul %i, %c : index, index
  %k = tiny.add %m, %j : index, index
  %x = tiny.load %a[%k] : !tiny.buffer<16x32xf32, global>, index
  %y = tiny.exp2 %x : f32
  %s = tiny.store %y, %o[%k] : f32, !tiny.buffer<16x32xf32, global>, index
  %e = tiny.end %s over %i, %j
  tiny.sink %e
}

// -----

// A symbolic axis alone: steps of a vector, the last one masked.

// CHECK-LABEL: @alone
// CHECK: %[[N:.+]] = tiny.variable "n" [0, 64]
// CHECK: %[[S:.+]] = tiny.floordiv
// CHECK: %[[I:.+]] = tiny.range {{[0-9]+}} limit %[[S]] weak id 0
// CHECK: %[[U:.+]] = tiny.range [[V:[0-9]+]] upcast
// CHECK: %[[M:.+]] = tiny.cmplt %{{.+}}, %[[N]]
// CHECK: tiny.load %{{.+}} mask %[[M]]
// CHECK: tiny.store %{{.+}} mask %[[M]]
tiny.kernel @alone(%o: !tiny.buffer<64xf32, global>, %a: !tiny.buffer<64xf32, global>) {
  %n = tiny.variable "n" [0, 64]
  %i = tiny.range 64 limit %n weak id 0
  %x = tiny.load %a[%i] : !tiny.buffer<64xf32, global>, index
  %y = tiny.exp2 %x : f32
  %s = tiny.store %y, %o[%i] : f32, !tiny.buffer<64xf32, global>, index
  %e = tiny.end %s over %i
  tiny.sink %e
}

// -----

// No mask where the size is a multiple of the vector.

// CHECK-LABEL: @multiple
// CHECK-NOT: mask
// CHECK: tiny.sink
tiny.kernel @multiple(%o: !tiny.buffer<64xf32, global>, %a: !tiny.buffer<64xf32, global>) {
  %n = tiny.variable "n" [0, 64] multiple 64
  %i = tiny.range 64 limit %n weak id 0
  %x = tiny.load %a[%i] : !tiny.buffer<64xf32, global>, index
  %s = tiny.store %x, %o[%i] : f32, !tiny.buffer<64xf32, global>, index
  %e = tiny.end %s over %i
  tiny.sink %e
}

// -----

// A reduction takes its identity behind the end.

// CHECK-LABEL: @reduce
// CHECK: %[[N:.+]] = tiny.variable "n" [0, 64]
// CHECK: %[[I:.+]] = tiny.range {{[0-9]+}} limit %{{.+}} reduce id 0
// CHECK: %[[U:.+]] = tiny.range {{[0-9]+}} unroll
// CHECK: %[[M:.+]] = tiny.cmplt %{{.+}}, %[[N]]
// CHECK: %[[X:.+]] = tiny.load %{{.+}} mask %[[M]]
// CHECK: %[[W:.+]] = tiny.where %[[M]], %[[X]], %{{.+}}
// CHECK: tiny.reduce max %[[W]] over %[[I]], %[[U]]
tiny.kernel @reduce(%o: !tiny.buffer<1xf32, global>, %a: !tiny.buffer<64xf32, global>) {
  %n = tiny.variable "n" [0, 64]
  %z = tiny.const 0 : index
  %i = tiny.range 64 limit %n reduce id 0
  %x = tiny.load %a[%i] : !tiny.buffer<64xf32, global>, index
  %r = tiny.reduce max %x over %i : f32
  %s = tiny.store %r, %o[%z] : f32, !tiny.buffer<1xf32, global>, index
  tiny.sink %s
}
