// RUN: tiny-opt %s --tiny-order --tiny-verify-program | FileCheck %s

// A loop-invariant load moves before the loop, a dead op goes away.

// CHECK-LABEL: tiny.kernel @invariant_load(
//       CHECK:   %[[ZERO:.+]] = tiny.const 0 : index
//  CHECK-NEXT:   %[[W:.+]] = tiny.load %{{.+}}[%[[ZERO]]]
//  CHECK-NEXT:   %[[I:.+]] = tiny.range 4 weak id 0
//  CHECK-NEXT:   %[[V:.+]] = tiny.load %{{.+}}[%[[I]]]
//  CHECK-NEXT:   tiny.add %[[V]], %[[W]]
//  CHECK-NEXT:   tiny.store
//  CHECK-NEXT:   tiny.end
//  CHECK-NEXT:   tiny.sink
tiny.kernel @invariant_load(%a: !tiny.buffer<4xf32, global>, %o: !tiny.buffer<4xf32, global>) {
  %z = tiny.const 0 : index
  %i = tiny.range 4 weak id 0
  %v = tiny.load %a[%i] : !tiny.buffer<4xf32, global>, index
  %w = tiny.load %a[%z] : !tiny.buffer<4xf32, global>, index
  %dead = tiny.mul %v, %w : f32, f32
  %s = tiny.add %v, %w : f32, f32
  %t = tiny.store %s, %o[%i] : f32, !tiny.buffer<4xf32, global>, index
  %e = tiny.end %t over %i
  tiny.sink %e
}

// A reduction loop lies inside the loop whose range its first state waits for;
// what one `end` closes is nested in the order of its operands.

// CHECK-LABEL: tiny.kernel @reduction(
//       CHECK:   %[[ACC:.+]] = tiny.buffer 0
//       CHECK:   %[[I:.+]] = tiny.range 4 weak id 0
//       CHECK:   %[[INIT:.+]] = tiny.store
//  CHECK-NEXT:   %[[R:.+]] = tiny.range 8 reduce id 1
//  CHECK-NEXT:   tiny.mul %[[R]]
//       CHECK:   %[[Q:.+]] = tiny.range 2 reduce id 2
//       CHECK:   %[[OLD:.+]] = tiny.load
//       CHECK:   %[[NEW:.+]] = tiny.store
//  CHECK-NEXT:   %[[END:.+]] = tiny.end %[[NEW]] over %[[R]], %[[Q]]
//  CHECK-NEXT:   tiny.after %[[ACC]], %[[END]]
//       CHECK:   tiny.store
//  CHECK-NEXT:   tiny.end %{{.+}} over %[[I]]
tiny.kernel @reduction(%o: !tiny.buffer<4xf32, global>, %a: !tiny.buffer<4x16xf32, global>) {
  %q = tiny.range 2 reduce id 2
  %r = tiny.range 8 reduce id 1
  %i = tiny.range 4 weak id 0
  %c16 = tiny.const 16 : index
  %c2 = tiny.const 2 : index
  %c0 = tiny.const 0 : index
  %zero = tiny.const 0.0 : f32
  %row = tiny.mul %i, %c16 : index, index
  %part = tiny.mul %r, %c2 : index, index
  %x = tiny.add %row, %part : index, index
  %y = tiny.add %x, %q : index, index
  %v = tiny.load %a[%y] : !tiny.buffer<4x16xf32, global>, index
  %acc = tiny.buffer 0 : !tiny.buffer<f32, reg>
  %acc0 = tiny.after %acc, %i : !tiny.buffer<f32, reg>, index
  %init = tiny.store %zero, %acc0[%c0] : f32, !tiny.buffer<f32, reg>, index
  %acc1 = tiny.after %acc, %init, %r, %q : !tiny.buffer<f32, reg>, !tiny.token, index, index
  %old = tiny.load %acc1[%c0] : !tiny.buffer<f32, reg>, index
  %new = tiny.add %old, %v : f32, f32
  %st = tiny.store %new, %acc1[%c0] : f32, !tiny.buffer<f32, reg>, index
  %e = tiny.end %st over %r, %q
  %acc2 = tiny.after %acc, %e : !tiny.buffer<f32, reg>, !tiny.token
  %fin = tiny.load %acc2[%c0] : !tiny.buffer<f32, reg>, index
  %t = tiny.store %fin, %o[%i] : f32, !tiny.buffer<4xf32, global>, index
  %e1 = tiny.end %t over %i
  tiny.sink %e1
}

