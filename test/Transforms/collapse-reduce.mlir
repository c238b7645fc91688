// RUN: tiny-opt %s --split-input-file --tiny-collapse-reduce | FileCheck %s

// A sum of what does not depend on the range is a product, a product a power,
// a maximum the value itself.

// CHECK-LABEL: tiny.kernel @independent
//   CHECK-NOT:   reduce
//       CHECK:   %[[V:.+]] = tiny.load
//       CHECK:   %[[C10:.+]] = tiny.const 10.0 : f32
//       CHECK:   %[[SUM:.+]] = tiny.mul %[[V]], %[[C10]]
//       CHECK:   %[[V2:.+]] = tiny.mul %[[V]], %[[V]]
//       CHECK:   %[[V4:.+]] = tiny.mul %[[V2]], %[[V2]]
//       CHECK:   %[[V8:.+]] = tiny.mul %[[V4]], %[[V4]]
//       CHECK:   %[[PRODUCT:.+]] = tiny.mul %[[V2]], %[[V8]]
//       CHECK:   tiny.store %[[SUM]]
//       CHECK:   tiny.store %[[PRODUCT]]
//       CHECK:   tiny.store %[[V]]
tiny.kernel @independent(%o: !tiny.buffer<8xf32, global>, %p: !tiny.buffer<8xf32, global>,
                         %q: !tiny.buffer<8xf32, global>, %a: !tiny.buffer<8xf32, global>) {
  %i = tiny.range 8 weak id 0
  %r = tiny.range 10 reduce id 1
  %v = tiny.load %a[%i] : !tiny.buffer<8xf32, global>, index
  %0 = tiny.reduce add %v over %r : f32
  %1 = tiny.reduce mul %v over %r : f32
  %2 = tiny.reduce max %v over %r : f32
  %t0 = tiny.store %0, %o[%i] : f32, !tiny.buffer<8xf32, global>, index
  %t1 = tiny.store %1, %p[%i] : f32, !tiny.buffer<8xf32, global>, index
  %t2 = tiny.store %2, %q[%i] : f32, !tiny.buffer<8xf32, global>, index
  %g = tiny.group %t0, %t1, %t2
  %e = tiny.end %g over %i
  tiny.sink %e
}

// -----

// Where the extent is no finite number of the type the loop stays.

// CHECK-LABEL: tiny.kernel @too_many
//       CHECK:   tiny.reduce add
tiny.kernel @too_many(%o: !tiny.buffer<1xf16, global>, %a: !tiny.buffer<1xf16, global>) {
  %z = tiny.const 0 : index
  %r = tiny.range 100000 reduce id 1
  %v = tiny.load %a[%z] : !tiny.buffer<1xf16, global>, index
  %s = tiny.reduce add %v over %r : f16
  %t = tiny.store %s, %o[%z] : f16, !tiny.buffer<1xf16, global>, index
  tiny.sink %t
}

// -----

// Ones below the diagonal count the row, however the comparison is written.

// CHECK-LABEL: tiny.kernel @arange
//   CHECK-NOT:   reduce
//       CHECK:   %[[I:.+]] = tiny.range 8
//       CHECK:   %[[N:.+]] = tiny.add %[[I]], %{{.+}} : index
//       CHECK:   %[[F:.+]] = tiny.cast %[[N]] to i32
//       CHECK:   tiny.store %[[F]]
tiny.kernel @arange(%o: !tiny.buffer<8xi32, global>) {
  %i = tiny.range 8 weak id 0
  %r = tiny.range 8 reduce id 1
  %one = tiny.const 1 : i32
  %zero = tiny.const 0 : i32
  %x = tiny.cast %i to i32 : index
  %y = tiny.cast %r to i32 : index
  %d = tiny.sub %y, %x : i32, i32
  %p = tiny.cmplt %d, %one : i32, i32
  %w = tiny.where %p, %one, %zero : i1, i32, i32
  %s = tiny.reduce add %w over %r : i32
  %t = tiny.store %s, %o[%i] : i32, !tiny.buffer<8xi32, global>, index
  %e = tiny.end %t over %i
  tiny.sink %e
}

// -----

