// RUN: tiny-opt %s --split-input-file --allow-unregistered-dialect --tiny-verify-tensor --verify-diagnostics

// Ranges are no part of a tensor graph.

tiny.function @range() {
  // expected-error @below {{'tiny.range' op is not part of a tensor graph}}
  %r = tiny.range 4 weak id 0
  tiny.sink
}

// -----

// Neither are accesses with an index.

tiny.function @access(%a: !tiny.buffer<4xf32, global>) {
  %i = tiny.const 0 : index
  // expected-error @below {{'tiny.load' op is not part of a tensor graph}}
  %x = tiny.load %a[%i] : !tiny.buffer<4xf32, global>, index
  tiny.sink
}

// -----

// Nor vectors.

tiny.function @vector() {
  // expected-error @below {{'tiny.iota' op computes a vector in a tensor graph}}
  %i = tiny.iota 0 : vector<4xindex>
  tiny.sink
}

// -----

// A symbolic size is an operand of the op that introduces it.

tiny.function @symbolic_size() {
  // expected-error @below {{'x' op has a symbolic size that no operand says}}
  %x = "x"() : () -> tensor<?xf32>
  tiny.sink
}

// -----

// A copy to other devices is made between the programs that are compiled.

tiny.function @copy(%a: !tiny.buffer<4xf32, global>) {
  %x = tiny.load %a : !tiny.buffer<4xf32, global>
  // expected-error @below {{'tiny.copy' op is not part of a tensor graph}}
  %c = tiny.copy %x to "CPU:1" : tensor<4xf32>
  tiny.sink
}
