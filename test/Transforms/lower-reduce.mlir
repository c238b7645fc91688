// RUN: tiny-opt %s -split-input-file -tiny-lower-reduce | FileCheck %s

// A sum becomes an accumulator that starts at zero inside the outer range.
tiny.kernel @row_sum(%o: !tiny.buffer<4xf32, global>,
                     %a: !tiny.buffer<32xf32, global>) {
  %c8 = tiny.const 8 : index
  %i = tiny.range 4 weak id 1
  %r = tiny.range 8 reduce id 0
  %m = tiny.mul %i, %c8 : index, index
  %x = tiny.add %m, %r : index, index
  %v = tiny.load %a[%x] : !tiny.buffer<32xf32, global>, index
  %s = tiny.reduce add %v over %r : f32
  %t = tiny.store %s, %o[%i] : f32, !tiny.buffer<4xf32, global>, index
  %e = tiny.end %t over %i
  tiny.sink %e
}
// CHECK-LABEL: @row_sum
// CHECK-DAG: %[[C0:.*]] = tiny.const 0 : index
// CHECK-DAG: %[[I:.*]] = tiny.range 4 weak id 1
// CHECK-DAG: %[[R:.*]] = tiny.range 8 reduce id 0
// CHECK: %[[V:.*]] = tiny.load %arg1
// CHECK: %[[ACC:.*]] = tiny.buffer 0 : !tiny.buffer<f32, reg>
// CHECK: %[[OUT:.*]] = tiny.after %[[ACC]], %[[I]]
// CHECK: %[[ZERO:.*]] = tiny.const 0.0 : f32
// CHECK: %[[INIT:.*]] = tiny.store %[[ZERO]], %[[OUT]][%[[C0]]]
// CHECK: %[[IN:.*]] = tiny.after %[[ACC]], %[[INIT]], %[[R]]
// CHECK: %[[OLD:.*]] = tiny.load %[[IN]][%[[C0]]]
// CHECK: %[[NEW:.*]] = tiny.add %[[OLD]], %[[V]] : f32, f32
// CHECK: %[[SET:.*]] = tiny.store %[[NEW]], %[[IN]][%[[C0]]]
// CHECK: %[[END:.*]] = tiny.end %[[SET]] over %[[R]]
// CHECK: %[[DONE:.*]] = tiny.after %[[ACC]], %[[END]]
// CHECK: %[[SUM:.*]] = tiny.load %[[DONE]][%[[C0]]]
// CHECK: %[[ST:.*]] = tiny.store %[[SUM]], %arg0[%[[I]]]
// CHECK: tiny.end %[[ST]] over %[[I]]

// -----

// The accumulator has the shape of the source; the axes are reduced after the
// loop.
tiny.kernel @horizontal(%o: !tiny.buffer<4xf32, global>,
                        %a: !tiny.buffer<256xf32, global>) {
  %c0 = tiny.const 0 : index
  %r = tiny.range 8 reduce id 0
  %v = tiny.load %a[%r] lanes [4, 8] strides [64, 8]
    : !tiny.buffer<256xf32, global>, index
  %s = tiny.reduce add %v over %r axes [1] : vector<4x8xf32>
  %t = tiny.store %s, %o[%c0] strides [1, 0]
    : vector<4x1xf32>, !tiny.buffer<4xf32, global>, index
  tiny.sink %t
}
// CHECK-LABEL: @horizontal
// CHECK: %[[ACC:.*]] = tiny.buffer 0 : !tiny.buffer<4x8xf32, reg>
// CHECK: %[[ZEROS:.*]] = tiny.expand vector %{{.*}} [4, 8] : f32
// CHECK: tiny.store %[[ZEROS]], %[[ACC]][{{.*}}] strides [8, 1]
// CHECK: tiny.load {{.*}} lanes [4, 8] strides [8, 1]
// CHECK: tiny.add
// CHECK: tiny.store {{.*}} strides [8, 1]
// CHECK: tiny.end
// CHECK: %[[FIN:.*]] = tiny.load {{.*}} lanes [4, 8] strides [8, 1]
// CHECK: tiny.reduce add %[[FIN]] axes [1] : vector<4x8xf32>

