//===- Recording.cpp - Launching again from Python ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Bindings.h"

namespace mlir::tiny::python {

using Buffers = SmallVector<std::shared_ptr<Buffer>, 8>;

static Buffers toBuffers(nb::list list) {
  Buffers buffers;
  for (nb::handle item : list)
    buffers.push_back(nb::cast<PyBuffer &>(item).storage.buffer);
  return buffers;
}

static void replay(Recording &recording, nb::list originals, nb::list inputs,
                   nb::list state, nb::dict numbers) {
  Buffers from = toBuffers(originals), to = toBuffers(inputs);
  Buffers pairs = toBuffers(state);
  if (from.size() != to.size() || pairs.size() % 2)
    raise(PyExc_ValueError, "replay: one input for each original and an even "
                            "number of buffers of state are needed");
  llvm::StringMap<int64_t> bindings;
  for (auto [label, number] : numbers)
    bindings[nb::cast<std::string>(label)] = nb::cast<int64_t>(number);
  llvm::Error error = llvm::Error::success();
  {
    nb::gil_scoped_release release;
    std::lock_guard lock(Session::get().getRealizeMutex());
    error = recording.replay(from, to, pairs, bindings);
    RealizeStats &stats = Session::get().getSchedules().getStats();
    stats.numKernels += recording.getNumLaunches();
  }
  if (error)
    raise(PyExc_RuntimeError, std::move(error));
}

static nb::object find(const Recording &recording, uintptr_t address) {
  const Storage *storage = recording.find(address);
  return storage ? nb::cast(PyBuffer{*storage}) : nb::none();
}

/// The launches and transfers in order, each as a dict.
static nb::list getItems(const Recording &recording) {
  Placements &placements = getArena().getPlacements();
  nb::list items;
  auto add = [&](const std::string &name, Placement placement,
                 nb::list buffers) {
    nb::dict item;
    item["name"] = name;
    item["device"] = toPython(placements, placement.devices);
    item["buffers"] = nb::tuple(buffers);
    items.append(item);
    return item;
  };
  for (const Recording::Step &step : recording.getSteps()) {
    if (!step.executable) {
      nb::list buffers;
      for (const Storage &argument : step.arguments)
        buffers.append(PyBuffer{argument});
      add(step.name, step.arguments[1].placement, buffers);
      continue;
    }
    const Program &program = step.executable->getProgram();
    size_t firstVariable =
        step.arguments.size() + program.temporaryOffsets.size();
    for (const Launch &launch : program.launches) {
      nb::list buffers, variables;
      for (uint32_t slot :
           ArrayRef(program.slots).slice(launch.firstSlot, launch.numSlots)) {
        if (slot < step.arguments.size())
          buffers.append(PyBuffer{step.arguments[slot]});
        else if (slot < firstVariable)
          buffers.append(nb::none());
        else
          variables.append(program.variables[slot - firstVariable].label);
      }
      nb::dict item =
          add(launch.name, step.arguments.front().placement, buffers);
      item["variables"] = nb::tuple(variables);
      item["nbytes"] = launch.bytes;
      item["flops"] = launch.flops;
    }
  }
  return items;
}

/// What variables are bound to, by name.
static nb::dict getNumbers(const Recording &recording) {
  nb::dict result;
  for (const Recording::Step &step : recording.getSteps())
    if (step.executable)
      for (auto [number, variable] : llvm::zip_equal(
               step.numbers, step.executable->getProgram().variables))
        if (variable.label != VariableOp::deviceLabel)
          result[variable.label.c_str()] = number;
  return result;
}

static std::string print(const Recording &recording) {
  ScheduleCache &schedules = Session::get().getSchedules();
  std::lock_guard lock(Session::get().getRealizeMutex());
  std::string text;
  for (const Recording::Step &step : recording.getSteps()) {
    if (!step.recipe) {
      text += "// " + step.name + "\n";
      continue;
    }
    llvm::Expected<std::string> schedule = schedules.print(*step.recipe);
    if (!schedule)
      raise(PyExc_RuntimeError, schedule.takeError());
    text += *schedule;
  }
  return text;
}

void bindRecording(nb::module_ &m) {
  auto record = [](Recording *recording) {
    std::lock_guard lock(Session::get().getRealizeMutex());
    Session::get().getSchedules().setRecording(recording);
  };
  nb::class_<Recording>(
      m, "Recording",
      "What calls of realize launched, to launch it again; or, "
      "deferred, what they are to launch.")
      .def(nb::init<bool>(), nb::arg("deferred") = false)
      .def_prop_ro("items", &getItems,
                   nb::sig("def items(self) -> list[dict[str, object]]"),
                   "The launches and transfers in order.")
      .def_prop_ro("numbers", &getNumbers,
                   nb::sig("def numbers(self) -> dict[str, int]"),
                   "What variables are bound to.")
      .def("print", &print, "The kernels and calls of all launches.")
      .def(
          "start", [record](Recording &self) { record(&self); },
          "Notes what is realized from now on.")
      .def("stop", [record](Recording &) { record(nullptr); })
      .def_prop_ro("num_launches", &Recording::getNumLaunches)
      .def("find", &find, nb::arg("ptr"),
           nb::sig("def find(self, ptr: int) -> Buffer | None"),
           "The storage at an address, if a launch reads or writes it.")
      .def("replay", &replay, nb::arg("originals"), nb::arg("inputs"),
           nb::arg("state"), nb::arg("numbers") = nb::dict(),
           nb::sig("def replay(self, originals: list[Buffer], inputs: "
                   "list[Buffer], state: list[Buffer], numbers: dict[str, int] "
                   "= {}) -> None"),
           "Launches all of it with `inputs` in the place of `originals`, and "
           "the buffers of `state` exchanged in pairs. An input that is "
           "written is copied first. `numbers` binds variables anew.");
}

} // namespace mlir::tiny::python
