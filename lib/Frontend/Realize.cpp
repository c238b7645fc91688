//===- Realize.cpp - From expressions to numbers --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "tiny/Frontend/Realize.h"

#include "Slice.h"
#include "tiny/IR/Tiny.h"
#include "tiny/Runtime/Buffer.h"
#include "llvm/ADT/SetVector.h"
#include <chrono>

namespace mlir::tiny {

namespace {
/// Adds the seconds of its life to a counter.
class Timer {
public:
  explicit Timer(double &seconds) : seconds(seconds) {}
  ~Timer() {
    seconds += std::chrono::duration<double>(Clock::now() - start).count();
  }

private:
  using Clock = std::chrono::steady_clock;
  double &seconds;
  Clock::time_point start = Clock::now();
};
} // namespace

//===----------------------------------------------------------------------===//
// The cache
//===----------------------------------------------------------------------===//

/// What is known about all slices of one structure.
struct ScheduleRecipe {
  ScheduleRecipe(const Slice &slice, const ScheduleOptions &options);

  bool matches(const Slice &slice, const ScheduleOptions &options) const;

  size_t hash;
  ScheduleOptions options;
  SmallVector<uint32_t, 0> numbers;
  SmallVector<Type, 8> argumentTypes;
  SmallVector<Slice::Sharding, 8> shardings;
  int64_t numDevices;
  /// A copy of the slice, and its ops.
  OwningOpRef<ModuleOp> module;
  SmallVector<Operation *, 0> ops;
  std::shared_ptr<Executable> executable;
};

static size_t hashWithOptions(const Slice &slice,
                              const ScheduleOptions &options) {
  return llvm::hash_combine(slice.getHash(), options);
}

ScheduleRecipe::ScheduleRecipe(const Slice &slice,
                               const ScheduleOptions &options)
    : hash(hashWithOptions(slice, options)), options(options),
      numbers(slice.getNumbers()), argumentTypes(slice.getArgumentTypes()),
      shardings(slice.getShardings()), numDevices(slice.getNumDevices()),
      module(slice.exportModule()) {
  auto function = cast<FunctionOp>(module->getBody()->front());
  for (Operation &op : function.getBody().front()) {
    if (ops.size() == slice.getOps().size())
      break;
    // Not from the graph: they join the blocks of arguments.
    if (!isa<RangeOp, UnshardOp>(op))
      ops.push_back(&op);
  }
}

bool ScheduleRecipe::matches(const Slice &slice,
                             const ScheduleOptions &options) const {
  ArrayRef<Operation *> others = slice.getOps();
  if (options != this->options || others.size() != ops.size() ||
      ArrayRef(numbers) != slice.getNumbers() ||
      ArrayRef(argumentTypes) != slice.getArgumentTypes() ||
      ArrayRef(shardings) != slice.getShardings() ||
      numDevices != slice.getNumDevices())
    return false;
  for (auto [op, other] : llvm::zip_equal(ops, others))
    if (op->getName() != other->getName() ||
        op->getNumOperands() != other->getNumOperands() ||
        !op->getName().compareOpProperties(op->getPropertiesStorage(),
                                           other->getPropertiesStorage()))
      return false;
  return true;
}

ScheduleCache::ScheduleCache(Arena &arena)
    : arena(arena), compiler(arena.getContext()) {}

ScheduleCache::~ScheduleCache() = default;

llvm::Expected<std::string> ScheduleCache::print(ScheduleRecipe &recipe) {
  return compiler.printSchedule(recipe.module->clone(), recipe.options);
}

void ScheduleCache::insert(std::shared_ptr<Recipe> recipe) {
  uint64_t hash = recipe->hash >> 2; // clear of the map's special keys
  if (numRecipes == limit) {
    auto it = recipes.find(order.front());
    it->second.erase(it->second.begin());
    if (it->second.empty())
      recipes.erase(it);
    order.pop_front();
    --numRecipes;
  }
  recipes[hash].push_back(std::move(recipe));
  order.push_back(hash);
  ++numRecipes;
}

//===----------------------------------------------------------------------===//
// One realization
//===----------------------------------------------------------------------===//

/// A value that gets storage.
struct Realization::Target {
  Target(Arena &arena, Value value)
      : node(arena, value), type(value.getType()), shape(getMaxShape(value)),
        placement(arena.getPlacements().get(value)) {
    numBytes = arena.getLocalBytes(shape, getElementType(type), placement);
    numBlocks = arena.getPlacements().getCount(placement);
  }