// -----

// An axis of size one has stride zero in the accumulator.
tiny.kernel @size_one(%o: !tiny.buffer<4xf32, global>,
                      %a: !tiny.buffer<32xf32, global>) {
  %c0 = tiny.const 0 : index
  %r = tiny.range 8 reduce id 0
  %v = tiny.load %a[%r] lanes [4, 1] strides [8, 0]
    : !tiny.buffer<32xf32, global>, index
  %s = tiny.reduce add %v over %r : vector<4x1xf32>
  %t = tiny.store %s, %o[%c0] strides [1, 0]
    : vector<4x1xf32>, !tiny.buffer<4xf32, global>, index
  tiny.sink %t
}
// CHECK-LABEL: @size_one
// CHECK: tiny.buffer 0 : !tiny.buffer<4x1xf32, reg>
// CHECK: %[[FIN:.*]] = tiny.load {{.*}} lanes [4, 1] strides [1, 0]
// CHECK: tiny.add %[[FIN]]
// CHECK-NOT: tiny.reduce

// -----

// A nested reduction restarts in each iteration of the outer one.
tiny.kernel @nested(%o: !tiny.buffer<f32, global>,
                    %a: !tiny.buffer<32xf32, global>) {
  %c0 = tiny.const 0 : index
  %c8 = tiny.const 8 : index
  %r = tiny.range 4 reduce id 0
  %q = tiny.range 8 reduce id 1
  %m = tiny.mul %r, %c8 : index, index
  %x = tiny.add %m, %q : index, index
  %v = tiny.load %a[%x] : !tiny.buffer<32xf32, global>, index
  %p = tiny.reduce mul %v over %q : f32
  %s = tiny.reduce add %p over %r : f32
  %t = tiny.store %s, %o[%c0] : f32, !tiny.buffer<f32, global>, index
  tiny.sink %t
}
// CHECK-LABEL: @nested
// CHECK: %[[R:.*]] = tiny.range 4 reduce id 0
// CHECK: %[[Q:.*]] = tiny.range 8 reduce id 1
// CHECK: %[[INNER:.*]] = tiny.buffer 0
// CHECK: %[[INNER0:.*]] = tiny.after %[[INNER]], %[[R]]
// CHECK: %[[ONE:.*]] = tiny.const 1.0 : f32
// CHECK: tiny.store %[[ONE]], %[[INNER0]]
// CHECK: %[[EQ:.*]] = tiny.end %{{.*}} over %[[Q]]
// CHECK: %[[INNER2:.*]] = tiny.after %[[INNER]], %[[EQ]]
// CHECK: %[[P:.*]] = tiny.load %[[INNER2]]
// CHECK: %[[OUTER:.*]] = tiny.buffer 1
// CHECK: tiny.store %{{.*}}, %[[OUTER]][
// CHECK: tiny.after %[[OUTER]], %{{.*}}, %[[R]]
// CHECK: tiny.add %{{.*}}, %[[P]]
// CHECK: tiny.end %{{.*}} over %[[R]]

// -----

// One reduction over two ranges is one nest.
tiny.kernel @two_ranges(%o: !tiny.buffer<f32, global>,
                        %a: !tiny.buffer<32xf32, global>) {
  %c0 = tiny.const 0 : index
  %c8 = tiny.const 8 : index
  %r = tiny.range 4 reduce id 0
  %q = tiny.range 8 reduce id 1
  %m = tiny.mul %r, %c8 : index, index
  %x = tiny.add %m, %q : index, index
  %v = tiny.load %a[%x] : !tiny.buffer<32xf32, global>, index
  %s = tiny.reduce add %v over %r, %q : f32
  %t = tiny.store %s, %o[%c0] : f32, !tiny.buffer<f32, global>, index
  tiny.sink %t
}
// CHECK-LABEL: @two_ranges
// CHECK: %[[R:.*]] = tiny.range 4 reduce id 0
// CHECK: %[[Q:.*]] = tiny.range 8 reduce id 1
// CHECK: tiny.after %{{.*}}, %{{.*}}, %[[R]], %[[Q]]
// CHECK: tiny.end %{{.*}} over %[[R]], %[[Q]]

