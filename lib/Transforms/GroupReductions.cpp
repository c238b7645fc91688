//===- GroupReductions.cpp - Reductions of a workgroup --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A buffer in local memory has a place for each item of the workgroup: one
// dimension for each `local` range around the reduction and for each
// `group_reduce` range, then those of the vector that an item computes. The
// `end` of the stores closes the `group_reduce` ranges; what reads the buffer
// after it runs over new `reduce` ranges.
//
//===----------------------------------------------------------------------===//

#include "GroupReductions.h"
#include "KernelRewriting.h"
#include "OpenRanges.h"

#include "mlir/IR/Builders.h"

namespace mlir::tiny {

namespace {

class GroupReductions {
public:
  explicit GroupReductions(Block &block) : block(block), constants(block) {}

  void run();

private:
  void split(ReduceOp reduce);
  Value getPlace(OpBuilder &builder, Location loc, ValueRange ranges,
                 int64_t lanes);

  Block &block;
  IndexConstants constants;
  OpenRanges open;
  int64_t nextSlot = 0;
  int64_t nextId = 0;
};

} // namespace

static RangeOp getRange(Value value) { return value.getDefiningOp<RangeOp>(); }

static bool isGroup(Value value) {
  RangeOp range = getRange(value);
  return range && range.getAxis() == AxisType::GroupReduce;
}

/// The row-major index of an item, times the elements that it has.
Value GroupReductions::getPlace(OpBuilder &builder, Location loc,
                                ValueRange ranges, int64_t lanes) {
  Value place;
  int64_t stride = lanes;
  for (Value range : llvm::reverse(ranges)) {
    Value step = range;
    if (stride != 1)
      step = MulOp::create(builder, loc, range, constants.get(stride));
    place = place ? AddOp::create(builder, loc, step, place) : step;
    stride *= getRange(range).getExtent();
  }
  return place;
}

void GroupReductions::split(ReduceOp reduce) {
  Location loc = reduce.getLoc();
  OpBuilder builder(reduce);
  SmallVector<Value, 4> items, plain, groups;
  for (Value range : open.getRanges(open.get(reduce.getResult())))
    if (AxisType axis = getRange(range).getAxis();
        axis == AxisType::Local || axis == AxisType::Warp)
      items.push_back(range);
  for (Value range : reduce.getRanges())
    (isGroup(range) ? groups : plain).push_back(range);
  size_t numItems = items.size();
  llvm::append_range(items, groups);

  Value partial = reduce.getSource();
  if (!plain.empty() || !reduce.getAxes().empty())
    partial = ReduceOp::create(builder, loc, partial, plain, reduce.getKind(),
                               reduce.getAxes());
  ArrayRef<int64_t> lanes = getShape(partial);
  int64_t numLanes = *getNumElements(lanes);
  SmallVector<int64_t, 4> strides = getRowMajorStrides(lanes);
  SmallVector<int64_t, 4> shape;
  for (Value item : items)
    shape.push_back(getRange(item).getExtent());
  llvm::append_range(shape, lanes);
  auto type = BufferType::get(builder.getContext(), shape,
                              getElementType(partial), AddressSpace::Local);
  Value buffer = BufferOp::create(builder, loc, nextSlot++, type);
  Value token = StoreOp::create(builder, loc, partial, buffer,
                                getPlace(builder, loc, items, numLanes),
                                /*mask=*/Value(), strides);
  token = EndOp::create(builder, loc, token, groups);
  Value state = AfterOp::create(builder, loc, buffer, token);

  SmallVector<Value, 2> ranges;
  for (Value &item : MutableArrayRef(items).drop_front(numItems)) {
    item =
        RangeOp::create(builder, loc, ValueRange(), getRange(item).getExtent(),
                        AxisType::Reduce, nextId++);
    ranges.push_back(item);
  }
  Value loaded = LoadOp::create(builder, loc, state,
                                getPlace(builder, loc, items, numLanes),
                                /*mask=*/Value(), lanes, strides);
  Value result = ReduceOp::create(builder, loc, loaded, ranges,
                                  reduce.getKind(), ArrayRef<int64_t>());
  reduce.getResult().replaceAllUsesWith(result);
  reduce.erase();
}

void GroupReductions::run() {
  SmallVector<ReduceOp> reductions;
  for (Operation &op : block) {
    if (auto range = dyn_cast<RangeOp>(op))
      nextId = std::max<int64_t>(nextId, range.getId() + 1);
    if (auto buffer = dyn_cast<BufferOp>(op))
      if (buffer.getType().getAddressSpace() == AddressSpace::Local)
        nextSlot = std::max<int64_t>(nextSlot, buffer.getSlot() + 1);
    if (auto reduce = dyn_cast<ReduceOp>(op))
      if (llvm::any_of(reduce.getRanges(), isGroup))
        reductions.push_back(reduce);
  }
  if (reductions.empty())
    return;
  // What takes the place of a reduction is inside of the same ranges.
  for (Operation &op : block)
    open.visit(&op);
  for (ReduceOp reduce : reductions)
    split(reduce);
}

void splitGroupReductions(Block &block) { GroupReductions(block).run(); }

} // namespace mlir::tiny
