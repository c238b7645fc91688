// RUN: tiny-opt %s -split-input-file -verify-diagnostics -tiny-devectorize

tiny.kernel @ranges(%o: !tiny.buffer<8xf32, global>,
                    %a: !tiny.buffer<8xf32, global>) {
  %r = tiny.range 8 reduce id 0
  %v = tiny.load %a[%r] : !tiny.buffer<8xf32, global>, index
  // expected-error @+1 {{'tiny.reduce' op still has ranges: run tiny-lower-reduce}}
  %s = tiny.reduce add %v over %r : f32
  %c0 = tiny.const 0 : index
  %t = tiny.store %s, %o[%c0] : f32, !tiny.buffer<8xf32, global>, index
  tiny.sink %t
}

// -----

tiny.kernel @tensor(%o: !tiny.buffer<8xf32, global>,
                    %a: !tiny.buffer<8xf32, global>) {
  // expected-error @+1 {{'tiny.load' op computes a tensor in a kernel}}
  %v = tiny.load %a : !tiny.buffer<8xf32, global>
  %t = tiny.store %v, %o : tensor<8xf32>, !tiny.buffer<8xf32, global>
  tiny.sink %t
}

// -----

tiny.kernel @permute(%o: !tiny.buffer<8xf32, global>,
                     %a: !tiny.buffer<8xf32, global>) {
  %c0 = tiny.const 0 : index
  %v = tiny.load %a[%c0] lanes [2, 4] strides [4, 1]
    : !tiny.buffer<8xf32, global>, index
  // expected-error @+1 {{'tiny.permute' op cannot be split into vectors of one dimension}}
  %p = tiny.permute %v [1, 0] : vector<2x4xf32>
  %t = tiny.store %p, %o[%c0] strides [2, 1]
    : vector<4x2xf32>, !tiny.buffer<8xf32, global>, index
  tiny.sink %t
}

// -----

tiny.kernel @whole(%o: !tiny.buffer<2x4xf32, global>,
                   %a: !tiny.buffer<8xf32, global>) {
  %c0 = tiny.const 0 : index
  %v = tiny.load %a[%c0] lanes [2, 4] strides [4, 1]
    : !tiny.buffer<8xf32, global>, index
  // expected-error @+1 {{'tiny.store' op needs an index in a kernel}}
  %t = tiny.store %v, %o : vector<2x4xf32>, !tiny.buffer<2x4xf32, global>
  tiny.sink %t
}