// -----

// Two reductions over one range share the loop; the user of the first, which
// stands before the second, moves behind it.
tiny.kernel @shared_loop(%o: !tiny.buffer<2xf32, global>,
                         %a: !tiny.buffer<32xf32, global>) {
  %c0 = tiny.const 0 : index
  %c1 = tiny.const 1 : index
  %r = tiny.range 32 reduce id 0
  %v = tiny.load %a[%r] : !tiny.buffer<32xf32, global>, index
  %s = tiny.reduce add %v over %r : f32
  %t = tiny.store %s, %o[%c0] : f32, !tiny.buffer<2xf32, global>, index
  %m = tiny.reduce max %v over %r : f32
  %u = tiny.store %m, %o[%c1] : f32, !tiny.buffer<2xf32, global>, index
  tiny.sink %t, %u
}
// CHECK-LABEL: @shared_loop
// CHECK: %[[R:.*]] = tiny.range 32 reduce id 0
// CHECK: tiny.const 0.0 : f32
// CHECK: %[[ADD:.*]] = tiny.add
// CHECK: %[[T:.*]] = tiny.store %[[ADD]]
// CHECK: tiny.const -inf : f32
// CHECK: %[[MAX:.*]] = tiny.max
// CHECK: %[[U:.*]] = tiny.store %[[MAX]]
// CHECK: %[[BOTH:.*]] = tiny.group %[[T]], %[[U]]
// CHECK: %[[END:.*]] = tiny.end %[[BOTH]] over %[[R]]
// CHECK-NOT: tiny.end
// CHECK: %[[SUM:.*]] = tiny.load
// CHECK: tiny.store %[[SUM]], %arg0

// -----

// A reduction that depends on another over the same range gets a range and a
// slice of its own.
tiny.kernel @dependent(%o: !tiny.buffer<f32, global>,
                       %a: !tiny.buffer<32xf32, global>) {
  %c0 = tiny.const 0 : index
  %r = tiny.range 32 reduce id 0
  %v = tiny.load %a[%r] : !tiny.buffer<32xf32, global>, index
  %m = tiny.reduce max %v over %r : f32
  %d = tiny.sub %v, %m : f32, f32
  %s = tiny.reduce add %d over %r : f32
  %t = tiny.store %s, %o[%c0] : f32, !tiny.buffer<f32, global>, index
  tiny.sink %t
}
// CHECK-LABEL: @dependent
// CHECK-DAG: %[[R:.*]] = tiny.range 32 reduce id 0
// CHECK-DAG: %[[R1:.*]] = tiny.range 32 reduce id 1
// CHECK-DAG: %[[V:.*]] = tiny.load %arg1[%[[R]]]
// CHECK-DAG: %[[V1:.*]] = tiny.load %arg1[%[[R1]]]
// CHECK: tiny.max %{{.*}}, %[[V]]
// CHECK: tiny.end %{{.*}} over %[[R]]
// CHECK: %[[M:.*]] = tiny.load
// CHECK: tiny.sub %[[V1]], %[[M]]
// CHECK: tiny.end %{{.*}} over %[[R1]]

// -----

