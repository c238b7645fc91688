// RUN: tiny-opt %s --tiny-simplify --split-input-file | FileCheck %s

// Index arithmetic is written once, in its simplest form.

// CHECK-LABEL: tiny.kernel @index
//  CHECK-SAME:   %[[O:.+]]: !tiny.buffer<64xf32, global>, %[[A:.+]]: !tiny.buffer
//       CHECK:   %[[I:.+]] = tiny.range 64
//  CHECK-NEXT:   %[[V:.+]] = tiny.load %[[A]][%[[I]]]
//  CHECK-NEXT:   tiny.store %[[V]], %[[O]][%[[I]]]
tiny.kernel @index(%o: !tiny.buffer<64xf32, global>,
                   %a: !tiny.buffer<64xf32, global>) {
  %i = tiny.range 64 weak id 0
  %c4 = tiny.const 4 : index
  %q = tiny.floordiv %i, %c4 : index, index
  %m = tiny.mul %q, %c4 : index, index
  %r = tiny.floormod %i, %c4 : index, index
  %x = tiny.add %m, %r : index, index
  %v = tiny.load %a[%x] : !tiny.buffer<64xf32, global>, index
  %t = tiny.store %v, %o[%x] : f32, !tiny.buffer<64xf32, global>, index
  %e = tiny.end %t over %i
  tiny.sink %e
}

// -----

// An index is simplified where the mask holds; a mask that always holds goes.

// CHECK-LABEL: tiny.kernel @mask
//       CHECK:   %[[I:.+]] = tiny.range 64
//       CHECK:   %[[P:.+]] = tiny.cmplt %[[I]],
//       CHECK:   %[[V:.+]] = tiny.load %{{.+}}[%[[I]]] mask %[[P]]
//       CHECK:   tiny.store %[[V]], %{{.+}}[%[[I]]] :
tiny.kernel @mask(%o: !tiny.buffer<64xf32, global>,
                  %a: !tiny.buffer<32xf32, global>) {
  %i = tiny.range 64 weak id 0
  %c32 = tiny.const 32 : index
  %c64 = tiny.const 64 : index
  %p = tiny.cmplt %i, %c32 : index, index
  %always = tiny.cmplt %i, %c64 : index, index
  %x = tiny.floormod %i, %c32 : index, index
  %v = tiny.load %a[%x] mask %p
         : !tiny.buffer<32xf32, global>, index mask i1
  %t = tiny.store %v, %o[%i] mask %always
         : f32, !tiny.buffer<64xf32, global>, index mask i1
  %e = tiny.end %t over %i
  tiny.sink %e
}

// -----

// A choice between a load and zero is the mask of the load, also through a
// cast, and with the branches the other way round.

// CHECK-LABEL: tiny.kernel @where_on_load
//   CHECK-NOT:   tiny.where
//       CHECK:   %[[P:.+]] = tiny.cmplt %[[I:.+]], %
//       CHECK:   %[[V:.+]] = tiny.load %[[A:.+]][%[[I]]] mask %[[P]]
//       CHECK:   %[[W:.+]] = tiny.cast %[[V]] to f32
//       CHECK:   %[[N:.+]] = tiny.cmplt %{{.+}}, %[[I]]
//       CHECK:   %[[U:.+]] = tiny.load %[[A]][%[[I]]] mask %[[N]]
//       CHECK:   %[[X:.+]] = tiny.cast %[[U]] to f32
//       CHECK:   tiny.add %[[W]], %[[X]]
tiny.kernel @where_on_load(%o: !tiny.buffer<64xf32, global>,
                           %a: !tiny.buffer<64xf16, global>) {
  %i = tiny.range 64 weak id 0
  %c32 = tiny.const 32 : index
  %zero = tiny.const 0.0 : f32
  %p = tiny.cmplt %i, %c32 : index, index
  %v = tiny.load %a[%i] : !tiny.buffer<64xf16, global>, index
  %w = tiny.cast %v to f32 : f16
  %low = tiny.where %p, %w, %zero : i1, f32, f32
  %high = tiny.where %p, %zero, %w : i1, f32, f32
  %s = tiny.add %low, %high : f32, f32
  %t = tiny.store %s, %o[%i] : f32, !tiny.buffer<64xf32, global>, index
  %e = tiny.end %t over %i
  tiny.sink %e
}

