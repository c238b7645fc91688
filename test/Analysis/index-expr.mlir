// RUN: tiny-opt %s --tiny-simplify | FileCheck %s

// The symbolic engine: identities, comparisons, conditions. The leaves are
// ranges; a condition is the mask of a store.

// Neutral and absorbing factors vanish.

// CHECK-LABEL: tiny.kernel @identities
//      CHECK:   %[[A:.+]] = tiny.range 9 weak
//      CHECK:   %[[X:.+]] = tiny.range 1001 weak
//      CHECK:   %[[ONE:.+]] = tiny.const 1 : index
//      CHECK:   tiny.store {{.*}}[%[[ONE]]] :
//      CHECK:   tiny.store {{.*}}[%[[A]]] :
//      CHECK:   tiny.store {{.*}}[%[[X]]] :
tiny.kernel @identities(%o: !tiny.buffer<4096xf32, global>) {
  %a = tiny.range 9 weak id 0
  %x = tiny.range 1001 weak id 2
  %v = tiny.const 1.0 : f32
  %c0 = tiny.const 0 : index
  %0 = tiny.mul %a, %c0 : index, index
  %c1 = tiny.const 1 : index
  %1 = tiny.add %0, %c1 : index, index
  %2 = tiny.mul %a, %c1 : index, index
  %3 = tiny.add %x, %c0 : index, index
  %t0 = tiny.store %v, %o[%1] : f32, !tiny.buffer<4096xf32, global>, index
  %t1 = tiny.store %v, %o[%2] : f32, !tiny.buffer<4096xf32, global>, index
  %t2 = tiny.store %v, %o[%3] : f32, !tiny.buffer<4096xf32, global>, index
  tiny.sink %t0, %t1, %t2
}

// A comparison that bounds decide needs no mask.

// CHECK-LABEL: tiny.kernel @certain_comparison
//      CHECK:   %[[A:.+]] = tiny.range 9 weak
//      CHECK:   %[[X:.+]] = tiny.range 1001 weak
//      CHECK:   tiny.store {{.*}}[%[[A]]] :
//      CHECK:   tiny.store {{.*}}[%[[X]]] :
tiny.kernel @certain_comparison(%o: !tiny.buffer<4096xf32, global>) {
  %a = tiny.range 9 weak id 0
  %x = tiny.range 1001 weak id 2
  %v = tiny.const 1.0 : f32
  %c100 = tiny.const 100 : index
  %0 = tiny.cmplt %a, %c100 : index, index
  %cm3 = tiny.const -3 : index
  %1 = tiny.mul %x, %cm3 : index, index
  %c10 = tiny.const 10 : index
  %2 = tiny.cmplt %1, %c10 : index, index
  %t0 = tiny.store %v, %o[%a] mask %0 : f32, !tiny.buffer<4096xf32, global>, index mask i1
  %t1 = tiny.store %v, %o[%x] mask %2 : f32, !tiny.buffer<4096xf32, global>, index mask i1
  tiny.sink %t0, %t1
}

// A mask that bounds refute is the constant false.

// CHECK-LABEL: tiny.kernel @impossible_comparison
//      CHECK:   %[[A:.+]] = tiny.range 9 weak
//      CHECK:   %[[FALSE:.+]] = tiny.const 0 : i1
//      CHECK:   tiny.store {{.*}}[%[[A]]] mask %[[FALSE]]
tiny.kernel @impossible_comparison(%o: !tiny.buffer<4096xf32, global>) {
  %a = tiny.range 9 weak id 0
  %v = tiny.const 1.0 : f32
  %c0 = tiny.const 0 : index
  %0 = tiny.cmplt %a, %c0 : index, index
  %t0 = tiny.store %v, %o[%a] mask %0 : f32, !tiny.buffer<4096xf32, global>, index mask i1
  tiny.sink %t0
}

// A comparison looks at the digits that matter.

// CHECK-LABEL: tiny.kernel @compare_digits
//      CHECK:   %[[A:.+]] = tiny.range 9 weak
//      CHECK:   %[[TWO:.+]] = tiny.const 2 : index
//      CHECK:   %[[P:.+]] = tiny.cmplt %[[A]], %[[TWO]]
//      CHECK:   tiny.store {{.*}}[%[[A]]] mask %[[P]]
tiny.kernel @compare_digits(%o: !tiny.buffer<4096xf32, global>) {
  %a = tiny.range 9 weak id 0
  %b = tiny.range 4 weak id 1
  %v = tiny.const 1.0 : f32
  %c4 = tiny.const 4 : index
  %0 = tiny.mul %a, %c4 : index, index
  %1 = tiny.add %0, %b : index, index
  %c8 = tiny.const 8 : index
  %2 = tiny.cmplt %1, %c8 : index, index
  %t0 = tiny.store %v, %o[%a] mask %2 : f32, !tiny.buffer<4096xf32, global>, index mask i1
  tiny.sink %t0
}

// A condition is known inside of its branches.

