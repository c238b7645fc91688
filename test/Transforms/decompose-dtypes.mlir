// RUN: tiny-opt %s --tiny-decompose-dtypes --tiny-order | FileCheck %s
// RUN: tiny-opt %s --tiny-decompose-dtypes=emulate=f16,i64 --tiny-order | FileCheck %s --check-prefix=EMULATED

// A half is computed in f32 and rounded back, by casts of the target if it has them.

// CHECK-LABEL: tiny.kernel @half(
//       CHECK:   %[[WIDE:.+]] = tiny.cast %{{.+}} to f32 : vector<4xf16>
//       CHECK:   %[[SQUARE:.+]] = tiny.mul %[[WIDE]], %[[WIDE]]
//       CHECK:   tiny.cast %[[SQUARE]] to f16 : vector<4xf32>
// EMULATED-LABEL: tiny.kernel @half(
//       EMULATED:   %[[CODE:.+]] = tiny.bitcast %{{.+}} to ui16 : vector<4xf16>
//       EMULATED:   %[[SQUARE:.+]] = tiny.mul %[[WIDE:.+]], %[[WIDE]] : vector<4xf32>, vector<4xf32>
//       EMULATED:   tiny.bitcast %{{.+}} to f16 : vector<4xui16>
tiny.kernel @half(%a: !tiny.buffer<4xf16, global>) {
  %c0 = tiny.const 0 : index
  %x = tiny.load %a[%c0] lanes [4] strides [1] : !tiny.buffer<4xf16, global>, index
  %0 = tiny.mul %x, %x : vector<4xf16>, vector<4xf16>
  %t = tiny.store %0, %a[%c0] strides [1] : vector<4xf16>, !tiny.buffer<4xf16, global>, index
  tiny.sink %t
}

// The larger of two is chosen, not rounded; the sign is turned in the bits.

// CHECK-LABEL: tiny.kernel @choose(
//       CHECK:   %[[X:.+]] = tiny.load %{{.+}}[%[[C0:.+]]]
//       CHECK:   %[[CODE:.+]] = tiny.bitcast %[[X]] to ui16 : bf16
//       CHECK:   %[[TURNED:.+]] = tiny.xor %[[CODE]], %{{.+}} : ui16, ui16
//       CHECK:   %[[NEG:.+]] = tiny.bitcast %[[TURNED]] to bf16
//       CHECK:   %[[LESS:.+]] = tiny.cmplt %{{.+}}, %{{.+}} : f32, f32
//       CHECK:   tiny.where %[[LESS]], %[[NEG]], %[[X]] : i1, bf16, bf16
tiny.kernel @choose(%a: !tiny.buffer<1xbf16, global>) {
  %c0 = tiny.const 0 : index
  %x = tiny.load %a[%c0] : !tiny.buffer<1xbf16, global>, index
  %n = tiny.neg %x : bf16
  %m = tiny.max %x, %n : bf16, bf16
  %t = tiny.store %m, %a[%c0] : bf16, !tiny.buffer<1xbf16, global>, index
  tiny.sink %t
}

// A bf16 is the upper half of an f32, rounded to nearest even; NaN stays NaN.

// CHECK-LABEL: tiny.kernel @round_to_bf16(
//   CHECK-DAG:   %[[C16:.+]] = tiny.const 16 : ui32
//       CHECK:   %[[X:.+]] = tiny.load
//       CHECK:   %[[NAN:.+]] = tiny.cmpne %[[X]], %[[X]]
//       CHECK:   tiny.shr %[[BITS:.+]], %[[C16]]
//       CHECK:   %[[SUM:.+]] = tiny.add %[[BITS]], %{{.+}} : ui32, ui32
//       CHECK:   %[[ROUNDED:.+]] = tiny.shr %[[SUM]], %[[C16]]
//       CHECK:   %[[CHOSEN:.+]] = tiny.where %[[NAN]], %{{.+}}, %[[ROUNDED]]
//       CHECK:   %[[CODE:.+]] = tiny.cast %[[CHOSEN]] to ui16
//       CHECK:   tiny.bitcast %[[CODE]] to bf16
tiny.kernel @round_to_bf16(%a: !tiny.buffer<1xf32, global>, %o: !tiny.buffer<1xbf16, global>) {
  %c0 = tiny.const 0 : index
  %x = tiny.load %a[%c0] : !tiny.buffer<1xf32, global>, index
  %0 = tiny.cast %x to bf16 : f32
  %t = tiny.store %0, %o[%c0] : bf16, !tiny.buffer<1xbf16, global>, index
  tiny.sink %t
}

