// RUN: tiny-opt %s --split-input-file --pass-pipeline="builtin.module(tiny.kernel(tiny-optimize{num-threads=4},tiny-simplify))" | FileCheck %s
// RUN: tiny-opt %s --split-input-file --tiny-optimize=noopt | FileCheck %s --check-prefix=NOOPT

// Without a reduction the contiguous axis becomes lanes.

// CHECK-LABEL: tiny.kernel @elementwise
//       CHECK:   %[[I:.+]] = tiny.range 4 weak id 0
//       CHECK:   %[[U:.+]] = tiny.range 16 upcast id 1
//       CHECK:   tiny.end %{{.+}} over %[[I]], %[[U]]
// NOOPT-LABEL: tiny.kernel @elementwise
//       NOOPT:   tiny.range 64 weak id 0
tiny.kernel @elementwise(%o: !tiny.buffer<64xf32, global>,
                         %a: !tiny.buffer<64xf32, global>) {
  %i = tiny.range 64 weak id 0
  %v = tiny.load %a[%i] : !tiny.buffer<64xf32, global>, index
  %t = tiny.store %v, %o[%i] : f32, !tiny.buffer<64xf32, global>, index
  %e = tiny.end %t over %i
  tiny.sink %e
}

// -----

// A short axis becomes lanes as a whole.

// CHECK-LABEL: tiny.kernel @short
//       CHECK:   %[[U:.+]] = tiny.range 10 upcast id 1
//       CHECK:   tiny.end %{{.+}} over %[[U]]
tiny.kernel @short(%o: !tiny.buffer<10xf32, global>,
                   %a: !tiny.buffer<10xf32, global>) {
  %i = tiny.range 10 weak id 0
  %v = tiny.load %a[%i] : !tiny.buffer<10xf32, global>, index
  %t = tiny.store %v, %o[%i] : f32, !tiny.buffer<10xf32, global>, index
  %e = tiny.end %t over %i
  tiny.sink %e
}

// -----

// A matrix product keeps a tile of 6 rows of 2 vectors; its rows run on
// threads.

// CHECK-LABEL: tiny.kernel @matmul
//       CHECK:   %[[I:.+]] = tiny.range 16 thread id 0
//       CHECK:   %[[ROWS:.+]] = tiny.range 6 upcast id 3
//       CHECK:   %[[J:.+]] = tiny.range 4 weak id 1
//       CHECK:   %[[LANES:.+]] = tiny.range 16 upcast id 4
//       CHECK:   %[[K:.+]] = tiny.range 128 reduce id 2
//       CHECK:   tiny.reduce add %{{.+}} over %[[K]] :
//       CHECK:   tiny.end %{{.+}} over %[[I]], %[[J]], %[[ROWS]], %[[LANES]]
tiny.kernel @matmul(%o: !tiny.buffer<96x64xf32, global>,
                    %a: !tiny.buffer<96x128xf32, global>,
                    %b: !tiny.buffer<128x64xf32, global>) {
  %i = tiny.range 96 weak id 0
  %j = tiny.range 64 weak id 1
  %k = tiny.range 128 reduce id 2
  %c64 = tiny.const 64 : index
  %c128 = tiny.const 128 : index
  %ai = tiny.mul %i, %c128 : index, index
  %ax = tiny.add %ai, %k : index, index
  %bk = tiny.mul %k, %c64 : index, index
  %bx = tiny.add %bk, %j : index, index
  %oi = tiny.mul %i, %c64 : index, index
  %ox = tiny.add %oi, %j : index, index
  %va = tiny.load %a[%ax] : !tiny.buffer<96x128xf32, global>, index
  %vb = tiny.load %b[%bx] : !tiny.buffer<128x64xf32, global>, index
  %p = tiny.mul %va, %vb : f32, f32
  %s = tiny.reduce add %p over %k : f32
  %t = tiny.store %s, %o[%ox] : f32, !tiny.buffer<96x64xf32, global>, index
  %e = tiny.end %t over %i, %j
  tiny.sink %e
}

// -----

// No height divides eleven rows: there is a tile of one, and no range for it.

