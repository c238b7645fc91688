// RUN: tiny-opt %s -split-input-file -verify-diagnostics -tiny-lower-reduce

tiny.kernel @weak(%o: !tiny.buffer<i32, global>) {
  %c0 = tiny.const 0 : index
  %r = tiny.range 8 reduce id 0
  // expected-error @+1 {{'tiny.reduce' op over ranges needs a type with a width, not 'index'}}
  %s = tiny.reduce add %r over %r : index
  %i = tiny.cast %s to i32 : index
  %t = tiny.store %i, %o[%c0] : i32, !tiny.buffer<i32, global>, index
  tiny.sink %t
}

// -----

tiny.kernel @no_range(%o: !tiny.buffer<f32, global>,
                      %a: !tiny.buffer<8xf32, global>) {
  %c0 = tiny.const 0 : index
  %v = tiny.load %a[%c0] : !tiny.buffer<8xf32, global>, index
  // expected-error @+1 {{'tiny.reduce' op closes what is not a range}}
  %s = tiny.reduce add %v over %c0 : f32
  %t = tiny.store %s, %o[%c0] : f32, !tiny.buffer<f32, global>, index
  tiny.sink %t
}
