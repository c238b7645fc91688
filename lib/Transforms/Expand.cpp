//===- Expand.cpp - Upcast and unroll ranges become dimensions ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Two walks over the block:
//   1. read the indices of all accesses as index expressions;
//   2. replace each expanded range by an iota, change the types of what is
//      computed from it in place, and write the index of each access as a
//      scalar base and a stride per dimension.
// The arithmetic that computed an index is dead then, unless the index is no
// linear function of the ranges: its vector then serves as the index.
//
//===----------------------------------------------------------------------===//

#include "KernelExprs.h"
#include "KernelRewriting.h"
#include "tiny/Transforms/Passes.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::tiny {
#define GEN_PASS_DEF_EXPANDPASS
#include "tiny/Transforms/Passes.h.inc"

namespace {

using Shape = SmallVector<int64_t, 4>;

class Expander {
public:
  Expander(Block &block, KernelExprs &exprs)
      : block(block), builder(block.getParentOp()->getContext()),
        context(exprs.context), importer(exprs.importer), exporter(builder) {}

  LogicalResult run();

private:
  /// What an expanded range becomes.
  struct Dimension {
    int64_t id, extent;
    /// The range as a leaf of index expressions.
    IndexExpr leaf;
  };
  /// The index of an access: the address of each lane.
  struct Address {
    /// A scalar with a stride for each dimension, or a vector.
    Value index;
    Shape strides;
  };

  LogicalResult findDimensions();
  LogicalResult visit(Operation *op);
  void visitRange(RangeOp range);
  LogicalResult visitElementwise(Operation *op);
  LogicalResult visitLoad(LoadOp load);
  LogicalResult visitStore(StoreOp store);
  void visitReduce(ReduceOp reduce);
  void visitEnd(EndOp end);
  void visitAfter(AfterOp after);

  Address getAddress(Value index, Location loc);
  std::optional<Address> splitAddress(IndexExpr expr, Location loc);
  bool isVector(IndexExpr leaf) const;
  Value expandTo(Value value, ArrayRef<int64_t> shape, Location loc);
  void addExtents(Value value, Shape &shape) const;
  bool dependsOn(Value value, size_t dimension) const;
  SmallVector<Value> dropExpanded(ValueRange ranges) const;

  Block &block;
  OpBuilder builder;
  IndexContext &context;
  IndexImporter &importer;
  IndexExporter exporter;
  SmallVector<Dimension, 4> dimensions;
  /// The dimension of an expanded range; none if it has one value only.
  llvm::DenseMap<Operation *, std::optional<size_t>> expanded;
  /// The same for what stands for the range.
  llvm::DenseMap<Value, std::optional<size_t>> replacements;
  /// What stands for a reduction.
  llvm::DenseMap<Value, Value> reductions;
};

} // namespace

//===----------------------------------------------------------------------===//
// Dimensions
//===----------------------------------------------------------------------===//

/// Numbers the expanded ranges by their ids and reads the indices.
LogicalResult Expander::findDimensions() {
  SmallVector<RangeOp, 4> ranges;
  for (Operation &op : block)
    if (auto range = dyn_cast<RangeOp>(op);
        range && (range.getAxis() == AxisType::Upcast ||
                  range.getAxis() == AxisType::Unroll)) {
      expanded[range] = std::nullopt;
      if (range.getExtent() != 1)
        ranges.push_back(range);
    }
  llvm::stable_sort(ranges, [](RangeOp lhs, RangeOp rhs) {
    return lhs.getId() < rhs.getId();
  });
  for (RangeOp range : ranges) {
    int64_t id = range.getId(), extent = range.getExtent();
    if (!dimensions.empty() && dimensions.back().id == id)
      return range.emitOpError("has the id ") << id << " of another range";
    expanded[range] = dimensions.size();
    dimensions.push_back({id, extent, importer.import(range.getResult())});
  }
  if (expanded.empty())
    return success();
  for (Operation &op : block) {
    if (auto load = dyn_cast<LoadOp>(op); load && load.getIndex()) {
      if (!load.getLanes().empty())
        return load.emitOpError("has lanes before ranges are expanded");
      importer.import(load.getIndex());
    }
    if (auto store = dyn_cast<StoreOp>(op); store && store.getIndex())
      importer.import(store.getIndex());
    for (Type type : op.getResultTypes())
      if (isa<ShapedType>(type))
        return op.emitOpError("computes a ")
               << type << " before ranges are expanded";
  }
  return success();
}

bool Expander::dependsOn(Value value, size_t dimension) const {
  ArrayRef<int64_t> shape = getShape(value);
  return !shape.empty() && shape[dimension] != 1;
}

