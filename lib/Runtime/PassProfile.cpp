//===- PassProfile.cpp - What each pass costs -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "tiny/Runtime/PassProfile.h"

#include "Stopwatch.h"

#include "mlir/IR/Operation.h"
#include "mlir/Pass/Pass.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"

#include <optional>

namespace mlir::tiny {
namespace {

int64_t countOps(Operation *root) {
  int64_t count = -1; // without the root
  root->walk([&](Operation *) { ++count; });
  return count;
}

/// Serves one pass manager, and so one thread at a time. Ops are counted
/// outside of the time that is taken.
class CostInstrumentation final : public PassInstrumentation {
public:
  CostInstrumentation(PassProfile &profile, StringRef stage)
      : profile(profile), stage(stage) {}

  void runBeforePass(Pass *pass, Operation *op) override {
    // What runs the passes of nested ops is a pass without a name.
    if (pass->getArgument().empty())
      return;
    opsBefore = countOps(op);
    wall.emplace();
    cpu.emplace();
  }
  void runAfterPass(Pass *pass, Operation *op) override {
    if (!pass->getArgument().empty() && cpu)
      finish(pass, op);
  }
  void runAfterPassFailed(Pass *, Operation *) override { cpu.reset(); }

private:
  void finish(Pass *pass, Operation *op) {
    PassCost cost;
    cost.cpuSeconds = cpu->read();
    cost.wallSeconds = wall->read();
    cpu.reset();
    cost.stage = stage;
    cost.name = getName(pass);
    cost.runs = 1;
    cost.opsBefore = opsBefore;
    cost.opsAfter = countOps(op);
    profile.add(cost);
  }

  /// The pass's argument; of later passes of the same kind with a number.
  std::string getName(Pass *pass) {
    auto [it, isNew] = numbers.try_emplace(pass);
    if (isNew)
      it->second = ++counts[pass->getArgument()];
    std::string name = pass->getArgument().str();
    return it->second == 1 ? name : name + " " + std::to_string(it->second);
  }

  PassProfile &profile;
  std::string stage;
  llvm::DenseMap<Pass *, unsigned> numbers;
  llvm::StringMap<unsigned> counts;
  int64_t opsBefore = 0;
  std::optional<WallStopwatch> wall;
  std::optional<Stopwatch> cpu;
};

} // namespace

std::unique_ptr<PassInstrumentation>
PassProfile::createInstrumentation(StringRef stage) {
  return std::make_unique<CostInstrumentation>(*this, stage);
}

void PassProfile::add(const PassCost &cost) {
  std::lock_guard lock(mutex);
  for (PassCost &known : costs)
    if (known.stage == cost.stage && known.name == cost.name) {
      known.runs += cost.runs;
      known.wallSeconds += cost.wallSeconds;
      known.cpuSeconds += cost.cpuSeconds;
      known.opsBefore += cost.opsBefore;
      known.opsAfter += cost.opsAfter;
      return;
    }
  costs.push_back(cost);
}

} // namespace mlir::tiny