// A value counts as often as the range is between two bounds. Zero times is
// zero, whatever the value.

// CHECK-LABEL: tiny.kernel @band
//   CHECK-NOT:   reduce
//       CHECK:   %[[V:.+]] = tiny.load
//       CHECK:   %[[N:.+]] = tiny.max
//       CHECK:   %[[F:.+]] = tiny.cast %[[N]] to f32
//       CHECK:   %[[P:.+]] = tiny.mul %[[V]], %[[F]]
//       CHECK:   %[[ANY:.+]] = tiny.cmplt
//       CHECK:   %[[S:.+]] = tiny.where %[[ANY]], %[[P]]
//       CHECK:   tiny.store %[[S]]
tiny.kernel @band(%o: !tiny.buffer<8xf32, global>, %a: !tiny.buffer<8xf32, global>,
                  %b: !tiny.buffer<8xi32, global>) {
  %i = tiny.range 8 weak id 0
  %r = tiny.range 8 reduce id 1
  %zero = tiny.const 0.0 : f32
  %v = tiny.load %a[%i] : !tiny.buffer<8xf32, global>, index
  %l = tiny.load %b[%i] : !tiny.buffer<8xi32, global>, index
  %x = tiny.cast %r to i32 : index
  %p = tiny.cmplt %x, %l : i32, i32
  %q = tiny.cmplt %i, %r : index, index
  %pq = tiny.and %p, %q : i1, i1
  %w = tiny.where %pq, %v, %zero : i1, f32, f32
  %s = tiny.reduce add %w over %r : f32
  %t = tiny.store %s, %o[%i] : f32, !tiny.buffer<8xf32, global>, index
  %e = tiny.end %t over %i
  tiny.sink %e
}

// -----

// A sum of two is two sums, and a constant factor moves out.

// CHECK-LABEL: tiny.kernel @split
//   CHECK-NOT:   reduce
//       CHECK:   tiny.sink
tiny.kernel @split(%o: !tiny.buffer<8xf32, global>, %a: !tiny.buffer<8xf32, global>) {
  %i = tiny.range 8 weak id 0
  %r = tiny.range 8 reduce id 1
  %two = tiny.const 2.0 : f32
  %v = tiny.load %a[%i] : !tiny.buffer<8xf32, global>, index
  %p = tiny.cmplt %r, %i : index, index
  %c = tiny.cast %p to f32 : i1
  %d = tiny.mul %two, %c : f32, f32
  %x = tiny.add %v, %d : f32, f32
  %s = tiny.reduce add %x over %r : f32
  %t = tiny.store %s, %o[%i] : f32, !tiny.buffer<8xf32, global>, index
  %e = tiny.end %t over %i
  tiny.sink %e
}

// -----

// A choice of one place is a load, masked where there is no such place.

// CHECK-LABEL: tiny.kernel @gather
//   CHECK-NOT:   reduce
//       CHECK:   %[[L:.+]] = tiny.load
//       CHECK:   %[[X:.+]] = tiny.cast %[[L]] to index
//       CHECK:   %[[P:.+]] = tiny.and
//       CHECK:   %[[V:.+]] = tiny.load %{{.+}}[%{{.+}}] mask %[[P]]
//       CHECK:   %[[W:.+]] = tiny.sqrt %[[V]]
//       CHECK:   %[[S:.+]] = tiny.where %[[P]], %[[W]]
//       CHECK:   tiny.store %[[S]]
tiny.kernel @gather(%o: !tiny.buffer<8xf32, global>, %a: !tiny.buffer<10x8xf32, global>,
                    %b: !tiny.buffer<8xi64, global>) {
  %i = tiny.range 8 weak id 0
  %r = tiny.range 10 reduce id 1
  %c8 = tiny.const 8 : index
  %zero = tiny.const 0.0 : f32
  %l = tiny.load %b[%i] : !tiny.buffer<8xi64, global>, index
  %x = tiny.cast %r to i64 : index
  %p = tiny.cmpeq %l, %x : i64, i64
  %row = tiny.mul %r, %c8 : index, index
  %at = tiny.add %row, %i : index, index
  %v = tiny.load %a[%at] : !tiny.buffer<10x8xf32, global>, index
  %w = tiny.sqrt %v : f32
  %y = tiny.where %p, %w, %zero : i1, f32, f32
  %s = tiny.reduce add %y over %r : f32
  %t = tiny.store %s, %o[%i] : f32, !tiny.buffer<8xf32, global>, index
  %e = tiny.end %t over %i
  tiny.sink %e
}

