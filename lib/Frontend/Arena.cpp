//===- Arena.cpp - The graph that a program builds ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "tiny/Frontend/Arena.h"

#include "tiny/Frontend/SymbolicShapes.h"
#include "tiny/IR/Tiny.h"
#include "tiny/Runtime/Buffer.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::tiny {

//===----------------------------------------------------------------------===//
// References
//===----------------------------------------------------------------------===//

NodeRef::NodeRef(Arena &arena, Value value, void *object)
    : arena(arena), op(value.getDefiningOp()), next(nullptr), object(object) {
  arena.addRef(*this);
}

NodeRef::~NodeRef() { arena.dropRef(*this); }

void Arena::addRef(NodeRef &ref) {
  NodeRef *&head = refs[ref.op];
  ref.next = head;
  head = &ref;
}

/// Runs where a finalizer runs, so it only unlinks and leaves the node to the
/// next `collect`.
void Arena::dropRef(NodeRef &ref) {
  auto it = refs.find(ref.op);
  NodeRef **link = &it->second;
  while (*link != &ref)
    link = &(*link)->next;
  *link = ref.next;
  if (!it->second) {
    refs.erase(it);
    candidates.push_back(ref.op);
  }
}

void Arena::moveRefs(Operation *from, Operation *to) {
  candidates.push_back(from);
  NodeRef *ref = refs.lookup(from);
  if (!ref)
    return;
  refs.erase(from);
  NodeRef *&head = refs[to];
  while (ref) {
    NodeRef *next = ref->next;
    ref->op = to;
    ref->next = head;
    head = ref;
    ref = next;
  }
}

NodeRef *Arena::getRef(Operation *op) const {
  NodeRef *ref = refs.lookup(op);
  while (ref && !ref->object)
    ref = ref->next;
  return ref;
}

//===----------------------------------------------------------------------===//
// Nodes
//===----------------------------------------------------------------------===//

Arena::Entry Arena::EntryInfo::getEmptyKey() {
  return {DenseMapInfo<Operation *>::getEmptyKey(), 0};
}

Arena::Entry Arena::EntryInfo::getTombstoneKey() {
  return {DenseMapInfo<Operation *>::getTombstoneKey(), 0};
}

bool Arena::EntryInfo::isEqual(const Key &key, const Entry &entry) {
  if (entry.hash != key.hash || entry.op == getEmptyKey().op ||
      entry.op == getTombstoneKey().op || entry.op->getName() != key.name ||
      entry.op->getNumOperands() != key.operands.size())
    return false;
  for (unsigned i = 0, e = key.operands.size(); i < e; ++i)
    if (entry.op->getOperand(i) != key.operands[i])
      return false;
  return key.name.compareOpProperties(entry.op->getPropertiesStorage(),
                                      key.properties);
}

static unsigned hashOp(OperationName name, ArrayRef<Value> operands,
                       OpaqueProperties properties) {
  llvm::hash_code hash = name.hashOpProperties(properties);
  for (Value operand : operands)
    hash = llvm::hash_combine(hash, operand.getAsOpaquePointer());
  return static_cast<unsigned>(
      llvm::hash_combine(name.getAsOpaquePointer(), hash));
}

Value Arena::createOp(OperationName name, ArrayRef<Value> operands,
                      OpaqueProperties properties) {
  if (llvm::is_contained(operands, Value()))
    return {};
  Key key{name, operands, properties, hashOp(name, operands, properties)};
  auto it = nodes.find_as(key);
  if (it != nodes.end())
    return it->op->getResult(0);
  Operation *op = makeOp(key);
  if (!op)
    return {};
  block.push_back(op);
  nodes.insert({op, key.hash});
  candidates.push_back(op);
  return op->getResult(0);
}

