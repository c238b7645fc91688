// RUN: tiny-opt %s --split-input-file --tiny-verify-program --verify-diagnostics

tiny.kernel @p1_whole_buffer(%a: !tiny.buffer<f32, global>) {
  // expected-error @below {{'tiny.load' op is not part of a program}}
  %v = tiny.load %a : !tiny.buffer<f32, global>
  tiny.sink
}

// -----

tiny.kernel @p2_rank_two(%a: !tiny.buffer<8xf32, global>) {
  %c0 = tiny.const 0 : index
  // expected-error @below {{'tiny.load' op computes a 'vector<2x4xf32>', which is no scalar or vector of rank one}}
  %v = tiny.load %a[%c0] lanes [2, 4] strides [4, 1] : !tiny.buffer<8xf32, global>, index
  tiny.sink
}

// -----

tiny.kernel @p2_weak_float() {
  // expected-error @below {{'tiny.const' op computes a '!tiny.weakfloat', which is no scalar or vector of rank one}}
  %v = tiny.const 1.0 : !tiny.weakfloat
  tiny.sink
}

// -----

tiny.kernel @p3_global_buffer() {
  // expected-error @below {{'tiny.buffer' op is no register or local buffer}}
  %b = tiny.buffer 0 : !tiny.buffer<8xf32, global>
  tiny.sink
}

// -----

tiny.kernel @p4_vector_index(%a: !tiny.buffer<8xf32, global>) {
  %x = tiny.iota 0 : vector<4xindex>
  // expected-error @below {{'tiny.load' op has a vector index}}
  %v = tiny.load %a[%x] : !tiny.buffer<8xf32, global>, vector<4xindex>
  tiny.sink
}

// -----

tiny.kernel @p4_masked_apart(%a: !tiny.buffer<8xf32, global>) {
  %c0 = tiny.const 0 : index
  %m = tiny.cmplt %c0, %c0 : index, index
  // expected-error @below {{'tiny.load' op has masked or equal lanes with stride 2}}
  %v = tiny.load %a[%c0] lanes [4] strides [2] mask %m : !tiny.buffer<8xf32, global>, index mask i1
  tiny.sink
}

// -----

tiny.kernel @p4_equal_places(%a: !tiny.buffer<8xf32, global>) {
  %c0 = tiny.const 0 : index
  %v = tiny.load %a[%c0] lanes [4] strides [1] : !tiny.buffer<8xf32, global>, index
  // expected-error @below {{'tiny.store' op has masked or equal lanes with stride 0}}
  %t = tiny.store %v, %a[%c0] strides [0] : vector<4xf32>, !tiny.buffer<8xf32, global>, index
  tiny.sink %t
}

// -----

tiny.kernel @p5_crossing_loops(%a: !tiny.buffer<8xf32, global>) {
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

tiny.kernel @p5_open_loop(%a: !tiny.buffer<8xf32, global>) {
  %z = tiny.const 0.0 : f32
  // expected-error @below {{'tiny.range' op is closed by no end}}
  %i = tiny.range 2 weak id 0
  %t = tiny.store %z, %a[%i] : f32, !tiny.buffer<8xf32, global>, index
  tiny.sink %t
}

// -----

tiny.kernel @p6_value_escapes(%a: !tiny.buffer<8xf32, global>) {
  %z = tiny.const 0.0 : f32
  // expected-note @below {{the value is computed here}}
  %i = tiny.range 2 weak id 0
  %t = tiny.store %z, %a[%i] : f32, !tiny.buffer<8xf32, global>, index
  %e = tiny.end %t over %i
  // expected-error @below {{'tiny.store' op uses a value of a loop that has ended}}
  %u = tiny.store %z, %a[%i] : f32, !tiny.buffer<8xf32, global>, index
  tiny.sink %u
}

// -----

tiny.kernel @p7_read_after_write(%a: !tiny.buffer<8xf32, global>) {
  %z = tiny.const 0.0 : f32
  %c0 = tiny.const 0 : index
  // expected-note @below {{the store is here}}
  %t = tiny.store %z, %a[%c0] : f32, !tiny.buffer<8xf32, global>, index
  // expected-error @below {{'tiny.load' op reads a state after a store on it; `after` makes the next state}}
  %v = tiny.load %a[%c0] : !tiny.buffer<8xf32, global>, index
  tiny.sink %t
}

// -----

tiny.kernel @p8_ranges_left(%a: !tiny.buffer<8xf32, global>) {
  %r = tiny.range 8 reduce id 0
  %v = tiny.load %a[%r] : !tiny.buffer<8xf32, global>, index
  // expected-error @below {{'tiny.reduce' op does not reduce a vector along axes}}
  %s = tiny.reduce add %v over %r : f32
  tiny.sink
}

// -----

tiny.kernel @p9_unroll_axis() {
  // expected-error @below {{'tiny.range' op has axis unroll, which is no loop and no thread}}
  %r = tiny.range 8 unroll id 0
  tiny.sink
}

// -----

tiny.kernel @p10_two_thread_axes(%a: !tiny.buffer<8xf32, global>) {
  %z = tiny.const 0.0 : f32
  %i = tiny.range 8 thread id 0
  %t = tiny.store %z, %a[%i] : f32, !tiny.buffer<8xf32, global>, index
  %e = tiny.end %t over %i
  // expected-error @below {{'tiny.range' op is a second thread axis}}
  %j = tiny.range 8 thread id 1
  tiny.sink %e
}

// -----

tiny.kernel @p10_inner_thread_axis() {
  %i = tiny.range 8 weak id 0
  // expected-error @below {{'tiny.range' op is a thread axis inside of a loop}}
  %j = tiny.range 8 thread id 1
  tiny.sink
}

// -----

tiny.kernel @p10_store_by_all_threads(%a: !tiny.buffer<8xf32, global>, %b: !tiny.buffer<8xf32, global>) {
  %z = tiny.const 0.0 : f32
  %i = tiny.range 8 thread id 0
  %t = tiny.store %z, %a[%i] : f32, !tiny.buffer<8xf32, global>, index
  %e = tiny.end %t over %i
  %j = tiny.range 8 weak id 1
  // expected-error @below {{'tiny.store' op is outside of the thread axis}}
  %u = tiny.store %z, %b[%j] : f32, !tiny.buffer<8xf32, global>, index
  %f = tiny.end %u over %j
  tiny.sink %e, %f
}

// -----

// P11: only a kernel with a grid has items.

tiny.kernel @special() {
  // expected-error @below {{is in a kernel that has no grid}}
  %l = tiny.special local 0 of 4
  tiny.sink
}

// -----

tiny.kernel @grid_loop(%a: !tiny.buffer<4xf32, global>) attributes {tiny.grid_size = array<i64: 1, 1, 1>} {
  %z = tiny.const 0.0 : f32
  // expected-error @below {{is a dimension of the grid that is a loop}}
  %l = tiny.range 4 local id 0
  %t = tiny.store %z, %a[%l] : f32, !tiny.buffer<4xf32, global>, index
  %e = tiny.end %t over %l
  tiny.sink %e
}
