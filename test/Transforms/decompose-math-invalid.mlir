// RUN: tiny-opt %s --tiny-decompose-math=ops=tan --verify-diagnostics

// expected-error @below {{'tiny.kernel' op tiny-decompose-math does not know op 'tan'}}
tiny.kernel @unknown(%o: !tiny.buffer<1xf32, global>) {
  tiny.sink
}
