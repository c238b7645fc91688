//===- KernelActions.cpp - What a search tries ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The amounts are those that have been good for something: divisors of common
// sizes, vectors and parts of vectors, and the sizes of convolutions. Whether
// one is legal is decided by applying it to a copy of the kernel.
//
//===----------------------------------------------------------------------===//

#include "KernelAxes.h"
#include "tiny/Transforms/KernelOpts.h"

#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/FormatVariadic.h"

namespace mlir::tiny {

namespace {

class Actions {
public:
  Actions(KernelOp kernel, const TargetDescription &target,
          const OptSearchLimits &limits)
      : kernel(kernel), target(target), limits(limits),
        axes(KernelAxes(kernel).getAxes()) {
    for (RangeOp axis : axes) {
      if (axis.getAxis() == AxisType::Reduce)
        reduced.push_back(axis);
      if (axis.getAxis() == AxisType::Reduce ||
          axis.getAxis() == AxisType::GroupReduce)
        unrollable.push_back(axis);
    }
  }

  SmallVector<std::string> run();

private:
  void add(std::string opt);
  /// `name` on the first axes of a list. An amount that is the whole axis is
  /// left to the amount 0, if that is there.
  void addAll(StringRef name, ArrayRef<RangeOp> list, int64_t numAxes,
              ArrayRef<int64_t> amounts);
  bool isWithinLimits(KernelOp changed);

  KernelOp kernel;
  const TargetDescription &target;
  const OptSearchLimits &limits;
  SmallVector<RangeOp> axes, reduced, unrollable;
  SmallVector<std::string> found;
};

} // namespace

bool Actions::isWithinLimits(KernelOp changed) {
  Int128 upcast = 1, local = 1;
  for (RangeOp axis : KernelAxes(changed).getAxes()) {
    switch (axis.getAxis()) {
    case AxisType::Upcast:
    case AxisType::Unroll:
      upcast =
          std::min<Int128>(upcast * axis.getExtent(), limits.maxUpcast + 1);
      break;
    case AxisType::Warp:
    case AxisType::Local:
    case AxisType::GroupReduce:
      local = std::min<Int128>(local * axis.getExtent(), limits.maxLocal + 1);
      break;
    default:
      break;
    }
  }
  return upcast <= limits.maxUpcast && local <= limits.maxLocal;
}

void Actions::add(std::string opt) {
  OwningOpRef<KernelOp> copy(kernel.clone());
  if (applyOpt(*copy, opt, target).empty() && isWithinLimits(*copy))
    found.push_back(std::move(opt));
}

void Actions::addAll(StringRef name, ArrayRef<RangeOp> list, int64_t numAxes,
                     ArrayRef<int64_t> amounts) {
  bool hasWhole = llvm::is_contained(amounts, 0);
  int64_t axis = 0;
  for (RangeOp range : list.take_front(numAxes)) {
    int64_t extent = range.getExtent();
    for (int64_t amount : amounts) {
      // Most amounts divide nothing: they need no copy.
      if (amount != 0 && name != "padto" &&
          (extent % amount != 0 || (amount == extent && hasWhole)))
        continue;
      add(llvm::formatv("{0}:{1}:{2}", name, axis, amount));
    }
    ++axis;
  }
}

SmallVector<std::string> Actions::run() {
  addAll("upcast", axes, 8, {0, 2, 3, 4, 5, 7, 8, 16});
  addAll("unroll", unrollable, 5, {0, 4, 7, 8, 16});
  if (target.hasLocal && limits.locals) {
    addAll("local", axes, 6, {2, 3, 4, 8, 13, 16, 29, 32});
    addAll("grouptop", reduced, 3, {13, 16, 28, 29, 32, 49, 64, 256});
    addAll("group", reduced, 3, {0, 4, 8, 16});
    if (limits.noLocals)
      add("nolocals");
  }
  if (limits.padTo)
    addAll("padto", axes, 7, {32});
  int64_t numSwaps = std::min<int64_t>(axes.size(), 5);
  for (int64_t i = 0; i < numSwaps; ++i)
    for (int64_t j = i + 1; j < numSwaps; ++j)
      add(llvm::formatv("swap:{0}:{1}", i, j));
  if (target.hasThreads && target.numThreads > 1) {
    SmallVector<int64_t> parts = {0};
    for (int64_t amount : {2, 3, 4, 5, 8, 12, 16, 24, 32, 64})
      if (amount <= target.numThreads)
        parts.push_back(amount);
    addAll("thread", axes, 3, parts);
  }
  return std::move(found);
}

SmallVector<std::string> getNextOpts(KernelOp kernel,
                                     const TargetDescription &target,
                                     const OptSearchLimits &limits) {
  return Actions(kernel, target, limits).run();
}

} // namespace mlir::tiny
