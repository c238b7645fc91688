// RUN: tiny-opt %s --split-input-file --convert-tiny-to-structured --tiny-verify-structured | FileCheck %s

// Variables are the last arguments, sorted by label; a limit bounds the loop.

// CHECK-LABEL: func.func @limits(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: memref<64xf32>, %{{[a-z0-9]+}}: index, %{{[a-z0-9]+}}: index,
// CHECK-SAME:    %[[M:[a-z0-9]+]]: index, %[[N:[a-z0-9]+]]: index)
// CHECK-SAME:    tiny.variables = ["m", "n"]
// CHECK: scf.for %[[I:.+]] = %{{.+}} to %[[N]] step
// CHECK:   scf.for %{{.+}} = %{{.+}} to %[[M]] step
tiny.kernel @limits(%a: !tiny.buffer<64xf32, global>) {
  %n = tiny.variable "n" [0, 8]
  %m = tiny.variable "m" [1, 8]
  %c = tiny.const 8 : index
  %z = tiny.const 1.0 : f32
  %i = tiny.range 8 limit %n weak id 0
  %j = tiny.range 8 limit %m weak id 1
  %x = tiny.mul %i, %c : index, index
  %y = tiny.add %x, %j : index, index
  %s = tiny.store %z, %a[%y] : f32, !tiny.buffer<64xf32, global>, index
  %e = tiny.end %s over %i, %j
  tiny.sink %e
}

// -----

// A loop that may not run carries what is read behind it.

// CHECK-LABEL: func.func @none(
// CHECK: %[[ONE:.+]] = arith.constant 1.0
// CHECK: %[[R:.+]] = scf.for {{.+}} iter_args(%{{.+}} = %[[ONE]]) -> (f32)
// CHECK: memref.store %[[R]]
tiny.kernel @none(%a: !tiny.buffer<1xf32, global>) {
  %n = tiny.variable "n" [0, 8]
  %c = tiny.const 0 : index
  %one = tiny.const 1.0 : f32
  %two = tiny.const 2.0 : f32
  %r = tiny.buffer 0 : !tiny.buffer<1xf32, reg>
  %s = tiny.store %one, %r[%c] : f32, !tiny.buffer<1xf32, reg>, index
  %r1 = tiny.after %r, %s : !tiny.buffer<1xf32, reg>, !tiny.token
  %i = tiny.range 8 limit %n loop id 0
  %r2 = tiny.after %r1, %i : !tiny.buffer<1xf32, reg>, index
  %w = tiny.store %two, %r2[%c] : f32, !tiny.buffer<1xf32, reg>, index
  %e = tiny.end %w over %i
  %r3 = tiny.after %r1, %e : !tiny.buffer<1xf32, reg>, !tiny.token
  %v = tiny.load %r3[%c] : !tiny.buffer<1xf32, reg>, index
  %t = tiny.store %v, %a[%c] : f32, !tiny.buffer<1xf32, global>, index
  tiny.sink %t
}