  NodeRef node;
  Type type;
  /// The shape of the storage.
  SmallVector<int64_t, 4> shape;
  Placement placement;
  /// The memory that the storage takes.
  size_t numBytes, numBlocks;
  /// The argument that holds the result; none for an empty value.
  std::optional<unsigned> argument;
  std::shared_ptr<Buffer> buffer;
};

Realization::Realization(ScheduleCache &cache, CompileOptions options)
    : cache(cache), options(std::move(options)) {}

Realization::~Realization() = default;

LogicalResult Realization::prepare(ArrayRef<Value> values) {
  Timer timer(cache.stats.buildSeconds);
  Arena &arena = cache.arena;
  llvm::SmallSetVector<Value, 4> roots, empty;
  for (Value value : values) {
    if (isRealized(value))
      continue;
    if (isWeakType(getElementType(value)))
      return emitError(UnknownLoc::get(arena.getContext()))
             << "cannot realize a value of the weak type "
             << getElementType(value) << ": cast it first";
    std::optional<int64_t> size = getNumElements(getMaxShape(value));
    if (!size || *size > std::numeric_limits<int64_t>::max() / 16)
      return emitError(UnknownLoc::get(arena.getContext()))
             << "cannot realize a value of type " << value.getType()
             << ": it is too large";
    (*size ? roots : empty).insert(value);
  }
  if (!roots.empty()) {
    Slice slice(arena, roots.getArrayRef());
    const Placements &placements = arena.getPlacements();
    if (placements.getKind(placements.get(roots.front()).devices) == "SIM")
      options.target = "sim";
    auto isParam = [](const Storage &storage) { return !storage.buffer; };
    if (llvm::any_of(slice.getStorages(), isParam))
      return emitError(UnknownLoc::get(arena.getContext()))
             << "cannot realize a value that depends on a param: a call puts "
                "an argument in its place";
    if (failed(slice.checkBindings()))
      return failure();
    bindings = slice.getBindings();
    auto found = cache.recipes.find(hashWithOptions(slice, options) >> 2);
    // What a compilation costs is found by compiling.
    if (found != cache.recipes.end() && !options.profile)
      for (const auto &known : found->second)
        if (known->matches(slice, options))
          recipe = known;
    if (recipe) {
      ++cache.stats.numCacheHits;
    } else {
      recipe = std::make_shared<ScheduleCache::Recipe>(slice, options);
      module = recipe->module->clone();
    }
    storages.assign(slice.getStorages().begin(), slice.getStorages().end());
    for (const Slice::Output &output : slice.getOutputs()) {
      targets.push_back(std::make_unique<Target>(arena, output.root));
      targets.back()->argument = output.argument;
    }
  }
  for (Value value : empty)
    targets.push_back(std::make_unique<Target>(arena, value));
  return success();
}

bool Realization::isDone() const { return targets.empty(); }

llvm::Error Realization::compile() {
  if (!module)
    return llvm::Error::success();
  Timer timer(cache.stats.compileSeconds);
  CompileStats compileStats{};
  llvm::Expected<std::shared_ptr<Executable>> executable =
      cache.compiler.compile(std::move(module), options, &compileStats);
  cache.stats.passSeconds += compileStats.passSeconds;
  cache.stats.llvmSeconds += compileStats.llvmSeconds;
  cache.stats.numCompiledKernels += compileStats.numCompiled;
  cache.stats.numCompiledOps += recipe->ops.size();
  if (!executable)
    return executable.takeError();
  recipe->executable = std::move(*executable);
  // What a profile compiles may be known already.
  if (!options.profile)
    cache.insert(recipe);
  return llvm::Error::success();
}

llvm::Error Realization::run(std::vector<LaunchRecord> *trace) {
  Timer timer(cache.stats.runSeconds);
  bool isDeferred = cache.recording && cache.recording->isDeferred();
  SmallVector<Buffer *, 8> arguments;
  for (const Storage &storage : storages) {
    arguments.push_back(storage.buffer.get());
    if (storage.buffer->isPending() && !isDeferred)
      return makePendingError();
  }
  for (const std::unique_ptr<Target> &target : targets) {
    if (target->argument && *target->argument < storages.size()) {
      target->buffer = storages[*target->argument].buffer;
      target->buffer->setUndefined(false);
      continue;
    }
    llvm::Expected<std::shared_ptr<Buffer>> buffer =
        Buffer::allocate(target->numBytes, target->numBlocks);
    if (!buffer)
      return buffer.takeError();
    target->buffer = std::move(*buffer);
    if (target->argument)
      arguments.push_back(target->buffer.get());
  }
  if (!recipe)
    return llvm::Error::success();
  if (cache.recording)
    cache.recording->add(getStep());
  if (isDeferred)
    return llvm::Error::success();
  ++cache.stats.numRealizes;
  cache.stats.numKernels += recipe->executable->getNumLaunches();
  return recipe->executable->run(arguments, trace, getNumbers());
}

/// What the variables of the executable are bound to.
SmallVector<int64_t, 2> Realization::getNumbers() const {
  SmallVector<int64_t, 2> numbers;
  for (const Variable &variable : recipe->executable->getProgram().variables)
    numbers.push_back(bindings.lookup(variable.label));
  return numbers;
}

/// What `run` launches, as a step of a recording.
Recording::Step Realization::getStep() const {
  Recording::Step step;
  step.executable = recipe->executable;
  step.recipe = recipe;
  step.arguments.append(storages.begin(), storages.end());
  step.numbers = getNumbers();
  for (const std::unique_ptr<Target> &target : targets) {
    if (!target->argument)
      continue;
    step.outputs.push_back(*target->argument);
    if (*target->argument >= storages.size())
      step.arguments.push_back({target->buffer, true, target->placement});
  }
  return step;
}

void Realization::finish() {
  Timer timer(cache.stats.buildSeconds);
  Arena &arena = cache.arena;
  storages.clear();
  // Users first: a user that is an output itself is gone when the operand's
  // turn comes.
  for (std::unique_ptr<Target> &target : llvm::reverse(targets)) {
    Value value = target->node.getValue();
    if (isRealized(value))
      continue;
    arena.replaceByStorage(
        value, {std::move(target->buffer), true, target->placement});
  }
  targets.clear();
}

} // namespace mlir::tiny
