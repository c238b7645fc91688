// RUN: tiny-opt %s --tiny-simplify | FileCheck %s

// The symbolic engine: quotients and remainders. The leaves are ranges.

// The digits of a number are its terms.

// CHECK-LABEL: tiny.kernel @digits
//      CHECK:   %[[A:.+]] = tiny.range 9 weak
//      CHECK:   %[[B:.+]] = tiny.range 4 weak
//      CHECK:   tiny.store {{.*}}[%[[A]]] :
//      CHECK:   tiny.store {{.*}}[%[[B]]] :
tiny.kernel @digits(%o: !tiny.buffer<4096xf32, global>) {
  %a = tiny.range 9 weak id 0
  %b = tiny.range 4 weak id 1
  %v = tiny.const 1.0 : f32
  %c4 = tiny.const 4 : index
  %0 = tiny.mul %a, %c4 : index, index
  %1 = tiny.add %0, %b : index, index
  %2 = tiny.floordiv %1, %c4 : index, index
  %3 = tiny.floormod %1, %c4 : index, index
  %t0 = tiny.store %v, %o[%2] : f32, !tiny.buffer<4096xf32, global>, index
  %t1 = tiny.store %v, %o[%3] : f32, !tiny.buffer<4096xf32, global>, index
  tiny.sink %t0, %t1
}

// Of two remainders the inner one, or none, is left.

// CHECK-LABEL: tiny.kernel @nested_mod
//      CHECK:   %[[A:.+]] = tiny.range 9 weak
//      CHECK:   %[[X:.+]] = tiny.range 1001 weak
//      CHECK:   tiny.store {{.*}}[%[[A]]] :
//      CHECK:   %[[TEN:.+]] = tiny.const 10 : index
//      CHECK:   %[[M:.+]] = tiny.floormod %[[X]], %[[TEN]]
//      CHECK:   tiny.store {{.*}}[%[[M]]] :
tiny.kernel @nested_mod(%o: !tiny.buffer<4096xf32, global>) {
  %a = tiny.range 9 weak id 0
  %x = tiny.range 1001 weak id 2
  %v = tiny.const 1.0 : f32
  %c10 = tiny.const 10 : index
  %0 = tiny.floormod %a, %c10 : index, index
  %1 = tiny.floormod %0, %c10 : index, index
  %c30 = tiny.const 30 : index
  %2 = tiny.floormod %x, %c30 : index, index
  %3 = tiny.floormod %2, %c10 : index, index
  %t0 = tiny.store %v, %o[%1] : f32, !tiny.buffer<4096xf32, global>, index
  %t1 = tiny.store %v, %o[%3] : f32, !tiny.buffer<4096xf32, global>, index
  tiny.sink %t0, %t1
}

// A common factor leaves a remainder.

// CHECK-LABEL: tiny.kernel @mod_of_multiple
//      CHECK:   %[[X:.+]] = tiny.range 1001 weak
//      CHECK:   %[[TWO:.+]] = tiny.const 2 : index
//      CHECK:   %[[M:.+]] = tiny.floormod %[[X]], %[[TWO]]
//      CHECK:   %[[FIVE:.+]] = tiny.const 5 : index
//      CHECK:   %[[P:.+]] = tiny.mul %[[M]], %[[FIVE]]
//      CHECK:   tiny.store {{.*}}[%[[P]]] :
tiny.kernel @mod_of_multiple(%o: !tiny.buffer<4096xf32, global>) {
  %x = tiny.range 1001 weak id 2
  %v = tiny.const 1.0 : f32
  %c5 = tiny.const 5 : index
  %0 = tiny.mul %x, %c5 : index, index
  %c10 = tiny.const 10 : index
  %1 = tiny.floormod %0, %c10 : index, index
  %t0 = tiny.store %v, %o[%1] : f32, !tiny.buffer<4096xf32, global>, index
  tiny.sink %t0
}

// Quotient and remainder make the number again.

