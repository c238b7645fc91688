//===- EmulateWideIntegers.h - 64 bits become two words ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef TINY_LIB_TRANSFORMS_EMULATEWIDEINTEGERS_H
#define TINY_LIB_TRANSFORMS_EMULATEWIDEINTEGERS_H

#include "tiny/IR/Tiny.h"

namespace mlir::tiny {

/// After it no op computes on `i64` or `ui64`, and no buffer holds them; the
/// bits of an f64 are read and made through `ui64`.
LogicalResult emulateWideIntegers(KernelOp kernel);

} // namespace mlir::tiny

#endif // TINY_LIB_TRANSFORMS_EMULATEWIDEINTEGERS_H
