// RUN: tiny-opt %s --split-input-file --verify-diagnostics

tiny.kernel @coordinates(%a: !tiny.buffer<4xf32, global>) {
  %z = tiny.const 0 : index
  // expected-error @below {{'tiny.index' op has 2 coordinates for the 1 axes of '!tiny.buffer<4xf32, global>'}}
  %x = tiny.index %a[%z, %z] : !tiny.buffer<4xf32, global>
  tiny.sink
}

// -----

tiny.kernel @condition(%a: !tiny.buffer<4xf32, global>) {
  %z = tiny.const 0 : index
  // expected-error @below {{'tiny.valid' op has a condition of type 'index' for a 'index'}}
  %x = tiny.valid %z, %z : index, index
  tiny.sink
}

// -----

tiny.kernel @symbolic(%a: !tiny.buffer<4xf32, global>) {
  %n = tiny.variable "n" [1, 4]
  // expected-error @below {{has symbolic entries for the buffer of !tiny.buffer<4xf32, global>}}
  %x = tiny.shrink %a offsets [0] sizes [%n] : !tiny.buffer<4xf32, global>
  tiny.sink
}

// -----

tiny.function @weak() {
  // expected-error @below {{'tiny.undefined' op has type 'index'}}
  %x = tiny.undefined : index
  tiny.sink
}

// -----

tiny.function @callee() {
  %x = tiny.undefined : tensor<4xf32>
  // expected-error @below {{'tiny.apply' op calls @k, which is no kernel}}
  %t = tiny.apply @k(%x) : tensor<4xf32>
  tiny.sink
}

// -----

tiny.kernel @k(%a: !tiny.buffer<8xf32, global>) {
  tiny.sink
}
tiny.function @values() {
  %x = tiny.undefined : tensor<4xf32>
  // expected-error @below {{'tiny.apply' op has values that are not what the arguments of @k hold}}
  %t = tiny.apply @k(%x) : tensor<4xf32>
  tiny.sink
}

// -----

tiny.kernel @k(%a: !tiny.buffer<4xf32, global>) {
  tiny.sink
}
tiny.function @other(%b: !tiny.buffer<4xf32, global>) {
  %x = tiny.undefined : tensor<4xf32>
  %y = tiny.load %b : !tiny.buffer<4xf32, global>
  %t = tiny.apply @k(%x) : tensor<4xf32>
  // expected-error @below {{'tiny.applied' op has a value that is not argument 0 of the call}}
  %z = tiny.applied %y by %t : tensor<4xf32>
  tiny.sink
}

// -----

tiny.function @nocall() {
  %x = tiny.undefined : tensor<4xf32>
  %g = tiny.group none
  // expected-error @below {{'tiny.applied' op names what is no call}}
  %z = tiny.applied %x by %g : tensor<4xf32>
  tiny.sink
}
