//===- ModuleProgram.cpp - Running a module that somebody wrote -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Bindings.h"
#include "RealizeLock.h"

#include "tiny/Frontend/ModuleProgram.h"

namespace mlir::tiny::python {

static ModuleProgram compile(const std::string &text, bool noopt) {
  Session &session = Session::get();
  CompileOptions options;
  options.noopt = noopt;
  RealizeLock lock;
  auto program = [&] {
    nb::gil_scoped_release release;
    return compileModule(session.getSchedules().getCompiler(),
                         &session.getContext(), text, options);
  }();
  if (!program)
    raise(compileError, program.takeError());
  return std::move(*program);
}

static nb::list getArguments(const ModuleProgram &program) {
  nb::list result;
  for (const ModuleProgram::Argument &argument : program.arguments)
    result.append(nb::make_tuple(toPython(argument.type.getShape()),
                                 getDType(argument.type.getElementType()),
                                 argument.isWritten));
  return result;
}

static nb::list getVariables(const ModuleProgram &program) {
  nb::list labels;
  for (const Variable &variable : program.executable->getProgram().variables)
    labels.append(variable.label);
  return labels;
}

static void run(const ModuleProgram &program, nb::list list,
                std::vector<int64_t> numbers) {
  SmallVector<std::shared_ptr<Buffer>, 8> buffers;
  SmallVector<Buffer *, 8> arguments;
  for (nb::handle item : list) {
    const Storage &storage = nb::cast<PyBuffer &>(item).storage;
    size_t i = buffers.size();
    if (i < program.arguments.size() && program.arguments[i].isWritten &&
        !storage.writable)
      raise(PyExc_ValueError,
            "argument " + std::to_string(i) + " is written, but is read-only");
    buffers.push_back(storage.buffer);
    arguments.push_back(storage.buffer.get());
  }
  RealizeLock lock;
  llvm::Error error = llvm::Error::success();
  {
    nb::gil_scoped_release release;
    error = program.executable->run(arguments, nullptr, numbers);
  }
  if (error)
    raise(PyExc_ValueError, std::move(error));
}

void bindModulePrograms(nb::module_ &m) {
  nb::class_<ModuleProgram>(m, "ModuleProgram",
                            "A compiled module that somebody wrote.")
      .def(nb::new_(&compile), nb::arg("text"), nb::arg("noopt") = false,
           "Compiles a tensor graph, a schedule or one kernel; raises "
           "CompileError with what the passes said.")
      .def_prop_ro("arguments", &getArguments,
                   nb::sig("def arguments(self) -> list[tuple[tuple[int, ...], "
                           "DType, bool]]"),
                   "Shape, dtype, and whether it is written, of each argument.")
      .def_prop_ro("variables", &getVariables,
                   nb::sig("def variables(self) -> list[str]"),
                   "The names of the variables.")
      .def_prop_ro("kernels",
                   [](const ModuleProgram &program) {
                     return program.executable->getKernelNames();
                   })
      .def("run", &run, nb::arg("buffers"), nb::arg("numbers"),
           nb::sig("def run(self, buffers: list[Buffer], numbers: "
                   "collections.abc.Sequence[int]) -> None"),
           "Runs it on memory, with a number for each variable.");
}

} // namespace mlir::tiny::python
