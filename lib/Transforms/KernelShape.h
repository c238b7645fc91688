//===- KernelShape.h - How a kernel reads and writes ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef TINY_LIB_TRANSFORMS_KERNELSHAPE_H
#define TINY_LIB_TRANSFORMS_KERNELSHAPE_H

#include "KernelExprs.h"
#include "OpenRanges.h"

namespace mlir::tiny {

/// The accesses of a kernel and what each ranges over.
class KernelShape {
public:
  struct Access {
    Operation *op;
    IndexExpr offset;
    bool isStore;
    /// The ranges that the access depends on.
    OpenRanges::Set ranges;
  };

  /// The accesses that `isWanted`, or all: an index takes long to read.
  KernelShape(KernelOp kernel, KernelExprs &exprs,
              llvm::function_ref<bool(Operation *)> isWanted = {});

  ArrayRef<Access> getAccesses() const { return accesses; }
  bool dependsOn(const Access &access, RangeOp range) const {
    return open.contains(access.ranges, range.getResult());
  }
  /// Whether a value lies inside of a range.
  bool dependsOn(Value value, RangeOp range) const {
    return open.contains(open.get(value), range.getResult());
  }
  /// How far an access moves with a step of a range, or nothing where it does
  /// not move evenly.
  std::optional<int64_t> getStride(const Access &access, RangeOp range);
  /// Whether neighbouring steps touch the same element or the next one.
  bool isUnit(const Access &access, RangeOp range);

private:
  IndexContext &context;
  IndexImporter &importer;
  OpenRanges open;
  SmallVector<Access> accesses;
};

} // namespace mlir::tiny

#endif // TINY_LIB_TRANSFORMS_KERNELSHAPE_H