// CHECK-LABEL: tiny.kernel @recombine
//      CHECK:   %[[B:.+]] = tiny.range 4 weak
//      CHECK:   %[[X:.+]] = tiny.range 1001 weak
//      CHECK:   %[[I:.+]] = tiny.range 64 weak
//      CHECK:   tiny.store {{.*}}[%[[X]]] :
//      CHECK:   %[[SUM:.+]] = tiny.add %[[B]], %[[I]]
//      CHECK:   %[[FIVE:.+]] = tiny.const 5 : index
//      CHECK:   %[[ALL:.+]] = tiny.add %[[SUM]], %[[FIVE]]
//      CHECK:   tiny.store {{.*}}[%[[ALL]]] :
tiny.kernel @recombine(%o: !tiny.buffer<4096xf32, global>) {
  %b = tiny.range 4 weak id 1
  %x = tiny.range 1001 weak id 2
  %i = tiny.range 64 weak id 5
  %v = tiny.const 1.0 : f32
  %c4 = tiny.const 4 : index
  %0 = tiny.floordiv %x, %c4 : index, index
  %1 = tiny.mul %0, %c4 : index, index
  %2 = tiny.floormod %x, %c4 : index, index
  %3 = tiny.add %1, %2 : index, index
  %4 = tiny.mul %i, %c4 : index, index
  %5 = tiny.add %4, %b : index, index
  %6 = tiny.floordiv %5, %c4 : index, index
  %7 = tiny.floormod %5, %c4 : index, index
  %8 = tiny.add %6, %7 : index, index
  %c5 = tiny.const 5 : index
  %9 = tiny.add %8, %c5 : index, index
  %t0 = tiny.store %v, %o[%3] : f32, !tiny.buffer<4096xf32, global>, index
  %t1 = tiny.store %v, %o[%9] : f32, !tiny.buffer<4096xf32, global>, index
  tiny.sink %t0, %t1
}

// Two divisions are one.

// CHECK-LABEL: tiny.kernel @nested_div
//      CHECK:   %[[X:.+]] = tiny.range 1001 weak
//      CHECK:   %[[C15:.+]] = tiny.const 15 : index
//      CHECK:   %[[Q:.+]] = tiny.floordiv %[[X]], %[[C15]]
//      CHECK:   tiny.store {{.*}}[%[[Q]]] :
tiny.kernel @nested_div(%o: !tiny.buffer<4096xf32, global>) {
  %x = tiny.range 1001 weak id 2
  %v = tiny.const 1.0 : f32
  %c3 = tiny.const 3 : index
  %0 = tiny.floordiv %x, %c3 : index, index
  %c5 = tiny.const 5 : index
  %1 = tiny.floordiv %0, %c5 : index, index
  %t0 = tiny.store %v, %o[%1] : f32, !tiny.buffer<4096xf32, global>, index
  tiny.sink %t0
}

// A remainder of multiples, a quotient of a small number are zero.

// CHECK-LABEL: tiny.kernel @zero
//      CHECK:   %[[ZERO:.+]] = tiny.const 0 : index
//      CHECK:   tiny.store {{.*}}[%[[ZERO]]] :
//      CHECK:   %[[SEVEN:.+]] = tiny.const 7 : index
//      CHECK:   tiny.store {{.*}}[%[[SEVEN]]] :
tiny.kernel @zero(%o: !tiny.buffer<4096xf32, global>) {
  %b = tiny.range 4 weak id 1
  %x = tiny.range 1001 weak id 2
  %y = tiny.range 101 weak id 3
  %v = tiny.const 1.0 : f32
  %c6 = tiny.const 6 : index
  %0 = tiny.mul %x, %c6 : index, index
  %c4 = tiny.const 4 : index
  %1 = tiny.mul %y, %c4 : index, index
  %2 = tiny.add %0, %1 : index, index
  %c2 = tiny.const 2 : index
  %3 = tiny.floormod %2, %c2 : index, index
  %c5 = tiny.const 5 : index
  %4 = tiny.floordiv %b, %c5 : index, index
  %c7 = tiny.const 7 : index
  %5 = tiny.add %4, %c7 : index, index
  %t0 = tiny.store %v, %o[%3] : f32, !tiny.buffer<4096xf32, global>, index
  %t1 = tiny.store %v, %o[%5] : f32, !tiny.buffer<4096xf32, global>, index
  tiny.sink %t0, %t1
}