// -----

// The place itself, chosen by a loaded number, is zero where there is no such
// place: what is loaded is the number, which no mask is about.

// CHECK-LABEL: tiny.kernel @place
//   CHECK-NOT:   reduce
//       CHECK:   %[[L:.+]] = tiny.load
//       CHECK:   %[[X:.+]] = tiny.cast %[[L]] to index
//       CHECK:   %[[V:.+]] = tiny.cast %[[X]] to i32
//       CHECK:   %[[P:.+]] = tiny.and
//       CHECK:   %[[S:.+]] = tiny.where %[[P]], %[[V]]
//       CHECK:   tiny.store %[[S]]

tiny.kernel @place(%arg0: !tiny.buffer<8xi32, global>, %arg1: !tiny.buffer<8xi32, global>) {
  %i = tiny.range 8 weak id 0
  %r = tiny.range 4 reduce id 1
  %place = tiny.cast %r to i32 : index
  %wanted = tiny.load %arg1[%i] : <8xi32, global>, index
  %found = tiny.cmpeq %place, %wanted : i32, i32
  %zero = tiny.const 0 : i32
  %value = tiny.where %found, %place, %zero : i1, i32, i32
  %sum = tiny.reduce add %value over %r : i32
  %store = tiny.store %sum, %arg0[%i] : i32, <8xi32, global>, index
  %end = tiny.end %store over %i
  tiny.sink %end
}

// -----

// A known index needs no mask; a bool is picked by "or".

// CHECK-LABEL: tiny.kernel @known_place
//   CHECK-NOT:   reduce
//       CHECK:   %[[I:.+]] = tiny.range 8
//       CHECK:   %[[M:.+]] = tiny.mul %[[I]], %{{.+}}
//       CHECK:   %[[X:.+]] = tiny.add %[[M]], %{{.+}}
//       CHECK:   tiny.load %{{.+}}[%[[X]]] :
//       CHECK:   tiny.sink
tiny.kernel @known_place(%o: !tiny.buffer<8xi8, global>, %a: !tiny.buffer<8xi8, global>) {
  %i = tiny.range 8 weak id 0
  %r = tiny.range 8 reduce id 1
  %c7 = tiny.const 7 : index
  %sum = tiny.add %i, %r : index, index
  %p = tiny.cmpeq %sum, %c7 : index, index
  %v = tiny.load %a[%r] : !tiny.buffer<8xi8, global>, index
  %b = tiny.cast %v to i1 : i8
  %q = tiny.and %p, %b : i1, i1
  %s = tiny.reduce max %q over %r : i1
  %y = tiny.cast %s to i8 : i1
  %t = tiny.store %y, %o[%i] : i8, !tiny.buffer<8xi8, global>, index
  %e = tiny.end %t over %i
  tiny.sink %e
}

// -----

// Two ranges fixed by two indices; an inner reduction is computed there.

