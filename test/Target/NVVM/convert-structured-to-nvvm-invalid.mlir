// RUN: tiny-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(gpu.module(convert-structured-to-nvvm))'

// There is no library of functions.

gpu.module @functions {
  gpu.func @functions(%x: f32, %y: f64) {
    // expected-error @below {{'math.sin' op is no instruction of this target: what it can be made of is for `tiny-decompose-math` to say}}
    %0 = math.sin %x : f32
    // expected-error @below {{'math.exp2' op is no instruction of this target}}
    %1 = math.exp2 %y : f64
    // expected-error @below {{'math.log2' op is no instruction of this target}}
    %2 = math.log2 %y : f64
    // expected-error @below {{'math.tanh' op is no instruction of this target}}
    %3 = math.tanh %x : f32
    gpu.return
  }
}
