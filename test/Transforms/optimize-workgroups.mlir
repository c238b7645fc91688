// RUN: tiny-opt %s --tiny-optimize="opts=local:0:4,group:0:8 target=sim" | FileCheck %s
// RUN: tiny-opt %s --tiny-optimize="opts=grouptop:0:8,unroll:0:2,unroll:1:4 target=sim" | FileCheck %s --check-prefix=TOP
// RUN: tiny-opt %s --tiny-optimize="opts=nolocals target=sim" | FileCheck %s --check-prefix=NONE
// RUN: tiny-opt %s --tiny-optimize="opts=none target=cpu-local" | FileCheck %s --check-prefix=LOOPS

// On a target with a grid the output loops are global; steps of them become
// items of a workgroup, and so do steps of the reduced range.

//       CHECK: tiny.kernel @sum_rows
//       CHECK:   %[[I:.+]] = tiny.range 8 global id 0
//       CHECK:   %[[L:.+]] = tiny.range 4 local id 2
//       CHECK:   %[[R:.+]] = tiny.range 8 reduce id 1
//       CHECK:   %[[G:.+]] = tiny.range 8 group_reduce id 3
//       CHECK:   %[[C8:.+]] = tiny.const 8 : index
//       CHECK:   %[[START:.+]] = tiny.mul %[[R]], %[[C8]]
//       CHECK:   tiny.add %[[START]], %[[G]]
//       CHECK:   tiny.reduce add %{{.+}} over %[[R]], %[[G]]
//       CHECK:   tiny.end %{{.+}} over %[[I]], %[[L]]

// Parts of the range are the outer loop of the two; both can be unrolled, the
// loop of the workgroup being the first.

//       TOP: tiny.kernel @sum_rows
//       TOP:   %[[R:.+]] = tiny.range 2 reduce id 1
//       TOP:   %[[V:.+]] = tiny.range 4 unroll id 4
//       TOP:   %[[G:.+]] = tiny.range 4 group_reduce id 2
//       TOP:   %[[U:.+]] = tiny.range 2 unroll id 3
//       TOP:   tiny.reduce add %{{.+}} over %[[G]], %[[R]], %[[U]], %[[V]]

// NONE: tiny.kernel @sum_rows
// NONE: tiny.range 32 global id 0

// LOOPS: tiny.kernel @sum_rows
// LOOPS: tiny.range 32 weak id 0
tiny.kernel @sum_rows(%o: !tiny.buffer<32x1xf32, global>,
                      %a: !tiny.buffer<32x64xf32, global>) {
  %i = tiny.range 32 weak id 0
  %r = tiny.range 64 reduce id 1
  %c64 = tiny.const 64 : index
  %m = tiny.mul %i, %c64 : index, index
  %x = tiny.add %m, %r : index, index
  %v = tiny.load %a[%x] : !tiny.buffer<32x64xf32, global>, index
  %s = tiny.reduce add %v over %r : f32
  %t = tiny.store %s, %o[%i] : f32, !tiny.buffer<32x1xf32, global>, index
  %e = tiny.end %t over %i
  tiny.sink %e
}
