//===- KernelCompiler.cpp - One kernel to machine code --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "KernelCompiler.h"

#include "tiny/Conversion/Passes.h"
#include "tiny/Pipelines/Pipelines.h"
#include "tiny/Runtime/PassProfile.h"
#include "tiny/Target/CPU.h"
#include "tiny/Transforms/KernelOpts.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/PassInstrumentation.h"
#include "mlir/Pass/PassManager.h"

namespace mlir::tiny {

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

std::string printToString(Operation *op) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  op->print(stream);
  // A module ends with a line break, other ops do not.
  return StringRef(text).rtrim().str() + "\n";
}

//===----------------------------------------------------------------------===//
// Passes
//===----------------------------------------------------------------------===//

namespace {
/// Shows the kernel as it leaves the tiny dialect.
class DumpOptimized final : public PassInstrumentation {
public:
  DumpOptimized(const KernelCompiler::Dump &dump, StringRef name)
      : dump(dump), name(name) {}

  void runBeforePass(Pass *pass, Operation *op) override {
    if (pass->getArgument() == "convert-tiny-to-structured")
      dump("optimized", name, printToString(op));
  }

private:
  const KernelCompiler::Dump &dump;
  StringRef name;
};
} // namespace

std::unique_ptr<PassManager>
KernelCompiler::makeToStructured(const CodegenOptions &options) {
  auto passes =
      std::make_unique<PassManager>(context, ModuleOp::getOperationName());
  KernelPipelineOptions pipeline;
  pipeline.noOpt = options.noopt;
  pipeline.target = options.target;
  pipeline.disableBarriers = options.disabledBarriers;
  for (const std::string &name : options.emulate)
    pipeline.emulate.push_back(name);
  pipeline.verify = verify;
  buildKernelPipeline(*passes, pipeline);
  if (options.target == "sim") {
    SerializeWorkgroupPassOptions workgroups;
    workgroups.check = options.simCheck;
    passes->addPass(createSerializeWorkgroupPass(workgroups));
  }
  passes->enableVerifier(verify);
  return passes;
}

std::unique_ptr<PassManager> KernelCompiler::makeToLLVM() {
  auto passes =
      std::make_unique<PassManager>(context, ModuleOp::getOperationName());
  buildCPUPipeline(*passes);
  passes->enableVerifier(verify);
  return passes;
}

std::unique_ptr<PassManager> KernelCompiler::makePreparation() {
  auto passes =
      std::make_unique<PassManager>(context, ModuleOp::getOperationName());
  buildKernelPreparation(*passes, KernelPipelineOptions());
  passes->enableVerifier(verify);
  return passes;
}

KernelCompiler::KernelCompiler(MLIRContext *context, bool verify)
    : context(context), verify(verify) {
  getIdle({}).push_back(makeToStructured({}));
  idleToLLVM.push_back(makeToLLVM());
}

KernelCompiler::~KernelCompiler() = default;

void KernelCompiler::getDependentDialects(DialectRegistry &registry) {
  getIdle({}).back()->getDependentDialects(registry);
  idleToLLVM.back()->getDependentDialects(registry);
}

KernelCompiler::PassList &
KernelCompiler::getIdle(const CodegenOptions &options) {
  std::string key = (options.noopt ? "noopt," : "");
  key += options.target + (options.simCheck ? "-check" : "") +
         options.disabledBarriers;
  for (const std::string &name : options.emulate)
    key += "," + name;
  std::lock_guard lock(mutex);
  return idleToStructured[key];
}

std::unique_ptr<PassManager> KernelCompiler::acquire(PassList &idle) {
  std::lock_guard lock(mutex);
  if (idle.empty())
    return nullptr;
  auto passes = std::move(idle.back());
  idle.pop_back();
  return passes;
}

void KernelCompiler::release(PassList &idle,
                             std::unique_ptr<PassManager> passes) {
  std::lock_guard lock(mutex);
  idle.push_back(std::move(passes));
}

//===----------------------------------------------------------------------===//
// Compilation
//===----------------------------------------------------------------------===//

