// RUN: tiny-opt %s --split-input-file --tiny-simplify-ranges | FileCheck %s

// Neighbours along which everything is contiguous become one.

// CHECK-LABEL: tiny.kernel @contiguous
//       CHECK:   %[[R:.+]] = tiny.range 96 weak
//       CHECK:   %[[V:.+]] = tiny.load %{{.+}}[%[[R]]]
//       CHECK:   tiny.store %[[V]], %{{.+}}[%[[R]]]
//       CHECK:   tiny.end %{{.+}} over %[[R]]
tiny.kernel @contiguous(%o: !tiny.buffer<4x8x3xf32, global>, %a: !tiny.buffer<4x8x3xf32, global>) {
  %i = tiny.range 4 weak id 0
  %j = tiny.range 8 weak id 1
  %k = tiny.range 3 weak id 2
  %c24 = tiny.const 24 : index
  %c3 = tiny.const 3 : index
  %m = tiny.mul %i, %c24 : index, index
  %n = tiny.mul %j, %c3 : index, index
  %x = tiny.add %m, %n : index, index
  %y = tiny.add %x, %k : index, index
  %v = tiny.load %a[%y] : !tiny.buffer<4x8x3xf32, global>, index
  %t = tiny.store %v, %o[%y] : f32, !tiny.buffer<4x8x3xf32, global>, index
  %e = tiny.end %t over %i, %j, %k
  tiny.sink %e
}

// -----

// A row that is read again for each column stays a loop.

// CHECK-LABEL: tiny.kernel @broadcast
//       CHECK:   %[[I:.+]] = tiny.range 4 weak
//       CHECK:   %[[J:.+]] = tiny.range 8 weak
//       CHECK:   tiny.end %{{.+}} over %[[I]], %[[J]]
tiny.kernel @broadcast(%o: !tiny.buffer<4x8xf32, global>, %a: !tiny.buffer<8xf32, global>) {
  %i = tiny.range 4 weak id 0
  %j = tiny.range 8 weak id 1
  %c8 = tiny.const 8 : index
  %m = tiny.mul %i, %c8 : index, index
  %x = tiny.add %m, %j : index, index
  %v = tiny.load %a[%j] : !tiny.buffer<8xf32, global>, index
  %t = tiny.store %v, %o[%x] : f32, !tiny.buffer<4x8xf32, global>, index
  %e = tiny.end %t over %i, %j
  tiny.sink %e
}

// -----

// A reduction of each row is not computed for each element.

// CHECK-LABEL: tiny.kernel @reduction_inside
//       CHECK:   %[[I:.+]] = tiny.range 4 weak
//       CHECK:   %[[J:.+]] = tiny.range 8 weak
//       CHECK:   tiny.end %{{.+}} over %[[I]], %[[J]]
tiny.kernel @reduction_inside(%o: !tiny.buffer<4x8xf32, global>, %a: !tiny.buffer<4x8xf32, global>) {
  %i = tiny.range 4 weak id 0
  %j = tiny.range 8 weak id 1
  %r = tiny.range 8 reduce id 2
  %c8 = tiny.const 8 : index
  %m = tiny.mul %i, %c8 : index, index
  %x = tiny.add %m, %j : index, index
  %y = tiny.add %m, %r : index, index
  %v = tiny.load %a[%x] : !tiny.buffer<4x8xf32, global>, index
  %w = tiny.load %a[%y] : !tiny.buffer<4x8xf32, global>, index
  %s = tiny.reduce add %w over %r : f32
  %d = tiny.fdiv %v, %s : f32, f32
  %t = tiny.store %d, %o[%x] : f32, !tiny.buffer<4x8xf32, global>, index
  %e = tiny.end %t over %i, %j
  tiny.sink %e
}

// -----

// Reduced ranges merge in any order; batches and rows of a product merge.

// CHECK-LABEL: tiny.kernel @reduced
//       CHECK:   %[[I:.+]] = tiny.range 12 weak
//       CHECK:   %[[R:.+]] = tiny.range 40 reduce
//       CHECK:   tiny.reduce add %{{.+}} over %[[R]]
//       CHECK:   tiny.end %{{.+}} over %[[I]]
tiny.kernel @reduced(%o: !tiny.buffer<4x3xf32, global>, %a: !tiny.buffer<4x3x8x5xf32, global>) {
  %i = tiny.range 4 weak id 0
  %j = tiny.range 3 weak id 1
  %q = tiny.range 5 reduce id 2
  %r = tiny.range 8 reduce id 3
  %c120 = tiny.const 120 : index
  %c40 = tiny.const 40 : index
  %c5 = tiny.const 5 : index
  %c3 = tiny.const 3 : index
  %1 = tiny.mul %i, %c120 : index, index
  %2 = tiny.mul %j, %c40 : index, index
  %3 = tiny.mul %r, %c5 : index, index
  %4 = tiny.add %1, %2 : index, index
  %5 = tiny.add %4, %3 : index, index
  %6 = tiny.add %5, %q : index, index
  %v = tiny.load %a[%6] : !tiny.buffer<4x3x8x5xf32, global>, index
  %s = tiny.reduce add %v over %q, %r : f32
  %m = tiny.mul %i, %c3 : index, index
  %x = tiny.add %m, %j : index, index
  %t = tiny.store %s, %o[%x] : f32, !tiny.buffer<4x3xf32, global>, index
  %e = tiny.end %t over %i, %j
  tiny.sink %e
}

// -----

// Where all stores are masked to a part of a range, it runs over that part.

