//===- Optimize.cpp - Choose what becomes of the ranges of a kernel -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "KernelAxes.h"
#include "KernelHeuristics.h"
#include "tiny/Transforms/Passes.h"

namespace mlir::tiny {
#define GEN_PASS_DEF_OPTIMIZEPASS
#include "tiny/Transforms/Passes.h.inc"

namespace {

/// `name:axis:amount`.
struct Opt {
  StringRef text;
  StringRef name;
  int64_t axis = 0;
  int64_t amount = 0;
};

class OptApplier {
public:
  explicit OptApplier(KernelOp kernel) : kernel(kernel), axes(kernel) {}

  LogicalResult apply(StringRef text);

private:
  InFlightDiagnostic refuse(const Opt &opt) {
    return kernel.emitOpError("cannot apply '") << opt.text << "': ";
  }
  LogicalResult parse(Opt &opt);
  LogicalResult split(const Opt &opt, ArrayRef<RangeOp> list,
                      StringRef listName, AxisType from, AxisType to);
  LogicalResult thread(const Opt &opt);

  KernelOp kernel;
  KernelAxes axes;
};

} // namespace

LogicalResult OptApplier::parse(Opt &opt) {
  SmallVector<StringRef, 3> parts;
  opt.text.split(parts, ':');
  opt.name = parts[0];
  bool takesAmount = opt.name == "upcast" || opt.name == "unroll";
  if (!takesAmount && opt.name != "thread")
    return refuse(opt) << "there is no opt of that name";
  if (parts.size() != (takesAmount ? 3 : 2) ||
      parts[1].getAsInteger(10, opt.axis) ||
      (takesAmount && parts[2].getAsInteger(10, opt.amount)))
    return refuse(opt) << "expected '" << opt.name
                       << (takesAmount ? ":axis:amount'" : ":axis'");
  return success();
}

LogicalResult OptApplier::split(const Opt &opt, ArrayRef<RangeOp> list,
                                StringRef listName, AxisType from,
                                AxisType to) {
  constexpr int64_t maxAmount = 32;
  if (opt.axis < 0 || opt.axis >= static_cast<int64_t>(list.size()))
    return refuse(opt) << "there are " << list.size() << " " << listName;
  RangeOp range = list[opt.axis];
  if (range.getAxis() != from)
    return refuse(opt) << "the axis is of type "
                       << stringifyAxisType(range.getAxis());
  int64_t amount = opt.amount == 0 ? range.getExtent() : opt.amount;
  if (amount < 0 || amount > maxAmount)
    return refuse(opt) << "the amount " << amount << " is not in 1 to "
                       << maxAmount;
  if (range.getExtent() % amount != 0)
    return refuse(opt) << "the extent " << range.getExtent()
                       << " is no multiple of " << amount;
  if (amount > 1 || range.getExtent() == 1)
    axes.split(range, amount, to);
  return success();
}

LogicalResult OptApplier::thread(const Opt &opt) {
  SmallVector<RangeOp> list = axes.getAxes();
  if (opt.axis < 0 || opt.axis >= static_cast<int64_t>(list.size()))
    return refuse(opt) << "there are " << list.size() << " axes";
  for (RangeOp range : list)
    if (range.getAxis() == AxisType::Thread)
      return refuse(opt) << "there is a thread axis already";
  RangeOp range = list[opt.axis];
  if (!KernelAxes::isOutputAxis(range))
    return refuse(opt) << "the axis is of type "
                       << stringifyAxisType(range.getAxis());
  EndOp end = axes.getOnlyEnd();
  if (!end || !llvm::is_contained(end.getRanges(), range.getResult()))
    return refuse(opt) << "the axis is not closed by the only 'tiny.end'";
  axes.makeThread(range, end);
  return success();
}

LogicalResult OptApplier::apply(StringRef text) {
  Opt opt;
  opt.text = text;
  if (failed(parse(opt)))
    return failure();
  if (opt.name == "thread")
    return thread(opt);
  if (opt.name == "upcast")
    return split(opt, axes.getAxes(), "axes", AxisType::Weak, AxisType::Upcast);
  return split(opt, axes.getReduceAxes(), "reduced axes", AxisType::Reduce,
               AxisType::Unroll);
}

namespace {
struct OptimizePass final : impl::OptimizePassBase<OptimizePass> {
  using Base::Base;

  void runOnOperation() override {
    KernelOp kernel = getOperation();
    if (!opts.empty()) {
      OptApplier applier(kernel);
      for (const std::string &opt : opts)
        if (failed(applier.apply(opt)))
          return signalPassFailure();
      return;
    }
    if (noopt)
      return;
    TargetDescription target = TargetDescription::getHost();
    if (numThreads > 0)
      target.numThreads = numThreads;
    optimizeKernel(kernel, target);
  }
};
} // namespace
} // namespace mlir::tiny
