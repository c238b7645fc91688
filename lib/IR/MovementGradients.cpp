//===- MovementGradients.cpp - Gradients of movement ops ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A gradient moves back by the inverse movement, and is summed where an element
// was read several times. Sizes and offsets have no gradient.
//
//===----------------------------------------------------------------------===//

#include "tiny/IR/Tiny.h"

namespace mlir::tiny {

using Gradients = SmallVectorImpl<Value>;
using Ints = SmallVector<int64_t, 4>;

void ReshapeOp::buildGradient(GraphBuilder &builder, Value upstream,
                              Gradients &result) {
  result.push_back(builder.reshape(upstream, getDims(getSource())));
}

void PermuteOp::buildGradient(GraphBuilder &builder, Value upstream,
                              Gradients &result) {
  Ints inverse(getOrder().size());
  for (auto [to, from] : llvm::enumerate(getOrder()))
    inverse[from] = to;
  result.push_back(builder.permute(upstream, inverse));
}

void ExpandOp::buildGradient(GraphBuilder &builder, Value upstream,
                             Gradients &result) {
  result.push_back(builder.sumTo(upstream, getDims(getSource())));
}

void PadOp::buildGradient(GraphBuilder &builder, Value upstream,
                          Gradients &result) {
  ValueRange dynamic = getDynamic();
  result.push_back(builder.shrink(upstream, takeDims(getLow(), dynamic),
                                  getDims(getSource())));
}

void ShrinkOp::buildGradient(GraphBuilder &builder, Value upstream,
                             Gradients &result) {
  ValueRange dynamic = getDynamic();
  result.push_back(builder.pad(upstream, takeDims(getOffsets(), dynamic),
                               getDims(getSource())));
}

void FlipOp::buildGradient(GraphBuilder &builder, Value upstream,
                           Gradients &result) {
  result.push_back(builder.create<FlipOp>(upstream, {Ints(getAxes())}));
}

void StackOp::buildGradient(GraphBuilder &builder, Value upstream,
                            Gradients &result) {
  Dims shape = getDims(getOperand(0));
  Dims offsets(shape.size() + 1, 0), sizes = {1};
  llvm::append_range(sizes, shape);
  for (int64_t index = 0, end = getNumOperands(); index < end; ++index) {
    offsets.front() = index;
    Value part = builder.shrink(upstream, offsets, sizes);
    result.push_back(builder.reshape(part, shape));
  }
}

} // namespace mlir::tiny
