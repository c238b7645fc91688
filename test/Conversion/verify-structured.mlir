// RUN: tiny-opt %s --split-input-file --tiny-verify-structured --verify-diagnostics

// What the conversion makes is accepted.

func.func @copy(%a: memref<4xf32>, %begin: index, %end: index) attributes {tiny.threads = 1 : i64} {
  %c1 = arith.constant 1 : index
  scf.for %i = %begin to %end step %c1 {
    %v = memref.load %a[%i] : memref<4xf32>
    memref.store %v, %a[%i] : memref<4xf32>
  }
  return
}

// -----

func.func @s1_branch(%begin: index, %end: index) attributes {tiny.threads = 1 : i64} {
  // expected-error @below {{'scf.execute_region' op is not part of structured IR}}
  scf.execute_region {
    scf.yield
  }
  return
}

// -----

// expected-error @below {{'func.func' op is no function of one-dimensional memrefs, two bounds and its variables}}
func.func @s2_rank_two(%a: memref<4x4xf32>, %begin: index, %end: index) attributes {tiny.threads = 1 : i64} {
  return
}

// -----

// expected-error @below {{'func.func' op is no function of one-dimensional memrefs, two bounds and its variables}}
func.func @s2_no_bounds(%a: memref<4xf32>) attributes {tiny.threads = 1 : i64} {
  return
}

// -----

// expected-error @below {{'func.func' op does not say in `tiny.threads` how many parts it has}}
func.func @s3_no_threads(%a: memref<4xf32>, %begin: index, %end: index) {
  return
}

// -----

func.func @s4_rank_two(%a: memref<4xf32>, %begin: index, %end: index) attributes {tiny.threads = 1 : i64} {
  // expected-error @below {{'arith.constant' op has a result of type 'vector<2x2xf32>', which is not part of structured IR}}
  %v = arith.constant dense<0.0> : vector<2x2xf32>
  return
}
