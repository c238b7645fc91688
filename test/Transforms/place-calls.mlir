// RUN: tiny-opt %s --split-input-file --tiny-place-calls | FileCheck %s

// A loaded value lies in its buffer, any other is stored first; the result is
// made where it is to be stored.

// CHECK-LABEL: tiny.function @values(
// CHECK-SAME: %[[A:.+]]: !tiny.buffer<4xf32, global>, %[[O:.+]]: !tiny.buffer<4xf32, global>)
// CHECK: %[[Y:.+]] = tiny.add
// CHECK: %[[B:.+]] = tiny.buffer 0
// CHECK: %[[T:.+]] = tiny.store %[[Y]], %[[B]]
// CHECK: %[[B1:.+]] = tiny.after %[[B]], %[[T]]
// CHECK: %[[C:.+]] = tiny.call @k(%[[O]], %[[A]], %[[B1]])
// CHECK: tiny.sink %[[C]]
tiny.kernel @k(%o: !tiny.buffer<4xf32, global>, %a: !tiny.buffer<4xf32, global>, %b: !tiny.buffer<4xf32, global>) {
  %x = tiny.load %a : !tiny.buffer<4xf32, global>
  %y = tiny.load %b : !tiny.buffer<4xf32, global>
  %z = tiny.add %x, %y : tensor<4xf32>, tensor<4xf32>
  %t = tiny.store %z, %o : tensor<4xf32>, !tiny.buffer<4xf32, global>
  tiny.sink %t
}
tiny.function @values(%a: !tiny.buffer<4xf32, global>, %o: !tiny.buffer<4xf32, global>) {
  %u = tiny.undefined : tensor<4xf32>
  %x = tiny.load %a : !tiny.buffer<4xf32, global>
  %y = tiny.add %x, %x : tensor<4xf32>, tensor<4xf32>
  %c = tiny.apply @k(%u, %x, %y) : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
  %z = tiny.applied %u by %c : tensor<4xf32>
  %s = tiny.store %z, %o : tensor<4xf32>, !tiny.buffer<4xf32, global>
  tiny.sink %s
}

// -----

// A result that goes back to where its value was loaded from is made in place,
// one call after another.

// CHECK-LABEL: tiny.function @in_place(
// CHECK-SAME: %[[A:.+]]: !tiny.buffer<4xf32, global>)
// CHECK: %[[C:.+]] = tiny.call @inc(%[[A]])
// CHECK: %[[A1:.+]] = tiny.after %[[A]], %[[C]]
// CHECK: %[[D:.+]] = tiny.call @inc(%[[A1]])
// CHECK: tiny.sink %[[D]]
tiny.kernel @inc(%a: !tiny.buffer<4xf32, global>) {
  %x = tiny.load %a : !tiny.buffer<4xf32, global>
  %y = tiny.add %x, %x : tensor<4xf32>, tensor<4xf32>
  %t = tiny.store %y, %a : tensor<4xf32>, !tiny.buffer<4xf32, global>
  tiny.sink %t
}
tiny.function @in_place(%a: !tiny.buffer<4xf32, global>) {
  %x = tiny.load %a : !tiny.buffer<4xf32, global>
  %c = tiny.apply @inc(%x) : tensor<4xf32>
  %y = tiny.applied %x by %c : tensor<4xf32>
  %d = tiny.apply @inc(%y) : tensor<4xf32>
  %z = tiny.applied %y by %d : tensor<4xf32>
  %s = tiny.store %z, %a : tensor<4xf32>, !tiny.buffer<4xf32, global>
  tiny.sink %s
}

// -----

// Not in place where what waits for the call reads the old content.

// CHECK-LABEL: tiny.function @read_later(
// CHECK-SAME: %[[A:.+]]: !tiny.buffer<4xf32, global>, %[[O:.+]]: !tiny.buffer<4xf32, global>)
// CHECK: %[[B:.+]] = tiny.buffer 0
// CHECK: %[[T:.+]] = tiny.store %{{.+}}, %[[B]]
// CHECK: %[[B1:.+]] = tiny.after %[[B]], %[[T]]
// CHECK: tiny.call @inc(%[[B1]])
// CHECK: tiny.store %{{.+}}, %[[A]]
tiny.kernel @inc(%a: !tiny.buffer<4xf32, global>) {
  %x = tiny.load %a : !tiny.buffer<4xf32, global>
  %t = tiny.store %x, %a : tensor<4xf32>, !tiny.buffer<4xf32, global>
  tiny.sink %t
}
tiny.function @read_later(%a: !tiny.buffer<4xf32, global>, %o: !tiny.buffer<4xf32, global>) {
  %x = tiny.load %a : !tiny.buffer<4xf32, global>
  %c = tiny.apply @inc(%x) : tensor<4xf32>
  %y = tiny.applied %x by %c : tensor<4xf32>
  %z = tiny.add %x, %y : tensor<4xf32>, tensor<4xf32>
  %s = tiny.store %y, %a : tensor<4xf32>, !tiny.buffer<4xf32, global>
  %t = tiny.store %z, %o : tensor<4xf32>, !tiny.buffer<4xf32, global>
  tiny.sink %s, %t
}

// -----

// What the function leaves behind is no storage for the next call.

// CHECK-LABEL: tiny.function @both(
// CHECK-SAME: %[[A:.+]]: !tiny.buffer<4xf32, global>, %[[O:.+]]: !tiny.buffer<4xf32, global>, %[[P:.+]]: !tiny.buffer<4xf32, global>)
// CHECK: %[[C:.+]] = tiny.call @inc(%{{.+}})
// CHECK: %[[O1:.+]] = tiny.after %{{.+}}, %[[C]]
// CHECK: %[[X:.+]] = tiny.load %[[O1]]
// CHECK: %[[T:.+]] = tiny.store %[[X]], %[[P]]
// CHECK: %[[P1:.+]] = tiny.after %[[P]], %[[T]]
// CHECK: tiny.call @inc(%[[P1]])
tiny.kernel @inc(%a: !tiny.buffer<4xf32, global>) {
  %x = tiny.load %a : !tiny.buffer<4xf32, global>
  %t = tiny.store %x, %a : tensor<4xf32>, !tiny.buffer<4xf32, global>
  tiny.sink %t
}
tiny.function @both(%a: !tiny.buffer<4xf32, global>, %o: !tiny.buffer<4xf32, global>, %p: !tiny.buffer<4xf32, global>) {
  %x = tiny.load %a : !tiny.buffer<4xf32, global>
  %c = tiny.apply @inc(%x) : tensor<4xf32>
  %y = tiny.applied %x by %c : tensor<4xf32>
  %d = tiny.apply @inc(%y) : tensor<4xf32>
  %z = tiny.applied %y by %d : tensor<4xf32>
  %s = tiny.store %y, %o : tensor<4xf32>, !tiny.buffer<4xf32, global>
  %t = tiny.store %z, %p : tensor<4xf32>, !tiny.buffer<4xf32, global>
  tiny.sink %s, %t
}