// From f64 the way to f16 is over an f32 that is rounded to odd.

// CHECK-LABEL: tiny.kernel @round_once(
//       CHECK:   %[[NEAREST:.+]] = tiny.cast %[[X:.+]] to f32 : f64
//       CHECK:   %[[BACK:.+]] = tiny.cast %[[NEAREST]] to f64
//       CHECK:   %[[EXACT:.+]] = tiny.cmpeq %[[BACK]], %[[X]]
//       CHECK:   %[[ODD:.+]] = tiny.or %{{.+}}, %{{.+}} : ui32, ui32
//       CHECK:   %[[BITS:.+]] = tiny.where %[[EXACT]], %{{.+}}, %[[ODD]]
//       CHECK:   %[[SINGLE:.+]] = tiny.bitcast %[[BITS]] to f32
//       CHECK:   tiny.cast %[[SINGLE]] to f16
tiny.kernel @round_once(%a: !tiny.buffer<1xf64, global>, %o: !tiny.buffer<1xf16, global>) {
  %c0 = tiny.const 0 : index
  %x = tiny.load %a[%c0] : !tiny.buffer<1xf64, global>, index
  %0 = tiny.cast %x to f16 : f64
  %t = tiny.store %0, %o[%c0] : f16, !tiny.buffer<1xf16, global>, index
  tiny.sink %t
}

// A float of eight bits: its code in the place of an f32, with the bias of the
// exponent corrected by a product; and back, with the largest number at most.

// CHECK-LABEL: tiny.kernel @float8(
//   CHECK-DAG:   %[[LARGEST:.+]] = tiny.const 448.0 : f32
//   CHECK-DAG:   %[[SCALE:.+]] = tiny.const 5.192296858534828e+33 : f32
//       CHECK:   %[[CODE:.+]] = tiny.bitcast %{{.+}} to ui8 : f8E5M2
//       CHECK:   tiny.mul %{{.+}}, %[[SCALE]] : f32, f32
//       CHECK:   tiny.where
//       CHECK:   tiny.where %{{.+}}, %{{.+}}, %[[LARGEST]] : i1, f32, f32
//       CHECK:   tiny.bitcast %{{.+}} to f8E4M3FN : ui8
tiny.kernel @float8(%a: !tiny.buffer<1xf8E5M2, global>, %o: !tiny.buffer<1xf8E4M3FN, global>) {
  %c0 = tiny.const 0 : index
  %x = tiny.load %a[%c0] : !tiny.buffer<1xf8E5M2, global>, index
  %y = tiny.cast %x to f8E4M3FN : f8E5M2
  %t = tiny.store %y, %o[%c0] : f8E4M3FN, !tiny.buffer<1xf8E4M3FN, global>, index
  tiny.sink %t
}

// A sum of integers of 64 bits carries; the words are neighbours in memory.

// CHECK-LABEL: tiny.kernel @sum(
//       CHECK:   tiny.add %{{.+}}, %{{.+}} : i64, i64
// EMULATED-LABEL: tiny.kernel @sum(
//  EMULATED-SAME:   !tiny.buffer<8xui32, global>
//   EMULATED-DAG:   %[[C0:.+]] = tiny.const 0 : index
//   EMULATED-DAG:   %[[C1:.+]] = tiny.const 1 : index
//   EMULATED-DAG:   %[[LOW:.+]] = tiny.load %{{.+}}[%[[C0]]]
//   EMULATED-DAG:   %[[HIGH:.+]] = tiny.load %{{.+}}[%[[C1]]]
//       EMULATED:   %[[SUM:.+]] = tiny.add %[[LOW]], %[[LOW]] : ui32, ui32
//       EMULATED:   %[[CARRIES:.+]] = tiny.cmplt %[[SUM]], %[[LOW]]
//   EMULATED-DAG:   %[[CARRY:.+]] = tiny.cast %[[CARRIES]] to ui32
//   EMULATED-DAG:   %[[UPPER:.+]] = tiny.add %[[HIGH]], %[[HIGH]]
//       EMULATED:   tiny.add %[[UPPER]], %[[CARRY]]
tiny.kernel @sum(%a: !tiny.buffer<4xi64, global>) {
  %c0 = tiny.const 0 : index
  %x = tiny.load %a[%c0] : !tiny.buffer<4xi64, global>, index
  %0 = tiny.add %x, %x : i64, i64
  %t = tiny.store %0, %a[%c0] : i64, !tiny.buffer<4xi64, global>, index
  tiny.sink %t
}

