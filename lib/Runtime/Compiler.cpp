//===- Compiler.cpp - Tensor graph to executable --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
//   1. The schedule pipeline makes kernels and a list of calls.
//   2. A kernel that equals an earlier one is taken from the cache.
//   3. The others are compiled, each in a module of its own, in parallel.
//   4. The calls become the launches of an executable.
//
// A pass manager serves one thread at a time, and building one costs more than
// a small kernel: they are kept and lent out.
//
//===----------------------------------------------------------------------===//

#include "tiny/Runtime/Compiler.h"

#include "ScheduleReader.h"
#include "tiny/Pipelines/Pipelines.h"
#include "tiny/Runtime/ThreadPool.h"
#include "tiny/Target/CPU.h"
#include "tiny/Transforms/KernelOpts.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassInstrumentation.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/ThreadPool.h"
#include "llvm/Support/Threading.h"

#include <ctime>

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

/// Collects the errors that this thread reports.
class DiagnosticCollector {
public:
  explicit DiagnosticCollector(MLIRContext *context)
      : handler(context, [this, thread = llvm::get_threadid()](Diagnostic &d) {
          if (llvm::get_threadid() != thread ||
              d.getSeverity() != DiagnosticSeverity::Error)
            return failure();
          add(d);
          for (Diagnostic &note : d.getNotes())
            add(note);
          return success();
        }) {}

  llvm::Error takeError(StringRef otherwise) {
    return llvm::createStringError(takeText(otherwise));
  }
  std::string takeText(StringRef otherwise) {
    return text.empty() ? otherwise.str() : std::move(text);
  }

private:
  void add(Diagnostic &diagnostic) {
    llvm::raw_string_ostream stream(text);
    if (!text.empty())
      stream << '\n';
    if (auto place = diagnostic.getLocation()->findInstanceOf<FileLineColLoc>())
      stream << place.getFilename().getValue() << ':' << place.getLine() << ':'
             << place.getColumn() << ": ";
    stream << diagnostic;
  }

  std::string text;
  ScopedDiagnosticHandler handler;
};

using DumpFunction = decltype(CompileOptions::dump);

std::string printToString(Operation *op) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  op->print(stream);
  // A module ends with a line break, other ops do not.
  return StringRef(text).rtrim().str() + "\n";
}

/// Shows the kernel as it leaves the tiny dialect.
class DumpOptimized final : public PassInstrumentation {
public:
  explicit DumpOptimized(const DumpFunction &dump, StringRef name)
      : dump(dump), name(name) {}

  void runBeforePass(Pass *pass, Operation *op) override {
    if (pass->getArgument() == "convert-tiny-to-structured")
      dump("optimized", name, printToString(op));
  }

private:
  const DumpFunction &dump;
  StringRef name;
};

/// The processor seconds of this thread until it is read.
class Stopwatch {
public:
  double read() const { return now() - start; }

private:
  /// Not of the wall clock: other threads and programs do not count.
  static double now() {
    timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return time.tv_sec + time.tv_nsec * 1e-9;
  }
  double start = now();
};

/// The passes that take one kernel to the LLVM dialect.
struct KernelPasses {
  KernelPasses(MLIRContext *context, CodegenOptions codegen, bool verify)
      : toStructured(context, ModuleOp::getOperationName()),
        toLLVM(context, ModuleOp::getOperationName()) {
    KernelPipelineOptions options;
    options.noOpt = codegen.noopt;
    options.target = codegen.workgroups ? "cpu-local" : "cpu";
    options.verify = verify;
    buildKernelPipeline(toStructured, options);
    buildCPUPipeline(toLLVM);
    toStructured.enableVerifier(verify);
    toLLVM.enableVerifier(verify);
  }

  PassManager toStructured;
  PassManager toLLVM;
};

/// A kernel that is not in the cache, and what became of it.
struct Job {
  KernelCache::Key key;
  CompiledKernel result;
  llvm::Error error = llvm::Error::success();
  double passSeconds = 0;
  double llvmSeconds = 0;
};

/// The variables of a kernel by their labels. Those of one label share the
/// numbers that lie within the bounds of all.
std::vector<Variable> getVariables(KernelOp kernel, ArrayAttr labels) {
  std::vector<Variable> variables;
  for (auto label : labels.getAsRange<StringAttr>()) {
    Variable variable{label.str(), std::numeric_limits<int64_t>::min(),
                      std::numeric_limits<int64_t>::max()};
    for (auto op : kernel.getBody().getOps<VariableOp>())
      if (op.getLabel() == label.getValue()) {
        variable.min = std::max(variable.min, op.getMin());
        variable.max = std::min(variable.max, op.getMax());
      }
    variables.push_back(std::move(variable));
  }
  return variables;
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

private:
  std::unique_ptr<PassManager>
  makeSchedulePasses(const ScheduleOptions &options);
  LogicalResult runSchedulePasses(ModuleOp module,
                                  const ScheduleOptions &options);
  llvm::Error compileKernel(Job &job, const CompileOptions &options);
  llvm::Error compileAll(std::vector<Job> &jobs, const CompileOptions &options);

  /// Lends a set of passes that `release` takes back.
  std::unique_ptr<KernelPasses> acquirePasses(CodegenOptions options) {
    {
      std::lock_guard lock(mutex);
      auto &list = idle[options.noopt][options.workgroups];
      if (!list.empty()) {
        auto passes = std::move(list.back());
        list.pop_back();
        return passes;
      }
    }
    return std::make_unique<KernelPasses>(context, options, verify);
  }
  void releasePasses(CodegenOptions options,
                     std::unique_ptr<KernelPasses> passes) {
    std::lock_guard lock(mutex);
    idle[options.noopt][options.workgroups].push_back(std::move(passes));
  }

  MLIRContext *context;
  /// Check the IR after each pass, and the contract of each stage.
  bool verify;
  KernelCache cache;
  std::mutex mutex;
  std::vector<std::unique_ptr<KernelPasses>> idle[2][2];
  /// By `splitReduce` and `planMemory`.
  std::vector<std::unique_ptr<PassManager>> idleSchedulePasses[2][2];
};

