//===- Coalesce.cpp - Neighbouring accesses become one --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Dimensions that continue the lanes everywhere become lanes first. Then one
// walk over the block: an index is split into a root and a constant, so that
// accesses near each other have one root and one state of a buffer:
//   1. a load that is there already is not made again;
//   2. scalar stores that one op waits for are sorted by their constants, and
//      each run of neighbours becomes stores of vectors;
//   3. a vector stacked from loads of neighbours becomes one load.
//
//===----------------------------------------------------------------------===//

#include "KernelRewriting.h"
#include "LaneDimensions.h"
#include "tiny/Transforms/Passes.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::tiny {
#define GEN_PASS_DEF_COALESCEPASS
#include "tiny/Transforms/Passes.h.inc"

namespace {

/// A place in a state of a buffer: what accesses next to each other share, and
/// the constant in which they differ.
struct Place {
  Value buffer, root, mask;
  int64_t offset;

  std::tuple<Value, Value, Value> getBase() const {
    return {buffer, root, mask};
  }
};

class Coalescer {
public:
  Coalescer(Block &block, int64_t vectorBytes)
      : block(block), builder(block.getParentOp()->getContext()),
        vectorBytes(vectorBytes) {}
  void run();

private:
  template <typename OpTy>
  Place getPlace(OpTy access);
  std::pair<Value, int64_t> splitOffset(Value index);

  void shareLoad(LoadOp load);
  void mergeStores(Operation *user);
  Value storeRun(ArrayRef<std::pair<int64_t, StoreOp>> run);
  Value loadRun(ArrayRef<Value> values);

  Block &block;
  OpBuilder builder;
  int64_t vectorBytes;
  /// The loads so far, by where they start.
  llvm::DenseMap<std::tuple<Value, Value, Value, int64_t>,
                 SmallVector<LoadOp, 1>>
      loads;
};

} // namespace

/// `x + c` as (x, c); `c` as (null, c). Sums of several constants do not occur
/// in simplified indices.
std::pair<Value, int64_t> Coalescer::splitOffset(Value index) {
  auto getConstant = [](Value value) -> std::optional<int64_t> {
    auto constant = value.getDefiningOp<ConstOp>();
    if (!constant || !isa<IndexType>(constant.getStoredType()))
      return std::nullopt;
    Int128 number = constant.getValue().getInteger();
    // Small enough that sums do not overflow.
    if (number < -(Int128(1) << 62) || number > Int128(1) << 62)
      return std::nullopt;
    return static_cast<int64_t>(number);
  };
  if (std::optional<int64_t> constant = getConstant(index))
    return {Value(), *constant};
  if (auto sum = index.getDefiningOp<AddOp>()) {
    if (std::optional<int64_t> constant = getConstant(sum.getRhs()))
      return {sum.getLhs(), *constant};
    if (std::optional<int64_t> constant = getConstant(sum.getLhs()))
      return {sum.getRhs(), *constant};
  }
  return {index, 0};
}

template <typename OpTy>
Place Coalescer::getPlace(OpTy access) {
  auto [root, offset] = splitOffset(access.getIndex());
  return {access.getBuffer(), root, access.getMask(), offset};
}

static bool isRegister(Value buffer) {
  return cast<BufferType>(buffer.getType()).getAddressSpace() ==
         AddressSpace::Reg;
}

/// Whether the access is of one element at a scalar index.
template <typename OpTy>
static bool isScalarAccess(OpTy access, Value value) {
  return access.getIndex() && !isa<ShapedType>(value.getType()) &&
         !isRegister(access.getBuffer());
}

void Coalescer::shareLoad(LoadOp load) {
  if (!load.getIndex())
    return;
  Place place = getPlace(load);
  auto &others = loads[{place.buffer, place.root, place.mask, place.offset}];
  for (LoadOp other : others)
    if (other.getLanes() == load.getLanes() &&
        other.getStrides() == load.getStrides()) {
      load.getResult().replaceAllUsesWith(other.getResult());
      return;
    }
  others.push_back(load);
}

