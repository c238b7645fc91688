// RUN: tiny-opt %s --pass-pipeline='builtin.module(tiny.kernel(tiny-optimize{opts=upcast:0:4}))' --verify-diagnostics

// An opt by hand does not split a symbolic axis.

// expected-error @below {{'tiny.kernel' op cannot apply 'upcast:0:4': axis 0 (weak, extent 64) has a symbolic extent}}
tiny.kernel @symbolic(%o: !tiny.buffer<64xf32, global>, %a: !tiny.buffer<64xf32, global>) {
  %n = tiny.variable "n" [0, 64]
  %i = tiny.range 64 limit %n weak id 0
  %x = tiny.load %a[%i] : !tiny.buffer<64xf32, global>, index
  %s = tiny.store %x, %o[%i] : f32, !tiny.buffer<64xf32, global>, index
  %e = tiny.end %s over %i
  tiny.sink %e
}
