//===- KernelExprs.h - Values of a kernel as expressions --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef TINY_LIB_TRANSFORMS_KERNELEXPRS_H
#define TINY_LIB_TRANSFORMS_KERNELEXPRS_H

#include "tiny/Analysis/IndexImport.h"

#include "mlir/IR/Operation.h"

namespace mlir::tiny {

/// The expressions of indices and conditions, each read when it is first asked
/// for. An analysis that passes hand on. Values are known by their address: a
/// pass that preserves it lets it forget what it erases (see `eraseDeadOps`),
/// and all that it knows when a value is replaced by one of another expression.
struct KernelExprs {
  explicit KernelExprs(Operation *kernel) : importer(context) {
    importer.reserve(kernel->getRegion(0).front().getOperations().size());
  }

  IndexContext context;
  IndexImporter importer;
};

} // namespace mlir::tiny

#endif // TINY_LIB_TRANSFORMS_KERNELEXPRS_H
