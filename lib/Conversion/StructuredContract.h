//===- StructuredContract.h - Ops and types of stage S ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// What functions for the CPU and kernels for workgroups may both hold.
//
//===----------------------------------------------------------------------===//

#ifndef TINY_LIB_CONVERSION_STRUCTUREDCONTRACT_H
#define TINY_LIB_CONVERSION_STRUCTUREDCONTRACT_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

#include <optional>

namespace mlir::tiny {

/// The ops of S1 that stand in bodies.
bool isStructuredOp(Operation *op);
/// The types of S4, without memrefs.
bool isStructuredValue(Type type);
/// A one-dimensional static memref of structured values in that space.
bool isStructuredMemory(Type type,
                        std::optional<gpu::AddressSpace> space = std::nullopt);
/// How many variables the function names; none if it does not list strings.
std::optional<size_t> getNumVariables(Operation *function);

} // namespace mlir::tiny

#endif // TINY_LIB_CONVERSION_STRUCTUREDCONTRACT_H
