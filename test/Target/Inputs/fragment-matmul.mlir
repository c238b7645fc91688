// c = a b on 512 x 512 numbers: a workgroup of 128 threads makes a tile of 64 x 64,
// a thread 8 rows of four columns of it, which the loops carry. Rows of the tiles
// of a and b in shared memory are 68 numbers apart.
!global = memref<262144xf32, #gpu.address_space<global>>
!shared = memref<4352xf32, #gpu.address_space<workgroup>>
module {
  gpu.module @fragment_matmul {
    gpu.func @fragment_matmul(%a: !global, %b: !global, %c: !global)
        workgroup(%s: !shared, %t: !shared)
        kernel attributes {known_block_size = array<i32: 128, 1, 1>,
                           known_grid_size = array<i32: 8, 8, 1>} {
      %zero = arith.constant dense<0.0> : vector<4xf32>
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %c3 = arith.constant 3 : index
      %c4 = arith.constant 4 : index
      %c8 = arith.constant 8 : index
      %c16 = arith.constant 16 : index
      %c64 = arith.constant 64 : index
      %c68 = arith.constant 68 : index
      %c512 = arith.constant 512 : index
      %block_column = gpu.block_id x
      %block_row = gpu.block_id y
      %thread = gpu.thread_id x
      %thread_row = arith.divui %thread, %c16 : index
      %thread_column = arith.remui %thread, %c16 : index
      %column = arith.muli %thread_column, %c4 : index
      %row = arith.muli %thread_row, %c8 : index
      %tile_row = arith.muli %block_row, %c64 : index
      %tile_column = arith.muli %block_column, %c64 : index

      // A thread copies four columns of every eighth row.
      %from_row = arith.addi %tile_row, %thread_row : index
      %a_row = arith.muli %from_row, %c512 : index
      %a_from = arith.addi %a_row, %column : index
      %b_row = arith.muli %thread_row, %c512 : index
      %b_column = arith.addi %tile_column, %column : index
      %b_from = arith.addi %b_row, %b_column : index
      %to_row = arith.muli %thread_row, %c68 : index
      %to = arith.addi %to_row, %column : index
      %s_row = arith.muli %row, %c68 : index

      %f:8 = scf.for %k = %c0 to %c512 step %c64 iter_args(
          %z0 = %zero, %z1 = %zero, %z2 = %zero, %z3 = %zero,
          %z4 = %zero, %z5 = %zero, %z6 = %zero, %z7 = %zero)
          -> (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>,
              vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>) {
        %a_at = arith.addi %a_from, %k : index
        %k_row = arith.muli %k, %c512 : index
        %b_at = arith.addi %b_from, %k_row : index
        %ga0 = vector.load %a[%a_at] {alignment = 16 : i64} : !global, vector<4xf32>
        vector.store %ga0, %s[%to] {alignment = 16 : i64} : !shared, vector<4xf32>
        %gb0 = vector.load %b[%b_at] {alignment = 16 : i64} : !global, vector<4xf32>
        vector.store %gb0, %t[%to] {alignment = 16 : i64} : !shared, vector<4xf32>
        %g1 = arith.constant 4096 : index
        %l1 = arith.constant 544 : index
        %a_at1 = arith.addi %a_at, %g1 : index
        %b_at1 = arith.addi %b_at, %g1 : index
        %to1 = arith.addi %to, %l1 : index
        %ga1 = vector.load %a[%a_at1] {alignment = 16 : i64} : !global, vector<4xf32>
        vector.store %ga1, %s[%to1] {alignment = 16 : i64} : !shared, vector<4xf32>
        %gb1 = vector.load %b[%b_at1] {alignment = 16 : i64} : !global, vector<4xf32>
        vector.store %gb1, %t[%to1] {alignment = 16 : i64} : !shared, vector<4xf32>
        %g2 = arith.constant 8192 : index
        %l2 = arith.constant 1088 : index
        %a_at2 = arith.addi %a_at, %g2 : index
        %b_at2 = arith.addi %b_at, %g2 : index
        %to2 = arith.addi %to, %l2 : index
        %ga2 = vector.load %a[%a_at2] {alignment = 16 : i64} : !global, vector<4xf32>
        vector.store %ga2, %s[%to2] {alignment = 16 : i64} : !shared, vector<4xf32>
        %gb2 = vector.load %b[%b_at2] {alignment = 16 : i64} : !global, vector<4xf32>
        vector.store %gb2, %t[%to2] {alignment = 16 : i64} : !shared, vector<4xf32>
        %g3 = arith.constant 12288 : index
        %l3 = arith.constant 1632 : index
        %a_at3 = arith.addi %a_at, %g3 : index
        %b_at3 = arith.addi %b_at, %g3 : index
        %to3 = arith.addi %to, %l3 : index
        %ga3 = vector.load %a[%a_at3] {alignment = 16 : i64} : !global, vector<4xf32>
        vector.store %ga3, %s[%to3] {alignment = 16 : i64} : !shared, vector<4xf32>
        %gb3 = vector.load %b[%b_at3] {alignment = 16 : i64} : !global, vector<4xf32>
        vector.store %gb3, %t[%to3] {alignment = 16 : i64} : !shared, vector<4xf32>
        %g4 = arith.constant 16384 : index
        %l4 = arith.constant 2176 : index
        %a_at4 = arith.addi %a_at, %g4 : index
        %b_at4 = arith.addi %b_at, %g4 : index
        %to4 = arith.addi %to, %l4 : index
        %ga4 = vector.load %a[%a_at4] {alignment = 16 : i64} : !global, vector<4xf32>
        vector.store %ga4, %s[%to4] {alignment = 16 : i64} : !shared, vector<4xf32>
        %gb4 = vector.load %b[%b_at4] {alignment = 16 : i64} : !global, vector<4xf32>
        vector.store %gb4, %t[%to4] {alignment = 16 : i64} : !shared, vector<4xf32>
        %g5 = arith.constant 20480 : index
        %l5 = arith.constant 2720 : index
        %a_at5 = arith.addi %a_at, %g5 : index
        %b_at5 = arith.addi %b_at, %g5 : index
        %to5 = arith.addi %to, %l5 : index
        %ga5 = vector.load %a[%a_at5] {alignment = 16 : i64} : !global, vector<4xf32>
        vector.store %ga5, %s[%to5] {alignment = 16 : i64} : !shared, vector<4xf32>
        %gb5 = vector.load %b[%b_at5] {alignment = 16 : i64} : !global, vector<4xf32>
        vector.store %gb5, %t[%to5] {alignment = 16 : i64} : !shared, vector<4xf32>
        %g6 = arith.constant 24576 : index
        %l6 = arith.constant 3264 : index
        %a_at6 = arith.addi %a_at, %g6 : index
        %b_at6 = arith.addi %b_at, %g6 : index
        %to6 = arith.addi %to, %l6 : index
        %ga6 = vector.load %a[%a_at6] {alignment = 16 : i64} : !global, vector<4xf32>
        vector.store %ga6, %s[%to6] {alignment = 16 : i64} : !shared, vector<4xf32>
        %gb6 = vector.load %b[%b_at6] {alignment = 16 : i64} : !global, vector<4xf32>
        vector.store %gb6, %t[%to6] {alignment = 16 : i64} : !shared, vector<4xf32>
        %g7 = arith.constant 28672 : index
        %l7 = arith.constant 3808 : index
        %a_at7 = arith.addi %a_at, %g7 : index
        %b_at7 = arith.addi %b_at, %g7 : index
        %to7 = arith.addi %to, %l7 : index
        %ga7 = vector.load %a[%a_at7] {alignment = 16 : i64} : !global, vector<4xf32>
        vector.store %ga7, %s[%to7] {alignment = 16 : i64} : !shared, vector<4xf32>
        %gb7 = vector.load %b[%b_at7] {alignment = 16 : i64} : !global, vector<4xf32>
        vector.store %gb7, %t[%to7] {alignment = 16 : i64} : !shared, vector<4xf32>
        gpu.barrier

        %h:8 = scf.for %j = %c0 to %c64 step %c4 iter_args(
            %y0 = %z0, %y1 = %z1, %y2 = %z2, %y3 = %z3,
            %y4 = %z4, %y5 = %z5, %y6 = %z6, %y7 = %z7)
            -> (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>,
              vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>) {
          %s_at0 = arith.addi %s_row, %j : index
          %a0 = vector.load %s[%s_at0] {alignment = 16 : i64} : !shared, vector<4xf32>
          %sr1 = arith.constant 68 : index
          %row1 = arith.addi %s_row, %sr1 : index
          %s_at1 = arith.addi %row1, %j : index
          %a1 = vector.load %s[%s_at1] {alignment = 16 : i64} : !shared, vector<4xf32>
          %sr2 = arith.constant 136 : index
          %row2 = arith.addi %s_row, %sr2 : index
          %s_at2 = arith.addi %row2, %j : index
          %a2 = vector.load %s[%s_at2] {alignment = 16 : i64} : !shared, vector<4xf32>
          %sr3 = arith.constant 204 : index
          %row3 = arith.addi %s_row, %sr3 : index
          %s_at3 = arith.addi %row3, %j : index
          %a3 = vector.load %s[%s_at3] {alignment = 16 : i64} : !shared, vector<4xf32>
          %sr4 = arith.constant 272 : index
          %row4 = arith.addi %s_row, %sr4 : index
          %s_at4 = arith.addi %row4, %j : index
          %a4 = vector.load %s[%s_at4] {alignment = 16 : i64} : !shared, vector<4xf32>
          %sr5 = arith.constant 340 : index
          %row5 = arith.addi %s_row, %sr5 : index
          %s_at5 = arith.addi %row5, %j : index
          %a5 = vector.load %s[%s_at5] {alignment = 16 : i64} : !shared, vector<4xf32>
          %sr6 = arith.constant 408 : index
          %row6 = arith.addi %s_row, %sr6 : index
          %s_at6 = arith.addi %row6, %j : index
          %a6 = vector.load %s[%s_at6] {alignment = 16 : i64} : !shared, vector<4xf32>
          %sr7 = arith.constant 476 : index
          %row7 = arith.addi %s_row, %sr7 : index
          %s_at7 = arith.addi %row7, %j : index
          %a7 = vector.load %s[%s_at7] {alignment = 16 : i64} : !shared, vector<4xf32>
          %t_row0 = arith.muli %j, %c68 : index
          %t_at0 = arith.addi %t_row0, %column : index
          %b0 = vector.load %t[%t_at0] {alignment = 16 : i64} : !shared, vector<4xf32>
          %j1 = arith.addi %j, %c1 : index
          %t_row1 = arith.muli %j1, %c68 : index
          %t_at1 = arith.addi %t_row1, %column : index
          %b1 = vector.load %t[%t_at1] {alignment = 16 : i64} : !shared, vector<4xf32>
          %j2 = arith.addi %j, %c2 : index
          %t_row2 = arith.muli %j2, %c68 : index
          %t_at2 = arith.addi %t_row2, %column : index
          %b2 = vector.load %t[%t_at2] {alignment = 16 : i64} : !shared, vector<4xf32>
          %j3 = arith.addi %j, %c3 : index
          %t_row3 = arith.muli %j3, %c68 : index
          %t_at3 = arith.addi %t_row3, %column : index
          %b3 = vector.load %t[%t_at3] {alignment = 16 : i64} : !shared, vector<4xf32>
          %e0_0 = vector.extract %a0[0] : f32 from vector<4xf32>
          %v0_0 = vector.broadcast %e0_0 : f32 to vector<4xf32>
          %m0_0 = math.fma %v0_0, %b0, %y0 : vector<4xf32>
          %e0_1 = vector.extract %a0[1] : f32 from vector<4xf32>
          %v0_1 = vector.broadcast %e0_1 : f32 to vector<4xf32>
          %m0_1 = math.fma %v0_1, %b1, %m0_0 : vector<4xf32>
          %e0_2 = vector.extract %a0[2] : f32 from vector<4xf32>
          %v0_2 = vector.broadcast %e0_2 : f32 to vector<4xf32>
          %m0_2 = math.fma %v0_2, %b2, %m0_1 : vector<4xf32>
          %e0_3 = vector.extract %a0[3] : f32 from vector<4xf32>
          %v0_3 = vector.broadcast %e0_3 : f32 to vector<4xf32>
          %m0_3 = math.fma %v0_3, %b3, %m0_2 : vector<4xf32>
          %e1_0 = vector.extract %a1[0] : f32 from vector<4xf32>
          %v1_0 = vector.broadcast %e1_0 : f32 to vector<4xf32>
          %m1_0 = math.fma %v1_0, %b0, %y1 : vector<4xf32>
          %e1_1 = vector.extract %a1[1] : f32 from vector<4xf32>
          %v1_1 = vector.broadcast %e1_1 : f32 to vector<4xf32>
          %m1_1 = math.fma %v1_1, %b1, %m1_0 : vector<4xf32>
          %e1_2 = vector.extract %a1[2] : f32 from vector<4xf32>
          %v1_2 = vector.broadcast %e1_2 : f32 to vector<4xf32>
          %m1_2 = math.fma %v1_2, %b2, %m1_1 : vector<4xf32>
          %e1_3 = vector.extract %a1[3] : f32 from vector<4xf32>
          %v1_3 = vector.broadcast %e1_3 : f32 to vector<4xf32>
          %m1_3 = math.fma %v1_3, %b3, %m1_2 : vector<4xf32>
          %e2_0 = vector.extract %a2[0] : f32 from vector<4xf32>
          %v2_0 = vector.broadcast %e2_0 : f32 to vector<4xf32>
          %m2_0 = math.fma %v2_0, %b0, %y2 : vector<4xf32>
          %e2_1 = vector.extract %a2[1] : f32 from vector<4xf32>
          %v2_1 = vector.broadcast %e2_1 : f32 to vector<4xf32>
          %m2_1 = math.fma %v2_1, %b1, %m2_0 : vector<4xf32>
          %e2_2 = vector.extract %a2[2] : f32 from vector<4xf32>
          %v2_2 = vector.broadcast %e2_2 : f32 to vector<4xf32>
          %m2_2 = math.fma %v2_2, %b2, %m2_1 : vector<4xf32>
          %e2_3 = vector.extract %a2[3] : f32 from vector<4xf32>
          %v2_3 = vector.broadcast %e2_3 : f32 to vector<4xf32>
          %m2_3 = math.fma %v2_3, %b3, %m2_2 : vector<4xf32>
          %e3_0 = vector.extract %a3[0] : f32 from vector<4xf32>
          %v3_0 = vector.broadcast %e3_0 : f32 to vector<4xf32>
          %m3_0 = math.fma %v3_0, %b0, %y3 : vector<4xf32>
          %e3_1 = vector.extract %a3[1] : f32 from vector<4xf32>
          %v3_1 = vector.broadcast %e3_1 : f32 to vector<4xf32>
          %m3_1 = math.fma %v3_1, %b1, %m3_0 : vector<4xf32>
          %e3_2 = vector.extract %a3[2] : f32 from vector<4xf32>
          %v3_2 = vector.broadcast %e3_2 : f32 to vector<4xf32>
          %m3_2 = math.fma %v3_2, %b2, %m3_1 : vector<4xf32>
          %e3_3 = vector.extract %a3[3] : f32 from vector<4xf32>
          %v3_3 = vector.broadcast %e3_3 : f32 to vector<4xf32>
          %m3_3 = math.fma %v3_3, %b3, %m3_2 : vector<4xf32>
          %e4_0 = vector.extract %a4[0] : f32 from vector<4xf32>
          %v4_0 = vector.broadcast %e4_0 : f32 to vector<4xf32>
          %m4_0 = math.fma %v4_0, %b0, %y4 : vector<4xf32>
          %e4_1 = vector.extract %a4[1] : f32 from vector<4xf32>
          %v4_1 = vector.broadcast %e4_1 : f32 to vector<4xf32>
          %m4_1 = math.fma %v4_1, %b1, %m4_0 : vector<4xf32>
          %e4_2 = vector.extract %a4[2] : f32 from vector<4xf32>
          %v4_2 = vector.broadcast %e4_2 : f32 to vector<4xf32>
          %m4_2 = math.fma %v4_2, %b2, %m4_1 : vector<4xf32>
          %e4_3 = vector.extract %a4[3] : f32 from vector<4xf32>
          %v4_3 = vector.broadcast %e4_3 : f32 to vector<4xf32>
          %m4_3 = math.fma %v4_3, %b3, %m4_2 : vector<4xf32>
          %e5_0 = vector.extract %a5[0] : f32 from vector<4xf32>
          %v5_0 = vector.broadcast %e5_0 : f32 to vector<4xf32>
          %m5_0 = math.fma %v5_0, %b0, %y5 : vector<4xf32>
          %e5_1 = vector.extract %a5[1] : f32 from vector<4xf32>
          %v5_1 = vector.broadcast %e5_1 : f32 to vector<4xf32>
          %m5_1 = math.fma %v5_1, %b1, %m5_0 : vector<4xf32>
          %e5_2 = vector.extract %a5[2] : f32 from vector<4xf32>
          %v5_2 = vector.broadcast %e5_2 : f32 to vector<4xf32>
          %m5_2 = math.fma %v5_2, %b2, %m5_1 : vector<4xf32>
          %e5_3 = vector.extract %a5[3] : f32 from vector<4xf32>
          %v5_3 = vector.broadcast %e5_3 : f32 to vector<4xf32>
          %m5_3 = math.fma %v5_3, %b3, %m5_2 : vector<4xf32>
          %e6_0 = vector.extract %a6[0] : f32 from vector<4xf32>
          %v6_0 = vector.broadcast %e6_0 : f32 to vector<4xf32>
          %m6_0 = math.fma %v6_0, %b0, %y6 : vector<4xf32>
          %e6_1 = vector.extract %a6[1] : f32 from vector<4xf32>
          %v6_1 = vector.broadcast %e6_1 : f32 to vector<4xf32>
          %m6_1 = math.fma %v6_1, %b1, %m6_0 : vector<4xf32>
          %e6_2 = vector.extract %a6[2] : f32 from vector<4xf32>
          %v6_2 = vector.broadcast %e6_2 : f32 to vector<4xf32>
          %m6_2 = math.fma %v6_2, %b2, %m6_1 : vector<4xf32>
          %e6_3 = vector.extract %a6[3] : f32 from vector<4xf32>
          %v6_3 = vector.broadcast %e6_3 : f32 to vector<4xf32>
          %m6_3 = math.fma %v6_3, %b3, %m6_2 : vector<4xf32>
          %e7_0 = vector.extract %a7[0] : f32 from vector<4xf32>
          %v7_0 = vector.broadcast %e7_0 : f32 to vector<4xf32>
          %m7_0 = math.fma %v7_0, %b0, %y7 : vector<4xf32>
          %e7_1 = vector.extract %a7[1] : f32 from vector<4xf32>
          %v7_1 = vector.broadcast %e7_1 : f32 to vector<4xf32>
          %m7_1 = math.fma %v7_1, %b1, %m7_0 : vector<4xf32>
          %e7_2 = vector.extract %a7[2] : f32 from vector<4xf32>
          %v7_2 = vector.broadcast %e7_2 : f32 to vector<4xf32>
          %m7_2 = math.fma %v7_2, %b2, %m7_1 : vector<4xf32>
          %e7_3 = vector.extract %a7[3] : f32 from vector<4xf32>
          %v7_3 = vector.broadcast %e7_3 : f32 to vector<4xf32>
          %m7_3 = math.fma %v7_3, %b3, %m7_2 : vector<4xf32>
          scf.yield %m0_3, %m1_3, %m2_3, %m3_3, %m4_3, %m5_3, %m6_3, %m7_3
            : vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>,
            vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>
        }
        gpu.barrier
        scf.yield %h#0, %h#1, %h#2, %h#3, %h#4, %h#5, %h#6, %h#7
          : vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>,
          vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>
      }

      %o_row = arith.addi %tile_row, %row : index
      %o_first = arith.muli %o_row, %c512 : index
      %o_at = arith.addi %o_first, %b_column : index
      vector.store %f#0, %c[%o_at] {alignment = 16 : i64} : !global, vector<4xf32>
      %n1 = arith.constant 512 : index
      %o_at1 = arith.addi %o_at, %n1 : index
      vector.store %f#1, %c[%o_at1] {alignment = 16 : i64} : !global, vector<4xf32>
      %n2 = arith.constant 1024 : index
      %o_at2 = arith.addi %o_at, %n2 : index
      vector.store %f#2, %c[%o_at2] {alignment = 16 : i64} : !global, vector<4xf32>
      %n3 = arith.constant 1536 : index
      %o_at3 = arith.addi %o_at, %n3 : index
      vector.store %f#3, %c[%o_at3] {alignment = 16 : i64} : !global, vector<4xf32>
      %n4 = arith.constant 2048 : index
      %o_at4 = arith.addi %o_at, %n4 : index
      vector.store %f#4, %c[%o_at4] {alignment = 16 : i64} : !global, vector<4xf32>
      %n5 = arith.constant 2560 : index
      %o_at5 = arith.addi %o_at, %n5 : index
      vector.store %f#5, %c[%o_at5] {alignment = 16 : i64} : !global, vector<4xf32>
      %n6 = arith.constant 3072 : index
      %o_at6 = arith.addi %o_at, %n6 : index
      vector.store %f#6, %c[%o_at6] {alignment = 16 : i64} : !global, vector<4xf32>
      %n7 = arith.constant 3584 : index
      %o_at7 = arith.addi %o_at, %n7 : index
      vector.store %f#7, %c[%o_at7] {alignment = 16 : i64} : !global, vector<4xf32>
      gpu.return
    }
  }
}