// -----

// A clause about a range that the index does not use stays a choice, and so
// does one about data.

// CHECK-LABEL: tiny.kernel @foreign_clause
//       CHECK:   %[[J:.+]] = tiny.range 8 weak id 1
//       CHECK:   %[[V:.+]] = tiny.load %{{.+}}[%{{.+}}] :
//       CHECK:   %[[P:.+]] = tiny.cmplt %[[J]],
//       CHECK:   tiny.where %[[P]], %[[V]],
//       CHECK:   %[[Q:.+]] = tiny.cmplt %{{.+}}, %[[V]] : f32, f32
//       CHECK:   tiny.where %[[Q]], %[[V]],
tiny.kernel @foreign_clause(%o: !tiny.buffer<8x8xf32, global>,
                            %a: !tiny.buffer<8xf32, global>) {
  %i = tiny.range 8 weak id 0
  %j = tiny.range 8 weak id 1
  %c8 = tiny.const 8 : index
  %c3 = tiny.const 3 : index
  %zero = tiny.const 0.0 : f32
  %v = tiny.load %a[%i] : !tiny.buffer<8xf32, global>, index
  %p = tiny.cmplt %j, %c3 : index, index
  %w = tiny.where %p, %v, %zero : i1, f32, f32
  %q = tiny.cmplt %zero, %v : f32, f32
  %u = tiny.where %q, %v, %zero : i1, f32, f32
  %s = tiny.add %w, %u : f32, f32
  %row = tiny.mul %i, %c8 : index, index
  %x = tiny.add %row, %j : index, index
  %t = tiny.store %s, %o[%x] : f32, !tiny.buffer<8x8xf32, global>, index
  %e = tiny.end %t over %i, %j
  tiny.sink %e
}

// -----

// A range of extent one is zero, and nothing closes it.

// CHECK-LABEL: tiny.kernel @trivial_range
//   CHECK-NOT:   tiny.range 1
//       CHECK:   %[[I:.+]] = tiny.range 8
//       CHECK:   %[[V:.+]] = tiny.load %{{.+}}[%[[I]]]
//   CHECK-NOT:   tiny.reduce
//       CHECK:   %[[T:.+]] = tiny.store %[[V]], %{{.+}}[%[[I]]]
//  CHECK-NEXT:   %[[E:.+]] = tiny.end %[[T]] over %[[I]]
//  CHECK-NEXT:   tiny.sink %[[E]]
tiny.kernel @trivial_range(%o: !tiny.buffer<8xf32, global>,
                           %a: !tiny.buffer<8xf32, global>) {
  %i = tiny.range 8 weak id 0
  %one = tiny.range 1 weak id 1
  %two = tiny.range 1 weak id 2
  %r = tiny.range 1 reduce id 3
  %x = tiny.add %i, %one : index, index
  %y = tiny.add %x, %r : index, index
  %v = tiny.load %a[%y] : !tiny.buffer<8xf32, global>, index
  %s = tiny.reduce add %v over %r : f32
  %t = tiny.store %s, %o[%x] : f32, !tiny.buffer<8xf32, global>, index
  %e = tiny.end %t over %one, %i
  %e2 = tiny.end %e over %two
  tiny.sink %e2
}

// -----

// Data folds, what is equal is computed once, what is dead goes; an index that
// is data is simplified before its cast.

