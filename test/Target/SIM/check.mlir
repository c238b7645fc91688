// RUN: split-file %s %t
// RUN: not tiny-run --sim-check %t/missing-barrier.mlir 2>&1 | FileCheck %t/missing-barrier.mlir
// RUN: not tiny-run --sim-check %t/loop-end.mlir 2>&1 | FileCheck %t/loop-end.mlir
// RUN: not tiny-run --sim-check %t/shuffle.mlir 2>&1 | FileCheck %t/shuffle.mlir
// RUN: not tiny-run --sim-check %t/workgroups.mlir 2>&1 | FileCheck %t/workgroups.mlir
// RUN: not tiny-run --sim-check %t/foreign.mlir 2>&1 | FileCheck %t/foreign.mlir
// RUN: not tiny-run --sim-check %t/atomic.mlir 2>&1 | FileCheck %t/atomic.mlir
// RUN: not tiny-run --sim-check %t/bounds.mlir 2>&1 | FileCheck %t/bounds.mlir
// RUN: not tiny-run --sim-check %t/masked.mlir 2>&1 | FileCheck %t/masked.mlir
// RUN: not tiny-run --sim-check %t/undefined.mlir 2>&1 | FileCheck %t/undefined.mlir
// RUN: not tiny-run --sim-check %t/places.mlir 2>&1 | FileCheck %t/places.mlir
// RUN: not tiny-run --sim-check %t/many.mlir 2>&1 | FileCheck %t/many.mlir
// RUN: tiny-run --sim-check %t/ordered.mlir | FileCheck %t/ordered.mlir
// REQUIRES: cpu-exec

// Each mistake is reported with the places of both accesses.

//--- missing-barrier.mlir
// An item reads what its neighbour stores, and none waits.

