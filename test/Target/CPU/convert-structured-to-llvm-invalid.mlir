// RUN: tiny-opt %s --split-input-file --tiny-cpu-pipeline --verify-diagnostics

// An op below stage S is unknown to the conversion.

func.func @rank_two(%a: vector<2x8xf32>, %begin: index, %end: index) {
  // expected-error @below {{failed to legalize operation 'vector.multi_reduction'}}
  %s = vector.multi_reduction <add>, %a, %a [] : vector<2x8xf32> to vector<2x8xf32>
  return
}

// -----

// The processor has no arithmetic on eight bits of float.

func.func @float8(%a: memref<8xf8E4M3FN>, %begin: index, %end: index) {
  %v = memref.load %a[%begin] : memref<8xf8E4M3FN>
  // expected-error @below {{failed to legalize operation 'arith.extf'}}
  %w = arith.extf %v : f8E4M3FN to f32
  return
}
