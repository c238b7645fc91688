// RUN: split-file %s %t
// RUN: not tiny-run %t/index.mlir 2>&1 | FileCheck %t/index.mlir
// RUN: not tiny-run --sim-check %t/wide-mask.mlir 2>&1 | FileCheck %t/wide-mask.mlir
// RUN: tiny-run %t/by-hand.mlir | FileCheck %t/by-hand.mlir
// REQUIRES: cpu-exec

//--- index.mlir
// CHECK: 'func.func' op takes a buffer of type 'memref<1xindex>', which cannot be filled with numbers
gpu.module @m {
  gpu.func @k(%o: memref<1xindex, #gpu.address_space<global>>)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>, known_grid_size = array<i32: 1, 1, 1>} {
    gpu.return
  }
}

//--- wide-mask.mlir
// CHECK: 'vector.maskedstore' op has 128 lanes with a mask; the check takes 64
gpu.module @m {
  gpu.func @k(%o: memref<128xf32, #gpu.address_space<global>>)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>, known_grid_size = array<i32: 1, 1, 1>} {
    %c0 = arith.constant 0 : index
    %v = arith.constant dense<0.0> : vector<128xf32>
    %size = arith.constant dense<7> : vector<128xindex>
    %lane = vector.step : vector<128xindex>
    %mask = arith.cmpi ult, %lane, %size : vector<128xindex>
    vector.maskedstore %o[%c0], %mask, %v : memref<128xf32, #gpu.address_space<global>>, vector<128xi1>, vector<128xf32>
    gpu.return
  }
}

//--- by-hand.mlir
// Calls of the check that no pass has made: without a table, one whose entry
// says nothing, before a workgroup has begun, and with a number that is not in
// the table.

// CHECK: buffer 0: 5
// CHECK: buffer 0: 0 1 1
func.func private @tiny_sim_access(index, index, index, index) -> index
func.func private @tiny_sim_begin_workgroup(index)
func.func private @tiny_sim_barrier()
func.func @no_table(%o: memref<1xi32>, %begin: index, %end: index) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : i32
  func.call @tiny_sim_begin_workgroup(%c0) : (index) -> ()
  func.call @tiny_sim_barrier() : () -> ()
  %r = func.call @tiny_sim_access(%c0, %c0, %c0, %c0) : (index, index, index, index) -> index
  %i = arith.index_cast %r : index to i32
  %v = arith.addi %i, %c4 : i32
  memref.store %v, %o[%c0] : memref<1xi32>
  return
}
func.func @odd_table(%o: memref<3xi32>, %begin: index, %end: index) attributes {tiny.accesses = [{}]} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %one = arith.constant 1 : i32
  %r0 = func.call @tiny_sim_access(%c0, %c0, %c1, %c0) : (index, index, index, index) -> index
  func.call @tiny_sim_begin_workgroup(%c0) : (index) -> ()
  %r1 = func.call @tiny_sim_access(%c0, %c0, %c1, %c0) : (index, index, index, index) -> index
  %r2 = func.call @tiny_sim_access(%c1, %c0, %c1, %c0) : (index, index, index, index) -> index
  %i0 = arith.index_cast %r0 : index to i32
  %i1 = arith.index_cast %r1 : index to i32
  %i2 = arith.index_cast %r2 : index to i32
  %j0 = arith.subi %one, %i0 : i32
  memref.store %j0, %o[%c0] : memref<3xi32>
  memref.store %i1, %o[%c1] : memref<3xi32>
  memref.store %i2, %o[%c2] : memref<3xi32>
  return
}