// CHECK-LABEL: tiny.kernel @nested_where
//      CHECK:   %[[S:.+]] = tiny.range 10 weak
//      CHECK:   %[[P:.+]] = tiny.cmplt %[[S]], %{{.+}}
//      CHECK:   %[[ONE:.+]] = tiny.const 1 : index
//      CHECK:   %[[FIVE:.+]] = tiny.const 5 : index
//      CHECK:   %[[W:.+]] = tiny.where %[[P]], %[[ONE]], %[[FIVE]]
//      CHECK:   tiny.store {{.*}}[%[[W]]] :
tiny.kernel @nested_where(%o: !tiny.buffer<4096xf32, global>) {
  %s = tiny.range 10 weak id 11
  %v = tiny.const 1.0 : f32
  %c3 = tiny.const 3 : index
  %0 = tiny.cmplt %s, %c3 : index, index
  %c1 = tiny.const 1 : index
  %c2 = tiny.const 2 : index
  %1 = tiny.where %0, %c1, %c2 : i1, index, index
  %c5 = tiny.const 5 : index
  %2 = tiny.where %0, %1, %c5 : i1, index, index
  %t0 = tiny.store %v, %o[%2] : f32, !tiny.buffer<4096xf32, global>, index
  tiny.sink %t0
}

// The larger of two ranges that do not overlap.

// CHECK-LABEL: tiny.kernel @separate_max
//      CHECK:   %[[A:.+]] = tiny.range 9 weak
//      CHECK:   %[[FIVE:.+]] = tiny.const 5 : index
//      CHECK:   %[[SUM:.+]] = tiny.add %[[A]], %[[FIVE]]
//      CHECK:   tiny.store {{.*}}[%[[SUM]]] :
tiny.kernel @separate_max(%o: !tiny.buffer<4096xf32, global>) {
  %a = tiny.range 9 weak id 0
  %b = tiny.range 4 weak id 1
  %v = tiny.const 1.0 : f32
  %c5 = tiny.const 5 : index
  %0 = tiny.add %a, %c5 : index, index
  %1 = tiny.max %b, %0 : index, index
  %t0 = tiny.store %v, %o[%1] : f32, !tiny.buffer<4096xf32, global>, index
  tiny.sink %t0
}

// Two negated sides change places.

// CHECK-LABEL: tiny.kernel @negated_comparison
//      CHECK:   %[[X:.+]] = tiny.range 1001 weak
//      CHECK:   %[[Y:.+]] = tiny.range 101 weak
//      CHECK:   %[[P:.+]] = tiny.cmplt %[[Y]], %[[X]]
//      CHECK:   tiny.store {{.*}}[%[[X]]] mask %[[P]]
//      CHECK:   %[[FIVE:.+]] = tiny.const 5 : index
//      CHECK:   %[[Q:.+]] = tiny.cmplt %[[FIVE]], %[[X]]
//      CHECK:   tiny.store {{.*}}[%[[Y]]] mask %[[Q]]
tiny.kernel @negated_comparison(%o: !tiny.buffer<4096xf32, global>) {
  %x = tiny.range 1001 weak id 2
  %y = tiny.range 101 weak id 3
  %v = tiny.const 1.0 : f32
  %0 = tiny.neg %x : index
  %1 = tiny.neg %y : index
  %2 = tiny.cmplt %0, %1 : index, index
  %cm5 = tiny.const -5 : index
  %3 = tiny.cmplt %0, %cm5 : index, index
  %t0 = tiny.store %v, %o[%x] mask %2 : f32, !tiny.buffer<4096xf32, global>, index mask i1
  %t1 = tiny.store %v, %o[%y] mask %3 : f32, !tiny.buffer<4096xf32, global>, index mask i1
  tiny.sink %t0, %t1
}

// Factors and quotients move to the constant.

// CHECK-LABEL: tiny.kernel @scaled_comparison
//      CHECK:   %[[X:.+]] = tiny.range 1001 weak
//      CHECK:   %[[Y:.+]] = tiny.range 101 weak
//      CHECK:   %[[FOUR:.+]] = tiny.const 4 : index
//      CHECK:   %[[P:.+]] = tiny.cmplt %[[X]], %[[FOUR]]
//      CHECK:   tiny.store {{.*}}[%[[X]]] mask %[[P]]
//      CHECK:   %[[C12:.+]] = tiny.const 12 : index
//      CHECK:   %[[Q:.+]] = tiny.cmplt %[[X]], %[[C12]]
//      CHECK:   tiny.store {{.*}}[%[[Y]]] mask %[[Q]]
tiny.kernel @scaled_comparison(%o: !tiny.buffer<4096xf32, global>) {
  %x = tiny.range 1001 weak id 2
  %y = tiny.range 101 weak id 3
  %v = tiny.const 1.0 : f32
  %c3 = tiny.const 3 : index
  %0 = tiny.mul %x, %c3 : index, index
  %c10 = tiny.const 10 : index
  %1 = tiny.cmplt %0, %c10 : index, index
  %c4 = tiny.const 4 : index
  %2 = tiny.floordiv %x, %c4 : index, index
  %3 = tiny.cmplt %2, %c3 : index, index
  %t0 = tiny.store %v, %o[%x] mask %1 : f32, !tiny.buffer<4096xf32, global>, index mask i1
  %t1 = tiny.store %v, %o[%y] mask %3 : f32, !tiny.buffer<4096xf32, global>, index mask i1
  tiny.sink %t0, %t1
}

