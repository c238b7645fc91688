//===- TypeUtils.cpp - Element types, shapes, promotion -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "tiny/IR/TypeUtils.h"

#include "tiny/IR/Tiny.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::tiny {

//===----------------------------------------------------------------------===//
// Classification
//===----------------------------------------------------------------------===//

bool isElementType(Type type) {
  if (isa<Float32Type, IndexType, WeakFloatType>(type))
    return true;
  if (auto intType = dyn_cast<IntegerType>(type)) {
    if (intType.getWidth() == 1)
      return intType.isSignless();
    return !intType.isSigned() &&
           llvm::is_contained({8u, 16u, 32u, 64u}, intType.getWidth());
  }
  return isa<Float16Type, BFloat16Type, Float64Type, Float8E4M3FNType,
             Float8E5M2Type, Float8E4M3FNUZType, Float8E5M2FNUZType>(type);
}

bool isValueType(Type type) {
  if (auto shaped = dyn_cast<RankedTensorType>(type))
    return shaped.getRank() > 0 && !shaped.getEncoding() &&
           isElementType(shaped.getElementType()) &&
           getNumElements(shaped.getShape());
  if (auto vector = dyn_cast<VectorType>(type))
    return vector.getRank() > 0 && !vector.isScalable() &&
           isElementType(vector.getElementType()) &&
           getNumElements(vector.getShape());
  return isElementType(type);
}

bool isWeakType(Type type) { return isa<IndexType, WeakFloatType>(type); }

bool isBoolType(Type type) { return type.isInteger(1); }

bool isIntType(Type type) {
  return isa<IndexType>(type) || (isa<IntegerType>(type) && !isBoolType(type));
}

bool isUnsignedType(Type type) { return type.isUnsignedInteger(); }

bool isFloatType(Type type) {
  // `FloatType` is an interface, which takes a search.
  if (isa<Float32Type>(type))
    return true;
  return !isa<IndexType, IntegerType>(type) &&
         isa<FloatType, WeakFloatType>(type);
}

