// RUN: tiny-opt %s --convert-tiny-to-structured --tiny-verify-structured | FileCheck %s

// The caller bounds the loop of the thread axis.

// CHECK-LABEL: func.func @thread_axis(
//  CHECK-SAME:   %[[A:.+]]: memref<8xf32>, %[[BEGIN:.+]]: index, %[[END:.+]]: index)
//  CHECK-SAME:   attributes {tiny.threads = 8 : i64}
//       CHECK:   scf.for %{{.+}} = %[[BEGIN]] to %[[END]] step %c1
tiny.kernel @thread_axis(%a: !tiny.buffer<8xf32, global>) {
  %z = tiny.const 0.0 : f32
  %i = tiny.range 8 thread id 0
  %t = tiny.store %z, %a[%i] : f32, !tiny.buffer<8xf32, global>, index
  %e = tiny.end %t over %i
  tiny.sink %e
}

// A loop that runs once is no loop, and its number is zero.

// CHECK-LABEL: func.func @run_once(
//   CHECK-NOT:   scf.for
//       CHECK:   memref.store %cst, %arg0[%c0]
tiny.kernel @run_once(%a: !tiny.buffer<8xf32, global>) {
  %z = tiny.const 0.0 : f32
  %i = tiny.range 1 weak id 0
  %t = tiny.store %z, %a[%i] : f32, !tiny.buffer<8xf32, global>, index
  %e = tiny.end %t over %i
  tiny.sink %e
}

// An accumulator is carried by the loops that add to it, all those of one `end`,
// but not by the loop that starts it anew.

// CHECK-LABEL: func.func @accumulator(
//       CHECK:   %[[ZERO:.+]] = arith.constant dense<0.000000e+00> : vector<4xf32>
//       CHECK:   scf.for %{{.+}} = %c0 to %c2 step %c1 {
//       CHECK:     %[[SUM:.+]] = scf.for {{.*}} iter_args(%[[OUTER:.+]] = %[[ZERO]]) -> (vector<4xf32>)
//       CHECK:       %[[INNER_SUM:.+]] = scf.for {{.*}} iter_args(%[[OLD:.+]] = %[[OUTER]]) -> (vector<4xf32>)
//       CHECK:         %[[NEW:.+]] = arith.addf %[[OLD]], %{{.+}}
//       CHECK:         scf.yield %[[NEW]]
//       CHECK:       scf.yield %[[INNER_SUM]]
//       CHECK:     vector.store %[[SUM]]
//   CHECK-NOT:   memref.alloca
tiny.kernel @accumulator(%a: !tiny.buffer<64xf32, global>, %o: !tiny.buffer<8xf32, global>) {
  %acc = tiny.buffer 0 : !tiny.buffer<4xf32, reg>
  %c0 = tiny.const 0 : index
  %c4 = tiny.const 4 : index
  %z = tiny.const 0.0 : f32
  %zv = tiny.expand vector %z [4] : f32
  %i = tiny.range 2 weak id 0
  %acc0 = tiny.after %acc, %i : !tiny.buffer<4xf32, reg>, index
  %init = tiny.store %zv, %acc0[%c0] strides [1] : vector<4xf32>, !tiny.buffer<4xf32, reg>, index
  %r = tiny.range 4 reduce id 1
  %q = tiny.range 2 reduce id 2
  %acc1 = tiny.after %acc, %init, %r, %q : !tiny.buffer<4xf32, reg>, !tiny.token, index, index
  %rq = tiny.add %r, %q : index, index
  %x = tiny.mul %rq, %c4 : index, index
  %v = tiny.load %a[%x] lanes [4] strides [1] : !tiny.buffer<64xf32, global>, index
  %old = tiny.load %acc1[%c0] lanes [4] strides [1] : !tiny.buffer<4xf32, reg>, index
  %new = tiny.add %old, %v : vector<4xf32>, vector<4xf32>
  %st = tiny.store %new, %acc1[%c0] strides [1] : vector<4xf32>, !tiny.buffer<4xf32, reg>, index
  %e = tiny.end %st over %r, %q
  %acc2 = tiny.after %acc, %e : !tiny.buffer<4xf32, reg>, !tiny.token
  %fin = tiny.load %acc2[%c0] lanes [4] strides [1] : !tiny.buffer<4xf32, reg>, index
  %y = tiny.mul %i, %c4 : index, index
  %t = tiny.store %fin, %o[%y] strides [1] : vector<4xf32>, !tiny.buffer<8xf32, global>, index
  %e1 = tiny.end %t over %i
  tiny.sink %e1
}

// Several cells of one buffer are several values; one that a loop only reads is
// not carried.