// CHECK-LABEL: tiny.kernel @matmul_eleven
//       CHECK:   tiny.range 11 {{thread|weak}} id 0
//       CHECK:   tiny.range 16 upcast id 3
tiny.kernel @matmul_eleven(%o: !tiny.buffer<11x64xf32, global>,
                    %a: !tiny.buffer<11x128xf32, global>,
                    %b: !tiny.buffer<128x64xf32, global>) {
  %i = tiny.range 11 weak id 0
  %j = tiny.range 64 weak id 1
  %k = tiny.range 128 reduce id 2
  %c64 = tiny.const 64 : index
  %c128 = tiny.const 128 : index
  %ai = tiny.mul %i, %c128 : index, index
  %ax = tiny.add %ai, %k : index, index
  %bk = tiny.mul %k, %c64 : index, index
  %bx = tiny.add %bk, %j : index, index
  %oi = tiny.mul %i, %c64 : index, index
  %ox = tiny.add %oi, %j : index, index
  %va = tiny.load %a[%ax] : !tiny.buffer<11x128xf32, global>, index
  %vb = tiny.load %b[%bx] : !tiny.buffer<128x64xf32, global>, index
  %p = tiny.mul %va, %vb : f32, f32
  %s = tiny.reduce add %p over %k : f32
  %t = tiny.store %s, %o[%ox] : f32, !tiny.buffer<11x64xf32, global>, index
  %e = tiny.end %t over %i, %j
  tiny.sink %e
}

// -----

// With the second factor transposed the lanes are steps of the reduced range,
// in a tile of 3 times 4 dot products.

// CHECK-LABEL: tiny.kernel @matmul_transposed
//       CHECK:   %[[I:.+]] = tiny.range 32 thread id 0
//       CHECK:   %[[ROWS:.+]] = tiny.range 3 upcast id 3
//       CHECK:   %[[J:.+]] = tiny.range 16 weak id 1
//       CHECK:   %[[COLUMNS:.+]] = tiny.range 4 upcast id 4
//       CHECK:   %[[K:.+]] = tiny.range 16 reduce id 2
//       CHECK:   %[[LANES:.+]] = tiny.range 8 unroll id 5
//       CHECK:   tiny.reduce add %{{.+}} over %[[K]], %[[LANES]] :
//       CHECK:   tiny.end %{{.+}} over %[[I]], %[[J]], %[[ROWS]], %[[COLUMNS]]
tiny.kernel @matmul_transposed(%o: !tiny.buffer<96x64xf32, global>,
                               %a: !tiny.buffer<96x128xf32, global>,
                               %b: !tiny.buffer<64x128xf32, global>) {
  %i = tiny.range 96 weak id 0
  %j = tiny.range 64 weak id 1
  %k = tiny.range 128 reduce id 2
  %c64 = tiny.const 64 : index
  %c128 = tiny.const 128 : index
  %ai = tiny.mul %i, %c128 : index, index
  %ax = tiny.add %ai, %k : index, index
  %bj = tiny.mul %j, %c128 : index, index
  %bx = tiny.add %bj, %k : index, index
  %oi = tiny.mul %i, %c64 : index, index
  %ox = tiny.add %oi, %j : index, index
  %va = tiny.load %a[%ax] : !tiny.buffer<96x128xf32, global>, index
  %vb = tiny.load %b[%bx] : !tiny.buffer<64x128xf32, global>, index
  %p = tiny.mul %va, %vb : f32, f32
  %s = tiny.reduce add %p over %k : f32
  %t = tiny.store %s, %o[%ox] : f32, !tiny.buffer<96x64xf32, global>, index
  %e = tiny.end %t over %i, %j
  tiny.sink %e
}

// -----

// The sum of a row has lanes along the row: four vectors of partial sums.

