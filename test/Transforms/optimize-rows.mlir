// RUN: tiny-opt %s --pass-pipeline="builtin.module(tiny.kernel(tiny-optimize{num-threads=4},tiny-simplify))" | FileCheck %s

// A reduction of each row and the loop that follows it take the same lanes.

// CHECK-LABEL: tiny.kernel @row
//   CHECK-DAG:   %[[I:.+]] = tiny.range 4096 thread id 0
//   CHECK-DAG:   %[[J:.+]] = tiny.range 32 weak id 1
//   CHECK-DAG:   %[[K:.+]] = tiny.range 32 reduce id 2
//   CHECK-DAG:   %[[U:.+]] = tiny.range 32 upcast id 3
//       CHECK:   tiny.reduce max %{{.+}} over %[[K]], %[[U]]
//       CHECK:   tiny.end %{{.+}} over %[[I]], %[[J]], %[[U]]
tiny.kernel @row(%o: !tiny.buffer<4096x1024xf32, global>,
                 %a: !tiny.buffer<4096x1024xf32, global>) {
  %i = tiny.range 4096 weak id 0
  %j = tiny.range 1024 weak id 1
  %k = tiny.range 1024 reduce id 2
  %c = tiny.const 1024 : index
  %row = tiny.mul %i, %c : index, index
  %from = tiny.add %row, %k : index, index
  %x = tiny.load %a[%from] : !tiny.buffer<4096x1024xf32, global>, index
  %m = tiny.reduce max %x over %k : f32
  %at = tiny.add %row, %j : index, index
  %y = tiny.load %a[%at] : !tiny.buffer<4096x1024xf32, global>, index
  %d = tiny.sub %y, %m : f32, f32
  %t = tiny.store %d, %o[%at] : f32, !tiny.buffer<4096x1024xf32, global>, index
  %e = tiny.end %t over %i, %j
  tiny.sink %e
}
