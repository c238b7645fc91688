// RUN: tiny-opt %s --split-input-file --pass-pipeline="builtin.module(tiny.kernel(tiny-optimize,tiny-simplify))" | FileCheck %s

// In the new steps of an output loop nothing is loaded and nothing stored.

// CHECK-LABEL: tiny.kernel @output
//       CHECK:   %[[I:.+]] = tiny.range 16 weak id 0
//       CHECK:   %[[C13:.+]] = tiny.const 13 : index
//       CHECK:   %[[INSIDE:.+]] = tiny.cmplt %[[I]], %[[C13]]
//       CHECK:   %[[V:.+]] = tiny.load %{{.+}}[%[[I]]] mask %[[INSIDE]]
//       CHECK:   %[[E:.+]] = tiny.exp2 %[[V]]
//       CHECK:   tiny.store %[[E]], %{{.+}}[%[[I]]] mask %[[INSIDE]]
tiny.kernel @output(%o: !tiny.buffer<13xf32, global>,
                    %a: !tiny.buffer<13xf32, global>)
    attributes {tiny.opts = "padto:0:16"} {
  %i = tiny.range 13 weak id 0
  %v = tiny.load %a[%i] : !tiny.buffer<13xf32, global>, index
  %w = tiny.exp2 %v : f32
  %t = tiny.store %w, %o[%i] : f32, !tiny.buffer<13xf32, global>, index
  %e = tiny.end %t over %i
  tiny.sink %e
}

// -----

// A reduction takes its identity in the new steps: here it is not what the
// masked load makes of zero.

// CHECK-LABEL: tiny.kernel @reduced
//       CHECK:   %[[R:.+]] = tiny.range 16 reduce id 0
//       CHECK:   %[[INSIDE:.+]] = tiny.cmplt %[[R]],
//       CHECK:   %[[V:.+]] = tiny.load %{{.+}}[%[[R]]] mask %[[INSIDE]]
//       CHECK:   %[[E:.+]] = tiny.exp2 %[[V]]
//       CHECK:   %[[ONE:.+]] = tiny.const 1.0 : f32
//       CHECK:   %[[W:.+]] = tiny.where %[[INSIDE]], %[[E]], %[[ONE]]
//       CHECK:   tiny.reduce mul %[[W]] over %[[R]]
//   CHECK-NOT:   mask
tiny.kernel @reduced(%o: !tiny.buffer<1xf32, global>,
                     %a: !tiny.buffer<13xf32, global>)
    attributes {tiny.opts = "padto:0:16"} {
  %c0 = tiny.const 0 : index
  %r = tiny.range 13 reduce id 0
  %v = tiny.load %a[%r] : !tiny.buffer<13xf32, global>, index
  %w = tiny.exp2 %v : f32
  %s = tiny.reduce mul %w over %r : f32
  %t = tiny.store %s, %o[%c0] : f32, !tiny.buffer<1xf32, global>, index
  tiny.sink %t
}

// -----

// Of a masked load the mask grows; a range that is a multiple already stays.

// CHECK-LABEL: tiny.kernel @masked
//       CHECK:   tiny.range 16 weak id 0
//       CHECK:   tiny.range 8 weak id 1
//       CHECK:   %[[BOTH:.+]] = tiny.and
//       CHECK:   tiny.load %{{.+}} mask %[[BOTH]]
tiny.kernel @masked(%o: !tiny.buffer<13x8xf32, global>,
                    %a: !tiny.buffer<13x7xf32, global>)
    attributes {tiny.opts = "padto:0:4,padto:1:4"} {
  %i = tiny.range 13 weak id 0
  %j = tiny.range 8 weak id 1
  %c7 = tiny.const 7 : index
  %c8 = tiny.const 8 : index
  %m = tiny.mul %i, %c7 : index, index
  %x = tiny.add %m, %j : index, index
  %k = tiny.cmplt %j, %c7 : index, index
  %v = tiny.load %a[%x] mask %k : !tiny.buffer<13x7xf32, global>, index mask i1
  %n = tiny.mul %i, %c8 : index, index
  %y = tiny.add %n, %j : index, index
  %t = tiny.store %v, %o[%y] : f32, !tiny.buffer<13x8xf32, global>, index
  %e = tiny.end %t over %i, %j
  tiny.sink %e
}
