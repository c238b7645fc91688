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

// -----

// A shuffle is a split point as well. What memory of the item holds may differ,
// and so may what is made of that.

gpu.module @while {
  gpu.func @while() private(%p: memref<1xi32, #gpu.address_space<private>>)
      kernel attributes {known_block_size = array<i32: 32, 1, 1>, known_grid_size = array<i32: 1, 1, 1>} {
    %c0 = arith.constant 0 : index
    %one = arith.constant 1 : i32
    %width = arith.constant 32 : i32
    memref.store %one, %p[%c0] : memref<1xi32, #gpu.address_space<private>>
    // expected-note @below {{the items begin to differ here}}
    %start = memref.load %p[%c0] : memref<1xi32, #gpu.address_space<private>>
    // expected-note @below {{whether or how often an item gets there is decided here}}
    %r = scf.while (%x = %start) : (i32) -> i32 {
      %c = arith.cmpi slt, %x, %width : i32
      scf.condition(%c) %x : i32
    } do {
    ^bb0(%x: i32):
      // expected-error @below {{'gpu.shuffle' op is not reached by all items of a workgroup alike}}
      %y, %valid = gpu.shuffle xor %x, %one, %width : i32
      %z = arith.addi %x, %one : i32
      scf.yield %z : i32
    }
    gpu.return
  }
}

// -----

// The barrier is in a loop that all items run alike, in a branch that they do not.

gpu.module @nested {
  gpu.func @nested(%a: memref<32xindex, #gpu.address_space<global>>)
      kernel attributes {known_block_size = array<i32: 32, 1, 1>, known_grid_size = array<i32: 1, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    // expected-note @below {{the items begin to differ here}}
    %t = gpu.thread_id x
    %n = memref.load %a[%t] : memref<32xindex, #gpu.address_space<global>>
    %c = arith.cmpi ult, %n, %c4 : index
    // expected-note @below {{whether or how often an item gets there is decided here}}
    scf.if %c {
      scf.for %k = %c0 to %c4 step %c1 {
        // expected-error @below {{is not reached by all items of a workgroup alike}}
        gpu.barrier
      }
    }
    gpu.return
  }
}

// -----

gpu.module @large {
  // expected-error @below {{'gpu.func' op needs 4194308 bytes of memory for the items of a workgroup; the simulation has 4194304}}
  gpu.func @large() workgroup(%s: memref<1048577xi32, #gpu.address_space<workgroup>>)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>, known_grid_size = array<i32: 1, 1, 1>} {
    gpu.return
  }
}

// -----

func.func private @taken()

gpu.module @m {
  // expected-error @below {{'gpu.func' op has a name that is taken in the module}}
  gpu.func @taken() kernel attributes {known_block_size = array<i32: 1, 1, 1>, known_grid_size = array<i32: 1, 1, 1>} {
    gpu.return
  }
}

// -----

gpu.module @m {
  // expected-error @below {{'func.func' op is no kernel}}
  func.func @f() {
    return
  }
}

// -----

// What does not fulfil the contract goes no further.

gpu.module @m {
  // expected-error @below {{'gpu.func' op does not say in `known_block_size` how many of at most 1024 items a workgroup has}}
  gpu.func @k() kernel {
    gpu.return
  }
}
