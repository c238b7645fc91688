//===- KernelOpts.cpp - Opts by name, and which are legal -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// What an opt may do depends on the axis it names and on the description of
// the target. Nothing is changed before all checks have passed.
//
//===----------------------------------------------------------------------===//

#include "tiny/Transforms/KernelOpts.h"
#include "KernelAxes.h"
#include "OpenRanges.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FormatVariadic.h"

namespace mlir::tiny {

namespace {

enum class Kind {
  Local,
  Upcast,
  Unroll,
  Group,
  GroupTop,
  Thread,
  NoLocals,
  PadTo,
  Swap,
  TensorCore,
  Unknown
};

struct Opt {
  Kind kind = Kind::Unknown;
  StringRef name;
  int64_t axis = 0;
  /// Of a swap the other axis.
  int64_t amount = 0;
};

/// Why an opt is refused; empty if it is not.
using Refusal = std::string;

class OptApplier {
public:
  OptApplier(KernelOp kernel, const TargetDescription &target)
      : kernel(kernel), target(target), axes(kernel) {}

  Refusal apply(StringRef text);

private:
  Refusal parse(StringRef text);
  Refusal findRange();
  /// The axis that the opt names, its type and its extent.
  std::string describe();
  Refusal checkType();
  Refusal checkWorkgroups();
  Refusal checkAmount();
  Refusal checkShared();
  Refusal checkThread();
  Refusal checkGroup();
  Refusal checkPad(int64_t &extent);
  Refusal swap();
  Refusal noLocals();