Operation *Arena::makeOp(const Key &key) {
  SmallVector<Type, 1> types;
  auto *inference = key.name.getInterface<InferTypeOpInterface>();
  if (inference) {
    if (failed(inference->inferReturnTypes(context, loc, key.operands,
                                           noAttributes, key.properties, {},
                                           types)))
      return nullptr;
  } else if (TypeID id = key.name.getTypeID();
             id == TypeID::get<StoreOp>() || id == TypeID::get<EndOp>() ||
             id == TypeID::get<GroupOp>() || id == TypeID::get<BarrierOp>() ||
             id == TypeID::get<RootsOp>() || id == TypeID::get<ApplyOp>()) {
    types.push_back(tokenType);
  } else if (id == TypeID::get<RangeOp>()) {
    types.push_back(IndexType::get(context));
  } else {
    emitError(loc) << "'" << key.name << "' op has no place in a graph";
    return nullptr;
  }
  Operation *op =
      Operation::create(loc, key.name, types, key.operands, noAttributes,
                        key.properties, BlockRange(), /*numRegions=*/0);
  // Sources and stores check more than inference does.
  if ((key.operands.empty() || !inference) &&
      failed(key.name.getRegisteredInfo()->verifyInvariants(op))) {
    op->destroy();
    return nullptr;
  }
  if (failed(checkSymbolicShapes(op))) {
    op->destroy();
    return nullptr;
  }
  if (LLVM_UNLIKELY(placements.isUsed() || isa<CopyOp>(op)) &&
      failed(placements.infer(op))) {
    isPlacementError = true;
    op->destroy();
    return nullptr;
  }
  return op;
}

Operation *Arena::intern(Operation *op) {
  SmallVector<Value, 4> operands(op->getOperands());
  OpaqueProperties properties = op->getPropertiesStorage();
  Key key{op->getName(), operands, properties,
          hashOp(op->getName(), operands, properties)};
  auto it = nodes.find_as(key);
  if (it != nodes.end())
    return it->op;
  nodes.insert({op, key.hash});
  return op;
}

void Arena::forget(Operation *op) {
  SmallVector<Value, 4> operands(op->getOperands());
  nodes.erase(
      {op, hashOp(op->getName(), operands, op->getPropertiesStorage())});
}

void Arena::replace(Value from, Value to) {
  SmallVector<std::pair<Value, Value>, 4> work = {{from, to}};
  DenseMap<Value, Value> forwarded;
  while (!work.empty()) {
    auto [old, current] = work.pop_back_val();
    while (Value next = forwarded.lookup(current))
      current = next;
    if (old == current || !forwarded.try_emplace(old, current).second)
      continue;
    llvm::SmallSetVector<Operation *, 8> users;
    for (Operation *user : old.getUsers())
      users.insert(user);
    for (Operation *user : users)
      forget(user);
    old.replaceAllUsesWith(current);
    for (Operation *user : users) {
      Operation *node = intern(user);
      if (node != user)
        work.push_back({user->getResult(0), node->getResult(0)});
    }

    moveRefs(old.getDefiningOp(), current.getDefiningOp());
  }
}

//===----------------------------------------------------------------------===//
// Storage
//===----------------------------------------------------------------------===//

Value Arena::load(Storage storage, ArrayRef<int64_t> shape, Type elementType) {
  auto type = BufferType::getChecked([&] { return emitError(loc); }, context,
                                     shape, elementType, AddressSpace::Global);
  if (!type)
    return {};
  int64_t slot = nextSlot++;
  Value buffer = create<BufferOp>({}, {slot, type});
  if (!buffer)
    return {};
  placements.set(buffer.getDefiningOp(), storage.placement);
  slots.try_emplace(slot, std::move(storage));
  return loadState(buffer);
}

size_t Arena::getLocalBytes(ArrayRef<int64_t> shape, Type elementType,
                            Placement placement) const {
  return *getNumElements(placements.getLocalShape(shape, placement)) *
         (getStorageBits(elementType) / 8);
}

llvm::Expected<std::shared_ptr<Buffer>>
Arena::allocate(ArrayRef<int64_t> shape, Type elementType,
                Placement placement) const {
  return Buffer::allocate(getLocalBytes(shape, elementType, placement),
                          placements.getCount(placement));
}

void Arena::replaceByStorage(Value value, Storage storage) {
  SmallVector<int64_t, 4> shape(getMaxShape(value));
  Value stored = load(std::move(storage), shape, getElementType(value));
  // Storage has room for the greatest sizes.
  if (stored && isSymbolic(value.getType()))
    stored = shrink(stored, Dims(shape.size(), 0), getDims(value));
  if (stored)
    replace(value, stored);
}

Value Arena::copy(Value value, Placement placement) {
  if (!value || placements.get(value) == placement)
    return value;
  return create<CopyOp>(
      value, {placements.getNames(placement.devices).str(), placement.axis});
}

