//===- Realize.h - From expressions to numbers ------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// `realize` cuts the slice below some values out of the graph and looks it up
// by structure, with its buffers as parameters. What was compiled for a slice
// of that structure is launched on the buffers of this one; only a new
// structure is copied to a module and compiled.
//
//===----------------------------------------------------------------------===//

#ifndef TINY_FRONTEND_REALIZE_H
#define TINY_FRONTEND_REALIZE_H

#include "tiny/Frontend/Arena.h"
#include "tiny/Runtime/Compiler.h"
#include "tiny/Runtime/Executable.h"
#include "tiny/Runtime/Transfer.h"
#include <deque>

namespace mlir::tiny {

/// What all calls of realize since the last reset did.
struct RealizeStats {
  uint64_t numRealizes = 0;
  uint64_t numCacheHits = 0;
  uint64_t numKernels = 0;
  uint64_t numCompiledKernels = 0;
  /// Ops of the tensor graphs that were compiled.
  uint64_t numCompiledOps = 0;
  double buildSeconds = 0;
  double compileSeconds = 0;
  double passSeconds = 0;
  double llvmSeconds = 0;
  double runSeconds = 0;
};

struct ScheduleRecipe;

/// What calls of realize launched, to launch it again on other storage; or,
/// where that is deferred, what they are still to launch.
class Recording {
public:
  explicit Recording(bool deferred = false) : deferred(deferred) {}

  /// A launch of an executable; without one, a transfer of the first argument
  /// to the second.
  struct Step {
    std::shared_ptr<Executable> executable;
    /// What the executable was made of.
    std::shared_ptr<ScheduleRecipe> recipe;
    /// What a transfer is called, and how its buffers are read and written.
    std::string name;
    BlockLayout from = {}, to = {};
    SmallVector<Storage, 8> arguments;
    /// What the variables of the executable were bound to.
    SmallVector<int64_t, 2> numbers;
    /// The arguments that are written.
    SmallVector<unsigned, 4> outputs;
    /// Of a deferred step: which schedule has written each argument last once
    /// the step has run.
    SmallVector<unsigned, 8> versions;
  };
  using Buffers = ArrayRef<std::shared_ptr<Buffer>>;

  /// Notes a step. One that is deferred leaves what it is to write pending.
  void add(Step step);
  bool isDeferred() const { return deferred; }
  ArrayRef<Step> getSteps() const { return steps; }
  size_t getNumLaunches() const;
  /// The storage at an address, if a launch reads or writes it.
  const Storage *find(uintptr_t address) const;

  /// Runs all steps, each of `originals` replaced by the buffer at its place in
  /// `inputs`, and each of `state` by the next one, in pairs: what was read of
  /// the first is then read of the second, and the other way round. An input
  /// that a step writes is copied first. `numbers` has variables, by label,
  /// that are bound to other numbers now. Fails if an input is pending.
  llvm::Error replay(Buffers originals, Buffers inputs, Buffers state,
                     const llvm::StringMap<int64_t> &numbers = {}) const;

private:
  bool deferred;
  std::vector<Step> steps;
};

/// The error that somebody needs what is pending.
llvm::Error makePendingError();

/// The compiled slices, by structure. One realization at a time uses it.
class ScheduleCache {
public:
  explicit ScheduleCache(Arena &arena);
  ~ScheduleCache();

  Arena &getArena() { return arena; }
  Compiler &getCompiler() { return compiler; }
  RealizeStats &getStats() { return stats; }
  size_t getNumSchedules() const { return numRecipes; }
  /// Where each realization is noted; null for nowhere.
  void setRecording(Recording *target) { recording = target; }
  Recording *getRecording() const { return recording; }
  /// The text of the schedule of a step, stage K: found anew.
  llvm::Expected<std::string> print(ScheduleRecipe &recipe);

private:
  friend class Realization;
  using Recipe = ScheduleRecipe;

  /// The number of schedules after which the oldest is dropped.
  static constexpr size_t limit = 4096;

  void insert(std::shared_ptr<Recipe> recipe);

  Arena &arena;
  Compiler compiler;
  RealizeStats stats;
  Recording *recording = nullptr;
  DenseMap<uint64_t, SmallVector<std::shared_ptr<Recipe>, 1>> recipes;
  /// The hashes in the order of insertion.
  std::deque<uint64_t> order;
  size_t numRecipes = 0;
};

/// One call of realize. `prepare` and `finish` use the graph; `run` does not,
/// so that others may while it compiles and computes.
class Realization {
public:
  Realization(ScheduleCache &cache, CompileOptions options);
  ~Realization();

  /// Looks at the graph below `values`. Fails after a diagnostic.
  LogicalResult prepare(ArrayRef<Value> values);
  /// Whether nothing is left to do.
  bool isDone() const;
  /// Compiles if it must.
  llvm::Error compile();
  /// Allocates the outputs and launches.
  llvm::Error run(std::vector<LaunchRecord> *trace);
  /// Puts loads of the results in the place of the values.
  void finish();

private:
  struct Target;

  Recording::Step getStep() const;
  SmallVector<int64_t, 2> getNumbers() const;

  ScheduleCache &cache;
  CompileOptions options;
  std::shared_ptr<ScheduleCache::Recipe> recipe;
  /// The module to compile, if the recipe is new.
  OwningOpRef<ModuleOp> module;
  SmallVector<Storage, 8> storages;
  /// What the variables of the slice are bound to.
  llvm::StringMap<int64_t> bindings;
  /// The outputs, and after them the empty values, which no kernel computes.
  std::vector<std::unique_ptr<Target>> targets;
};

/// The copies between devices that can be made next: those below some values
/// that depend on no other. What they copy is realized first. Only `move`
/// leaves the graph alone.
class Transfers {
public:
  explicit Transfers(ScheduleCache &cache) : cache(cache) {}

  /// Looks at the graph below `values`; returns whether there is a copy.
  bool find(ArrayRef<Value> values);
  /// What is to be realized.
  SmallVector<Value, 8> getSources() const;
  /// Allocates the targets, once the sources are realized.
  llvm::Error prepare();
  llvm::Error move(std::vector<LaunchRecord> *trace);
  /// Puts loads of the targets in the place of the copies.
  void finish();

private:
  struct Transfer {
    std::unique_ptr<NodeRef> copy, source;
    /// The storage on both sides, as it is recorded.
    Recording::Step step;
  };

  ScheduleCache &cache;
  std::vector<Transfer> transfers;
};

/// The values by the devices that they are on, in order.
SmallVector<SmallVector<Value>> groupByDevices(Arena &arena,
                                               ArrayRef<Value> values);

} // namespace mlir::tiny

#endif // TINY_FRONTEND_REALIZE_H