/// Sets in `shape` the extents of the dimensions that `value` depends on.
void Expander::addExtents(Value value, Shape &shape) const {
  for (size_t dimension = 0; value && dimension < shape.size(); ++dimension)
    if (dependsOn(value, dimension))
      shape[dimension] = dimensions[dimension].extent;
}

Value Expander::expandTo(Value value, ArrayRef<int64_t> shape, Location loc) {
  if (getShape(value) == shape)
    return value;
  return ExpandOp::create(builder, loc, value, shape, /*vector=*/true);
}

SmallVector<Value> Expander::dropExpanded(ValueRange ranges) const {
  SmallVector<Value> result;
  for (Value range : ranges)
    if (!replacements.contains(range))
      result.push_back(range);
  return result;
}

static bool isSingle(ArrayRef<int64_t> shape) {
  return llvm::all_of(shape, [](int64_t size) { return size == 1; });
}

//===----------------------------------------------------------------------===//
// Addresses
//===----------------------------------------------------------------------===//

/// Whether the value of a leaf has become a vector.
bool Expander::isVector(IndexExpr leaf) const {
  Value value = leaf.getValue();
  if (Value reduction = reductions.lookup(value))
    value = reduction;
  return value && isa<ShapedType>(value.getType());
}

/// The expression as base and strides, or nothing if it is not linear.
std::optional<Expander::Address> Expander::splitAddress(IndexExpr expr,
                                                        Location loc) {
  Address address;
  for (const Dimension &dimension : dimensions) {
    int64_t stride = 0;
    if (expr.dependsOn(dimension.leaf)) {
      auto linear = context.splitLinear(expr, dimension.leaf);
      if (!linear)
        return std::nullopt;
      expr = linear->base;
      stride = linear->stride;
    }
    address.strides.push_back(stride);
  }
  for (IndexExpr leaf : expr.getLeaves())
    if (isVector(leaf))
      return std::nullopt;
  address.index = exporter.materialize(expr, loc);
  return address;
}

Expander::Address Expander::getAddress(Value index, Location loc) {
  if (auto address = splitAddress(importer.import(index), loc))
    return *address;
  return {index, {}};
}

LogicalResult Expander::visitLoad(LoadOp load) {
  if (!load.getIndex())
    return load.emitOpError("needs an index in a kernel");
  Address address = getAddress(load.getIndex(), load.getLoc());
  Shape lanes(dimensions.size(), 1);
  addExtents(load.getMask(), lanes);
  if (address.strides.empty()) {
    addExtents(address.index, lanes);
    load.getIndexMutable().assign(
        expandTo(address.index, lanes, load.getLoc()));
  } else {
    for (size_t i = 0; i < lanes.size(); ++i)
      if (address.strides[i] != 0)
        lanes[i] = dimensions[i].extent;
    load.getIndexMutable().assign(address.index);
    if (isSingle(lanes))
      return success();
    load.setLanes(lanes);
    load.setStrides(address.strides);
  }
  load.getResult().setType(
      getVectorType(lanes, getElementType(load.getResult())));
  return success();
}

LogicalResult Expander::visitStore(StoreOp store) {
  if (!store.getIndex())
    return store.emitOpError("needs an index in a kernel");
  Address address = getAddress(store.getIndex(), store.getLoc());
  Value value = store.getValue(), mask = store.getMask();
  Shape lanes(dimensions.size(), 1);
  for (size_t i = 0; i < lanes.size(); ++i) {
    bool moves = address.strides.empty() ? dependsOn(address.index, i)
                                         : address.strides[i] != 0;
    bool isMasked = mask && dependsOn(mask, i);
    if (!moves && !isMasked && dependsOn(value, i))
      return store.emitOpError("writes all values of the range with id ")
             << dimensions[i].id << " to one place";
    if (moves || isMasked)
      lanes[i] = dimensions[i].extent;
  }
  if (address.strides.empty())
    address.index = expandTo(address.index, lanes, store.getLoc());
  store.getIndexMutable().assign(address.index);
  if (isSingle(lanes))
    return success();
  store.setStrides(address.strides);
  store.getValueMutable().assign(expandTo(value, lanes, store.getLoc()));
  return success();
}

//===----------------------------------------------------------------------===//
// Other ops
//===----------------------------------------------------------------------===//

void Expander::visitRange(RangeOp range) {
  auto it = expanded.find(range);
  if (it == expanded.end()) {
    range.getDependenciesMutable().assign(
        dropExpanded(range.getDependencies()));
    return;
  }
  Type type = builder.getIndexType();
  Value value;
  if (std::optional<size_t> dimension = it->second) {
    Shape shape(dimensions.size(), 1);
    shape[*dimension] = range.getExtent();
    value = IotaOp::create(builder, range.getLoc(), *dimension,
                           getVectorType(shape, type));
    importer.define(value, dimensions[*dimension].leaf);
  } else {
    value = ConstOp::create(builder, range.getLoc(), Number::integer(0), type);
  }
  replacements[value] = it->second;
  range.getResult().replaceAllUsesWith(value);
}

