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

Value decomposePow(MathBuilder &builder, PowOp op, IntervalAnalysis &intervals);
Value decomposeThreefry(MathBuilder &builder, ThreefryOp op);

} // namespace mlir::tiny

#endif // TINY_LIB_TRANSFORMS_DECOMPOSEMATH_H
