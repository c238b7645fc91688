// RUN: tiny-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

// Constraints of variables and of what depends on them.

tiny.function @variable_c1() {
  // expected-error @below {{'tiny.variable' op has an empty label}}
  %n = tiny.variable "" [1, 16]
}

// -----

tiny.function @variable_c2() {
  // expected-error @below {{'tiny.variable' op runs from 2 to 1, which is less}}
  %n = tiny.variable "n" [2, 1]
}

// -----

tiny.function @variable_c3() {
  // expected-error @below {{'tiny.variable' op is a multiple of 0, which is not positive}}
  %n = tiny.variable "n" [1, 2] multiple 0
}

// -----

tiny.function @bind_c1() {
  %c = tiny.const 1 : index
  // expected-error @below {{'tiny.bind' op binds what is no variable}}
  %n = tiny.bind %c to 1
}

// -----

tiny.function @bind_c2_bounds() {
  %n = tiny.variable "n" [1, 16]
  // expected-error @below {{'tiny.bind' op value 17 is not in range [1, 16]}}
  %b = tiny.bind %n to 17
}

// -----

tiny.function @bind_c2_multiple() {
  %n = tiny.variable "n" [0, 16] multiple 4
  // expected-error @below {{'tiny.bind' op value 6 is no multiple of 4}}
  %b = tiny.bind %n to 6
}

// -----

tiny.function @iota_c3() {
  // expected-error @below {{'tiny.iota' op has 0 sizes for a 'tensor<?xindex>'}}
  %i = tiny.iota 0 : tensor<?xindex>
}

// -----

tiny.kernel @range_c2() {
  %n = tiny.variable "n" [1, 16]
  // expected-error @below {{'tiny.range' op has a limit, but is of type upcast}}
  %i = tiny.range 16 limit %n upcast id 0
}

// -----

tiny.function @store_c1(%o: !tiny.buffer<8xf32, global>) {
  %n = tiny.variable "n" [1, 8]
  %c = tiny.const 1.0 : f32
  %e = tiny.expand %c [%n, 1] : f32
  // expected-error @below {{'tiny.store' op without an index fills the whole '!tiny.buffer<8xf32, global>', not with a 'tensor<?x1xf32>'}}
  %t = tiny.store %e, %o : tensor<?x1xf32>, !tiny.buffer<8xf32, global>
}
