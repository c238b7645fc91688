//===- Recording.cpp - Launching again what was launched ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "tiny/Frontend/Realize.h"

namespace mlir::tiny {

llvm::Error makePendingError() {
  return llvm::createStringError(
      "the elements are not there yet: run the schedule that computes them");
}

void Recording::add(Step step) {
  if (deferred) {
    for (unsigned output : step.outputs)
      step.arguments[output].buffer->addSchedule();
    for (const Storage &argument : step.arguments)
      step.versions.push_back(argument.buffer->getScheduled());
  }
  steps.push_back(std::move(step));
}

/// Reports an argument that another schedule has to write first.
static llvm::Error checkVersions(const Recording::Step &step,
                                 ArrayRef<Buffer *> arguments) {
  for (auto [number, argument] : llvm::enumerate(arguments)) {
    if (step.versions.empty() && argument->isPending())
      return makePendingError();
    if (!step.versions.empty() &&
        argument->getWritten() + llvm::is_contained(step.outputs, number) <
            step.versions[number])
      return makePendingError();
  }
  return llvm::Error::success();
}

size_t Recording::getNumLaunches() const {
  size_t count = 0;
  for (const Step &step : steps)
    count += step.executable ? step.executable->getNumLaunches() : 1;
  return count;
}

const Storage *Recording::find(uintptr_t address) const {
  for (const Step &step : steps)
    for (const Storage &argument : step.arguments)
      if (reinterpret_cast<uintptr_t>(argument.buffer->getData()) == address)
        return &argument;
  return nullptr;
}

llvm::Error Recording::replay(Buffers originals, Buffers inputs, Buffers state,
                              const llvm::StringMap<int64_t> &numbers) const {
  DenseMap<Buffer *, Buffer *> replacements;
  auto replace = [&](Buffer *buffer) {
    auto it = replacements.find(buffer);
    return it == replacements.end() ? buffer : it->second;
  };
  for (size_t i = 0; i + 1 < state.size(); i += 2) {
    replacements[state[i].get()] = state[i + 1].get();
    replacements[state[i + 1].get()] = state[i].get();
  }
  llvm::DenseSet<Buffer *> written;
  for (const Step &step : steps)
    for (unsigned output : step.outputs)
      written.insert(replace(step.arguments[output].buffer.get()));

  SmallVector<std::shared_ptr<Buffer>, 2> copies;
  for (auto [original, input] : llvm::zip_equal(originals, inputs)) {
    replacements[original.get()] = input.get();
    if (original == input || !written.contains(input.get()))
      continue;
    llvm::Expected<std::shared_ptr<Buffer>> copy = input->clone();
    if (!copy)
      return copy.takeError();
    replacements[original.get()] = copy->get();
    copies.push_back(std::move(*copy));
  }
  SmallVector<Buffer *, 32> arguments;
  for (const Step &step : steps) {
    arguments.clear();
    for (const Storage &argument : step.arguments)
      arguments.push_back(replace(argument.buffer.get()));
    if (llvm::Error error = checkVersions(step, arguments))
      return error;
    auto finish = [&] {
      if (!step.versions.empty())
        for (unsigned output : step.outputs)
          arguments[output]->setWritten(step.versions[output]);
    };
    if (!step.executable) {
      if (llvm::Error error =
              transfer(*arguments[0], step.from, *arguments[1], step.to))
        return error;
      finish();
      continue;
    }
    SmallVector<int64_t, 2> current(step.numbers);
    ArrayRef<Variable> variables = step.executable->getProgram().variables;
    for (auto [number, variable] : llvm::zip_equal(current, variables))
      if (auto it = numbers.find(variable.label); it != numbers.end())
        number = it->second;
    if (llvm::Error error = step.executable->run(arguments, nullptr, current))
      return error;
    finish();
  }
  return llvm::Error::success();
}

} // namespace mlir::tiny
