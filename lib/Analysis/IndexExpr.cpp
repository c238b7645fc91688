#include "tiny/Analysis/IndexExpr.h"
namespace mlir::tiny {
struct IndexContext::Impl {};
IndexContext::IndexContext() = default;
IndexContext::~IndexContext() = default;
IndexExpr IndexContext::add(IndexExpr, IndexExpr) { abort(); }
IndexExpr IndexContext::sub(IndexExpr, IndexExpr) { abort(); }
IndexExpr IndexContext::boolean(bool) { abort(); }
IndexExpr IndexContext::constant(int64_t) { abort(); }
IndexExpr IndexContext::linearize(ArrayRef<IndexExpr>, ArrayRef<int64_t>) { abort(); }
SmallVector<IndexExpr> IndexContext::delinearize(IndexExpr, ArrayRef<int64_t>) { abort(); }
IndexExpr IndexContext::logicalAnd(IndexExpr, IndexExpr) { abort(); }
IndexExpr IndexContext::logicalNot(IndexExpr) { abort(); }
IndexExpr IndexContext::lt(IndexExpr, IndexExpr) { abort(); }
}
