// RUN: tiny-opt %s --tiny-schedule-pipeline --tiny-simplify --tiny-optimize --tiny-simplify | \
// RUN:   FileCheck %s --check-prefix=OPT
// RUN: tiny-opt %s --tiny-schedule-pipeline --tiny-simplify --tiny-optimize --tiny-simplify \
// RUN:   --tiny-expand --tiny-lower-reduce | FileCheck %s --check-prefix=ACC
// RUN: tiny-run %s | FileCheck %s --check-prefix=RESULT
// RUN: tiny-run %s --no-opt | FileCheck %s --check-prefix=RESULT
// REQUIRES: cpu-exec

// A padded and then unrolled sum: lanes beyond the row add nothing, and the other
// lanes of their vector still count.

//     OPT: tiny.kernel @r_4_5(
// OPT-DAG:   %[[I:.+]] = tiny.range 4 weak id 0
// OPT-DAG:   %[[R:.+]] = tiny.range 2 reduce id 1
// OPT-DAG:   %[[U:.+]] = tiny.range 4 unroll id 2
//     OPT:   %[[M:.+]] = tiny.mul %[[R]],
//     OPT:   %[[COLUMN:.+]] = tiny.add %[[M]], %[[U]]
//     OPT:   %[[C5:.+]] = tiny.const 5 : index
//     OPT:   %[[INSIDE:.+]] = tiny.cmplt %[[COLUMN]], %[[C5]]
//     OPT:   %[[V:.+]] = tiny.load %arg1[%{{.+}}] mask %[[INSIDE]]
//     OPT:   %[[S:.+]] = tiny.reduce add %[[V]] over %[[R]], %[[U]]
//     OPT:   tiny.store %[[S]], %arg0[%[[I]]] : f32

// ACC: tiny.kernel @r_4_5(
// ACC:   %[[INSIDE:.+]] = tiny.cmplt %{{.+}} : vector<4xindex>, index
// ACC:   %[[V:.+]] = tiny.load %arg1[%{{.+}}] lanes [4] strides [1] mask %[[INSIDE]]
// ACC:   %[[NEW:.+]] = tiny.add %{{.+}}, %[[V]] : vector<4xf32>, vector<4xf32>
// ACC:   tiny.store %[[NEW]], %{{.+}}[%{{.+}}] strides [1] : vector<4xf32>, <4xf32, reg>
// ACC:   tiny.reduce add %{{.+}} axes [0] : vector<4xf32>
// ACC:   tiny.store %{{.+}}, %arg0[%{{.+}}] : f32

// RESULT: buffer 0: 0 -3 1 5
tiny.function @main(%o: !tiny.buffer<4x1xf32, global>, %a: !tiny.buffer<4x5xf32, global>) {
  %x = tiny.load %a : !tiny.buffer<4x5xf32, global>
  %s = tiny.reduce add %x axes [1] : tensor<4x5xf32>
  %k = tiny.contiguous %s opts "padto:1:4,unroll:0:4" : tensor<4x1xf32>
  %t = tiny.store %k, %o : tensor<4x1xf32>, !tiny.buffer<4x1xf32, global>
  tiny.sink %t
}