// A clause that follows from the others goes.

// CHECK-LABEL: tiny.kernel @implied_clause
//      CHECK:   %[[X:.+]] = tiny.range 1001 weak
//      CHECK:   %[[Y:.+]] = tiny.range 101 weak
//      CHECK:   %[[THREE:.+]] = tiny.const 3 : index
//      CHECK:   %[[P:.+]] = tiny.cmplt %[[X]], %[[THREE]]
//      CHECK:   tiny.store {{.*}}[%[[X]]] mask %[[P]]
//      CHECK:   tiny.store {{.*}}[%[[Y]]] mask %[[P]]
//      CHECK:   tiny.store {{.*}}[%{{.+}}] mask %[[P]]
tiny.kernel @implied_clause(%o: !tiny.buffer<4096xf32, global>) {
  %x = tiny.range 1001 weak id 2
  %y = tiny.range 101 weak id 3
  %v = tiny.const 1.0 : f32
  %c3 = tiny.const 3 : index
  %0 = tiny.cmplt %x, %c3 : index, index
  %1 = tiny.add %x, %y : index, index
  %c200 = tiny.const 200 : index
  %2 = tiny.cmplt %1, %c200 : index, index
  %3 = tiny.and %0, %2 : i1, i1
  %c5 = tiny.const 5 : index
  %4 = tiny.cmplt %x, %c5 : index, index
  %5 = tiny.and %0, %4 : i1, i1
  %c1 = tiny.const 1 : index
  %6 = tiny.add %x, %c1 : index, index
  %7 = tiny.and %4, %0 : i1, i1
  %t0 = tiny.store %v, %o[%x] mask %3 : f32, !tiny.buffer<4096xf32, global>, index mask i1
  %t1 = tiny.store %v, %o[%y] mask %5 : f32, !tiny.buffer<4096xf32, global>, index mask i1
  %t2 = tiny.store %v, %o[%6] mask %7 : f32, !tiny.buffer<4096xf32, global>, index mask i1
  tiny.sink %t0, %t1, %t2
}

// Where the mask holds, the remainder is the number.

// CHECK-LABEL: tiny.kernel @index_under_mask
//      CHECK:   %[[I:.+]] = tiny.range 64 weak
//      CHECK:   %[[C32:.+]] = tiny.const 32 : index
//      CHECK:   %[[P:.+]] = tiny.cmplt %[[I]], %[[C32]]
//      CHECK:   tiny.store {{.*}}[%[[I]]] mask %[[P]]
tiny.kernel @index_under_mask(%o: !tiny.buffer<4096xf32, global>) {
  %i = tiny.range 64 weak id 5
  %v = tiny.const 1.0 : f32
  %c32 = tiny.const 32 : index
  %0 = tiny.floormod %i, %c32 : index, index
  %1 = tiny.cmplt %i, %c32 : index, index
  %t0 = tiny.store %v, %o[%0] mask %1 : f32, !tiny.buffer<4096xf32, global>, index mask i1
  tiny.sink %t0
}

// A sum is positive where one of its terms is.

// CHECK-LABEL: tiny.kernel @positive_sum
//      CHECK:   %[[A:.+]] = tiny.range 9 weak
//      CHECK:   %[[B:.+]] = tiny.range 4 weak
//      CHECK:   %[[X:.+]] = tiny.range 1001 weak
//      CHECK:   %[[ZERO:.+]] = tiny.const 0 : index
//      CHECK:   %[[SUM:.+]] = tiny.add %[[A]], %[[B]]
//      CHECK:   %[[P:.+]] = tiny.cmplt %[[ZERO]], %[[SUM]]
//      CHECK:   tiny.store {{.*}}[%[[X]]] mask %[[P]]
tiny.kernel @positive_sum(%o: !tiny.buffer<4096xf32, global>) {
  %a = tiny.range 9 weak id 0
  %b = tiny.range 4 weak id 1
  %x = tiny.range 1001 weak id 2
  %v = tiny.const 1.0 : f32
  %c0 = tiny.const 0 : index
  %c4 = tiny.const 4 : index
  %0 = tiny.mul %a, %c4 : index, index
  %c3 = tiny.const 3 : index
  %1 = tiny.mul %b, %c3 : index, index
  %2 = tiny.add %0, %1 : index, index
  %3 = tiny.cmplt %c0, %2 : index, index
  %t0 = tiny.store %v, %o[%x] mask %3 : f32, !tiny.buffer<4096xf32, global>, index mask i1
  tiny.sink %t0
}