// CHECK: tiny-run: race on element 1 of workgroup memory 0: load at k.py:4 by item 0 and store at k.py:3 by item 1 of workgroup 0, with no barrier between them
// CHECK-NOT: {{race|undefined|buffer}}
gpu.module @k {
  gpu.func @k(%o: memref<4xf32, #gpu.address_space<global>>)
      workgroup(%s: memref<5xf32, #gpu.address_space<workgroup>>)
      kernel attributes {known_block_size = array<i32: 4, 1, 1>, known_grid_size = array<i32: 1, 1, 1>} {
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %z = arith.constant 0.0 : f32
    %t = gpu.thread_id x
    memref.store %z, %s[%t] : memref<5xf32, #gpu.address_space<workgroup>> loc("k.py":1:1)
    %isFirst = arith.cmpi ult, %t, %c1 : index
    scf.if %isFirst {
      memref.store %z, %s[%c4] : memref<5xf32, #gpu.address_space<workgroup>> loc("k.py":2:1)
    }
    gpu.barrier
    memref.store %z, %s[%t] : memref<5xf32, #gpu.address_space<workgroup>> loc("k.py":3:1)
    %u = arith.addi %t, %c1 : index
    %v = memref.load %s[%u] : memref<5xf32, #gpu.address_space<workgroup>> loc("k.py":4:1)
    memref.store %v, %o[%t] : memref<4xf32, #gpu.address_space<global>>
    gpu.return
  }
}

//--- loop-end.mlir
// The second step stores while others read what the first one stored.

// CHECK: tiny-run: race on element {{[0-3]}} of workgroup memory 0: load at k.py:2 by item {{[0-3]}} and store at k.py:1 by item {{[0-3]}} of workgroup 0, with no barrier between them
// CHECK-NOT: {{race|undefined|buffer}}
gpu.module @k {
  gpu.func @k(%o: memref<4xf32, #gpu.address_space<global>>)
      workgroup(%s: memref<4xf32, #gpu.address_space<workgroup>>)
      kernel attributes {known_block_size = array<i32: 4, 1, 1>, known_grid_size = array<i32: 2, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %z = arith.constant 0.0 : f32
    %t = gpu.thread_id x
    %u = arith.subi %c3, %t : index
    %last = scf.for %k = %c0 to %c3 step %c1 iter_args(%acc = %z) -> f32 {
      memref.store %acc, %s[%t] : memref<4xf32, #gpu.address_space<workgroup>> loc("k.py":1:1)
      gpu.barrier
      %v = memref.load %s[%u] : memref<4xf32, #gpu.address_space<workgroup>> loc("k.py":2:1)
      scf.yield %v : f32
    }
    gpu.return
  }
}

//--- shuffle.mlir
// A shuffle orders no memory.

// CHECK: tiny-run: race on element 1 of workgroup memory 0: store at k.py:1 by item 1 and load at k.py:2 by item 0 of workgroup 0
gpu.module @k {
  gpu.func @k(%o: memref<2xf32, #gpu.address_space<global>>)
      workgroup(%s: memref<2xf32, #gpu.address_space<workgroup>>)
      kernel attributes {known_block_size = array<i32: 2, 1, 1>, known_grid_size = array<i32: 1, 1, 1>} {
    %c1 = arith.constant 1 : index
    %one = arith.constant 1 : i32
    %two = arith.constant 2 : i32
    %z = arith.constant 0.0 : f32
    %t = gpu.thread_id x
    memref.store %z, %s[%t] : memref<2xf32, #gpu.address_space<workgroup>> loc("k.py":1:1)
    %x, %valid = gpu.shuffle xor %z, %one, %two : f32
    %u = arith.subi %c1, %t : index
    %v = memref.load %s[%u] : memref<2xf32, #gpu.address_space<workgroup>> loc("k.py":2:1)
    %y = arith.addf %v, %x : f32
    memref.store %y, %o[%t] : memref<2xf32, #gpu.address_space<global>>
    gpu.return
  }
}

//--- workgroups.mlir
// No barrier orders workgroups: the second reads what the first has stored. That
// both read one place is no race.

// CHECK: tiny-run: race on element 0 of buffer 0: store at k.py:2 by item 0 of workgroup 0 and load at k.py:1 by item 0 of workgroup 1, which no barrier can order
// CHECK-NEXT: race on element 0 of buffer 0: store at k.py:2 by item 0 of workgroup 0 and store at k.py:2 by item 0 of workgroup 1, which no barrier can order
// CHECK-NOT: {{race|undefined|buffer}}
gpu.module @k {
  gpu.func @k(%o: memref<1xf32, #gpu.address_space<global>>, %a: memref<1xf32, #gpu.address_space<global>>)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>, known_grid_size = array<i32: 2, 1, 1>} {
    %c0 = arith.constant 0 : index
    %v = memref.load %o[%c0] : memref<1xf32, #gpu.address_space<global>> loc("k.py":1:1)
    gpu.barrier
    %w = memref.load %a[%c0] : memref<1xf32, #gpu.address_space<global>>
    %x = arith.addf %v, %w : f32
    memref.store %x, %o[%c0] : memref<1xf32, #gpu.address_space<global>> loc("k.py":2:1)
    gpu.return
  }
}

//--- foreign.mlir
// The first workgroup stored; the second has updated twice, with a barrier in between,
// before it loads: what it did itself hides nothing.

// CHECK: tiny-run: race on element 0 of buffer 0: atomic update at k.py:1 by item 0 of workgroup 0 and load at k.py:2 by item 0 of workgroup 1, which no barrier can order
// CHECK-NOT: {{race|undefined|buffer}}
gpu.module @k {
  gpu.func @k(%o: memref<1xi32, #gpu.address_space<global>>)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>, known_grid_size = array<i32: 2, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %one = arith.constant 1 : i32
    %b = gpu.block_id x
    scf.for %k = %c0 to %c2 step %c1 {
      %old = memref.atomic_rmw addi %one, %o[%c0] : (i32, memref<1xi32, #gpu.address_space<global>>) -> i32 loc("k.py":1:1)
      gpu.barrier
    }
    %isLast = arith.cmpi eq, %b, %c1 : index
    scf.if %isLast {
      %v = memref.load %o[%c0] : memref<1xi32, #gpu.address_space<global>> loc("k.py":2:1)
    }
    gpu.return
  }
}

//--- atomic.mlir
// Atomic updates do not race with each other, but with a load: that of item 1,
// whose own update is the last one.

// CHECK: tiny-run: race on element 0 of buffer 0: atomic update at k.py:1 by item 0 and load at k.py:2 by item 1 of workgroup 0
// CHECK-NOT: {{race|undefined|buffer}}
gpu.module @k {
  gpu.func @k(%o: memref<1xi32, #gpu.address_space<global>>, %a: memref<2xi32, #gpu.address_space<global>>)
      kernel attributes {known_block_size = array<i32: 2, 1, 1>, known_grid_size = array<i32: 1, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %one = arith.constant 1 : i32
    %t = gpu.thread_id x
    %old = memref.atomic_rmw addi %one, %o[%c0] : (i32, memref<1xi32, #gpu.address_space<global>>) -> i32 loc("k.py":1:1)
    %isLast = arith.cmpi eq, %t, %c1 : index
    scf.if %isLast {
      %v = memref.load %o[%c0] : memref<1xi32, #gpu.address_space<global>> loc("k.py":2:1)
      memref.store %v, %a[%t] : memref<2xi32, #gpu.address_space<global>>
    }
    gpu.return
  }
}

//--- bounds.mlir
// A place below 0, a store far away, and the last lane of a vector.

// CHECK: tiny-run: out of bounds: store at k.py:2 by item 0 of workgroup 0 of element -1 of workgroup memory 0, which has 4
// CHECK-NEXT: out of bounds: store at k.py:3 by item 0 of workgroup 0 of element 1000000000000 of buffer 0, which has 8
// CHECK-NEXT: out of bounds: load at k.py:1 by item 1 of workgroup 0 of element 8 of buffer 1, which has 8
// CHECK-NOT: {{race|undefined|buffer}}
gpu.module @k {
  gpu.func @k(%o: memref<8xf32, #gpu.address_space<global>>, %a: memref<8xf32, #gpu.address_space<global>>)
      workgroup(%s: memref<4xf32, #gpu.address_space<workgroup>>)
      kernel attributes {known_block_size = array<i32: 2, 1, 1>, known_grid_size = array<i32: 1, 1, 1>} {
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %far = arith.constant 1000000000000 : index
    %z = arith.constant 0.0 : f32
    %t = gpu.thread_id x
    %i0 = arith.muli %t, %c4 : index
    %i = arith.addi %i0, %c1 : index
    %v = vector.load %a[%i] : memref<8xf32, #gpu.address_space<global>>, vector<4xf32> loc("k.py":1:1)
    %j = arith.subi %t, %c1 : index
    memref.store %z, %s[%j] : memref<4xf32, #gpu.address_space<workgroup>> loc("k.py":2:1)
    %l = arith.addi %t, %far : index
    memref.store %z, %o[%l] : memref<8xf32, #gpu.address_space<global>> loc("k.py":3:1)
    gpu.return
  }
}

//--- masked.mlir
// A lane that the mask leaves in.

// CHECK: tiny-run: out of bounds: store at k.py:1 by item 0 of workgroup 0 of element 2 of buffer 0, which has 2
gpu.module @k {
  gpu.func @k(%o: memref<2xf32, #gpu.address_space<global>>)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>, known_grid_size = array<i32: 1, 1, 1>} {
    %c0 = arith.constant 0 : index
    %v = arith.constant dense<0.0> : vector<4xf32>
    %mask = arith.constant dense<[true, false, true, false]> : vector<4xi1>
    vector.maskedstore %o[%c0], %mask, %v : memref<2xf32, #gpu.address_space<global>>, vector<4xi1>, vector<4xf32> loc("k.py":1:1)
    gpu.return
  }
}

//--- undefined.mlir
// What one workgroup has stored is lost in the next one, and an update reads.

// CHECK: tiny-run: undefined memory: atomic update at k.py:1 by item 0 of workgroup 0 of element 1 of workgroup memory 0, to which nobody has stored
// CHECK-NEXT: undefined memory: load at k.py:3 by item 0 of workgroup 1 of element 0 of workgroup memory 0, to which nobody has stored
// CHECK-NOT: {{race|undefined|buffer}}
gpu.module @k {
  gpu.func @k(%o: memref<2xi32, #gpu.address_space<global>>)
      workgroup(%s: memref<2xi32, #gpu.address_space<workgroup>>)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>, known_grid_size = array<i32: 2, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %one = arith.constant 1 : i32
    %b = gpu.block_id x
    %isFirst = arith.cmpi eq, %b, %c0 : index
    %old = memref.atomic_rmw addi %one, %s[%c1] : (i32, memref<2xi32, #gpu.address_space<workgroup>>) -> i32 loc("k.py":1:1)
    scf.if %isFirst {
      memref.store %one, %s[%c0] : memref<2xi32, #gpu.address_space<workgroup>> loc("k.py":2:1)
    }
    %v = memref.load %s[%c0] : memref<2xi32, #gpu.address_space<workgroup>> loc("k.py":3:1)
    memref.store %v, %o[%b] : memref<2xi32, #gpu.address_space<global>>
    gpu.return
  }
}

//--- places.mlir
// The file and line of an access, however its location says them.

// CHECK: out of bounds: load at named.py:1 by
// CHECK-NEXT: out of bounds: load at fused.py:2 by
// CHECK-NEXT: out of bounds: load at callee.py:3 by
// CHECK-NEXT: out of bounds: load at a name by
// CHECK-NEXT: out of bounds: load at unknown place by
gpu.module @k {
  gpu.func @k(%o: memref<1xi32, #gpu.address_space<global>>)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>, known_grid_size = array<i32: 1, 1, 1>} {
    %c1 = arith.constant 1 : index
    %v = memref.load %o[%c1] : memref<1xi32, #gpu.address_space<global>> loc("x"("named.py":1:1))
    %w = memref.load %o[%c1] : memref<1xi32, #gpu.address_space<global>> loc(fused[unknown, "fused.py":2:1])
    %x = memref.load %o[%c1] : memref<1xi32, #gpu.address_space<global>> loc(callsite("callee.py":3:1 at "caller.py":4:1))
    %y = memref.load %o[%c1] : memref<1xi32, #gpu.address_space<global>> loc("a name")
    %z = memref.load %o[%c1] : memref<1xi32, #gpu.address_space<global>> loc(unknown)
    gpu.return
  }
}

//--- many.mlir
// A mistake is described once, and no more than sixteen are.

// CHECK-COUNT-16: out of bounds: load at k.py
// CHECK-NEXT: and 1 more
gpu.module @k {
  gpu.func @k(%o: memref<1xi32, #gpu.address_space<global>>)
      kernel attributes {known_block_size = array<i32: 32, 1, 1>, known_grid_size = array<i32: 9, 1, 1>} {
    %c1 = arith.constant 1 : index
    %v0 = memref.load %o[%c1] : memref<1xi32, #gpu.address_space<global>> loc("k.py":1:1)
    %v1 = memref.load %o[%c1] : memref<1xi32, #gpu.address_space<global>> loc("k.py":2:1)
    %v2 = memref.load %o[%c1] : memref<1xi32, #gpu.address_space<global>> loc("k.py":3:1)
    %v3 = memref.load %o[%c1] : memref<1xi32, #gpu.address_space<global>> loc("k.py":4:1)
    %v4 = memref.load %o[%c1] : memref<1xi32, #gpu.address_space<global>> loc("k.py":5:1)
    %v5 = memref.load %o[%c1] : memref<1xi32, #gpu.address_space<global>> loc("k.py":6:1)
    %v6 = memref.load %o[%c1] : memref<1xi32, #gpu.address_space<global>> loc("k.py":7:1)
    %v7 = memref.load %o[%c1] : memref<1xi32, #gpu.address_space<global>> loc("k.py":8:1)
    %v8 = memref.load %o[%c1] : memref<1xi32, #gpu.address_space<global>> loc("k.py":9:1)
    %v9 = memref.load %o[%c1] : memref<1xi32, #gpu.address_space<global>> loc("k.py":10:1)
    %v10 = memref.load %o[%c1] : memref<1xi32, #gpu.address_space<global>> loc("k.py":11:1)
    %v11 = memref.load %o[%c1] : memref<1xi32, #gpu.address_space<global>> loc("k.py":12:1)
    %v12 = memref.load %o[%c1] : memref<1xi32, #gpu.address_space<global>> loc("k.py":13:1)
    %v13 = memref.load %o[%c1] : memref<1xi32, #gpu.address_space<global>> loc("k.py":14:1)
    %v14 = memref.load %o[%c1] : memref<1xi32, #gpu.address_space<global>> loc("k.py":15:1)
    %v15 = memref.load %o[%c1] : memref<1xi32, #gpu.address_space<global>> loc("k.py":16:1)
    %v16 = memref.load %o[%c1] : memref<1xi32, #gpu.address_space<global>> loc("k.py":17:1)
    gpu.return
  }
}

//--- ordered.mlir
// No race: workgroups have shared memory of their own, one item may do as it
// likes, atomic stores do not race and make memory defined, and what is stored
// before a barrier is seen behind it.

// CHECK: buffer 0: 3 3 3 3
gpu.module @k {
  gpu.func @k(%o: memref<4xi32, #gpu.address_space<global>>)
      workgroup(%s: memref<2xi32, #gpu.address_space<workgroup>>)
      kernel attributes {known_block_size = array<i32: 2, 1, 1>, known_grid_size = array<i32: 2, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %one = arith.constant 1 : i32
    %b = gpu.block_id x
    %t = gpu.thread_id x
    %isFirst = arith.cmpi eq, %t, %c0 : index
    scf.if %isFirst {
      memref.store %one, %s[%c0] : memref<2xi32, #gpu.address_space<workgroup>>
      %v = memref.load %s[%c0] : memref<2xi32, #gpu.address_space<workgroup>>
      %w = arith.addi %v, %one : i32
      memref.store %w, %s[%c0] : memref<2xi32, #gpu.address_space<workgroup>>
    }
    %old = memref.atomic_rmw assign %one, %s[%c1] : (i32, memref<2xi32, #gpu.address_space<workgroup>>) -> i32
    gpu.barrier
    %x = memref.load %s[%c0] : memref<2xi32, #gpu.address_space<workgroup>>
    %y = memref.load %s[%c1] : memref<2xi32, #gpu.address_space<workgroup>>
    %z = arith.addi %x, %y : i32
    %first = arith.muli %b, %c2 : index
    %i = arith.addi %first, %t : index
    memref.store %z, %o[%i] : memref<4xi32, #gpu.address_space<global>>
    gpu.return
  }
}
