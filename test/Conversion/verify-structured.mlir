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

// -----

// Kernels for workgroups.

gpu.module @kernels {
  gpu.func @accepted(%a: memref<8xf32, #gpu.address_space<global>>, %n: index)
      workgroup(%s: memref<4xf32, #gpu.address_space<workgroup>>)
      private(%p: memref<2xf32, #gpu.address_space<private>>)
      kernel attributes {tiny.variables = ["n"], tiny.warp_size = 4 : i64,
                         known_block_size = array<i32: 4, 1, 1>, known_grid_size = array<i32: 2, 1, 1>} {
    %one = arith.constant 1 : i32
    %t = gpu.thread_id x
    %q = memref.alloca() : memref<2xf32, #gpu.address_space<private>>
    %v = memref.load %a[%t] : memref<8xf32, #gpu.address_space<global>>
    memref.store %v, %s[%t] : memref<4xf32, #gpu.address_space<workgroup>>
    gpu.barrier
    %w, %valid = gpu.shuffle xor %v, %one, %one : f32
    gpu.return
  }
}

// -----

gpu.module @kernels {
  gpu.func @s4_vector() kernel attributes {known_block_size = array<i32: 1, 1, 1>, known_grid_size = array<i32: 1, 1, 1>} {
    // expected-error @below {{'arith.constant' op has a value of type 'vector<2x2xf32>', which is not part of structured IR}}
    %v = arith.constant dense<0.0> : vector<2x2xf32>
    gpu.return
  }
}

// -----

gpu.module @kernels {
  // expected-error @below {{'gpu.func' op does not name its variables in `tiny.variables`}}
  gpu.func @s5_variables(%n: index) kernel attributes {tiny.variables = [1], known_block_size = array<i32: 1, 1, 1>, known_grid_size = array<i32: 1, 1, 1>} {
    gpu.return
  }
}

// -----

gpu.module @kernels {
  // expected-error @below {{'gpu.func' op is no kernel of one-dimensional memrefs in global memory and its variables}}
  gpu.func @s6_space(%a: memref<8xf32>) kernel attributes {known_block_size = array<i32: 1, 1, 1>, known_grid_size = array<i32: 1, 1, 1>} {
    gpu.return
  }
}

// -----

gpu.module @kernels {
  // expected-error @below {{'gpu.func' op is no kernel of one-dimensional memrefs in global memory and its variables}}
  gpu.func @s6_no_kernel() attributes {known_block_size = array<i32: 1, 1, 1>, known_grid_size = array<i32: 1, 1, 1>} {
    gpu.return
  }
}

// -----

gpu.module @kernels {
  // expected-error @below {{'gpu.func' op is no kernel of one-dimensional memrefs in global memory and its variables}}
  gpu.func @s6_unnamed(%n: index) kernel attributes {known_block_size = array<i32: 1, 1, 1>, known_grid_size = array<i32: 1, 1, 1>} {
    gpu.return
  }
}

// -----

gpu.module @kernels {
  // expected-error @below {{'gpu.func' op has memory of its own that is no one-dimensional memref in its space}}
  gpu.func @s6_own() workgroup(%s: memref<4x4xf32, #gpu.address_space<workgroup>>)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>, known_grid_size = array<i32: 1, 1, 1>} {
    gpu.return
  }
}

// -----

gpu.module @kernels {
  // expected-error @below {{'gpu.func' op does not say in `known_block_size` how many of at most 1024 items a workgroup has}}
  gpu.func @s7_items() kernel attributes {known_block_size = array<i32: 32, 32, 2>, known_grid_size = array<i32: 1, 1, 1>} {
    gpu.return
  }
}

// -----

gpu.module @kernels {
  // expected-error @below {{'gpu.func' op does not say in `known_grid_size` how many workgroups there are}}
  gpu.func @s7_grid() kernel attributes {known_block_size = array<i32: 1, 1, 1>, known_grid_size = array<i32: 2147483647, 2147483647, 2147483647>} {
    gpu.return
  }
}

// -----

gpu.module @kernels {
  // expected-error @below {{'gpu.func' op has a `tiny.warp_size` that is no power of two of type i64}}
  gpu.func @s7_warp() kernel attributes {tiny.warp_size = 24 : i64, known_block_size = array<i32: 1, 1, 1>, known_grid_size = array<i32: 1, 1, 1>} {
    gpu.return
  }
}

// -----

gpu.module @kernels {
  gpu.func @s8_op() kernel attributes {known_block_size = array<i32: 1, 1, 1>, known_grid_size = array<i32: 1, 1, 1>} {
    // expected-error @below {{'gpu.lane_id' op is not part of structured IR}}
    %l = gpu.lane_id
    gpu.return
  }
}

// -----

gpu.module @kernels {
  gpu.func @s8_region() kernel attributes {known_block_size = array<i32: 1, 1, 1>, known_grid_size = array<i32: 1, 1, 1>} {
    %mask = arith.constant dense<true> : vector<4xi1>
    %v = arith.constant dense<1.0> : vector<4xf32>
    // expected-error @below {{'vector.mask' op has a region, which only control flow of structured IR has}}
    %sum = vector.mask %mask { vector.reduction <add>, %v : vector<4xf32> into f32 } : vector<4xi1> -> f32
    gpu.return
  }
}

// -----

gpu.module @kernels {
  gpu.func @s8_memory(%a: memref<8xf32, #gpu.address_space<global>>)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>, known_grid_size = array<i32: 1, 1, 1>} {
    %c0 = arith.constant 0 : index
    %z = arith.constant 0.0 : f32
    // expected-error @below {{'vector.transfer_read' op accesses memory in a way that is not part of structured IR}}
    %v = vector.transfer_read %a[%c0], %z : memref<8xf32, #gpu.address_space<global>>, vector<4xf32>
    gpu.return
  }
}

// -----

gpu.module @kernels {
  // expected-error @below {{'gpu.func' op has a body of several blocks}}
  gpu.func @s8_blocks() kernel attributes {known_block_size = array<i32: 1, 1, 1>, known_grid_size = array<i32: 1, 1, 1>} {
    cf.br ^end
  ^end:
    gpu.return
  }
}

// -----

gpu.module @kernels {
  gpu.func @s9_width(%n: index) kernel attributes {tiny.variables = ["n"], known_block_size = array<i32: 1, 1, 1>, known_grid_size = array<i32: 1, 1, 1>} {
    %one = arith.constant 1 : i32
    %width = arith.index_cast %n : index to i32
    // expected-error @below {{'gpu.shuffle' op has a width that is no constant from 1 to 32}}
    %w, %valid = gpu.shuffle xor %one, %one, %width : i32
    gpu.return
  }
}