unsigned getStorageBits(Type type) {
  return isBoolType(type) ? 8 : type.getIntOrFloatBitWidth();
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

Type getElementType(Type type) {
  if (auto vector = dyn_cast<VectorType>(type))
    return vector.getElementType();
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    return tensor.getElementType();
  if (auto buffer = dyn_cast<BufferType>(type))
    return buffer.getElementType();
  return type;
}

ArrayRef<int64_t> getShape(Type type) {
  if (auto vector = dyn_cast<VectorType>(type))
    return vector.getShape();
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    return tensor.getShape();
  if (auto buffer = dyn_cast<BufferType>(type))
    return buffer.getShape();
  return {};
}

std::optional<int64_t> getNumElements(ArrayRef<int64_t> shape) {
  if (llvm::is_contained(shape, 0))
    return 0;
  int64_t count = 1;
  for (int64_t size : shape)
    if (!ShapedType::isDynamic(size) && llvm::MulOverflow(count, size, count))
      return std::nullopt;
  return count;
}

Type getTensorType(ArrayRef<int64_t> shape, Type elementType) {
  return shape.empty() ? elementType
                       : RankedTensorType::get(shape, elementType);
}

Type getVectorType(ArrayRef<int64_t> shape, Type elementType) {
  return shape.empty() ? elementType : VectorType::get(shape, elementType);
}

Type getShapedLike(Type like, ArrayRef<int64_t> shape, Type elementType) {
  if (auto buffer = dyn_cast<BufferType>(like))
    return BufferType::get(like.getContext(), shape, elementType,
                           buffer.getAddressSpace());
  return isa<VectorType>(like) ? getVectorType(shape, elementType)
                               : getTensorType(shape, elementType);
}

std::optional<SmallVector<int64_t, 4>>
broadcastShapes(ArrayRef<ArrayRef<int64_t>> shapes) {
  size_t rank = 0;
  for (ArrayRef<int64_t> shape : shapes)
    rank = std::max(rank, shape.size());
  SmallVector<int64_t, 4> result(rank, 1);
  for (ArrayRef<int64_t> shape : shapes) {
    size_t lead = rank - shape.size();
    for (auto [axis, size] : llvm::enumerate(shape)) {
      int64_t &out = result[lead + axis];
      if (size == 1 || size == out)
        continue;
      if (out != 1 && ShapedType::isDynamic(size))
        continue;
      if (out != 1 && !ShapedType::isDynamic(out))
        return std::nullopt;
      out = size;
    }
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Promotion
//===----------------------------------------------------------------------===//

/// A node of the lattice, in the order of its priority.
enum LatticeNode {
  BoolNode,
  WeakIntNode,
  I8Node,
  U8Node,
  I16Node,
  U16Node,
  I32Node,
  U32Node,
  I64Node,
  U64Node,
  WeakFloatNode,
  E4M3Node,
  E4M3FnuzNode,
  E5M2Node,
  E5M2FnuzNode,
  F16Node,
  BF16Node,
  F32Node,
  F64Node
};

static LatticeNode getNode(Type type) {
  if (isa<IndexType>(type))
    return WeakIntNode;
  if (isa<WeakFloatType>(type))
    return WeakFloatNode;
  if (auto intType = dyn_cast<IntegerType>(type)) {
    if (intType.getWidth() == 1)
      return BoolNode;
    unsigned step = llvm::Log2_32(intType.getWidth() / 8);
    return static_cast<LatticeNode>(I8Node + 2 * step + intType.isUnsigned());
  }
  return llvm::TypeSwitch<Type, LatticeNode>(type)
      .Case<Float8E4M3FNType>([](auto) { return E4M3Node; })
      .Case<Float8E4M3FNUZType>([](auto) { return E4M3FnuzNode; })
      .Case<Float8E5M2Type>([](auto) { return E5M2Node; })
      .Case<Float8E5M2FNUZType>([](auto) { return E5M2FnuzNode; })
      .Case<Float16Type>([](auto) { return F16Node; })
      .Case<BFloat16Type>([](auto) { return BF16Node; })
      .Case<Float32Type>([](auto) { return F32Node; })
      .Default([](auto) { return F64Node; });
}

static Type getNodeType(LatticeNode node, MLIRContext *context) {
  switch (node) {
  case BoolNode:
    return IntegerType::get(context, 1);
  case WeakIntNode:
    return IndexType::get(context);
  case WeakFloatNode:
    return WeakFloatType::get(context);
  case E4M3Node:
    return Float8E4M3FNType::get(context);
  case E4M3FnuzNode:
    return Float8E4M3FNUZType::get(context);
  case E5M2Node:
    return Float8E5M2Type::get(context);
  case E5M2FnuzNode:
    return Float8E5M2FNUZType::get(context);
  case F16Node:
    return Float16Type::get(context);
  case BF16Node:
    return BFloat16Type::get(context);
  case F32Node:
    return Float32Type::get(context);
  case F64Node:
    return Float64Type::get(context);
  default:
    break;
  }
  unsigned offset = node - I8Node;
  return IntegerType::get(context, 8u << (offset / 2),
                          offset % 2 ? IntegerType::Unsigned
                                     : IntegerType::Signless);
}

/// The set of nodes that a node promotes to, itself included.
static uint32_t getUppers(LatticeNode node) {
  auto bit = [](LatticeNode n) { return uint32_t(1) << n; };
  switch (node) {
  case BoolNode:
    return bit(BoolNode) | getUppers(WeakIntNode);
  case WeakIntNode:
    return bit(node) | getUppers(I8Node) | getUppers(U8Node);
  case I8Node:
    return bit(node) | getUppers(I16Node);
  case U8Node:
    return bit(node) | getUppers(I16Node) | getUppers(U16Node);
  case I16Node:
    return bit(node) | getUppers(I32Node);
  case U16Node:
    return bit(node) | getUppers(I32Node) | getUppers(U32Node);
  case I32Node:
    return bit(node) | getUppers(I64Node);
  case U32Node:
    return bit(node) | getUppers(I64Node) | getUppers(U64Node);
  case I64Node:
  case U64Node:
    return bit(node) | getUppers(WeakFloatNode);
  case WeakFloatNode:
    return bit(node) | getUppers(E4M3Node) | getUppers(E4M3FnuzNode) |
           getUppers(E5M2Node) | getUppers(E5M2FnuzNode);
  case E4M3Node:
  case E4M3FnuzNode:
  case E5M2Node:
  case E5M2FnuzNode:
    return bit(node) | getUppers(F16Node) | getUppers(BF16Node);
  case F16Node:
  case BF16Node:
    return bit(node) | getUppers(F32Node);
  case F32Node:
    return bit(node) | getUppers(F64Node);
  case F64Node:
    return bit(node);
  }
  llvm_unreachable("all nodes are covered");
}

Type promoteTypes(ArrayRef<Type> types) {
  if (llvm::all_equal(types))
    return types.front();
  static const auto table = [] {
    std::array<uint32_t, F64Node + 1> result;
    for (int node = 0; node <= F64Node; ++node)
      result[node] = getUppers(static_cast<LatticeNode>(node));
    return result;
  }();
  uint32_t common = ~uint32_t(0);
  for (Type type : types)
    common &= table[getNode(type)];
  return getNodeType(static_cast<LatticeNode>(llvm::countr_zero(common)),
                     types.front().getContext());
}

Type leastUpperFloat(Type type, Type defaultFloat) {
  if (isFloatType(type))
    return type;
  if (isa<IndexType>(type))
    return WeakFloatType::get(type.getContext());
  return promoteTypes({type, defaultFloat});
}

Type getSumType(Type type) {
  MLIRContext *context = type.getContext();
  if (isWeakType(type))
    return type;
  if (isFloatType(type))
    return promoteTypes({type, Float32Type::get(context)});
  if (isUnsignedType(type))
    return promoteTypes(
        {type, IntegerType::get(context, 32, IntegerType::Unsigned)});
  return promoteTypes({type, IntegerType::get(context, 32)});
}

} // namespace mlir::tiny
