// RUN: tiny-opt %s --tiny-schedule-pipeline --tiny-simplify | FileCheck %s --check-prefix=LOOP
// RUN: tiny-opt %s --tiny-schedule-pipeline --tiny-simplify --tiny-collapse-reduce | \
// RUN:   FileCheck %s --check-prefix=COLLAPSE
// RUN: tiny-opt %s --tiny-schedule-pipeline --tiny-simplify --tiny-collapse-reduce --tiny-expand \
// RUN:   --tiny-lower-reduce --tiny-coalesce --tiny-devectorize --tiny-order | \
// RUN:   FileCheck %s --check-prefix=ORDER

// A pick of rows by a tensor: the sum over all rows of a choice becomes one load,
// which a negative index reaches from the end, and which gives zero out of range.

// LOOP: tiny.kernel @r_3_4_10(
// LOOP:   %[[R:.+]] = tiny.range 10 reduce id 2
// LOOP:   tiny.reduce add %{{.+}} over %[[R]]

//     COLLAPSE: tiny.kernel @r_3_4_10(
// COLLAPSE-NOT:   reduce
// COLLAPSE-DAG:   %[[I:.+]] = tiny.range 3 weak id 0
// COLLAPSE-DAG:   %[[J:.+]] = tiny.range 4 weak id 1
// COLLAPSE-DAG:   %[[N:.+]] = tiny.load %arg1[%[[I]]]
// COLLAPSE-DAG:   %[[LOW:.+]] = tiny.cmplt %{{.+}}, %{{.+}} : index, index
//     COLLAPSE:   %[[ROW:.+]] = tiny.where %[[LOW]], %{{.+}}, %{{.+}} : i1, index, index
// COLLAPSE-DAG:   %[[START:.+]] = tiny.mul %[[ROW]], %{{.+}}
// COLLAPSE-DAG:   %[[X:.+]] = tiny.add %[[START]], %[[J]]
// COLLAPSE-DAG:   %[[BELOW:.+]] = tiny.cmplt %[[ROW]], %{{.+}}
// COLLAPSE-DAG:   %[[ABOVE:.+]] = tiny.cmplt %{{.+}}, %[[ROW]]
// COLLAPSE-DAG:   %[[INSIDE:.+]] = tiny.and %[[BELOW]], %[[ABOVE]]
//     COLLAPSE:   %[[V:.+]] = tiny.load %arg2[%[[X]]] mask %[[INSIDE]]
//     COLLAPSE:   tiny.store %[[V]], %arg0

//     ORDER: tiny.kernel @r_3_4_10(
// ORDER-NOT:   reduce
//     ORDER:   tiny.range 3 weak id 0
//     ORDER:   tiny.load %arg1
//     ORDER:   tiny.range 4 weak id 1
//     ORDER:   tiny.load %arg2[%{{.+}}] mask
// ORDER-NOT:   tiny.load
//     ORDER:   tiny.sink
tiny.function @gather(%o: !tiny.buffer<3x1x4xf32, global>, %n: !tiny.buffer<3xi32, global>, %a: !tiny.buffer<10x4xf32, global>) {
  %c0 = tiny.const 0 : index
  %c10 = tiny.const 10 : index
  %i = tiny.load %n : !tiny.buffer<3xi32, global>
  %neg = tiny.cmplt %i, %c0 : tensor<3xi32>, index
  %up = tiny.add %i, %c10 : tensor<3xi32>, index
  %w = tiny.where %neg, %up, %i : tensor<3xi1>, tensor<3xi32>, tensor<3xi32>
  %k = tiny.iota 0 : tensor<10xindex>
  %w3 = tiny.reshape %w [3, 1, 1] : tensor<3xi32>
  %k3 = tiny.reshape %k [10, 1] : tensor<10xindex>
  %hit = tiny.cmpeq %w3, %k3 : tensor<3x1x1xi32>, tensor<10x1xindex>
  %x = tiny.load %a : !tiny.buffer<10x4xf32, global>
  %p = tiny.where %hit, %x, %c0 : tensor<3x10x1xi1>, tensor<10x4xf32>, index
  %s = tiny.reduce add %p axes [1] : tensor<3x10x4xf32>
  %t = tiny.store %s, %o : tensor<3x1x4xf32>, !tiny.buffer<3x1x4xf32, global>
  tiny.sink %t
}
