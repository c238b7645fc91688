//===- IndexExpr.cpp - Nodes of index expressions -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Creation of unique nodes, with what is known about each, and the public face
// of the engine. The rules are in the files beside this one.
//
//===----------------------------------------------------------------------===//

#include "IndexContextImpl.h"

namespace mlir::tiny {

using detail::IndexNode;
using Kind = IndexExpr::Kind;

//===----------------------------------------------------------------------===//
// What is known about a node
//===----------------------------------------------------------------------===//

bool detail::IndexNodeInfo::isEqual(Node lhs, Node rhs) {
  if (lhs == rhs)
    return true;
  for (Node special : {getEmptyKey(), getTombstoneKey()})
    if (lhs == special || rhs == special)
      return false;
  return lhs->hash == rhs->hash && lhs->kind == rhs->kind &&
         lhs->isBoolean == rhs->isBoolean && lhs->isRaw == rhs->isRaw &&
         lhs->value == rhs->value && lhs->leaf == rhs->leaf &&
         lhs->operands == rhs->operands;
}

/// Operands are unique and few: a multiplication for each mixes enough.
static uint32_t computeHash(const IndexNode &node) {
  constexpr uint64_t odd = 0x9e3779b97f4a7c15; // the golden ratio
  uint64_t hash = uint64_t(node.kind) * 4 + node.isBoolean * 2 + node.isRaw;
  auto mix = [&](uint64_t value) {
    hash = ((hash ^ value) * odd) ^ (hash >> 29);
  };
  mix(node.value);
  mix(reinterpret_cast<uintptr_t>(node.leaf));
  for (IndexExpr operand : node.operands)
    mix(reinterpret_cast<uintptr_t>(operand.getOpaque()));
  return hash >> 32;
}

const IndexNode *IndexContext::Impl::find(Node &key) {
  key.hash = computeHash(key);
  auto it = nodes.find(&key);
  return it == nodes.end() ? nullptr : *it;
}

static Interval inferInterval(const IndexNode &node) {
  auto operand = [&](size_t i) { return node.operands[i].getInterval(); };
  switch (node.kind) {
  case Kind::Add: {
    Interval result = operand(0);
    for (size_t i = 1; i < node.operands.size(); ++i)
      result = result + operand(i);
    return result;
  }
  case Kind::Mul: {
    Interval result = operand(0);
    for (size_t i = 1; i < node.operands.size(); ++i)
      result = result * operand(i);
    return result;
  }
  case Kind::FloorDiv:
    return operand(0).floorDiv(operand(1));
  case Kind::Mod: {
    Interval result = operand(0).floorMod(operand(1));
    // The largest remainder that the factor allows.
    std::optional<int64_t> divisor = node.operands[1].getConstant();
    if (divisor && *divisor > 0) {
      int64_t factor = gcd(node.operands[0].getFactor(), *divisor);
      result.max = std::min<Int128>(result.max, *divisor - factor);
    }
    return result;
  }
  case Kind::Max:
    return operand(0).maximum(operand(1));
  case Kind::Min:
    return operand(0).minimum(operand(1));
  case Kind::Select:
    return operand(1).unite(operand(2));
  default:
    return Interval::boolean();
  }
}

static int64_t inferFactor(const IndexNode &node) {
  auto operand = [&](size_t i) { return node.operands[i].getFactor(); };
  switch (node.kind) {
  case Kind::Add: {
    int64_t result = 0;
    for (size_t i = 0; i < node.operands.size(); ++i)
      result = gcd(result, operand(i));
    return result;
  }
  case Kind::Mul: {
    int64_t result = 1;
    for (size_t i = 0; i < node.operands.size(); ++i)
      result = checked(Int128(result) * operand(i)).value_or(result);
    return result;
  }
  case Kind::FloorDiv: {
    std::optional<int64_t> divisor = node.operands[1].getConstant();
    if (divisor && *divisor > 0 && operand(0) % *divisor == 0)
      return operand(0) / *divisor;
    return 1;
  }
  case Kind::Mod:
  case Kind::Max:
  case Kind::Min:
    return gcd(operand(0), operand(1));
  case Kind::Select:
    return gcd(operand(1), operand(2));
  default:
    return 1;
  }
}

/// The union of sorted sets, shared with an operand that already has it all.
static ArrayRef<const IndexNode *>
uniteLeaves(llvm::BumpPtrAllocator &allocator, ArrayRef<const IndexNode *> lhs,
            ArrayRef<const IndexNode *> rhs) {
  if (lhs.size() < rhs.size())
    std::swap(lhs, rhs);
  if (rhs.empty() || lhs == rhs)
    return lhs;
  auto before = [](const IndexNode *a, const IndexNode *b) {
    return a->id < b->id;
  };
  if (std::includes(lhs.begin(), lhs.end(), rhs.begin(), rhs.end(), before))
    return lhs;
  SmallVector<const IndexNode *> all;
  std::set_union(lhs.begin(), lhs.end(), rhs.begin(), rhs.end(),
                 std::back_inserter(all), before);
  return ArrayRef(all).copy(allocator);
}

//===----------------------------------------------------------------------===//
// Creation
//===----------------------------------------------------------------------===//

IndexExpr IndexContext::Impl::get(Kind kind, ArrayRef<IndexExpr> operands,
                                  bool isBoolean, bool isRaw) {
  Node key;
  key.kind = kind;
  key.isBoolean = isBoolean;
  key.isRaw = isRaw;
  key.operands = operands;
  if (const Node *known = find(key))
    return IndexExpr(known);
  Node *node = new (allocator) Node(key);
  node->operands = operands.copy(allocator);
  node->interval = isBoolean && kind != Kind::Select ? Interval::boolean()
                                                     : inferInterval(*node);
  node->factor = isBoolean ? 1 : inferFactor(*node);
  uint32_t size = 1;
  for (IndexExpr operand : operands) {
    size = std::min<uint32_t>(size + operand.node->size, 1u << 30);
    node->isLimited |= operand.node->isLimited;
    node->leaves = uniteLeaves(allocator, node->leaves, operand.node->leaves);
  }
  node->size = size;
  node->id = nextId++;
  nodes.insert(node);
  if (node->isLimited && kind == Kind::Add && !isRaw)
    node->interval = boundsOf(split(IndexExpr(node)));
  return IndexExpr(node);
}

IndexExpr IndexContext::Impl::constant(int64_t value, bool isBoolean) {
  Node key;
  key.kind = Kind::Constant;
  key.isBoolean = isBoolean;
  key.value = value;
  if (const Node *known = find(key))
    return IndexExpr(known);
  Node *node = new (allocator) Node(key);
  node->interval = Interval::point(value);
  // The least integer has no magnitude in 64 bits; one divides it as well.
  node->factor = value == 0 ? 0 : gcd(value, 0);
  node->id = nextId++;
  nodes.insert(node);
  return IndexExpr(node);
}

IndexExpr IndexContext::Impl::leaf(const void *value, int64_t number,
                                   Interval bounds, int64_t factor,
                                   bool isBoolean, IndexExpr limit) {
  Node key;
  key.kind = Kind::Leaf;
  key.isBoolean = isBoolean;
  key.leaf = value;
  key.value = number;
  if (const Node *known = find(key))
    return IndexExpr(known);
  Node *node = new (allocator) Node(key);
  node->interval = isBoolean ? Interval::boolean() : bounds;
  node->factor = std::max<int64_t>(factor, 1);
  node->limit = limit.node;
  node->isLimited = limit.node;
  node->id = nextId++;
  const Node *self = node;
  node->leaves = ArrayRef(self).copy(allocator);
  nodes.insert(node);
  return IndexExpr(node);
}

bool IndexContext::Impl::shareLeaves(IndexExpr lhs, IndexExpr rhs) {
  ArrayRef<const Node *> a = lhs.node->leaves, b = rhs.node->leaves;
  while (!a.empty() && !b.empty()) {
    if (a.front() == b.front())
      return true;
    ArrayRef<const Node *> &lesser = a.front()->id < b.front()->id ? a : b;
    lesser = lesser.drop_front();
  }
  return false;
}

bool IndexContext::Impl::coversLeaves(IndexExpr outer, IndexExpr inner) {
  ArrayRef<const Node *> a = outer.node->leaves, b = inner.node->leaves;
  return std::includes(
      a.begin(), a.end(), b.begin(), b.end(),
      [](const Node *x, const Node *y) { return x->id < y->id; });
}

//===----------------------------------------------------------------------===//
// IndexExpr
//===----------------------------------------------------------------------===//

llvm::hash_code hash_value(IndexExpr expr) {
  return llvm::hash_value(expr.getOpaque());
}

Kind IndexExpr::getKind() const { return node->kind; }
bool IndexExpr::isBoolean() const { return node->isBoolean; }
ArrayRef<IndexExpr> IndexExpr::getOperands() const { return node->operands; }
Interval IndexExpr::getInterval() const { return node->interval; }
int64_t IndexExpr::getFactor() const { return node->factor; }
uint32_t IndexExpr::getSize() const { return node->size; }

std::optional<int64_t> IndexExpr::getConstant() const {
  if (node->kind != Kind::Constant)
    return std::nullopt;
  return node->value;
}

Value IndexExpr::getValue() const {
  return node->kind == Kind::Leaf ? Value::getFromOpaquePointer(node->leaf)
                                  : Value();
}

std::optional<int64_t> IndexExpr::getSymbol() const {
  if (node->kind != Kind::Leaf || node->leaf)
    return std::nullopt;
  return node->value;
}

bool IndexExpr::dependsOn(IndexExpr leaf) const {
  auto it = llvm::lower_bound(
      node->leaves, leaf.node,
      [](const IndexNode *a, const IndexNode *b) { return a->id < b->id; });
  return it != node->leaves.end() && *it == leaf.node;
}

SmallVector<IndexExpr, 4> IndexExpr::getLeaves() const {
  SmallVector<IndexExpr, 4> result;
  for (const IndexNode *leaf : node->leaves)
    result.push_back(IndexExpr(leaf));
  return result;
}

//===----------------------------------------------------------------------===//
// IndexContext
//===----------------------------------------------------------------------===//

IndexContext::IndexContext() : impl(std::make_unique<Impl>()) {}
IndexContext::~IndexContext() = default;

IndexExpr IndexContext::constant(int64_t value) {
  return impl->constant(value);
}
IndexExpr IndexContext::boolean(bool value) { return impl->boolean(value); }
IndexExpr IndexContext::leaf(Value value, Interval bounds, int64_t factor,
                             bool isBoolean, IndexExpr limit) {
  return impl->leaf(value.getAsOpaquePointer(), 0, bounds, factor, isBoolean,
                    limit);
}
IndexExpr IndexContext::symbol(int64_t number, Interval bounds,
                               IndexExpr limit) {
  return impl->leaf(nullptr, number, bounds, 1, /*isBoolean=*/false, limit);
}
IndexExpr IndexContext::add(IndexExpr lhs, IndexExpr rhs) {
  return impl->add(lhs, rhs);
}
IndexExpr IndexContext::sub(IndexExpr lhs, IndexExpr rhs) {
  return impl->sub(lhs, rhs);
}
IndexExpr IndexContext::mul(IndexExpr lhs, IndexExpr rhs) {
  return impl->mul(lhs, rhs);
}
IndexExpr IndexContext::floorDiv(IndexExpr lhs, IndexExpr rhs) {
  return impl->floorDiv(lhs, rhs);
}
IndexExpr IndexContext::mod(IndexExpr lhs, IndexExpr rhs) {
  return impl->mod(lhs, rhs);
}
IndexExpr IndexContext::max(IndexExpr lhs, IndexExpr rhs) {
  return impl->extremum(Kind::Max, lhs, rhs);
}
IndexExpr IndexContext::min(IndexExpr lhs, IndexExpr rhs) {
  return impl->extremum(Kind::Min, lhs, rhs);
}
IndexExpr IndexContext::select(IndexExpr condition, IndexExpr onTrue,
                               IndexExpr onFalse) {
  return impl->select(condition, onTrue, onFalse);
}
IndexExpr IndexContext::lt(IndexExpr lhs, IndexExpr rhs) {
  return impl->lt(lhs, rhs);
}
IndexExpr IndexContext::eq(IndexExpr lhs, IndexExpr rhs) {
  return impl->eq(lhs, rhs);
}
IndexExpr IndexContext::logicalAnd(IndexExpr lhs, IndexExpr rhs) {
  return impl->logicalAnd(lhs, rhs);
}
IndexExpr IndexContext::logicalOr(IndexExpr lhs, IndexExpr rhs) {
  return impl->logicalOr(lhs, rhs);
}
IndexExpr IndexContext::logicalNot(IndexExpr operand) {
  return impl->logicalNot(operand);
}
IndexExpr
IndexContext::substitute(IndexExpr expr,
                         const llvm::DenseMap<IndexExpr, IndexExpr> &map) {
  return impl->substitute(expr, map);
}
IndexExpr IndexContext::simplifyGiven(IndexExpr expr, IndexExpr condition) {
  return impl->simplifyGiven(expr, condition);
}
IndexExpr IndexContext::simplifyCondition(IndexExpr condition) {
  return impl->simplifyCondition(condition);
}
SmallVector<IndexExpr> IndexContext::getClauses(IndexExpr condition) {
  return SmallVector<IndexExpr>(impl->clauses(condition));
}

} // namespace mlir::tiny
