// RUN: tiny-opt %s --tiny-schedule-pipeline --tiny-simplify | FileCheck %s
// RUN: tiny-opt %s --tiny-schedule-pipeline --tiny-simplify --tiny-expand --tiny-lower-reduce \
// RUN:   --tiny-coalesce --tiny-devectorize --tiny-order --convert-tiny-to-structured | \
// RUN:   FileCheck %s --check-prefix=STRUCTURED

// Padding is the mask of a load; no choice is left around it.

//     CHECK: tiny.kernel @E_6(
// CHECK-NOT:   tiny.where
// CHECK-DAG:   %[[I:.+]] = tiny.range 6 weak id 0
// CHECK-DAG:   %[[C0:.+]] = tiny.const 0 : index
// CHECK-DAG:   %[[C5:.+]] = tiny.const 5 : index
// CHECK-DAG:   %[[ABOVE:.+]] = tiny.cmplt %[[C0]], %[[I]]
// CHECK-DAG:   %[[BELOW:.+]] = tiny.cmplt %[[I]], %[[C5]]
// CHECK-DAG:   %[[INSIDE:.+]] = tiny.and %[[ABOVE]], %[[BELOW]]
// CHECK-DAG:   %[[BACK:.+]] = tiny.const -1 : index
// CHECK-DAG:   %[[X:.+]] = tiny.add %[[I]], %[[BACK]]
//     CHECK:   %[[V:.+]] = tiny.load %arg1[%[[X]]] mask %[[INSIDE]]
//     CHECK:   %[[S:.+]] = tiny.add %[[V]], %{{.+}} : f32, f32
// CHECK-NOT:   tiny.where
//     CHECK:   tiny.store %[[S]], %arg0[%[[I]]] : f32

//     STRUCTURED: func.func @E_6(
//     STRUCTURED:   scf.for
//     STRUCTURED:     %[[INSIDE:.+]] = arith.andi
//     STRUCTURED:     %[[SAFE:.+]] = arith.select %[[INSIDE]], %{{.+}}, %{{.+}} : index
//     STRUCTURED:     %[[V:.+]] = memref.load %arg1[%[[SAFE]]]
//     STRUCTURED:     %[[X:.+]] = arith.select %[[INSIDE]], %[[V]], %{{.+}} : f32
//     STRUCTURED:     arith.addf %[[X]]
//     STRUCTURED:     memref.store %{{.+}}, %arg0
tiny.function @pad(%o: !tiny.buffer<6xf32, global>, %a: !tiny.buffer<4xf32, global>) {
  %c1 = tiny.const 1 : index
  %x = tiny.load %a : !tiny.buffer<4xf32, global>
  %p = tiny.pad %x low [1] sizes [6] : tensor<4xf32>
  %s = tiny.add %p, %c1 : tensor<6xf32>, index
  %t = tiny.store %s, %o : tensor<6xf32>, !tiny.buffer<6xf32, global>
  tiny.sink %t
}
