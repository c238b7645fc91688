// RUN: tiny-opt %s --canonicalize --allow-unregistered-dialect | FileCheck %s

// Casts that change nothing.

// A cast to the type it has is nothing.

// CHECK-LABEL: @cast_same
//       CHECK:   %[[X:.+]] = "x"
//  CHECK-NEXT:   "use"(%[[X]])
tiny.function @cast_same() {
  %x = "x"() : () -> tensor<4xf32>
  %r = tiny.cast %x to f32 : tensor<4xf32>
  "use"(%r) : (tensor<4xf32>) -> ()
}

// A detour over a wider type is nothing.

// CHECK-LABEL: @cast_back
//       CHECK:   %[[X:.+]] = "x"
//       CHECK:   "use"(%[[X]])
tiny.function @cast_back() {
  %x = "x"() : () -> tensor<4xf16>
  %n = tiny.cast %x to f32 : tensor<4xf16>
  %r = tiny.cast %n to f16 : tensor<4xf32>
  "use"(%r) : (tensor<4xf16>) -> ()
}

// It is left out on the way to a third type.

// CHECK-LABEL: @cast_over
//       CHECK:   %[[X:.+]] = "x"
//       CHECK:   %[[R:.+]] = tiny.cast %[[X]] to i64 : tensor<4xui8>
//       CHECK:   "use"(%[[R]])
tiny.function @cast_over() {
  %x = "x"() : () -> tensor<4xui8>
  %n = tiny.cast %x to i16 : tensor<4xui8>
  %r = tiny.cast %n to i64 : tensor<4xi16>
  "use"(%r) : (tensor<4xi64>) -> ()
}

// A float holds the integers up to its precision.

// CHECK-LABEL: @cast_int_over_float
//       CHECK:   %[[X:.+]] = "x"
//       CHECK:   %[[R:.+]] = tiny.cast %[[X]] to i32 : tensor<4xi16>
//       CHECK:   "use"(%[[R]])
tiny.function @cast_int_over_float() {
  %x = "x"() : () -> tensor<4xi16>
  %n = tiny.cast %x to f32 : tensor<4xi16>
  %r = tiny.cast %n to i32 : tensor<4xf32>
  "use"(%r) : (tensor<4xi32>) -> ()
}

// A detour that loses digits stays.

// CHECK-LABEL: @cast_lossy
//       CHECK:   %[[X:.+]] = "x"
//       CHECK:   %[[R:.+]] = tiny.cast %{{.+}} to f32 : tensor<4xf16>
//       CHECK:   "use"(%[[R]])
tiny.function @cast_lossy() {
  %x = "x"() : () -> tensor<4xf32>
  %n = tiny.cast %x to f16 : tensor<4xf32>
  %r = tiny.cast %n to f32 : tensor<4xf16>
  "use"(%r) : (tensor<4xf32>) -> ()
}

// So does one that loses the sign.

// CHECK-LABEL: @cast_lossy_sign
//       CHECK:   %[[X:.+]] = "x"
//       CHECK:   %[[R:.+]] = tiny.cast %{{.+}} to i32 : tensor<4xui16>
//       CHECK:   "use"(%[[R]])
tiny.function @cast_lossy_sign() {
  %x = "x"() : () -> tensor<4xi8>
  %n = tiny.cast %x to ui16 : tensor<4xi8>
  %r = tiny.cast %n to i32 : tensor<4xui16>
  "use"(%r) : (tensor<4xi32>) -> ()
}

// Bits that come back are those that went.

// CHECK-LABEL: @bitcast_back
//       CHECK:   %[[X:.+]] = "x"
//  CHECK-NEXT:   "use"(%[[X]])
tiny.function @bitcast_back() {
  %x = "x"() : () -> tensor<4xf32>
  %n = tiny.bitcast %x to i32 : tensor<4xf32>
  %r = tiny.bitcast %n to f32 : tensor<4xi32>
  "use"(%r) : (tensor<4xf32>) -> ()
}

// They take no detour.

// CHECK-LABEL: @bitcast_over
//       CHECK:   %[[X:.+]] = "x"
//       CHECK:   %[[R:.+]] = tiny.bitcast %[[X]] to ui16 : tensor<4xbf16>
//       CHECK:   "use"(%[[R]])
tiny.function @bitcast_over() {
  %x = "x"() : () -> tensor<4xbf16>
  %n = tiny.bitcast %x to f16 : tensor<4xbf16>
  %r = tiny.bitcast %n to ui16 : tensor<4xf16>
  "use"(%r) : (tensor<4xui16>) -> ()
}

// The bits of a constant are known.

// CHECK-LABEL: @bitcast_constant
//   CHECK-DAG:   %[[A:.+]] = tiny.const 1065353216 : ui32
//   CHECK-DAG:   %[[B:.+]] = tiny.const -1 : i64
//   CHECK-DAG:   %[[C:.+]] = tiny.const -448.0 : f8E4M3FN
//   CHECK-DAG:   %[[D:.+]] = tiny.const 128 : ui8
//   CHECK-DAG:   %[[E:.+]] = tiny.const 32704 : i16
//       CHECK:   "use"(%[[A]], %[[B]], %[[C]], %[[D]], %[[E]])
tiny.function @bitcast_constant() {
  %a = tiny.const 1.0 : f32
  %ra = tiny.bitcast %a to ui32 : f32
  %b = tiny.const 18446744073709551615 : ui64
  %rb = tiny.bitcast %b to i64 : ui64
  %c = tiny.const 254 : ui8
  %rc = tiny.bitcast %c to f8E4M3FN : ui8
  %d = tiny.const nan : f8E5M2FNUZ
  %rd = tiny.bitcast %d to ui8 : f8E5M2FNUZ
  %e = tiny.const nan : bf16
  %re = tiny.bitcast %e to i16 : bf16
  "use"(%ra, %rb, %rc, %rd, %re) : (ui32, i64, f8E4M3FN, ui8, i16) -> ()
}

// A number does not keep the bits of an unusual NaN.

// CHECK-LABEL: @bitcast_nan
//       CHECK:   tiny.bitcast %{{.+}} to f32 : ui32
tiny.function @bitcast_nan() {
  %a = tiny.const 2139095041 : ui32
  %r = tiny.bitcast %a to f32 : ui32
  "use"(%r) : (f32) -> ()
}

// What is too large for eight bits is the largest number; infinity is NaN where
// there is none.

// CHECK-LABEL: @saturates
//   CHECK-DAG:   %[[A:.+]] = tiny.const -448.0 : f8E4M3FN
//   CHECK-DAG:   %[[B:.+]] = tiny.const nan : f8E4M3FN
//   CHECK-DAG:   %[[C:.+]] = tiny.const 57344.0 : f8E5M2
//   CHECK-DAG:   %[[D:.+]] = tiny.const inf : f8E5M2
//       CHECK:   "use"(%[[A]], %[[B]], %[[C]], %[[D]])
tiny.function @saturates() {
  %large = tiny.const -1.0e30 : f32
  %infinite = tiny.const inf : f32
  %more = tiny.const 61441 : i32
  %a = tiny.cast %large to f8E4M3FN : f32
  %b = tiny.cast %infinite to f8E4M3FN : f32
  %c = tiny.cast %more to f8E5M2 : i32
  %d = tiny.cast %infinite to f8E5M2 : f32
  "use"(%a, %b, %c, %d) : (f8E4M3FN, f8E4M3FN, f8E5M2, f8E5M2) -> ()
}
