// RUN: tiny-opt %s --tiny-schedule-pipeline --tiny-simplify --tiny-expand --tiny-lower-reduce \
// RUN:   --tiny-coalesce --tiny-devectorize --tiny-decompose-dtypes=emulate=bf16 --tiny-order | \
// RUN:   FileCheck %s

// A bf16 on a target without it: its bits are the upper half of an f32, which is
// computed with and rounded to nearest even; NaN stays NaN.

//     CHECK: tiny.kernel @E(
// CHECK-DAG:   %[[C16:.+]] = tiny.const 16 : ui32
// CHECK-DAG:   %[[TWO:.+]] = tiny.const 2.0 : f32
// CHECK-DAG:   %[[HALF:.+]] = tiny.const 32767 : ui32
//     CHECK:   %[[CODE:.+]] = tiny.bitcast %{{.+}} to ui16 : bf16
//     CHECK:   %[[LOW:.+]] = tiny.cast %[[CODE]] to ui32 : ui16
//     CHECK:   %[[HIGH:.+]] = tiny.shl %[[LOW]], %[[C16]]
//     CHECK:   %[[X:.+]] = tiny.bitcast %[[HIGH]] to f32 : ui32
//     CHECK:   %[[Y:.+]] = tiny.mul %[[X]], %[[TWO]] : f32, f32
//     CHECK:   %[[BITS:.+]] = tiny.bitcast %[[Y]] to ui32 : f32
// CHECK-DAG:   %[[NAN:.+]] = tiny.cmpne %[[Y]], %[[Y]] : f32, f32
// CHECK-DAG:   %[[UP:.+]] = tiny.add %{{.+}}, %[[HALF]]
// CHECK-DAG:   %[[SUM:.+]] = tiny.add %[[BITS]], %[[UP]]
// CHECK-DAG:   %[[ROUNDED:.+]] = tiny.shr %[[SUM]], %[[C16]]
//     CHECK:   %[[Z:.+]] = tiny.where %[[NAN]], %{{.+}}, %[[ROUNDED]]
//     CHECK:   %[[SHORT:.+]] = tiny.cast %[[Z]] to ui16 : ui32
//     CHECK:   tiny.bitcast %[[SHORT]] to bf16 : ui16
tiny.function @double_bfloat(%o: !tiny.buffer<1xbf16, global>, %a: !tiny.buffer<1xbf16, global>) {
  %c2 = tiny.const 2 : index
  %x = tiny.load %a : !tiny.buffer<1xbf16, global>
  %s = tiny.mul %x, %c2 : tensor<1xbf16>, index
  %t = tiny.store %s, %o : tensor<1xbf16>, !tiny.buffer<1xbf16, global>
  tiny.sink %t
}
