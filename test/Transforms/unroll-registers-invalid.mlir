// RUN: tiny-opt %s --split-input-file --tiny-unroll-registers=target=sim --verify-diagnostics

// An index that is loaded cannot be a constant.

tiny.kernel @loaded(%o: !tiny.buffer<1xi32, global>) {
  %c0 = tiny.const 0 : index
  %i = tiny.load %o[%c0] : !tiny.buffer<1xi32, global>, index
  %r = tiny.buffer 0 : !tiny.buffer<4xi32, reg>
  // expected-error @below {{'tiny.load' op chooses a register by a value that is known only when the kernel runs}}
  %v = tiny.load %r[%i] : !tiny.buffer<4xi32, reg>, i32
  %t = tiny.store %v, %o[%c0] : i32, !tiny.buffer<1xi32, global>, index
  tiny.sink %t
}

// -----

// Each item of a workgroup has registers of its own; its number is not one of
// a register.

tiny.kernel @item(%o: !tiny.buffer<4xi32, global>) {
  %l = tiny.range 4 local id 0
  %r = tiny.buffer 0 : !tiny.buffer<4xi32, reg>
  // expected-error @below {{'tiny.load' op chooses a register by a range of type local, which cannot be unrolled}}
  %v = tiny.load %r[%l] : !tiny.buffer<4xi32, reg>, index
  %t = tiny.store %v, %o[%l] : i32, !tiny.buffer<4xi32, global>, index
  %e = tiny.end %t over %l
  tiny.sink %e
}
