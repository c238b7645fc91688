// RUN: tiny-run %s | FileCheck %s
// RUN: env NUM_CPU_THREADS=1 tiny-run %s | FileCheck %s
// RUN: tiny-run %s --sim-check | FileCheck %s
// RUN: tiny-opt %s --tiny-serialize-workgroup=check | tiny-run | FileCheck %s
// REQUIRES: cpu-exec

// What kernels for workgroups are for. The numbers are NumPy's.

#global = #gpu.address_space<global>
#shared = #gpu.address_space<workgroup>

gpu.module @products {
  // Tiles of 4 x 4 go through shared memory; an item has two columns of a row.

  // CHECK: buffer 0: 17 -11 -25 -25 -11 17 38 17 -21 -24 -13 12 51 6 -11 -21 -17 12 55 14 -13 -26 -25 -17 43 6 -17 -26 -21 -2 17 43 -2 -21 -26 -17 6 43 17 -2 -26 -13 14 55 12 -17 -25 -26 6 51 12 -13 -24 -21 -11 6 17 -11 -25 -25 -11 17 38 17
  gpu.func @matmul(%c: memref<64xf32, #global>, %a: memref<96xf32, #global>, %b: memref<96xf32, #global>)
      workgroup(%sa: memref<16xf32, #shared>, %sb: memref<16xf32, #shared>)
      kernel attributes {known_block_size = array<i32: 2, 4, 1>, known_grid_size = array<i32: 2, 2, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %c12 = arith.constant 12 : index
    %zero = arith.constant dense<0.0> : vector<2xf32>
    %bx = gpu.block_id x
    %by = gpu.block_id y
    %tx = gpu.thread_id x
    %ty = gpu.thread_id y
    %row0 = arith.muli %by, %c4 : index
    %col0 = arith.muli %bx, %c4 : index
    %row = arith.addi %row0, %ty : index
    %pair = arith.muli %tx, %c2 : index
    %col = arith.addi %col0, %pair : index
    %line = arith.muli %ty, %c4 : index
    %own = arith.addi %line, %pair : index
    %sum = scf.for %k0 = %c0 to %c12 step %c4 iter_args(%acc = %zero) -> vector<2xf32> {
      %a0 = arith.muli %row, %c12 : index
      %a1 = arith.addi %a0, %k0 : index
      %a2 = arith.addi %a1, %pair : index
      %av = vector.load %a[%a2] : memref<96xf32, #global>, vector<2xf32>
      vector.store %av, %sa[%own] : memref<16xf32, #shared>, vector<2xf32>
      %k1 = arith.addi %k0, %ty : index
      %b0 = arith.muli %k1, %c8 : index
      %b1 = arith.addi %b0, %col : index
      %bv = vector.load %b[%b1] : memref<96xf32, #global>, vector<2xf32>
      vector.store %bv, %sb[%own] : memref<16xf32, #shared>, vector<2xf32>
      gpu.barrier
      %next = scf.for %k = %c0 to %c4 step %c1 iter_args(%inner = %acc) -> vector<2xf32> {
        %i = arith.addi %line, %k : index
        %x = memref.load %sa[%i] : memref<16xf32, #shared>
        %xs = vector.broadcast %x : f32 to vector<2xf32>
        %j0 = arith.muli %k, %c4 : index
        %j = arith.addi %j0, %pair : index
        %y = vector.load %sb[%j] : memref<16xf32, #shared>, vector<2xf32>
        %z = math.fma %xs, %y, %inner : vector<2xf32>
        scf.yield %z : vector<2xf32>
      }
      gpu.barrier
      scf.yield %next : vector<2xf32>
    }
    %o0 = arith.muli %row, %c8 : index
    %o = arith.addi %o0, %col : index
    vector.store %sum, %c[%o] : memref<64xf32, #global>, vector<2xf32>
    gpu.return
  }

  // Rows and columns of a tile change places.

  // CHECK: buffer 0: -2 -1 0 1 -1 0 1 2 0 1 2 3 1 2 3 -3 2 3 -3 -2 3 -3 -2 -1 -3 -2 -1 0 -2 -1 0 1
  gpu.func @transpose(%o: memref<32xi32, #global>, %a: memref<32xi32, #global>)
      workgroup(%s: memref<16xi32, #shared>)
      kernel attributes {known_block_size = array<i32: 4, 4, 1>, known_grid_size = array<i32: 2, 1, 1>} {
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %bx = gpu.block_id x
    %by = gpu.block_id y
    %tx = gpu.thread_id x
    %ty = gpu.thread_id y
    %first = arith.muli %bx, %c4 : index
    %row = arith.addi %by, %ty : index
    %i0 = arith.muli %row, %c8 : index
    %i1 = arith.addi %i0, %first : index
    %i = arith.addi %i1, %tx : index
    %v = memref.load %a[%i] : memref<32xi32, #global>
    %s0 = arith.muli %ty, %c4 : index
    %s1 = arith.addi %s0, %tx : index
    memref.store %v, %s[%s1] : memref<16xi32, #shared>
    gpu.barrier
    %t0 = arith.muli %tx, %c4 : index
    %t1 = arith.addi %t0, %ty : index
    %w = memref.load %s[%t1] : memref<16xi32, #shared>
    %o0 = arith.addi %first, %ty : index
    %o1 = arith.muli %o0, %c4 : index
    %o2 = arith.addi %o1, %tx : index
    memref.store %w, %o[%o2] : memref<32xi32, #global>
    gpu.return
  }
}

gpu.module @reductions {
  // A row for each workgroup, an element for each lane of its warp of eight.

  // CHECK: buffer 0: 0.0155039 0.0310078 0.0620155 0.124031 0.248062 0.496124 0.0077519{{[34]}} 0.0155039 0.0305344 0.0610687 0.122137 0.244275 0.48855 0.00763359 0.0152672 0.0305344
  gpu.func @softmax(%o: memref<16xf32, #global>, %a: memref<16xf32, #global>)
      kernel attributes {tiny.warp_size = 8 : i64, known_block_size = array<i32: 8, 1, 1>, known_grid_size = array<i32: 2, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %c8 = arith.constant 8 : index
    %four = arith.constant 4 : i32
    %width = arith.constant 8 : i32
    %b = gpu.block_id x
    %t = gpu.thread_id x
    %first = arith.muli %b, %c8 : index
    %i = arith.addi %first, %t : index
    %v = memref.load %a[%i] : memref<16xf32, #global>
    %max = scf.for %k = %c0 to %c3 step %c1 iter_args(%m = %v) -> f32 {
      %ki = arith.index_cast %k : index to i32
      %offset = arith.shrui %four, %ki : i32
      %other, %valid = gpu.shuffle xor %m, %offset, %width : f32
      %n = arith.maximumf %m, %other : f32
      scf.yield %n : f32
    }
    %d = arith.subf %v, %max : f32
    %e = math.exp2 %d : f32
    %sum = scf.for %k = %c0 to %c3 step %c1 iter_args(%m = %e) -> f32 {
      %ki = arith.index_cast %k : index to i32
      %offset = arith.shrui %four, %ki : i32
      %other, %valid = gpu.shuffle xor %m, %offset, %width : f32
      %n = arith.addf %m, %other : f32
      scf.yield %n : f32
    }
    %q = arith.divf %e, %sum : f32
    memref.store %q, %o[%i] : memref<16xf32, #global>
    gpu.return
  }

  // In each step half of the items add what the other half has.

  // CHECK: buffer 0: -3 1
  gpu.func @tree(%o: memref<2xi32, #global>, %a: memref<32xi32, #global>)
      workgroup(%s: memref<16xi32, #shared>)
      kernel attributes {known_block_size = array<i32: 16, 1, 1>, known_grid_size = array<i32: 2, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %c16 = arith.constant 16 : index
    %b = gpu.block_id x
    %t = gpu.thread_id x
    %first = arith.muli %b, %c16 : index
    %i = arith.addi %first, %t : index
    %v = memref.load %a[%i] : memref<32xi32, #global>
    memref.store %v, %s[%t] : memref<16xi32, #shared>
    scf.for %k = %c0 to %c4 step %c1 {
      gpu.barrier
      %half = arith.shrui %c8, %k : index
      %adds = arith.cmpi ult, %t, %half : index
      scf.if %adds {
        %x = memref.load %s[%t] : memref<16xi32, #shared>
        %j = arith.addi %t, %half : index
        %y = memref.load %s[%j] : memref<16xi32, #shared>
        %z = arith.addi %x, %y : i32
        memref.store %z, %s[%t] : memref<16xi32, #shared>
      }
    }
    %isFirst = arith.cmpi eq, %t, %c0 : index
    scf.if %isFirst {
      %r = memref.load %s[%c0] : memref<16xi32, #shared>
      memref.store %r, %o[%b] : memref<2xi32, #global>
    }
    gpu.return
  }

  // Each workgroup counts for itself, then all of them together.

  // CHECK: buffer 0: 6 8 8 9 10 11 12
  gpu.func @histogram(%o: memref<7xi32, #global>, %a: memref<64xi32, #global>)
      workgroup(%s: memref<7xi32, #shared>)
      kernel attributes {known_block_size = array<i32: 16, 1, 1>, known_grid_size = array<i32: 4, 1, 1>} {
    %c7 = arith.constant 7 : index
    %c16 = arith.constant 16 : index
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %three = arith.constant 3 : i32
    %b = gpu.block_id x
    %t = gpu.thread_id x
    %isBin = arith.cmpi ult, %t, %c7 : index
    scf.if %isBin {
      memref.store %zero, %s[%t] : memref<7xi32, #shared>
    }
    gpu.barrier
    %first = arith.muli %b, %c16 : index
    %i = arith.addi %first, %t : index
    %v = memref.load %a[%i] : memref<64xi32, #global>
    %p = arith.addi %v, %three : i32
    %bin = arith.index_cast %p : i32 to index
    %old = memref.atomic_rmw addi %one, %s[%bin] : (i32, memref<7xi32, #shared>) -> i32
    gpu.barrier
    scf.if %isBin {
      %n = memref.load %s[%t] : memref<7xi32, #shared>
      %before = memref.atomic_rmw addi %n, %o[%t] : (i32, memref<7xi32, #global>) -> i32
    }
    gpu.return
  }
}