Compiler::Impl::Impl(MLIRContext *context)
    : context(context), verify(isVerifying()) {
  // Dialects are loaded now, not while several threads use the context.
  auto kernelPasses =
      std::make_unique<KernelPasses>(context, CodegenOptions(), verify);
  auto schedulePasses = makeSchedulePasses(ScheduleOptions());
  DialectRegistry registry;
  registry.insert<TinyDialect>();
  registerCPUTarget(registry);
  schedulePasses->getDependentDialects(registry);
  kernelPasses->toStructured.getDependentDialects(registry);
  kernelPasses->toLLVM.getDependentDialects(registry);
  context->appendDialectRegistry(registry);
  context->loadAllAvailableDialects();
  idle[false][false].push_back(std::move(kernelPasses));
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

LogicalResult
Compiler::Impl::runSchedulePasses(ModuleOp module,
                                  const ScheduleOptions &options) {
  auto &idlePasses =
      idleSchedulePasses[options.splitReduce][options.planMemory];
  std::unique_ptr<PassManager> passes;
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

llvm::Error Compiler::Impl::compileKernel(Job &job,
                                          const CompileOptions &options) {
  Stopwatch passTime;
  DiagnosticCollector diagnostics(context);
  KernelOp kernel = job.key.kernel;
  std::string name = kernel.getSymName().str();
  job.result.flops = estimateFlops(kernel);

  OwningOpRef<ModuleOp> module = ModuleOp::create(kernel.getLoc());
  module->push_back(kernel->clone());

  CodegenOptions codegen = job.key.options;
  // Opts of the kernel itself are always applied.
  codegen.noopt &= !kernel->hasAttr(kernelOptsAttrName);
  std::unique_ptr<KernelPasses> passes;
  if (options.dump) {
    // Not lent: it knows the name of this kernel.
    passes = std::make_unique<KernelPasses>(context, codegen, verify);
    passes->toStructured.addInstrumentation(
        std::make_unique<DumpOptimized>(options.dump, name));
    options.dump("kernel", name, printToString(kernel));
  } else {
    passes = acquirePasses(codegen);
  }
  if (failed(passes->toStructured.run(*module))) {
    auto left = module->lookupSymbol<KernelOp>(name);
    if (left && left->hasAttr(refusedOptAttrName))
      return llvm::make_error<KernelOptError>(diagnostics.takeText(""));
    return diagnostics.takeError("the passes failed on kernel " + name);
  }
  auto function = module->lookupSymbol<func::FuncOp>(name);
  if (!function)
    return llvm::createStringError("the passes lost kernel " + name);
  if (auto threads = function->getAttrOfType<IntegerAttr>("tiny.threads"))
    job.result.numThreads = threads.getInt();
  if (auto labels = function->getAttrOfType<ArrayAttr>("tiny.variables"))
    job.result.variables = getVariables(kernel, labels);
  if (options.dump)
    options.dump("structured", name, printToString(function));
  job.passSeconds = passTime.read();

  Stopwatch llvmTime;
  if (failed(passes->toLLVM.run(*module)))
    return diagnostics.takeError("no LLVM IR for kernel " + name);
  auto dump = [&](StringRef stage, StringRef text) {
    options.dump(stage, name, text);
  };
  auto entry = cpu::loadKernel(
      *module, name, options.dump ? cpu::DumpText(dump) : cpu::DumpText());
  if (!entry)
    return llvm::joinErrors(entry.takeError(),
                            diagnostics.takeError("in kernel " + name));
  job.result.entry = *entry;
  if (!options.dump)
    releasePasses(codegen, std::move(passes));
  job.llvmSeconds = llvmTime.read();
  return llvm::Error::success();
}

llvm::Error Compiler::Impl::compileAll(std::vector<Job> &jobs,
                                       const CompileOptions &options) {
  auto compileSome = [&](int64_t begin, int64_t end) {
    for (Job &job : llvm::MutableArrayRef(jobs).slice(begin, end - begin)) {
      try {
        job.error = compileKernel(job, options);
      } catch (const std::bad_alloc &) {
        job.error = llvm::createStringError("no memory left to compile in");
      }
    }
  };
  if (options.parallel && !options.dump)
    parallelFor(jobs.size(), compileSome);
  else
    compileSome(0, jobs.size());

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
  if ((verify && failed(mlir::verify(module))) ||
      failed(runSchedulePasses(module, options)))
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
    std::optional<CompiledKernel> known;
    if (!options.dump)
      known = cache.lookup(key);
    if (known)
      kernels[kernel.getSymNameAttr()] = *known;
    else
      jobs.push_back({key, {}});
  }
  stats.passSeconds += time.read();
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

} // namespace mlir::tiny