// A loop inside a cloned slice is cloned with its range; the two reductions in
// it still share it, and so do the two that the slice was cloned for.
tiny.kernel @cloned_nest(%o: !tiny.buffer<2xf32, global>,
                         %a: !tiny.buffer<32xf32, global>) {
  %c0 = tiny.const 0 : index
  %c8 = tiny.const 8 : index
  %r = tiny.range 4 reduce id 0
  %q = tiny.range 8 reduce id 1
  %m = tiny.mul %r, %c8 : index, index
  %x = tiny.add %m, %q : index, index
  %v = tiny.load %a[%x] : !tiny.buffer<32xf32, global>, index
  %p = tiny.reduce mul %v over %q : f32
  %n = tiny.reduce add %v over %q : f32
  %pn = tiny.add %p, %n : f32, f32
  %s = tiny.reduce max %pn over %r : f32
  %d = tiny.sub %pn, %s : f32, f32
  %e = tiny.reduce add %d over %r : f32
  %f = tiny.reduce mul %d over %r : f32
  %c1 = tiny.const 1 : index
  %t = tiny.store %e, %o[%c0] : f32, !tiny.buffer<2xf32, global>, index
  %u = tiny.store %f, %o[%c1] : f32, !tiny.buffer<2xf32, global>, index
  tiny.sink %t, %u
}
// CHECK-LABEL: @cloned_nest
// CHECK-DAG: %[[R:.*]] = tiny.range 4 reduce id 0
// CHECK-DAG: %[[Q:.*]] = tiny.range 8 reduce id 1
// CHECK-DAG: %[[R1:.*]] = tiny.range 4 reduce id 2
// CHECK-DAG: %[[Q1:.*]] = tiny.range 8 reduce id 3
// CHECK-DAG: tiny.end %{{.*}} over %[[Q]]{{$}}
// CHECK-DAG: tiny.end %{{.*}} over %[[R]]{{$}}
// CHECK-DAG: tiny.end %{{.*}} over %[[Q1]]{{$}}
// CHECK-DAG: tiny.end %{{.*}} over %[[R1]]{{$}}
// CHECK-NOT: tiny.end
// CHECK: tiny.sink

// -----

// Inside different outer ranges a range is two loops.
tiny.kernel @other_context(%o: !tiny.buffer<f32, global>,
                           %p: !tiny.buffer<4xf32, global>,
                           %a: !tiny.buffer<32xf32, global>) {
  %c0 = tiny.const 0 : index
  %i = tiny.range 4 weak id 0
  %r = tiny.range 8 reduce id 1
  %v = tiny.load %a[%r] : !tiny.buffer<32xf32, global>, index
  %s = tiny.reduce add %v over %r : f32
  %x = tiny.add %i, %r : index, index
  %w = tiny.load %a[%x] : !tiny.buffer<32xf32, global>, index
  %u = tiny.reduce add %w over %r : f32
  %t = tiny.store %s, %o[%c0] : f32, !tiny.buffer<f32, global>, index
  %f = tiny.store %u, %p[%i] : f32, !tiny.buffer<4xf32, global>, index
  %e = tiny.end %f over %i
  tiny.sink %t, %e
}
// CHECK-LABEL: @other_context
// CHECK-DAG: %[[R:.*]] = tiny.range 8 reduce id 1
// CHECK-DAG: %[[R2:.*]] = tiny.range 8 reduce id 2
// CHECK-DAG: tiny.load %arg2[%[[R]]]
// CHECK-DAG: tiny.add %{{.*}}, %[[R2]] : index, index
// CHECK-DAG: tiny.end %{{.*}} over %[[R]]{{$}}
// CHECK-DAG: tiny.end %{{.*}} over %[[R2]]{{$}}

// -----

