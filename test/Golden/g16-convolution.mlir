// RUN: tiny-opt %s --tiny-schedule-pipeline --tiny-simplify | FileCheck %s

// A convolution by movements: the windows are sums of ranges, without division or
// mask, in one kernel that reduces over channels and taps.

//     CHECK: tiny.kernel @r_3_3_2_2(
// CHECK-NOT:   {{floordiv|mod|mask}}
// CHECK-DAG:   %[[O:.+]] = tiny.range 3 weak id 0
// CHECK-DAG:   %[[X:.+]] = tiny.range 3 weak id 1
// CHECK-DAG:   %[[C:.+]] = tiny.range 2 reduce id 2
// CHECK-DAG:   %[[K:.+]] = tiny.range 2 reduce id 3
// CHECK-DAG:   %[[C4:.+]] = tiny.const 4 : index
// CHECK-DAG:   %[[CHANNEL:.+]] = tiny.mul %[[C]], %[[C4]]
// CHECK-DAG:   %[[WINDOW:.+]] = tiny.add %[[X]], %[[CHANNEL]]
// CHECK-DAG:   %[[AT:.+]] = tiny.add %[[WINDOW]], %[[K]]
// CHECK-DAG:   %[[IN:.+]] = tiny.load %arg1[%[[AT]]]
// CHECK-DAG:   %[[FILTER:.+]] = tiny.mul %[[O]], %[[C4]]
// CHECK-DAG:   %[[C2:.+]] = tiny.const 2 : index
// CHECK-DAG:   %[[ROW:.+]] = tiny.mul %[[C]], %[[C2]]
// CHECK-DAG:   %[[START:.+]] = tiny.add %[[FILTER]], %[[ROW]]
// CHECK-DAG:   %[[TAP:.+]] = tiny.add %[[START]], %[[K]]
// CHECK-DAG:   %[[W:.+]] = tiny.load %arg2[%[[TAP]]]
//     CHECK:   %[[P:.+]] = tiny.mul %[[W]], %[[IN]]
//     CHECK:   %[[S:.+]] = tiny.reduce add %[[P]] over %[[C]], %[[K]]
//     CHECK:   tiny.max %[[S]],
//     CHECK:   tiny.end %{{.+}} over %[[O]], %[[X]]{{$}}
// CHECK-NOT: tiny.kernel
tiny.function @convolution(%o: !tiny.buffer<3x1x3x1xf32, global>, %a: !tiny.buffer<2x4xf32, global>, %w: !tiny.buffer<3x2x2xf32, global>) {
  %c0 = tiny.const 0 : index
  %x = tiny.load %a : !tiny.buffer<2x4xf32, global>
  %x3 = tiny.reshape %x [2, 1, 4] : tensor<2x4xf32>
  %x4 = tiny.expand %x3 [2, 3, 4] : tensor<2x1x4xf32>
  %x5 = tiny.reshape %x4 [2, 12] : tensor<2x3x4xf32>
  %x6 = tiny.shrink %x5 offsets [0, 0] sizes [2, 10] : tensor<2x12xf32>
  %x7 = tiny.reshape %x6 [2, 2, 5] : tensor<2x10xf32>
  %x8 = tiny.shrink %x7 offsets [0, 0, 0] sizes [2, 2, 3] : tensor<2x2x5xf32>
  %p = tiny.permute %x8 [0, 2, 1] : tensor<2x2x3xf32>
  %v = tiny.load %w : !tiny.buffer<3x2x2xf32, global>
  %v4 = tiny.reshape %v [3, 2, 1, 2] : tensor<3x2x2xf32>
  %m = tiny.mul %v4, %p : tensor<3x2x1x2xf32>, tensor<2x3x2xf32>
  %s = tiny.reduce add %m axes [1, 3] : tensor<3x2x3x2xf32>
  %y = tiny.max %s, %c0 : tensor<3x1x3x1xf32>, index
  %t = tiny.store %y, %o : tensor<3x1x3x1xf32>, !tiny.buffer<3x1x3x1xf32, global>
  tiny.sink %t
}