// A vector of them is loaded as one of twice as many words.

// EMULATED-LABEL: tiny.kernel @vector(
//       EMULATED:   tiny.load %{{.+}} lanes [8] strides [1] : <8xui32, global>, index
// EMULATED-COUNT-2: tiny.stack vector %{{.+}} : ui32, ui32, ui32, ui32
//       EMULATED:   tiny.store %{{.+}} strides [1] : vector<8xui32>
tiny.kernel @vector(%a: !tiny.buffer<4xi64, global>) {
  %c0 = tiny.const 0 : index
  %x = tiny.load %a[%c0] lanes [4] strides [1] : !tiny.buffer<4xi64, global>, index
  %0 = tiny.neg %x : vector<4xi64>
  %t = tiny.store %0, %a[%c0] strides [1] : vector<4xi64>, !tiny.buffer<4xi64, global>, index
  tiny.sink %t
}

// Only the upper words have a sign.

// EMULATED-LABEL: tiny.kernel @less(
//   EMULATED-DAG:   tiny.cmplt %{{.+}}, %{{.+}} : i32, i32
//   EMULATED-DAG:   tiny.cmpeq %{{.+}}, %{{.+}} : ui32, ui32
//   EMULATED-DAG:   tiny.cmplt %{{.+}}, %{{.+}} : ui32, ui32
//       EMULATED:   tiny.or %{{.+}}, %{{.+}} : i1, i1
tiny.kernel @less(%a: !tiny.buffer<2xi64, global>, %o: !tiny.buffer<1xi8, global>) {
  %c0 = tiny.const 0 : index
  %c1 = tiny.const 1 : index
  %x = tiny.load %a[%c0] : !tiny.buffer<2xi64, global>, index
  %y = tiny.load %a[%c1] : !tiny.buffer<2xi64, global>, index
  %0 = tiny.cmplt %x, %y : i64, i64
  %1 = tiny.cast %0 to i8 : i1
  %t = tiny.store %1, %o[%c0] : i8, !tiny.buffer<1xi8, global>, index
  tiny.sink %t
}

// What fits words is divided as words.

// EMULATED-LABEL: tiny.kernel @quotient(
//       EMULATED:   tiny.cdiv %{{.+}}, %{{.+}} : ui32, ui32
//   EMULATED-NOT:   tiny.cdiv
//       EMULATED:   tiny.sink
tiny.kernel @quotient(%a: !tiny.buffer<1xui32, global>, %o: !tiny.buffer<1xui64, global>) {
  %c0 = tiny.const 0 : index
  %x = tiny.load %a[%c0] : !tiny.buffer<1xui32, global>, index
  %w = tiny.cast %x to ui64 : ui32
  %ten = tiny.const 10 : ui64
  %0 = tiny.floordiv %w, %ten : ui64, ui64
  %t = tiny.store %0, %o[%c0] : ui64, !tiny.buffer<1xui64, global>, index
  tiny.sink %t
}

// The bits of f64 are read as one number.

// EMULATED-LABEL: tiny.kernel @bits(
//       EMULATED:   %[[BITS:.+]] = tiny.bitcast %{{.+}} to ui64 : f64
//       EMULATED:   tiny.cast %[[BITS]] to ui32 : ui64
tiny.kernel @bits(%a: !tiny.buffer<1xf64, global>, %o: !tiny.buffer<1xi64, global>) {
  %c0 = tiny.const 0 : index
  %x = tiny.load %a[%c0] : !tiny.buffer<1xf64, global>, index
  %0 = tiny.bitcast %x to i64 : f64
  %t = tiny.store %0, %o[%c0] : i64, !tiny.buffer<1xi64, global>, index
  tiny.sink %t
}
