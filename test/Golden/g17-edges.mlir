// RUN: tiny-opt %s --tiny-schedule-pipeline | FileCheck %s

// Two buffers that take values from each other are copied as far as that needs;
// zeros are one store without a read; what nobody stores is no kernel.

//     CHECK: tiny.function @swap(
//     CHECK:   %[[B:.+]] = tiny.buffer
//     CHECK:   %[[COPY:.+]] = tiny.call @{{E_4[_0-9]*}}(%[[B]], %arg{{[01]}})
//     CHECK:   tiny.after %[[B]], %[[COPY]]
//     CHECK:   tiny.call @{{.+}}(%arg0, %arg1,
// CHECK-NOT:   tiny.call
//     CHECK:   tiny.sink
//     CHECK: tiny.function @zeros(
//     CHECK:   tiny.call @{{E_4[_0-9]*}}(%arg0)
// CHECK-NOT:   tiny.call
//     CHECK:   tiny.sink
//     CHECK: tiny.function @unread(
// CHECK-NOT:   tiny.call
//     CHECK:   tiny.sink
tiny.function @swap(%a: !tiny.buffer<4xf32, global>, %b: !tiny.buffer<4xf32, global>) {
  %c1 = tiny.const 1 : index
  %c2 = tiny.const 2 : index
  %x = tiny.load %a : !tiny.buffer<4xf32, global>
  %y = tiny.load %b : !tiny.buffer<4xf32, global>
  %c = tiny.add %x, %c1 : tensor<4xf32>, index
  %d = tiny.mul %y, %c2 : tensor<4xf32>, index
  %t = tiny.store %d, %a : tensor<4xf32>, !tiny.buffer<4xf32, global>
  %u = tiny.store %c, %b : tensor<4xf32>, !tiny.buffer<4xf32, global>
  tiny.sink %t, %u
}

tiny.function @zeros(%o: !tiny.buffer<4xf32, global>) {
  %z = tiny.const 0.0 : f32
  %x = tiny.expand %z [4] : f32
  %t = tiny.store %x, %o : tensor<4xf32>, !tiny.buffer<4xf32, global>
  tiny.sink %t
}
tiny.function @unread(%o: !tiny.buffer<4xf32, global>) {
  %i = tiny.iota 0 : tensor<8xindex>
  %c = tiny.cast %i to f32 : tensor<8xindex>
  %x = tiny.contiguous %c : tensor<8xf32>
  tiny.sink
}