// CHECK-LABEL: tiny.kernel @sum_rows
//       CHECK:   %[[R:.+]] = tiny.range 2 reduce id 1
//       CHECK:   %[[LANES:.+]] = tiny.range 32 unroll id 2
//       CHECK:   tiny.reduce add %{{.+}} over %[[R]], %[[LANES]]
tiny.kernel @sum_rows(%o: !tiny.buffer<4x1xf32, global>,
                      %a: !tiny.buffer<4x64xf32, global>) {
  %i = tiny.range 4 weak id 0
  %r = tiny.range 64 reduce id 1
  %c64 = tiny.const 64 : index
  %m = tiny.mul %i, %c64 : index, index
  %x = tiny.add %m, %r : index, index
  %v = tiny.load %a[%x] : !tiny.buffer<4x64xf32, global>, index
  %s = tiny.reduce add %v over %r : f32
  %t = tiny.store %s, %o[%i] : f32, !tiny.buffer<4x1xf32, global>, index
  %e = tiny.end %t over %i
  tiny.sink %e
}

// -----

// The sum of columns has lanes along the output.

// CHECK-LABEL: tiny.kernel @sum_columns
//       CHECK:   %[[I:.+]] = tiny.range 2 weak id 0
//       CHECK:   %[[LANES:.+]] = tiny.range 32 upcast id 2
//       CHECK:   %[[R:.+]] = tiny.range 4 reduce id 1
//       CHECK:   tiny.reduce add %{{.+}} over %[[R]] :
tiny.kernel @sum_columns(%o: !tiny.buffer<64xf32, global>,
                         %a: !tiny.buffer<4x64xf32, global>) {
  %i = tiny.range 64 weak id 0
  %r = tiny.range 4 reduce id 1
  %c64 = tiny.const 64 : index
  %m = tiny.mul %r, %c64 : index, index
  %x = tiny.add %m, %i : index, index
  %v = tiny.load %a[%x] : !tiny.buffer<4x64xf32, global>, index
  %s = tiny.reduce add %v over %r : f32
  %t = tiny.store %s, %o[%i] : f32, !tiny.buffer<64xf32, global>, index
  %e = tiny.end %t over %i
  tiny.sink %e
}

// -----

// Two reductions along one row take the same lanes.

// CHECK-LABEL: tiny.kernel @two_reductions
//       CHECK:   %[[LANES:.+]] = tiny.range 32 unroll id 3
//       CHECK:   tiny.reduce max %{{.+}} over %{{.+}}, %[[LANES]] : f32
//       CHECK:   tiny.reduce add %{{.+}} over %{{.+}}, %[[LANES]] : f32
tiny.kernel @two_reductions(%o: !tiny.buffer<4x1xf32, global>,
                            %a: !tiny.buffer<4x64xf32, global>) {
  %i = tiny.range 4 weak id 0
  %r = tiny.range 64 reduce id 1
  %q = tiny.range 64 reduce id 2
  %c64 = tiny.const 64 : index
  %m = tiny.mul %i, %c64 : index, index
  %x = tiny.add %m, %r : index, index
  %v = tiny.load %a[%x] : !tiny.buffer<4x64xf32, global>, index
  %s = tiny.reduce max %v over %r : f32
  %y = tiny.add %m, %q : index, index
  %w = tiny.load %a[%y] : !tiny.buffer<4x64xf32, global>, index
  %d = tiny.sub %w, %s : f32, f32
  %z = tiny.exp2 %d : f32
  %n = tiny.reduce add %z over %q : f32
  %t = tiny.store %n, %o[%i] : f32, !tiny.buffer<4x1xf32, global>, index
  %e = tiny.end %t over %i
  tiny.sink %e
}

// -----

// A load that would gather along the contiguous axis is no reason to take an
// axis along which the store scatters as well.

// CHECK-LABEL: tiny.kernel @transpose
//       CHECK:   tiny.range 32 weak id 0
//       CHECK:   %[[J:.+]] = tiny.range 2 weak id 1
//       CHECK:   %[[LANES:.+]] = tiny.range 16 upcast id 2
tiny.kernel @transpose(%o: !tiny.buffer<32x32xf32, global>,
                       %a: !tiny.buffer<32x32xf32, global>) {
  %i = tiny.range 32 weak id 0
  %j = tiny.range 32 weak id 1
  %c32 = tiny.const 32 : index
  %oi = tiny.mul %i, %c32 : index, index
  %ox = tiny.add %oi, %j : index, index
  %aj = tiny.mul %j, %c32 : index, index
  %ax = tiny.add %aj, %i : index, index
  %v = tiny.load %a[%ax] : !tiny.buffer<32x32xf32, global>, index
  %t = tiny.store %v, %o[%ox] : f32, !tiny.buffer<32x32xf32, global>, index
  %e = tiny.end %t over %i, %j
  tiny.sink %e
}

