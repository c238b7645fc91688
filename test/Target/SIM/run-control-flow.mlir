// RUN: tiny-run %s --bind=n=3 | FileCheck %s
// RUN: tiny-run %s --bind=n=3 --sim-check | FileCheck %s
// RUN: not tiny-run %s 2>&1 | FileCheck %s --check-prefix=UNBOUND
// REQUIRES: cpu-exec

// UNBOUND: tiny-run: variable 'n' has no number: use --bind

#global = #gpu.address_space<global>
#shared = #gpu.address_space<workgroup>
#private = #gpu.address_space<private>

gpu.module @loops {
  // A loop with barriers whose bound is a variable, which swaps what it carries.

  // CHECK: buffer 0: -2 -3 0 -1 2 1 -3 3
  gpu.func @swap(%o: memref<8xi32, #global>, %n: index)
      workgroup(%s: memref<4xi32, #shared>)
      kernel attributes {tiny.variables = ["n"], known_block_size = array<i32: 4, 1, 1>, known_grid_size = array<i32: 1, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %t = gpu.thread_id x
    %i = arith.muli %t, %c2 : index
    %j = arith.addi %i, %c1 : index
    %x = memref.load %o[%i] : memref<8xi32, #global>
    %y = memref.load %o[%j] : memref<8xi32, #global>
    %r:2 = scf.for %k = %c0 to %n step %c1 iter_args(%p = %x, %q = %y) -> (i32, i32) {
      memref.store %p, %s[%t] : memref<4xi32, #shared>
      gpu.barrier
      scf.yield %q, %p : i32, i32
    }
    memref.store %r#0, %o[%i] : memref<8xi32, #global>
    memref.store %r#1, %o[%j] : memref<8xi32, #global>
    gpu.return
  }

  // All items load the condition from one place: 1, 2, ... doubled until the
  // first one is at least 20. The number of rounds is the same for all, too.

  // CHECK: buffer 0: 32 64 96 128
  // CHECK: buffer 1: 5 5 5 5
  gpu.func @doubled(%o: memref<4xi32, #global>, %rounds: memref<4xi32, #global>)
      workgroup(%s: memref<4xi32, #shared>)
      kernel attributes {known_block_size = array<i32: 4, 1, 1>, known_grid_size = array<i32: 1, 1, 1>} {
    %c0 = arith.constant 0 : index
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %twenty = arith.constant 20 : i32
    %t = gpu.thread_id x
    %ti = arith.index_cast %t : index to i32
    %start = arith.addi %ti, %one : i32
    memref.store %start, %s[%t] : memref<4xi32, #shared>
    gpu.barrier
    %n, %last = scf.while (%count = %zero, %value = %start) : (i32, i32) -> (i32, i32) {
      %first = memref.load %s[%c0] : memref<4xi32, #shared>
      %isSmall = arith.cmpi slt, %first, %twenty : i32
      gpu.barrier
      scf.condition(%isSmall) %count, %value : i32, i32
    } do {
    ^bb0(%count: i32, %value: i32):
      %next = arith.addi %count, %one : i32
      %twice = arith.addi %value, %value : i32
      memref.store %twice, %s[%t] : memref<4xi32, #shared>
      gpu.barrier
      scf.yield %next, %twice : i32, i32
    }
    memref.store %last, %o[%t] : memref<4xi32, #global>
    memref.store %n, %rounds[%t] : memref<4xi32, #global>
    gpu.return
  }

  // A branch with a barrier that the first workgroup takes, the second not.

  // CHECK: buffer 0: 3 2 1 0 14 15 16 17
  gpu.func @branch(%o: memref<8xi32, #global>)
      workgroup(%s: memref<4xi32, #shared>)
      kernel attributes {known_block_size = array<i32: 4, 1, 1>, known_grid_size = array<i32: 2, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %ten = arith.constant 10 : i32
    %b = gpu.block_id x
    %t = gpu.thread_id x
    %first = arith.muli %b, %c4 : index
    %i = arith.addi %first, %t : index
    %ii = arith.index_cast %i : index to i32
    %isFirst = arith.cmpi eq, %b, %c0 : index
    %v = scf.if %isFirst -> i32 {
      memref.store %ii, %s[%t] : memref<4xi32, #shared>
      gpu.barrier
      %u = arith.subi %c3, %t : index
      %w = memref.load %s[%u] : memref<4xi32, #shared>
      scf.yield %w : i32
    } else {
      %w = arith.addi %ii, %ten : i32
      scf.yield %w : i32
    }
    memref.store %v, %o[%i] : memref<8xi32, #global>
    gpu.return
  }

  // What one round of a loop around barriers loads is the bound of the next one.

  // CHECK: buffer 0: 6 6 6 6
  gpu.func @bounds(%o: memref<4xi64, #global>)
      workgroup(%s: memref<1xindex, #shared>)
      kernel attributes {known_block_size = array<i32: 4, 1, 1>, known_grid_size = array<i32: 1, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %t = gpu.thread_id x
    %isFirst = arith.cmpi eq, %t, %c0 : index
    %sum, %bound = scf.for %k = %c0 to %c3 step %c1 iter_args(%a = %c0, %m = %c1) -> (index, index) {
      %inner = scf.for %j = %c0 to %m step %c1 iter_args(%d = %a) -> index {
        %e = arith.addi %d, %c1 : index
        gpu.barrier
        scf.yield %e : index
      }
      scf.if %isFirst {
        %next = arith.addi %m, %c1 : index
        memref.store %next, %s[%c0] : memref<1xindex, #shared>
      }
      gpu.barrier
      %loaded = memref.load %s[%c0] : memref<1xindex, #shared>
      gpu.barrier
      scf.yield %inner, %loaded : index, index
    }
    %total = arith.index_cast %sum : index to i64
    memref.store %total, %o[%t] : memref<4xi64, #global>
    gpu.return
  }
}

gpu.module @items {
  // Numbers of items and workgroups count x first: item * 100 + workgroup.

  // CHECK: buffer 0: 0 100 200 300 400 500 1 101 201 301 401 501 2 102 202 302 402 502 3 103 203 303 403 503
  gpu.func @dimensions(%o: memref<24xi32, #global>)
      kernel attributes {known_block_size = array<i32: 2, 1, 3>, known_grid_size = array<i32: 1, 2, 2>} {
    %c2 = arith.constant 2 : index
    %c6 = arith.constant 6 : index
    %c100 = arith.constant 100 : index
    %tx = gpu.thread_id x
    %ty = gpu.thread_id y
    %tz = gpu.thread_id z
    %bx = gpu.block_id x
    %by = gpu.block_id y
    %bz = gpu.block_id z
    %t0 = arith.muli %tz, %c2 : index
    %t1 = arith.addi %t0, %tx : index
    %t = arith.addi %t1, %ty : index
    %b0 = arith.muli %bz, %c2 : index
    %b1 = arith.addi %b0, %by : index
    %b = arith.addi %b1, %bx : index
    %i0 = arith.muli %b, %c6 : index
    %i = arith.addi %i0, %t : index
    %v0 = arith.muli %t, %c100 : index
    %v1 = arith.addi %v0, %b : index
    %v = arith.index_cast %v1 : index to i32
    memref.store %v, %o[%i] : memref<24xi32, #global>
    gpu.return
  }

  // Memory of an item keeps its contents over a barrier.

  // CHECK: buffer 0: 0 13 26 39
  gpu.func @private(%o: memref<4xi32, #global>) private(%p: memref<3xi32, #private>)
      kernel attributes {known_block_size = array<i32: 4, 1, 1>, known_grid_size = array<i32: 1, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    %ten = arith.constant 10 : i32
    %t = gpu.thread_id x
    %ti = arith.index_cast %t : index to i32
    %q = memref.alloca() : memref<1xi32, #private>
    memref.store %ti, %p[%c2] : memref<3xi32, #private>
    %m = arith.muli %ti, %ten : i32
    memref.store %m, %q[%c0] : memref<1xi32, #private>
    gpu.barrier
    %x = memref.load %p[%c2] : memref<3xi32, #private>
    %y = memref.load %q[%c0] : memref<1xi32, #private>
    %r = memref.alloca() : memref<1xi32, #private>
    memref.store %y, %r[%c0] : memref<1xi32, #private>
    %z = memref.load %r[%c0] : memref<1xi32, #private>
    %s0 = arith.addi %x, %z : i32
    %s1 = arith.addi %s0, %ti : i32
    %s = arith.addi %s1, %x : i32
    memref.store %s, %o[%t] : memref<4xi32, #global>
    gpu.return
  }

  // It keeps them from one step of a loop to the next as well.

  // CHECK: buffer 0: 1 10 19 28
  gpu.func @accumulator(%o: memref<4xi32, #global>) private(%p: memref<1xi32, #private>)
      kernel attributes {known_block_size = array<i32: 4, 1, 1>, known_grid_size = array<i32: 1, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c9 = arith.constant 9 : index
    %one = arith.constant 1 : i32
    %t = gpu.thread_id x
    %ti = arith.index_cast %t : index to i32
    memref.store %one, %p[%c0] : memref<1xi32, #private>
    scf.for %k = %c0 to %c9 step %c1 {
      %x = memref.load %p[%c0] : memref<1xi32, #private>
      %y = arith.addi %x, %ti : i32
      memref.store %y, %p[%c0] : memref<1xi32, #private>
      gpu.barrier
    }
    %z = memref.load %p[%c0] : memref<1xi32, #private>
    memref.store %z, %o[%t] : memref<4xi32, #global>
    gpu.return
  }

  // Six items are a warp of four and two of the next. Who asks for a lane that
  // is not there, or not among the first three, keeps what it has.

  // CHECK: buffer 0: 1 2 2 3 5 5
  // CHECK: buffer 1: 0 0 1 3 4 4
  // CHECK: buffer 2: 2 3 0 1 4 5
  // CHECK: buffer 3: 1 1 1 1 5 5
  // CHECK: buffer 4: 1 1 0 0 1 0
  gpu.func @shuffles(%down: memref<6xi32, #global>, %up: memref<6xi32, #global>, %xor: memref<6xi32, #global>,
                     %idx: memref<6xi32, #global>, %valid: memref<6xi32, #global>)
      kernel attributes {tiny.warp_size = 4 : i64, known_block_size = array<i32: 6, 1, 1>, known_grid_size = array<i32: 1, 1, 1>} {
    %one = arith.constant 1 : i32
    %two = arith.constant 2 : i32
    %three = arith.constant 3 : i32
    %four = arith.constant 4 : i32
    %t = gpu.thread_id x
    %v = arith.index_cast %t : index to i32
    %d, %isDown = gpu.shuffle down %v, %one, %three : i32
    %u, %isUp = gpu.shuffle up %v, %one, %three : i32
    %x, %isXor = gpu.shuffle xor %v, %two, %four : i32
    %i, %isIdx = gpu.shuffle idx %v, %one, %four : i32
    memref.store %d, %down[%t] : memref<6xi32, #global>
    memref.store %u, %up[%t] : memref<6xi32, #global>
    memref.store %x, %xor[%t] : memref<6xi32, #global>
    memref.store %i, %idx[%t] : memref<6xi32, #global>
    %flag = arith.extui %isDown : i1 to i32
    memref.store %flag, %valid[%t] : memref<6xi32, #global>
    gpu.return
  }

  // Lanes that the mask leaves out may lie outside of memory.

  // CHECK: buffer 0: -2 -1 0 1 2 3
  gpu.func @masked(%o: memref<6xi32, #global>, %a: memref<6xi32, #global>)
      kernel attributes {known_block_size = array<i32: 2, 1, 1>, known_grid_size = array<i32: 1, 1, 1>} {
    %c4 = arith.constant 4 : index
    %size = arith.constant dense<6> : vector<4xindex>
    %zero = arith.constant dense<0> : vector<4xi32>
    %t = gpu.thread_id x
    %i = arith.muli %t, %c4 : index
    %lane = vector.step : vector<4xindex>
    %first = vector.broadcast %i : index to vector<4xindex>
    %place = arith.addi %first, %lane : vector<4xindex>
    %mask = arith.cmpi ult, %place, %size : vector<4xindex>
    %v = vector.maskedload %a[%i], %mask, %zero : memref<6xi32, #global>, vector<4xi1>, vector<4xi32> into vector<4xi32>
    vector.maskedstore %o[%i], %mask, %v : memref<6xi32, #global>, vector<4xi1>, vector<4xi32>
    gpu.return
  }
}
