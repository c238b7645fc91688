//===- ScheduleReader.cpp - Stage K to a list of launches -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "ScheduleReader.h"

namespace mlir::tiny {
namespace {

uint64_t getNumBytes(Value buffer) {
  auto type = cast<BufferType>(buffer.getType());
  return uint64_t(type.getNumElements()) *
         (getStorageBits(type.getElementType()) / 8);
}

/// What is known so far of the schedule.
class Reader {
public:
  explicit Reader(const DenseMap<StringAttr, CompiledKernel> &kernels)
      : kernels(kernels) {}

  LogicalResult read(FunctionOp schedule) {
    for (Value argument : schedule.getBody().getArguments()) {
      slots[argument] = program.argumentBytes.size();
      program.argumentBytes.push_back(getNumBytes(argument));
    }
    for (Operation &op : schedule.getBody().front()) {
      if (auto buffer = dyn_cast<BufferOp>(op))
        temporaries[buffer.getResult()] = buffer;
      else if (auto after = dyn_cast<AfterOp>(op))
        states[after.getResult()] = getStorage(after.getBuffer());
      else if (auto select = dyn_cast<MSelectOp>(op)) {
        states[select.getResult()] = getStorage(select.getSource());
        devices[select.getResult()] = select.getIndex();
      } else if (auto call = dyn_cast<CallOp>(op)) {
        if (failed(readCall(call)))
          return failure();
      } else if (!isa<GroupOp, SinkOp>(op))
        return op.emitOpError("is not part of a schedule");
    }
    if (auto count =
            schedule->getAttrOfType<IntegerAttr>(FunctionOp::devicesAttrName))
      program.numDevices = count.getInt();
    for (uint32_t device : program.slotDevices)
      if (device != Program::ownDevice && device >= program.numDevices)
        return schedule.emitOpError("selects instance ")
               << device << " of " << program.numDevices;
    if (auto bytes = schedule->getAttrOfType<IntegerAttr>("tiny.arena"))
      program.temporaryBytes = bytes.getInt();
    // Their slots come last, so they are known last.
    size_t first =
        program.argumentBytes.size() + program.temporaryOffsets.size();
    for (auto [place, variable] : variableUses)
      program.slots[place] = uint32_t(first + variable);
    return success();
  }

  Program program;

private:
  LogicalResult readCall(CallOp call) {
    StringAttr name = call.getCalleeAttr().getAttr();
    auto kernel = kernels.find(name);
    if (kernel == kernels.end())
      return call.emitOpError("calls no kernel of the module");
    Launch launch;
    launch.name = name.str();
    launch.entry = kernel->second.entry;
    launch.numThreads = kernel->second.numThreads;
    launch.accesses = kernel->second.accesses;
    launch.flops = kernel->second.flops;
    launch.firstSlot = program.slots.size();
    launch.numSlots = call.getBuffers().size();
    for (Value buffer : call.getBuffers()) {
      launch.bytes += getNumBytes(buffer);
      FailureOr<uint32_t> slot = getSlot(buffer);
      if (failed(slot))
        return call.emitOpError("has a buffer that is neither an argument nor "
                                "a temporary with a place");
      program.slots.push_back(*slot);
      auto device = devices.find(buffer);
      program.slotDevices.push_back(device == devices.end() ? Program::ownDevice
                                                            : device->second);
    }
    for (const Variable &variable : kernel->second.variables) {
      auto [found, isNew] =
          variables.try_emplace(variable.label, program.variables.size());
      if (isNew)
        program.variables.push_back(variable);
      Variable &shared = program.variables[found->second];
      shared.min = std::max(shared.min, variable.min);
      shared.max = std::min(shared.max, variable.max);
      if (variable.label == VariableOp::deviceLabel)
        program.deviceVariable = found->second;
      variableUses.push_back({program.slots.size(), found->second});
      program.slots.push_back(0);
      program.slotDevices.push_back(Program::ownDevice);
      ++launch.numSlots;
    }
    program.launches.push_back(std::move(launch));
    return success();
  }

  /// The argument or `tiny.buffer` that the state belongs to.
  Value getStorage(Value state) {
    auto found = states.find(state);
    return found == states.end() ? state : found->second;
  }

  /// The slot of a buffer that the next launch uses.
  FailureOr<uint32_t> getSlot(Value state) {
    Value storage = getStorage(state);
    if (auto found = slots.find(storage); found != slots.end())
      return found->second;
    auto temporary = temporaries.find(storage);
    if (temporary == temporaries.end())
      return failure();
    auto offset = temporary->second->getAttrOfType<IntegerAttr>("tiny.offset");
    if (!offset)
      return failure();
    uint32_t slot =
        program.argumentBytes.size() + program.temporaryOffsets.size();
    program.temporaryOffsets.push_back(offset.getInt());
    slots[storage] = slot;
    return slot;
  }

  const DenseMap<StringAttr, CompiledKernel> &kernels;
  DenseMap<Value, uint32_t> slots;
  DenseMap<Value, Value> states;
  /// The instances of states that are not those of the launch.
  DenseMap<Value, uint32_t> devices;
  DenseMap<Value, BufferOp> temporaries;
  llvm::StringMap<size_t> variables;
  /// Places in `Program::slots`, and which variable belongs there.
  std::vector<std::pair<size_t, size_t>> variableUses;
};

} // namespace

FailureOr<Program>
readSchedule(FunctionOp schedule,
             const DenseMap<StringAttr, CompiledKernel> &kernels) {
  Reader reader(kernels);
  if (failed(reader.read(schedule)))
    return failure();
  return std::move(reader.program);
}

} // namespace mlir::tiny