// CHECK-LABEL: tiny.kernel @masked_store
//       CHECK:   %[[R:.+]] = tiny.range 3 weak
//       CHECK:   %[[V:.+]] = tiny.load %{{.+}}[%[[R]]]
//       CHECK:   %[[X:.+]] = tiny.add %[[R]], %{{.+}}
//       CHECK:   tiny.store %[[V]], %{{.+}}[%[[X]]] :
//       CHECK:   tiny.end %{{.+}} over %[[R]]
tiny.kernel @masked_store(%o: !tiny.buffer<64xf32, global>, %a: !tiny.buffer<3xf32, global>) {
  %i = tiny.range 64 weak id 0
  %c2 = tiny.const 2 : index
  %c1 = tiny.const 1 : index
  %c5 = tiny.const 5 : index
  %p = tiny.cmplt %i, %c5 : index, index
  %q = tiny.cmplt %c1, %i : index, index
  %pq = tiny.and %p, %q : i1, i1
  %x = tiny.sub %i, %c2 : index, index
  %v = tiny.load %a[%x] mask %pq : !tiny.buffer<3xf32, global>, index mask i1
  %t = tiny.store %v, %o[%i] mask %pq : f32, !tiny.buffer<64xf32, global>, index mask i1
  %e = tiny.end %t over %i
  tiny.sink %e
}

// -----

// A sum of masked loads adds what is not zero; a maximum runs over all.

// CHECK-LABEL: tiny.kernel @masked_load
//       CHECK:   %[[R:.+]] = tiny.range 5 reduce
//       CHECK:   %[[Q:.+]] = tiny.range 64 reduce id 1
//       CHECK:   tiny.reduce add %{{.+}} over %[[R]]
//       CHECK:   tiny.reduce max %{{.+}} over %[[Q]]
tiny.kernel @masked_load(%o: !tiny.buffer<2xf32, global>, %a: !tiny.buffer<5xf32, global>) {
  %r = tiny.range 64 reduce id 0
  %q = tiny.range 64 reduce id 1
  %c0 = tiny.const 0 : index
  %c5 = tiny.const 5 : index
  %p = tiny.cmplt %r, %c5 : index, index
  %n = tiny.cmplt %q, %c5 : index, index
  %v = tiny.load %a[%r] mask %p : !tiny.buffer<5xf32, global>, index mask i1
  %w = tiny.load %a[%q] mask %n : !tiny.buffer<5xf32, global>, index mask i1
  %s = tiny.reduce add %v over %r : f32
  %m = tiny.reduce max %w over %q : f32
  %d = tiny.fdiv %s, %m : f32, f32
  %t = tiny.store %d, %o[%c0] : f32, !tiny.buffer<2xf32, global>, index
  tiny.sink %t
}

// -----

// A range with a limit keeps to itself.

// CHECK-LABEL: tiny.kernel @limited
//       CHECK:   tiny.reduce add %{{.+}} over %{{.+}}, %{{.+}} :
tiny.kernel @limited(%o: !tiny.buffer<1xf32, global>, %a: !tiny.buffer<7x8xf32, global>) {
  %n = tiny.variable "n" [0, 7]
  %q = tiny.range 7 limit %n reduce id 0
  %r = tiny.range 8 reduce id 1
  %c8 = tiny.const 8 : index
  %i = tiny.mul %q, %c8 : index, index
  %x = tiny.add %i, %r : index, index
  %v = tiny.load %a[%x] : !tiny.buffer<7x8xf32, global>, index
  %s = tiny.reduce add %v over %q, %r : f32
  %c0 = tiny.const 0 : index
  %t = tiny.store %s, %o[%c0] : f32, !tiny.buffer<1xf32, global>, index
  tiny.sink %t
}

// -----

// A window that a variable places is all that the loop runs over.

// CHECK-LABEL: tiny.kernel @window
//       CHECK:   %[[I:.+]] = tiny.variable "i"
//       CHECK:   %[[R:.+]] = tiny.range 2 weak
//       CHECK:   %[[X:.+]] = tiny.add %[[I]], %[[R]]
//       CHECK:   tiny.store %{{.+}}, %{{.+}}[%[[X]]] :
tiny.kernel @window(%o: !tiny.buffer<64xi32, global>) {
  %i = tiny.variable "i" [0, 62]
  %r = tiny.range 64 weak id 0
  %c2 = tiny.const 2 : index
  %next = tiny.add %i, %c2 : index, index
  %before = tiny.cmplt %r, %i : index, index
  %true = tiny.const 1 : i1
  %above = tiny.xor %before, %true : i1, i1
  %below = tiny.cmplt %r, %next : index, index
  %inside = tiny.and %above, %below : i1, i1
  %c7 = tiny.const 7 : i32
  %t = tiny.store %c7, %o[%r] mask %inside : i32, !tiny.buffer<64xi32, global>, index mask i1
  %e = tiny.end %t over %r
  tiny.sink %e
}

// -----

// A window that may reach over the end is left to the mask.

// CHECK-LABEL: tiny.kernel @window_over_the_end
//       CHECK:   tiny.range 64 weak
tiny.kernel @window_over_the_end(%o: !tiny.buffer<64xi32, global>) {
  %i = tiny.variable "i" [0, 63]
  %r = tiny.range 64 weak id 0
  %c2 = tiny.const 2 : index
  %next = tiny.add %i, %c2 : index, index
  %before = tiny.cmplt %r, %i : index, index
  %true = tiny.const 1 : i1
  %above = tiny.xor %before, %true : i1, i1
  %below = tiny.cmplt %r, %next : index, index
  %inside = tiny.and %above, %below : i1, i1
  %c7 = tiny.const 7 : i32
  %t = tiny.store %c7, %o[%r] mask %inside : i32, !tiny.buffer<64xi32, global>, index mask i1
  %e = tiny.end %t over %r
  tiny.sink %e
}
