// RUN: tiny-opt %s --tiny-optimize="opts=upcast:0:4,unroll:0:8,thread:0" | FileCheck %s
// RUN: tiny-opt %s --tiny-optimize="opts=unroll:0:0" | FileCheck %s --check-prefix=WHOLE

// Exactly the given opts are applied, each on what the ones before left.

//       CHECK: tiny.kernel @sum_rows
//       CHECK:   %[[I:.+]] = tiny.range 2 thread id 4
//       CHECK:   %[[U:.+]] = tiny.range 4 upcast id 2
//       CHECK:   %[[C4:.+]] = tiny.const 4 : index
//       CHECK:   %[[START:.+]] = tiny.mul %[[I]], %[[C4]]
//       CHECK:   %[[ROW:.+]] = tiny.add %[[START]], %[[U]]
//       CHECK:   %[[R:.+]] = tiny.range 2 reduce id 1
//       CHECK:   %[[LANES:.+]] = tiny.range 8 unroll id 3
//       CHECK:   tiny.reduce add %{{.+}} over %[[R]], %[[LANES]]
//       CHECK:   tiny.store %{{.+}}[%[[ROW]]]
//       CHECK:   tiny.end %{{.+}} over %[[I]], %[[U]]

// The amount 0 is the whole axis, which changes its type.

//       WHOLE: tiny.kernel @sum_rows
//       WHOLE:   tiny.range 8 weak id 0
//       WHOLE:   %[[R:.+]] = tiny.range 16 unroll id 2
//       WHOLE:   tiny.reduce add %{{.+}} over %[[R]] :
tiny.kernel @sum_rows(%o: !tiny.buffer<8x1xf32, global>,
                      %a: !tiny.buffer<8x16xf32, global>) {
  %i = tiny.range 8 weak id 0
  %r = tiny.range 16 reduce id 1
  %c16 = tiny.const 16 : index
  %m = tiny.mul %i, %c16 : index, index
  %x = tiny.add %m, %r : index, index
  %v = tiny.load %a[%x] : !tiny.buffer<8x16xf32, global>, index
  %s = tiny.reduce add %v over %r : f32
  %t = tiny.store %s, %o[%i] : f32, !tiny.buffer<8x1xf32, global>, index
  %e = tiny.end %t over %i
  tiny.sink %e
}
