// RUN: tiny-opt %s --split-input-file --pass-pipeline='builtin.module(tiny.function(tiny-verify-schedule))' --verify-diagnostics

// A schedule computes nothing itself.

tiny.function @computes() {
  // expected-error @below {{'tiny.const' op is not part of a schedule}}
  %c = tiny.const 0 : index
  tiny.sink
}

// -----

// The order of the calls respects the states.

tiny.kernel @write(%a: !tiny.buffer<4xf32, global>) {
  tiny.sink
}
tiny.kernel @copy(%o: !tiny.buffer<4xf32, global>, %a: !tiny.buffer<4xf32, global>) {
  tiny.sink
}
tiny.function @too_late(%o: !tiny.buffer<4xf32, global>, %a: !tiny.buffer<4xf32, global>) {
  %t = tiny.call @write(%a) : !tiny.buffer<4xf32, global>
  // expected-error @below {{'tiny.call' op reads a state that an earlier call has overwritten}}
  %u = tiny.call @copy(%o, %a) : !tiny.buffer<4xf32, global>, !tiny.buffer<4xf32, global>
  tiny.sink %t, %u
}
