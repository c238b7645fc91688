// RUN: tiny-run %s | FileCheck %s
// RUN: env NUM_CPU_THREADS=1 tiny-run %s | FileCheck %s
// RUN: env NUM_CPU_THREADS=5 tiny-run %s | FileCheck %s
// REQUIRES: cpu-exec

// The parallel loop runs between the bounds that the runtime passes.

// CHECK: buffer 0: 4 1 0 1 4 9 9 4 1 0 1 4 9 9 4 1
// CHECK: buffer 1: -2 -1 0 1 2 3 -3 -2 -1 0 1 2 3 -3 -2 -1
func.func @parallel(%o: memref<16xi32>, %a: memref<16xi32>, %begin: index, %end: index) attributes {tiny.threads = 16 : i64} {
  %c1 = arith.constant 1 : index
  scf.for %i = %begin to %end step %c1 {
    %v = memref.load %a[%i] : memref<16xi32>
    %w = arith.muli %v, %v : i32
    memref.store %w, %o[%i] : memref<16xi32>
  }
  return
}

// What the processor does not do itself comes from libm.

// CHECK: buffer 0: -0.409297 -0.134364 1 2.25568 2.9093 2.96955 0.212433 -0.409297
func.func @math(%o: memref<8xf32>, %a: memref<8xf32>, %begin: index, %end: index) {
  %c0 = arith.constant 0 : index
  %v = vector.load %a[%c0] : memref<8xf32>, vector<8xf32>
  %e = math.exp2 %v : vector<8xf32>
  %l = math.log2 %e : vector<8xf32>
  %s = math.sin %l : vector<8xf32>
  %q = math.sqrt %e : vector<8xf32>
  %t = arith.addf %q, %s : vector<8xf32>
  vector.store %t, %o[%c0] : memref<8xf32>, vector<8xf32>
  return
}

// Half precision is rounded once, to the nearest: a double that lies just above
// the middle of two bfloat16 numbers goes up, though as a float it is the middle.

// CHECK: buffer 0: 0.333984 1 1.00781
// CHECK: buffer 1: 0.333252
func.func @half(%b: memref<3xbf16>, %h: memref<3xf16>, %begin: index, %end: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %n0 = memref.load %b[%c0] : memref<3xbf16>
  %minus_three = arith.extf %n0 : bf16 to f32
  %minus_one = arith.constant -1.0 : f32
  %third = arith.divf %minus_one, %minus_three : f32
  %n2 = memref.load %b[%c2] : memref<3xbf16>
  %read = arith.extf %n2 : bf16 to f64
  %middle = arith.constant 2.00390625 : f64
  %sum = arith.addf %middle, %read : f64
  %small = arith.constant 1.0e-12 : f64
  %above = arith.addf %sum, %small : f64
  %b0 = arith.truncf %third : f32 to bf16
  %b1 = arith.truncf %sum : f64 to bf16
  %b2 = arith.truncf %above : f64 to bf16
  memref.store %b0, %b[%c0] : memref<3xbf16>
  memref.store %b1, %b[%c1] : memref<3xbf16>
  memref.store %b2, %b[%c2] : memref<3xbf16>
  %h0 = arith.truncf %third : f32 to f16
  memref.store %h0, %h[%c0] : memref<3xf16>
  return
}
