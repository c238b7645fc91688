// RUN: tiny-opt %s --split-input-file --tiny-schedule-pipeline | FileCheck %s

// A softmax over rows is one kernel: what a row needs is computed in its loop.

// CHECK: tiny.function @softmax
// CHECK-COUNT-1: tiny.call
// CHECK-NOT: tiny.call
// CHECK: tiny.sink
tiny.function @softmax(%a: !tiny.buffer<64x128xf32, global>, %o: !tiny.buffer<64x128xf32, global>) {
  %x = tiny.load %a : !tiny.buffer<64x128xf32, global>
  %m = tiny.reduce max %x axes [1] : tensor<64x128xf32>
  %d = tiny.sub %x, %m : tensor<64x128xf32>, tensor<64x1xf32>
  %e = tiny.exp2 %d : tensor<64x128xf32>
  %s = tiny.reduce add %e axes [1] : tensor<64x128xf32>
  %r = tiny.reciprocal %s : tensor<64x1xf32>
  %y = tiny.mul %e, %r : tensor<64x128xf32>, tensor<64x1xf32>
  %t = tiny.store %y, %o : tensor<64x128xf32>, !tiny.buffer<64x128xf32, global>
  tiny.sink %t
}

// -----

// A matmul with its bias and activation is one kernel.

// CHECK: tiny.function @layer
// CHECK-COUNT-1: tiny.call
// CHECK-NOT: tiny.call
// CHECK: tiny.sink
tiny.function @layer(%a: !tiny.buffer<8x16xf32, global>, %w: !tiny.buffer<16x32xf32, global>, %b: !tiny.buffer<32xf32, global>, %o: !tiny.buffer<8x32xf32, global>) {
  %x = tiny.load %a : !tiny.buffer<8x16xf32, global>
  %v = tiny.load %w : !tiny.buffer<16x32xf32, global>
  %c = tiny.load %b : !tiny.buffer<32xf32, global>
  %x3 = tiny.reshape %x [8, 16, 1] : tensor<8x16xf32>
  %m = tiny.mul %x3, %v : tensor<8x16x1xf32>, tensor<16x32xf32>
  %s = tiny.reduce add %m axes [1] : tensor<8x16x32xf32>
  %y = tiny.reshape %s [8, 32] : tensor<8x1x32xf32>
  %z = tiny.add %y, %c : tensor<8x32xf32>, tensor<32xf32>
  %n = tiny.const 0 : index
  %r = tiny.max %z, %n : tensor<8x32xf32>, index
  %t = tiny.store %r, %o : tensor<8x32xf32>, !tiny.buffer<8x32xf32, global>
  tiny.sink %t
}
