// o = 2 x + y on 4096 numbers: one vector of four per thread.
module {
  gpu.module @saxpy {
    gpu.func @saxpy(%x: memref<4096xf32, #gpu.address_space<global>>,
                    %y: memref<4096xf32, #gpu.address_space<global>>,
                    %o: memref<4096xf32, #gpu.address_space<global>>)
        kernel attributes {known_block_size = array<i32: 128, 1, 1>,
                           known_grid_size = array<i32: 8, 1, 1>} {
      %c4 = arith.constant 4 : index
      %c512 = arith.constant 512 : index
      %two = arith.constant dense<2.0> : vector<4xf32>
      %block = gpu.block_id x
      %thread = gpu.thread_id x
      %first = arith.muli %block, %c512 : index
      %own = arith.muli %thread, %c4 : index
      %i = arith.addi %first, %own : index
      %a = vector.load %x[%i] {alignment = 16 : i64}
        : memref<4096xf32, #gpu.address_space<global>>, vector<4xf32>
      %b = vector.load %y[%i] {alignment = 16 : i64}
        : memref<4096xf32, #gpu.address_space<global>>, vector<4xf32>
      %c = math.fma %a, %two, %b : vector<4xf32>
      vector.store %c, %o[%i] {alignment = 16 : i64}
        : memref<4096xf32, #gpu.address_space<global>>, vector<4xf32>
      gpu.return
    }
  }
}
