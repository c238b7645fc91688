//===- KernelOpts.h - Opts by name, and which are legal ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// An opt changes one range of a kernel. Opts are written `name:axis:amount`,
// lists of them with commas; `none` is the empty list. The description of
// `tiny-optimize` says what each does.
//
//===----------------------------------------------------------------------===//

#ifndef TINY_TRANSFORMS_KERNELOPTS_H
#define TINY_TRANSFORMS_KERNELOPTS_H

#include "tiny/IR/Tiny.h"
#include "tiny/Target/TargetDescription.h"

#include <string>

namespace mlir::tiny {

/// The attribute of a kernel with the opts that are to be applied to it.
constexpr StringLiteral kernelOptsAttrName = ContiguousOp::optsAttrName;
/// The attribute with which `tiny-optimize` says that an opt of the kernel is
/// illegal; it has the text of the opt.
constexpr StringLiteral refusedOptAttrName = "tiny.refused_opt";
/// The attribute of a kernel that must not use workgroups.
constexpr StringLiteral noLocalsAttrName = "tiny.no_locals";

/// Whether a kernel is as a program has written it: on views, or with values
/// that may be invalid. `tiny-resolve-views` comes first then, and it leaves
/// some of them as they are.
bool isWrittenKernel(KernelOp kernel);

/// The opts of a list.
SmallVector<StringRef> splitOptList(StringRef list);

/// Applies an opt to a kernel of stage P. Returns why it cannot, the kernel
/// being as it was then, or an empty text.
std::string applyOpt(KernelOp kernel, StringRef opt,
                     const TargetDescription &target);

/// What a search tries at most.
struct OptSearchLimits {
  /// The elements of the vectors of a kernel, and the items of its workgroups.
  int64_t maxUpcast = 256;
  int64_t maxLocal = 1024;
  /// Whether to try `padto`, workgroups, and kernels that do without those.
  bool padTo = false;
  bool locals = true;
  bool noLocals = false;
};

/// The opts that are worth trying next on a kernel of stage P and legal.
SmallVector<std::string> getNextOpts(KernelOp kernel,
                                     const TargetDescription &target,
                                     const OptSearchLimits &limits);

} // namespace mlir::tiny

#endif // TINY_TRANSFORMS_KERNELOPTS_H
