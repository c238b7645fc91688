//===- Gather.h - Reductions that pick one element --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef TINY_ANALYSIS_GATHER_H
#define TINY_ANALYSIS_GATHER_H

#include "tiny/IR/Tiny.h"

namespace mlir::tiny {

/// Whether a reduction of tensors picks the element for which `index ==
/// coordinate` holds on each of its axes, and adds zeros to it. A kernel loads
/// that element (`tiny-collapse-reduce`), so that it costs no more than a load.
bool isGather(ReduceOp reduce);

} // namespace mlir::tiny

#endif // TINY_ANALYSIS_GATHER_H
