// RUN: tiny-opt %s --split-input-file --tiny-split-ranges | FileCheck %s

// A range whose quotient and remainder are used becomes two.

// CHECK-LABEL: tiny.kernel @digits
//       CHECK:   %[[H:.+]] = tiny.range 6 weak id 0
//       CHECK:   %[[L:.+]] = tiny.range 5 weak id 1
//   CHECK-NOT:   tiny.floor
//       CHECK:   tiny.end %{{.+}} over %[[H]], %[[L]]
tiny.kernel @digits(%o: !tiny.buffer<30xf32, global>, %a: !tiny.buffer<5x6xf32, global>) {
  %r = tiny.range 30 weak id 0
  %c5 = tiny.const 5 : index
  %c6 = tiny.const 6 : index
  %q = tiny.floordiv %r, %c5 : index, index
  %m = tiny.floormod %r, %c5 : index, index
  %n = tiny.mul %m, %c6 : index, index
  %x = tiny.add %n, %q : index, index
  %v = tiny.load %a[%x] : !tiny.buffer<5x6xf32, global>, index
  %t = tiny.store %v, %o[%r] : f32, !tiny.buffer<30xf32, global>, index
  %e = tiny.end %t over %r
  tiny.sink %e
}

// -----

// Three digits, of a range that is reduced.

// CHECK-LABEL: tiny.kernel @three_digits
//       CHECK:   %[[H:.+]] = tiny.range 5 reduce
//       CHECK:   %[[M:.+]] = tiny.range 3 reduce
//       CHECK:   %[[L:.+]] = tiny.range 5 reduce
//   CHECK-NOT:   tiny.floor
//       CHECK:   tiny.reduce add %{{.+}} over %[[H]], %[[M]], %[[L]]
tiny.kernel @three_digits(%o: !tiny.buffer<1xf32, global>, %a: !tiny.buffer<5x3x5xf32, global>,
                          %b: !tiny.buffer<3xf32, global>) {
  %r = tiny.range 75 reduce id 0
  %z = tiny.const 0 : index
  %c3 = tiny.const 3 : index
  %c5 = tiny.const 5 : index
  %q = tiny.floordiv %r, %c5 : index, index
  %m = tiny.floormod %q, %c3 : index, index
  %v = tiny.load %a[%r] : !tiny.buffer<5x3x5xf32, global>, index
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
tiny.kernel @ragged(%o: !tiny.buffer<10xf32, global>, %a: !tiny.buffer<7xf32, global>) {
  %r = tiny.range 10 weak id 0
  %c7 = tiny.const 7 : index
  %m = tiny.floormod %r, %c7 : index, index
  %v = tiny.load %a[%m] : !tiny.buffer<7xf32, global>, index
  %t = tiny.store %v, %o[%r] : f32, !tiny.buffer<10xf32, global>, index
  %e = tiny.end %t over %r
  tiny.sink %e
}

// -----

// A small power of two is cut only if a reduction is computed inside.

// CHECK-LABEL: tiny.kernel @powers_of_two
//       CHECK:   tiny.range 32 weak id 0
//       CHECK:   tiny.range 16 weak id 1
//       CHECK:   tiny.range 2 weak id 2
//       CHECK:   tiny.reduce add
tiny.kernel @powers_of_two(%o: !tiny.buffer<32xf32, global>, %u: !tiny.buffer<32xf32, global>,
                           %a: !tiny.buffer<16x8xf32, global>) {
  %r = tiny.range 32 weak id 0
  %q = tiny.range 32 weak id 1
  %k = tiny.range 8 reduce id 2
  %c2 = tiny.const 2 : index
  %c8 = tiny.const 8 : index
  %x = tiny.floordiv %r, %c2 : index, index
  %v = tiny.load %a[%x] : !tiny.buffer<16x8xf32, global>, index
  %t0 = tiny.store %v, %o[%r] : f32, !tiny.buffer<32xf32, global>, index
  %e0 = tiny.end %t0 over %r
  %y = tiny.floordiv %q, %c2 : index, index
  %m = tiny.mul %y, %c8 : index, index
  %n = tiny.add %m, %k : index, index
  %w = tiny.load %a[%n] : !tiny.buffer<16x8xf32, global>, index
  %s = tiny.reduce add %w over %k : f32
  %t1 = tiny.store %s, %u[%q] : f32, !tiny.buffer<32xf32, global>, index
  %e1 = tiny.end %t1 over %q
  tiny.sink %e0, %e1
}
