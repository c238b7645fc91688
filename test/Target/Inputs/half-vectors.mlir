// o = x x + x on 4096 halves: eight of them are one access.
module {
  gpu.module @half_vectors {
    gpu.func @half_vectors(%x: memref<4096xf16, #gpu.address_space<global>>,
                           %o: memref<4096xf16, #gpu.address_space<global>>)
        kernel attributes {known_block_size = array<i32: 128, 1, 1>,
                           known_grid_size = array<i32: 4, 1, 1>} {
      %c8 = arith.constant 8 : index
      %c1024 = arith.constant 1024 : index
      %block = gpu.block_id x
      %thread = gpu.thread_id x
      %first = arith.muli %block, %c1024 : index
      %own = arith.muli %thread, %c8 : index
      %i = arith.addi %first, %own : index
      %a = vector.load %x[%i] {alignment = 16 : i64}
        : memref<4096xf16, #gpu.address_space<global>>, vector<8xf16>
      %b = math.fma %a, %a, %a : vector<8xf16>
      vector.store %b, %o[%i] {alignment = 16 : i64}
        : memref<4096xf16, #gpu.address_space<global>>, vector<8xf16>
      gpu.return
    }
  }
}
