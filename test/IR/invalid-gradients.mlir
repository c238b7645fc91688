// RUN: tiny-opt %s --split-input-file --verify-diagnostics

tiny.function @gradient_rule_c1() {
  // expected-error @below {{'tiny.gradient_rule' op is used by 'tiny.sink'}}
  %r = tiny.gradient_rule 0 ()
  tiny.sink %r
}

// -----

tiny.function @custom_gradient_c1(%a: !tiny.buffer<4xf32, global>) {
  %x = tiny.load %a : !tiny.buffer<4xf32, global>
  %t = tiny.store %x, %a : tensor<4xf32>, !tiny.buffer<4xf32, global>
  // expected-error @below {{'tiny.custom_gradient' op names what is no rule}}
  %g = tiny.custom_gradient %x by %t 0 : tensor<4xf32>
  tiny.sink
}

// -----

tiny.function @custom_gradient_c2(%a: !tiny.buffer<4xf32, global>) {
  %x = tiny.load %a : !tiny.buffer<4xf32, global>
  %r = tiny.gradient_rule 0 (%x) : tensor<4xf32>
  // expected-error @below {{'tiny.custom_gradient' op has the negative index -1}}
  %g = tiny.custom_gradient %x by %r -1 : tensor<4xf32>
  tiny.sink
}