// Two stores over the same range are one loop.
tiny.kernel @two_outputs(%o: !tiny.buffer<4xf32, global>,
                         %p: !tiny.buffer<4xf32, global>,
                         %a: !tiny.buffer<4xf32, global>) {
  %i = tiny.range 4 weak id 0
  %v = tiny.load %a[%i] : !tiny.buffer<4xf32, global>, index
  %t = tiny.store %v, %o[%i] : f32, !tiny.buffer<4xf32, global>, index
  %e = tiny.end %t over %i
  %w = tiny.neg %v : f32
  %u = tiny.store %w, %p[%i] : f32, !tiny.buffer<4xf32, global>, index
  %f = tiny.end %u over %i
  tiny.sink %e, %f
}
// CHECK-LABEL: @two_outputs
// CHECK: %[[I:.*]] = tiny.range 4 weak id 0
// CHECK: %[[T:.*]] = tiny.store
// CHECK: %[[U:.*]] = tiny.store
// CHECK: %[[BOTH:.*]] = tiny.group %[[T]], %[[U]]
// CHECK: %[[E:.*]] = tiny.end %[[BOTH]] over %[[I]]
// CHECK: tiny.sink %[[E]], %[[E]]

// -----

// A loop that overwrites what the kernel also reads is not shared: a later
// iteration would read what an earlier one has written.
tiny.kernel @update(%o: !tiny.buffer<4xf32, global>,
                    %a: !tiny.buffer<4xf32, global>) {
  %c3 = tiny.const 3 : index
  %i = tiny.range 4 weak id 0
  %b = tiny.sub %c3, %i : index, index
  %v = tiny.load %a[%b] : !tiny.buffer<4xf32, global>, index
  %t = tiny.store %v, %o[%i] : f32, !tiny.buffer<4xf32, global>, index
  %e = tiny.end %t over %i
  %z = tiny.const 0.0 : f32
  %u = tiny.store %z, %a[%i] : f32, !tiny.buffer<4xf32, global>, index
  %f = tiny.end %u over %i
  tiny.sink %e, %f
}
// CHECK-LABEL: @update
// CHECK-DAG: %[[I:.*]] = tiny.range 4 weak id 0
// CHECK-DAG: %[[J:.*]] = tiny.range 4 weak id 1
// CHECK-DAG: tiny.end %{{.*}} over %[[I]]{{$}}
// CHECK-DAG: tiny.end %{{.*}} over %[[J]]{{$}}

// -----

// The maximum of nothing is the least value of the type.
tiny.kernel @identities(%o: !tiny.buffer<i32, global>,
                        %p: !tiny.buffer<ui8, global>,
                        %q: !tiny.buffer<f8E4M3FN, global>,
                        %a: !tiny.buffer<8xi32, global>,
                        %b: !tiny.buffer<8xui8, global>,
                        %c: !tiny.buffer<8xf8E4M3FN, global>) {
  %c0 = tiny.const 0 : index
  %r = tiny.range 8 reduce id 0
  %v = tiny.load %a[%r] : !tiny.buffer<8xi32, global>, index
  %w = tiny.load %b[%r] : !tiny.buffer<8xui8, global>, index
  %x = tiny.load %c[%r] : !tiny.buffer<8xf8E4M3FN, global>, index
  %mv = tiny.reduce max %v over %r : i32
  %mw = tiny.reduce max %w over %r : ui8
  %mx = tiny.reduce max %x over %r : f8E4M3FN
  %t = tiny.store %mv, %o[%c0] : i32, !tiny.buffer<i32, global>, index
  %u = tiny.store %mw, %p[%c0] : ui8, !tiny.buffer<ui8, global>, index
  %s = tiny.store %mx, %q[%c0] : f8E4M3FN, !tiny.buffer<f8E4M3FN, global>, index
  tiny.sink %t, %u, %s
}
// CHECK-LABEL: @identities
// CHECK: tiny.const -2147483648 : i32
// CHECK: tiny.const 0 : ui8
// CHECK: tiny.const -448.0 : f8E4M3FN

// -----

