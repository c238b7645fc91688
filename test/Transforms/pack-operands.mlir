// RUN: tiny-opt %s --split-input-file --tiny-pack-operands | FileCheck %s
// RUN: tiny-opt %s --split-input-file --tiny-pack-operands=max-bytes=256 | FileCheck %s --check-prefix=SMALL

// At most `max-bytes` are copied.
// The columns of a right factor are copied once for all rows, whose loop comes
// inside; threads share the columns out.

// CHECK-LABEL: tiny.kernel @product
//  CHECK-SAME:   %[[O:[a-z0-9]+]]: {{.+}}, %[[A:[a-z0-9]+]]: {{.+}}, %[[B:[a-z0-9]+]]:
//       CHECK:   %[[I:.+]] = tiny.range 32 weak id 0
//       CHECK:   %[[J:.+]] = tiny.range 64 thread id 1
//       CHECK:   %[[K:.+]] = tiny.range 16 reduce id 2
//       CHECK:   %[[U:.+]] = tiny.range 8 upcast id 3
//       CHECK:   %[[P:.+]] = tiny.buffer 0 : !tiny.buffer<128xf32, reg>
//       CHECK:   %[[L:.+]] = tiny.range 16 weak id 4
//       CHECK:   %[[ROW:.+]] = tiny.mul %[[L]], %{{.+}} : index, index
//       CHECK:   %[[AT:.+]] = tiny.add %[[ROW]], %{{.+}} : index, index
//       CHECK:   %[[V:.+]] = tiny.load %[[B]][%[[AT]]]
//       CHECK:   %[[Q:.+]] = tiny.after %[[P]], %[[J]]
//       CHECK:   %[[S:.+]] = tiny.store %[[V]], %[[Q]]
//       CHECK:   %[[E:.+]] = tiny.end %[[S]] over %[[L]], %[[U]]
//       CHECK:   %[[R:.+]] = tiny.after %[[P]], %[[E]]
//       CHECK:   %[[W:.+]] = tiny.load %[[R]]
//       CHECK:   tiny.mul %{{.+}}, %[[W]] : f32, f32
//       CHECK:   tiny.end %{{.+}} over %[[J]], %[[I]], %[[U]]
// SMALL-LABEL: tiny.kernel @product
//   SMALL-NOT:   tiny.buffer 0
//       SMALL:   tiny.sink
tiny.kernel @product(%o: !tiny.buffer<32x512xf32, global>,
                     %a: !tiny.buffer<32x16xf32, global>,
                     %b: !tiny.buffer<16x512xf32, global>) {
  %i = tiny.range 32 thread id 0
  %j = tiny.range 64 weak id 1
  %k = tiny.range 16 reduce id 2
  %u = tiny.range 8 upcast id 3
  %c8 = tiny.const 8 : index
  %c16 = tiny.const 16 : index
  %c512 = tiny.const 512 : index
  %j8 = tiny.mul %j, %c8 : index, index
  %col = tiny.add %j8, %u : index, index
  %i16 = tiny.mul %i, %c16 : index, index
  %ia = tiny.add %i16, %k : index, index
  %x = tiny.load %a[%ia] : !tiny.buffer<32x16xf32, global>, index
  %k512 = tiny.mul %k, %c512 : index, index
  %ib = tiny.add %k512, %col : index, index
  %y = tiny.load %b[%ib] : !tiny.buffer<16x512xf32, global>, index
  %p = tiny.mul %x, %y : f32, f32
  %s = tiny.reduce add %p over %k : f32
  %i512 = tiny.mul %i, %c512 : index, index
  %io = tiny.add %i512, %col : index, index
  %t = tiny.store %s, %o[%io] : f32, !tiny.buffer<32x512xf32, global>, index
  %e = tiny.end %t over %i, %j, %u
  tiny.sink %e
}

// -----

// What only one iteration reads stays where it is.