// A sum is divided by a factor of the divisor first.

// CHECK-LABEL: tiny.kernel @div_by_factor
//      CHECK:   %[[X:.+]] = tiny.range 1001 weak
//      CHECK:   %[[Y:.+]] = tiny.range 101 weak
//      CHECK:   %[[G:.+]] = tiny.range 16 weak
//      CHECK:   %[[SUM:.+]] = tiny.add %[[X]], %[[Y]]
//      CHECK:   %[[TWO:.+]] = tiny.const 2 : index
//      CHECK:   %[[Q:.+]] = tiny.floordiv %[[SUM]], %[[TWO]]
//      CHECK:   tiny.store {{.*}}[%[[Q]]] :
//      CHECK:   %[[H:.+]] = tiny.floordiv %[[G]], %[[TWO]]
//      CHECK:   tiny.store {{.*}}[%[[H]]] :
tiny.kernel @div_by_factor(%o: !tiny.buffer<4096xf32, global>) {
  %x = tiny.range 1001 weak id 2
  %y = tiny.range 101 weak id 3
  %z = tiny.range 16 weak id 4
  %g = tiny.range 16 weak id 6
  %l = tiny.range 8 weak id 7
  %v = tiny.const 1.0 : f32
  %0 = tiny.add %x, %y : index, index
  %c16 = tiny.const 16 : index
  %1 = tiny.mul %0, %c16 : index, index
  %2 = tiny.add %1, %z : index, index
  %c32 = tiny.const 32 : index
  %3 = tiny.floordiv %2, %c32 : index, index
  %c8 = tiny.const 8 : index
  %4 = tiny.mul %g, %c8 : index, index
  %5 = tiny.add %4, %l : index, index
  %6 = tiny.floordiv %5, %c16 : index, index
  %t0 = tiny.store %v, %o[%3] : f32, !tiny.buffer<4096xf32, global>, index
  %t1 = tiny.store %v, %o[%6] : f32, !tiny.buffer<4096xf32, global>, index
  tiny.sink %t0, %t1
}

// The remainder keeps the digits below that factor.

// CHECK-LABEL: tiny.kernel @mod_by_factor
//      CHECK:   %[[G:.+]] = tiny.range 16 weak
//      CHECK:   %[[L:.+]] = tiny.range 8 weak
//      CHECK:   %[[TWO:.+]] = tiny.const 2 : index
//      CHECK:   %[[M:.+]] = tiny.floormod %[[G]], %[[TWO]]
//      CHECK:   %[[EIGHT:.+]] = tiny.const 8 : index
//      CHECK:   %[[P:.+]] = tiny.mul %[[M]], %[[EIGHT]]
//      CHECK:   %[[SUM:.+]] = tiny.add %[[P]], %[[L]]
//      CHECK:   tiny.store {{.*}}[%[[SUM]]] :
tiny.kernel @mod_by_factor(%o: !tiny.buffer<4096xf32, global>) {
  %g = tiny.range 16 weak id 6
  %l = tiny.range 8 weak id 7
  %v = tiny.const 1.0 : f32
  %c8 = tiny.const 8 : index
  %0 = tiny.mul %g, %c8 : index, index
  %1 = tiny.add %0, %l : index, index
  %c16 = tiny.const 16 : index
  %2 = tiny.floormod %1, %c16 : index, index
  %t0 = tiny.store %v, %o[%2] : f32, !tiny.buffer<4096xf32, global>, index
  tiny.sink %t0
}

