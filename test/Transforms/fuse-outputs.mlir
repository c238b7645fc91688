// RUN: tiny-opt %s --split-input-file --tiny-fuse-outputs | FileCheck %s
// RUN: tiny-opt %s --split-input-file --tiny-fuse-outputs --tiny-split-kernels --tiny-verify-schedule -o /dev/null

// Two stores over equal ranges that read the same element share a loop.

// CHECK-LABEL: @siblings
// CHECK: %[[I:.+]] = tiny.range 4 weak
// CHECK-NOT: tiny.range
// CHECK-DAG: %[[T:.+]] = tiny.store %{{.+}}, %{{.+}}[%[[I]]]
// CHECK-DAG: %[[U:.+]] = tiny.store %{{.+}}, %{{.+}}[%[[I]]]
// CHECK: %[[G:.+]] = tiny.group %[[T]], %[[U]]
// CHECK: %[[E:.+]] = tiny.end %[[G]] over %[[I]]
// CHECK: tiny.sink %[[E]], %[[E]]
tiny.function @siblings(%a: !tiny.buffer<4xf32, global>, %o: !tiny.buffer<4xf32, global>, %p: !tiny.buffer<4xf32, global>) {
  %i = tiny.range 4 weak id 0
  %x = tiny.load %a[%i] : !tiny.buffer<4xf32, global>, index
  %n = tiny.neg %x : f32
  %t = tiny.store %n, %o[%i] : f32, !tiny.buffer<4xf32, global>, index
  %e = tiny.end %t over %i
  %j = tiny.range 4 weak id 1
  %y = tiny.load %a[%j] : !tiny.buffer<4xf32, global>, index
  %s = tiny.sqrt %y : f32
  %u = tiny.store %s, %p[%j] : f32, !tiny.buffer<4xf32, global>, index
  %f = tiny.end %u over %j
  tiny.sink %e, %f
}

// -----

// What reads the same element that another store writes gets the value. The
// temporary that tiny-fuse kept is gone, since nobody else reads it.

// CHECK-LABEL: @forwarded
// CHECK-NOT: tiny.buffer 0
// CHECK: %[[X:.+]] = tiny.load
// CHECK: %[[N:.+]] = tiny.neg %[[X]]
// CHECK: %[[S:.+]] = tiny.sqrt %[[N]]
// CHECK: tiny.store %[[S]]
// CHECK-NOT: tiny.store
tiny.function @forwarded(%a: !tiny.buffer<4xf32, global>, %o: !tiny.buffer<4xf32, global>) {
  %b = tiny.buffer 0 : !tiny.buffer<4xf32, global>
  %i = tiny.range 4 weak id 0
  %x = tiny.load %a[%i] : !tiny.buffer<4xf32, global>, index
  %n = tiny.neg %x : f32
  %t = tiny.store %n, %b[%i] : f32, !tiny.buffer<4xf32, global>, index
  %e = tiny.end %t over %i {tiny.kept}
  %b1 = tiny.after %b, %e : !tiny.buffer<4xf32, global>, !tiny.token
  %j = tiny.range 4 weak id 1
  %y = tiny.load %b1[%j] : !tiny.buffer<4xf32, global>, index
  %s = tiny.sqrt %y : f32
  %u = tiny.store %s, %o[%j] : f32, !tiny.buffer<4xf32, global>, index
  %f = tiny.end %u over %j
  tiny.sink %f
}

// -----

// One that the program asked for keeps its kernel.

// CHECK-LABEL: @asked_for
// CHECK-COUNT-2: tiny.end
tiny.function @asked_for(%a: !tiny.buffer<4xf32, global>, %o: !tiny.buffer<4xf32, global>) {
  %b = tiny.buffer 0 : !tiny.buffer<4xf32, global>
  %i = tiny.range 4 weak id 0
  %x = tiny.load %a[%i] : !tiny.buffer<4xf32, global>, index
  %n = tiny.neg %x : f32
  %t = tiny.store %n, %b[%i] : f32, !tiny.buffer<4xf32, global>, index
  %e = tiny.end %t over %i
  %b1 = tiny.after %b, %e : !tiny.buffer<4xf32, global>, !tiny.token
  %j = tiny.range 4 weak id 1
  %y = tiny.load %b1[%j] : !tiny.buffer<4xf32, global>, index
  %s = tiny.sqrt %y : f32
  %u = tiny.store %s, %o[%j] : f32, !tiny.buffer<4xf32, global>, index
  %f = tiny.end %u over %j
  tiny.sink %f
}

