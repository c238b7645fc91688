// The softmax of 64 rows of 768 numbers: one warp per row, 24 numbers per lane in
// six vectors; five exchanges for the largest, and five for the sum.
!rows = memref<49152xf32, #gpu.address_space<global>>
module {
  gpu.module @row_softmax {
    gpu.func @row_softmax(%x: !rows, %o: !rows)
        kernel attributes {known_block_size = array<i32: 32, 1, 1>,
                           known_grid_size = array<i32: 64, 1, 1>} {
      %c4 = arith.constant 4 : index
      %c768 = arith.constant 768 : index
      %width = arith.constant 32 : i32
      %d1 = arith.constant 1 : i32
      %d2 = arith.constant 2 : i32
      %d4 = arith.constant 4 : i32
      %d8 = arith.constant 8 : i32
      %d16 = arith.constant 16 : i32
      %one = arith.constant 1.0 : f32
      %minus_log2e = arith.constant -1.44269504 : f32
      %log2e = arith.constant dense<1.44269504> : vector<4xf32>
      %row = gpu.block_id x
      %lane = gpu.thread_id x
      %first = arith.muli %row, %c768 : index
      %own = arith.muli %lane, %c4 : index
      %i0 = arith.addi %first, %own : index
      %c128 = arith.constant 128 : index
      %i1 = arith.addi %i0, %c128 : index
      %c256 = arith.constant 256 : index
      %i2 = arith.addi %i0, %c256 : index
      %c384 = arith.constant 384 : index
      %i3 = arith.addi %i0, %c384 : index
      %c512 = arith.constant 512 : index
      %i4 = arith.addi %i0, %c512 : index
      %c640 = arith.constant 640 : index
      %i5 = arith.addi %i0, %c640 : index
      %x0 = vector.load %x[%i0] {alignment = 16 : i64} : !rows, vector<4xf32>
      %x1 = vector.load %x[%i1] {alignment = 16 : i64} : !rows, vector<4xf32>
      %x2 = vector.load %x[%i2] {alignment = 16 : i64} : !rows, vector<4xf32>
      %x3 = vector.load %x[%i3] {alignment = 16 : i64} : !rows, vector<4xf32>
      %x4 = vector.load %x[%i4] {alignment = 16 : i64} : !rows, vector<4xf32>
      %x5 = vector.load %x[%i5] {alignment = 16 : i64} : !rows, vector<4xf32>

      %v1 = arith.maxnumf %x0, %x1 : vector<4xf32>
      %v2 = arith.maxnumf %v1, %x2 : vector<4xf32>
      %v3 = arith.maxnumf %v2, %x3 : vector<4xf32>
      %v4 = arith.maxnumf %v3, %x4 : vector<4xf32>
      %v5 = arith.maxnumf %v4, %x5 : vector<4xf32>
      %m0 = vector.reduction <maxnumf>, %v5 : vector<4xf32> into f32
      %m0_other, %m0_valid = gpu.shuffle xor %m0, %d1, %width : f32
      %m1 = arith.maxnumf %m0, %m0_other : f32
      %m1_other, %m1_valid = gpu.shuffle xor %m1, %d2, %width : f32
      %m2 = arith.maxnumf %m1, %m1_other : f32
      %m2_other, %m2_valid = gpu.shuffle xor %m2, %d4, %width : f32
      %m3 = arith.maxnumf %m2, %m2_other : f32
      %m3_other, %m3_valid = gpu.shuffle xor %m3, %d8, %width : f32
      %m4 = arith.maxnumf %m3, %m3_other : f32
      %m4_other, %m4_valid = gpu.shuffle xor %m4, %d16, %width : f32
      %m5 = arith.maxnumf %m4, %m4_other : f32
      %shift0 = arith.mulf %m5, %minus_log2e : f32
      %shift = vector.broadcast %shift0 : f32 to vector<4xf32>

      %s0 = math.fma %x0, %log2e, %shift : vector<4xf32>
      %e0 = math.exp2 %s0 : vector<4xf32>
      %s1 = math.fma %x1, %log2e, %shift : vector<4xf32>
      %e1 = math.exp2 %s1 : vector<4xf32>
      %s2 = math.fma %x2, %log2e, %shift : vector<4xf32>
      %e2 = math.exp2 %s2 : vector<4xf32>
      %s3 = math.fma %x3, %log2e, %shift : vector<4xf32>
      %e3 = math.exp2 %s3 : vector<4xf32>
      %s4 = math.fma %x4, %log2e, %shift : vector<4xf32>
      %e4 = math.exp2 %s4 : vector<4xf32>
      %s5 = math.fma %x5, %log2e, %shift : vector<4xf32>
      %e5 = math.exp2 %s5 : vector<4xf32>
      %w1 = arith.addf %e0, %e1 : vector<4xf32>
      %w2 = arith.addf %w1, %e2 : vector<4xf32>
      %w3 = arith.addf %w2, %e3 : vector<4xf32>
      %w4 = arith.addf %w3, %e4 : vector<4xf32>
      %w5 = arith.addf %w4, %e5 : vector<4xf32>
      %t0 = vector.reduction <add>, %w5 : vector<4xf32> into f32
      %t0_other, %t0_valid = gpu.shuffle xor %t0, %d1, %width : f32
      %t1 = arith.addf %t0, %t0_other : f32
      %t1_other, %t1_valid = gpu.shuffle xor %t1, %d2, %width : f32
      %t2 = arith.addf %t1, %t1_other : f32
      %t2_other, %t2_valid = gpu.shuffle xor %t2, %d4, %width : f32
      %t3 = arith.addf %t2, %t2_other : f32
      %t3_other, %t3_valid = gpu.shuffle xor %t3, %d8, %width : f32
      %t4 = arith.addf %t3, %t3_other : f32
      %t4_other, %t4_valid = gpu.shuffle xor %t4, %d16, %width : f32
      %t5 = arith.addf %t4, %t4_other : f32
      %r = arith.divf %one, %t5 : f32
      %rs = vector.broadcast %r : f32 to vector<4xf32>

      %o0 = arith.mulf %e0, %rs : vector<4xf32>
      vector.store %o0, %o[%i0] {alignment = 16 : i64} : !rows, vector<4xf32>
      %o1 = arith.mulf %e1, %rs : vector<4xf32>
      vector.store %o1, %o[%i1] {alignment = 16 : i64} : !rows, vector<4xf32>
      %o2 = arith.mulf %e2, %rs : vector<4xf32>
      vector.store %o2, %o[%i2] {alignment = 16 : i64} : !rows, vector<4xf32>
      %o3 = arith.mulf %e3, %rs : vector<4xf32>
      vector.store %o3, %o[%i3] {alignment = 16 : i64} : !rows, vector<4xf32>
      %o4 = arith.mulf %e4, %rs : vector<4xf32>
      vector.store %o4, %o[%i4] {alignment = 16 : i64} : !rows, vector<4xf32>
      %o5 = arith.mulf %e5, %rs : vector<4xf32>
      vector.store %o5, %o[%i5] {alignment = 16 : i64} : !rows, vector<4xf32>
      gpu.return
    }
  }
}
