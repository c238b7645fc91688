//===- Compiler.cpp - Tensor graph to executable --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
//   1. The schedule pipeline makes kernels and a list of calls.
//   2. A kernel that equals an earlier one is taken from the cache.
//   3. With BEAM, a search finds out which opts suit each of the others.
//   4. They are compiled, each in a module of its own, in parallel.
//   5. The calls become the launches of an executable.
//
//===----------------------------------------------------------------------===//

#include "tiny/Runtime/Compiler.h"

#include "BeamSearch.h"
#include "ScheduleReader.h"
#include "Stopwatch.h"
#include "tiny/Pipelines/Pipelines.h"
#include "tiny/Runtime/PassProfile.h"
#include "tiny/Runtime/ThreadPool.h"
#include "tiny/Target/CPU.h"
#include "tiny/Transforms/KernelOpts.h"

#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/ThreadPool.h"

namespace mlir::tiny {
namespace {

/// Runs the context's parallel work at once, on the thread that asks.
class InlineThreadPool final : public llvm::ThreadPoolInterface {
  void asyncEnqueue(llvm::unique_function<void()> task,
                    llvm::ThreadPoolTaskGroup *) override {
    task();
  }

public:
  void wait() override {}
  void wait(llvm::ThreadPoolTaskGroup &) override {}
  unsigned getMaxConcurrency() const override { return 1; }
};

/// A kernel that is not in the cache, and what became of it.
struct Job {
  explicit Job(const KernelCache::Key &key) : key(key) {}

  KernelCache::Key key;
  /// Whether no search is needed.
  bool isSearched = true;
  /// The kernel between the two halves of its compilation.
  std::optional<KernelCompiler::Structured> structured;
  CompiledKernel result;
  llvm::Error error = llvm::Error::success();
  double passSeconds = 0;
  double llvmSeconds = 0;
};

/// Whether the functions are schedules whose temporaries have their places.
bool isScheduled(ModuleOp module) {
  if (module.getOps<KernelOp>().empty())
    return false;
  for (FunctionOp function : module.getOps<FunctionOp>())
    for (Operation &op : function.getBody().front())
      if (!isa<BufferOp, AfterOp, GroupOp, CallOp, SinkOp>(op) ||
          (isa<BufferOp>(op) && !op.hasAttr("tiny.offset")))
        return false;
  return true;
}

bool isVerifying() {
  const char *text = std::getenv("TINY_VERIFY");
  return text && StringRef(text) != "" && StringRef(text) != "0";
}

} // namespace

class Compiler::Impl {
public:
  explicit Impl(MLIRContext *context);

  llvm::Expected<std::shared_ptr<Executable>>
  compile(ModuleOp module, const CompileOptions &options, CompileStats &stats);
  llvm::Expected<std::string> printSchedule(ModuleOp module,
                                            const CompileOptions &options);

private:
  std::unique_ptr<PassManager>
  makeSchedulePasses(const ScheduleOptions &options);
  LogicalResult runSchedulePasses(ModuleOp module,
                                  const CompileOptions &options);
  /// The two halves: our passes, and LLVM.
  llvm::Error runPasses(Job &job, const CompileOptions &options);
  llvm::Error generateCode(Job &job, const CompileOptions &options);
  void search(std::vector<Job> &jobs, const CompileOptions &options);
  llvm::Error compileAll(std::vector<Job> &jobs, const CompileOptions &options);

  MLIRContext *context;
  /// Check the IR after each pass, and the contract of each stage.
  bool verify;
  KernelCompiler kernelCompiler;
  KernelCache cache;
  std::mutex mutex;
  /// By `splitReduce` and `planMemory`.
  std::vector<std::unique_ptr<PassManager>> idleSchedulePasses[2][2];
};

Compiler::Impl::Impl(MLIRContext *context)
    : context(context), verify(isVerifying()), kernelCompiler(context, verify) {
  // Dialects are loaded now, not while several threads use the context.
  auto schedulePasses = makeSchedulePasses(ScheduleOptions());
  DialectRegistry registry;
  registry.insert<TinyDialect>();
  registerCPUTarget(registry);
  schedulePasses->getDependentDialects(registry);
  kernelCompiler.getDependentDialects(registry);
  context->appendDialectRegistry(registry);
  context->loadAllAvailableDialects();
  idleSchedulePasses[true][true].push_back(std::move(schedulePasses));
}

std::unique_ptr<PassManager>
Compiler::Impl::makeSchedulePasses(const ScheduleOptions &scheduleOptions) {
  auto passes =
      std::make_unique<PassManager>(context, ModuleOp::getOperationName());
  SchedulePipelineOptions options;
  options.splitReduce = scheduleOptions.splitReduce;
  options.planMemory = scheduleOptions.planMemory;
  options.verify = verify;
  buildSchedulePipeline(*passes, options);
  passes->enableVerifier(verify);
  return passes;
}

LogicalResult Compiler::Impl::runSchedulePasses(ModuleOp module,
                                                const CompileOptions &options) {
  auto &idlePasses =
      idleSchedulePasses[options.splitReduce][options.planMemory];
  std::unique_ptr<PassManager> passes;
  if (options.profile) {
    passes = makeSchedulePasses(options);
    passes->addInstrumentation(
        options.profile->createInstrumentation("schedule"));
    return passes->run(module);
  }
  {
    std::lock_guard lock(mutex);
    if (!idlePasses.empty()) {
      passes = std::move(idlePasses.back());
      idlePasses.pop_back();
    }
  }
  if (!passes)
    passes = makeSchedulePasses(options);
  LogicalResult result = passes->run(module);
  std::lock_guard lock(mutex);
  idlePasses.push_back(std::move(passes));
  return result;
}

llvm::Error Compiler::Impl::runPasses(Job &job, const CompileOptions &options) {
  Stopwatch time;
  KernelOp kernel = job.key.kernel;
  job.result.flops = estimateFlops(kernel);
  auto structured = kernelCompiler.toStructured(kernel, job.key.options,
                                                job.result.opts, options);
  if (!structured)
    return structured.takeError();
  job.structured = std::move(*structured);
  job.result.numThreads = job.structured->numThreads;
  job.result.variables = job.structured->variables;
  job.result.accesses = job.structured->accesses;
  job.passSeconds = time.read();
  return llvm::Error::success();
}

llvm::Error Compiler::Impl::generateCode(Job &job,
                                         const CompileOptions &options) {
  Stopwatch time;
  auto entry = kernelCompiler.toMachineCode(*job.structured, options);
  if (!entry)
    return entry.takeError();
  job.structured.reset();
  job.result.entry = *entry;
  job.llvmSeconds = time.read();
  return llvm::Error::success();
}

/// Searches one kernel after another: they are timed.
void Compiler::Impl::search(std::vector<Job> &jobs,
                            const CompileOptions &options) {
  for (Job &job : jobs)
    if (!job.isSearched)
      job.result.opts =
          searchOpts(kernelCompiler, job.key.kernel, options, options.search);
}

llvm::Error Compiler::Impl::compileAll(std::vector<Job> &jobs,
                                       const CompileOptions &options) {
  auto guarded = [&](Job &job, auto step) {
    if (job.error)
      return;
    try {
      job.error = (this->*step)(job, options);
    } catch (const std::bad_alloc &) {
      job.error = llvm::createStringError("no memory left to compile in");
    }
  };
  if (options.parallel && !options.dump) {
    // The passes of all kernels before LLVM, which leaves nothing of them in
    // the caches of the processor.
    for (auto step : {&Impl::runPasses, &Impl::generateCode})
      parallelFor(jobs.size(), [&](int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end; ++i)
          guarded(jobs[i], step);
      });
  } else {
    for (Job &job : jobs) {
      guarded(job, &Impl::runPasses);
      guarded(job, &Impl::generateCode);
    }
  }

