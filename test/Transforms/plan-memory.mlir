// RUN: tiny-opt %s --split-input-file --pass-pipeline='builtin.module(tiny.function(tiny-plan-memory),tiny-verify-schedule)' | FileCheck %s
// RUN: tiny-opt %s --split-input-file --pass-pipeline='builtin.module(tiny.function(tiny-plan-memory{reuse=false}),tiny-verify-schedule)' | FileCheck %s --check-prefix=APART

// The third temporary of a chain takes the place of the first; the second does
// not, since one call reads the one and writes the other.

// CHECK-LABEL: @chain
// CHECK-SAME: attributes {tiny.arena = 768 : i64}
// CHECK: tiny.buffer 0 {tiny.offset = 0 : i64}
// CHECK: tiny.buffer 1 {tiny.offset = 256 : i64}
// CHECK: tiny.buffer 2 {tiny.offset = 0 : i64}
// APART-LABEL: @chain
// APART-SAME: attributes {tiny.arena = 1024 : i64}
// APART: tiny.buffer 0 {tiny.offset = 0 : i64}
// APART: tiny.buffer 1 {tiny.offset = 256 : i64}
// APART: tiny.buffer 2 {tiny.offset = 768 : i64}
tiny.kernel @k(%o: !tiny.buffer<4xf32, global>, %a: !tiny.buffer<4xf32, global>) {
  tiny.sink
}
tiny.kernel @grow(%o: !tiny.buffer<128xf32, global>, %a: !tiny.buffer<4xf32, global>) {
  tiny.sink
}
tiny.kernel @shrink(%o: !tiny.buffer<4xf32, global>, %a: !tiny.buffer<128xf32, global>) {
  tiny.sink
}
tiny.function @chain(%a: !tiny.buffer<4xf32, global>, %o: !tiny.buffer<4xf32, global>) {
  %b = tiny.buffer 0 : !tiny.buffer<4xf32, global>
  %c = tiny.buffer 1 : !tiny.buffer<128xf32, global>
  %d = tiny.buffer 2 : !tiny.buffer<4xf32, global>
  %t = tiny.call @k(%b, %a) : !tiny.buffer<4xf32, global>, !tiny.buffer<4xf32, global>
  %b1 = tiny.after %b, %t : !tiny.buffer<4xf32, global>, !tiny.token
  %u = tiny.call @grow(%c, %b1) : !tiny.buffer<128xf32, global>, !tiny.buffer<4xf32, global>
  %c1 = tiny.after %c, %u : !tiny.buffer<128xf32, global>, !tiny.token
  %v = tiny.call @shrink(%d, %c1) : !tiny.buffer<4xf32, global>, !tiny.buffer<128xf32, global>
  %d1 = tiny.after %d, %v : !tiny.buffer<4xf32, global>, !tiny.token
  %w = tiny.call @k(%o, %d1) : !tiny.buffer<4xf32, global>, !tiny.buffer<4xf32, global>
  tiny.sink %w
}

// -----

// What is read until the end keeps its place.

// CHECK-LABEL: @long
// CHECK-SAME: attributes {tiny.arena = 768 : i64}
// CHECK: tiny.buffer 0 {tiny.offset = 0 : i64}
// CHECK: tiny.buffer 1 {tiny.offset = 256 : i64}
// CHECK: tiny.buffer 2 {tiny.offset = 512 : i64}
tiny.kernel @k(%o: !tiny.buffer<4xf32, global>, %a: !tiny.buffer<4xf32, global>) {
  tiny.sink
}
tiny.function @long(%a: !tiny.buffer<4xf32, global>, %o: !tiny.buffer<4xf32, global>) {
  %b = tiny.buffer 0 : !tiny.buffer<4xf32, global>
  %c = tiny.buffer 1 : !tiny.buffer<4xf32, global>
  %d = tiny.buffer 2 : !tiny.buffer<4xf32, global>
  %t = tiny.call @k(%b, %a) : !tiny.buffer<4xf32, global>, !tiny.buffer<4xf32, global>
  %b1 = tiny.after %b, %t : !tiny.buffer<4xf32, global>, !tiny.token
  %u = tiny.call @k(%c, %b1) : !tiny.buffer<4xf32, global>, !tiny.buffer<4xf32, global>
  %c1 = tiny.after %c, %u : !tiny.buffer<4xf32, global>, !tiny.token
  %v = tiny.call @k(%d, %c1) : !tiny.buffer<4xf32, global>, !tiny.buffer<4xf32, global>
  %w = tiny.call @k(%o, %b1) : !tiny.buffer<4xf32, global>, !tiny.buffer<4xf32, global>
  tiny.sink %v, %w
}

// -----

// Without temporaries there is no arena.

// CHECK-LABEL: @none
// CHECK-NOT: tiny.arena
tiny.function @none(%a: !tiny.buffer<4xf32, global>) {
  tiny.sink
}
