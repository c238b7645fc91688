//===- UnrollRegisters.cpp - Registers are named by constants -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "tiny/Analysis/IndexImport.h"
#include "tiny/Target/TargetDescription.h"
#include "tiny/Transforms/Passes.h"

namespace mlir::tiny {
#define GEN_PASS_DEF_UNROLLREGISTERSPASS
#include "tiny/Transforms/Passes.h.inc"

namespace {

class RegisterUnroller {
public:
  RegisterUnroller() : importer(context) {}

  /// Unrolls the ranges that an access to registers is indexed with.
  template <typename OpTy>
  LogicalResult visit(OpTy access) {
    if (access.getBuffer().getType().getAddressSpace() != AddressSpace::Reg ||
        !access.getIndex())
      return success();
    if (!IndexImporter::isIndexLike(access.getIndex()))
      return unroll(access, {});
    for (IndexExpr leaf : importer.import(access.getIndex()).getLeaves())
      if (failed(unroll(access, leaf.getValue())))
        return failure();
    return success();
  }

private:
  LogicalResult unroll(Operation *access, Value leaf) {
    auto range = leaf ? leaf.getDefiningOp<RangeOp>() : RangeOp();
    if (!range)
      return access->emitOpError("chooses a register by a value that is known "
                                 "only when the kernel runs");
    if (range.isSymbolic())
      return access->emitOpError("chooses a register by a range whose extent "
                                 "is known only when the kernel runs");
    switch (range.getAxis()) {
    case AxisType::Weak:
    case AxisType::Loop:
    case AxisType::Reduce:
      range.setAxis(AxisType::Unroll);
      return success();
    case AxisType::Upcast:
    case AxisType::Unroll:
      return success();
    default:
      return access->emitOpError("chooses a register by a range of type ")
             << stringifyAxisType(range.getAxis())
             << ", which cannot be unrolled";
    }
  }

  IndexContext context;
  IndexImporter importer;
};

struct UnrollRegistersPass final
    : impl::UnrollRegistersPassBase<UnrollRegistersPass> {
  using Base::Base;

  void runOnOperation() override {
    std::optional<TargetDescription> description =
        TargetDescription::find(target);
    if (!description) {
      getOperation().emitOpError("cannot be lowered for '")
          << target << "': there is no target of that name";
      return signalPassFailure();
    }
    if (description->hasDynamicRegisterIndex)
      return;
    RegisterUnroller unroller;
    for (Operation &op : getOperation().getBody().front()) {
      LogicalResult result = success();
      if (auto load = dyn_cast<LoadOp>(op))
        result = unroller.visit(load);
      else if (auto store = dyn_cast<StoreOp>(op))
        result = unroller.visit(store);
      if (failed(result))
        return signalPassFailure();
    }
  }
};

} // namespace
} // namespace mlir::tiny