Value Arena::assign(Value target, Value value) {
  if (!value)
    return {};
  if (!isStorageLoad(target)) {
    emitError(loc) << "assigns to '" << target.getDefiningOp()->getName()
                   << "', which is not the content of storage";
    return {};
  }
  value = expand(cast(value, getElementType(target)), getDims(target));
  // A store fills the whole buffer: it does not matter what was there before.
  Value buffer = target.getDefiningOp<LoadOp>().getBuffer();
  if (auto after = buffer.getDefiningOp<AfterOp>())
    buffer = after.getBuffer();
  StoreOp::Properties properties;
  properties.operandSegmentSizes = {1, 1, 0, 0};
  Value token = create<StoreOp>({value, buffer}, properties);
  Value state = create<AfterOp>({buffer, token});
  return state ? loadState(state) : Value();
}

const Storage &Arena::getStorage(Operation *buffer) const {
  static const Storage none = {nullptr, /*writable=*/false};
  int64_t slot = llvm::cast<BufferOp>(buffer).getSlot();
  return slot < 0 ? none : slots.find(slot)->second;
}

bool isStorageLoad(Value value) {
  return isa_and_nonnull<LoadOp>(value.getDefiningOp());
}

bool isRealized(Value value) {
  // The part of storage that a symbolic value fills.
  auto part = value.getDefiningOp<ShrinkOp>();
  if (part && isSymbolic(part.getType()) &&
      llvm::all_of(part.getOffsets(), [](int64_t at) { return at == 0; }))
    value = part.getSource();
  auto load = value.getDefiningOp<LoadOp>();
  auto buffer = load ? load.getBuffer().getDefiningOp<BufferOp>() : BufferOp();
  return buffer && buffer.getSlot() >= 0;
}

//===----------------------------------------------------------------------===//
// Lifetimes
//===----------------------------------------------------------------------===//

Arena::Arena(MLIRContext *context)
    : GraphBuilder(context), loc(UnknownLoc::get(context)),
      noAttributes(DictionaryAttr::get(context)),
      tokenType(TokenType::get(context)) {
  handler = context->getDiagEngine().registerHandler([this](Diagnostic &diag) {
    if (!depth || std::this_thread::get_id() != thread)
      return failure();
    if (!error.empty())
      error += '\n';
    error += diag.str();
    return success();
  });
}

Arena::~Arena() {
  context->getDiagEngine().eraseHandler(handler);
  block.dropAllReferences();
}

std::string Arena::takeError(bool *isPlacement) {
  bool isPlaced = std::exchange(isPlacementError, false);
  if (isPlacement)
    *isPlacement = isPlaced;
  return std::exchange(error, {});
}

Arena::Scope::Scope(Arena &arena) : arena(arena) {
  if (arena.depth++)
    return;
  arena.thread = std::this_thread::get_id();
  if (!arena.candidates.empty())
    arena.collect();
}

Arena::Scope::~Scope() {
  if (arena.depth == 1 && !arena.candidates.empty())
    arena.collect();
  --arena.depth;
}

void Arena::collect() {
  std::vector<Operation *> &list = worklist;
  list.swap(candidates);
  if (list.size() > 1) {
    llvm::sort(list);
    list.erase(llvm::unique(list), list.end());
  }
  // No node of the list is erased before all are seen; from then on each is
  // met once, when its last use goes.
  llvm::erase_if(list,
                 [&](Operation *op) { return !op->use_empty() || hasRef(op); });
  Released released;
  while (!list.empty()) {
    Operation *op = list.back();
    list.pop_back();
    forget(op);
    for (OpOperand &operand : op->getOpOperands()) {
      Operation *source = operand.get().getDefiningOp();
      operand.drop();
      if (source->use_empty() && !hasRef(source))
        list.push_back(source);
    }
    erase(op, released);
  }
  // Last, since whoever lent the memory may come back here.
}

void Arena::erase(Operation *op, Released &released) {
  placements.forget(op);
  if (auto buffer = dyn_cast<BufferOp>(op)) {
    auto it = slots.find(buffer.getSlot());
    if (it != slots.end()) {
      released.storages.push_back(std::move(it->second));
      slots.erase(it);
    }
  } else if (auto rule = dyn_cast<GradientRuleOp>(op)) {
    auto it = rules.find(rule.getId());
    released.rules.push_back(std::move(it->second));
    rules.erase(it);
  }
  op->erase();
}

} // namespace mlir::tiny