// CHECK-LABEL: tiny.kernel @data
//       CHECK:   %[[I:.+]] = tiny.range 8
//       CHECK:   %[[F:.+]] = tiny.cast %[[I]] to f32
//       CHECK:   %[[V:.+]] = tiny.load
//   CHECK-NOT:   tiny.load
//       CHECK:   %[[S:.+]] = tiny.add %[[V]], %[[V]]
//       CHECK:   %[[T:.+]] = tiny.mul %[[S]], %[[F]]
//   CHECK-NOT:   tiny.exp2
//       CHECK:   tiny.store %[[T]]
tiny.kernel @data(%o: !tiny.buffer<8xf32, global>,
                  %a: !tiny.buffer<8xf32, global>) {
  %i = tiny.range 8 weak id 0
  %c2 = tiny.const 2 : index
  %one = tiny.const 1.0 : f32
  %d = tiny.mul %i, %c2 : index, index
  %h = tiny.floordiv %d, %c2 : index, index
  %f = tiny.cast %h to f32 : index
  %v = tiny.load %a[%i] : !tiny.buffer<8xf32, global>, index
  %w = tiny.load %a[%h] : !tiny.buffer<8xf32, global>, index
  %s = tiny.add %v, %w : f32, f32
  %m = tiny.mul %s, %f : f32, f32
  %n = tiny.mul %m, %one : f32, f32
  %dead = tiny.exp2 %n : f32
  %t = tiny.store %n, %o[%i] : f32, !tiny.buffer<8xf32, global>, index
  %e = tiny.end %t over %i
  tiny.sink %e
}

// -----

// A loaded index is a leaf: the arithmetic around it is simplified.

// CHECK-LABEL: tiny.kernel @gather
//       CHECK:   %[[L:.+]] = tiny.load
//       CHECK:   %[[X:.+]] = tiny.cast %[[L]] to index
//       CHECK:   tiny.load %{{.+}}[%[[X]]]
tiny.kernel @gather(%o: !tiny.buffer<8xf32, global>,
                    %a: !tiny.buffer<256xf32, global>,
                    %b: !tiny.buffer<8xui8, global>) {
  %i = tiny.range 8 weak id 0
  %c4 = tiny.const 4 : index
  %l = tiny.load %b[%i] : !tiny.buffer<8xui8, global>, index
  %x = tiny.cast %l to index : ui8
  %y = tiny.mul %x, %c4 : index, index
  %z = tiny.floordiv %y, %c4 : index, index
  %v = tiny.load %a[%z] : !tiny.buffer<256xf32, global>, index
  %t = tiny.store %v, %o[%i] : f32, !tiny.buffer<8xf32, global>, index
  %e = tiny.end %t over %i
  tiny.sink %e
}

// -----

// A store of what the place holds already, or of another value, is masked; one
// of what another place holds is not.

// CHECK-LABEL: tiny.kernel @where_on_store
//       CHECK:   %[[V:.+]] = tiny.load %[[A:.+]][%[[I:.+]]]
//       CHECK:   %[[P:.+]] = tiny.cmplt
//       CHECK:   tiny.store %[[V]], %[[O:.+]][%[[I]]] mask %[[P]]
//       CHECK:   %[[N:.+]] = tiny.cmplt
//       CHECK:   tiny.store %[[V]], %{{.+}}[%[[I]]] mask %[[N]]
//       CHECK:   %[[W:.+]] = tiny.where
//       CHECK:   tiny.store %[[W]], %{{.+}}[%[[I]]] :
tiny.kernel @where_on_store(%o: !tiny.buffer<64xf32, global>, %u: !tiny.buffer<64xf32, global>,
                            %w: !tiny.buffer<64xf32, global>, %a: !tiny.buffer<64xf32, global>) {
  %i = tiny.range 64 weak id 0
  %c32 = tiny.const 32 : index
  %c63 = tiny.const 63 : index
  %p = tiny.cmplt %i, %c32 : index, index
  %v = tiny.load %a[%i] : !tiny.buffer<64xf32, global>, index
  %1 = tiny.load %o[%i] : !tiny.buffer<64xf32, global>, index
  %2 = tiny.where %p, %v, %1 : i1, f32, f32
  %t0 = tiny.store %2, %o[%i] : f32, !tiny.buffer<64xf32, global>, index
  %3 = tiny.load %u[%i] : !tiny.buffer<64xf32, global>, index
  %4 = tiny.where %p, %3, %v : i1, f32, f32
  %t1 = tiny.store %4, %u[%i] : f32, !tiny.buffer<64xf32, global>, index
  %x = tiny.sub %c63, %i : index, index
  %5 = tiny.load %w[%x] : !tiny.buffer<64xf32, global>, index
  %6 = tiny.where %p, %v, %5 : i1, f32, f32
  %t2 = tiny.store %6, %w[%i] : f32, !tiny.buffer<64xf32, global>, index
  %g = tiny.group %t0, %t1, %t2
  %e = tiny.end %g over %i
  tiny.sink %e
}

