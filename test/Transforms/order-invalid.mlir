// RUN: tiny-opt %s --split-input-file --tiny-order --verify-diagnostics

tiny.kernel @open_range(%a: !tiny.buffer<4xf32, global>) {
  %z = tiny.const 0.0 : f32
  // expected-error @below {{'tiny.range' op is closed by no end}}
  %i = tiny.range 4 weak id 0
  %t = tiny.store %z, %a[%i] : f32, !tiny.buffer<4xf32, global>, index
  tiny.sink %t
}

// -----

tiny.kernel @closed_twice(%a: !tiny.buffer<4xf32, global>, %b: !tiny.buffer<4xf32, global>) {
  %z = tiny.const 0.0 : f32
  %i = tiny.range 4 weak id 3
  %t = tiny.store %z, %a[%i] : f32, !tiny.buffer<4xf32, global>, index
  // expected-note @below {{closed here first}}
  %e = tiny.end %t over %i
  %u = tiny.store %z, %b[%i] : f32, !tiny.buffer<4xf32, global>, index
  // expected-error @below {{'tiny.end' op closes range 3 again}}
  %f = tiny.end %u over %i
  tiny.sink %e, %f
}

// -----

tiny.kernel @open_on_one_path(%a: !tiny.buffer<4xf32, global>, %b: !tiny.buffer<4xf32, global>) {
  %z = tiny.const 0.0 : f32
  // expected-note @below {{the range is here}}
  %i = tiny.range 4 weak id 3
  %t = tiny.store %z, %a[%i] : f32, !tiny.buffer<4xf32, global>, index
  %e = tiny.end %t over %i
  %u = tiny.store %z, %b[%i] : f32, !tiny.buffer<4xf32, global>, index
  // expected-error @below {{'tiny.sink' op depends on a value inside of range 3 that no end closes}}
  tiny.sink %e, %u
}

// -----

tiny.kernel @reduce_left(%a: !tiny.buffer<4xf32, global>, %o: !tiny.buffer<4xf32, global>) {
  %i = tiny.range 4 reduce id 0
  %r = tiny.range 4 reduce id 0
  %v = tiny.load %a[%r] : !tiny.buffer<4xf32, global>, index
  // expected-error @below {{'tiny.reduce' op still reduces over ranges}}
  %s = tiny.reduce add %v over %r : f32
  %t = tiny.store %s, %o[%i] : f32, !tiny.buffer<4xf32, global>, index
  %e = tiny.end %t over %i, %r
  tiny.sink %e
}

// -----

// The load of `a` would have to run before the store on `a`, and after it
// because its index depends on it.

tiny.kernel @read_of_overwritten(%a: !tiny.buffer<2xf32, global>, %o: !tiny.buffer<2xi32, global>) {
  %z = tiny.const 0.0 : f32
  %c0 = tiny.const 0 : index
  %c1 = tiny.const 1 : index
  // expected-note @below {{this op}}
  %t = tiny.store %z, %a[%c0] : f32, !tiny.buffer<2xf32, global>, index
  // expected-note @below {{this op}}
  %o1 = tiny.after %o, %t : !tiny.buffer<2xi32, global>, !tiny.token
  // expected-note @below {{this op}}
  %v = tiny.load %o1[%c1] : !tiny.buffer<2xi32, global>, index
  // expected-note @below {{this op}}
  %i = tiny.cast %v to index : i32
  // expected-error @below {{'tiny.load' op can't be ordered: each of the following waits for the one before, and this op for the last}}
  %w = tiny.load %a[%i] : !tiny.buffer<2xf32, global>, index
  %j = tiny.cast %w to i32 : f32
  %u = tiny.store %j, %o1[%c0] : i32, !tiny.buffer<2xi32, global>, index
  tiny.sink %u
}

// -----

// One `end` closes both loops, but the second has to run before an op of the
// first.

tiny.kernel @after_the_last_loop(%a: !tiny.buffer<4xf32, global>, %o: !tiny.buffer<4xf32, global>) {
  %z = tiny.const 0.0 : f32
  // expected-note @below {{the loop of this range}}
  %j = tiny.range 4 weak id 1
  %i = tiny.range 4 weak id 0
  %x = tiny.load %a[%j] : !tiny.buffer<4xf32, global>, index
  %t = tiny.store %x, %o[%i] : f32, !tiny.buffer<4xf32, global>, index
  // expected-error @below {{'tiny.store' op can't be ordered: each of the following waits for the one before, and this op for the last}}
  %s = tiny.store %z, %a[%i] : f32, !tiny.buffer<4xf32, global>, index
  %g = tiny.group %t, %s
  %e = tiny.end %g over %i, %j
  tiny.sink %e
}
