//===- Arena.h - The graph that a program builds ----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The expressions of a running program are ops in one block. Equal expressions
// are one op: the arena hashes an op before it creates it. A node lives as long
// as something refers to it, a `NodeRef` from outside or a node that uses it.
//
// Nothing is folded here: a folder may skip a node that the program still asks
// the gradient of. Folders run on the copy of a graph that is compiled.
//
//===----------------------------------------------------------------------===//

#ifndef TINY_FRONTEND_ARENA_H
#define TINY_FRONTEND_ARENA_H

#include "mlir/IR/Block.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Diagnostics.h"
#include "tiny/Frontend/KernelTable.h"
#include "tiny/Frontend/Placement.h"
#include "tiny/IR/GraphBuilder.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Support/Error.h"
#include <functional>
#include <memory>
#include <string>
#include <thread>

namespace mlir::tiny {
class Arena;
class Buffer;

/// What a `tiny.buffer` of the arena stands for.
struct Storage {
  std::shared_ptr<Buffer> buffer;
  /// Whether an assignment may write it.
  bool writable = true;
  /// Where the memory is; on several devices the buffer has a block for each.
  Placement placement = {};
};

/// How the program makes the gradients of the inputs of a `tiny.gradient_rule`
/// from those of its results, which are null for a result without one. Appends
/// one gradient per input, null for none; fails for a reason that the program
/// knows.
using GradientRule = std::function<LogicalResult(
    Operation *op, ArrayRef<Value> upstream, SmallVectorImpl<Value> &result)>;

/// A reference to a node from outside the graph. Where the node is replaced,
/// the reference moves along. `object` belongs to whoever made the reference.
class NodeRef {
public:
  NodeRef(Arena &arena, Value value, void *object = nullptr);
  ~NodeRef();
  NodeRef(const NodeRef &) = delete;
  NodeRef &operator=(const NodeRef &) = delete;

  Operation *getOperation() const { return op; }
  Value getValue() const { return op->getResult(0); }
  void *getObject() const { return object; }

private:
  friend class Arena;
  Arena &arena;
  Operation *op;
  /// The next reference to the same node.
  NodeRef *next;
  void *object;
};

/// The graph. One thread at a time may use it.
class Arena final : public GraphBuilder {
public:
  explicit Arena(MLIRContext *context);
  ~Arena() override;

  /// Whoever builds or looks at nodes does it inside a scope: what nothing
  /// refers to when the outermost scope ends is erased. Scopes nest.
  class Scope {
  public:
    explicit Scope(Arena &arena);
    ~Scope();
    Scope(const Scope &) = delete;
    Scope &operator=(const Scope &) = delete;

  private:
    Arena &arena;
  };

  /// The node of an op with one result, or null after a diagnostic (or if an
  /// operand is null).
  Value createOp(OperationName name, ArrayRef<Value> operands,
                 OpaqueProperties properties) override;

  /// The load of a new slot that holds `storage`; null after a diagnostic.
  Value load(Storage storage, ArrayRef<int64_t> shape, Type elementType);
  /// The bytes that a value of that shape takes on each device of `placement`.
  size_t getLocalBytes(ArrayRef<int64_t> shape, Type elementType,
                       Placement placement) const;
  /// Memory for a value of that shape on the devices of `placement`.
  llvm::Expected<std::shared_ptr<Buffer>> allocate(ArrayRef<int64_t> shape,
                                                   Type elementType,
                                                   Placement placement) const;
  /// Lets all who refer to a value refer to the load of storage that holds it.
  void replaceByStorage(Value value, Storage storage);
  /// The value where `placement` says; null after a diagnostic.
  Value copy(Value value, Placement placement);
  /// The load of the storage of `target` after `value` has been stored to it.
  /// Null after a diagnostic.
  Value assign(Value target, Value value);
  /// Stores `value` through a view of storage, or the load of it: from then on
  /// the references to the load and to views of it mean what is there after the
  /// store, while nodes that compute from it keep what was there before.
  /// Returns the new node of `view`, or null after a diagnostic.
  Value write(Value view, Value value);
  /// What stands for argument number `slot` of a call: the load of storage that
  /// does not exist. `substitute` puts something in its place. Null after a
  /// diagnostic.
  Value param(int64_t slot, ArrayRef<int64_t> shape, Type elementType);
  /// The storage that a `tiny.buffer` stands for; none for that of a param.
  const Storage &getStorage(Operation *buffer) const;

  /// The values with a gradient of their own: `rule` makes those of the inputs.
  /// The nodes own the rule. Appends nothing after a diagnostic.
  void setGradientRule(GradientRule rule, ArrayRef<Value> values,
                       ArrayRef<Value> inputs, SmallVectorImpl<Value> &result);
  std::shared_ptr<const GradientRule> getRule(Operation *op) const;

