// RUN: tiny-opt %s --pass-pipeline='builtin.module(tiny.function(tiny-fold))' | FileCheck %s

// A binding is no part of what is compiled.

// CHECK-LABEL: @bind
// CHECK: %[[N:.+]] = tiny.variable "n" [1, 8]
// CHECK-NOT: tiny.bind
// CHECK: tiny.expand %{{.+}} [%[[N]]]
tiny.function @bind(%o: !tiny.buffer<8xf32, global>) {
  %n = tiny.variable "n" [1, 8]
  %b = tiny.bind %n to 3
  %c = tiny.const 1.0 : f32
  %e = tiny.expand %c [%b] : f32
  %t = tiny.store %e, %o : tensor<?xf32>, !tiny.buffer<8xf32, global>
  tiny.sink %t
}

// Equal types are no equal shapes: the sizes must be the same values.

// CHECK-LABEL: @reshape
// CHECK: tiny.reshape %{{.+}} [%{{.+}}, %{{.+}}] : tensor<?x?xf32>
// CHECK-NOT: tiny.reshape
tiny.function @reshape(%b: !tiny.buffer<8x8xf32, global>, %o: !tiny.buffer<8x8xf32, global>) {
  %n = tiny.variable "n" [1, 8]
  %m = tiny.variable "m" [1, 8]
  %x = tiny.load %b : !tiny.buffer<8x8xf32, global>
  %s = tiny.shrink %x offsets [0, 0] sizes [%n, %m] : tensor<8x8xf32>
  %r = tiny.reshape %s [%m, %n] : tensor<?x?xf32>
  %q = tiny.reshape %r [%m, %n] : tensor<?x?xf32>
  %t = tiny.store %q, %o : tensor<?x?xf32>, !tiny.buffer<8x8xf32, global>
  tiny.sink %t
}

// Offsets that are numbers add up, whatever the sizes are.

// CHECK-LABEL: @shrink
// CHECK: tiny.shrink %{{.+}} offsets [3] sizes [%{{.+}}] : tensor<16xf32>
// CHECK-NOT: tiny.shrink
tiny.function @shrink(%b: !tiny.buffer<16xf32, global>, %o: !tiny.buffer<8xf32, global>) {
  %n = tiny.variable "n" [1, 8]
  %x = tiny.load %b : !tiny.buffer<16xf32, global>
  %s = tiny.shrink %x offsets [1] sizes [14] : tensor<16xf32>
  %q = tiny.shrink %s offsets [2] sizes [%n] : tensor<14xf32>
  %t = tiny.store %q, %o : tensor<?xf32>, !tiny.buffer<8xf32, global>
  tiny.sink %t
}
