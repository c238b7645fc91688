// o = exp2(x) / 3 + log2(x) on the first n of up to 65536 numbers.
module {
  gpu.module @dynamic_size {
    gpu.func @dynamic_size(%x: memref<65536xf32, #gpu.address_space<global>>,
                           %o: memref<65536xf32, #gpu.address_space<global>>,
                           %n: index)
        kernel attributes {known_block_size = array<i32: 256, 1, 1>,
                           tiny.variables = ["n"]} {
      %c256 = arith.constant 256 : index
      %three = arith.constant 3.0 : f32
      %block = gpu.block_id x
      %thread = gpu.thread_id x
      %first = arith.muli %block, %c256 : index
      %i = arith.addi %first, %thread : index
      %inside = arith.cmpi slt, %i, %n : index
      scf.if %inside {
        %a = memref.load %x[%i] : memref<65536xf32, #gpu.address_space<global>>
        %b = math.exp2 %a : f32
        %c = arith.divf %b, %three : f32
        %d = math.log2 %a : f32
        %e = arith.addf %c, %d : f32
        memref.store %e, %o[%i] : memref<65536xf32, #gpu.address_space<global>>
      }
      gpu.return
    }
  }
}
