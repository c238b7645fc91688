//===- KernelCost.cpp - How much a kernel computes ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// An op runs once for each value of the ranges it depends on. A kernel has few
// ranges, so a set of them is a bit mask; those beyond the 64th are not
// counted. One walk in block order suffices: operands come first.
//
//===----------------------------------------------------------------------===//

#include "KernelCache.h"

#include "llvm/Support/MathExtras.h"

namespace mlir::tiny {

static bool isArithmetic(Operation &op) {
  return isa<AddOp, SubOp, MulOp, FDivOp, PowOp, MaxOp, CDivOp, CModOp,
             FloorDivOp, FloorModOp, ShlOp, ShrOp, AndOp, OrOp, XorOp,
             ThreefryOp, NegOp, TruncOp, Exp2Op, Log2Op, SinOp, SqrtOp,
             ReciprocalOp, CmpLtOp, CmpNeOp, CmpEqOp, WhereOp, ReduceOp>(op);
}

/// Index arithmetic is not work.
static bool isData(Operation &op) {
  return llvm::none_of(op.getOperandTypes(), [](Type type) {
    return isWeakType(getElementType(type));
  });
}

uint64_t estimateFlops(KernelOp kernel) {
  SmallVector<int64_t> extents;
  DenseMap<Value, uint64_t> sets;
  uint64_t total = 0;
  for (Operation &op : kernel.getBody().front()) {
    uint64_t set = 0;
    for (Value operand : op.getOperands())
      set |= sets.lookup(operand);
    if (auto range = dyn_cast<RangeOp>(op)) {
      if (extents.size() < 64)
        set |= uint64_t(1) << extents.size();
      extents.push_back(range.getExtent());
    } else if (isArithmetic(op)) {
      auto reduce = dyn_cast<ReduceOp>(op);
      if (reduce ? !isWeakType(getElementType(reduce.getSource()))
                 : isData(op)) {
        uint64_t count = 1;
        for (size_t i = 0; i < std::min<size_t>(extents.size(), 64); ++i)
          if (set >> i & 1)
            count = llvm::SaturatingMultiply(count, uint64_t(extents[i]));
        total = llvm::SaturatingAdd(total, count);
      }
    }
    if (auto ranged = dyn_cast<RangedOpInterface>(op))
      for (Value range : ranged.getEndedRanges())
        if (range.getDefiningOp<RangeOp>())
          set &= ~sets.lookup(range);
    if (set)
      for (Value result : op.getResults())
        sets[result] = set;
  }
  return total;
}

} // namespace mlir::tiny
