//===- Passes.td - Passes from tiny to tiny --------------*- tablegen -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef TINY_TRANSFORMS_PASSES_TD
#define TINY_TRANSFORMS_PASSES_TD

include "tiny/Transforms/DevicePasses.td"
include "tiny/Transforms/SchedulePasses.td"
include "tiny/Transforms/WrittenKernelPasses.td"
include "tiny/Transforms/RangePasses.td"
include "tiny/Transforms/ProgramPasses.td"
include "tiny/Transforms/DecomposePasses.td"
include "tiny/Transforms/WorkgroupPasses.td"

#endif // TINY_TRANSFORMS_PASSES_TD
