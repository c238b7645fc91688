// RUN: tiny-opt %s -split-input-file -verify-diagnostics -tiny-expand

tiny.kernel @one_place(%o: !tiny.buffer<8xf32, global>,
                       %a: !tiny.buffer<8xf32, global>) {
  %c0 = tiny.const 0 : index
  %u = tiny.range 8 upcast id 3
  %v = tiny.load %a[%u] : !tiny.buffer<8xf32, global>, index
  // expected-error @+1 {{'tiny.store' op writes all values of the range with id 3 to one place}}
  %t = tiny.store %v, %o[%c0] : f32, !tiny.buffer<8xf32, global>, index
  %e = tiny.end %t over %u
  tiny.sink %e
}

// -----

tiny.kernel @equal_ids(%o: !tiny.buffer<8xf32, global>) {
  %z = tiny.const 0.0 : f32
  %u = tiny.range 8 upcast id 3
  // expected-error @+1 {{'tiny.range' op has the id 3 of another range}}
  %w = tiny.range 4 upcast id 3
  %x = tiny.add %u, %w : index, index
  %t = tiny.store %z, %o[%x] : f32, !tiny.buffer<8xf32, global>, index
  %e = tiny.end %t over %u, %w
  tiny.sink %e
}

// -----

tiny.kernel @vector(%o: !tiny.buffer<8xf32, global>,
                    %a: !tiny.buffer<8xf32, global>) {
  %c0 = tiny.const 0 : index
  %u = tiny.range 8 upcast id 0
  // expected-error @+1 {{'tiny.load' op has lanes before ranges are expanded}}
  %v = tiny.load %a[%c0] lanes [8] strides [1]
    : !tiny.buffer<8xf32, global>, index
  %t = tiny.store %v, %o[%u] strides [1]
    : vector<8xf32>, !tiny.buffer<8xf32, global>, index
  %e = tiny.end %t over %u
  tiny.sink %e
}

// -----

tiny.kernel @iota(%o: !tiny.buffer<8xf32, global>) {
  %u = tiny.range 8 upcast id 0
  // expected-error @+1 {{'tiny.iota' op computes a 'vector<8xindex>' before ranges are expanded}}
  %l = tiny.iota 0 : vector<8xindex>
  %f = tiny.cast %l to f32 : vector<8xindex>
  %t = tiny.store %f, %o[%u] strides [1]
    : vector<8xf32>, !tiny.buffer<8xf32, global>, index
  %e = tiny.end %t over %u
  tiny.sink %e
}

// -----

tiny.kernel @whole(%o: !tiny.buffer<f32, global>) {
  %z = tiny.const 0.0 : f32
  %u = tiny.range 8 upcast id 0
  // expected-error @+1 {{'tiny.store' op needs an index in a kernel}}
  %t = tiny.store %z, %o : f32, !tiny.buffer<f32, global>
  %e = tiny.end %t over %u
  tiny.sink %e
}

// -----

tiny.kernel @detach(%o: !tiny.buffer<8xf32, global>,
                    %a: !tiny.buffer<8xf32, global>) {
  %u = tiny.range 8 upcast id 0
  %v = tiny.load %a[%u] : !tiny.buffer<8xf32, global>, index
  // expected-error @+1 {{'tiny.detach' op cannot work on the lanes of ranges}}
  %d = tiny.detach %v : f32
  %t = tiny.store %d, %o[%u] : f32, !tiny.buffer<8xf32, global>, index
  %e = tiny.end %t over %u
  tiny.sink %e
}
