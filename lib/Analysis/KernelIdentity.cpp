//===- KernelIdentity.cpp - Which kernels are the same --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "tiny/Analysis/KernelIdentity.h"

#include "mlir/IR/OperationSupport.h"

namespace mlir::tiny {

llvm::hash_code hashKernel(KernelOp kernel) {
  llvm::DenseMap<Value, unsigned> numbers;
  numbers.reserve(kernel.getBody().front().getOperations().size() +
                  kernel.getBody().getNumArguments());
  SmallVector<size_t, 512> words;
  auto number = [&](Value value) {
    numbers.try_emplace(value, numbers.size());
  };
  llvm::for_each(kernel.getBody().getArguments(), number);
  for (Operation &op : kernel.getBody().front()) {
    words.push_back(hash_value(op.getName()));
    words.push_back(op.hashProperties());
    for (Value operand : op.getOperands())
      words.push_back(numbers.lookup(operand));
    llvm::for_each(op.getResults(), number);
  }
  return llvm::hash_combine(kernel.getFunctionType(),
                            kernel->getAttr(ContiguousOp::optsAttrName),
                            llvm::hash_combine_range(words));
}

bool areSameKernel(KernelOp lhs, KernelOp rhs) {
  return lhs.getFunctionType() == rhs.getFunctionType() &&
         lhs->getAttr(ContiguousOp::optsAttrName) ==
             rhs->getAttr(ContiguousOp::optsAttrName) &&
         OperationEquivalence::isRegionEquivalentTo(
             &lhs.getBody(), &rhs.getBody(),
             OperationEquivalence::IgnoreLocations);
}

} // namespace mlir::tiny
