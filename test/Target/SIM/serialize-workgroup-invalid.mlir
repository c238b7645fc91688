// RUN: tiny-opt %s --split-input-file --verify-diagnostics --tiny-serialize-workgroup

// All items reach a barrier, or none.

gpu.module @branch {
  gpu.func @branch(%a: memref<32xf32, #gpu.address_space<global>>)
      kernel attributes {known_block_size = array<i32: 32, 1, 1>, known_grid_size = array<i32: 1, 1, 1>} {
    %c1 = arith.constant 1 : index
    // expected-note @below {{the items begin to differ here}}
    %t = gpu.thread_id x
    %c = arith.cmpi ult, %t, %c1 : index
    // expected-note @below {{whether or how often an item gets there is decided here}}
    scf.if %c {
      // expected-error @below {{is not reached by all items of a workgroup alike}}
      gpu.barrier
    }
    gpu.return
  }
}

// -----

gpu.module @loop {
  gpu.func @loop(%a: memref<32xindex, #gpu.address_space<global>>)
      kernel attributes {known_block_size = array<i32: 32, 1, 1>, known_grid_size = array<i32: 1, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    // expected-note @below {{the items begin to differ here}}
    %t = gpu.thread_id x
    // expected-note @below {{whether or how often an item gets there is decided here}}
    scf.for %k = %c0 to %t step %c1 {
      // expected-error @below {{is not reached by all items of a workgroup alike}}
      gpu.barrier
    }
    gpu.return
  }
}
