//===- NarrowFloats.h - Narrow floats by integer arithmetic -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef TINY_LIB_TRANSFORMS_NARROWFLOATS_H
#define TINY_LIB_TRANSFORMS_NARROWFLOATS_H

#include "MathBuilder.h"

namespace mlir::tiny {

/// The f32 that a float of 8 or 16 bits is, without a cast of that type.
Value widenByBits(MathBuilder &builder, Value value);

/// An f32 as a float of 8 or 16 bits: rounded to nearest even, a finite number
/// that is too large for 8 bits to the largest one. An infinity is NaN where
/// there is none; a NaN is the quiet one of its sign.
Value narrowByBits(MathBuilder &builder, Value value, FloatType type);

/// An f64 as an f32 that rounds to any narrower type as the f64 itself does: an
/// inexact number has an odd last bit.
Value roundToOdd(MathBuilder &builder, Value value);

/// The same for an integer.
Value roundIntegerToOdd(MathBuilder &builder, Value value);

} // namespace mlir::tiny

#endif // TINY_LIB_TRANSFORMS_NARROWFLOATS_H