// On bools `max` starts at false, `mul` at true.
tiny.kernel @bools(%o: !tiny.buffer<2xi8, global>,
                   %a: !tiny.buffer<8xi8, global>) {
  %c0 = tiny.const 0 : index
  %c1 = tiny.const 1 : index
  %r = tiny.range 8 reduce id 0
  %v = tiny.load %a[%r] : !tiny.buffer<8xi8, global>, index
  %b = tiny.cast %v to i1 : i8
  %any = tiny.reduce max %b over %r : i1
  %all = tiny.reduce mul %b over %r : i1
  %x = tiny.cast %any to i8 : i1
  %y = tiny.cast %all to i8 : i1
  %t = tiny.store %x, %o[%c0] : i8, !tiny.buffer<2xi8, global>, index
  %u = tiny.store %y, %o[%c1] : i8, !tiny.buffer<2xi8, global>, index
  tiny.sink %t, %u
}
// CHECK-LABEL: @bools
// CHECK: tiny.buffer 0 : !tiny.buffer<i1, reg>
// CHECK: tiny.const {{0|false}} : i1
// CHECK: tiny.max {{.*}} : i1, i1
// CHECK: tiny.buffer 1 : !tiny.buffer<i1, reg>
// CHECK: tiny.const {{1|true}} : i1
// CHECK: tiny.mul {{.*}} : i1, i1

// -----

// A source that does not depend on the range is still added once per iteration.
tiny.kernel @independent(%o: !tiny.buffer<f32, global>,
                         %a: !tiny.buffer<4xf32, global>) {
  %c0 = tiny.const 0 : index
  %r = tiny.range 8 reduce id 0
  %v = tiny.load %a[%c0] : !tiny.buffer<4xf32, global>, index
  %s = tiny.reduce add %v over %r : f32
  %t = tiny.store %s, %o[%c0] : f32, !tiny.buffer<f32, global>, index
  tiny.sink %t
}
// CHECK-LABEL: @independent
// CHECK: %[[R:.*]] = tiny.range 8
// CHECK: %[[IN:.*]] = tiny.after %{{.*}}, %{{.*}}, %[[R]]
// CHECK: %[[OLD:.*]] = tiny.load %[[IN]]
// CHECK: tiny.add %[[OLD]]

// -----

// A reduction along axes only, and a kernel without reductions, stay.
tiny.kernel @unchanged(%o: !tiny.buffer<4xf32, global>,
                       %a: !tiny.buffer<32xf32, global>) {
  %c0 = tiny.const 0 : index
  %v = tiny.load %a[%c0] lanes [4, 8] strides [8, 1]
    : !tiny.buffer<32xf32, global>, index
  %s = tiny.reduce add %v axes [1] : vector<4x8xf32>
  %t = tiny.store %s, %o[%c0] strides [1, 0]
    : vector<4x1xf32>, !tiny.buffer<4xf32, global>, index
  tiny.sink %t
}
// CHECK-LABEL: @unchanged
// CHECK: tiny.reduce add %{{.*}} axes [1] : vector<4x8xf32>
// CHECK-NOT: reg

// -----

// New accumulators do not take the slots of existing registers, and what has
// no users is not lowered.
tiny.kernel @slots(%o: !tiny.buffer<f32, global>,
                   %a: !tiny.buffer<8xf32, global>) {
  %c0 = tiny.const 0 : index
  %r = tiny.range 8 reduce id 0
  %b = tiny.buffer 4 : !tiny.buffer<f32, reg>
  %y = tiny.load %b[%c0] : !tiny.buffer<f32, reg>, index
  %v = tiny.load %a[%r] : !tiny.buffer<8xf32, global>, index
  %dead = tiny.reduce max %v over %r : f32
  %s = tiny.reduce add %v over %r : f32
  %sy = tiny.add %s, %y : f32, f32
  %t = tiny.store %sy, %o[%c0] : f32, !tiny.buffer<f32, global>, index
  tiny.sink %t
}
// CHECK-LABEL: @slots
// CHECK: tiny.buffer 4
// CHECK: tiny.buffer 5
// CHECK-NOT: tiny.max

// -----

