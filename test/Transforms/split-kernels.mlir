// RUN: tiny-opt %s --split-input-file --tiny-split-kernels --tiny-verify-schedule | FileCheck %s

// A loop becomes a kernel; the buffer that it writes is its first argument.

// CHECK: tiny.kernel @E_4(%[[O:.+]]: !tiny.buffer<4xf32, global>, %[[A:.+]]: !tiny.buffer<4xf32, global>)
// CHECK:   tiny.range 4 weak id 0
// CHECK:   tiny.load %[[A]]
// CHECK:   tiny.store %{{.+}}, %[[O]]
// CHECK: tiny.function @one(%[[A:.+]]: !tiny.buffer<4xf32, global>, %[[O:.+]]: !tiny.buffer<4xf32, global>)
// CHECK:   %[[T:.+]] = tiny.call @E_4(%[[O]], %[[A]])
// CHECK:   tiny.sink %[[T]]
tiny.function @one(%a: !tiny.buffer<4xf32, global>, %o: !tiny.buffer<4xf32, global>) {
  %i = tiny.range 4 weak id 7
  %x = tiny.load %a[%i] : !tiny.buffer<4xf32, global>, index
  %t = tiny.store %x, %o[%i] : f32, !tiny.buffer<4xf32, global>, index
  %e = tiny.end %t over %i
  tiny.sink %e
}

// -----

// Equal kernels are one, called on other states.

// CHECK: tiny.kernel @E_4
// CHECK-NOT: tiny.kernel
// CHECK: tiny.function @twice
// CHECK: %[[B:.+]] = tiny.buffer 0
// CHECK: %[[T:.+]] = tiny.call @E_4(%[[B]], %[[A:.+]])
// CHECK: %[[B1:.+]] = tiny.after %[[B]], %[[T]]
// CHECK: tiny.call @E_4(%{{.+}}, %[[B1]])
tiny.function @twice(%a: !tiny.buffer<4xf32, global>, %o: !tiny.buffer<4xf32, global>) {
  %b = tiny.buffer 0 : !tiny.buffer<4xf32, global>
  %i = tiny.range 4 weak id 0
  %x = tiny.load %a[%i] : !tiny.buffer<4xf32, global>, index
  %t = tiny.store %x, %b[%i] : f32, !tiny.buffer<4xf32, global>, index
  %e = tiny.end %t over %i
  %b1 = tiny.after %b, %e : !tiny.buffer<4xf32, global>, !tiny.token
  %j = tiny.range 4 weak id 1
  %y = tiny.load %b1[%j] : !tiny.buffer<4xf32, global>, index
  %u = tiny.store %y, %o[%j] : f32, !tiny.buffer<4xf32, global>, index
  %f = tiny.end %u over %j
  tiny.sink %f
}

// -----

// A kernel that reads a state runs before the one that overwrites it.

// CHECK: tiny.function @write_after_read(%[[A:.+]]: !tiny.buffer<4xf32, global>, %[[O:[a-z0-9]+]]: !tiny.buffer<4xf32, global>)
// CHECK: tiny.call @{{.+}}(%[[O]], %[[A]])
// CHECK: tiny.call @{{.+}}(%[[A]])
tiny.function @write_after_read(%a: !tiny.buffer<4xf32, global>, %o: !tiny.buffer<4xf32, global>) {
  %z = tiny.const 0.0 : f32
  %j = tiny.range 4 weak id 1
  %u = tiny.store %z, %a[%j] : f32, !tiny.buffer<4xf32, global>, index
  %f = tiny.end %u over %j
  %i = tiny.range 4 weak id 0
  %x = tiny.load %a[%i] : !tiny.buffer<4xf32, global>, index
  %t = tiny.store %x, %o[%i] : f32, !tiny.buffer<4xf32, global>, index
  %e = tiny.end %t over %i
  tiny.sink %f, %e
}

// -----

// A store without a loop is a kernel too.

// CHECK: tiny.kernel @E(
// CHECK: tiny.call @E(
tiny.function @scalar(%o: !tiny.buffer<f32, global>) {
  %z = tiny.const 0.0 : f32
  %i = tiny.const 0 : index
  %t = tiny.store %z, %o[%i] : f32, !tiny.buffer<f32, global>, index
  tiny.sink %t
}

// -----

// Kernels of equal sizes that differ get different names.

// CHECK-DAG: tiny.kernel @E_4(
// CHECK-DAG: tiny.kernel @E_4_0(
tiny.function @names(%a: !tiny.buffer<4xf32, global>, %o: !tiny.buffer<4xf32, global>) {
  %z = tiny.const 0.0 : f32
  %i = tiny.range 4 weak id 0
  %t = tiny.store %z, %o[%i] : f32, !tiny.buffer<4xf32, global>, index
  %e = tiny.end %t over %i
  %y = tiny.const 1.0 : f32
  %j = tiny.range 4 weak id 1
  %u = tiny.store %y, %a[%j] : f32, !tiny.buffer<4xf32, global>, index
  %f = tiny.end %u over %j
  tiny.sink %e, %f
}

// -----

// Opts go from the end to the kernel, and make it another one.

// CHECK-DAG: tiny.kernel @[[WITH:.+]]({{.+}}) attributes {tiny.opts = "upcast:0:4"}
// CHECK-DAG: tiny.kernel @[[WITHOUT:.+]](%{{[a-z0-9]+}}: !tiny.buffer<4xf32, global>) {
// CHECK: tiny.function @opts
tiny.function @opts(%o: !tiny.buffer<4xf32, global>, %p: !tiny.buffer<4xf32, global>) {
  %z = tiny.const 0.0 : f32
  %i = tiny.range 4 weak id 0
  %t = tiny.store %z, %o[%i] : f32, !tiny.buffer<4xf32, global>, index
  %e = tiny.end %t over %i {tiny.opts = "upcast:0:4"}
  %j = tiny.range 4 weak id 1
  %u = tiny.store %z, %p[%j] : f32, !tiny.buffer<4xf32, global>, index
  %f = tiny.end %u over %j
  tiny.sink %e, %f
}