  llvm::Error error = llvm::Error::success();
  for (Job &job : jobs)
    error = llvm::joinErrors(std::move(error), std::move(job.error));
  return error;
}

llvm::Expected<std::shared_ptr<Executable>>
Compiler::Impl::compile(ModuleOp module, const CompileOptions &options,
                        CompileStats &stats) {
  DiagnosticCollector diagnostics(context);
  Stopwatch time;
  if (options.dump)
    options.dump("tensor", "", printToString(module));
  bool scheduled = isScheduled(module);
  if ((verify && failed(mlir::verify(module))) ||
      (!scheduled && failed(runSchedulePasses(module, options))))
    return diagnostics.takeError("the passes failed on the tensor graph");
  if (options.dump)
    options.dump("schedule", "", printToString(module));

  auto functions = module.getOps<FunctionOp>();
  if (!llvm::hasSingleElement(functions))
    return llvm::createStringError("expected a module with one tiny.function");
  FunctionOp schedule = *functions.begin();

  DenseMap<StringAttr, CompiledKernel> kernels;
  std::vector<Job> jobs;
  for (KernelOp kernel : module.getOps<KernelOp>()) {
    KernelCache::Key key(kernel, options);
    std::optional<CompiledKernel> known = cache.lookup(key);
    if (known && !options.isObserved()) {
      kernels[kernel.getSymNameAttr()] = *known;
      continue;
    }
    jobs.emplace_back(key);
    jobs.back().isSearched = !options.beam ||
                             kernel->hasAttr(kernelOptsAttrName) ||
                             isWrittenKernel(kernel);
    if (known) {
      jobs.back().result.opts = known->opts;
      jobs.back().isSearched = true;
    }
  }
  stats.passSeconds += time.read();
  search(jobs, options);
  if (llvm::Error error = compileAll(jobs, options))
    return error;
  for (Job &job : jobs) {
    cache.insert(job.key, job.result);
    kernels[job.key.kernel.getSymNameAttr()] = job.result;
    stats.passSeconds += job.passSeconds;
    stats.llvmSeconds += job.llvmSeconds;
  }

  FailureOr<Program> program = readSchedule(schedule, kernels);
  if (failed(program))
    return diagnostics.takeError("the schedule cannot be run");
  stats.numKernels += program->launches.size();
  stats.numCompiled += jobs.size();
  return std::make_shared<Executable>(std::move(*program));
}

llvm::Expected<std::string>
Compiler::Impl::printSchedule(ModuleOp module, const CompileOptions &options) {
  DiagnosticCollector diagnostics(context);
  if (failed(runSchedulePasses(module, options)))
    return diagnostics.takeError("the passes failed on the tensor graph");
  return printToString(module);
}

char KernelOptError::ID = 0;

Compiler::Compiler(MLIRContext *context) {
  static auto *pool = new InlineThreadPool();
  context->disableMultithreading();
  context->setThreadPool(*pool);
  impl = std::make_unique<Impl>(context);
}

Compiler::~Compiler() = default;

llvm::Expected<std::shared_ptr<Executable>>
Compiler::compile(OwningOpRef<ModuleOp> tensorModule,
                  const CompileOptions &options, CompileStats *stats) {
  CompileStats ignored;
  return impl->compile(*tensorModule, options, stats ? *stats : ignored);
}

llvm::Expected<std::string>
Compiler::printSchedule(OwningOpRef<ModuleOp> tensorModule,
                        const ScheduleOptions &options) {
  CompileOptions compileOptions;
  static_cast<ScheduleOptions &>(compileOptions) = options;
  return impl->printSchedule(*tensorModule, compileOptions);
}

} // namespace mlir::tiny
