// table[ids[i]] += x[i], and the largest number seen.
module {
  gpu.module @atomics {
    gpu.func @atomics(%ids: memref<1024xi32, #gpu.address_space<global>>,
                      %x: memref<1024xf32, #gpu.address_space<global>>,
                      %table: memref<100xf32, #gpu.address_space<global>>,
                      %largest: memref<1xi32, #gpu.address_space<global>>)
        kernel attributes {known_block_size = array<i32: 256, 1, 1>,
                           known_grid_size = array<i32: 4, 1, 1>} {
      %c0 = arith.constant 0 : index
      %c256 = arith.constant 256 : index
      %block = gpu.block_id x
      %thread = gpu.thread_id x
      %first = arith.muli %block, %c256 : index
      %i = arith.addi %first, %thread : index
      %id = memref.load %ids[%i] : memref<1024xi32, #gpu.address_space<global>>
      %place = arith.index_cast %id : i32 to index
      %a = memref.load %x[%i] : memref<1024xf32, #gpu.address_space<global>>
      %0 = memref.atomic_rmw addf %a, %table[%place]
        : (f32, memref<100xf32, #gpu.address_space<global>>) -> f32
      %1 = memref.atomic_rmw maxs %id, %largest[%c0]
        : (i32, memref<1xi32, #gpu.address_space<global>>) -> i32
      gpu.return
    }
  }
}