// The items of a workgroup put their sums next to each other into local memory,
// a row for each of the other items, and a second loop adds them up.
tiny.kernel @group(%o: !tiny.buffer<16xf32, global>,
                   %a: !tiny.buffer<16x32xf32, global>) {
  %c4 = tiny.const 4 : index
  %c32 = tiny.const 32 : index
  %i = tiny.range 4 global id 0
  %l = tiny.range 4 local id 1
  %r = tiny.range 4 reduce id 2
  %g = tiny.range 8 group_reduce id 3
  %i4 = tiny.mul %i, %c4 : index, index
  %row = tiny.add %i4, %l : index, index
  %m = tiny.mul %row, %c32 : index, index
  %n = tiny.mul %g, %c4 : index, index
  %x = tiny.add %m, %n : index, index
  %y = tiny.add %x, %r : index, index
  %v = tiny.load %a[%y] : !tiny.buffer<16x32xf32, global>, index
  %s = tiny.reduce add %v over %r, %g : f32
  %t = tiny.store %s, %o[%row] : f32, !tiny.buffer<16xf32, global>, index
  %e = tiny.end %t over %i, %l
  tiny.sink %e
}
// CHECK-LABEL: @group
// CHECK: %[[L:.*]] = tiny.range 4 local id 1
// CHECK: %[[R:.*]] = tiny.range 4 reduce id 2
// CHECK: %[[G:.*]] = tiny.range 8 group_reduce id 3
// CHECK: %[[ACC:.*]] = tiny.buffer 0 : !tiny.buffer<f32, reg>
// CHECK: %[[ONE:.*]] = tiny.end %{{.*}} over %[[R]]
// CHECK: %[[DONE:.*]] = tiny.after %[[ACC]], %[[ONE]]
// CHECK: %[[PART:.*]] = tiny.load %[[DONE]]
// CHECK: %[[SHARED:.*]] = tiny.buffer 0 : !tiny.buffer<4x8xf32, local>
// CHECK: %[[ROW:.*]] = tiny.mul %[[L]], %{{.*}} : index, index
// CHECK: %[[PLACE:.*]] = tiny.add %[[ROW]], %[[G]]
// CHECK: %[[SET:.*]] = tiny.store %[[PART]], %[[SHARED]][%[[PLACE]]]
// CHECK: %[[ALL:.*]] = tiny.end %[[SET]] over %[[G]]
// CHECK: %[[FULL:.*]] = tiny.after %[[SHARED]], %[[ALL]]
// CHECK: %[[Q:.*]] = tiny.range 8 reduce id 4
// CHECK: %[[READ:.*]] = tiny.add %{{.*}}, %[[Q]]
// CHECK: tiny.load %[[FULL]][%[[READ]]]
// CHECK: tiny.end %{{.*}} over %[[Q]]
// CHECK: tiny.end %{{.*}} over %{{.*}}, %[[L]]

// -----

// Of a vector that is reduced along an axis, only the rest is stored.
tiny.kernel @group_of_vectors(%o: !tiny.buffer<4xf32, global>,
                              %a: !tiny.buffer<256xf32, global>) {
  %c0 = tiny.const 0 : index
  %g = tiny.range 8 group_reduce id 0
  %v = tiny.load %a[%g] lanes [4, 8] strides [64, 8]
    : !tiny.buffer<256xf32, global>, index
  %s = tiny.reduce add %v over %g axes [1] : vector<4x8xf32>
  %t = tiny.store %s, %o[%c0] strides [1, 0]
    : vector<4x1xf32>, !tiny.buffer<4xf32, global>, index
  tiny.sink %t
}
// CHECK-LABEL: @group_of_vectors
// CHECK: %[[PART:.*]] = tiny.reduce add %{{.*}} axes [1] : vector<4x8xf32>
// CHECK: %[[SHARED:.*]] = tiny.buffer 0 : !tiny.buffer<8x4x1xf32, local>
// CHECK: tiny.store %[[PART]], %[[SHARED]][%{{.*}}] strides [1, 0]
// CHECK: tiny.load %{{.*}} lanes [4, 1] strides [1, 0] : <8x4x1xf32, local>
