// Every element type in every kind of type comes back as it was.

// RUN: tiny-opt %s > %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: tiny-opt %t.mlir | diff %t.mlir -
// RUN: tiny-opt %s --emit-bytecode | tiny-opt | diff %t.mlir -

// CHECK-LABEL: @integers()
tiny.function @integers() {
  // CHECK-NEXT: tiny.buffer 0 : !tiny.buffer<4xi1, global>
  %0 = tiny.buffer 0 : !tiny.buffer<4xi1, global>
  // CHECK-NEXT: tiny.buffer 0 : !tiny.buffer<4xi8, global>
  %1 = tiny.buffer 0 : !tiny.buffer<4xi8, global>
  // CHECK-NEXT: tiny.buffer 0 : !tiny.buffer<4xui8, global>
  %2 = tiny.buffer 0 : !tiny.buffer<4xui8, global>
  // CHECK-NEXT: tiny.buffer 0 : !tiny.buffer<4xi16, global>
  %3 = tiny.buffer 0 : !tiny.buffer<4xi16, global>
  // CHECK-NEXT: tiny.buffer 0 : !tiny.buffer<4xui16, global>
  %4 = tiny.buffer 0 : !tiny.buffer<4xui16, global>
  // CHECK-NEXT: tiny.buffer 0 : !tiny.buffer<4xi32, global>
  %5 = tiny.buffer 0 : !tiny.buffer<4xi32, global>
  // CHECK-NEXT: tiny.buffer 0 : !tiny.buffer<4xui32, global>
  %6 = tiny.buffer 0 : !tiny.buffer<4xui32, global>
  // CHECK-NEXT: tiny.buffer 0 : !tiny.buffer<4xi64, global>
  %7 = tiny.buffer 0 : !tiny.buffer<4xi64, global>
  // CHECK-NEXT: tiny.buffer 0 : !tiny.buffer<4xui64, global>
  %8 = tiny.buffer 0 : !tiny.buffer<4xui64, global>
  tiny.sink
}

// CHECK-LABEL: @floats()
tiny.function @floats() {
  // CHECK-NEXT: tiny.buffer 0 : !tiny.buffer<4xf16, local>
  %0 = tiny.buffer 0 : !tiny.buffer<4xf16, local>
  // CHECK-NEXT: tiny.buffer 0 : !tiny.buffer<4xbf16, local>
  %1 = tiny.buffer 0 : !tiny.buffer<4xbf16, local>
  // CHECK-NEXT: tiny.buffer 0 : !tiny.buffer<4xf32, local>
  %2 = tiny.buffer 0 : !tiny.buffer<4xf32, local>
  // CHECK-NEXT: tiny.buffer 0 : !tiny.buffer<4xf64, local>
  %3 = tiny.buffer 0 : !tiny.buffer<4xf64, local>
  // CHECK-NEXT: tiny.buffer 0 : !tiny.buffer<4xf8E4M3FN, local>
  %4 = tiny.buffer 0 : !tiny.buffer<4xf8E4M3FN, local>
  // CHECK-NEXT: tiny.buffer 0 : !tiny.buffer<4xf8E5M2, local>
  %5 = tiny.buffer 0 : !tiny.buffer<4xf8E5M2, local>
  // CHECK-NEXT: tiny.buffer 0 : !tiny.buffer<4xf8E4M3FNUZ, local>
  %6 = tiny.buffer 0 : !tiny.buffer<4xf8E4M3FNUZ, local>
  // CHECK-NEXT: tiny.buffer 0 : !tiny.buffer<4xf8E5M2FNUZ, local>
  %7 = tiny.buffer 0 : !tiny.buffer<4xf8E5M2FNUZ, local>
  tiny.sink
}

// CHECK-LABEL: @buffer_shapes()
tiny.function @buffer_shapes() {
  // CHECK-NEXT: tiny.buffer 0 : !tiny.buffer<f32, reg>
  %0 = tiny.buffer 0 : !tiny.buffer<f32, reg>
  // CHECK-NEXT: tiny.buffer 0 : !tiny.buffer<0xf32, global>
  %1 = tiny.buffer 0 : !tiny.buffer<0xf32, global>
  // CHECK-NEXT: tiny.buffer 0 : !tiny.buffer<1x2x3x4x5x6xf32, global>
  %2 = tiny.buffer 0 : !tiny.buffer<1x2x3x4x5x6xf32, global>
  // CHECK-NEXT: tiny.buffer 0 : !tiny.buffer<9223372036854775807xi8, global>
  %3 = tiny.buffer 0 : !tiny.buffer<9223372036854775807xi8, global>
  tiny.sink
}

// Weak types are elements of values, not of buffers.

// CHECK-LABEL: @weak_values()
tiny.function @weak_values() {
  %c = tiny.const 1.0 : !tiny.weakfloat
  // CHECK: tiny.expand %{{.+}} [2, 3] : !tiny.weakfloat
  %0 = tiny.expand %c [2, 3] : !tiny.weakfloat
  // CHECK-NEXT: tiny.neg %{{.+}} : tensor<2x3x!tiny.weakfloat>
  %1 = tiny.neg %0 : tensor<2x3x!tiny.weakfloat>
  // CHECK-NEXT: tiny.cast %{{.+}} to bf16 : tensor<2x3x!tiny.weakfloat>
  %2 = tiny.cast %1 to bf16 : tensor<2x3x!tiny.weakfloat>
  %i = tiny.const 1 : index
  // CHECK: tiny.cast %{{.+}} to !tiny.weakfloat : index
  %3 = tiny.cast %i to !tiny.weakfloat : index
  tiny.sink
}

// The three types stand outside of the dialect's ops as well.

// CHECK-LABEL: @aliases
tiny.function @aliases(%a: !tiny.buffer<4xf32, global>) attributes {
    // CHECK-SAME: types = [!tiny.buffer<2xi1, reg>, !tiny.token, !tiny.weakfloat]
    types = [!tiny.buffer<2xi1, reg>, !tiny.token, !tiny.weakfloat]} {
  tiny.sink
}
