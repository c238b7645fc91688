// RUN: tiny-opt %s --convert-tiny-to-structured --tiny-verify-structured | FileCheck %s

// A float that the integer type does not hold becomes the least integer.

// CHECK-LABEL: func.func @float_to_integer(
//       CHECK:   %[[X:.+]] = memref.load
//       CHECK:   %[[MAGNITUDE:.+]] = math.absf %[[X]]
//       CHECK:   %[[FITS:.+]] = arith.cmpf olt, %[[MAGNITUDE]], %cst{{.*}} : f32
//       CHECK:   %[[SAFE:.+]] = arith.select %[[FITS]], %[[X]], %cst
//       CHECK:   arith.fptosi %[[SAFE]] : f32 to i32
tiny.kernel @float_to_integer(%a: !tiny.buffer<4xf32, global>, %o: !tiny.buffer<4xi32, global>) {
  %c0 = tiny.const 0 : index
  %x = tiny.load %a[%c0] : !tiny.buffer<4xf32, global>, index
  %0 = tiny.cast %x to i32 : f32
  %t = tiny.store %0, %o[%c0] : i32, !tiny.buffer<4xi32, global>, index
  tiny.sink %t
}

// A negative float wraps in a narrow unsigned type: the way is over i32.

// CHECK-LABEL: func.func @float_to_byte(
//       CHECK:   %[[WIDE:.+]] = arith.fptosi %{{.+}} : vector<8xf32> to vector<8xi32>
//       CHECK:   arith.trunci %[[WIDE]] : vector<8xi32> to vector<8xi8>
tiny.kernel @float_to_byte(%a: !tiny.buffer<8xf32, global>, %o: !tiny.buffer<8xui8, global>) {
  %c0 = tiny.const 0 : index
  %x = tiny.load %a[%c0] lanes [8] strides [1] : !tiny.buffer<8xf32, global>, index
  %0 = tiny.cast %x to ui8 : vector<8xf32>
  %t = tiny.store %0, %o[%c0] strides [1] : vector<8xui8>, !tiny.buffer<8xui8, global>, index
  tiny.sink %t
}

// The sign of the source decides how an integer is widened.

// CHECK-LABEL: func.func @widen(
//       CHECK:   arith.extui %{{.+}} : i8 to i32
//       CHECK:   arith.extsi %{{.+}} : i32 to i64
//       CHECK:   arith.sitofp %{{.+}} : i64 to f32
tiny.kernel @widen(%a: !tiny.buffer<4xui8, global>, %o: !tiny.buffer<4xf32, global>) {
  %c0 = tiny.const 0 : index
  %x = tiny.load %a[%c0] : !tiny.buffer<4xui8, global>, index
  %0 = tiny.cast %x to i32 : ui8
  %1 = tiny.cast %0 to i64 : i32
  %2 = tiny.cast %1 to f32 : i64
  %t = tiny.store %2, %o[%c0] : f32, !tiny.buffer<4xf32, global>, index
  tiny.sink %t
}

// To bool is "not zero", which a NaN is; from bool is 0 or 1.

// CHECK-LABEL: func.func @bools(
//       CHECK:   %[[SET:.+]] = arith.cmpf une, %{{.+}}, %{{.+}} : f32
//       CHECK:   arith.uitofp %[[SET]] : i1 to f32
//       CHECK:   arith.cmpi ne, %{{.+}}, %c0_i32
tiny.kernel @bools(%a: !tiny.buffer<4xf32, global>, %b: !tiny.buffer<4xi32, global>) {
  %c0 = tiny.const 0 : index
  %x = tiny.load %a[%c0] : !tiny.buffer<4xf32, global>, index
  %y = tiny.load %b[%c0] : !tiny.buffer<4xi32, global>, index
  %0 = tiny.cast %x to i1 : f32
  %1 = tiny.cast %0 to f32 : i1
  %2 = tiny.cast %y to i1 : i32
  %3 = tiny.cast %2 to i32 : i1
  %t = tiny.store %1, %a[%c0] : f32, !tiny.buffer<4xf32, global>, index
  %u = tiny.store %3, %b[%c0] : i32, !tiny.buffer<4xi32, global>, index
  tiny.sink %t, %u
}

// A copy of bf16 does not look at its bits.

// CHECK-LABEL: func.func @bf16(
//       CHECK:   %[[CODES:.+]] = vector.load %{{.+}} : memref<9xi16>, vector<9xi16>
//       CHECK:   vector.store %[[CODES]]
tiny.kernel @bf16(%a: !tiny.buffer<9xbf16, global>, %o: !tiny.buffer<9xbf16, global>) {
  %c0 = tiny.const 0 : index
  %x = tiny.load %a[%c0] lanes [9] strides [1] : !tiny.buffer<9xbf16, global>, index
  %t = tiny.store %x, %o[%c0] strides [1] : vector<9xbf16>, !tiny.buffer<9xbf16, global>, index
  tiny.sink %t
}

// Data becomes an index by its sign, an index data by its low bits.

// CHECK-LABEL: func.func @index(
//       CHECK:   %[[I:.+]] = arith.index_cast %{{.+}} : i32 to index
//       CHECK:   %[[U:.+]] = arith.index_castui %{{.+}} : i8 to index
//       CHECK:   %[[SUM:.+]] = arith.addi %[[I]], %[[U]] : index
//       CHECK:   arith.index_cast %[[SUM]] : index to i32
tiny.kernel @index(%a: !tiny.buffer<4xi32, global>, %b: !tiny.buffer<4xui8, global>) {
  %c0 = tiny.const 0 : index
  %x = tiny.load %a[%c0] : !tiny.buffer<4xi32, global>, index
  %y = tiny.load %b[%c0] : !tiny.buffer<4xui8, global>, index
  %i = tiny.cast %x to index : i32
  %u = tiny.cast %y to index : ui8
  %s = tiny.add %i, %u : index, index
  %0 = tiny.cast %s to i32 : index
  %t = tiny.store %0, %a[%c0] : i32, !tiny.buffer<4xi32, global>, index
  tiny.sink %t
}

// Bits are read as another type; a float of eight bits is its code already.

// CHECK-LABEL: func.func @bits(
//       CHECK:   %[[X:.+]] = vector.load %{{.+}} : memref<8xf32>, vector<8xf32>
//       CHECK:   %[[BITS:.+]] = arith.bitcast %[[X]] : vector<8xf32> to vector<8xi32>
//       CHECK:   vector.store %[[BITS]]
//       CHECK:   %[[Y:.+]] = memref.load
//       CHECK:   memref.store %[[Y]]
tiny.kernel @bits(%a: !tiny.buffer<8xf32, global>, %b: !tiny.buffer<1xf8E5M2, global>,
                  %o: !tiny.buffer<8xui32, global>, %p: !tiny.buffer<1xui8, global>) {
  %c0 = tiny.const 0 : index
  %x = tiny.load %a[%c0] lanes [8] strides [1] : !tiny.buffer<8xf32, global>, index
  %0 = tiny.bitcast %x to ui32 : vector<8xf32>
  %t = tiny.store %0, %o[%c0] strides [1] : vector<8xui32>, !tiny.buffer<8xui32, global>, index
  %y = tiny.load %b[%c0] : !tiny.buffer<1xf8E5M2, global>, index
  %1 = tiny.bitcast %y to ui8 : f8E5M2
  %u = tiny.store %1, %p[%c0] : ui8, !tiny.buffer<1xui8, global>, index
  tiny.sink %t, %u
}