  /// Runs the kernel that `roots`, a `tiny.roots`, describes on storage of the
  /// values, whose placeholders it is made from. Appends one value for each:
  /// what the kernel leaves there, or null if it does not store to it. Fails
  /// after a diagnostic.
  LogicalResult apply(Value roots, ArrayRef<Value> values,
                      SmallVectorImpl<Value> &result);
  const KernelTable &getKernels() const { return kernels; }

  /// Appends the roots with each key of `replacements` replaced by its value,
  /// which has the same type. What is already there stays as it is. Fails after
  /// a diagnostic.
  LogicalResult substitute(ArrayRef<Value> roots,
                           const DenseMap<Value, Value> &replacements,
                           SmallVectorImpl<Value> &result);

  /// Lets all users and references of `from` use `to`, which has the same type
  /// and does not depend on it. Users that become equal become one node.
  void replace(Value from, Value to);

  /// The first reference to the node that has an object, or null.
  NodeRef *getRef(Operation *op) const;
  bool hasRef(Operation *op) const { return refs.contains(op); }

  Placements &getPlacements() { return placements; }

  /// The diagnostics since the last call. `isPlacement` says whether they were
  /// about devices.
  std::string takeError(bool *isPlacement = nullptr);
  size_t getNumNodes() const { return nodes.size(); }

private:
  friend class NodeRef;

  /// A node in the set, with its hash.
  struct Entry {
    Operation *op;
    unsigned hash;
  };
  /// What an op would be.
  struct Key {
    OperationName name;
    ArrayRef<Value> operands;
    OpaqueProperties properties;
    unsigned hash;
  };
  struct EntryInfo {
    static Entry getEmptyKey();
    static Entry getTombstoneKey();
    static unsigned getHashValue(const Entry &entry) { return entry.hash; }
    static unsigned getHashValue(const Key &key) { return key.hash; }
    static bool isEqual(const Entry &lhs, const Entry &rhs) {
      return lhs.op == rhs.op;
    }
    static bool isEqual(const Key &key, const Entry &entry);
  };

  /// Loads the whole of a state.
  Value loadState(Value state);
  /// A copy of a rule with other inputs.
  Value copyRule(Operation *op, ArrayRef<Value> inputs);
  /// What a kernel may find in the place of a value that it only stores to.
  Value withoutContent(Value value);
  /// Returns null after a diagnostic.
  Operation *makeOp(const Key &key);
  /// Puts `op` into the set, or returns the equal node that is there.
  Operation *intern(Operation *op);
  void forget(Operation *op);
  void addRef(NodeRef &ref);
  void dropRef(NodeRef &ref);
  void moveRefs(Operation *from, Operation *to);
  /// Moves the references to the views of `from` to the same views of `to`.
  void moveViews(Value from, Value to);
  /// Whether something refers to the node or to a view of it.
  bool hasViewRef(Operation *op) const;
  /// What is in the base of a view once `value` is in the view.
  Value placeInBase(Value view, Value base, Value value);
  /// Erases what nothing refers to among the candidates and below.
  void collect();
  /// What nodes owned. It goes last: its owners may come back here.
  struct Released {
    std::vector<Storage> storages;
    std::vector<std::shared_ptr<const GradientRule>> rules;
  };
  void erase(Operation *op, Released &released);

  Block block;
  DenseSet<Entry, EntryInfo> nodes;
  DenseMap<Operation *, NodeRef *> refs;
  Placements placements;
  DenseMap<int64_t, Storage> slots;
  int64_t nextSlot = 0;
  DenseMap<int64_t, std::shared_ptr<const GradientRule>> rules;
  int64_t nextRule = 0;
  KernelTable kernels;
  /// Nodes that may be dead: new ones, and those that lost a reference.
  std::vector<Operation *> candidates;
  /// The candidates during `collect`; empty otherwise.
  std::vector<Operation *> worklist;
  unsigned depth = 0;

  Location loc;
  DictionaryAttr noAttributes;
  Type tokenType;
  std::string error;
  bool isPlacementError = false;
  std::thread::id thread;
  DiagnosticEngine::HandlerID handler;
};

/// Whether the value is the load of storage that nobody has assigned to, or, if
/// it has symbolic sizes, a part of one that begins where the storage does.
bool isRealized(Value value);
/// Whether the value is the load of storage.
bool isStorageLoad(Value value);
/// What a value is a view of, itself if it is none.
Value getViewBase(Value value);
/// The number of the argument that the value stands for, if it is a param.
std::optional<int64_t> getParamSlot(Value value);
/// Appends the params and the stored values that `roots` are computed from;
/// what lies below `inputs` does not count, nor storage that is only written.
void findSources(ArrayRef<Value> roots, ArrayRef<Value> inputs,
                 SmallVectorImpl<Value> &result);

} // namespace mlir::tiny

#endif // TINY_FRONTEND_ARENA_H
