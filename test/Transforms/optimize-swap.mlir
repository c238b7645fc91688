// RUN: tiny-opt %s --tiny-optimize="opts=swap:0:1,upcast:0:2" | FileCheck %s

// The loops change places; from then on axis 0 is the other range.

// CHECK: %[[I:.+]] = tiny.range 4 weak id 1
// CHECK: %[[J:.+]] = tiny.range 4 weak id 0
// CHECK: %[[U:.+]] = tiny.range 2 upcast id 2
// CHECK: tiny.end %{{.+}} over %[[J]], %[[I]], %[[U]]
tiny.kernel @fill(%o: !tiny.buffer<4x8xf32, global>) {
  %z = tiny.const 0.0 : f32
  %c8 = tiny.const 8 : index
  %i = tiny.range 4 weak id 0
  %j = tiny.range 8 weak id 1
  %m = tiny.mul %i, %c8 : index, index
  %x = tiny.add %m, %j : index, index
  %t = tiny.store %z, %o[%x] : f32, !tiny.buffer<4x8xf32, global>, index
  %e = tiny.end %t over %i, %j
  tiny.sink %e
}
