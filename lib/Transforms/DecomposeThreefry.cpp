//===- DecomposeThreefry.cpp - Random bits as 32-bit arithmetic -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Threefry-2x32 with 20 rounds, as in Salmon, Moraes, Dror and Shaw, "Parallel
// random numbers: as easy as 1, 2, 3" (2011): five groups of four rounds, with
// a part of the key added after each group.
//
//===----------------------------------------------------------------------===//

#include "DecomposeMath.h"

namespace mlir::tiny {

Value decomposeThreefry(MathBuilder &builder, ThreefryOp op) {
  Type wide = builder.getUnsigned(64), word = builder.getUnsigned(32);
  auto getLow = [&](Value value) { return builder.cast(value, word); };
  auto getHigh = [&](Value value) {
    return builder.cast(builder.create<ShrOp>(value, builder.integer(wide, 32)),
                        word);
  };
  auto rotate = [&](Value value, int amount) {
    Value left = builder.create<ShlOp>(value, builder.integer(word, amount));
    Value right =
        builder.create<ShrOp>(value, builder.integer(word, 32 - amount));
    return builder.create<OrOp>(left, right);
  };

  Value counter = builder.cast(op.getLhs(), wide);
  Value key = builder.cast(op.getRhs(), wide);
  Value keys[3] = {getLow(key), getHigh(key), {}};
  keys[2] = builder.create<XorOp>(builder.create<XorOp>(keys[0], keys[1]),
                                  builder.integer(word, 0x1BD11BDA));
  constexpr int rotations[2][4] = {{13, 15, 26, 6}, {17, 29, 16, 24}};
  Value x = builder.add(getLow(counter), keys[0]);
  Value y = builder.add(getHigh(counter), keys[1]);
  for (int group = 0; group < 5; ++group) {
    for (int rotation : rotations[group % 2]) {
      x = builder.add(x, y);
      y = builder.create<XorOp>(rotate(y, rotation), x);
    }
    x = builder.add(x, keys[(group + 1) % 3]);
    y = builder.add(builder.add(y, keys[(group + 2) % 3]),
                    builder.integer(word, group + 1));
  }
  Value high =
      builder.create<ShlOp>(builder.cast(y, wide), builder.integer(wide, 32));
  return builder.create<OrOp>(high, builder.cast(x, wide));
}

} // namespace mlir::tiny