/// The variables of a kernel by their labels. Those of one label share the
/// numbers that lie within the bounds of all.
static std::vector<Variable> getVariables(KernelOp kernel, ArrayAttr labels) {
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

LogicalResult KernelCompiler::prepare(ModuleOp module) {
  std::unique_ptr<PassManager> passes = acquire(idlePreparation);
  if (!passes)
    passes = makePreparation();
  LogicalResult ran = passes->run(module);
  release(idlePreparation, std::move(passes));
  return ran;
}

llvm::Expected<KernelCompiler::Structured>
KernelCompiler::toStructured(KernelOp kernel, CodegenOptions options,
                             StringRef opts,
                             const CompileObservers &observers) {
  const Dump &dump = observers.dump;
  DiagnosticCollector diagnostics(context);
  Structured result;
  result.name = kernel.getSymName().str();
  result.module = ModuleOp::create(kernel.getLoc());
  KernelOp copy = kernel.clone();
  result.module->push_back(copy);
  if (!opts.empty()) {
    if (failed(prepare(*result.module)))
      return diagnostics.takeError("cannot prepare kernel " + result.name);
    copy->setAttr(kernelOptsAttrName, StringAttr::get(context, opts));
  }
  // Opts of the kernel itself are always applied; a search stands above noopt.
  options.noopt &= !copy->hasAttr(kernelOptsAttrName) && options.beam == 0;

  PassList &idle = getIdle(options);
  // Not lent: an observer stays with a pass manager.
  std::unique_ptr<PassManager> passes =
      observers.isObserved() ? nullptr : acquire(idle);
  if (!passes)
    passes = makeToStructured(options);
  if (observers.profile)
    passes->addInstrumentation(
        observers.profile->createInstrumentation("kernel"));
  if (dump) {
    passes->addInstrumentation(
        std::make_unique<DumpOptimized>(dump, result.name));
    dump("kernel", result.name, printToString(copy));
  }
  LogicalResult ran = passes->run(*result.module);
  if (!observers.isObserved())
    release(idle, std::move(passes));
  if (failed(ran)) {
    auto left = result.module->lookupSymbol<KernelOp>(result.name);
    if (left && left->hasAttr(refusedOptAttrName))
      return llvm::make_error<KernelOptError>(diagnostics.takeText(""));
    return diagnostics.takeError("the passes failed on kernel " + result.name);
  }
  auto function = result.module->lookupSymbol<func::FuncOp>(result.name);
  if (!function)
    return llvm::createStringError("the passes lost kernel " + result.name);
  if (auto threads = function->getAttrOfType<IntegerAttr>("tiny.threads"))
    result.numThreads = threads.getInt();
  if (auto labels = function->getAttrOfType<ArrayAttr>("tiny.variables"))
    result.variables = getVariables(kernel, labels);
  if (std::optional<sim::AccessTable> table = sim::getAccessTable(function))
    result.accesses =
        std::make_shared<const sim::AccessTable>(std::move(*table));
  if (dump)
    dump("structured", result.name, printToString(function));
  return result;
}

llvm::Expected<Launch::Entry>
KernelCompiler::toMachineCode(Structured &kernel,
                              const CompileObservers &observers) {
  const Dump &dump = observers.dump;
  DiagnosticCollector diagnostics(context);
  std::unique_ptr<PassManager> passes =
      observers.profile ? nullptr : acquire(idleToLLVM);
  if (!passes)
    passes = makeToLLVM();
  if (observers.profile)
    passes->addInstrumentation(
        observers.profile->createInstrumentation("LLVM"));
  LogicalResult ran = passes->run(*kernel.module);
  if (!observers.profile)
    release(idleToLLVM, std::move(passes));
  if (failed(ran))
    return diagnostics.takeError("no LLVM IR for kernel " + kernel.name);
  auto dumpText = [&](StringRef stage, StringRef text) {
    dump(stage, kernel.name, text);
  };
  Stopwatch codegenTime;
  WallStopwatch codegenWall;
  auto entry = cpu::loadKernel(*kernel.module, kernel.name,
                               dump ? DumpText(dumpText) : DumpText());
  if (!entry)
    return llvm::joinErrors(entry.takeError(),
                            diagnostics.takeError("in kernel " + kernel.name));
  if (observers.profile)
    observers.profile->add({"LLVM", "translate, generate code, link", 1,
                            codegenWall.read(), codegenTime.read()});
  return *entry;
}

} // namespace mlir::tiny
