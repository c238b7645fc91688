//===- DecomposeSqrt.cpp - The root as arithmetic -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Half of the exponent, negated, makes a first guess y of 1 / sqrt(x), and
// Newton's iteration doubles its bits. Then x * y is corrected by what is left
// of x. Small numbers are scaled so that nothing on the way is denormal.
//
//===----------------------------------------------------------------------===//

#include "DecomposeMath.h"

#include <limits>

namespace mlir::tiny {
namespace {

/// What differs between f32 and f64.
struct Format {
  /// Less than this is multiplied by `scale`, the result by `unscale`.
  double least, scale, unscale;
  /// Minus half the bits of x gives the bits of a guess that is off by at most
  /// 3.5 per cent.
  int64_t guess;
  int numIterations;
};

constexpr Format singleFormat = {0x1p-100, 0x1p60, 0x1p-30, 0x5f375a86, 3};
constexpr Format doubleFormat = {0x1p-900, 0x1p200, 0x1p-100,
                                 0x5fe6eb50c7b537a9, 4};

} // namespace

Value decomposeSqrt(MathBuilder &builder, SqrtOp op) {
  Type element = getElementType(op.getResult());
  Type type = getMathType(element);
  const Format &format = isa<Float64Type>(type) ? doubleFormat : singleFormat;
  Type bits = builder.getUnsigned(type.getIntOrFloatBitWidth());
  auto real = [&](double number) { return builder.real(type, number); };

  Value x = builder.cast(op.getOperand(), type);
  Value isSmall = builder.less(x, real(format.least));
  Value scaled = builder.where(isSmall, builder.mul(x, real(format.scale)), x);
  Value halved = builder.create<ShrOp>(builder.bitcast(scaled, bits),
                                       builder.integer(bits, 1));
  Value y = builder.bitcast(
      builder.sub(builder.integer(bits, format.guess), halved), type);
  Value half = builder.mul(scaled, real(0.5));
  for (int i = 0; i < format.numIterations; ++i)
    y = builder.mul(
        y, builder.sub(real(1.5), builder.mul(builder.mul(half, y), y)));
  Value root = builder.mul(scaled, y);
  Value left = builder.sub(scaled, builder.mul(root, root));
  root = builder.add(root, builder.mul(builder.mul(y, real(0.5)), left));
  root = builder.where(isSmall, builder.mul(root, real(format.unscale)), root);

  Value isFinite =
      builder.less(scaled, real(std::numeric_limits<double>::infinity()));
  root = builder.where(isFinite, root, x);
  Value isNegative = builder.less(x, real(0.0));
  root = builder.where(isNegative,
                       real(std::numeric_limits<double>::quiet_NaN()), root);
  return builder.cast(root, element);
}

} // namespace mlir::tiny
