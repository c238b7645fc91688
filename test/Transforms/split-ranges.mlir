// RUN: tiny-opt %s --split-input-file --tiny-split-ranges | FileCheck %s

// A range whose quotient and remainder are used becomes two.

// CHECK-LABEL: tiny.kernel @digits
//       CHECK:   %[[H:.+]] = tiny.range 6 weak id 0
//       CHECK:   %[[L:.+]] = tiny.range 4 weak id 1
//   CHECK-NOT:   tiny.floor
//       CHECK:   tiny.end %{{.+}} over %[[H]], %[[L]]
tiny.kernel @digits(%o: !tiny.buffer<24xf32, global>, %a: !tiny.buffer<4x6xf32, global>) {
  %r = tiny.range 24 weak id 0
  %c4 = tiny.const 4 : index
  %c6 = tiny.const 6 : index
  %q = tiny.floordiv %r, %c4 : index, index
  %m = tiny.floormod %r, %c4 : index, index
  %n = tiny.mul %m, %c6 : index, index
  %x = tiny.add %n, %q : index, index
  %v = tiny.load %a[%x] : !tiny.buffer<4x6xf32, global>, index
  %t = tiny.store %v, %o[%r] : f32, !tiny.buffer<24xf32, global>, index
  %e = tiny.end %t over %r
  tiny.sink %e
}

// -----

// Three digits, of a range that is reduced.

// CHECK-LABEL: tiny.kernel @three_digits
//       CHECK:   %[[H:.+]] = tiny.range 5 reduce
//       CHECK:   %[[M:.+]] = tiny.range 3 reduce
//       CHECK:   %[[L:.+]] = tiny.range 4 reduce
//   CHECK-NOT:   tiny.floor
//       CHECK:   tiny.reduce add %{{.+}} over %[[H]], %[[M]], %[[L]]
tiny.kernel @three_digits(%o: !tiny.buffer<1xf32, global>, %a: !tiny.buffer<5x3x4xf32, global>,
                          %b: !tiny.buffer<3xf32, global>) {
  %r = tiny.range 60 reduce id 0
  %z = tiny.const 0 : index
  %c3 = tiny.const 3 : index
  %c4 = tiny.const 4 : index
  %q = tiny.floordiv %r, %c4 : index, index
  %m = tiny.floormod %q, %c3 : index, index
  %v = tiny.load %a[%r] : !tiny.buffer<5x3x4xf32, global>, index
  %w = tiny.load %b[%m] : !tiny.buffer<3xf32, global>, index
  %p = tiny.mul %v, %w : f32, f32
  %s = tiny.reduce add %p over %r : f32
  %t = tiny.store %s, %o[%z] : f32, !tiny.buffer<1xf32, global>, index
  tiny.sink %t
}

// -----

// A divisor that does not divide the extent is left alone.

// CHECK-LABEL: tiny.kernel @ragged
//       CHECK:   %[[R:.+]] = tiny.range 10 weak id 0
//       CHECK:   tiny.floormod %[[R]]
tiny.kernel @ragged(%o: !tiny.buffer<10xf32, global>, %a: !tiny.buffer<4xf32, global>) {
  %r = tiny.range 10 weak id 0
  %c4 = tiny.const 4 : index
  %m = tiny.floormod %r, %c4 : index, index
  %v = tiny.load %a[%m] : !tiny.buffer<4xf32, global>, index
  %t = tiny.store %v, %o[%r] : f32, !tiny.buffer<10xf32, global>, index
  %e = tiny.end %t over %r
  tiny.sink %e
}
