// RUN: tiny-opt %s --split-input-file --tiny-split-kernels --verify-diagnostics

// One kernel cannot read a buffer both before and after it is overwritten.

tiny.function @cycle(%a: !tiny.buffer<4xf32, global>, %o: !tiny.buffer<4xf32, global>) {
  %z = tiny.const 0.0 : f32
  %j = tiny.range 4 weak id 1
  %u = tiny.store %z, %a[%j] : f32, !tiny.buffer<4xf32, global>, index
  // expected-error @below {{'tiny.call' op reads a state of a buffer that must be overwritten before}}
  %f = tiny.end %u over %j
  %a1 = tiny.after %a, %f : !tiny.buffer<4xf32, global>, !tiny.token
  %i = tiny.range 4 weak id 0
  %x = tiny.load %a[%i] : !tiny.buffer<4xf32, global>, index
  %y = tiny.load %a1[%i] : !tiny.buffer<4xf32, global>, index
  %s = tiny.add %x, %y : f32, f32
  %t = tiny.store %s, %o[%i] : f32, !tiny.buffer<4xf32, global>, index
  %e = tiny.end %t over %i
  tiny.sink %e
}
