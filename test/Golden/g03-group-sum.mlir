// RUN: tiny-opt %s --tiny-schedule-pipeline --tiny-simplify --tiny-optimize="opts=group:0:8 \
// RUN:   target=sim" --tiny-simplify | FileCheck %s --check-prefix=OPT
// RUN: tiny-opt %s --tiny-schedule-pipeline --tiny-simplify --tiny-optimize="opts=group:0:8 \
// RUN:   target=sim" --tiny-simplify --tiny-expand --tiny-lower-reduce --tiny-order | \
// RUN:   FileCheck %s --check-prefix=ORDER

// A sum that the items of a workgroup share: each leaves its part in local memory,
// and a loop of its own adds the parts.

// OPT: tiny.kernel @r_4_64(
// OPT:   tiny.range 4 global id 0
// OPT:   %[[R:.+]] = tiny.range 8 reduce id 1
// OPT:   %[[G:.+]] = tiny.range 8 group_reduce id 2
// OPT:   %[[M:.+]] = tiny.mul %[[R]],
// OPT:   %[[N:.+]] = tiny.add %{{.+}}, %[[M]]
// OPT:   %[[X:.+]] = tiny.add %[[N]], %[[G]]
// OPT:   %[[V:.+]] = tiny.load %arg1[%[[X]]]
// OPT:   tiny.reduce add %[[V]] over %[[R]], %[[G]]

//     ORDER: tiny.kernel @r_4_64(
// ORDER-DAG:   %[[PART:.+]] = tiny.buffer 0 : !tiny.buffer<f32, reg>
// ORDER-DAG:   %[[PARTS:.+]] = tiny.buffer 0 : !tiny.buffer<8xf32, local>
// ORDER-DAG:   %[[SUM:.+]] = tiny.buffer 1 : !tiny.buffer<f32, reg>
//     ORDER:   %[[I:.+]] = tiny.range 4 global id 0
//     ORDER:   %[[G:.+]] = tiny.range 8 group_reduce id 2
//     ORDER:   tiny.after %[[PART]], %[[I]], %[[G]]
//     ORDER:   %[[R:.+]] = tiny.range 8 reduce id 1
//     ORDER:   tiny.load %arg1
//     ORDER:   %[[LOOP:.+]] = tiny.end %{{.+}} over %[[R]]
//     ORDER:   %[[DONE:.+]] = tiny.after %[[PART]], %[[LOOP]]
//     ORDER:   %[[MINE:.+]] = tiny.load %[[DONE]]
//     ORDER:   %[[SHARED:.+]] = tiny.store %[[MINE]], %[[PARTS]][%[[G]]]
//     ORDER:   %[[ALL:.+]] = tiny.end %[[SHARED]] over %[[G]]
//     ORDER:   %[[READ:.+]] = tiny.after %[[PARTS]], %[[ALL]]
//     ORDER:   tiny.after %[[SUM]], %[[I]]
//     ORDER:   %[[S:.+]] = tiny.range 8 reduce id 3
//     ORDER:   tiny.load %[[READ]][%[[S]]]
//     ORDER:   tiny.end %{{.+}} over %[[S]]
//     ORDER:   tiny.store %{{.+}}, %arg0[%[[I]]]
//     ORDER:   tiny.end %{{.+}} over %[[I]]
tiny.function @row_sum(%o: !tiny.buffer<4x1xf32, global>, %a: !tiny.buffer<4x64xf32, global>) {
  %x = tiny.load %a : !tiny.buffer<4x64xf32, global>
  %s = tiny.reduce add %x axes [1] : tensor<4x64xf32>
  %t = tiny.store %s, %o : tensor<4x1xf32>, !tiny.buffer<4x1xf32, global>
  tiny.sink %t
}
