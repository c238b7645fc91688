// c = a times b transposed, on 256 x 256 halves: a wave of 32 lanes per tile of
// 16 x 16. A lane has 16 halves of a row of both, the other half of the wave the
// same again; of the sums it has a column of every second row.
!in = memref<65536xf16, #gpu.address_space<global>>
!out = memref<65536xf32, #gpu.address_space<global>>
module {
  gpu.module @wmma_matmul {
    gpu.func @wmma_matmul(%a: !in, %b: !in, %c: !out)
        kernel attributes {known_block_size = array<i32: 32, 1, 1>,
                           known_grid_size = array<i32: 16, 16, 1>} {
      %zero = arith.constant dense<0.0> : vector<8xf32>
      %c0 = arith.constant 0 : index
      %c16 = arith.constant 16 : index
      %c256 = arith.constant 256 : index
      %block_column = gpu.block_id x
      %block_row = gpu.block_id y
      %lane = gpu.thread_id x
      %line = arith.remui %lane, %c16 : index
      %part = arith.divui %lane, %c16 : index
      %tile_row = arith.muli %block_row, %c16 : index
      %tile_column = arith.muli %block_column, %c16 : index
      %a_row = arith.addi %tile_row, %line : index
      %b_row = arith.addi %tile_column, %line : index
      %a_begin = arith.muli %a_row, %c256 : index
      %b_begin = arith.muli %b_row, %c256 : index
      %f = scf.for %k = %c0 to %c256 step %c16 iter_args(%z = %zero) -> (vector<8xf32>) {
        %a_at = arith.addi %a_begin, %k : index
        %b_at = arith.addi %b_begin, %k : index
        %x = vector.load %a[%a_at] {alignment = 16 : i64} : !in, vector<16xf16>
        %y = vector.load %b[%b_at] {alignment = 16 : i64} : !in, vector<16xf16>
        %m = amdgpu.wmma 16x16x16 %x * %y + %z
          : vector<16xf16>, vector<16xf16>, vector<8xf32>
        scf.yield %m : vector<8xf32>
      }

      %out_row = arith.addi %tile_row, %part : index
      %out_begin = arith.muli %out_row, %c256 : index
      %out = arith.addi %out_begin, %b_row : index
      %e:8 = vector.to_elements %f : vector<8xf32>
      memref.store %e#0, %c[%out] : !out
      %d1 = arith.constant 512 : index
      %at1 = arith.addi %out, %d1 : index
      memref.store %e#1, %c[%at1] : !out
      %d2 = arith.constant 1024 : index
      %at2 = arith.addi %out, %d2 : index
      memref.store %e#2, %c[%at2] : !out
      %d3 = arith.constant 1536 : index
      %at3 = arith.addi %out, %d3 : index
      memref.store %e#3, %c[%at3] : !out
      %d4 = arith.constant 2048 : index
      %at4 = arith.addi %out, %d4 : index
      memref.store %e#4, %c[%at4] : !out
      %d5 = arith.constant 2560 : index
      %at5 = arith.addi %out, %d5 : index
      memref.store %e#5, %c[%at5] : !out
      %d6 = arith.constant 3072 : index
      %at6 = arith.addi %out, %d6 : index
      memref.store %e#6, %c[%at6] : !out
      %d7 = arith.constant 3584 : index
      %at7 = arith.addi %out, %d7 : index
      memref.store %e#7, %c[%at7] : !out
      gpu.return
    }
  }
}
