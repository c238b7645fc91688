// RUN: tiny-opt %s --split-input-file --convert-tiny-to-structured --verify-diagnostics

tiny.kernel @rank_two(%a: !tiny.buffer<8xf32, global>) {
  %c0 = tiny.const 0 : index
  // expected-error @below {{'tiny.load' op has a result of type 'vector<2x4xf32>', which has no equal on this target}}
  %v = tiny.load %a[%c0] lanes [2, 4] strides [4, 1] : !tiny.buffer<8xf32, global>, index
  %t = tiny.store %v, %a[%c0] strides [4, 1] : vector<2x4xf32>, !tiny.buffer<8xf32, global>, index
  tiny.sink %t
}

// -----

tiny.kernel @strided(%a: !tiny.buffer<8xf32, global>) {
  %c0 = tiny.const 0 : index
  %b = tiny.load %a[%c0] : !tiny.buffer<8xf32, global>, index
  %m = tiny.cmplt %b, %b : f32, f32
  // expected-error @below {{'tiny.load' op has masked lanes that are no neighbours}}
  %v = tiny.load %a[%c0] lanes [4] strides [2] mask %m : !tiny.buffer<8xf32, global>, index mask i1
  %t = tiny.store %v, %a[%c0] strides [1] : vector<4xf32>, !tiny.buffer<8xf32, global>, index
  tiny.sink %t
}

// -----

tiny.kernel @vector_index(%a: !tiny.buffer<8xf32, global>) {
  %c0 = tiny.const 0 : index
  %l = tiny.iota 0 : vector<4xindex>
  // expected-error @below {{'tiny.load' op has no scalar index}}
  %v = tiny.load %a[%l] : !tiny.buffer<8xf32, global>, vector<4xindex>
  %t = tiny.store %v, %a[%c0] strides [1] : vector<4xf32>, !tiny.buffer<8xf32, global>, index
  tiny.sink %t
}

// -----

tiny.kernel @whole_buffer(%a: !tiny.buffer<f32, global>) {
  // expected-error @below {{'tiny.load' op has no scalar index}}
  %v = tiny.load %a : !tiny.buffer<f32, global>
  %t = tiny.store %v, %a : f32, !tiny.buffer<f32, global>
  tiny.sink %t
}

// -----

tiny.kernel @reduce_over_range(%a: !tiny.buffer<8xf32, global>) {
  %c0 = tiny.const 0 : index
  %r = tiny.range 8 reduce id 0
  %v = tiny.load %a[%r] : !tiny.buffer<8xf32, global>, index
  // expected-error @below {{'tiny.reduce' op still reduces over ranges}}
  %s = tiny.reduce add %v over %r : f32
  %t = tiny.store %s, %a[%c0] : f32, !tiny.buffer<8xf32, global>, index
  tiny.sink %t
}

// -----

tiny.kernel @value_escapes(%a: !tiny.buffer<8xf32, global>) {
  %z = tiny.const 0.0 : f32
  // expected-note @below {{the value is here}}
  %i = tiny.range 8 weak id 0
  %t = tiny.store %z, %a[%i] : f32, !tiny.buffer<8xf32, global>, index
  %e = tiny.end %t over %i
  // expected-error @below {{'tiny.store' op uses a value that is not computed where it is needed}}
  %u = tiny.store %z, %a[%i] : f32, !tiny.buffer<8xf32, global>, index
  tiny.sink %u, %e
}

// -----

tiny.kernel @crossing_loops(%a: !tiny.buffer<8xf32, global>) {
  %z = tiny.const 0.0 : f32
  %i = tiny.range 2 weak id 0
  %j = tiny.range 4 weak id 1
  %t = tiny.store %z, %a[%i] : f32, !tiny.buffer<8xf32, global>, index
  // expected-error @below {{'tiny.end' op does not close the ranges that were opened last}}
  %e = tiny.end %t over %i
  %u = tiny.end %e over %j
  tiny.sink %u
}

// -----

tiny.kernel @open_loop(%a: !tiny.buffer<8xf32, global>) {
  %z = tiny.const 0.0 : f32
  // expected-error @below {{'tiny.range' op is closed by no end}}
  %i = tiny.range 2 weak id 0
  %t = tiny.store %z, %a[%i] : f32, !tiny.buffer<8xf32, global>, index
  tiny.sink %t
}

// -----

tiny.kernel @inner_threads(%a: !tiny.buffer<8xf32, global>) {
  %z = tiny.const 0.0 : f32
  %i = tiny.range 2 weak id 0
  // expected-error @below {{'tiny.range' op is a thread axis inside of a loop}}
  %j = tiny.range 4 thread id 1
  %t = tiny.store %z, %a[%i] : f32, !tiny.buffer<8xf32, global>, index
  %e = tiny.end %t over %i, %j
  tiny.sink %e
}

// -----

tiny.kernel @global_buffer(%a: !tiny.buffer<8xf32, global>) {
  %c0 = tiny.const 0 : index
  %b = tiny.buffer 0 : !tiny.buffer<8xf32, global>
  // expected-error @below {{'tiny.load' op accesses '!tiny.buffer<8xf32, global>', which is no argument, register or local buffer}}
  %v = tiny.load %b[%c0] : !tiny.buffer<8xf32, global>, index
  %t = tiny.store %v, %a[%c0] : f32, !tiny.buffer<8xf32, global>, index
  tiny.sink %t
}

// -----

tiny.kernel @movement(%a: !tiny.buffer<8xf32, global>) {
  %c0 = tiny.const 0 : index
  %v = tiny.load %a[%c0] lanes [8] strides [1] : !tiny.buffer<8xf32, global>, index
  // expected-error @below {{'tiny.flip' op is not part of a program}}
  %f = tiny.flip %v [0] : vector<8xf32>
  %t = tiny.store %f, %a[%c0] strides [1] : vector<8xf32>, !tiny.buffer<8xf32, global>, index
  tiny.sink %t
}

// -----

// Floats of eight bits are only moved.

tiny.kernel @float8_sum(%a: !tiny.buffer<1xf8E5M2, global>) {
  %c0 = tiny.const 0 : index
  %x = tiny.load %a[%c0] : !tiny.buffer<1xf8E5M2, global>, index
  // expected-error @below {{'tiny.add' op computes on 'f8E5M2': run tiny-decompose-dtypes}}
  %y = tiny.add %x, %x : f8E5M2, f8E5M2
  %t = tiny.store %y, %a[%c0] : f8E5M2, !tiny.buffer<1xf8E5M2, global>, index
  tiny.sink %t
}

// -----

tiny.kernel @half_to_bf16(%a: !tiny.buffer<1xf16, global>, %o: !tiny.buffer<1xbf16, global>) {
  %c0 = tiny.const 0 : index
  %x = tiny.load %a[%c0] : !tiny.buffer<1xf16, global>, index
  // expected-error @below {{'tiny.cast' op computes on 'bf16': run tiny-decompose-dtypes}}
  %y = tiny.cast %x to bf16 : f16
  %t = tiny.store %y, %o[%c0] : bf16, !tiny.buffer<1xbf16, global>, index
  tiny.sink %t
}
