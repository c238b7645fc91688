// RUN: tiny-opt %s --tiny-schedule-pipeline --tiny-simplify | FileCheck %s

// A softmax of short rows: what the rows need is stored, one number each, and the
// exponentials are computed by each of their two readers.

//     CHECK: tiny.kernel @E_4_8(
// CHECK-DAG:   %[[I:.+]] = tiny.range 4 weak id 0
// CHECK-DAG:   %[[J:.+]] = tiny.range 8 weak id 1
// CHECK-DAG:   tiny.load %arg2[%[[I]]] : <4x1xf32
// CHECK-DAG:   tiny.load %arg3[%[[I]]] : <4x1xf32
// CHECK-DAG:   tiny.exp2
//     CHECK:   tiny.end %{{.+}} over %[[I]], %[[J]]
//     CHECK: tiny.kernel @r_4_8_8(
// CHECK-DAG:   %[[I:.+]] = tiny.range 4 weak id 0
// CHECK-DAG:   %[[P:.+]] = tiny.range 8 reduce id 1
//     CHECK:   %[[MAX:.+]] = tiny.reduce max %{{.+}} over %[[P]]
// CHECK-DAG:   tiny.store %[[MAX]], %arg0[%[[I]]]
// CHECK-DAG:   %[[Q:.+]] = tiny.range 8 reduce id 2
//     CHECK:   tiny.sub %{{.+}}, %[[MAX]]
//     CHECK:   tiny.exp2
//     CHECK:   tiny.reduce add %{{.+}} over %[[Q]]
//     CHECK:   tiny.end %{{.+}} over %[[I]]{{$}}
//     CHECK: tiny.function @softmax(
//     CHECK:   tiny.call @r_4_8_8
//     CHECK:   tiny.call @E_4_8
// CHECK-NOT:   tiny.call
//     CHECK:   tiny.sink
tiny.function @softmax(%o: !tiny.buffer<4x8xf32, global>, %a: !tiny.buffer<4x8xf32, global>) {
  %x = tiny.load %a : !tiny.buffer<4x8xf32, global>
  %m = tiny.reduce max %x axes [1] : tensor<4x8xf32>
  %d = tiny.sub %x, %m : tensor<4x8xf32>, tensor<4x1xf32>
  %c = tiny.const 1.4426950408889634 : f32
  %b = tiny.mul %d, %c : tensor<4x8xf32>, f32
  %e = tiny.exp2 %b : tensor<4x8xf32>
  %s = tiny.reduce add %e axes [1] : tensor<4x8xf32>
  %r = tiny.reciprocal %s : tensor<4x1xf32>
  %y = tiny.mul %e, %r : tensor<4x8xf32>, tensor<4x1xf32>
  %t = tiny.store %y, %o : tensor<4x8xf32>, !tiny.buffer<4x8xf32, global>
  tiny.sink %t
}