// CHECK-LABEL: tiny.kernel @row
//   CHECK-NOT:   tiny.buffer 0
//       CHECK:   tiny.sink
tiny.kernel @row(%o: !tiny.buffer<512xf32, global>,
                 %b: !tiny.buffer<64x512xf32, global>) {
  %j = tiny.range 64 weak id 1
  %k = tiny.range 64 reduce id 2
  %u = tiny.range 8 upcast id 3
  %c8 = tiny.const 8 : index
  %c512 = tiny.const 512 : index
  %j8 = tiny.mul %j, %c8 : index, index
  %col = tiny.add %j8, %u : index, index
  %k512 = tiny.mul %k, %c512 : index, index
  %ib = tiny.add %k512, %col : index, index
  %y = tiny.load %b[%ib] : !tiny.buffer<64x512xf32, global>, index
  %s = tiny.reduce add %y over %k : f32
  %t = tiny.store %s, %o[%col] : f32, !tiny.buffer<512xf32, global>, index
  %e = tiny.end %t over %j, %u
  tiny.sink %e
}

// -----

// Neighbours along the reduction that are near are read where they lie.

// CHECK-LABEL: tiny.kernel @near
//   CHECK-NOT:   tiny.buffer 0
//       CHECK:   tiny.sink
tiny.kernel @near(%o: !tiny.buffer<32x8xf32, global>,
                  %a: !tiny.buffer<32x16xf32, global>,
                  %b: !tiny.buffer<16x8xf32, global>) {
  %i = tiny.range 32 weak id 0
  %k = tiny.range 16 reduce id 2
  %u = tiny.range 8 upcast id 3
  %c8 = tiny.const 8 : index
  %c16 = tiny.const 16 : index
  %i16 = tiny.mul %i, %c16 : index, index
  %ia = tiny.add %i16, %k : index, index
  %x = tiny.load %a[%ia] : !tiny.buffer<32x16xf32, global>, index
  %k8 = tiny.mul %k, %c8 : index, index
  %ib = tiny.add %k8, %u : index, index
  %y = tiny.load %b[%ib] : !tiny.buffer<16x8xf32, global>, index
  %p = tiny.mul %x, %y : f32, f32
  %s = tiny.reduce add %p over %k : f32
  %i8 = tiny.mul %i, %c8 : index, index
  %io = tiny.add %i8, %u : index, index
  %t = tiny.store %s, %o[%io] : f32, !tiny.buffer<32x8xf32, global>, index
  %e = tiny.end %t over %i, %u
  tiny.sink %e
}

// -----

// Threads that share the columns out already stay the outermost loop.

// CHECK-LABEL: tiny.kernel @threads_of_columns
//       CHECK:   %[[I:.+]] = tiny.range 32 weak id 0
//       CHECK:   %[[J:.+]] = tiny.range 32 weak id 1
//       CHECK:   %[[T:.+]] = tiny.range 8 thread id 4
//       CHECK:   tiny.end %{{.+}} over %[[T]], %[[J]], %[[I]], %{{.+}}
tiny.kernel @threads_of_columns(%o: !tiny.buffer<32x2048xf32, global>,
                                %a: !tiny.buffer<32x16xf32, global>,
                                %b: !tiny.buffer<16x2048xf32, global>) {
  %i = tiny.range 32 weak id 0
  %j = tiny.range 32 weak id 1
  %k = tiny.range 16 reduce id 2
  %u = tiny.range 8 upcast id 3
  %h = tiny.range 8 thread id 4
  %c8 = tiny.const 8 : index
  %c16 = tiny.const 16 : index
  %c32 = tiny.const 32 : index
  %c2048 = tiny.const 2048 : index
  %h32 = tiny.mul %h, %c32 : index, index
  %n = tiny.add %h32, %j : index, index
  %n8 = tiny.mul %n, %c8 : index, index
  %col = tiny.add %n8, %u : index, index
  %i16 = tiny.mul %i, %c16 : index, index
  %ia = tiny.add %i16, %k : index, index
  %x = tiny.load %a[%ia] : !tiny.buffer<32x16xf32, global>, index
  %k2048 = tiny.mul %k, %c2048 : index, index
  %ib = tiny.add %k2048, %col : index, index
  %y = tiny.load %b[%ib] : !tiny.buffer<16x2048xf32, global>, index
  %p = tiny.mul %x, %y : f32, f32
  %s = tiny.reduce add %p over %k : f32
  %i2048 = tiny.mul %i, %c2048 : index, index
  %io = tiny.add %i2048, %col : index, index
  %t = tiny.store %s, %o[%io] : f32, !tiny.buffer<32x2048xf32, global>, index
  %e = tiny.end %t over %h, %i, %j, %u
  tiny.sink %e
}
