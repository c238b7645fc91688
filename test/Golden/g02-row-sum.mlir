// RUN: tiny-opt %s --tiny-schedule-pipeline --tiny-simplify --tiny-optimize=opts=unroll:0:4 \
// RUN:   --tiny-simplify --tiny-expand | FileCheck %s --check-prefix=EXPAND
// RUN: tiny-opt %s --tiny-schedule-pipeline --tiny-simplify --tiny-optimize=opts=unroll:0:4 \
// RUN:   --tiny-simplify --tiny-expand --tiny-lower-reduce | FileCheck %s --check-prefix=ACC
// RUN: tiny-opt %s --tiny-schedule-pipeline --tiny-simplify --tiny-optimize=opts=unroll:0:4 \
// RUN:   --tiny-simplify --tiny-expand --tiny-lower-reduce --tiny-coalesce --tiny-devectorize \
// RUN:   --tiny-order | FileCheck %s --check-prefix=ORDER

// An unrolled sum over rows: the loop adds whole vectors to an accumulator, which
// starts anew in each row, and whose lanes are added after the loop.

// EXPAND: tiny.kernel @r_4_8(
// EXPAND:   %[[I:.+]] = tiny.range 4 weak id 0
// EXPAND:   %[[R:.+]] = tiny.range 2 reduce id 1
// EXPAND:   %[[V:.+]] = tiny.load %arg1[%{{.+}}] lanes [4] strides [1]
// EXPAND:   %[[S:.+]] = tiny.reduce add %[[V]] over %[[R]] axes [0] : vector<4xf32>
// EXPAND:   %[[X:.+]] = tiny.reshape %[[S]] [] : vector<1xf32>
// EXPAND:   tiny.store %[[X]], %arg0[%[[I]]] : f32

//     ACC: tiny.kernel @r_4_8(
// ACC-DAG:   %[[I:.+]] = tiny.range 4 weak id 0
// ACC-DAG:   %[[R:.+]] = tiny.range 2 reduce id 1
// ACC-DAG:   %[[V:.+]] = tiny.load %arg1[%{{.+}}] lanes [4] strides [1]
// ACC-DAG:   %[[ACC:.+]] = tiny.buffer 0 : !tiny.buffer<4xf32, reg>
// ACC-DAG:   %[[ZERO:.+]] = tiny.const 0.0 : f32
// ACC-DAG:   %[[OUTER:.+]] = tiny.after %[[ACC]], %[[I]]
// ACC-DAG:   %[[ZEROS:.+]] = tiny.expand vector %[[ZERO]] [4]
//     ACC:   %[[INIT:.+]] = tiny.store %[[ZEROS]], %[[OUTER]]
//     ACC:   %[[INNER:.+]] = tiny.after %[[ACC]], %[[INIT]], %[[R]]
//     ACC:   %[[OLD:.+]] = tiny.load %[[INNER]]
//     ACC:   %[[NEW:.+]] = tiny.add %[[OLD]], %[[V]] : vector<4xf32>, vector<4xf32>
//     ACC:   %[[SET:.+]] = tiny.store %[[NEW]], %[[INNER]]
//     ACC:   %[[END:.+]] = tiny.end %[[SET]] over %[[R]]
//     ACC:   %[[DONE:.+]] = tiny.after %[[ACC]], %[[END]]
//     ACC:   %[[LANES:.+]] = tiny.load %[[DONE]]
//     ACC:   tiny.reduce add %[[LANES]] axes [0] : vector<4xf32>

//     ORDER: tiny.kernel @r_4_8(
//     ORDER:   %[[I:.+]] = tiny.range 4 weak id 0
//     ORDER:   tiny.store %{{.+}} : vector<4xf32>, <4xf32, reg>
//     ORDER:   %[[R:.+]] = tiny.range 2 reduce id 1
// ORDER-DAG:   tiny.load %arg1[%{{.+}}] lanes [4] strides [1]
// ORDER-DAG:   tiny.load %{{.+}} : <4xf32, reg>
//     ORDER:   tiny.add %{{.+}} : vector<4xf32>, vector<4xf32>
//     ORDER:   tiny.end %{{.+}} over %[[R]]
//     ORDER:   tiny.store %{{.+}}, %arg0[%[[I]]] : f32
//     ORDER:   tiny.end %{{.+}} over %[[I]]
// ORDER-NOT:   tiny.load
//     ORDER:   tiny.sink
tiny.function @row_sum(%o: !tiny.buffer<4x1xf32, global>, %a: !tiny.buffer<4x8xf32, global>) {
  %x = tiny.load %a : !tiny.buffer<4x8xf32, global>
  %s = tiny.reduce add %x axes [1] : tensor<4x8xf32>
  %t = tiny.store %s, %o : tensor<4x1xf32>, !tiny.buffer<4x1xf32, global>
  tiny.sink %t
}
