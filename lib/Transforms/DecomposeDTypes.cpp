//===- DecomposeDTypes.cpp - Types that the target lacks ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Two walks in block order. The first takes integers of 64 bits apart; it comes
// first, since their casts may pass through floats. The second leaves narrow
// floats as what is stored and moved, and computes on them in f32.
//
//===----------------------------------------------------------------------===//

#include "EmulateNarrowFloats.h"
#include "EmulateWideIntegers.h"
#include "tiny/Target/TargetDescription.h"
#include "tiny/Transforms/Passes.h"

namespace mlir::tiny {
#define GEN_PASS_DEF_DECOMPOSEDTYPESPASS
#include "tiny/Transforms/Passes.h.inc"

namespace {
struct DecomposeDTypesPass final
    : impl::DecomposeDTypesPassBase<DecomposeDTypesPass> {
  using DecomposeDTypesPassBase::DecomposeDTypesPassBase;

  void runOnOperation() override {
    KernelOp kernel = getOperation();
    std::optional<TargetDescription> found = TargetDescription::find(target);
    if (!found) {
      kernel.emitOpError("tiny-decompose-dtypes knows no target '")
          << target << "'";
      return signalPassFailure();
    }
    bool splitsIntegers = !found->hasInt64;
    FloatSupport support;
    support.castsF16 = found->castsF16;
    for (const std::string &name : emulate) {
      if (name == "i64" || name == "ui64")
        splitsIntegers = true;
      else if (name == "f16")
        support.castsF16 = false;
      else if (!llvm::is_contained(
                   {"bf16", "f8E4M3FN", "f8E5M2", "f8E4M3FNUZ", "f8E5M2FNUZ"},
                   name)) {
        kernel.emitOpError("tiny-decompose-dtypes cannot do without type '")
            << name << "'";
        return signalPassFailure();
      }
    }
    if (splitsIntegers && failed(emulateWideIntegers(kernel)))
      return signalPassFailure();
    emulateNarrowFloats(kernel.getBody().front(), support);
  }
};
} // namespace

} // namespace mlir::tiny
