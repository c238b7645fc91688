//===- CreateOp.h - Ops of a known type -------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef TINY_IR_CREATEOP_H
#define TINY_IR_CREATEOP_H

#include "mlir/IR/Builders.h"

namespace mlir::tiny {

/// Makes an op whose result type the caller knows. The builder of an op looks
/// its name up as text, infers the type and sorts a list of attributes, which
/// takes longer than the op itself where a pass makes scalars by the thousand.
template <typename OpTy>
OpTy createOp(OpBuilder &builder, Location loc, Type type, ValueRange operands,
              OpaqueProperties properties = nullptr) {
  MLIRContext *context = builder.getContext();
  OperationName name =
      *RegisteredOperationName::lookup(TypeID::get<OpTy>(), context);
  return cast<OpTy>(builder.insert(Operation::create(
      loc, name, type, operands, DictionaryAttr::get(context), properties,
      /*successors=*/{}, /*numRegions=*/0)));
}

} // namespace mlir::tiny

#endif // TINY_IR_CREATEOP_H
