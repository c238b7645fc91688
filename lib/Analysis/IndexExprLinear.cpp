//===- IndexExprLinear.cpp - Linear forms and row-major offsets -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "IndexContextImpl.h"

namespace mlir::tiny {

std::optional<IndexContext::Linear> IndexContext::splitLinear(IndexExpr expr,
                                                              IndexExpr leaf) {
  if (!expr.dependsOn(leaf))
    return Linear{expr, 0};
  SumRef sum = impl->split(expr);
  IndexSum base;
  base.constant = sum.constant;
  int64_t stride = 0;
  for (const IndexTerm &term : sum.terms) {
    if (term.core == leaf)
      stride = term.coefficient;
    else if (term.core.dependsOn(leaf))
      return std::nullopt;
    else
      base.terms.push_back(term);
  }
  return Linear{impl->join(base), stride};
}

IndexExpr IndexContext::linearize(ArrayRef<IndexExpr> index,
                                  ArrayRef<int64_t> shape) {
  // One sum of all terms: nothing is scaled and built twice.
  std::optional<IndexSum> sum = IndexSum();
  std::optional<int64_t> stride = 1;
  for (size_t axis = shape.size(); axis-- > 0 && sum;) {
    sum = stride ? impl->combine(*sum, impl->split(index[axis]), *stride)
                 : std::nullopt;
    stride = checked(Int128(stride.value_or(0)) * shape[axis]);
  }
  if (sum)
    return impl->finish(*sum);
  IndexExpr offset = constant(0);
  for (auto [coordinate, size] : llvm::zip(index, shape))
    offset = add(mul(offset, size), coordinate);
  return offset;
}

IndexExpr IndexContext::linearize(ArrayRef<IndexExpr> index,
                                  ArrayRef<IndexExpr> shape) {
  IndexExpr offset = constant(0);
  for (auto [coordinate, size] : llvm::zip(index, shape)) {
    // A product distributes, so that terms meet again.
    IndexExpr scaled = constant(0);
    SumRef sum = impl->split(offset);
    for (const IndexTerm &term : sum.terms)
      scaled = add(scaled, mul(impl->scale(term.core, term.coefficient), size));
    scaled = add(scaled, mul(size, sum.constant));
    offset = add(scaled, coordinate);
  }
  return offset;
}

SmallVector<IndexExpr> IndexContext::delinearize(IndexExpr offset,
                                                 ArrayRef<int64_t> shape) {
  SmallVector<IndexExpr> sizes;
  for (int64_t size : shape)
    sizes.push_back(constant(size));
  return delinearize(offset, sizes);
}

SmallVector<IndexExpr> IndexContext::delinearize(IndexExpr offset,
                                                 ArrayRef<IndexExpr> shape) {
  SmallVector<IndexExpr> index(shape.size(), constant(0));
  auto isSingle = [](IndexExpr size) {
    return size.getConstant() && *size.getConstant() <= 1;
  };
  for (size_t i = shape.size(); i-- > 0;) {
    if (isSingle(shape[i]))
      continue;
    // What is left for the first axis lies inside it already.
    bool isFirst = llvm::all_of(shape.take_front(i), isSingle);
    index[i] = isFirst ? offset : mod(offset, shape[i]);
    if (!isFirst)
      offset = floorDiv(offset, shape[i]);
  }
  return index;
}

} // namespace mlir::tiny