// -----

// A reduction without a width gets no lanes.

// CHECK-LABEL: tiny.kernel @weak
//       CHECK:   %[[R:.+]] = tiny.range 64 reduce id 1
//       CHECK:   tiny.reduce max %{{.+}} over %[[R]] : index
tiny.kernel @weak(%o: !tiny.buffer<4xi32, global>) {
  %i = tiny.range 4 weak id 0
  %r = tiny.range 64 reduce id 1
  %x = tiny.add %i, %r : index, index
  %s = tiny.reduce max %x over %r : index
  %y = tiny.cast %s to i32 : index
  %t = tiny.store %y, %o[%i] : i32, !tiny.buffer<4xi32, global>, index
  %e = tiny.end %t over %i
  tiny.sink %e
}

// -----

// Along a padded axis each lane would have a mask of its own: a convolution has
// lanes along the output channels, whose weights it loads one by one, and rows
// of images, which are padded alike.

// CHECK-LABEL: tiny.kernel @convolution
//       CHECK:   %[[N:.+]] = tiny.range 16 thread
//       CHECK:   tiny.range 4 upcast
//       CHECK:   %[[C:.+]] = tiny.range 16 upcast
//       CHECK:   %[[X:.+]] = tiny.range 14 weak

tiny.kernel @convolution(%arg0: !tiny.buffer<64x16x14xf32, global>, %arg1: !tiny.buffer<64x32x14xf32, global>, %arg2: !tiny.buffer<16x32x3xf32, global>) {
  %n = tiny.range 64 weak id 0
  %c = tiny.range 16 weak id 1
  %x = tiny.range 14 weak id 2
  %k = tiny.range 32 reduce id 3
  %t = tiny.range 3 reduce id 4
  %c14 = tiny.const 14 : index
  %c448 = tiny.const 448 : index
  %n0 = tiny.mul %n, %c448 : index, index
  %k0 = tiny.mul %k, %c14 : index, index
  %place = tiny.add %n0, %k0 : index, index
  %xt = tiny.add %x, %t : index, index
  %from = tiny.add %place, %xt : index, index
  %minus1 = tiny.const -1 : index
  %index = tiny.add %from, %minus1 : index, index
  %c0 = tiny.const 0 : index
  %c15 = tiny.const 15 : index
  %low = tiny.cmplt %c0, %xt : index, index
  %high = tiny.cmplt %xt, %c15 : index, index
  %mask = tiny.and %low, %high : i1, i1
  %value = tiny.load %arg1[%index] mask %mask : <64x32x14xf32, global>, index mask i1
  %c96 = tiny.const 96 : index
  %c3 = tiny.const 3 : index
  %c1 = tiny.mul %c, %c96 : index, index
  %k1 = tiny.mul %k, %c3 : index, index
  %w0 = tiny.add %c1, %k1 : index, index
  %w1 = tiny.add %w0, %t : index, index
  %weight = tiny.load %arg2[%w1] : <16x32x3xf32, global>, index
  %product = tiny.mul %value, %weight : f32, f32
  %sum = tiny.reduce add %product over %k, %t : f32
  %c224 = tiny.const 224 : index
  %o0 = tiny.mul %n, %c224 : index, index
  %o1 = tiny.mul %c, %c14 : index, index
  %o2 = tiny.add %o0, %o1 : index, index
  %o3 = tiny.add %o2, %x : index, index
  %s = tiny.store %sum, %arg0[%o3] : f32, <64x16x14xf32, global>, index
  %e = tiny.end %s over %n, %c, %x
  tiny.sink %e
}
