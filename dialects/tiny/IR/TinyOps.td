//===- TinyOps.td - All ops of the tiny dialect ----------*- tablegen -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef TINY_OPS_TD
#define TINY_OPS_TD

include "tiny/IR/TinyControlOps.td"
include "tiny/IR/TinyElementwiseOps.td"
include "tiny/IR/TinyGradientOps.td"
include "tiny/IR/TinyKernelOps.td"
include "tiny/IR/TinyMemoryOps.td"
include "tiny/IR/TinyMovementOps.td"
include "tiny/IR/TinyReduceOps.td"
include "tiny/IR/TinyShardingOps.td"
include "tiny/IR/TinySourceOps.td"

#endif // TINY_OPS_TD
