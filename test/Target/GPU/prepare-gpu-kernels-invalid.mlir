// RUN: tiny-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(gpu.module(tiny-prepare-gpu-kernels))'

gpu.module @spaces {
  // expected-error @below {{'gpu.func' op is no kernel of one-dimensional buffers in global memory, and then variables of type index}}
  gpu.func @default_space(%a: memref<8xf32>) kernel {
    gpu.return
  }
}

// -----

gpu.module @shapes {
  // expected-error @below {{is no kernel of one-dimensional buffers}}
  gpu.func @dynamic(%a: memref<?xf32, #gpu.address_space<global>>) kernel {
    gpu.return
  }
}

// -----

gpu.module @order {
  // expected-error @below {{is no kernel of one-dimensional buffers}}
  gpu.func @variables_first(%n: index, %a: memref<8xf32, #gpu.address_space<global>>) kernel {
    gpu.return
  }
}

// -----

gpu.module @scalars {
  // expected-error @below {{is no kernel of one-dimensional buffers}}
  gpu.func @float(%x: f32) kernel {
    gpu.return
  }
}