// A load of a state comes before the store on it, although it is later in the
// text.

// CHECK-LABEL: tiny.kernel @read_before_write(
//       CHECK:   %[[OLD:.+]] = tiny.load %arg0[%[[ONE:.+]]]
//       CHECK:   tiny.store %{{.+}}, %arg0[%[[ONE]]]
//       CHECK:   tiny.store %[[OLD]], %arg1[
tiny.kernel @read_before_write(%a: !tiny.buffer<2xf32, global>, %o: !tiny.buffer<2xf32, global>) {
  %c0 = tiny.const 0 : index
  %c1 = tiny.const 1 : index
  %v = tiny.const 0.0 : f32
  %t = tiny.store %v, %a[%c1] : f32, !tiny.buffer<2xf32, global>, index
  %w = tiny.load %a[%c1] : !tiny.buffer<2xf32, global>, index
  %u = tiny.store %w, %o[%c0] : f32, !tiny.buffer<2xf32, global>, index
  tiny.sink %t, %u
}

// The edge holds between loops as well: the loop that reads `a` runs first.

// CHECK-LABEL: tiny.kernel @loops_in_order(
//       CHECK:   %[[READER:.+]] = tiny.range 4 weak id 1
//       CHECK:   tiny.end %{{.+}} over %[[READER]]
//       CHECK:   %[[WRITER:.+]] = tiny.range 4 weak id 0
//       CHECK:   tiny.end %{{.+}} over %[[WRITER]]
tiny.kernel @loops_in_order(%a: !tiny.buffer<4xf32, global>, %o: !tiny.buffer<4xf32, global>) {
  %z = tiny.const 0.0 : f32
  %i = tiny.range 4 weak id 0
  %t = tiny.store %z, %a[%i] : f32, !tiny.buffer<4xf32, global>, index
  %e0 = tiny.end %t over %i
  %j = tiny.range 4 weak id 1
  %v = tiny.load %a[%j] : !tiny.buffer<4xf32, global>, index
  %u = tiny.store %v, %o[%j] : f32, !tiny.buffer<4xf32, global>, index
  %e1 = tiny.end %u over %j
  tiny.sink %e0, %e1
}

// A state that only waits for a range is the state it was: the load of it comes
// before the store on the first one.

// CHECK-LABEL: tiny.kernel @pinned_state(
//       CHECK:   tiny.load
//       CHECK:   tiny.end
//       CHECK:   tiny.store %{{.+}}, %arg0[
tiny.kernel @pinned_state(%a: !tiny.buffer<4xf32, global>, %o: !tiny.buffer<4xf32, global>) {
  %z = tiny.const 0.0 : f32
  %c0 = tiny.const 0 : index
  %t = tiny.store %z, %a[%c0] : f32, !tiny.buffer<4xf32, global>, index
  %i = tiny.range 4 weak id 0
  %a0 = tiny.after %a, %i : !tiny.buffer<4xf32, global>, index
  %v = tiny.load %a0[%i] : !tiny.buffer<4xf32, global>, index
  %u = tiny.store %v, %o[%i] : f32, !tiny.buffer<4xf32, global>, index
  %e = tiny.end %u over %i
  tiny.sink %t, %e
}

// A loop that waits for the token of another comes after it.

// CHECK-LABEL: tiny.kernel @sibling_loops(
//       CHECK:   %[[FIRST:.+]] = tiny.range 4 weak id 0
//       CHECK:   %[[DONE:.+]] = tiny.end %{{.+}} over %[[FIRST]]
//       CHECK:   tiny.after %arg0, %[[DONE]]
//       CHECK:   %[[SECOND:.+]] = tiny.range 4 weak id 1
//       CHECK:   tiny.end %{{.+}} over %[[SECOND]]
tiny.kernel @sibling_loops(%a: !tiny.buffer<4xf32, global>, %o: !tiny.buffer<4xf32, global>) {
  %j = tiny.range 4 weak id 1
  %z = tiny.const 0.0 : f32
  %i = tiny.range 4 weak id 0
  %t = tiny.store %z, %a[%i] : f32, !tiny.buffer<4xf32, global>, index
  %e0 = tiny.end %t over %i
  %a1 = tiny.after %a, %e0 : !tiny.buffer<4xf32, global>, !tiny.token
  %v = tiny.load %a1[%j] : !tiny.buffer<4xf32, global>, index
  %u = tiny.store %v, %o[%j] : f32, !tiny.buffer<4xf32, global>, index
  %e1 = tiny.end %u over %j
  tiny.sink %e1
}
