// RUN: tiny-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(gpu.module(convert-structured-to-rocdl))'

// There is no library of functions.

gpu.module @functions {
  gpu.func @functions(%x: f32) {
    // expected-error @below {{'math.sin' op is no instruction of this target: what it can be made of is for `tiny-decompose-math` to say}}
    %0 = math.sin %x : f32
    gpu.return
  }
}

// -----

// Instructions of NVIDIA's chips are none of AMD's.

gpu.module @other {
  gpu.func @other() {
    // expected-error @below {{failed to legalize operation 'nvvm.cp.async.commit.group'}}
    nvvm.cp.async.commit.group
    gpu.return
  }
}
