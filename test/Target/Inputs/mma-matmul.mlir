// c = a b on 256 x 256 halves, summed in single precision by tensor cores. A
// workgroup of four warps makes a tile of 64 x 64, a warp 32 x 32 of it: two by
// four instructions per 16 steps of k. Rows in shared memory are eight halves longer
// than the tile, so that the rows of a small matrix lie in different banks.
!in = memref<65536xf16, #gpu.address_space<global>>
!out = memref<65536xf32, #gpu.address_space<global>>
!shared_a = memref<2560xf16, #gpu.address_space<workgroup>>
!shared_b = memref<2304xf16, #gpu.address_space<workgroup>>
!matrices = !llvm.struct<(i32, i32, i32, i32)>
!sums = !llvm.struct<(f32, f32, f32, f32)>
module {
  gpu.module @mma_matmul {
    gpu.func @mma_matmul(%a: !in, %b: !in, %c: !out)
        workgroup(%s: !shared_a, %t: !shared_b)
        kernel attributes {known_block_size = array<i32: 128, 1, 1>,
                           known_grid_size = array<i32: 4, 4, 1>} {
      %zero = arith.constant dense<0.0> : vector<4xf32>
      %c0 = arith.constant 0 : index
      %c2 = arith.constant 2 : index
      %c4 = arith.constant 4 : index
      %c8 = arith.constant 8 : index
      %c16 = arith.constant 16 : index
      %c32 = arith.constant 32 : index
      %c40 = arith.constant 40 : index
      %c64 = arith.constant 64 : index
      %c72 = arith.constant 72 : index
      %c256 = arith.constant 256 : index
      %block_column = gpu.block_id x
      %block_row = gpu.block_id y
      %thread = gpu.thread_id x
      %warp = arith.divui %thread, %c32 : index
      %lane = arith.remui %thread, %c32 : index
      %warp_row = arith.divui %warp, %c2 : index
      %warp_column = arith.remui %warp, %c2 : index
      %tile_row = arith.muli %block_row, %c64 : index
      %tile_column = arith.muli %block_column, %c64 : index
      %part_row = arith.muli %warp_row, %c32 : index
      %part_column = arith.muli %warp_column, %c32 : index

      // A thread copies eight halves of two rows of a, and of two rows of b.
      %a_address = memref.extract_aligned_pointer_as_index %a : !in -> index
      %b_address = memref.extract_aligned_pointer_as_index %b : !in -> index
      %s_address = memref.extract_aligned_pointer_as_index %s : !shared_a -> index
      %t_address = memref.extract_aligned_pointer_as_index %t : !shared_b -> index
      %a_line = arith.divui %thread, %c4 : index
      %a_piece = arith.remui %thread, %c4 : index
      %a_offset = arith.muli %a_piece, %c8 : index
      %a_row = arith.addi %tile_row, %a_line : index
      %a_begin = arith.muli %a_row, %c256 : index
      %a_from = arith.addi %a_begin, %a_offset : index
      %s_begin = arith.muli %a_line, %c40 : index
      %s_to = arith.addi %s_begin, %a_offset : index
      %b_line = arith.divui %thread, %c8 : index
      %b_piece = arith.remui %thread, %c8 : index
      %b_offset = arith.muli %b_piece, %c8 : index
      %b_begin = arith.muli %b_line, %c256 : index
      %b_column = arith.addi %tile_column, %b_offset : index
      %b_from = arith.addi %b_begin, %b_column : index
      %t_begin = arith.muli %b_line, %c72 : index
      %t_to = arith.addi %t_begin, %b_offset : index

      %s_to0_b = arith.muli %s_to, %c2 : index
      %s_to0_i = arith.addi %s_address, %s_to0_b : index
      %s_to0_n = arith.index_cast %s_to0_i : index to i32
      %s_to0 = llvm.inttoptr %s_to0_n : i32 to !llvm.ptr<3>
      %t_to0_b = arith.muli %t_to, %c2 : index
      %t_to0_i = arith.addi %t_address, %t_to0_b : index
      %t_to0_n = arith.index_cast %t_to0_i : index to i32
      %t_to0 = llvm.inttoptr %t_to0_n : i32 to !llvm.ptr<3>
      %s_to1_d = arith.constant 1280 : index
      %s_to1_e = arith.addi %s_to, %s_to1_d : index
      %s_to1_b = arith.muli %s_to1_e, %c2 : index
      %s_to1_i = arith.addi %s_address, %s_to1_b : index
      %s_to1_n = arith.index_cast %s_to1_i : index to i32
      %s_to1 = llvm.inttoptr %s_to1_n : i32 to !llvm.ptr<3>
      %t_to1_d = arith.constant 1152 : index
      %t_to1_e = arith.addi %t_to, %t_to1_d : index
      %t_to1_b = arith.muli %t_to1_e, %c2 : index
      %t_to1_i = arith.addi %t_address, %t_to1_b : index
      %t_to1_n = arith.index_cast %t_to1_i : index to i32
      %t_to1 = llvm.inttoptr %t_to1_n : i32 to !llvm.ptr<3>

      // A lane has the address of a row of eight: of 16 rows, then of the 16 beside.
      %matrix_row = arith.remui %lane, %c16 : index
      %matrix_side = arith.divui %lane, %c16 : index
      %matrix_column = arith.muli %matrix_side, %c8 : index
      %s_row = arith.addi %part_row, %matrix_row : index
      %s_line = arith.muli %s_row, %c40 : index
      %s_at = arith.addi %s_line, %matrix_column : index
      %t_line = arith.muli %matrix_row, %c72 : index
      %t_column = arith.addi %part_column, %matrix_column : index
      %t_at = arith.addi %t_line, %t_column : index
      %pa00_b = arith.muli %s_at, %c2 : index
      %pa00_i = arith.addi %s_address, %pa00_b : index
      %pa00_n = arith.index_cast %pa00_i : index to i32
      %pa00 = llvm.inttoptr %pa00_n : i32 to !llvm.ptr<3>
      %pa01_d = arith.constant 640 : index
      %pa01_e = arith.addi %s_at, %pa01_d : index
      %pa01_b = arith.muli %pa01_e, %c2 : index
      %pa01_i = arith.addi %s_address, %pa01_b : index
      %pa01_n = arith.index_cast %pa01_i : index to i32
      %pa01 = llvm.inttoptr %pa01_n : i32 to !llvm.ptr<3>
      %pb00_b = arith.muli %t_at, %c2 : index
      %pb00_i = arith.addi %t_address, %pb00_b : index
      %pb00_n = arith.index_cast %pb00_i : index to i32
      %pb00 = llvm.inttoptr %pb00_n : i32 to !llvm.ptr<3>
      %pb01_d = arith.constant 16 : index
      %pb01_e = arith.addi %t_at, %pb01_d : index
      %pb01_b = arith.muli %pb01_e, %c2 : index
      %pb01_i = arith.addi %t_address, %pb01_b : index
      %pb01_n = arith.index_cast %pb01_i : index to i32
      %pb01 = llvm.inttoptr %pb01_n : i32 to !llvm.ptr<3>
      %pa10_d = arith.constant 16 : index
      %pa10_e = arith.addi %s_at, %pa10_d : index
      %pa10_b = arith.muli %pa10_e, %c2 : index
      %pa10_i = arith.addi %s_address, %pa10_b : index
      %pa10_n = arith.index_cast %pa10_i : index to i32
      %pa10 = llvm.inttoptr %pa10_n : i32 to !llvm.ptr<3>
      %pa11_d = arith.constant 656 : index
      %pa11_e = arith.addi %s_at, %pa11_d : index
      %pa11_b = arith.muli %pa11_e, %c2 : index
      %pa11_i = arith.addi %s_address, %pa11_b : index
      %pa11_n = arith.index_cast %pa11_i : index to i32
      %pa11 = llvm.inttoptr %pa11_n : i32 to !llvm.ptr<3>
      %pb10_d = arith.constant 1152 : index
      %pb10_e = arith.addi %t_at, %pb10_d : index
      %pb10_b = arith.muli %pb10_e, %c2 : index
      %pb10_i = arith.addi %t_address, %pb10_b : index
      %pb10_n = arith.index_cast %pb10_i : index to i32
      %pb10 = llvm.inttoptr %pb10_n : i32 to !llvm.ptr<3>
      %pb11_d = arith.constant 1168 : index
      %pb11_e = arith.addi %t_at, %pb11_d : index
      %pb11_b = arith.muli %pb11_e, %c2 : index
      %pb11_i = arith.addi %t_address, %pb11_b : index
      %pb11_n = arith.index_cast %pb11_i : index to i32
      %pb11 = llvm.inttoptr %pb11_n : i32 to !llvm.ptr<3>

      %f:8 = scf.for %k = %c0 to %c256 step %c32 iter_args(
          %z00 = %zero, %z01 = %zero, %z02 = %zero, %z03 = %zero,
          %z10 = %zero, %z11 = %zero, %z12 = %zero, %z13 = %zero)
          -> (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>,
              vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>) {
        %a_at = arith.addi %a_from, %k : index
        %k_row = arith.muli %k, %c256 : index
        %b_at = arith.addi %b_from, %k_row : index
        %ga0_b = arith.muli %a_at, %c2 : index
        %ga0_i = arith.addi %a_address, %ga0_b : index
        %ga0_n = arith.index_cast %ga0_i : index to i64
        %ga0 = llvm.inttoptr %ga0_n : i64 to !llvm.ptr<1>
        nvvm.cp.async.shared.global %s_to0, %ga0, 16, cache = cg : !llvm.ptr<3>, !llvm.ptr<1>
        %gb0_b = arith.muli %b_at, %c2 : index
        %gb0_i = arith.addi %b_address, %gb0_b : index
        %gb0_n = arith.index_cast %gb0_i : index to i64
        %gb0 = llvm.inttoptr %gb0_n : i64 to !llvm.ptr<1>
        nvvm.cp.async.shared.global %t_to0, %gb0, 16, cache = cg : !llvm.ptr<3>, !llvm.ptr<1>
        %ga1_d = arith.constant 8192 : index
        %ga1_e = arith.addi %a_at, %ga1_d : index
        %ga1_b = arith.muli %ga1_e, %c2 : index
        %ga1_i = arith.addi %a_address, %ga1_b : index
        %ga1_n = arith.index_cast %ga1_i : index to i64
        %ga1 = llvm.inttoptr %ga1_n : i64 to !llvm.ptr<1>
        nvvm.cp.async.shared.global %s_to1, %ga1, 16, cache = cg : !llvm.ptr<3>, !llvm.ptr<1>
        %gb1_d = arith.constant 4096 : index
        %gb1_e = arith.addi %b_at, %gb1_d : index
        %gb1_b = arith.muli %gb1_e, %c2 : index
        %gb1_i = arith.addi %b_address, %gb1_b : index
        %gb1_n = arith.index_cast %gb1_i : index to i64
        %gb1 = llvm.inttoptr %gb1_n : i64 to !llvm.ptr<1>
        nvvm.cp.async.shared.global %t_to1, %gb1, 16, cache = cg : !llvm.ptr<3>, !llvm.ptr<1>
        nvvm.cp.async.commit.group
        nvvm.cp.async.wait.group 0
        gpu.barrier

        %ma00 = nvvm.ldmatrix %pa00 {num = 4 : i32, layout = #nvvm.mma_layout<row>,
          shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>, eltType = #nvvm.ld_st_matrix_elt_type<b16>}
          : (!llvm.ptr<3>) -> !matrices
        %ra000 = llvm.extractvalue %ma00[0] : !matrices
        %a000 = llvm.bitcast %ra000 : i32 to vector<2xf16>
        %ra001 = llvm.extractvalue %ma00[1] : !matrices
        %a001 = llvm.bitcast %ra001 : i32 to vector<2xf16>
        %ra002 = llvm.extractvalue %ma00[2] : !matrices
        %a002 = llvm.bitcast %ra002 : i32 to vector<2xf16>
        %ra003 = llvm.extractvalue %ma00[3] : !matrices
        %a003 = llvm.bitcast %ra003 : i32 to vector<2xf16>
        %ma01 = nvvm.ldmatrix %pa01 {num = 4 : i32, layout = #nvvm.mma_layout<row>,
          shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>, eltType = #nvvm.ld_st_matrix_elt_type<b16>}
          : (!llvm.ptr<3>) -> !matrices
        %ra010 = llvm.extractvalue %ma01[0] : !matrices
        %a010 = llvm.bitcast %ra010 : i32 to vector<2xf16>
        %ra011 = llvm.extractvalue %ma01[1] : !matrices
        %a011 = llvm.bitcast %ra011 : i32 to vector<2xf16>
        %ra012 = llvm.extractvalue %ma01[2] : !matrices
        %a012 = llvm.bitcast %ra012 : i32 to vector<2xf16>
        %ra013 = llvm.extractvalue %ma01[3] : !matrices
        %a013 = llvm.bitcast %ra013 : i32 to vector<2xf16>
        %mb00 = nvvm.ldmatrix %pb00 {num = 4 : i32, layout = #nvvm.mma_layout<col>,
          shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>, eltType = #nvvm.ld_st_matrix_elt_type<b16>}
          : (!llvm.ptr<3>) -> !matrices
        %rb000 = llvm.extractvalue %mb00[0] : !matrices
        %b000 = llvm.bitcast %rb000 : i32 to vector<2xf16>
        %rb001 = llvm.extractvalue %mb00[1] : !matrices
        %b001 = llvm.bitcast %rb001 : i32 to vector<2xf16>
        %rb002 = llvm.extractvalue %mb00[2] : !matrices
        %b002 = llvm.bitcast %rb002 : i32 to vector<2xf16>
        %rb003 = llvm.extractvalue %mb00[3] : !matrices
        %b003 = llvm.bitcast %rb003 : i32 to vector<2xf16>
        %mb01 = nvvm.ldmatrix %pb01 {num = 4 : i32, layout = #nvvm.mma_layout<col>,
          shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>, eltType = #nvvm.ld_st_matrix_elt_type<b16>}
          : (!llvm.ptr<3>) -> !matrices
        %rb010 = llvm.extractvalue %mb01[0] : !matrices
        %b010 = llvm.bitcast %rb010 : i32 to vector<2xf16>
        %rb011 = llvm.extractvalue %mb01[1] : !matrices
        %b011 = llvm.bitcast %rb011 : i32 to vector<2xf16>
        %rb012 = llvm.extractvalue %mb01[2] : !matrices
        %b012 = llvm.bitcast %rb012 : i32 to vector<2xf16>
        %rb013 = llvm.extractvalue %mb01[3] : !matrices
        %b013 = llvm.bitcast %rb013 : i32 to vector<2xf16>
        %o0_00:4 = vector.to_elements %z00 : vector<4xf32>
        %m0_00 = nvvm.mma.sync A[%a000, %a001, %a002, %a003]
          B[%b000, %b001] C[%o0_00#0, %o0_00#1, %o0_00#2, %o0_00#3]
          {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>,
           shape = #nvvm.shape<m = 16, n = 8, k = 16>}
          : (vector<2xf16>, vector<2xf16>, f32) -> !sums
        %e0_00_0 = llvm.extractvalue %m0_00[0] : !sums
        %e0_00_1 = llvm.extractvalue %m0_00[1] : !sums
        %e0_00_2 = llvm.extractvalue %m0_00[2] : !sums
        %e0_00_3 = llvm.extractvalue %m0_00[3] : !sums
        %v0_00 = vector.from_elements %e0_00_0, %e0_00_1, %e0_00_2, %e0_00_3 : vector<4xf32>
        %o0_01:4 = vector.to_elements %z01 : vector<4xf32>
        %m0_01 = nvvm.mma.sync A[%a000, %a001, %a002, %a003]
          B[%b002, %b003] C[%o0_01#0, %o0_01#1, %o0_01#2, %o0_01#3]
          {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>,
           shape = #nvvm.shape<m = 16, n = 8, k = 16>}
          : (vector<2xf16>, vector<2xf16>, f32) -> !sums
        %e0_01_0 = llvm.extractvalue %m0_01[0] : !sums
        %e0_01_1 = llvm.extractvalue %m0_01[1] : !sums
        %e0_01_2 = llvm.extractvalue %m0_01[2] : !sums
        %e0_01_3 = llvm.extractvalue %m0_01[3] : !sums
        %v0_01 = vector.from_elements %e0_01_0, %e0_01_1, %e0_01_2, %e0_01_3 : vector<4xf32>
        %o0_02:4 = vector.to_elements %z02 : vector<4xf32>
        %m0_02 = nvvm.mma.sync A[%a000, %a001, %a002, %a003]
          B[%b010, %b011] C[%o0_02#0, %o0_02#1, %o0_02#2, %o0_02#3]
          {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>,
           shape = #nvvm.shape<m = 16, n = 8, k = 16>}
          : (vector<2xf16>, vector<2xf16>, f32) -> !sums
        %e0_02_0 = llvm.extractvalue %m0_02[0] : !sums
        %e0_02_1 = llvm.extractvalue %m0_02[1] : !sums
        %e0_02_2 = llvm.extractvalue %m0_02[2] : !sums
        %e0_02_3 = llvm.extractvalue %m0_02[3] : !sums
        %v0_02 = vector.from_elements %e0_02_0, %e0_02_1, %e0_02_2, %e0_02_3 : vector<4xf32>
        %o0_03:4 = vector.to_elements %z03 : vector<4xf32>
        %m0_03 = nvvm.mma.sync A[%a000, %a001, %a002, %a003]
          B[%b012, %b013] C[%o0_03#0, %o0_03#1, %o0_03#2, %o0_03#3]
          {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>,
           shape = #nvvm.shape<m = 16, n = 8, k = 16>}
          : (vector<2xf16>, vector<2xf16>, f32) -> !sums
        %e0_03_0 = llvm.extractvalue %m0_03[0] : !sums
        %e0_03_1 = llvm.extractvalue %m0_03[1] : !sums
        %e0_03_2 = llvm.extractvalue %m0_03[2] : !sums
        %e0_03_3 = llvm.extractvalue %m0_03[3] : !sums
        %v0_03 = vector.from_elements %e0_03_0, %e0_03_1, %e0_03_2, %e0_03_3 : vector<4xf32>
        %o0_10:4 = vector.to_elements %z10 : vector<4xf32>
        %m0_10 = nvvm.mma.sync A[%a010, %a011, %a012, %a013]
          B[%b000, %b001] C[%o0_10#0, %o0_10#1, %o0_10#2, %o0_10#3]
          {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>,
           shape = #nvvm.shape<m = 16, n = 8, k = 16>}
          : (vector<2xf16>, vector<2xf16>, f32) -> !sums
        %e0_10_0 = llvm.extractvalue %m0_10[0] : !sums
        %e0_10_1 = llvm.extractvalue %m0_10[1] : !sums
        %e0_10_2 = llvm.extractvalue %m0_10[2] : !sums
        %e0_10_3 = llvm.extractvalue %m0_10[3] : !sums
        %v0_10 = vector.from_elements %e0_10_0, %e0_10_1, %e0_10_2, %e0_10_3 : vector<4xf32>
        %o0_11:4 = vector.to_elements %z11 : vector<4xf32>
        %m0_11 = nvvm.mma.sync A[%a010, %a011, %a012, %a013]
          B[%b002, %b003] C[%o0_11#0, %o0_11#1, %o0_11#2, %o0_11#3]
          {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>,
           shape = #nvvm.shape<m = 16, n = 8, k = 16>}
          : (vector<2xf16>, vector<2xf16>, f32) -> !sums
        %e0_11_0 = llvm.extractvalue %m0_11[0] : !sums
        %e0_11_1 = llvm.extractvalue %m0_11[1] : !sums
        %e0_11_2 = llvm.extractvalue %m0_11[2] : !sums
        %e0_11_3 = llvm.extractvalue %m0_11[3] : !sums
        %v0_11 = vector.from_elements %e0_11_0, %e0_11_1, %e0_11_2, %e0_11_3 : vector<4xf32>
        %o0_12:4 = vector.to_elements %z12 : vector<4xf32>
        %m0_12 = nvvm.mma.sync A[%a010, %a011, %a012, %a013]
          B[%b010, %b011] C[%o0_12#0, %o0_12#1, %o0_12#2, %o0_12#3]
          {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>,
           shape = #nvvm.shape<m = 16, n = 8, k = 16>}
          : (vector<2xf16>, vector<2xf16>, f32) -> !sums
        %e0_12_0 = llvm.extractvalue %m0_12[0] : !sums
        %e0_12_1 = llvm.extractvalue %m0_12[1] : !sums
        %e0_12_2 = llvm.extractvalue %m0_12[2] : !sums
        %e0_12_3 = llvm.extractvalue %m0_12[3] : !sums
        %v0_12 = vector.from_elements %e0_12_0, %e0_12_1, %e0_12_2, %e0_12_3 : vector<4xf32>
        %o0_13:4 = vector.to_elements %z13 : vector<4xf32>
        %m0_13 = nvvm.mma.sync A[%a010, %a011, %a012, %a013]
          B[%b012, %b013] C[%o0_13#0, %o0_13#1, %o0_13#2, %o0_13#3]
          {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>,
           shape = #nvvm.shape<m = 16, n = 8, k = 16>}
          : (vector<2xf16>, vector<2xf16>, f32) -> !sums
        %e0_13_0 = llvm.extractvalue %m0_13[0] : !sums
        %e0_13_1 = llvm.extractvalue %m0_13[1] : !sums
        %e0_13_2 = llvm.extractvalue %m0_13[2] : !sums
        %e0_13_3 = llvm.extractvalue %m0_13[3] : !sums
        %v0_13 = vector.from_elements %e0_13_0, %e0_13_1, %e0_13_2, %e0_13_3 : vector<4xf32>

        %ma10 = nvvm.ldmatrix %pa10 {num = 4 : i32, layout = #nvvm.mma_layout<row>,
          shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>, eltType = #nvvm.ld_st_matrix_elt_type<b16>}
          : (!llvm.ptr<3>) -> !matrices
        %ra100 = llvm.extractvalue %ma10[0] : !matrices
        %a100 = llvm.bitcast %ra100 : i32 to vector<2xf16>
        %ra101 = llvm.extractvalue %ma10[1] : !matrices
        %a101 = llvm.bitcast %ra101 : i32 to vector<2xf16>
        %ra102 = llvm.extractvalue %ma10[2] : !matrices
        %a102 = llvm.bitcast %ra102 : i32 to vector<2xf16>
        %ra103 = llvm.extractvalue %ma10[3] : !matrices
        %a103 = llvm.bitcast %ra103 : i32 to vector<2xf16>
        %ma11 = nvvm.ldmatrix %pa11 {num = 4 : i32, layout = #nvvm.mma_layout<row>,
          shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>, eltType = #nvvm.ld_st_matrix_elt_type<b16>}
          : (!llvm.ptr<3>) -> !matrices
        %ra110 = llvm.extractvalue %ma11[0] : !matrices
        %a110 = llvm.bitcast %ra110 : i32 to vector<2xf16>
        %ra111 = llvm.extractvalue %ma11[1] : !matrices
        %a111 = llvm.bitcast %ra111 : i32 to vector<2xf16>
        %ra112 = llvm.extractvalue %ma11[2] : !matrices
        %a112 = llvm.bitcast %ra112 : i32 to vector<2xf16>
        %ra113 = llvm.extractvalue %ma11[3] : !matrices
        %a113 = llvm.bitcast %ra113 : i32 to vector<2xf16>
        %mb10 = nvvm.ldmatrix %pb10 {num = 4 : i32, layout = #nvvm.mma_layout<col>,
          shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>, eltType = #nvvm.ld_st_matrix_elt_type<b16>}
          : (!llvm.ptr<3>) -> !matrices
        %rb100 = llvm.extractvalue %mb10[0] : !matrices
        %b100 = llvm.bitcast %rb100 : i32 to vector<2xf16>
        %rb101 = llvm.extractvalue %mb10[1] : !matrices
        %b101 = llvm.bitcast %rb101 : i32 to vector<2xf16>
        %rb102 = llvm.extractvalue %mb10[2] : !matrices
        %b102 = llvm.bitcast %rb102 : i32 to vector<2xf16>
        %rb103 = llvm.extractvalue %mb10[3] : !matrices
        %b103 = llvm.bitcast %rb103 : i32 to vector<2xf16>
        %mb11 = nvvm.ldmatrix %pb11 {num = 4 : i32, layout = #nvvm.mma_layout<col>,
          shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>, eltType = #nvvm.ld_st_matrix_elt_type<b16>}
          : (!llvm.ptr<3>) -> !matrices
        %rb110 = llvm.extractvalue %mb11[0] : !matrices
        %b110 = llvm.bitcast %rb110 : i32 to vector<2xf16>
        %rb111 = llvm.extractvalue %mb11[1] : !matrices
        %b111 = llvm.bitcast %rb111 : i32 to vector<2xf16>
        %rb112 = llvm.extractvalue %mb11[2] : !matrices
        %b112 = llvm.bitcast %rb112 : i32 to vector<2xf16>
        %rb113 = llvm.extractvalue %mb11[3] : !matrices
        %b113 = llvm.bitcast %rb113 : i32 to vector<2xf16>
        %o1_00:4 = vector.to_elements %v0_00 : vector<4xf32>
        %m1_00 = nvvm.mma.sync A[%a100, %a101, %a102, %a103]
          B[%b100, %b101] C[%o1_00#0, %o1_00#1, %o1_00#2, %o1_00#3]
          {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>,
           shape = #nvvm.shape<m = 16, n = 8, k = 16>}
          : (vector<2xf16>, vector<2xf16>, f32) -> !sums
        %e1_00_0 = llvm.extractvalue %m1_00[0] : !sums
        %e1_00_1 = llvm.extractvalue %m1_00[1] : !sums
        %e1_00_2 = llvm.extractvalue %m1_00[2] : !sums
        %e1_00_3 = llvm.extractvalue %m1_00[3] : !sums
        %v1_00 = vector.from_elements %e1_00_0, %e1_00_1, %e1_00_2, %e1_00_3 : vector<4xf32>
        %o1_01:4 = vector.to_elements %v0_01 : vector<4xf32>
        %m1_01 = nvvm.mma.sync A[%a100, %a101, %a102, %a103]
          B[%b102, %b103] C[%o1_01#0, %o1_01#1, %o1_01#2, %o1_01#3]
          {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>,
           shape = #nvvm.shape<m = 16, n = 8, k = 16>}
          : (vector<2xf16>, vector<2xf16>, f32) -> !sums
        %e1_01_0 = llvm.extractvalue %m1_01[0] : !sums
        %e1_01_1 = llvm.extractvalue %m1_01[1] : !sums
        %e1_01_2 = llvm.extractvalue %m1_01[2] : !sums
        %e1_01_3 = llvm.extractvalue %m1_01[3] : !sums
        %v1_01 = vector.from_elements %e1_01_0, %e1_01_1, %e1_01_2, %e1_01_3 : vector<4xf32>
        %o1_02:4 = vector.to_elements %v0_02 : vector<4xf32>
        %m1_02 = nvvm.mma.sync A[%a100, %a101, %a102, %a103]
          B[%b110, %b111] C[%o1_02#0, %o1_02#1, %o1_02#2, %o1_02#3]
          {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>,
           shape = #nvvm.shape<m = 16, n = 8, k = 16>}
          : (vector<2xf16>, vector<2xf16>, f32) -> !sums
        %e1_02_0 = llvm.extractvalue %m1_02[0] : !sums
        %e1_02_1 = llvm.extractvalue %m1_02[1] : !sums
        %e1_02_2 = llvm.extractvalue %m1_02[2] : !sums
        %e1_02_3 = llvm.extractvalue %m1_02[3] : !sums
        %v1_02 = vector.from_elements %e1_02_0, %e1_02_1, %e1_02_2, %e1_02_3 : vector<4xf32>
        %o1_03:4 = vector.to_elements %v0_03 : vector<4xf32>
        %m1_03 = nvvm.mma.sync A[%a100, %a101, %a102, %a103]
          B[%b112, %b113] C[%o1_03#0, %o1_03#1, %o1_03#2, %o1_03#3]
          {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>,
           shape = #nvvm.shape<m = 16, n = 8, k = 16>}
          : (vector<2xf16>, vector<2xf16>, f32) -> !sums
        %e1_03_0 = llvm.extractvalue %m1_03[0] : !sums
        %e1_03_1 = llvm.extractvalue %m1_03[1] : !sums
        %e1_03_2 = llvm.extractvalue %m1_03[2] : !sums
        %e1_03_3 = llvm.extractvalue %m1_03[3] : !sums
        %v1_03 = vector.from_elements %e1_03_0, %e1_03_1, %e1_03_2, %e1_03_3 : vector<4xf32>
        %o1_10:4 = vector.to_elements %v0_10 : vector<4xf32>
        %m1_10 = nvvm.mma.sync A[%a110, %a111, %a112, %a113]
          B[%b100, %b101] C[%o1_10#0, %o1_10#1, %o1_10#2, %o1_10#3]
          {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>,
           shape = #nvvm.shape<m = 16, n = 8, k = 16>}
          : (vector<2xf16>, vector<2xf16>, f32) -> !sums
        %e1_10_0 = llvm.extractvalue %m1_10[0] : !sums
        %e1_10_1 = llvm.extractvalue %m1_10[1] : !sums
        %e1_10_2 = llvm.extractvalue %m1_10[2] : !sums
        %e1_10_3 = llvm.extractvalue %m1_10[3] : !sums
        %v1_10 = vector.from_elements %e1_10_0, %e1_10_1, %e1_10_2, %e1_10_3 : vector<4xf32>
        %o1_11:4 = vector.to_elements %v0_11 : vector<4xf32>
        %m1_11 = nvvm.mma.sync A[%a110, %a111, %a112, %a113]
          B[%b102, %b103] C[%o1_11#0, %o1_11#1, %o1_11#2, %o1_11#3]
          {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>,
           shape = #nvvm.shape<m = 16, n = 8, k = 16>}
          : (vector<2xf16>, vector<2xf16>, f32) -> !sums
        %e1_11_0 = llvm.extractvalue %m1_11[0] : !sums
        %e1_11_1 = llvm.extractvalue %m1_11[1] : !sums
        %e1_11_2 = llvm.extractvalue %m1_11[2] : !sums
        %e1_11_3 = llvm.extractvalue %m1_11[3] : !sums
        %v1_11 = vector.from_elements %e1_11_0, %e1_11_1, %e1_11_2, %e1_11_3 : vector<4xf32>
        %o1_12:4 = vector.to_elements %v0_12 : vector<4xf32>
        %m1_12 = nvvm.mma.sync A[%a110, %a111, %a112, %a113]
          B[%b110, %b111] C[%o1_12#0, %o1_12#1, %o1_12#2, %o1_12#3]
          {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>,
           shape = #nvvm.shape<m = 16, n = 8, k = 16>}
          : (vector<2xf16>, vector<2xf16>, f32) -> !sums
        %e1_12_0 = llvm.extractvalue %m1_12[0] : !sums
        %e1_12_1 = llvm.extractvalue %m1_12[1] : !sums
        %e1_12_2 = llvm.extractvalue %m1_12[2] : !sums
        %e1_12_3 = llvm.extractvalue %m1_12[3] : !sums
        %v1_12 = vector.from_elements %e1_12_0, %e1_12_1, %e1_12_2, %e1_12_3 : vector<4xf32>
        %o1_13:4 = vector.to_elements %v0_13 : vector<4xf32>
        %m1_13 = nvvm.mma.sync A[%a110, %a111, %a112, %a113]
          B[%b112, %b113] C[%o1_13#0, %o1_13#1, %o1_13#2, %o1_13#3]
          {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>,
           shape = #nvvm.shape<m = 16, n = 8, k = 16>}
          : (vector<2xf16>, vector<2xf16>, f32) -> !sums
        %e1_13_0 = llvm.extractvalue %m1_13[0] : !sums
        %e1_13_1 = llvm.extractvalue %m1_13[1] : !sums
        %e1_13_2 = llvm.extractvalue %m1_13[2] : !sums
        %e1_13_3 = llvm.extractvalue %m1_13[3] : !sums
        %v1_13 = vector.from_elements %e1_13_0, %e1_13_1, %e1_13_2, %e1_13_3 : vector<4xf32>
        gpu.barrier
        scf.yield %v1_00, %v1_01, %v1_02, %v1_03, %v1_10, %v1_11, %v1_12, %v1_13
          : vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>,
          vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>
      }

      // A lane has two neighbours of a row, and two of the eighth row below.
      %lane_row = arith.divui %lane, %c4 : index
      %lane_pair = arith.remui %lane, %c4 : index
      %lane_column = arith.muli %lane_pair, %c2 : index
      %out_row0 = arith.addi %tile_row, %part_row : index
      %out_row1 = arith.addi %out_row0, %lane_row : index
      %out_begin = arith.muli %out_row1, %c256 : index
      %out_column0 = arith.addi %tile_column, %part_column : index
      %out_column1 = arith.addi %out_column0, %lane_column : index
      %out = arith.addi %out_begin, %out_column1 : index
      %d00_0 = arith.constant 0 : index
      %at00_0 = arith.addi %out, %d00_0 : index
      %w00_0 = vector.shuffle %f#0, %f#0 [0, 1] : vector<4xf32>, vector<4xf32>
      vector.store %w00_0, %c[%at00_0] {alignment = 8 : i64} : !out, vector<2xf32>
      %d00_1 = arith.constant 2048 : index
      %at00_1 = arith.addi %out, %d00_1 : index
      %w00_1 = vector.shuffle %f#0, %f#0 [2, 3] : vector<4xf32>, vector<4xf32>
      vector.store %w00_1, %c[%at00_1] {alignment = 8 : i64} : !out, vector<2xf32>
      %d01_0 = arith.constant 8 : index
      %at01_0 = arith.addi %out, %d01_0 : index
      %w01_0 = vector.shuffle %f#1, %f#1 [0, 1] : vector<4xf32>, vector<4xf32>
      vector.store %w01_0, %c[%at01_0] {alignment = 8 : i64} : !out, vector<2xf32>
      %d01_1 = arith.constant 2056 : index
      %at01_1 = arith.addi %out, %d01_1 : index
      %w01_1 = vector.shuffle %f#1, %f#1 [2, 3] : vector<4xf32>, vector<4xf32>
      vector.store %w01_1, %c[%at01_1] {alignment = 8 : i64} : !out, vector<2xf32>
      %d02_0 = arith.constant 16 : index
      %at02_0 = arith.addi %out, %d02_0 : index
      %w02_0 = vector.shuffle %f#2, %f#2 [0, 1] : vector<4xf32>, vector<4xf32>
      vector.store %w02_0, %c[%at02_0] {alignment = 8 : i64} : !out, vector<2xf32>
      %d02_1 = arith.constant 2064 : index
      %at02_1 = arith.addi %out, %d02_1 : index
      %w02_1 = vector.shuffle %f#2, %f#2 [2, 3] : vector<4xf32>, vector<4xf32>
      vector.store %w02_1, %c[%at02_1] {alignment = 8 : i64} : !out, vector<2xf32>
      %d03_0 = arith.constant 24 : index
      %at03_0 = arith.addi %out, %d03_0 : index
      %w03_0 = vector.shuffle %f#3, %f#3 [0, 1] : vector<4xf32>, vector<4xf32>
      vector.store %w03_0, %c[%at03_0] {alignment = 8 : i64} : !out, vector<2xf32>
      %d03_1 = arith.constant 2072 : index
      %at03_1 = arith.addi %out, %d03_1 : index
      %w03_1 = vector.shuffle %f#3, %f#3 [2, 3] : vector<4xf32>, vector<4xf32>
      vector.store %w03_1, %c[%at03_1] {alignment = 8 : i64} : !out, vector<2xf32>
      %d10_0 = arith.constant 4096 : index
      %at10_0 = arith.addi %out, %d10_0 : index
      %w10_0 = vector.shuffle %f#4, %f#4 [0, 1] : vector<4xf32>, vector<4xf32>
      vector.store %w10_0, %c[%at10_0] {alignment = 8 : i64} : !out, vector<2xf32>
      %d10_1 = arith.constant 6144 : index
      %at10_1 = arith.addi %out, %d10_1 : index
      %w10_1 = vector.shuffle %f#4, %f#4 [2, 3] : vector<4xf32>, vector<4xf32>
      vector.store %w10_1, %c[%at10_1] {alignment = 8 : i64} : !out, vector<2xf32>
      %d11_0 = arith.constant 4104 : index
      %at11_0 = arith.addi %out, %d11_0 : index
      %w11_0 = vector.shuffle %f#5, %f#5 [0, 1] : vector<4xf32>, vector<4xf32>
      vector.store %w11_0, %c[%at11_0] {alignment = 8 : i64} : !out, vector<2xf32>
      %d11_1 = arith.constant 6152 : index
      %at11_1 = arith.addi %out, %d11_1 : index
      %w11_1 = vector.shuffle %f#5, %f#5 [2, 3] : vector<4xf32>, vector<4xf32>
      vector.store %w11_1, %c[%at11_1] {alignment = 8 : i64} : !out, vector<2xf32>
      %d12_0 = arith.constant 4112 : index
      %at12_0 = arith.addi %out, %d12_0 : index
      %w12_0 = vector.shuffle %f#6, %f#6 [0, 1] : vector<4xf32>, vector<4xf32>
      vector.store %w12_0, %c[%at12_0] {alignment = 8 : i64} : !out, vector<2xf32>
      %d12_1 = arith.constant 6160 : index
      %at12_1 = arith.addi %out, %d12_1 : index
      %w12_1 = vector.shuffle %f#6, %f#6 [2, 3] : vector<4xf32>, vector<4xf32>
      vector.store %w12_1, %c[%at12_1] {alignment = 8 : i64} : !out, vector<2xf32>
      %d13_0 = arith.constant 4120 : index
      %at13_0 = arith.addi %out, %d13_0 : index
      %w13_0 = vector.shuffle %f#7, %f#7 [0, 1] : vector<4xf32>, vector<4xf32>
      vector.store %w13_0, %c[%at13_0] {alignment = 8 : i64} : !out, vector<2xf32>
      %d13_1 = arith.constant 6168 : index
      %at13_1 = arith.addi %out, %d13_1 : index
      %w13_1 = vector.shuffle %f#7, %f#7 [2, 3] : vector<4xf32>, vector<4xf32>
      vector.store %w13_1, %c[%at13_1] {alignment = 8 : i64} : !out, vector<2xf32>
      gpu.return
    }
  }
}
