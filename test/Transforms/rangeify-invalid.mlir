// RUN: tiny-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tiny.function(tiny-rangeify))'

// What has no storage yet has no place in a loop.

tiny.kernel @k(%a: !tiny.buffer<4xf32, global>) {
  tiny.sink
}
tiny.function @call(%a: !tiny.buffer<4xf32, global>) {
  %x = tiny.load %a : !tiny.buffer<4xf32, global>
  // expected-error @below {{'tiny.apply' op is there no more after tiny-fold and tiny-place-calls, which come first}}
  %c = tiny.apply @k(%x) : tensor<4xf32>
  %y = tiny.applied %x by %c : tensor<4xf32>
  %s = tiny.store %y, %a : tensor<4xf32>, !tiny.buffer<4xf32, global>
  tiny.sink %s
}

// -----

tiny.function @gradient(%a: !tiny.buffer<4xf32, global>) {
  %x = tiny.load %a : !tiny.buffer<4xf32, global>
  // expected-error @below {{'tiny.contiguous_backward' op is there no more after tiny-fold}}
  %y = tiny.contiguous_backward %x : tensor<4xf32>
  %s = tiny.store %y, %a : tensor<4xf32>, !tiny.buffer<4xf32, global>
  tiny.sink %s
}

// -----

// Other instances can only read what is stored.

tiny.function @not_stored(%a: !tiny.buffer<4xf32, global>, %o: !tiny.buffer<4xf32, global>) {
  %x = tiny.load %a : !tiny.buffer<4xf32, global>
  // expected-error @below {{'tiny.mselect' op selects of a value that has no storage}}
  %s = tiny.mselect %x at 1 : tensor<4xf32>
  %t = tiny.store %s, %o : tensor<4xf32>, !tiny.buffer<4xf32, global>
  tiny.sink %t
}
