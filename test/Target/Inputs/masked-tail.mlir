// o = sqrt(x) on 1001 numbers: the last thread has one of four.
module {
  gpu.module @masked_tail {
    gpu.func @masked_tail(%x: memref<1001xf32, #gpu.address_space<global>>,
                          %o: memref<1001xf32, #gpu.address_space<global>>)
        kernel attributes {known_block_size = array<i32: 64, 1, 1>,
                           known_grid_size = array<i32: 4, 1, 1>} {
      %c4 = arith.constant 4 : index
      %c256 = arith.constant 256 : index
      %ones = arith.constant dense<1.0> : vector<4xf32>
      %lanes = arith.constant dense<[0, 1, 2, 3]> : vector<4xindex>
      %size = arith.constant dense<1001> : vector<4xindex>
      %block = gpu.block_id x
      %thread = gpu.thread_id x
      %first = arith.muli %block, %c256 : index
      %own = arith.muli %thread, %c4 : index
      %i = arith.addi %first, %own : index
      %start = vector.broadcast %i : index to vector<4xindex>
      %places = arith.addi %start, %lanes : vector<4xindex>
      %mask = arith.cmpi slt, %places, %size : vector<4xindex>
      %a = vector.maskedload %x[%i], %mask, %ones
        : memref<1001xf32, #gpu.address_space<global>>, vector<4xi1>,
          vector<4xf32> into vector<4xf32>
      %b = math.sqrt %a : vector<4xf32>
      vector.maskedstore %o[%i], %mask, %b
        : memref<1001xf32, #gpu.address_space<global>>, vector<4xi1>,
          vector<4xf32>
      gpu.return
    }
  }
}
