// RUN: not tiny-opt %s --tiny-optimize="opts=thread:0" 2>&1 | FileCheck %s

// With two loops side by side each thread would run both.

// CHECK: error: 'tiny.kernel' op cannot apply 'thread:0': axis 0 (weak, extent 8) is not closed by the only 'tiny.end'
tiny.kernel @two_loops(%o: !tiny.buffer<8xf32, global>,
                       %p: !tiny.buffer<8xf32, global>) {
  %z = tiny.const 0.0 : f32
  %i = tiny.range 8 weak id 0
  %t = tiny.store %z, %o[%i] : f32, !tiny.buffer<8xf32, global>, index
  %e = tiny.end %t over %i
  %j = tiny.range 8 weak id 1
  %u = tiny.store %z, %p[%j] : f32, !tiny.buffer<8xf32, global>, index
  %f = tiny.end %u over %j
  tiny.sink %e, %f
}
