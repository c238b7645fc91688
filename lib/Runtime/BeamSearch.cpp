//===- BeamSearch.cpp - Which opts make a kernel fast ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
//   1. The search starts from the kernel without opts.
//   2. Each step adds one opt to each list of the beam, in all legal ways. The
//      kernels are compiled in parallel; one whose structured IR has been seen
//      is dropped. They are timed one after another, on buffers of their own.
//   3. The fastest lists are the next beam, until a step makes nothing faster.
//   4. The best list is run against what the heuristics choose.
//
// Which lists are tried depends on the kernel and the target, not on times;
// which of them are extended depends on times.
//
//===----------------------------------------------------------------------===//

#include "BeamSearch.h"
#include "SearchCache.h"
#include "TestBuffers.h"
#include "tiny/Runtime/ThreadPool.h"
#include "tiny/Transforms/KernelOpts.h"

#include "mlir/IR/AsmState.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

#include <chrono>

namespace mlir::tiny {

namespace {

/// A number from the environment.
double getLimit(const char *name, double otherwise) {
  const char *text = std::getenv(name);
  double value;
  return text && !StringRef(text).getAsDouble(value) ? value : otherwise;
}

struct Limits {
  OptSearchLimits opts;
  /// Ops of the structured IR of a kernel.
  int64_t maxOps = getLimit("BEAM_UOPS_MAX", 3000);
  /// Seconds that the passes may take for a kernel.
  double maxSeconds = getLimit("BEAM_TIMEOUT_SEC", 10);
  /// Whether to tell of legal opts that cannot be compiled.
  bool isStrict = getLimit("BEAM_STRICT_MODE", 0) != 0;
  /// Seconds by which a step has to be faster.
  double minProgress = getLimit("BEAM_MIN_PROGRESS", 0.01) * 1e-6;

  explicit Limits(const CodegenOptions &codegen) {
    opts.maxUpcast = getLimit("BEAM_UPCAST_MAX", 256);
    opts.maxLocal = getLimit("BEAM_LOCAL_MAX", 1024);
    opts.padTo = getLimit("BEAM_PADTO", 0) != 0;
    opts.locals = !codegen.noLocals;
  }
};

constexpr double never = std::numeric_limits<double>::infinity();

/// A list of opts and the kernel with them.
struct Candidate {
  std::string opts;
  Launch::Entry entry = nullptr;
  int64_t numThreads = 1;
  std::vector<Variable> variables;
  /// The shortest run.
  double seconds = never;
};

class BeamSearch {
public:
  BeamSearch(KernelCompiler &compiler, KernelOp kernel,
             const CodegenOptions &codegen, const SearchOptions &options)
      : compiler(compiler), kernel(kernel), codegen(codegen), options(options),
        limits(codegen), target(*TargetDescription::find(codegen.target)) {
    target.numThreads = getNumThreads();
  }

  std::string run();

private:
  std::string makeKey();
  bool isLegal(StringRef opts);
  std::string search();
  std::vector<Candidate> expand(ArrayRef<Candidate> beam);
  void compile(std::vector<Candidate> &candidates);
  void time(Candidate &candidate, double limit, int numRuns);
  void report(unsigned done, unsigned total, StringRef warning = {});

