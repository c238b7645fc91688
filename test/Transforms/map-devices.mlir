// RUN: tiny-opt %s --split-input-file --pass-pipeline='builtin.module(tiny.function(tiny-map-devices))' | FileCheck %s

// The number of the device is given at launch; arithmetic on it stays.

// CHECK-LABEL: @block
// CHECK-NOT: tiny.range
// CHECK: %[[R:.+]] = tiny.variable "_device_num" [0, 3]
// CHECK: %[[O:.+]] = tiny.mul %[[R]], %{{.+}} : index, index
// CHECK: tiny.shrink %{{.+}} offsets [%[[O]]] sizes [2]
tiny.function @block(%a: !tiny.buffer<8xf32, global>, %o: !tiny.buffer<2xf32, global>) {
  %r = tiny.range 4 device id 0
  %c = tiny.const 2 : index
  %f = tiny.mul %r, %c : index, index
  %x = tiny.load %a : !tiny.buffer<8xf32, global>
  %s = tiny.shrink %x offsets [%f] sizes [2] : tensor<8xf32>
  %t = tiny.store %s, %o : tensor<2xf32>, !tiny.buffer<2xf32, global>
  tiny.sink %t
}

// -----

// A program of one device is left alone.

// CHECK-LABEL: @one
// CHECK-NEXT: tiny.load
// CHECK-NEXT: tiny.store
// CHECK-NEXT: tiny.sink
tiny.function @one(%a: !tiny.buffer<8xf32, global>, %o: !tiny.buffer<8xf32, global>) {
  %x = tiny.load %a : !tiny.buffer<8xf32, global>
  %t = tiny.store %x, %o : tensor<8xf32>, !tiny.buffer<8xf32, global>
  tiny.sink %t
}
