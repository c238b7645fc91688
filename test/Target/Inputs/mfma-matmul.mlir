// c = a times b transposed, on 256 x 256 halves: a wave of 64 lanes per tile of
// 16 x 16. A lane has four halves of a row of both, and of the sums a column of four
// rows.
!in = memref<65536xf16, #gpu.address_space<global>>
!out = memref<65536xf32, #gpu.address_space<global>>
module {
  gpu.module @mfma_matmul {
    gpu.func @mfma_matmul(%a: !in, %b: !in, %c: !out)
        kernel attributes {known_block_size = array<i32: 64, 1, 1>,
                           known_grid_size = array<i32: 16, 16, 1>} {
      %zero = arith.constant dense<0.0> : vector<4xf32>
      %c0 = arith.constant 0 : index
      %c4 = arith.constant 4 : index
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
      %own = arith.muli %part, %c4 : index
      %a_from = arith.addi %a_begin, %own : index
      %b_from = arith.addi %b_begin, %own : index
      %f = scf.for %k = %c0 to %c256 step %c16 iter_args(%z = %zero) -> (vector<4xf32>) {
        %a_at = arith.addi %a_from, %k : index
        %b_at = arith.addi %b_from, %k : index
        %x = vector.load %a[%a_at] {alignment = 8 : i64} : !in, vector<4xf16>
        %y = vector.load %b[%b_at] {alignment = 8 : i64} : !in, vector<4xf16>
        %m = amdgpu.mfma 16x16x16 %x * %y + %z blgp = none
          : vector<4xf16>, vector<4xf16>, vector<4xf32>
        scf.yield %m : vector<4xf32>
      }

      %own_row = arith.muli %part, %c4 : index
      %out_row = arith.addi %tile_row, %own_row : index
      %out_begin = arith.muli %out_row, %c256 : index
      %out = arith.addi %out_begin, %b_row : index
      %e:4 = vector.to_elements %f : vector<4xf32>
      memref.store %e#0, %c[%out] : !out
      %d1 = arith.constant 256 : index
      %at1 = arith.addi %out, %d1 : index
      memref.store %e#1, %c[%at1] : !out
      %d2 = arith.constant 512 : index
      %at2 = arith.addi %out, %d2 : index
      memref.store %e#2, %c[%at2] : !out
      %d3 = arith.constant 768 : index
      %at3 = arith.addi %out, %d3 : index
      memref.store %e#3, %c[%at3] : !out
      gpu.return
    }
  }
}
