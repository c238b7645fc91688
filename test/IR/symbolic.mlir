// RUN: tiny-opt %s | tiny-opt | FileCheck %s
// RUN: tiny-opt %s --emit-bytecode | tiny-opt | FileCheck %s

// A variable has bounds, and may be a multiple of a number.

// CHECK-LABEL: @variables
// CHECK: %[[N:.+]] = tiny.variable "n" [1, 16]
// CHECK: tiny.variable "m" [-8, 64] multiple 8
// CHECK: tiny.bind %[[N]] to 3
tiny.function @variables() {
  %n = tiny.variable "n" [1, 16]
  %m = tiny.variable "m" [-8, 64] multiple 8
  %b = tiny.bind %n to 3
  tiny.sink
}

// Symbolic sizes and offsets are operands in the order of the lists.

// CHECK-LABEL: @movements
// CHECK: %[[N:.+]] = tiny.variable "n" [1, 4]
// CHECK: %[[O:.+]] = tiny.variable "o" [0, 4]
// CHECK: %[[S:.+]] = tiny.shrink %{{.+}} offsets [%[[O]], 0] sizes [%[[N]], 8] : tensor<8x8xf32>
// CHECK: %[[R:.+]] = tiny.reshape %[[S]] [2, %[[N]], 4] : tensor<?x8xf32>
// CHECK: %[[T:.+]] = tiny.permute %[[R]] [1, 0, 2] : tensor<2x?x4xf32>
// CHECK: tiny.pad %[[T]] low [%[[O]], 0, 0] sizes [8, 2, %[[N]]] : tensor<?x2x4xf32>
// CHECK: tiny.reduce add %[[T]] axes [0] : tensor<?x2x4xf32>
// CHECK: %[[C:.+]] = tiny.const 1.0 : f32
// CHECK: tiny.expand %[[C]] [%[[N]], 2, %[[O]]] : f32
// CHECK: tiny.iota 1 [%[[N]]] : tensor<?x2xindex>
tiny.function @movements(%b: !tiny.buffer<8x8xf32, global>) {
  %x = tiny.load %b : !tiny.buffer<8x8xf32, global>
  %n = tiny.variable "n" [1, 4]
  %o = tiny.variable "o" [0, 4]
  %s = tiny.shrink %x offsets [%o, 0] sizes [%n, 8] : tensor<8x8xf32>
  %r = tiny.reshape %s [2, %n, 4] : tensor<?x8xf32>
  %t = tiny.permute %r [1, 0, 2] : tensor<2x?x4xf32>
  %p = tiny.pad %t low [%o, 0, 0] sizes [8, 2, %n] : tensor<?x2x4xf32>
  %a = tiny.reduce add %t axes [0] : tensor<?x2x4xf32>
  %c = tiny.const 1.0 : f32
  %e = tiny.expand %c [%n, 2, %o] : f32
  %i = tiny.iota 1 [%n] : tensor<?x2xindex>
  tiny.sink
}

// What meets a symbolic size may have that size, or be broadcast.

// CHECK-LABEL: @broadcast
// CHECK: tiny.add %{{.+}}, %{{.+}} : tensor<?x8xf32>, tensor<1x8xf32>
// CHECK: tiny.store %{{.+}}, %{{.+}} : tensor<?x8xf32>, <8x8xf32, global>
tiny.function @broadcast(%b: !tiny.buffer<8x8xf32, global>, %o: !tiny.buffer<8x8xf32, global>) {
  %x = tiny.load %b : !tiny.buffer<8x8xf32, global>
  %n = tiny.variable "n" [1, 8]
  %s = tiny.shrink %x offsets [0, 0] sizes [%n, 8] : tensor<8x8xf32>
  %a = tiny.reduce add %s axes [0] : tensor<?x8xf32>
  %y = tiny.add %s, %a : tensor<?x8xf32>, tensor<1x8xf32>
  %t = tiny.store %y, %o : tensor<?x8xf32>, !tiny.buffer<8x8xf32, global>
  tiny.sink %t
}

// A range may have a limit that is known at launch.

// CHECK-LABEL: @range
// CHECK: %[[N:.+]] = tiny.variable "n" [0, 16]
// CHECK: tiny.range 16 limit %[[N]] weak id 0
// CHECK: %[[R:.+]] = tiny.range 4 loop id 1
// CHECK: tiny.range 16 limit %[[N]] reduce id 2 after %[[R]] : index
tiny.kernel @range(%a: !tiny.buffer<16xf32, global>) {
  %n = tiny.variable "n" [0, 16]
  %i = tiny.range 16 limit %n weak id 0
  %r = tiny.range 4 loop id 1
  %j = tiny.range 16 limit %n reduce id 2 after %r : index
  tiny.sink
}
