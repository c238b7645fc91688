//===- DecomposeMath.h - The ops that are taken apart -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Each function returns a value that equals the result of the op, built in
// front of it, or null where the op should stay. Ops that are built may be
// taken apart in turn.
//
//===----------------------------------------------------------------------===//

#ifndef TINY_LIB_TRANSFORMS_DECOMPOSEMATH_H
#define TINY_LIB_TRANSFORMS_DECOMPOSEMATH_H

#include "MathBuilder.h"
#include "tiny/Analysis/Intervals.h"

namespace mlir::tiny {

Value decomposeExp2(MathBuilder &builder, Exp2Op op);
Value decomposeLog2(MathBuilder &builder, Log2Op op);
Value decomposePow(MathBuilder &builder, PowOp op, IntervalAnalysis &intervals);
Value decomposeSin(MathBuilder &builder, SinOp op);
Value decomposeSqrt(MathBuilder &builder, SqrtOp op);
Value decomposeThreefry(MathBuilder &builder, ThreefryOp op);

/// The type in which functions of floats of type `element` are computed: f64
/// for itself, f32 for all others.
Type getMathType(Type element);

/// A polynomial in `x` by Horner's rule; the constant comes first.
Value buildPolynomial(MathBuilder &builder, Value x,
                      ArrayRef<double> coefficients);

} // namespace mlir::tiny

#endif // TINY_LIB_TRANSFORMS_DECOMPOSEMATH_H