// Whole multiples leave a quotient.

// CHECK-LABEL: tiny.kernel @whole_in_quotient
//      CHECK:   %[[A:.+]] = tiny.range 9 weak
//      CHECK:   %[[B:.+]] = tiny.range 4 weak
//      CHECK:   %[[W:.+]] = tiny.range 10 weak
//      CHECK:   %[[TWO:.+]] = tiny.const 2 : index
//      CHECK:   %[[SUM:.+]] = tiny.add %[[W]], %[[TWO]]
//      CHECK:   tiny.store {{.*}}[%[[SUM]]] :
//      CHECK:   %[[H:.+]] = tiny.floordiv %[[A]], %[[TWO]]
//      CHECK:   %[[PART:.+]] = tiny.add %[[H]], %[[B]]
//      CHECK:   %[[ALL:.+]] = tiny.add %[[PART]], %[[TWO]]
//      CHECK:   tiny.store {{.*}}[%[[ALL]]] :
tiny.kernel @whole_in_quotient(%o: !tiny.buffer<4096xf32, global>) {
  %a = tiny.range 9 weak id 0
  %b = tiny.range 4 weak id 1
  %u = tiny.range 2 weak id 8
  %w = tiny.range 10 weak id 9
  %v = tiny.const 1.0 : f32
  %c2 = tiny.const 2 : index
  %0 = tiny.mul %w, %c2 : index, index
  %1 = tiny.add %u, %0 : index, index
  %c4 = tiny.const 4 : index
  %2 = tiny.add %1, %c4 : index, index
  %3 = tiny.floordiv %2, %c2 : index, index
  %4 = tiny.mul %b, %c2 : index, index
  %5 = tiny.add %a, %4 : index, index
  %6 = tiny.add %5, %c4 : index, index
  %7 = tiny.floordiv %6, %c2 : index, index
  %t0 = tiny.store %v, %o[%3] : f32, !tiny.buffer<4096xf32, global>, index
  %t1 = tiny.store %v, %o[%7] : f32, !tiny.buffer<4096xf32, global>, index
  tiny.sink %t0, %t1
}

// A multiple of the divisor does not change a remainder.

// CHECK-LABEL: tiny.kernel @mod_of_shifted
//      CHECK:   %[[X:.+]] = tiny.range 1001 weak
//      CHECK:   %[[R:.+]] = tiny.range 12 weak
//      CHECK:   tiny.store {{.*}}[%[[R]]] :
//      CHECK:   %[[THREE:.+]] = tiny.const 3 : index
//      CHECK:   %[[SUM:.+]] = tiny.add %[[X]], %[[THREE]]
//      CHECK:   tiny.store {{.*}}[%[[SUM]]] :
tiny.kernel @mod_of_shifted(%o: !tiny.buffer<4096xf32, global>) {
  %x = tiny.range 1001 weak id 2
  %r = tiny.range 12 weak id 10
  %v = tiny.const 1.0 : f32
  %c12 = tiny.const 12 : index
  %0 = tiny.add %r, %c12 : index, index
  %1 = tiny.floormod %0, %c12 : index, index
  %c8 = tiny.const 8 : index
  %2 = tiny.mul %x, %c8 : index, index
  %c7 = tiny.const 7 : index
  %3 = tiny.add %2, %c7 : index, index
  %c4 = tiny.const 4 : index
  %4 = tiny.floormod %3, %c4 : index, index
  %5 = tiny.add %4, %x : index, index
  %t0 = tiny.store %v, %o[%1] : f32, !tiny.buffer<4096xf32, global>, index
  %t1 = tiny.store %v, %o[%5] : f32, !tiny.buffer<4096xf32, global>, index
  tiny.sink %t0, %t1
}

// Nor does a variable divisor itself.

