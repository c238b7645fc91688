// RUN: tiny-run %s --bind=n=2,o=1 | FileCheck %s --check-prefix=TWO
// RUN: tiny-run %s --bind=n=0,o=0 | FileCheck %s --check-prefix=NONE
// RUN: tiny-run %s --bind=n=4,o=2 --no-opt | FileCheck %s --check-prefix=FOUR
// RUN: not tiny-run %s --bind=n=5,o=0 2>&1 | FileCheck %s --check-prefix=RANGE
// RUN: not tiny-run %s --bind=n=1 2>&1 | FileCheck %s --check-prefix=UNBOUND
// REQUIRES: cpu-exec

// The sum of n rows, from row o on: one kernel for all numbers.

// The elements are -3 -2 -1 0 1 2 3 -3 -2 ..., two in a row.
// TWO: buffer 1: 0 2
// NONE: buffer 1: 0 0
// FOUR: buffer 1: 2 -1
// RANGE: variable 'n' = 5 is not in range [0, 4]
// UNBOUND: variable 'o' has no number: use --bind
tiny.function @sum(%a: !tiny.buffer<8x2xf32, global>, %b: !tiny.buffer<1x2xf32, global>) {
  %n = tiny.variable "n" [0, 4]
  %o = tiny.variable "o" [0, 4]
  %x = tiny.load %a : !tiny.buffer<8x2xf32, global>
  %s = tiny.shrink %x offsets [%o, 0] sizes [%n, 2] : tensor<8x2xf32>
  %r = tiny.reduce add %s axes [0] : tensor<?x2xf32>
  %t = tiny.store %r, %b : tensor<1x2xf32>, !tiny.buffer<1x2xf32, global>
  tiny.sink %t
}
