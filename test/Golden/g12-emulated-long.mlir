// RUN: tiny-opt %s --tiny-expand --tiny-lower-reduce --tiny-coalesce --tiny-devectorize \
// RUN:   --tiny-decompose-dtypes=emulate=i64 --tiny-order | FileCheck %s

// Integers of 64 bits on a target without them: two words, the low one first, whose
// sum carries when it is less than what was added to.

//     CHECK: tiny.kernel @E_2(%arg0: !tiny.buffer<4xui32, global>, {{.+}}, {{.+}}) {
// CHECK-NOT:   i64
// CHECK-DAG:   %[[ONE:.+]] = tiny.const 1 : index
// CHECK-DAG:   %[[AL:.+]] = tiny.load %arg1[%{{.+}}]
// CHECK-DAG:   %[[AX:.+]] = tiny.add %{{.+}}, %[[ONE]] : index, index
// CHECK-DAG:   %[[AH:.+]] = tiny.load %arg1[%[[AX]]]
// CHECK-DAG:   %[[BL:.+]] = tiny.load %arg2[%{{.+}}]
// CHECK-DAG:   %[[BX:.+]] = tiny.add %{{.+}}, %[[ONE]] : index, index
// CHECK-DAG:   %[[BH:.+]] = tiny.load %arg2[%[[BX]]]
//     CHECK:   %[[LOW:.+]] = tiny.add %[[AL]], %[[BL]] : ui32, ui32
// CHECK-DAG:   %[[LESS:.+]] = tiny.cmplt %[[LOW]], %[[AL]] : ui32, ui32
// CHECK-DAG:   %[[CARRY:.+]] = tiny.cast %[[LESS]] to ui32 : i1
// CHECK-DAG:   %[[SUM:.+]] = tiny.add %[[AH]], %[[BH]] : ui32, ui32
//     CHECK:   %[[HIGH:.+]] = tiny.add %[[SUM]], %[[CARRY]]
// CHECK-DAG:   %[[T:.+]] = tiny.store %[[LOW]], %arg0
// CHECK-DAG:   %[[U:.+]] = tiny.store %[[HIGH]], %arg0
//     CHECK:   tiny.group %[[T]], %[[U]]
// CHECK-NOT:   tiny.store
//     CHECK:   tiny.sink
tiny.kernel @E_2(%o: !tiny.buffer<2xi64, global>, %a: !tiny.buffer<2xi64, global>,
                 %b: !tiny.buffer<2xi64, global>) {
  %i = tiny.range 2 weak id 0
  %x = tiny.load %a[%i] : !tiny.buffer<2xi64, global>, index
  %y = tiny.load %b[%i] : !tiny.buffer<2xi64, global>, index
  %s = tiny.add %x, %y : i64, i64
  %t = tiny.store %s, %o[%i] : i64, !tiny.buffer<2xi64, global>, index
  %e = tiny.end %t over %i
  tiny.sink %e
}
