#include "tiny/IR/Tiny.h"
namespace mlir::tiny {
void Exp2Op::buildGradient(GraphBuilder &, Value, SmallVectorImpl<Value> &) {}
void Log2Op::buildGradient(GraphBuilder &, Value, SmallVectorImpl<Value> &) {}
void SinOp::buildGradient(GraphBuilder &, Value, SmallVectorImpl<Value> &) {}
void SqrtOp::buildGradient(GraphBuilder &, Value, SmallVectorImpl<Value> &) {}
void ReciprocalOp::buildGradient(GraphBuilder &, Value, SmallVectorImpl<Value> &) {}
void NegOp::buildGradient(GraphBuilder &, Value, SmallVectorImpl<Value> &) {}
void TruncOp::buildGradient(GraphBuilder &, Value, SmallVectorImpl<Value> &) {}
void CastOp::buildGradient(GraphBuilder &, Value, SmallVectorImpl<Value> &) {}
void AddOp::buildGradient(GraphBuilder &, Value, SmallVectorImpl<Value> &) {}
void SubOp::buildGradient(GraphBuilder &, Value, SmallVectorImpl<Value> &) {}
void MulOp::buildGradient(GraphBuilder &, Value, SmallVectorImpl<Value> &) {}
void FDivOp::buildGradient(GraphBuilder &, Value, SmallVectorImpl<Value> &) {}
void MaxOp::buildGradient(GraphBuilder &, Value, SmallVectorImpl<Value> &) {}
void CmpLtOp::buildGradient(GraphBuilder &, Value, SmallVectorImpl<Value> &) {}
void CmpNeOp::buildGradient(GraphBuilder &, Value, SmallVectorImpl<Value> &) {}
void CmpEqOp::buildGradient(GraphBuilder &, Value, SmallVectorImpl<Value> &) {}
void WhereOp::buildGradient(GraphBuilder &, Value, SmallVectorImpl<Value> &) {}
void ReshapeOp::buildGradient(GraphBuilder &, Value, SmallVectorImpl<Value> &) {}
void PermuteOp::buildGradient(GraphBuilder &, Value, SmallVectorImpl<Value> &) {}
void ExpandOp::buildGradient(GraphBuilder &, Value, SmallVectorImpl<Value> &) {}
void PadOp::buildGradient(GraphBuilder &, Value, SmallVectorImpl<Value> &) {}
void ShrinkOp::buildGradient(GraphBuilder &, Value, SmallVectorImpl<Value> &) {}
void FlipOp::buildGradient(GraphBuilder &, Value, SmallVectorImpl<Value> &) {}
void StackOp::buildGradient(GraphBuilder &, Value, SmallVectorImpl<Value> &) {}
void ReduceOp::buildGradient(GraphBuilder &, Value, SmallVectorImpl<Value> &) {}
void ContiguousOp::buildGradient(GraphBuilder &, Value, SmallVectorImpl<Value> &) {}
void DetachOp::buildGradient(GraphBuilder &, Value, SmallVectorImpl<Value> &) {}
}
