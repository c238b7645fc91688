//===- tiny-run.cpp - Compiles and runs one function ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Takes a tensor graph (stage T, one tiny.function) or kernels in structured IR
// (stage S, any number of func.func). Element j of buffer i starts as
// (i + j) mod 7 - 3, without the 3 where the type is unsigned or bool. After
// the run all buffers are printed, of a graph those that it stores to.
// Variables of a graph get their numbers from `--bind=n=3,m=4`.
//
// With `--target=nvvm --chip=sm_80` or `--target=rocdl --chip=gfx942` the file
// holds kernels in structured IR for GPUs, which are compiled and not run.
// `--output=FILE` takes the code: an hsaco, PTX or, where the name ends so, a
// cubin.
//
//===----------------------------------------------------------------------===//

#include "Device.h"

#include "tiny/IR/Tiny.h"
#include "tiny/Runtime/Compiler.h"
#include "tiny/Runtime/ThreadPool.h"
#include "tiny/Target/CPU.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
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

/// The numbers of the variables of a program.
static llvm::Expected<std::vector<int64_t>>
getNumbers(ArrayRef<Variable> variables) {
  std::vector<int64_t> numbers;
  for (const Variable &variable : variables) {
    int64_t number;
    bool isBound = llvm::any_of(bindings, [&](StringRef binding) {
      auto [name, text] = binding.split('=');
      return name == variable.label && !text.getAsInteger(10, number);
    });
    if (!isBound)
      return llvm::createStringError("variable '" + variable.label +
                                     "' has no number: use --bind");
    numbers.push_back(number);
  }
  return numbers;
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
  std::vector<int64_t> numbers =
      check(getNumbers(executable->getProgram().variables));
  check(executable->run(arguments, nullptr, numbers));
  for (unsigned index : stored)
    printBuffer(*buffers[index], elements[index], index);
}

static LogicalResult runKernel(func::FuncOp function) {
  std::vector<std::shared_ptr<Buffer>> buffers;
  std::vector<void *> arguments;
  SmallVector<Type> elements;
  for (Type type : function.getArgumentTypes()) {
    auto memref = dyn_cast<MemRefType>(type);
    if (!memref || !memref.hasStaticShape())
      continue;
    elements.push_back(memref.getElementType());
    buffers.push_back(
        makeBuffer(elements.back(), memref.getNumElements(), buffers.size()));
    arguments.push_back(buffers.back()->getData());
  }
  auto threads = function->getAttrOfType<IntegerAttr>("tiny.threads");
  std::string name = function.getName().str();
  OwningOpRef<ModuleOp> module = ModuleOp::create(function.getLoc());
  module->push_back(function->clone());
  PassManager passes(module->getContext());
  buildCPUPipeline(passes);
  if (failed(passes.run(*module)))
    return failure();
  auto entry = check(
      cpu::loadKernel(*module, name, [&](StringRef stage, StringRef text) {
        printStage(stage, name, text);
      }));
  parallelFor(threads ? threads.getInt() : 1, [&](int64_t begin, int64_t end) {
    entry(arguments.data(), begin, end);
  });
  for (size_t i = 0; i < buffers.size(); ++i)
    printBuffer(*buffers[i], elements[i], i);
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
  else
    for (func::FuncOp function : module->getOps<func::FuncOp>())
      if (failed(runKernel(function)))
        return 1;
  return 0;
}
