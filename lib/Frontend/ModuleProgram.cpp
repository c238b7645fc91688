//===- ModuleProgram.cpp - A module that somebody wrote -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "tiny/Frontend/ModuleProgram.h"

#include "tiny/Pipelines/Pipelines.h"
#include "tiny/Runtime/DiagnosticCollector.h"
#include "tiny/Transforms/Passes.h"

#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/SmallBitVector.h"

namespace mlir::tiny {

/// The argument that a state belongs to; none for a temporary.
static std::optional<unsigned> getArgument(Value state) {
  while (Operation *op = state.getDefiningOp()) {
    if (!isa<AfterOp, UnshardOp>(op))
      return std::nullopt;
    state = op->getOperand(0);
  }
  return cast<BlockArgument>(state).getArgNumber();
}

/// Which arguments a function or kernel stores to, also through its calls.
static llvm::SmallBitVector getWritten(FunctionOpInterface function) {
  llvm::SmallBitVector written(function.getNumArguments());
  auto mark = [&](Value state) {
    if (std::optional<unsigned> argument = getArgument(state))
      written.set(*argument);
  };
  auto module = function->getParentOfType<ModuleOp>();
  function.walk([&](StoreOp store) { mark(store.getBuffer()); });
  function.walk([&](CallOp call) {
    auto kernel = module.lookupSymbol<KernelOp>(call.getCallee());
    for (unsigned i : getWritten(kernel).set_bits())
      mark(call.getBuffers()[i]);
  });
  return written;
}

/// Adds a function that calls the kernel with its arguments.
static void addCaller(KernelOp kernel) {
  OpBuilder builder(kernel->getContext());
  builder.setInsertionPointAfter(kernel);
  Location loc = kernel.getLoc();
  std::string name = (kernel.getSymName() + "_caller").str();
  auto function = FunctionOp::create(builder, loc, name,
                                     kernel.getFunctionType().getInputs());
  Block &body = function.getBody().front();
  builder.setInsertionPointToEnd(&body);
  auto call =
      CallOp::create(builder, loc, kernel.getSymName(), body.getArguments());
  SinkOp::create(builder, loc, ValueRange{call.getToken()});
}

/// Compiles a copy of the kernels with every check on. The compiler itself has
/// them off, as a rule: it gets kernels that our own passes made.
static LogicalResult checkKernels(ModuleOp module) {
  OwningOpRef<ModuleOp> copy = ModuleOp::create(module.getLoc());
  for (KernelOp kernel : module.getOps<KernelOp>())
    copy->push_back(kernel->clone());
  PassManager passes(module->getContext());
  buildKernelPipeline(passes, KernelPipelineOptions());
  return passes.run(*copy);
}

/// Finds the function to run and checks the contract of its stage.
static FailureOr<FunctionOp> prepare(ModuleOp module) {
  auto kernels = llvm::to_vector(module.getOps<KernelOp>());
  auto functions = llvm::to_vector(module.getOps<FunctionOp>());
  size_t size = std::distance(module.begin(), module.end());
  if (functions.empty() && kernels.size() == 1) {
    addCaller(kernels.front());
    functions = llvm::to_vector(module.getOps<FunctionOp>());
    ++size;
  }
  if (functions.size() != 1 || size != kernels.size() + 1)
    return module.emitError("expected a module with one tiny.function, and the "
                            "kernels that it calls, or with one tiny.kernel");
  PassManager passes(module->getContext());
  if (kernels.empty()) {
    passes.addNestedPass<FunctionOp>(createVerifyTensorPass());
  } else {
    passes.addNestedPass<FunctionOp>(createPlanMemoryPass());
    passes.addPass(createVerifySchedulePass());
  }
  if (failed(passes.run(module)) || failed(checkKernels(module)))
    return failure();
  return functions.front();
}

llvm::Expected<ModuleProgram> compileModule(Compiler &compiler,
                                            MLIRContext *context,
                                            StringRef text,
                                            const CompileOptions &options) {
  ModuleProgram program;
  OwningOpRef<ModuleOp> module;
  {
    DiagnosticCollector diagnostics(context);
    // The parser puts an op that is alone into a module.
    module = parseSourceString<ModuleOp>(text, context, "module");
    if (!module)
      return diagnostics.takeError("the text is no module");
    FailureOr<FunctionOp> function = prepare(*module);
    if (failed(function))
      return diagnostics.takeError("the passes failed on the module");
    llvm::SmallBitVector written = getWritten(*function);
    for (auto [i, type] : llvm::enumerate(function->getArgumentTypes()))
      program.arguments.push_back({cast<BufferType>(type), written[i]});
  }
  auto executable = compiler.compile(std::move(module), options);
  if (!executable)
    return executable.takeError();
  program.executable = std::move(*executable);
  return program;
}

} // namespace mlir::tiny
