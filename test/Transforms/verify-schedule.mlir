// RUN: tiny-opt %s --split-input-file --tiny-verify-schedule --verify-diagnostics

// A schedule computes nothing itself.

tiny.function @computes() {
  // expected-error @below {{'tiny.const' op is not part of a schedule}}
  %c = tiny.const 0 : index
  tiny.sink
}

// -----

// The order of the calls respects the states.

tiny.kernel @write(%a: !tiny.buffer<4xf32, global>) {
  %i = tiny.range 4 weak id 0
  %z = tiny.const 0.0 : f32
  %t = tiny.store %z, %a[%i] : f32, !tiny.buffer<4xf32, global>, index
  %e = tiny.end %t over %i
  tiny.sink %e
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

// -----

// Temporaries that are in use at one time lie apart.

tiny.kernel @copy(%o: !tiny.buffer<4xf32, global>, %a: !tiny.buffer<4xf32, global>) {
  tiny.sink
}
tiny.function @overlap() attributes {tiny.arena = 32 : i64} {
  // expected-note @below {{which is here}}
  %a = tiny.buffer 0 {tiny.offset = 0 : i64} : !tiny.buffer<4xf32, global>
  // expected-error @below {{'tiny.buffer' op overlaps a temporary that is in use at one time}}
  %b = tiny.buffer 1 {tiny.offset = 8 : i64} : !tiny.buffer<4xf32, global>
  %t = tiny.call @copy(%a, %b) : !tiny.buffer<4xf32, global>, !tiny.buffer<4xf32, global>
  tiny.sink %t
}

// -----

// A temporary lies in the arena.

tiny.function @outside() attributes {tiny.arena = 16 : i64} {
  // expected-error @below {{'tiny.buffer' op lies outside of the arena}}
  %a = tiny.buffer 0 {tiny.offset = 8 : i64} : !tiny.buffer<4xf32, global>
  tiny.sink
}

// -----

// In an arena every temporary has a place.

tiny.function @nowhere() attributes {tiny.arena = 16 : i64} {
  // expected-error @below {{'tiny.buffer' op has no place in the arena}}
  %a = tiny.buffer 0 : !tiny.buffer<4xf32, global>
  tiny.sink
}

// -----

// A call reads what other instances hold in temporaries, and never writes it.

tiny.kernel @copy(%o: !tiny.buffer<4xf32, global>, %a: !tiny.buffer<4xf32, global>) {
  %i = tiny.range 4 weak id 0
  %x = tiny.load %a[%i] : !tiny.buffer<4xf32, global>, index
  %s = tiny.store %x, %o[%i] : f32, !tiny.buffer<4xf32, global>, index
  %e = tiny.end %s over %i
  tiny.sink %e
}
tiny.function @writes_another(%a: !tiny.buffer<4xf32, global>) {
  %b = tiny.buffer 0 : !tiny.buffer<4xf32, global>
  %s = tiny.mselect %b at 1 : !tiny.buffer<4xf32, global>
  // expected-error @below {{'tiny.call' op stores to the memory of another instance}}
  %t = tiny.call @copy(%s, %a) : !tiny.buffer<4xf32, global>, !tiny.buffer<4xf32, global>
  tiny.sink %t
}

// -----

tiny.function @argument_of_another(%a: !tiny.buffer<4xf32, global>) {
  // expected-error @below {{'tiny.mselect' op selects of what is no temporary}}
  %s = tiny.mselect %a at 1 : !tiny.buffer<4xf32, global>
  tiny.sink
}

// -----

// What has been overwritten is lost for other instances too.

tiny.kernel @copy(%o: !tiny.buffer<4xf32, global>, %a: !tiny.buffer<4xf32, global>) {
  %i = tiny.range 4 weak id 0
  %x = tiny.load %a[%i] : !tiny.buffer<4xf32, global>, index
  %s = tiny.store %x, %o[%i] : f32, !tiny.buffer<4xf32, global>, index
  %e = tiny.end %s over %i
  tiny.sink %e
}
tiny.function @overwritten(%a: !tiny.buffer<4xf32, global>, %o: !tiny.buffer<4xf32, global>) {
  %b = tiny.buffer 0 : !tiny.buffer<4xf32, global>
  %s = tiny.mselect %b at 1 : !tiny.buffer<4xf32, global>
  %t = tiny.call @copy(%b, %a) : !tiny.buffer<4xf32, global>, !tiny.buffer<4xf32, global>
  // expected-error @below {{'tiny.call' op reads a state that an earlier call has overwritten}}
  %u = tiny.call @copy(%o, %s) : !tiny.buffer<4xf32, global>, !tiny.buffer<4xf32, global>
  tiny.sink %t, %u
}
