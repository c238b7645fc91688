// RUN: tiny-opt %s --tiny-schedule-pipeline --tiny-simplify | FileCheck %s --check-prefix=GRAPH
// RUN: tiny-opt %s --tiny-schedule-pipeline --tiny-simplify --tiny-expand --tiny-lower-reduce \
// RUN:   --tiny-order | FileCheck %s --check-prefix=ORDER
// RUN: tiny-opt %s --tiny-schedule-pipeline --tiny-simplify --tiny-expand --tiny-lower-reduce \
// RUN:   --tiny-order --convert-tiny-to-structured | FileCheck %s --check-prefix=STRUCTURED

// A sum of the first n of ten elements: the loop ends at n, which the kernel takes
// as an argument, so that one kernel serves every n.

// GRAPH: tiny.kernel @r_10(
// GRAPH:   %[[N:.+]] = tiny.variable "n" [1, 10]
// GRAPH:   %[[R:.+]] = tiny.range 10 limit %[[N]] reduce id 0
// GRAPH:   %[[V:.+]] = tiny.load %arg1[%[[R]]] : <10xf32
// GRAPH:   tiny.reduce add %[[V]] over %[[R]]

//     ORDER: tiny.kernel @r_10(
// ORDER-DAG:   %[[N:.+]] = tiny.variable "n" [1, 10]
// ORDER-DAG:   %[[ACC:.+]] = tiny.buffer 0 : !tiny.buffer<f32, reg>
//     ORDER:   %[[INIT:.+]] = tiny.store %{{.+}}, %[[ACC]][
//     ORDER:   %[[R:.+]] = tiny.range 10 limit %[[N]] reduce id 0
// ORDER-DAG:   tiny.load %arg1[%[[R]]] : <10xf32
// ORDER-DAG:   tiny.after %[[ACC]], %[[INIT]], %[[R]]
//     ORDER:   %[[END:.+]] = tiny.end %{{.+}} over %[[R]]
//     ORDER:   %[[DONE:.+]] = tiny.after %[[ACC]], %[[END]]
//     ORDER:   %[[SUM:.+]] = tiny.load %[[DONE]]
//     ORDER:   tiny.store %[[SUM]], %arg0

// STRUCTURED: func.func @r_10(%arg0: memref<1xf32>, %arg1: memref<10xf32>, %{{.+}}: index, %{{.+}}: index, %[[N:arg[0-9]+]]: index)
// STRUCTURED:   scf.for %{{.+}} = %{{.+}} to %[[N]] step
tiny.function @sum_of_some(%o: !tiny.buffer<1xf32, global>, %a: !tiny.buffer<10xf32, global>) {
  %n = tiny.variable "n" [1, 10]
  %x = tiny.load %a : !tiny.buffer<10xf32, global>
  %v = tiny.shrink %x offsets [0] sizes [%n] : tensor<10xf32>
  %s = tiny.reduce add %v axes [0] : tensor<?xf32>
  %t = tiny.store %s, %o : tensor<1xf32>, !tiny.buffer<1xf32, global>
  tiny.sink %t
}
