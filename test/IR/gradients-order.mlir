// A gradient is a graph of ops that have gradients.

// RUN: tiny-opt %s --test-tiny-gradients=order=3 | FileCheck %s

// Every function, differentiated three times.

// CHECK-LABEL: @functions(
tiny.function @functions(%a: !tiny.buffer<4xf32, global>, %o: !tiny.buffer<4xf32, global>) {
  %x = tiny.load %a : !tiny.buffer<4xf32, global>
  %0 = tiny.exp2 %x : tensor<4xf32>
  %1 = tiny.log2 %0 : tensor<4xf32>
  %2 = tiny.sin %1 : tensor<4xf32>
  %3 = tiny.sqrt %2 : tensor<4xf32>
  %4 = tiny.reciprocal %3 : tensor<4xf32>
  %5 = tiny.fdiv %4, %x : tensor<4xf32>, tensor<4xf32>
  %6 = tiny.max %5, %x : tensor<4xf32>, tensor<4xf32>
  %t = tiny.store %6, %o : tensor<4xf32>, !tiny.buffer<4xf32, global>
  // CHECK: tiny.store
  // CHECK: tiny.store %{{.+}} : tensor<4xf32>
  tiny.sink %t
}

// Every reduction.

// CHECK-LABEL: @reductions(
tiny.function @reductions(%a: !tiny.buffer<2x3xf32, global>, %o: !tiny.buffer<f32, global>) {
  %x = tiny.load %a : !tiny.buffer<2x3xf32, global>
  %0 = tiny.mul %x, %x : tensor<2x3xf32>, tensor<2x3xf32>
  %1 = tiny.reduce mul %0 axes [1] : tensor<2x3xf32>
  %2 = tiny.mul %1, %1 : tensor<2x1xf32>, tensor<2x1xf32>
  %3 = tiny.reduce max %2 axes [0] : tensor<2x1xf32>
  %4 = tiny.reduce add %3 axes [0, 1] : tensor<1x1xf32>
  %5 = tiny.reshape %4 [] : tensor<1x1xf32>
  %t = tiny.store %5, %o : f32, !tiny.buffer<f32, global>
  // CHECK: tiny.store
  // CHECK: tiny.store %{{.+}} : tensor<2x3xf32>
  tiny.sink %t
}