// CHECK-LABEL: tiny.kernel @mod_by_variable
//      CHECK:   %[[X:.+]] = tiny.range 1001 weak
//      CHECK:   %[[S:.+]] = tiny.range 10 weak
//      CHECK:   %[[ONE:.+]] = tiny.const 1 : index
//      CHECK:   %[[N:.+]] = tiny.add %[[S]], %[[ONE]]
//      CHECK:   %[[M:.+]] = tiny.floormod %[[X]], %[[N]]
//      CHECK:   tiny.store {{.*}}[%[[M]]] :
tiny.kernel @mod_by_variable(%o: !tiny.buffer<4096xf32, global>) {
  %x = tiny.range 1001 weak id 2
  %s = tiny.range 10 weak id 11
  %v = tiny.const 1.0 : f32
  %c1 = tiny.const 1 : index
  %0 = tiny.add %s, %c1 : index, index
  %1 = tiny.add %x, %0 : index, index
  %2 = tiny.floormod %1, %0 : index, index
  %t0 = tiny.store %v, %o[%2] : f32, !tiny.buffer<4096xf32, global>, index
  tiny.sink %t0
}

// Coefficients are divided.

// CHECK-LABEL: tiny.kernel @div_of_multiple
//      CHECK:   %[[X:.+]] = tiny.range 1001 weak
//      CHECK:   %[[TWO:.+]] = tiny.const 2 : index
//      CHECK:   %[[P:.+]] = tiny.mul %[[X]], %[[TWO]]
//      CHECK:   tiny.store {{.*}}[%[[P]]] :
tiny.kernel @div_of_multiple(%o: !tiny.buffer<4096xf32, global>) {
  %x = tiny.range 1001 weak id 2
  %v = tiny.const 1.0 : f32
  %c8 = tiny.const 8 : index
  %0 = tiny.mul %x, %c8 : index, index
  %c3 = tiny.const 3 : index
  %1 = tiny.add %0, %c3 : index, index
  %c4 = tiny.const 4 : index
  %2 = tiny.floordiv %1, %c4 : index, index
  %t0 = tiny.store %v, %o[%2] : f32, !tiny.buffer<4096xf32, global>, index
  tiny.sink %t0
}

// Constants are reduced modulo the divisor.

// CHECK-LABEL: tiny.kernel @shifted_div
//      CHECK:   %[[X:.+]] = tiny.range 1001 weak
//      CHECK:   %[[ONE:.+]] = tiny.const 1 : index
//      CHECK:   %[[SUM:.+]] = tiny.add %[[X]], %[[ONE]]
//      CHECK:   %[[FOUR:.+]] = tiny.const 4 : index
//      CHECK:   %[[Q:.+]] = tiny.floordiv %[[SUM]], %[[FOUR]]
//      CHECK:   %[[ALL:.+]] = tiny.add %[[Q]], %[[ONE]]
//      CHECK:   tiny.store {{.*}}[%[[ALL]]] :
//      CHECK:   %[[THREE:.+]] = tiny.const 3 : index
//      CHECK:   %[[SHIFT:.+]] = tiny.add %[[X]], %[[THREE]]
//      CHECK:   %[[M:.+]] = tiny.floormod %[[SHIFT]], %[[FOUR]]
//      CHECK:   tiny.store {{.*}}[%[[M]]] :
tiny.kernel @shifted_div(%o: !tiny.buffer<4096xf32, global>) {
  %x = tiny.range 1001 weak id 2
  %v = tiny.const 1.0 : f32
  %c5 = tiny.const 5 : index
  %0 = tiny.add %x, %c5 : index, index
  %c4 = tiny.const 4 : index
  %1 = tiny.floordiv %0, %c4 : index, index
  %2 = tiny.sub %x, %c5 : index, index
  %3 = tiny.floormod %2, %c4 : index, index
  %t0 = tiny.store %v, %o[%1] : f32, !tiny.buffer<4096xf32, global>, index
  %t1 = tiny.store %v, %o[%3] : f32, !tiny.buffer<4096xf32, global>, index
  tiny.sink %t0, %t1
}