// -----

// A reader of other elements waits for the whole loop.

// CHECK-LABEL: @elsewhere
// CHECK-COUNT-2: tiny.end
tiny.function @elsewhere(%a: !tiny.buffer<4xf32, global>, %o: !tiny.buffer<4xf32, global>) {
  %b = tiny.buffer 0 : !tiny.buffer<4xf32, global>
  %i = tiny.range 4 weak id 0
  %x = tiny.load %a[%i] : !tiny.buffer<4xf32, global>, index
  %t = tiny.store %x, %b[%i] : f32, !tiny.buffer<4xf32, global>, index
  %e = tiny.end %t over %i {tiny.kept}
  %b1 = tiny.after %b, %e : !tiny.buffer<4xf32, global>, !tiny.token
  %j = tiny.range 4 weak id 1
  %c = tiny.const 3 : index
  %k = tiny.sub %c, %j : index, index
  %y = tiny.load %b1[%k] : !tiny.buffer<4xf32, global>, index
  %z = tiny.load %a[%j] : !tiny.buffer<4xf32, global>, index
  %s = tiny.add %y, %z : f32, f32
  %u = tiny.store %s, %o[%j] : f32, !tiny.buffer<4xf32, global>, index
  %f = tiny.end %u over %j
  tiny.sink %f
}

// -----

// A store does not destroy what other iterations of the loop still read.

// CHECK-LABEL: @overwritten
// CHECK-COUNT-2: tiny.end
tiny.function @overwritten(%a: !tiny.buffer<4xf32, global>, %b: !tiny.buffer<4xf32, global>, %o: !tiny.buffer<4xf32, global>) {
  %i = tiny.range 4 weak id 0
  %c = tiny.const 3 : index
  %k = tiny.sub %c, %i : index, index
  %x = tiny.load %a[%k] : !tiny.buffer<4xf32, global>, index
  %w = tiny.load %b[%i] : !tiny.buffer<4xf32, global>, index
  %m = tiny.mul %x, %w : f32, f32
  %t = tiny.store %m, %o[%i] : f32, !tiny.buffer<4xf32, global>, index
  %e = tiny.end %t over %i
  %j = tiny.range 4 weak id 1
  %y = tiny.load %b[%j] : !tiny.buffer<4xf32, global>, index
  %u = tiny.store %y, %a[%j] : f32, !tiny.buffer<4xf32, global>, index
  %f = tiny.end %u over %j
  tiny.sink %e, %f
}

// -----

// Where the elements are the same it may.

// CHECK-LABEL: @in_place
// CHECK-COUNT-1: tiny.end
// CHECK-NOT: tiny.end
tiny.function @in_place(%a: !tiny.buffer<4xf32, global>, %b: !tiny.buffer<4xf32, global>, %o: !tiny.buffer<4xf32, global>) {
  %i = tiny.range 4 weak id 0
  %x = tiny.load %a[%i] : !tiny.buffer<4xf32, global>, index
  %w = tiny.load %b[%i] : !tiny.buffer<4xf32, global>, index
  %m = tiny.mul %x, %w : f32, f32
  %t = tiny.store %m, %o[%i] : f32, !tiny.buffer<4xf32, global>, index
  %e = tiny.end %t over %i
  %j = tiny.range 4 weak id 1
  %y = tiny.load %b[%j] : !tiny.buffer<4xf32, global>, index
  %u = tiny.store %y, %a[%j] : f32, !tiny.buffer<4xf32, global>, index
  %f = tiny.end %u over %j
  tiny.sink %e, %f
}

// -----

// Sums of one row share the loop over it.

