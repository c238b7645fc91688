// RUN: tiny-opt %s --tiny-schedule-pipeline --tiny-simplify --tiny-optimize=opts=upcast:0:4 \
// RUN:   --tiny-simplify | FileCheck %s --check-prefix=OPT
// RUN: tiny-opt %s --tiny-schedule-pipeline --tiny-simplify --tiny-optimize=opts=upcast:0:4 \
// RUN:   --tiny-simplify --tiny-expand | FileCheck %s --check-prefix=EXPAND
// RUN: tiny-opt %s --tiny-schedule-pipeline --tiny-simplify --tiny-optimize=opts=upcast:0:4 \
// RUN:   --tiny-simplify --tiny-expand --tiny-lower-reduce --tiny-coalesce --tiny-devectorize \
// RUN:   --tiny-order --convert-tiny-to-structured | FileCheck %s --check-prefix=STRUCTURED

// An upcast of an elementwise loop: four neighbours become one vector, which each
// access moves at once.

//        OPT: tiny.kernel @E_16(
//    OPT-DAG:   %[[I:.+]] = tiny.range 4 weak id 0
//    OPT-DAG:   %[[U:.+]] = tiny.range 4 upcast id 1
//        OPT:   %[[M:.+]] = tiny.mul %[[I]],
//        OPT:   %[[X:.+]] = tiny.add %[[M]], %[[U]]
//    OPT-DAG:   %[[A:.+]] = tiny.load %arg1[%[[X]]]
//    OPT-DAG:   %[[B:.+]] = tiny.load %arg2[%[[X]]]
//        OPT:   %[[S:.+]] = tiny.add %[[A]], %[[B]] : f32, f32
//        OPT:   %[[T:.+]] = tiny.store %[[S]], %arg0[%[[X]]]
//        OPT:   tiny.end %[[T]] over %[[I]], %[[U]]

//     EXPAND: tiny.kernel @E_16(
// EXPAND-NOT:   upcast
//     EXPAND:   %[[I:.+]] = tiny.range 4 weak id 0
//     EXPAND:   %[[C4:.+]] = tiny.const 4 : index
//     EXPAND:   %[[M:.+]] = tiny.mul %[[I]], %[[C4]]
// EXPAND-DAG:   %[[A:.+]] = tiny.load %arg1[%[[M]]] lanes [4] strides [1]
// EXPAND-DAG:   %[[B:.+]] = tiny.load %arg2[%[[M]]] lanes [4] strides [1]
//     EXPAND:   %[[S:.+]] = tiny.add %[[A]], %[[B]] : vector<4xf32>, vector<4xf32>
//     EXPAND:   %[[T:.+]] = tiny.store %[[S]], %arg0[%[[M]]] strides [1]
//     EXPAND:   tiny.end %[[T]] over %[[I]]{{$}}

//     STRUCTURED: func.func @E_16(
// STRUCTURED-DAG:   %[[C0:.+]] = arith.constant 0 : index
// STRUCTURED-DAG:   %[[C4:.+]] = arith.constant 4 : index
//     STRUCTURED:   scf.for %[[I:.+]] = %[[C0]] to %[[C4]]
//     STRUCTURED:     %[[M:.+]] = arith.muli %[[I]], %[[C4]]
// STRUCTURED-DAG:     %[[A:.+]] = vector.load %arg1[%[[M]]] : memref<16xf32>, vector<4xf32>
// STRUCTURED-DAG:     %[[B:.+]] = vector.load %arg2[%[[M]]] : memref<16xf32>, vector<4xf32>
//     STRUCTURED:     %[[S:.+]] = arith.addf %[[A]], %[[B]]
//     STRUCTURED:     vector.store %[[S]], %arg0[%[[M]]]
// STRUCTURED-NOT:     store
//     STRUCTURED:   return
tiny.function @add(%o: !tiny.buffer<16xf32, global>, %a: !tiny.buffer<16xf32, global>, %b: !tiny.buffer<16xf32, global>) {
  %x = tiny.load %a : !tiny.buffer<16xf32, global>
  %y = tiny.load %b : !tiny.buffer<16xf32, global>
  %s = tiny.add %x, %y : tensor<16xf32>, tensor<16xf32>
  %t = tiny.store %s, %o : tensor<16xf32>, !tiny.buffer<16xf32, global>
  tiny.sink %t
}