// CHECK-LABEL: func.func @two_cells(
//       CHECK:   %[[LOADED:.+]] = memref.load %arg0[%c0]
//       CHECK:   %[[SUM:.+]] = scf.for {{.*}} iter_args(%[[OLD:.+]] = %{{.+}}) -> (f32)
//       CHECK:     arith.mulf %{{.+}}, %[[LOADED]]
//       CHECK:   memref.store %[[SUM]], %arg1
tiny.kernel @two_cells(%a: !tiny.buffer<64xf32, global>, %o: !tiny.buffer<8xf32, global>) {
  %b = tiny.buffer 0 : !tiny.buffer<2xf32, reg>
  %c0 = tiny.const 0 : index
  %c1 = tiny.const 1 : index
  %z = tiny.const 0.0 : f32
  %k = tiny.load %a[%c0] : !tiny.buffer<64xf32, global>, index
  %t0 = tiny.store %z, %b[%c0] : f32, !tiny.buffer<2xf32, reg>, index
  %t1 = tiny.store %k, %b[%c1] : f32, !tiny.buffer<2xf32, reg>, index
  %r = tiny.range 4 reduce id 0
  %b1 = tiny.after %b, %t0, %t1, %r : !tiny.buffer<2xf32, reg>, !tiny.token, !tiny.token, index
  %v = tiny.load %a[%r] : !tiny.buffer<64xf32, global>, index
  %scale = tiny.load %b1[%c1] : !tiny.buffer<2xf32, reg>, index
  %old = tiny.load %b1[%c0] : !tiny.buffer<2xf32, reg>, index
  %p = tiny.mul %v, %scale : f32, f32
  %new = tiny.add %old, %p : f32, f32
  %st = tiny.store %new, %b1[%c0] : f32, !tiny.buffer<2xf32, reg>, index
  %e = tiny.end %st over %r
  %b2 = tiny.after %b, %e : !tiny.buffer<2xf32, reg>, !tiny.token
  %fin = tiny.load %b2[%c0] : !tiny.buffer<2xf32, reg>, index
  %t = tiny.store %fin, %o[%c0] : f32, !tiny.buffer<8xf32, global>, index
  tiny.sink %t
}

// A value that is only known after the loop is carried out of it, though no
// iteration reads it.

// CHECK-LABEL: func.func @last_value(
//       CHECK:   %[[LAST:.+]] = scf.for {{.*}} iter_args({{.*}}) -> (f32)
//       CHECK:   memref.store %[[LAST]], %arg1
tiny.kernel @last_value(%a: !tiny.buffer<4xf32, global>, %o: !tiny.buffer<1xf32, global>) {
  %b = tiny.buffer 0 : !tiny.buffer<f32, reg>
  %c0 = tiny.const 0 : index
  %r = tiny.range 4 loop id 0
  %v = tiny.load %a[%r] : !tiny.buffer<4xf32, global>, index
  %st = tiny.store %v, %b[%c0] : f32, !tiny.buffer<f32, reg>, index
  %e = tiny.end %st over %r
  %b1 = tiny.after %b, %e : !tiny.buffer<f32, reg>, !tiny.token
  %fin = tiny.load %b1[%c0] : !tiny.buffer<f32, reg>, index
  %t = tiny.store %fin, %o[%c0] : f32, !tiny.buffer<1xf32, global>, index
  tiny.sink %t
}

// A register buffer that a loop indexes is memory of the function, and so is
// one whose accesses overlap.

// CHECK-LABEL: func.func @register_memory(
//   CHECK-DAG:   %[[INDEXED:.+]] = memref.alloca() {alignment = 64 : i64} : memref<4xf32>
//   CHECK-DAG:   %[[OVERLAP:.+]] = memref.alloca() {alignment = 64 : i64} : memref<8xf32>
//       CHECK:   scf.for %[[I:.+]] =
//       CHECK:     memref.store %{{.+}}, %[[INDEXED]][%[[I]]]
//       CHECK:   vector.store %{{.+}}, %[[OVERLAP]][%c0]
//       CHECK:   memref.load %[[OVERLAP]][%c1]
tiny.kernel @register_memory(%a: !tiny.buffer<8xf32, global>) {
  %b = tiny.buffer 0 : !tiny.buffer<4xf32, reg>
  %d = tiny.buffer 1 : !tiny.buffer<8xf32, reg>
  %c0 = tiny.const 0 : index
  %c1 = tiny.const 1 : index
  %z = tiny.const 0.0 : f32
  %i = tiny.range 4 weak id 0
  %st = tiny.store %z, %b[%i] : f32, !tiny.buffer<4xf32, reg>, index
  %e = tiny.end %st over %i
  %b1 = tiny.after %b, %e : !tiny.buffer<4xf32, reg>, !tiny.token
  %v = tiny.load %b1[%c0] lanes [4] strides [1] : !tiny.buffer<4xf32, reg>, index
  %u = tiny.store %v, %d[%c0] strides [1] : vector<4xf32>, !tiny.buffer<8xf32, reg>, index
  %d1 = tiny.after %d, %u : !tiny.buffer<8xf32, reg>, !tiny.token
  %s = tiny.load %d1[%c1] : !tiny.buffer<8xf32, reg>, index
  %t = tiny.store %s, %a[%c0] : f32, !tiny.buffer<8xf32, global>, index
  tiny.sink %t
}