// -----

// An integer that was an index is compared as that.

// CHECK-LABEL: tiny.kernel @comparison_of_casts
//       CHECK:   %[[I:.+]] = tiny.range 8
//       CHECK:   %[[X:.+]] = tiny.cast %[[I]] to i8
//       CHECK:   %[[C3:.+]] = tiny.const 3 : index
//       CHECK:   %[[P:.+]] = tiny.cmplt %[[I]], %[[C3]] : index
//       CHECK:   tiny.load %{{.+}} mask %[[P]]
//       CHECK:   tiny.add %[[X]]
tiny.kernel @comparison_of_casts(%o: !tiny.buffer<8xf32, global>, %u: !tiny.buffer<8xi8, global>,
                                 %a: !tiny.buffer<8xf32, global>) {
  %i = tiny.range 8 weak id 0
  %x = tiny.cast %i to i8 : index
  %c5 = tiny.const 5 : i8
  %c8 = tiny.const 8 : i8
  %c127 = tiny.const 127 : i8
  %zero = tiny.const 0.0 : f32
  %s = tiny.add %x, %c5 : i8, i8
  %p = tiny.cmplt %s, %c8 : i8, i8
  %v = tiny.load %a[%i] : !tiny.buffer<8xf32, global>, index
  %w = tiny.where %p, %v, %zero : i1, f32, f32
  %y = tiny.add %x, %c127 : i8, i8
  %q = tiny.cmplt %y, %c5 : i8, i8
  %z = tiny.where %q, %y, %c5 : i1, i8, i8
  %t0 = tiny.store %w, %o[%i] : f32, !tiny.buffer<8xf32, global>, index
  %t1 = tiny.store %z, %u[%i] : i8, !tiny.buffer<8xi8, global>, index
  %g = tiny.group %t0, %t1
  %e = tiny.end %g over %i
  tiny.sink %e
}

// -----

// A state that is pinned to a range of extent one is inside of the loops around
// it: the load sees what the step before has stored.

// CHECK-LABEL: tiny.kernel @pinned
// CHECK: %[[K:.+]] = tiny.range 4 loop id 0
// CHECK: %[[S:.+]] = tiny.after %{{.+}}, %{{.+}}, %[[K]] : <1xf32, reg>, !tiny.token, index
// CHECK: tiny.load %[[S]]
tiny.kernel @pinned(%a: !tiny.buffer<4xf32, global>, %o: !tiny.buffer<1xf32, global>) {
  %c = tiny.const 0 : index
  %z = tiny.const 0.0 : f32
  %k = tiny.range 4 loop id 0
  %one = tiny.range 1 loop id 1
  %r = tiny.buffer 0 : !tiny.buffer<1xf32, reg>
  %i = tiny.store %z, %r[%c] : f32, !tiny.buffer<1xf32, reg>, index
  %s = tiny.after %r, %i, %one : !tiny.buffer<1xf32, reg>, !tiny.token, index
  %x = tiny.load %s[%c] : !tiny.buffer<1xf32, reg>, index
  %v = tiny.load %a[%k] : !tiny.buffer<4xf32, global>, index
  %y = tiny.add %x, %v : f32, f32
  %t = tiny.store %y, %s[%c] : f32, !tiny.buffer<1xf32, reg>, index
  %e = tiny.end %t over %k, %one
  %f = tiny.after %r, %e : !tiny.buffer<1xf32, reg>, !tiny.token
  %l = tiny.load %f[%c] : !tiny.buffer<1xf32, reg>, index
  %u = tiny.store %l, %o[%c] : f32, !tiny.buffer<1xf32, global>, index
  tiny.sink %u
}