  KernelCompiler &compiler;
  KernelOp kernel;
  const CodegenOptions &codegen;
  const SearchOptions &options;
  Limits limits;
  TargetDescription target;
  /// The kernel as the opts see it.
  OwningOpRef<ModuleOp> prepared;
  TestBuffers buffers;
  llvm::StringSet<> seen;
  unsigned step = 0;
  double best = never;
};

} // namespace

//===----------------------------------------------------------------------===//
// The cache
//===----------------------------------------------------------------------===//

/// What the result depends on: the kernel without its name, the width, the
/// target and the limits.
std::string BeamSearch::makeKey() {
  OwningOpRef<KernelOp> copy(kernel.clone());
  copy->setSymName("kernel");
  std::string key;
  llvm::raw_string_ostream stream(key);
  stream << "beam " << codegen.beam << " target " << codegen.target << ' '
         << target.vectorBits << ' ' << target.numVectorRegisters << ' '
         << target.numThreads << " limits " << limits.opts.maxUpcast << ' '
         << limits.opts.maxLocal << ' ' << limits.opts.padTo << ' '
         << limits.opts.locals << ' ' << limits.maxOps << " without "
         << llvm::join(codegen.emulate, ",") << '\n';
  copy->print(stream);
  stream << '\n';
  return key;
}

bool BeamSearch::isLegal(StringRef opts) {
  OwningOpRef<KernelOp> copy(
      cast<KernelOp>(prepared->getBody()->front()).clone());
  return llvm::all_of(splitOptList(opts), [&](StringRef opt) {
    return applyOpt(*copy, opt, target).empty();
  });
}

std::string BeamSearch::run() {
  prepared = ModuleOp::create(kernel.getLoc());
  prepared->push_back(kernel.clone());
  DiagnosticCollector diagnostics(kernel.getContext());
  if (failed(compiler.prepare(*prepared)))
    return {};

  SearchCache cache(makeKey());
  std::string warning;
  if (options.useDisk && !options.ignoreDisk) {
    std::optional<std::string> known = cache.load(warning);
    if (known && !isLegal(*known)) {
      warning = "the stored opts '" + *known + "' are illegal and are ignored";
      known.reset();
    }
    if (!warning.empty())
      report(0, 0, warning);
    if (known)
      return *known;
  }
  if (!buffers.allocate(kernel)) {
    report(0, 0, "there is no memory to try the kernel in");
    return {};
  }
  std::string opts = search();
  if (options.useDisk) {
    warning.clear();
    cache.store(opts, warning);
    if (!warning.empty())
      report(0, 0, warning);
  }
  return opts;
}

//===----------------------------------------------------------------------===//
// The search
//===----------------------------------------------------------------------===//

void BeamSearch::report(unsigned done, unsigned total, StringRef warning) {
  if (options.report)
    options.report({kernel.getSymName(), step, done, total, best, warning});
}

/// All lists that are one opt longer.
std::vector<Candidate> BeamSearch::expand(ArrayRef<Candidate> beam) {
  std::vector<Candidate> candidates;
  for (const Candidate &member : beam) {
    OwningOpRef<KernelOp> copy(
        cast<KernelOp>(prepared->getBody()->front()).clone());
    std::string prefix;
    for (StringRef opt : splitOptList(member.opts)) {
      applyOpt(*copy, opt, target);
      prefix += opt.str() + ",";
    }
    for (std::string &opt : getNextOpts(*copy, target, limits.opts)) {
      candidates.emplace_back();
      candidates.back().opts = prefix + opt;
    }
  }
  return candidates;
}

static int64_t countOps(Operation *op) {
  int64_t count = 0;
  op->walk([&](Operation *) { ++count; });
  return count;
}

/// Compiles candidates; erases those that cannot be compiled, are too large or
/// have been seen.
void BeamSearch::compile(std::vector<Candidate> &candidates) {
  struct Attempt {
    KernelCompiler::Structured structured;
    std::string text, error;
  };
  std::vector<Attempt> attempts(candidates.size());
  auto forEach = [&](auto body) {
    parallelFor(candidates.size(), [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i)
        body(candidates[i], attempts[i]);
    });
  };
  forEach([&](Candidate &candidate, Attempt &attempt) {
    Stopwatch watch;
    auto structured = compiler.toStructured(kernel, codegen, candidate.opts,
                                            /*observers=*/{});
    if (!structured) {
      attempt.error = llvm::toString(structured.takeError());
      return;
    }
    if (watch.read() > limits.maxSeconds ||
        countOps(*structured->module) > limits.maxOps)
      return;
    attempt.text = printToString(*structured->module);
    attempt.structured = std::move(*structured);
  });
  // In the order of the list, so that it does not depend on the threads which
  // of two equal ones stays.
  for (auto [candidate, attempt] : llvm::zip_equal(candidates, attempts)) {
    if (limits.isStrict && !attempt.error.empty())
      report(0, 0, "with " + candidate.opts + ": " + attempt.error);
    if (attempt.structured.module && !seen.insert(attempt.text).second)
      attempt.structured.module = {};
  }
  forEach([&](Candidate &candidate, Attempt &attempt) {
    if (!attempt.structured.module)
      return;
    auto entry = compiler.toMachineCode(attempt.structured, /*observers=*/{});
    if (!entry)
      return llvm::consumeError(entry.takeError());
    candidate.entry = *entry;
    candidate.numThreads = attempt.structured.numThreads;
    candidate.variables = attempt.structured.variables;
  });
  llvm::erase_if(candidates, [](Candidate &c) { return !c.entry; });
}

/// The shortest of some runs; only one if that takes three times `limit`.
void BeamSearch::time(Candidate &candidate, double limit, int numRuns) {
  SmallVector<void *> arguments = buffers.getArguments(candidate.variables);
  for (int run = 0; run < numRuns; ++run) {
    auto start = std::chrono::steady_clock::now();
    runKernel(candidate.entry, candidate.numThreads, arguments.data());
    std::chrono::duration<double> time =
        std::chrono::steady_clock::now() - start;
    candidate.seconds = std::min(candidate.seconds, time.count());
    if (candidate.seconds > 3 * limit)
      return;
  }
}

std::string BeamSearch::search() {
  constexpr int numRuns = 3, numFinalRuns = 10;
  auto timeAll = [&](std::vector<Candidate> &candidates) {
    for (auto [done, candidate] : llvm::enumerate(candidates)) {
      time(candidate, best, numRuns);
      best = std::min(best, candidate.seconds);
      report(done + 1, candidates.size());
    }
  };
  // What the heuristics choose, and where the search starts, if that is not the
  // same.
  std::vector<Candidate> first(2);
  first[1].opts = "none";
  compile(first);
  if (first.empty())
    return {};
  timeAll(first);
  Candidate heuristic = first.front(), winner = first.back();
  winner.opts = "none";

  std::vector<Candidate> beam = {winner};
  for (step = 1;; ++step) {
    std::vector<Candidate> candidates = expand(beam);
    report(0, candidates.size());
    compile(candidates);
    timeAll(candidates);
    llvm::stable_sort(candidates, [](const Candidate &a, const Candidate &b) {
      return a.seconds < b.seconds;
    });
    if (candidates.size() > codegen.beam)
      candidates.resize(codegen.beam);
    if (candidates.empty() ||
        candidates[0].seconds > winner.seconds - limits.minProgress)
      break;
    winner = candidates[0];
    beam = std::move(candidates);
  }

  // Once more and in turn, so that a busy machine is busy for both.
  winner.seconds = heuristic.seconds = never;
  for (int run = 0; run < numFinalRuns; ++run) {
    time(heuristic, never, 1);
    time(winner, never, 1);
  }
  return winner.seconds < heuristic.seconds ? winner.opts : std::string();
}

std::string searchOpts(KernelCompiler &compiler, KernelOp kernel,
                       const CodegenOptions &codegen,
                       const SearchOptions &options) {
  return BeamSearch(compiler, kernel, codegen, options).run();
}

} // namespace mlir::tiny
