//===- WordMemory.cpp - Buffers of words ----------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "WordMemory.h"

namespace mlir::tiny {

static bool isInRegisters(Value buffer) {
  return cast<BufferType>(buffer.getType()).getAddressSpace() ==
         AddressSpace::Reg;
}

void WordMemory::splitBuffer(Value buffer) {
  auto type = dyn_cast<BufferType>(buffer.getType());
  if (!type || !isWideInteger(type.getElementType()))
    return;
  int64_t count = type.getNumElements();
  counts[buffer] = count;
  Type words = BufferType::get(builder.getContext(), {2 * count}, word,
                               type.getAddressSpace());
  buffer.setType(words);
  if (auto op = buffer.getDefiningOp<BufferOp>())
    op.setStoredType(words);
}

void WordMemory::splitBuffers(KernelOp kernel) {
  Block &block = kernel.getBody().front();
  for (Value argument : block.getArguments())
    splitBuffer(argument);
  for (Operation &op : block)
    for (Value result : op.getResults())
      splitBuffer(result);
  kernel.setType(FunctionType::get(builder.getContext(),
                                   block.getArgumentTypes(), TypeRange()));
}

/// The place of a word of the number at `index`.
Value WordMemory::getWordIndex(Value buffer, Value index, int word) {
  bool isPlanar = isInRegisters(buffer);
  int64_t factor = isPlanar ? 1 : 2;
  int64_t offset = isPlanar ? word * counts.lookup(buffer) : word;
  Type type = getElementType(index);
  if (auto constant = index.getDefiningOp<ConstOp>())
    return builder.integer(type,
                           constant.getValue().getInteger() * factor + offset);
  if (factor != 1)
    index = builder.create<MulOp>(index, builder.integer(type, factor));
  return offset ? builder.create<AddOp>(index, builder.integer(type, offset))
                : index;
}

/// Neighbouring words are loaded as one vector and dealt out.
WordPair WordMemory::load(LoadOp op) {
  Value buffer = op.getBuffer(), index = op.getIndex(), mask = op.getMask();
  auto loadWords = [&](Value place, Value mask, int64_t lanes) {
    SmallVector<int64_t, 1> shape, strides;
    if (lanes > 1) {
      shape.push_back(lanes);
      strides.push_back(1);
    }
    return builder.create<LoadOp>(buffer, place, mask, ArrayRef<int64_t>(shape),
                                  ArrayRef<int64_t>(strides));
  };
  int64_t lanes = op.getLanes().empty() ? 1 : op.getLanes().front();
  Value low = getWordIndex(buffer, index, 0);
  if (lanes == 1 || isInRegisters(buffer))
    return {loadWords(low, mask, lanes),
            loadWords(getWordIndex(buffer, index, 1), mask, lanes)};
  SmallVector<Value> lows, highs;
  if (mask && isa<VectorType>(mask.getType())) {
    for (int64_t lane = 0; lane < lanes; ++lane) {
      Value lanePlace = builder.create<AddOp>(
          low, builder.integer(getElementType(low), 2 * lane));
      Value laneHigh = builder.create<AddOp>(
          low, builder.integer(getElementType(low), 2 * lane + 1));
      Value laneMask = builder.getLane(mask, lane);
      lows.push_back(loadWords(lanePlace, laneMask, 1));
      highs.push_back(loadWords(laneHigh, laneMask, 1));
    }
  } else {
    Value both = loadWords(low, mask, 2 * lanes);
    for (int64_t lane = 0; lane < lanes; ++lane) {
      lows.push_back(builder.getLane(both, 2 * lane));
      highs.push_back(builder.getLane(both, 2 * lane + 1));
    }
  }
  return {builder.createVector(lows), builder.createVector(highs)};
}

Value WordMemory::store(StoreOp op, WordPair value) {
  Value buffer = op.getBuffer(), index = op.getIndex(), mask = op.getMask();
  auto storeWords = [&](Value value, Value place, Value mask) {
    SmallVector<int64_t, 1> strides(isa<VectorType>(value.getType()), 1);
    return builder.create<StoreOp>(value, buffer, place, mask,
                                   ArrayRef<int64_t>(strides));
  };
  Value low = getWordIndex(buffer, index, 0);
  auto shape = dyn_cast<VectorType>(value.low.getType());
  SmallVector<Value> tokens;
  if (!shape || isInRegisters(buffer)) {
    tokens.push_back(storeWords(value.low, low, mask));
    tokens.push_back(
        storeWords(value.high, getWordIndex(buffer, index, 1), mask));
  } else {
    SmallVector<Value> lanes;
    for (int64_t lane = 0; lane < shape.getNumElements(); ++lane) {
      lanes.push_back(builder.getLane(value.low, lane));
      lanes.push_back(builder.getLane(value.high, lane));
    }
    if (!mask || !isa<VectorType>(mask.getType()))
      return storeWords(builder.createVector(lanes), low, mask);
    for (auto [place, lane] : llvm::enumerate(lanes)) {
      Value index = builder.create<AddOp>(
          low, builder.integer(getElementType(low), place));
      tokens.push_back(
          storeWords(lane, index, builder.getLane(mask, place / 2)));
    }
  }
  return builder.create<GroupOp>(ValueRange(tokens));
}

} // namespace mlir::tiny
