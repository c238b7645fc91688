// RUN: tiny-opt %s --tiny-schedule-pipeline --tiny-simplify | FileCheck %s

// The lower triangle: coordinates are compared in place, no loop counts them and no
// memory holds them, and the choice is the mask of the load.

//     CHECK: tiny.kernel @E_4_4(%arg0: {{.+}}, %arg1: !tiny.buffer<4x4xf32, global>)
// CHECK-NOT:   reduce
// CHECK-NOT:   tiny.iota
// CHECK-DAG:   %[[I:.+]] = tiny.range 4 weak id 0
// CHECK-DAG:   %[[J:.+]] = tiny.range 4 weak id 1
// CHECK-DAG:   %[[START:.+]] = tiny.mul %[[I]], %{{.+}}
// CHECK-DAG:   %[[X:.+]] = tiny.add %[[START]], %[[J]]
// CHECK-DAG:   %[[C1:.+]] = tiny.const 1 : index
// CHECK-DAG:   %[[END:.+]] = tiny.add %[[I]], %[[C1]]
// CHECK-DAG:   %[[BELOW:.+]] = tiny.cmplt %[[J]], %[[END]]
//     CHECK:   %[[V:.+]] = tiny.load %arg1[%[[X]]] mask %[[BELOW]]
//     CHECK:   tiny.store %[[V]], %arg0[%[[X]]] : f32
tiny.function @tril(%o: !tiny.buffer<4x4xf32, global>, %a: !tiny.buffer<4x4xf32, global>) {
  %c0 = tiny.const 0 : index
  %c1 = tiny.const 1 : index
  %x = tiny.load %a : !tiny.buffer<4x4xf32, global>
  %i = tiny.iota 0 : tensor<4x1xindex>
  %j = tiny.iota 1 : tensor<1x4xindex>
  %n = tiny.add %i, %c1 : tensor<4x1xindex>, index
  %k = tiny.cmplt %j, %n : tensor<1x4xindex>, tensor<4x1xindex>
  %y = tiny.where %k, %x, %c0 : tensor<4x4xi1>, tensor<4x4xf32>, index
  %t = tiny.store %y, %o : tensor<4x4xf32>, !tiny.buffer<4x4xf32, global>
  tiny.sink %t
}