  KernelOp kernel;
  const TargetDescription &target;
  KernelAxes axes;
  Opt opt;
  /// The axes that the opt counts, what they are called, and the one that the
  /// opt names.
  SmallVector<RangeOp> list;
  StringRef counted;
  RangeOp range;
  int64_t amount = 0;
};

} // namespace

SmallVector<StringRef> splitOptList(StringRef list) {
  SmallVector<StringRef> opts;
  if (list != "none")
    list.split(opts, ',', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  return opts;
}

//===----------------------------------------------------------------------===//
// Reading an opt
//===----------------------------------------------------------------------===//

static Kind getKind(StringRef name) {
  return llvm::StringSwitch<Kind>(name)
      .Case("local", Kind::Local)
      .Case("upcast", Kind::Upcast)
      .Case("unroll", Kind::Unroll)
      .Case("group", Kind::Group)
      .Case("grouptop", Kind::GroupTop)
      .Case("thread", Kind::Thread)
      .Case("nolocals", Kind::NoLocals)
      .Case("padto", Kind::PadTo)
      .Case("swap", Kind::Swap)
      .Case("tc", Kind::TensorCore)
      .Default(Kind::Unknown);
}

Refusal OptApplier::parse(StringRef text) {
  SmallVector<StringRef, 3> parts;
  text.split(parts, ':');
  opt.name = parts[0];
  opt.kind = getKind(opt.name);
  if (opt.kind == Kind::Unknown)
    return "there is no opt of that name";
  if (opt.kind == Kind::TensorCore)
    return "the target has no tensor cores";
  StringRef form = ":axis:amount";
  size_t least = 3, most = 3;
  if (opt.kind == Kind::NoLocals) {
    form = "";
    least = most = 1;
  } else if (opt.kind == Kind::Thread) {
    form = ":axis[:amount]";
    least = 2;
  } else if (opt.kind == Kind::Swap) {
    form = ":axis:axis";
  }
  if (parts.size() < least || parts.size() > most ||
      (parts.size() > 1 && parts[1].getAsInteger(10, opt.axis)) ||
      (parts.size() > 2 && parts[2].getAsInteger(10, opt.amount)))
    return llvm::formatv("expected '{0}{1}'", opt.name, form);
  return {};
}

static bool isReduceAxis(AxisType axis) {
  return axis == AxisType::Reduce || axis == AxisType::GroupReduce;
}

static bool isWorkgroupAxis(AxisType axis) {
  return axis == AxisType::Warp || axis == AxisType::Local ||
         axis == AxisType::GroupReduce;
}

/// Reduced axes are counted among those that the opt can take, others among
/// all.
Refusal OptApplier::findRange() {
  list = axes.getAxes();
  if (opt.kind == Kind::Unroll || opt.kind == Kind::Group ||
      opt.kind == Kind::GroupTop) {
    counted = "reduced ";
    bool groups = opt.kind == Kind::Unroll;
    llvm::erase_if(list, [&](RangeOp axis) {
      return axis.getAxis() != AxisType::Reduce &&
             !(groups && axis.getAxis() == AxisType::GroupReduce);
    });
  }
  int64_t size = list.size();
  if (opt.axis < 0 || opt.axis >= size)
    return llvm::formatv("there is no {0}axis {1}: the kernel has {2}", counted,
                         opt.axis, size);
  range = list[opt.axis];
  return {};
}

std::string OptApplier::describe() {
  return llvm::formatv("{0}axis {1} ({2}, extent {3})", counted, opt.axis,
                       stringifyAxisType(range.getAxis()), range.getExtent());
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

Refusal OptApplier::checkType() {
  AxisType axis = range.getAxis();
  bool isOutput = KernelAxes::isOutputAxis(range);
  bool isRight = true;
  switch (opt.kind) {
  case Kind::Local:
  case Kind::Thread:
    isRight = isOutput;
    break;
  case Kind::Upcast:
    isRight = isOutput || axis == AxisType::Local;
    break;
  case Kind::PadTo:
    isRight = axis != AxisType::Upcast && axis != AxisType::Unroll &&
              axis != AxisType::Thread;
    break;
  default: // counted among the right ones
    break;
  }
  return isRight ? Refusal() : describe() + " is of the wrong type";
}

Refusal OptApplier::checkWorkgroups() {
  if (!target.hasLocal)
    return "the target has no workgroups";
  if (kernel->hasAttr(noLocalsAttrName))
    return "'nolocals' has been applied";
  return {};
}

/// The amount, 0 for the whole axis, is within the limits of the opt and
/// divides the extent.
Refusal OptApplier::checkAmount() {
  amount = opt.amount == 0 ? range.getExtent() : opt.amount;
  int64_t limit = range.getExtent();
  if (opt.kind == Kind::Upcast)
    limit = 16;
  else if (opt.kind == Kind::Unroll)
    limit = 32;
  else if (opt.kind == Kind::Thread)
    limit = target.maxThreads;
  if (amount < 1 || amount > limit)
    return llvm::formatv("the amount {0} for {1} is not in 1 to {2}", amount,
                         describe(), limit);
  if (range.getExtent() % amount != 0)
    return llvm::formatv("{0} is no multiple of {1}", describe(), amount);
  return {};
}

/// The bytes of the elements that a reduction stores in shared memory.
static int64_t getReducedBytes(KernelOp kernel, RangeOp range) {
  int64_t bytes = 0;
  for (ReduceOp reduce : kernel.getBody().getOps<ReduceOp>()) {
    Type element = getElementType(reduce.getResult());
    bool isGrouped = llvm::any_of(reduce.getRanges(), [&](Value closed) {
      auto axis = closed.getDefiningOp<RangeOp>();
      return axis == range || axis.getAxis() == AxisType::GroupReduce;
    });
    if (isGrouped && !isWeakType(element))
      bytes = std::max<int64_t>(bytes, getStorageBits(element) / 8);
  }
  return bytes;
}

/// The partial results of a workgroup fit into its memory.
Refusal OptApplier::checkShared() {
  bool groups = opt.kind == Kind::Group || opt.kind == Kind::GroupTop;
  Int128 bytes = amount;
  for (RangeOp axis : axes.getAxes()) {
    groups |= axis.getAxis() == AxisType::GroupReduce;
    if (isWorkgroupAxis(axis.getAxis()) || axis.getAxis() == AxisType::Upcast)
      bytes = std::min<Int128>(bytes * axis.getExtent(), int64_t(1) << 62);
  }
  if (!groups)
    return {};
  bytes *= getReducedBytes(kernel, range);
  if (bytes <= target.sharedBytes)
    return {};
  return llvm::formatv("the partial results need {0} bytes of shared memory, "
                       "of which there are {1}",
                       static_cast<int64_t>(bytes), target.sharedBytes);
}

Refusal OptApplier::checkThread() {
  for (RangeOp axis : list)
    if (axis.getAxis() == AxisType::Thread)
      return "there is a thread axis already";
  EndOp end = axes.getOnlyEnd();
  if (!end || !llvm::is_contained(end.getRanges(), range.getResult()))
    return describe() + " is not closed by the only 'tiny.end'";
  return {};
}

/// The reduction of the axis is not inside of another one.
Refusal OptApplier::checkGroup() {
  OpenRanges open;
  for (Operation &op : kernel.getBody().front()) {
    open.visit(&op);
    auto reduce = dyn_cast<ReduceOp>(op);
    if (!reduce || !llvm::is_contained(reduce.getRanges(), range.getResult()))
      continue;
    for (Value outer : open.getRanges(open.get(reduce.getResult()))) {
      AxisType axis = outer.getDefiningOp<RangeOp>().getAxis();
      if (isReduceAxis(axis) || axis == AxisType::Unroll)
        return describe() + " is reduced inside of another reduction";
    }
  }
  return {};
}

Refusal OptApplier::checkPad(int64_t &extent) {
  if (opt.amount < 1)
    return llvm::formatv("{0} has no multiple of {1}", describe(), opt.amount);
  Int128 next =
      Int128(llvm::divideCeil(range.getExtent(), opt.amount)) * opt.amount;
  if (range.getExtent() <= next / 4)
    return llvm::formatv("{0} would become at least four times as long",
                         describe());
  extent = static_cast<int64_t>(next);
  return {};
}

//===----------------------------------------------------------------------===//
// Application
//===----------------------------------------------------------------------===//

Refusal OptApplier::swap() {
  int64_t size = list.size();
  if (opt.amount < 0 || opt.amount >= size)
    return llvm::formatv("there is no axis {0}: the kernel has {1}", opt.amount,
                         size);
  RangeOp other = list[opt.amount];
  if (!KernelAxes::isOutputAxis(range) || other.getAxis() != range.getAxis())
    return llvm::formatv("{0} and axis {1} ({2}, extent {3}) are not two "
                         "output loops",
                         describe(), opt.amount,
                         stringifyAxisType(other.getAxis()), other.getExtent());
  axes.swap(range, other);
  return {};
}

Refusal OptApplier::noLocals() {
  for (auto [number, axis] : llvm::enumerate(axes.getAxes()))
    if (isWorkgroupAxis(axis.getAxis())) {
      opt.axis = number;
      range = axis;
      return describe() + " is one of a workgroup";
    }
  kernel->setAttr(noLocalsAttrName, UnitAttr::get(kernel.getContext()));
  return {};
}

static AxisType getNewType(Kind kind) {
  switch (kind) {
  case Kind::Local:
    return AxisType::Local;
  case Kind::Upcast:
    return AxisType::Upcast;
  case Kind::Unroll:
    return AxisType::Unroll;
  case Kind::Thread:
    return AxisType::Thread;
  default:
    return AxisType::GroupReduce;
  }
}

Refusal OptApplier::apply(StringRef text) {
  if (Refusal refusal = parse(text); !refusal.empty())
    return refusal;
  if (opt.kind == Kind::NoLocals)
    return noLocals();
  bool groups = opt.kind == Kind::Group || opt.kind == Kind::GroupTop;
  if (opt.kind == Kind::Local || groups)
    if (Refusal refusal = checkWorkgroups(); !refusal.empty())
      return refusal;
  if (opt.kind == Kind::Thread && !target.hasThreads)
    return "the target has no threads";
  if (Refusal refusal = findRange(); !refusal.empty())
    return refusal;
  if (opt.kind == Kind::Swap)
    return swap();
  if (range.isSymbolic())
    return describe() + " has a symbolic extent";
  if (Refusal refusal = checkType(); !refusal.empty())
    return refusal;
  if (opt.kind == Kind::PadTo) {
    int64_t extent = 0;
    Refusal refusal = checkPad(extent);
    if (refusal.empty() && extent != range.getExtent())
      axes.padTo(range, extent);
    return refusal;
  }
  if (Refusal refusal = checkAmount(); !refusal.empty())
    return refusal;
  if (groups)
    if (Refusal refusal = checkGroup(); !refusal.empty())
      return refusal;
  if (opt.kind == Kind::Thread)
    if (Refusal refusal = checkThread(); !refusal.empty())
      return refusal;
  if (Refusal refusal = checkShared(); !refusal.empty())
    return refusal;
  if (amount == 1)
    return {};
  bool top = opt.kind == Kind::Thread || opt.kind == Kind::GroupTop;
  RangeOp steps = axes.split(range, amount, getNewType(opt.kind), top);
  if (opt.kind == Kind::Thread)
    axes.makeThread(steps, axes.getOnlyEnd());
  return {};
}

std::string applyOpt(KernelOp kernel, StringRef opt,
                     const TargetDescription &target) {
  return OptApplier(kernel, target).apply(opt);
}

} // namespace mlir::tiny
