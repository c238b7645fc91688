//===- MakeOp.h - Ops of which everything is known --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef TINY_IR_MAKEOP_H
#define TINY_IR_MAKEOP_H

#include "mlir/IR/Builders.h"

namespace mlir::tiny {

/// Builds an op from its parts. The generated builders look its name up as a
/// string, collect the parts once more and infer types from operands, which
/// takes twice as long as the op itself: this is for passes that make most of
/// the ops of a kernel.
template <typename OpTy>
OpTy makeOp(OpBuilder &builder, Location loc, TypeRange results,
            ValueRange operands,
            const typename OpTy::Properties &properties = {}) {
  MLIRContext *context = builder.getContext();
  OpaqueProperties storage(nullptr);
  // It is copied from there.
  if constexpr (!std::is_empty_v<typename OpTy::Properties>)
    storage = const_cast<typename OpTy::Properties *>(&properties);
  return cast<OpTy>(builder.insert(Operation::create(
      loc, *RegisteredOperationName::lookup(TypeID::get<OpTy>(), context),
      results, operands, DictionaryAttr::get(context), storage,
      /*successors=*/{}, /*numRegions=*/0)));
}

/// Whether nothing uses the op, which has one result most of the time.
inline bool isUnused(Operation &op) {
  return op.getNumResults() == 1 ? op.getResult(0).use_empty() : op.use_empty();
}

} // namespace mlir::tiny

#endif // TINY_IR_MAKEOP_H