// CHECK-LABEL: @sums
// CHECK: %[[R:.+]] = tiny.range 8 reduce
// CHECK-NOT: tiny.range 8
// CHECK: tiny.reduce add %{{.+}} over %[[R]]
// CHECK: tiny.reduce max %{{.+}} over %[[R]]
tiny.function @sums(%a: !tiny.buffer<4x8xf32, global>, %o: !tiny.buffer<4xf32, global>, %p: !tiny.buffer<4xf32, global>) {
  %c8 = tiny.const 8 : index
  %i = tiny.range 4 weak id 0
  %r = tiny.range 8 reduce id 1
  %0 = tiny.mul %i, %c8 : index, index
  %1 = tiny.add %0, %r : index, index
  %x = tiny.load %a[%1] : !tiny.buffer<4x8xf32, global>, index
  %s = tiny.reduce add %x over %r : f32
  %t = tiny.store %s, %o[%i] : f32, !tiny.buffer<4xf32, global>, index
  %e = tiny.end %t over %i
  %j = tiny.range 4 weak id 2
  %q = tiny.range 8 reduce id 3
  %2 = tiny.mul %j, %c8 : index, index
  %3 = tiny.add %2, %q : index, index
  %y = tiny.load %a[%3] : !tiny.buffer<4x8xf32, global>, index
  %m = tiny.reduce max %y over %q : f32
  %u = tiny.store %m, %p[%j] : f32, !tiny.buffer<4xf32, global>, index
  %f = tiny.end %u over %j
  tiny.sink %e, %f
}

// -----

// Two matmuls of one input would fight for registers.

// CHECK-LABEL: @matmuls
// CHECK-COUNT-2: tiny.end
tiny.function @matmuls(%a: !tiny.buffer<4x8xf32, global>, %v: !tiny.buffer<8x4xf32, global>, %w: !tiny.buffer<8x4xf32, global>, %o: !tiny.buffer<4x4xf32, global>, %p: !tiny.buffer<4x4xf32, global>) {
  %c4 = tiny.const 4 : index
  %c8 = tiny.const 8 : index
  %i = tiny.range 4 weak id 0
  %j = tiny.range 4 weak id 1
  %r = tiny.range 8 reduce id 2
  %0 = tiny.mul %i, %c8 : index, index
  %1 = tiny.add %0, %r : index, index
  %2 = tiny.mul %r, %c4 : index, index
  %3 = tiny.add %2, %j : index, index
  %4 = tiny.mul %i, %c4 : index, index
  %5 = tiny.add %4, %j : index, index
  %x = tiny.load %a[%1] : !tiny.buffer<4x8xf32, global>, index
  %y = tiny.load %v[%3] : !tiny.buffer<8x4xf32, global>, index
  %m = tiny.mul %x, %y : f32, f32
  %s = tiny.reduce add %m over %r : f32
  %t = tiny.store %s, %o[%5] : f32, !tiny.buffer<4x4xf32, global>, index
  %e = tiny.end %t over %i, %j
  %i1 = tiny.range 4 weak id 3
  %j1 = tiny.range 4 weak id 4
  %r1 = tiny.range 8 reduce id 5
  %6 = tiny.mul %i1, %c8 : index, index
  %7 = tiny.add %6, %r1 : index, index
  %8 = tiny.mul %r1, %c4 : index, index
  %9 = tiny.add %8, %j1 : index, index
  %10 = tiny.mul %i1, %c4 : index, index
  %11 = tiny.add %10, %j1 : index, index
  %x1 = tiny.load %a[%7] : !tiny.buffer<4x8xf32, global>, index
  %y1 = tiny.load %w[%9] : !tiny.buffer<8x4xf32, global>, index
  %m1 = tiny.mul %x1, %y1 : f32, f32
  %s1 = tiny.reduce add %m1 over %r1 : f32
  %u = tiny.store %s1, %p[%11] : f32, !tiny.buffer<4x4xf32, global>, index
  %f = tiny.end %u over %i1, %j1
  tiny.sink %e, %f
}

// -----

// A store that waits for a third kernel, which waits for the loop, stays
// outside of it.

// CHECK-LABEL: @between
// CHECK-COUNT-3: tiny.end
tiny.function @between(%a: !tiny.buffer<4xf32, global>, %o: !tiny.buffer<4xf32, global>, %p: !tiny.buffer<4xf32, global>) {
  %c0 = tiny.const 0 : index
  %b = tiny.buffer 0 : !tiny.buffer<f32, global>
  %i = tiny.range 4 weak id 0
  %x = tiny.load %a[%i] : !tiny.buffer<4xf32, global>, index
  %n = tiny.neg %x : f32
  %t = tiny.store %n, %o[%i] : f32, !tiny.buffer<4xf32, global>, index
  %e = tiny.end %t over %i
  %o1 = tiny.after %o, %e : !tiny.buffer<4xf32, global>, !tiny.token
  %k = tiny.range 2 weak id 1
  %z = tiny.load %o1[%k] : !tiny.buffer<4xf32, global>, index
  %v = tiny.store %z, %b[%c0] : f32, !tiny.buffer<f32, global>, index
  %g = tiny.end %v over %k
  %b1 = tiny.after %b, %g : !tiny.buffer<f32, global>, !tiny.token
  %j = tiny.range 4 weak id 2
  %y = tiny.load %a[%j] : !tiny.buffer<4xf32, global>, index
  %w = tiny.load %b1[%c0] : !tiny.buffer<f32, global>, index
  %s = tiny.add %y, %w : f32, f32
  %u = tiny.store %s, %p[%j] : f32, !tiny.buffer<4xf32, global>, index
  %f = tiny.end %u over %j
  tiny.sink %f
}

