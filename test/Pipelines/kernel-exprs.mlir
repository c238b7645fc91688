// What a pass hands on to the next about the indices of a kernel says what the
// next would read itself: passes in one run leave what they leave one by one.

// RUN: tiny-opt %s --pass-pipeline="builtin.module(tiny.kernel(tiny-simplify,tiny-collapse-reduce,tiny-split-ranges,tiny-simplify-ranges,tiny-optimize,tiny-pack-operands,tiny-simplify,tiny-expand))" > %t.together
// RUN: tiny-opt %s --tiny-simplify | tiny-opt --tiny-collapse-reduce \
// RUN:   | tiny-opt --tiny-split-ranges | tiny-opt --tiny-simplify-ranges \
// RUN:   | tiny-opt --tiny-optimize | tiny-opt --tiny-pack-operands \
// RUN:   | tiny-opt --tiny-simplify | tiny-opt --tiny-expand > %t.apart
// RUN: diff %t.together %t.apart
// RUN: FileCheck %s < %t.together

// Ranges merge, one of them is split into lanes.
// CHECK-LABEL: tiny.kernel @pooled
//       CHECK:   tiny.iota
tiny.kernel @pooled(%o: !tiny.buffer<64x28x28xf32, global>, %a: !tiny.buffer<64x28x28xf32, global>,
                    %b: !tiny.buffer<64x14x14xf32, global>) {
  %n = tiny.range 64 weak id 0
  %y = tiny.range 28 weak id 1
  %x = tiny.range 28 weak id 2
  %c784 = tiny.const 784 : index
  %c196 = tiny.const 196 : index
  %c28 = tiny.const 28 : index
  %c14 = tiny.const 14 : index
  %c2 = tiny.const 2 : index
  %0 = tiny.mul %n, %c784 : index, index
  %1 = tiny.mul %y, %c28 : index, index
  %2 = tiny.add %0, %1 : index, index
  %3 = tiny.add %2, %x : index, index
  %v = tiny.load %a[%3] : !tiny.buffer<64x28x28xf32, global>, index
  %4 = tiny.mul %n, %c196 : index, index
  %5 = tiny.floordiv %y, %c2 : index, index
  %6 = tiny.mul %5, %c14 : index, index
  %7 = tiny.add %4, %6 : index, index
  %8 = tiny.floordiv %x, %c2 : index, index
  %9 = tiny.add %7, %8 : index, index
  %m = tiny.load %b[%9] : !tiny.buffer<64x14x14xf32, global>, index
  %z = tiny.const 0.0 : f32
  %is = tiny.cmpeq %v, %m : f32, f32
  %w = tiny.where %is, %v, %z : i1, f32, f32
  %t = tiny.store %w, %o[%3] : f32, !tiny.buffer<64x28x28xf32, global>, index
  %e = tiny.end %t over %n, %y, %x
  tiny.sink %e
}

// A padded row of a flat array, by its digits; the mask cuts the reduction.
// CHECK-LABEL: tiny.kernel @padded
//       CHECK:   tiny.range 15 reduce
tiny.kernel @padded(%o: !tiny.buffer<600xf32, global>, %a: !tiny.buffer<24x15xf32, global>) {
  %r = tiny.range 600 weak id 0
  %k = tiny.range 17 reduce id 1
  %c25 = tiny.const 25 : index
  %c15 = tiny.const 15 : index
  %c1 = tiny.const 1 : index
  %c0 = tiny.const 0 : index
  %c16 = tiny.const 16 : index
  %q = tiny.floordiv %r, %c25 : index, index
  %l = tiny.sub %k, %c1 : index, index
  %row = tiny.mul %q, %c15 : index, index
  %i = tiny.add %row, %l : index, index
  %low = tiny.cmplt %c0, %k : index, index
  %high = tiny.cmplt %k, %c16 : index, index
  %in = tiny.and %low, %high : i1, i1
  %v = tiny.load %a[%i] mask %in : !tiny.buffer<24x15xf32, global>, index mask i1
  %s = tiny.reduce add %v over %k : f32
  %t = tiny.store %s, %o[%r] : f32, !tiny.buffer<600xf32, global>, index
  %e = tiny.end %t over %r
  tiny.sink %e
}

// A sum of indices becomes a closed form: what was known of its users no longer
// holds.
// CHECK-LABEL: tiny.kernel @counted
//   CHECK-NOT:   reduce
//       CHECK:   tiny.sink
tiny.kernel @counted(%o: !tiny.buffer<64xf32, global>, %a: !tiny.buffer<192xf32, global>) {
  %r = tiny.range 64 weak id 0
  %k = tiny.range 100 reduce id 1
  %c1 = tiny.const 1 : index
  %c0 = tiny.const 0 : index
  %below = tiny.cmplt %k, %r : index, index
  %one = tiny.where %below, %c1, %c0 : i1, index, index
  %n = tiny.reduce add %one over %k : index
  %i = tiny.add %n, %r : index, index
  %v = tiny.load %a[%i] : !tiny.buffer<192xf32, global>, index
  %t = tiny.store %v, %o[%r] : f32, !tiny.buffer<64xf32, global>, index
  %e = tiny.end %t over %r
  tiny.sink %e
}
