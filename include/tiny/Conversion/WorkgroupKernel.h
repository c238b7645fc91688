//===- WorkgroupKernel.h - Kernels for workgroups ---------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// What the targets with workgroups share: the contract of a kernel of theirs in
// structured IR, and the facts that its attributes say.
//
//===----------------------------------------------------------------------===//

#ifndef TINY_CONVERSION_WORKGROUPKERNEL_H
#define TINY_CONVERSION_WORKGROUPKERNEL_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

#include <array>

namespace mlir::tiny {

/// The name of the attribute that says how many items make up a warp; 32
/// without it.
inline constexpr StringLiteral warpSizeAttrName = "tiny.warp_size";

/// The most items that a workgroup may have, on any target.
inline constexpr int64_t maxItems = 1024;

/// Checks what `tiny-verify-structured` says of kernels for workgroups. Fails
/// after a diagnostic.
LogicalResult verifyWorkgroupKernel(gpu::GPUFuncOp kernel);

/// How many items and workgroups a kernel has, x first. The kernel fulfils the
/// contract.
struct WorkgroupShape {
  explicit WorkgroupShape(gpu::GPUFuncOp kernel);

  int64_t getNumItems() const { return items[0] * items[1] * items[2]; }
  int64_t getNumWorkgroups() const { return grid[0] * grid[1] * grid[2]; }

  std::array<int64_t, 3> items, grid;
  int64_t warpSize;
};

/// Whether the op reads or writes a memref: the one operand of that type.
bool isMemoryAccess(Operation *op);

/// Whether it is a memref of which each item has its own.
bool isPrivateMemory(Type type);

} // namespace mlir::tiny

#endif // TINY_CONVERSION_WORKGROUPKERNEL_H
