// RUN: tiny-opt %s --split-input-file --tiny-rangeify --verify-diagnostics

// Other instances can only read what is stored.

tiny.function @not_stored(%a: !tiny.buffer<4xf32, global>, %o: !tiny.buffer<4xf32, global>) {
  %x = tiny.load %a : !tiny.buffer<4xf32, global>
  // expected-error @below {{'tiny.mselect' op selects of a value that has no storage}}
  %s = tiny.mselect %x at 1 : tensor<4xf32>
  %t = tiny.store %s, %o : tensor<4xf32>, !tiny.buffer<4xf32, global>
  tiny.sink %t
}
