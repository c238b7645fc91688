//===- tiny-run.cpp - Compiles and runs one function ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Takes a tensor graph (stage T, one tiny.function) or kernels in structured IR
// (stage S, any number of func.func and gpu.func). Element j of buffer i starts
// as (i + j) mod 7 - 3, without the 3 where the type is unsigned or bool. After
// the run all buffers are printed, of a graph those that it stores to.
// Variables get their numbers from `--bind=n=3,m=4`.
//
// A gpu.func is simulated, with `--sim-check` under the eyes of a check that
// reports races and accesses outside of memory.
//
// With `--target=nvvm --chip=sm_80` or `--target=rocdl --chip=gfx942` the file
// holds kernels in structured IR for GPUs, which are compiled and not run.
// `--output=FILE` takes the code: an hsaco, PTX or, where the name ends so, a
// cubin.
//
//===----------------------------------------------------------------------===//

#include "Device.h"

#include "tiny/Conversion/Passes.h"
#include "tiny/IR/Tiny.h"
#include "tiny/Runtime/Compiler.h"
#include "tiny/Target/CPU.h"
#include "tiny/Target/SIM.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/CommandLine.h"

using namespace mlir;
using namespace mlir::tiny;
namespace cl = llvm::cl;

static cl::opt<std::string> input(cl::Positional, cl::init("-"));
static cl::list<std::string> show("show", cl::CommaSeparated,
                                  cl::desc("Stages to print: tensor, schedule, "
                                           "kernel, optimized, structured, "
                                           "llvm, asm, resources"));
static cl::opt<std::string>
    target("target", cl::init("cpu"),
           cl::desc("What to compile for: cpu, nvvm, rocdl"));
static cl::opt<std::string> chip("chip", cl::desc("The chip of the target"));
static cl::opt<std::string>
    output("output", cl::desc("The file for what GPUs would load"));
static cl::list<std::string>
    emulate("emulate", cl::CommaSeparated,
            cl::desc("Do without these types (see tiny-decompose-dtypes)"));
static cl::opt<bool> noopt("no-opt", cl::desc("Leave every loop as it is"));

static cl::list<std::string>
    bindings("bind", cl::CommaSeparated,
             cl::desc("Numbers of variables, such as n=3,m=4"));
static cl::opt<bool>
    simCheck("sim-check",
             cl::desc("Check what a simulated kernel does to memory"));

static llvm::ExitOnError check("tiny-run: ");

static const llvm::fltSemantics *getSemantics(Type type) {
  auto floatType = dyn_cast<FloatType>(type);
  return floatType ? &floatType.getFloatSemantics() : nullptr;
}

static std::shared_ptr<Buffer> makeBuffer(Type element, int64_t count,
                                          size_t index) {
  size_t width = getStorageBits(element) / 8;
  auto buffer = check(Buffer::allocate(count * width));
  bool isSigned = !isBoolType(element) && !isUnsignedType(element);
  for (int64_t j = 0; j < count; ++j) {
    int64_t value = int64_t(index + j) % 7 - (isSigned ? 3 : 0);
    uint64_t bits = isBoolType(element) ? value % 2 : value;
    if (const llvm::fltSemantics *semantics = getSemantics(element)) {
      llvm::APFloat number(*semantics);
      number.convertFromAPInt(llvm::APInt(64, value, true), true,
                              llvm::APFloat::rmNearestTiesToEven);
      bits = number.bitcastToAPInt().getZExtValue();
    }
    memcpy(static_cast<char *>(buffer->getData()) + j * width, &bits, width);
  }
  return buffer;
}

static void printBuffer(const Buffer &buffer, Type element, size_t index) {
  size_t width = getStorageBits(element) / 8;
  llvm::outs() << "buffer " << index << ':';
  for (size_t at = 0; at + width <= buffer.getSize(); at += width) {
    uint64_t bits = 0;
    memcpy(&bits, static_cast<char *>(buffer.getData()) + at, width);
    llvm::APInt integer(width * 8, bits);
    llvm::outs() << ' ';
    if (const llvm::fltSemantics *semantics = getSemantics(element)) {
      SmallString<16> text;
      llvm::APFloat(*semantics, integer).toString(text, 6);
      llvm::outs() << text;
    } else {
      integer.print(llvm::outs(), !isUnsignedType(element));
    }
  }
  llvm::outs() << '\n';
}

static void printStage(StringRef stage, StringRef name, StringRef text) {
  // lld resets what is on the command line.
  static const std::vector<std::string> stages(show.begin(), show.end());
  if (llvm::is_contained(stages, stage))
    llvm::outs() << "// " << stage << ' ' << name << '\n' << text;
}

/// The number that a variable is bound to.
static llvm::Expected<int64_t> getNumber(StringRef label) {
  for (StringRef binding : bindings) {
    auto [name, text] = binding.split('=');
    int64_t number;
    if (name == label && !text.getAsInteger(10, number))
      return number;
  }
  return llvm::createStringError("variable '" + label +
                                 "' has no number: use --bind");
}