// -----

// Stores without a loop are one kernel as well.

// CHECK-LABEL: @scalars
// CHECK: tiny.group
// CHECK: tiny.end
tiny.function @scalars(%a: !tiny.buffer<f32, global>, %o: !tiny.buffer<f32, global>, %p: !tiny.buffer<f32, global>) {
  %c0 = tiny.const 0 : index
  %x = tiny.load %a[%c0] : !tiny.buffer<f32, global>, index
  %n = tiny.neg %x : f32
  %t = tiny.store %n, %o[%c0] : f32, !tiny.buffer<f32, global>, index
  %y = tiny.load %a[%c0] : !tiny.buffer<f32, global>, index
  %s = tiny.sqrt %y : f32
  %u = tiny.store %s, %p[%c0] : f32, !tiny.buffer<f32, global>, index
  tiny.sink %t, %u
}

// -----

// So are two that have next to nothing to do.

// CHECK-LABEL: @small
// CHECK: tiny.group
// CHECK-COUNT-1: tiny.end
// CHECK-NOT: tiny.end
tiny.function @small(%a: !tiny.buffer<4xf32, global>, %b: !tiny.buffer<4xf32, global>) {
  %z = tiny.const 0.0 : f32
  %i = tiny.range 4 weak id 0
  %t = tiny.store %z, %a[%i] : f32, !tiny.buffer<4xf32, global>, index
  %e = tiny.end %t over %i
  %j = tiny.range 4 weak id 1
  %u = tiny.store %z, %b[%j] : f32, !tiny.buffer<4xf32, global>, index
  %f = tiny.end %u over %j
  tiny.sink %e, %f
}

// -----

// Whole tensors are left alone.

// CHECK-LABEL: @whole
// CHECK: %[[A:.+]] = tiny.store
// CHECK: %[[B:.+]] = tiny.store
// CHECK: tiny.sink %[[A]], %[[B]]

tiny.function @whole(%arg0: !tiny.buffer<4xf32, global>, %arg1: !tiny.buffer<4xf32, global>, %arg2: !tiny.buffer<4xf32, global>) {
  %0 = tiny.load %arg0 : <4xf32, global>
  %1 = tiny.load %arg0 : <4xf32, global>
  %2 = tiny.store %0, %arg1 : tensor<4xf32>, <4xf32, global>
  %3 = tiny.store %1, %arg2 : tensor<4xf32>, <4xf32, global>
  tiny.sink %2, %3
}

// -----

// A kernel does not join the one whose results it reads of other instances: these
// need not have got as far.

// CHECK-LABEL: @other_instances
// CHECK: %[[E:.+]] = tiny.end
// CHECK: %[[S:.+]] = tiny.after %{{.+}}, %[[E]]
// CHECK: %[[O:.+]] = tiny.mselect %[[S]] at 1
// CHECK: tiny.load %[[O]]
// CHECK: tiny.end
tiny.function @other_instances(%a: !tiny.buffer<4xf32, global>, %o: !tiny.buffer<4xf32, global>) {
  %b = tiny.buffer 0 : !tiny.buffer<4xf32, global>
  %i = tiny.range 4 weak id 0
  %x = tiny.load %a[%i] : !tiny.buffer<4xf32, global>, index
  %t = tiny.store %x, %b[%i] : f32, !tiny.buffer<4xf32, global>, index
  %e = tiny.end %t over %i {tiny.kept}
  %s = tiny.after %b, %e : !tiny.buffer<4xf32, global>, !tiny.token
  %m = tiny.mselect %s at 1 : !tiny.buffer<4xf32, global>
  %j = tiny.range 4 weak id 1
  %y = tiny.load %m[%j] : !tiny.buffer<4xf32, global>, index
  %n = tiny.neg %y : f32
  %u = tiny.store %n, %o[%j] : f32, !tiny.buffer<4xf32, global>, index
  %f = tiny.end %u over %j
  tiny.sink %f
}