// A common factor is divided out.

// CHECK-LABEL: tiny.kernel @common_factor
//      CHECK:   %[[X:.+]] = tiny.range 1001 weak
//      CHECK:   %[[Y:.+]] = tiny.range 101 weak
//      CHECK:   %[[TWO:.+]] = tiny.const 2 : index
//      CHECK:   %[[H:.+]] = tiny.floordiv %[[X]], %[[TWO]]
//      CHECK:   %[[SUM:.+]] = tiny.add %[[X]], %[[H]]
//      CHECK:   tiny.store {{.*}}[%[[SUM]]] :
//      CHECK:   %[[M:.+]] = tiny.floormod %[[X]], %[[TWO]]
//      CHECK:   %[[FOUR:.+]] = tiny.const 4 : index
//      CHECK:   %[[P:.+]] = tiny.mul %[[M]], %[[FOUR]]
//      CHECK:   tiny.store {{.*}}[%[[P]]] :
//      CHECK:   %[[D:.+]] = tiny.mul %[[X]], %[[TWO]]
//      CHECK:   %[[N:.+]] = tiny.add %[[D]], %[[Y]]
//      CHECK:   %[[THREE:.+]] = tiny.const 3 : index
//      CHECK:   %[[Q:.+]] = tiny.floordiv %[[N]], %[[THREE]]
//      CHECK:   tiny.store {{.*}}[%[[Q]]] :
tiny.kernel @common_factor(%o: !tiny.buffer<4096xf32, global>) {
  %x = tiny.range 1001 weak id 2
  %y = tiny.range 101 weak id 3
  %v = tiny.const 1.0 : f32
  %c12 = tiny.const 12 : index
  %0 = tiny.mul %x, %c12 : index, index
  %c8 = tiny.const 8 : index
  %1 = tiny.floordiv %0, %c8 : index, index
  %2 = tiny.floormod %0, %c8 : index, index
  %c4 = tiny.const 4 : index
  %3 = tiny.mul %x, %c4 : index, index
  %c2 = tiny.const 2 : index
  %4 = tiny.mul %y, %c2 : index, index
  %5 = tiny.add %3, %4 : index, index
  %c6 = tiny.const 6 : index
  %6 = tiny.floordiv %5, %c6 : index, index
  %t0 = tiny.store %v, %o[%1] : f32, !tiny.buffer<4096xf32, global>, index
  %t1 = tiny.store %v, %o[%2] : f32, !tiny.buffer<4096xf32, global>, index
  %t2 = tiny.store %v, %o[%6] : f32, !tiny.buffer<4096xf32, global>, index
  tiny.sink %t0, %t1, %t2
}

// A flipped axis divides like the axis.

// CHECK-LABEL: tiny.kernel @mirrored
//      CHECK:   %[[I:.+]] = tiny.range 64 weak
//      CHECK:   %[[EIGHT:.+]] = tiny.const 8 : index
//      CHECK:   %[[Q:.+]] = tiny.floordiv %[[I]], %[[EIGHT]]
//      CHECK:   %[[N:.+]] = tiny.mul %[[Q]], %{{.+}}
//      CHECK:   %[[SEVEN:.+]] = tiny.const 7 : index
//      CHECK:   %[[SUM:.+]] = tiny.add %[[N]], %[[SEVEN]]
//      CHECK:   tiny.store {{.*}}[%[[SUM]]] :
tiny.kernel @mirrored(%o: !tiny.buffer<4096xf32, global>) {
  %i = tiny.range 64 weak id 5
  %v = tiny.const 1.0 : f32
  %c63 = tiny.const 63 : index
  %0 = tiny.sub %c63, %i : index, index
  %c8 = tiny.const 8 : index
  %1 = tiny.floordiv %0, %c8 : index, index
  %t0 = tiny.store %v, %o[%1] : f32, !tiny.buffer<4096xf32, global>, index
  tiny.sink %t0
}