// CHECK-LABEL: tiny.kernel @two_indices
//       CHECK:   %[[K:.+]] = tiny.range 4 reduce
//       CHECK:   tiny.load %{{.+}} mask
//       CHECK:   tiny.reduce add %{{.+}} over %[[K]] : f32
//   CHECK-NOT:   reduce
//       CHECK:   tiny.sink
tiny.kernel @two_indices(%o: !tiny.buffer<8xf32, global>, %a: !tiny.buffer<10x6x4xf32, global>,
                         %b: !tiny.buffer<8xi32, global>) {
  %i = tiny.range 8 weak id 0
  %r = tiny.range 10 reduce id 1
  %q = tiny.range 6 reduce id 2
  %k = tiny.range 4 reduce id 3
  %c24 = tiny.const 24 : index
  %c4 = tiny.const 4 : index
  %zero = tiny.const 0.0 : f32
  %l = tiny.load %b[%i] : !tiny.buffer<8xi32, global>, index
  %x = tiny.cast %r to i32 : index
  %y = tiny.cast %q to i32 : index
  %p = tiny.cmpeq %l, %x : i32, i32
  %u = tiny.cmpeq %y, %l : i32, i32
  %pu = tiny.and %p, %u : i1, i1
  %m = tiny.mul %r, %c24 : index, index
  %n = tiny.mul %q, %c4 : index, index
  %mn = tiny.add %m, %n : index, index
  %at = tiny.add %mn, %k : index, index
  %v = tiny.load %a[%at] : !tiny.buffer<10x6x4xf32, global>, index
  %d = tiny.reduce add %v over %k : f32
  %w = tiny.where %pu, %d, %zero : i1, f32, f32
  %s = tiny.reduce add %w over %r, %q : f32
  %t = tiny.store %s, %o[%i] : f32, !tiny.buffer<8xf32, global>, index
  %e = tiny.end %t over %i
  tiny.sink %e
}

// -----

// A float product with a one-hot value may be NaN, and an integer that wraps is
// not the range: both stay. So does an index that depends on the range.

// CHECK-LABEL: tiny.kernel @kept
// CHECK-COUNT-3: tiny.reduce add
tiny.kernel @kept(%o: !tiny.buffer<8xf32, global>, %u: !tiny.buffer<8xi32, global>,
                  %a: !tiny.buffer<300xf32, global>, %b: !tiny.buffer<300xi32, global>) {
  %i = tiny.range 8 weak id 0
  %r = tiny.range 300 reduce id 1
  %zero = tiny.const 0.0 : f32
  %one = tiny.const 1 : i32
  %none = tiny.const 0 : i32
  %p = tiny.cmpeq %i, %r : index, index
  %c = tiny.cast %p to f32 : i1
  %v = tiny.load %a[%r] : !tiny.buffer<300xf32, global>, index
  %m = tiny.mul %v, %c : f32, f32
  %0 = tiny.reduce add %m over %r : f32
  %x = tiny.cast %r to i8 : index
  %y = tiny.cast %i to i8 : index
  %q = tiny.cmpeq %x, %y : i8, i8
  %w = tiny.where %q, %v, %zero : i1, f32, f32
  %1 = tiny.reduce add %w over %r : f32
  %l = tiny.load %b[%r] : !tiny.buffer<300xi32, global>, index
  %z = tiny.cast %i to i32 : index
  %h = tiny.cmpeq %l, %z : i32, i32
  %n = tiny.where %h, %one, %none : i1, i32, i32
  %2 = tiny.reduce add %n over %r : i32
  %s = tiny.add %0, %1 : f32, f32
  %t0 = tiny.store %s, %o[%i] : f32, !tiny.buffer<8xf32, global>, index
  %t1 = tiny.store %2, %u[%i] : i32, !tiny.buffer<8xi32, global>, index
  %g = tiny.group %t0, %t1
  %e = tiny.end %g over %i
  tiny.sink %e
}

// -----

// An integer product with a bool is a choice.

// CHECK-LABEL: tiny.kernel @integer_product
//   CHECK-NOT:   reduce
//       CHECK:   %[[I:.+]] = tiny.range 8
//       CHECK:   %[[V:.+]] = tiny.load %{{.+}}[%[[I]]]
//       CHECK:   tiny.store %[[V]]
tiny.kernel @integer_product(%o: !tiny.buffer<8xi32, global>, %a: !tiny.buffer<8xi32, global>) {
  %i = tiny.range 8 weak id 0
  %r = tiny.range 8 reduce id 1
  %p = tiny.cmpeq %i, %r : index, index
  %c = tiny.cast %p to i32 : i1
  %v = tiny.load %a[%r] : !tiny.buffer<8xi32, global>, index
  %m = tiny.mul %v, %c : i32, i32
  %s = tiny.reduce add %m over %r : i32
  %t = tiny.store %s, %o[%i] : i32, !tiny.buffer<8xi32, global>, index
  %e = tiny.end %t over %i
  tiny.sink %e
}