/// One load for values that are loads of neighbours, or null.
Value Coalescer::loadRun(ArrayRef<Value> values) {
  std::optional<Place> first;
  for (auto [lane, value] : llvm::enumerate(values)) {
    auto load = value.getDefiningOp<LoadOp>();
    if (!load || !isScalarAccess(load, value))
      return {};
    Place place = getPlace(load);
    if (!first)
      first = place;
    if (place.getBase() != first->getBase() ||
        place.offset != first->offset + static_cast<int64_t>(lane))
      return {};
  }
  auto load = values.front().getDefiningOp<LoadOp>();
  return LoadOp::create(builder, load.getLoc(), load.getBuffer(),
                        load.getIndex(), load.getMask(),
                        ArrayRef<int64_t>(values.size()), ArrayRef<int64_t>(1));
}

/// One store for stores of neighbours.
Value Coalescer::storeRun(ArrayRef<std::pair<int64_t, StoreOp>> run) {
  StoreOp first = run.front().second;
  if (run.size() == 1)
    return first.getToken();
  SmallVector<Value, 8> values;
  for (auto [offset, store] : run)
    values.push_back(store.getValue());
  Value vector = loadRun(values);
  if (!vector)
    vector = StackOp::create(builder, first.getLoc(), values, /*vector=*/true);
  return StoreOp::create(builder, first.getLoc(), vector, first.getBuffer(),
                         first.getIndex(), first.getMask(),
                         ArrayRef<int64_t>(1));
}

/// Merges the stores whose tokens only `user`, a group or the sink, takes: no
/// other store can depend on one of them.
void Coalescer::mergeStores(Operation *user) {
  llvm::MapVector<std::tuple<Value, Value, Value>,
                  SmallVector<std::pair<int64_t, StoreOp>, 8>>
      bases;
  SmallVector<Value, 8> tokens;
  for (Value token : user->getOperands()) {
    auto store = token.getDefiningOp<StoreOp>();
    if (!store || !token.hasOneUse() ||
        !isScalarAccess(store, store.getValue())) {
      tokens.push_back(token);
      continue;
    }
    Place place = getPlace(store);
    bases[place.getBase()].push_back({place.offset, store});
  }
  bool isChanged = false;
  for (auto &[base, stores] : bases) {
    llvm::stable_sort(stores, llvm::less_first());
    int64_t bytes =
        getStorageBits(getElementType(std::get<0>(base).getType())) / 8;
    ArrayRef<std::pair<int64_t, StoreOp>> rest = stores;
    while (!rest.empty()) {
      size_t length = 1;
      while (length < rest.size() &&
             rest[length].first == rest[length - 1].first + 1)
        ++length;
      size_t limit = std::max<int64_t>(vectorBytes / bytes, 1);
      length = llvm::bit_floor(std::min(length, limit));
      tokens.push_back(storeRun(rest.take_front(length)));
      rest = rest.drop_front(length);
      isChanged |= length > 1;
    }
  }
  if (isChanged)
    user->setOperands(tokens);
}

void Coalescer::run() {
  alignLaneDimensions(block);
  mergeLaneDimensions(block);
  for (Operation &op : block) {
    builder.setInsertionPoint(&op);
    if (auto load = dyn_cast<LoadOp>(op))
      shareLoad(load);
    else if (auto stack = dyn_cast<StackOp>(op); stack && stack.getVector()) {
      SmallVector<Value, 8> values(stack.getOperands());
      if (Value load = values.size() > 1 ? loadRun(values) : Value())
        stack.getResult().replaceAllUsesWith(load);
    } else if (isa<GroupOp, SinkOp>(op))
      mergeStores(&op);
  }
  eraseDeadOps(block);
}

namespace {
struct CoalescePass final : impl::CoalescePassBase<CoalescePass> {
  using CoalescePassBase::CoalescePassBase;

  void runOnOperation() override {
    Coalescer(getOperation().getBody().front(), vectorBytes).run();
  }
};
} // namespace
} // namespace mlir::tiny
