// RUN: tiny-opt %s --tiny-decompose-dtypes=emulate=f32 --verify-diagnostics

// expected-error @below {{'tiny.kernel' op tiny-decompose-dtypes cannot do without type 'f32'}}
tiny.kernel @unknown(%o: !tiny.buffer<1xf32, global>) {
  tiny.sink
}
