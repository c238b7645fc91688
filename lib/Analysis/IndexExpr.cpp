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

namespace {
/// Mixes what a node is made of. Operands are unique and few: a multiplication
/// for each is enough.
class NodeHash {
public:
  explicit NodeHash(Kind kind, bool isBoolean = false, bool isRaw = false)
      : state(uint64_t(kind) * 4 + isBoolean * 2 + isRaw + 1) {}

  NodeHash &mix(uint64_t value) {
    state = (state ^ value) * 0x9e3779b97f4a7c15; // the golden ratio
    state ^= state >> 32;
    return *this;
  }
  NodeHash &mix(IndexExpr expr) {
    return mix(reinterpret_cast<uintptr_t>(expr.getOpaque()));
  }
  operator uint32_t() const { return state; }

private:
  uint64_t state;
};
} // namespace

static Interval inferInterval(const IndexNode &node) {
  if (node.isBoolean && node.kind != Kind::Select)
    return Interval::boolean();
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
  if (node.isBoolean)
    return 1;
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

IndexNode *IndexContext::Impl::create(uint32_t hash, Kind kind,
                                      ArrayRef<IndexExpr> operands,
                                      bool isBoolean, bool isRaw) {
  Node *node = new (allocator) Node();
  node->kind = kind;
  node->isBoolean = isBoolean;
  node->isRaw = isRaw;
  node->operands = operands.copy(allocator);
  node->isPolynomial = kind <= Kind::Mul;
  uint32_t size = 1;
  for (IndexExpr operand : operands) {
    node->isPolynomial &= operand.node->isPolynomial;
    size = std::min<uint32_t>(size + operand.node->size, 1u << 30);
    node->isLimited |= operand.node->isLimited;
    node->leaves = uniteLeaves(allocator, node->leaves, operand.node->leaves);
  }
  node->size = size;
  node->id = nextId++;
  node->term = {IndexExpr(node), 1};
  node->terms = node->term;
  nodes.insert(hash, node);
  return node;
}

IndexNode *IndexContext::Impl::createLeaf(std::optional<uint32_t> hash,
                                          Kind kind, int64_t value) {
  Node *node = new (allocator) Node();
  node->kind = kind;
  node->value = value;
  node->isPolynomial = true;
  node->id = nextId++;
  if (kind == Kind::Leaf) {
    const Node *self = node;
    node->leaves = ArrayRef(self).copy(allocator);
    node->term = {IndexExpr(node), 1};
    node->terms = node->term;
  }
  if (hash)
    nodes.insert(*hash, node);
  return node;
}

IndexExpr IndexContext::Impl::get(Kind kind, ArrayRef<IndexExpr> operands,
                                  bool isBoolean, bool isRaw) {
  assert((isRaw || kind != Kind::Add) && "sums have a builder of their own");
  NodeHash hash(kind, isBoolean, isRaw);
  for (IndexExpr operand : operands)
    hash.mix(operand);
  auto isEqual = [&](const Node &node) {
    return node.kind == kind && node.isBoolean == isBoolean &&
           node.isRaw == isRaw && node.operands == operands;
  };
  if (const Node *known = nodes.find(hash, isEqual))
    return IndexExpr(known);
  return IndexExpr(create(hash, kind, operands, isBoolean, isRaw));
}

IndexExpr IndexContext::Impl::product(IndexExpr core, int64_t coefficient) {
  NodeHash hash(Kind::Mul);
  hash.mix(coefficient).mix(core);
  auto isEqual = [&](const Node &node) {
    return node.kind == Kind::Mul && node.term.core == core &&
           node.term.coefficient == coefficient;
  };
  if (const Node *known = nodes.find(hash, isEqual))
    return IndexExpr(known);
  Node *node = create(hash, Kind::Mul, {core, constant(coefficient)},
                      /*isBoolean=*/false, /*isRaw=*/false);
  node->term = {core, coefficient};
  return IndexExpr(node);
}

IndexExpr IndexContext::Impl::sum(SumRef sum) {
  NodeHash hash(Kind::Add);
  hash.mix(sum.constant);
  for (auto [core, coefficient] : sum.terms)
    hash.mix(core).mix(coefficient);
  auto isEqual = [&](const Node &node) {
    return node.kind == Kind::Add && !node.isRaw &&
           node.constant == sum.constant && node.terms == sum.terms;
  };
  if (const Node *known = nodes.find(hash, isEqual))
    return IndexExpr(known);
  SmallVector<IndexExpr, 8> operands;
  for (auto [core, coefficient] : sum.terms)
    operands.push_back(coefficient == 1 ? core : product(core, coefficient));
  if (sum.constant != 0)
    operands.push_back(constant(sum.constant));
  Node *node = create(hash, Kind::Add, operands, /*isBoolean=*/false,
                      /*isRaw=*/false);
  node->terms = sum.terms.copy(allocator);
  node->constant = sum.constant;
  if (node->isLimited)
    node->interval = boundsOf(sum);
  return IndexExpr(node);
}

IndexExpr IndexContext::Impl::constant(int64_t value, bool isBoolean) {
  constexpr int64_t lowest = -8;
  bool isSmall = !isBoolean && value >= lowest &&
                 value < lowest + int64_t(smallConstants.size());
  if (isSmall && smallConstants[value - lowest])
    return IndexExpr(smallConstants[value - lowest]);
  NodeHash hash(Kind::Constant, isBoolean);
  hash.mix(value);
  auto isEqual = [&](const Node &node) {
    return node.kind == Kind::Constant && node.isBoolean == isBoolean &&
           node.value == value;
  };
  if (const Node *known = nodes.find(hash, isEqual))
    return IndexExpr(known);
  Node *node = createLeaf(hash, Kind::Constant, value);
  node->isBoolean = isBoolean;
  node->constant = value;
  node->interval = Interval::point(value);
  // The least integer has no magnitude in 64 bits; one divides it as well.
  node->factor = value == 0 ? 0 : gcd(value, 0);
  if (isSmall)
    smallConstants[value - lowest] = node;
  return IndexExpr(node);
}

IndexExpr IndexContext::Impl::leaf(const void *value, int64_t number,
                                   Interval bounds, int64_t factor,
                                   bool isBoolean, IndexExpr limit) {
  NodeHash hash(Kind::Leaf, isBoolean);
  hash.mix(number).mix(reinterpret_cast<uintptr_t>(value));
  auto isEqual = [&](const Node &node) {
    return node.kind == Kind::Leaf && node.isBoolean == isBoolean &&
           node.leaf == value && node.value == number;
  };
  if (const Node *known = nodes.find(hash, isEqual))
    return IndexExpr(known);
  Node *node = createLeaf(hash, Kind::Leaf, number);
  node->isBoolean = isBoolean;
  node->leaf = value;
  node->interval = isBoolean ? Interval::boolean() : bounds;
  node->factor = std::max<int64_t>(factor, 1);
  node->limit = limit.node;
  node->isLimited = limit.node;
  return IndexExpr(node);
}

void IndexContext::Impl::forget(const void *value, bool isBoolean) {
  NodeHash hash(Kind::Leaf, isBoolean);
  hash.mix(0).mix(reinterpret_cast<uintptr_t>(value));
  auto isEqual = [&](const Node &node) { return node.leaf == value; };
  if (auto *known = const_cast<Node *>(nodes.find(hash, isEqual))) {
    known->leaf = nullptr;
    // The number of no symbol.
    known->value = --lastForgotten;
  }
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
Interval IndexExpr::getInterval() const {
  if (!node->interval)
    node->interval = inferInterval(*node);
  return *node->interval;
}
int64_t IndexExpr::getFactor() const {
  if (!node->factor)
    node->factor = inferFactor(*node);
  return *node->factor;
}
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
void IndexContext::forget(Value value) {
  impl->forget(value.getAsOpaquePointer(), value.getType().isInteger(1));
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
