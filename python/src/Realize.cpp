//===- Realize.cpp - Gradients and numbers --------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Bindings.h"
#include "RealizeLock.h"

#include "tiny/Frontend/Gradient.h"
#include "tiny/Runtime/PassProfile.h"

namespace mlir::tiny::python {

static nb::list gradient(NodeRef &root, nb::list targets, NodeRef &seed) {
  Arena &arena = getArena();
  Arena::Scope scope(arena);
  SmallVector<Value, 8> gradients;
  if (failed(buildGradients(arena, getValue(root),
                            toValues(targets, "gradient"), getValue(seed),
                            gradients))) {
    rethrowRuleError();
    raiseDiagnostic(PyExc_RuntimeError);
  }
  nb::list result;
  for (Value value : gradients)
    result.append(value ? toPython(value, nullptr) : nb::none());
  return result;
}

//===----------------------------------------------------------------------===//
// Realize
//===----------------------------------------------------------------------===//

namespace {
/// Calls a Python function from any thread and keeps its first exception.
class PythonCall {
public:
  explicit PythonCall(nb::object function) : function(std::move(function)) {}

  template <typename... Args>
  void operator()(const Args &...args) {
    nb::gil_scoped_acquire acquire;
    if (error)
      return;
    try {
      function(args...);
    } catch (nb::python_error &raised) {
      error.emplace(std::move(raised));
    }
  }
  void rethrow() {
    if (error)
      throw std::move(*error);
  }

private:
  nb::object function;
  std::optional<nb::python_error> error;
};
} // namespace

std::atomic<std::thread::id> RealizeLock::owner;

/// A child has one thread, and what another was changing would stay half done:
/// who forks waits until nobody compiles.
static void lockAroundForks() {
  static std::optional<RealizeLock> lock;
  auto acquire = [] {
    if (!RealizeLock::isHeldHere())
      lock.emplace();
  };
  auto release = [] { lock.reset(); };
  nb::module_::import_("os").attr("register_at_fork")(
      nb::arg("before") = nb::cpp_function(acquire),
      nb::arg("after_in_child") = nb::cpp_function(release),
      nb::arg("after_in_parent") = nb::cpp_function(release));
}

/// `device` is where the launches were, or a tuple of devices.
static void appendTrace(nb::list trace,
                        const std::vector<LaunchRecord> &records,
                        nb::object device) {
  for (const LaunchRecord &record : records) {
    nb::dict launch;
    launch["device"] =
        nb::isinstance<nb::tuple>(device) ? device[record.device] : device;
    launch["name"] = record.name;
    launch["seconds"] = record.seconds;
    launch["bytes"] = record.bytes;
    launch["flops"] = record.flops;
    launch["args"] = record.numArguments;
    trace.append(launch);
  }
}

static void appendProfile(nb::list list, const PassProfile &profile) {
  for (const PassCost &cost : profile.getCosts()) {
    nb::dict pass;
    pass["stage"] = cost.stage;
    pass["name"] = cost.name;
    pass["runs"] = cost.runs;
    pass["wall_seconds"] = cost.wallSeconds;
    pass["cpu_seconds"] = cost.cpuSeconds;
    pass["ops_before"] = cost.opsBefore;
    pass["ops_after"] = cost.opsAfter;
    list.append(pass);
  }
}

/// Computes values on the same devices, or compiles what computes them.
static void realizeTogether(ArrayRef<Value> values,
                            const CompileOptions &options, bool compileOnly,
                            std::optional<nb::list> &trace) {
  Session &session = Session::get();
  Realization realization(session.getSchedules(), options);
  nb::object device;
  {
    Arena::Scope scope(session.getArena());
    if (failed(realization.prepare(values)))
      raiseDiagnostic(PyExc_RuntimeError);
    if (trace && !values.empty()) {
      Placements &placements = session.getArena().getPlacements();
      device = toPython(placements, placements.get(values.front()).devices);
    }
  }
  if (realization.isDone())
    return;
  std::vector<LaunchRecord> records;
  llvm::Error compiled = llvm::Error::success();
  llvm::Error ran = llvm::Error::success();
  {
    nb::gil_scoped_release release;
    compiled = realization.compile();
    if (!compiled && !compileOnly)
      ran = realization.run(trace ? &records : nullptr);
  }
  if (compiled) {
    llvm::consumeError(std::move(ran));
    PyObject *type = compileError;
    llvm::visitErrors(compiled, [&](const llvm::ErrorInfoBase &info) {
      if (info.isA<KernelOptError>())
        type = kernelOptError;
    });
    raise(type, std::move(compiled));
  }
  if (ran)
    raise(PyExc_RuntimeError, std::move(ran));
  if (compileOnly)
    return;
  if (trace)
    appendTrace(*trace, records, device);
  Arena::Scope scope(session.getArena());
  realization.finish();
}

/// Computes values, those on the same devices together. A realization replaces
/// nodes, so the values are asked for again.
static void
realizeOnDevices(llvm::function_ref<SmallVector<Value, 8>()> getValues,
                 llvm::function_ref<void(ArrayRef<Value>)> compute) {
  Arena &arena = getArena();
  if (!arena.getPlacements().isUsed())
    return compute(getValues());
  size_t numGroups = groupByDevices(arena, getValues()).size();
  for (size_t group = 0; group < numGroups; ++group)
    compute(groupByDevices(arena, getValues())[group]);
}

/// Makes copies between devices whose sources are realized.
static void moveValues(Transfers &transfers, std::optional<nb::list> &trace) {
  Arena &arena = getArena();
  {
    Arena::Scope scope(arena);
    if (llvm::Error error = transfers.prepare())
      raise(PyExc_MemoryError, std::move(error));
  }
  std::vector<LaunchRecord> records;
  llvm::Error moved = llvm::Error::success();
  {
    nb::gil_scoped_release release;
    moved = transfers.move(trace ? &records : nullptr);
  }
  if (moved)
    raise(PyExc_MemoryError, std::move(moved));
  if (trace)
    appendTrace(*trace, records, nb::str("CPU"));
  Arena::Scope scope(arena);
  transfers.finish();
}

static nb::list
realize(nb::list values, bool noopt, bool workgroups, bool simCheck,
        std::string disableBarriers, bool splitReduce, bool planMemory,
        std::vector<std::string> emulate, bool noLocals, unsigned beam,
        bool useBeamCache, bool ignoreBeamCache, bool compileOnly,
        std::optional<nb::callable> report, std::optional<nb::list> trace,
        std::optional<nb::callable> dump, std::optional<nb::list> profile) {
  Session &session = Session::get();
  RealizeLock lock;
  PythonCall call(dump ? nb::object(*dump) : nb::none());
  PythonCall reportCall(report ? nb::object(*report) : nb::none());
  CompileOptions options;
  options.noopt = noopt;
  if (workgroups)
    options.target = "cpu-local";
  options.simCheck = simCheck;
  options.disabledBarriers = std::move(disableBarriers);
  options.splitReduce = splitReduce;
  options.planMemory = planMemory;
  options.noLocals = noLocals;
  options.beam = beam;
  options.search.useDisk = useBeamCache;
  options.search.ignoreDisk = ignoreBeamCache;
  if (report)
    options.search.report = [&](const SearchProgress &progress) {
      reportCall(progress.kernel.str(), progress.step, progress.done,
                 progress.total, progress.bestSeconds, progress.warning.str());
    };
  options.emulate = std::move(emulate);
  if (dump)
    options.dump = [&](StringRef stage, StringRef name, StringRef text) {
      call(stage.str(), name.str(), text.str());
    };
  PassProfile passProfile;
  if (profile)
    options.profile = &passProfile;
  // Values on other devices first, as far as others are copies of them.
  auto compute = [&](ArrayRef<Value> some) {
    realizeTogether(some, options, compileOnly, trace);
    call.rethrow();
    reportCall.rethrow();
  };
  while (true) {
    Transfers transfers(session.getSchedules());
    {
      Arena::Scope scope(session.getArena());
      if (!transfers.find(toValues(values, "realize")))
        break;
    }
    realizeOnDevices([&] { return transfers.getSources(); }, compute);
    if (compileOnly)
      return values;
    moveValues(transfers, trace);
  }
  realizeOnDevices([&] { return toValues(values, "realize"); }, compute);
  if (profile)
    appendProfile(*profile, passProfile);
  return nb::list(values);
}

static nb::dict getStats() {
  Session &session = Session::get();
  Arena::Scope scope(session.getArena());
  const RealizeStats &stats = session.getSchedules().getStats();
  MemoryStats memory = getMemoryStats();
  nb::dict result;
  result["realizes"] = stats.numRealizes;
  result["cache_hits"] = stats.numCacheHits;
  result["kernels"] = stats.numKernels;
  result["compiled_kernels"] = stats.numCompiledKernels;
  result["compiled_ops"] = stats.numCompiledOps;
  result["build_seconds"] = stats.buildSeconds;
  result["compile_seconds"] = stats.compileSeconds;
  result["pass_seconds"] = stats.passSeconds;
  result["llvm_seconds"] = stats.llvmSeconds;
  result["run_seconds"] = stats.runSeconds;
  result["mem_used"] = memory.inUse;
  result["mem_cached"] = memory.cached;
  result["cached_schedules"] = session.getSchedules().getNumSchedules();
  result["nodes"] = session.getArena().getNumNodes();
  return result;
}

void bindRealize(nb::module_ &m) {
  lockAroundForks();
  compileError =
      nb::exception<std::exception>(m, "CompileError", PyExc_RuntimeError)
          .ptr();
  kernelOptError =
      nb::exception<std::exception>(m, "KernelOptError", compileError).ptr();
  m.def("gradient", &gradient, nb::arg("root"), nb::arg("targets"),
        nb::arg("seed"),
        nb::sig("def gradient(root: UOp, targets: list[UOp], seed: UOp) -> "
                "list[UOp | None]"),
        "The gradients of `root` with respect to the targets, given its own; "
        "None where it does not depend on a target.");
  m.def("realize", &realize, nb::arg("values"), nb::kw_only(),
        nb::arg("noopt") = false, nb::arg("workgroups") = false,
        nb::arg("sim_check") = false, nb::arg("disable_barriers") = "",
        nb::arg("split_reduce") = true, nb::arg("plan_memory") = true,
        nb::arg("emulate") = std::vector<std::string>(),
        nb::arg("no_locals") = false, nb::arg("beam") = 0,
        nb::arg("use_beam_cache") = true, nb::arg("ignore_beam_cache") = false,
        nb::arg("compile_only") = false, nb::arg("report") = nb::none(),
        nb::arg("trace") = nb::none(), nb::arg("dump") = nb::none(),
        nb::arg("profile") = nb::none(),
        nb::sig("def realize(values: list[UOp], *, noopt: bool = False, "
                "workgroups: bool = False, sim_check: bool = False, "
                "disable_barriers: str = '', "
                "split_reduce: bool = True, "
                "plan_memory: bool = True, emulate: "
                "collections.abc.Sequence[str] = (), no_locals: bool = False, "
                "beam: int = 0, use_beam_cache: bool = True, "
                "ignore_beam_cache: bool = False, compile_only: bool = False, "
                "report: "
                "collections.abc.Callable[[str, int, int, int, float, str], "
                "object] | None = None, trace: list[dict[str, object]] | None "
                "= None, dump: collections.abc.Callable[[str, str, str], "
                "object] | None = None, profile: list[dict[str, object]] | "
                "None = None) -> list[UOp]"),
        "Computes the values. Each node becomes the content of storage, for "
        "all who refer to it; with `compile_only` none does. `trace` gets a "
        "dict per kernel launch; `dump` is "
        "called with stage, name and text of what is compiled; `profile` gets "
        "a dict per pass with what it cost.");
  m.def("stats", &getStats, nb::sig("def stats() -> dict[str, float]"),
        "Counters since the last reset; memory and cache sizes now.");
  m.def("reset_stats",
        [] { Session::get().getSchedules().getStats() = RealizeStats(); });
}

} // namespace mlir::tiny::python
