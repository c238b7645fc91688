// RUN: tiny-opt %s --tiny-schedule-pipeline --tiny-simplify | FileCheck %s --check-prefix=GRAPH
// RUN: tiny-opt %s --tiny-schedule-pipeline --tiny-simplify --tiny-expand --tiny-lower-reduce \
// RUN:   --tiny-order | FileCheck %s --check-prefix=ORDER

// Two reductions of the same rows: one kernel with two loops, one after the other,
// each with its accumulator.

//     GRAPH: tiny.kernel @r_4_8_8(
// GRAPH-DAG:   %[[P:.+]] = tiny.range 8 reduce id 1
// GRAPH-DAG:   %[[Q:.+]] = tiny.range 8 reduce id 2
// GRAPH-DAG:   tiny.reduce add %{{.+}} over %[[Q]]
// GRAPH-DAG:   tiny.reduce max %{{.+}} over %[[P]]
// GRAPH-NOT: tiny.kernel

//     ORDER: tiny.kernel @r_4_8_8(
// ORDER-DAG:   %[[SUM:.+]] = tiny.buffer {{[01]}} : !tiny.buffer<f32, reg>
// ORDER-DAG:   %[[MAX:.+]] = tiny.buffer {{[01]}} : !tiny.buffer<f32, reg>
// ORDER-DAG:   tiny.const 0.0 : f32
// ORDER-DAG:   tiny.const -inf : f32
//     ORDER:   %[[I:.+]] = tiny.range 4 weak id 0
//     ORDER:   %[[P:.+]] = tiny.range 8 reduce
//     ORDER:   tiny.load %arg1
//     ORDER:   tiny.max
//     ORDER:   tiny.end %{{.+}} over %[[P]]
//     ORDER:   %[[Q:.+]] = tiny.range 8 reduce
//     ORDER:   tiny.load %arg1
//     ORDER:   tiny.end %{{.+}} over %[[Q]]
// ORDER-NOT:   tiny.range
//     ORDER:   %[[S:.+]] = tiny.add %{{.+}} : f32, f32
//     ORDER:   %[[T:.+]] = tiny.store %[[S]], %arg0[%[[I]]]
//     ORDER:   tiny.end %[[T]] over %[[I]]
tiny.function @sum_and_max(%o: !tiny.buffer<4x1xf32, global>, %a: !tiny.buffer<4x8xf32, global>) {
  %x = tiny.load %a : !tiny.buffer<4x8xf32, global>
  %s = tiny.reduce add %x axes [1] : tensor<4x8xf32>
  %m = tiny.reduce max %x axes [1] : tensor<4x8xf32>
  %y = tiny.add %s, %m : tensor<4x1xf32>, tensor<4x1xf32>
  %t = tiny.store %y, %o : tensor<4x1xf32>, !tiny.buffer<4x1xf32, global>
  tiny.sink %t
}