LogicalResult Expander::visitElementwise(Operation *op) {
  SmallVector<ArrayRef<int64_t>, 3> shapes;
  bool isScalar = true;
  for (Value operand : op->getOperands()) {
    shapes.push_back(getShape(operand));
    isScalar &= shapes.back().empty();
  }
  if (isScalar)
    return success();
  auto shape = broadcastShapes(shapes);
  if (!shape)
    return op->emitOpError("operands do not broadcast");
  Value result = op->getResult(0);
  Type element = result.getType();
  // Most often an operand has the type already.
  for (auto [operand, own] : llvm::zip(op->getOperands(), shapes))
    if (own == ArrayRef<int64_t>(*shape) &&
        getElementType(operand) == element) {
      result.setType(operand.getType());
      return success();
    }
  result.setType(getVectorType(*shape, element));
  return success();
}

/// Expanded ranges are reduced along their dimensions. Along one that the
/// source does not depend on it is repeated.
void Expander::visitReduce(ReduceOp reduce) {
  SmallVector<int64_t, 4> axes;
  for (Value range : reduce.getRanges())
    if (std::optional<size_t> dimension = replacements.lookup(range))
      axes.push_back(*dimension);
  llvm::sort(axes);
  Location loc = reduce.getLoc();
  Value source = reduce.getSource();
  Shape shape(dimensions.size(), 1);
  addExtents(source, shape);
  for (int64_t axis : axes)
    shape[axis] = dimensions[axis].extent;
  if (!isSingle(shape))
    source = expandTo(source, shape, loc);
  SmallVector<Value> ranges = dropExpanded(reduce.getRanges());
  Value result = source;
  if (!ranges.empty() || !axes.empty())
    result =
        ReduceOp::create(builder, loc, source, ranges, reduce.getKind(), axes);
  if (isa<ShapedType>(result.getType()) && isSingle(getShape(result)))
    result = ReshapeOp::create(builder, loc, result, ArrayRef<int64_t>());
  if (IndexImporter::isIndexLike(reduce.getResult())) {
    reductions[reduce.getResult()] = result;
    exporter.define(importer.import(reduce.getResult()), result);
    importer.define(result, importer.import(reduce.getResult()));
  }
  reduce.getResult().replaceAllUsesWith(result);
}

void Expander::visitEnd(EndOp end) {
  SmallVector<Value> ranges = dropExpanded(end.getRanges());
  if (ranges.empty())
    end.getToken().replaceAllUsesWith(end.getBody());
  else
    end.getRangesMutable().assign(ranges);
}

void Expander::visitAfter(AfterOp after) {
  SmallVector<Value> dependencies = dropExpanded(after.getDependencies());
  if (dependencies.empty())
    after.getResult().replaceAllUsesWith(after.getBuffer());
  else
    after.getDependenciesMutable().assign(dependencies);
}

LogicalResult Expander::visit(Operation *op) {
  if (isElementwise(op))
    return visitElementwise(op);
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](LoadOp load) { return visitLoad(load); })
      .Case([&](StoreOp store) { return visitStore(store); })
      .Case([&](RangeOp range) { return visitRange(range), success(); })
      .Case([&](ReduceOp reduce) { return visitReduce(reduce), success(); })
      .Case([&](EndOp end) { return visitEnd(end), success(); })
      .Case([&](AfterOp after) { return visitAfter(after), success(); })
      .Default([](Operation *op) -> LogicalResult {
        if (llvm::any_of(op->getOperandTypes(), llvm::IsaPred<VectorType>))
          return op->emitOpError("cannot work on the lanes of ranges");
        return success();
      });
}

LogicalResult Expander::run() {
  eraseDeadOps(block, &importer);
  if (failed(findDimensions()))
    return failure();
  if (expanded.empty())
    return success();
  for (Operation &op : block) {
    builder.setInsertionPoint(&op);
    if (failed(visit(&op)))
      return failure();
  }
  eraseDeadOps(block);
  return success();
}

namespace {
struct ExpandPass final : impl::ExpandPassBase<ExpandPass> {
  void runOnOperation() override {
    if (failed(Expander(getOperation().getBody().front(),
                        getAnalysis<KernelExprs>())
                   .run()))
      signalPassFailure();
  }
};
} // namespace
} // namespace mlir::tiny