static void runGraph(Compiler &compiler, OwningOpRef<ModuleOp> module) {
  FunctionOp function = *module->getOps<FunctionOp>().begin();
  std::vector<std::shared_ptr<Buffer>> buffers;
  SmallVector<Buffer *> arguments;
  SmallVector<Type> elements;
  for (Type type : function.getArgumentTypes()) {
    auto buffer = cast<BufferType>(type);
    elements.push_back(buffer.getElementType());
    buffers.push_back(
        makeBuffer(elements.back(), buffer.getNumElements(), buffers.size()));
    arguments.push_back(buffers.back().get());
  }
  llvm::SmallSetVector<unsigned, 4> stored;
  function.walk([&](StoreOp store) {
    Value buffer = store.getBuffer();
    while (auto after = buffer.getDefiningOp<AfterOp>())
      buffer = after.getBuffer();
    if (auto argument = dyn_cast<BlockArgument>(buffer))
      stored.insert(argument.getArgNumber());
  });

  CompileOptions options;
  options.noopt = noopt;
  options.emulate.assign(emulate.begin(), emulate.end());
  if (!show.empty())
    options.dump = printStage;
  auto executable = check(compiler.compile(std::move(module), options));
  std::vector<int64_t> numbers;
  for (const Variable &variable : executable->getProgram().variables)
    numbers.push_back(check(getNumber(variable.label)));
  check(executable->run(arguments, nullptr, numbers));
  for (unsigned index : stored)
    printBuffer(*buffers[index], elements[index], index);
}

/// A copy of the function, and of what it may call, in a module of their own.
static OwningOpRef<ModuleOp> isolate(func::FuncOp function) {
  OwningOpRef<ModuleOp> module = ModuleOp::create(function.getLoc());
  auto parent = cast<ModuleOp>(function->getParentOp());
  for (auto other : parent.getOps<func::FuncOp>())
    if (other == function || other.isDeclaration())
      module->push_back(other.clone());
  return module;
}

static void launch(func::FuncOp function, cpu::KernelEntry entry,
                   void **arguments) {
  auto threads = function->getAttrOfType<IntegerAttr>("tiny.threads");
  auto run = [&] {
    runKernel(entry, threads ? threads.getInt() : 1, arguments);
  };
  if (auto accesses = sim::getAccessTable(function))
    check(sim::runChecked(*accesses, run));
  else
    run();
}

static LogicalResult runFunction(func::FuncOp function) {
  std::vector<std::shared_ptr<Buffer>> buffers;
  std::vector<void *> arguments;
  SmallVector<Type> elements;
  for (Type type : function.getArgumentTypes()) {
    auto memref = dyn_cast<MemRefType>(type);
    if (!memref || !memref.hasStaticShape())
      continue;
    if (!memref.getElementType().isIntOrFloat())
      return function.emitOpError("takes a buffer of type ")
             << memref << ", which cannot be filled with numbers";
    elements.push_back(memref.getElementType());
    buffers.push_back(
        makeBuffer(elements.back(), memref.getNumElements(), buffers.size()));
    arguments.push_back(buffers.back()->getData());
  }
  if (auto labels = function->getAttrOfType<ArrayAttr>("tiny.variables"))
    for (auto label : labels.getAsRange<StringAttr>())
      arguments.push_back(
          reinterpret_cast<void *>(check(getNumber(label.getValue()))));
  std::string name = function.getName().str();
  OwningOpRef<ModuleOp> module = isolate(function);
  PassManager passes(module->getContext());
  buildCPUPipeline(passes);
  if (failed(passes.run(*module)))
    return failure();
  auto entry = check(
      cpu::loadKernel(*module, name, [&](StringRef stage, StringRef text) {
        printStage(stage, name, text);
      }));
  launch(function, entry, arguments.data());
  for (size_t i = 0; i < buffers.size(); ++i)
    printBuffer(*buffers[i], elements[i], i);
  return success();
}

/// Makes functions of the kernels for workgroups.
static LogicalResult serializeKernels(ModuleOp module) {
  if (module.getOps<gpu::GPUModuleOp>().empty())
    return success();
  PassManager passes(module.getContext());
  passes.addPass(createSerializeWorkgroupPass({simCheck}));
  return passes.run(module);
}

static LogicalResult runFunctions(ModuleOp module) {
  if (failed(serializeKernels(module)))
    return failure();
  for (func::FuncOp function : module.getOps<func::FuncOp>())
    if (!function.isDeclaration() && failed(runFunction(function)))
      return failure();
  return success();
}

int main(int argc, char **argv) {
  cl::ParseCommandLineOptions(argc, argv, "compile and run a tensor graph\n");
  MLIRContext context;
  if (target != "cpu")
    registerDevices(context);
  Compiler compiler(&context);
  auto module = parseSourceFile<ModuleOp>(input, &context);
  if (!module)
    return 1;
  if (target != "cpu")
    check(compileForDevice(*module, {target, chip, output}, printStage));
  else if (llvm::hasSingleElement(module->getOps<FunctionOp>()))
    runGraph(compiler, std::move(module));
  else if (failed(runFunctions(*module)))
    return 1;
  return 0;
}
