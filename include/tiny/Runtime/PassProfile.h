//===- PassProfile.h - What each pass costs ---------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef TINY_RUNTIME_PASSPROFILE_H
#define TINY_RUNTIME_PASSPROFILE_H

#include "mlir/Pass/PassInstrumentation.h"

#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace mlir::tiny {

/// What the runs of a pass at one place of a pipeline have cost, over all
/// kernels and threads.
struct PassCost {
  std::string stage;
  std::string name;
  unsigned runs = 0;
  double wallSeconds = 0;
  double cpuSeconds = 0;
  /// The ops below what the pass runs on.
  int64_t opsBefore = 0;
  int64_t opsAfter = 0;
};

/// Collects the costs of passes. Thread safe.
class PassProfile {
public:
  /// What makes the passes of a pass manager count, under the name of a stage.
  /// A pass that is there twice has two entries; the verifier counts as part of
  /// the pass before it. It must not outlive the profile.
  std::unique_ptr<PassInstrumentation> createInstrumentation(StringRef stage);

  /// Adds to the entry of the same stage and name.
  void add(const PassCost &cost);

  /// In the order in which they first ran.
  const std::vector<PassCost> &getCosts() const { return costs; }

private:
  std::mutex mutex;
  std::vector<PassCost> costs;
};

} // namespace mlir::tiny

#endif // TINY_RUNTIME_PASSPROFILE_H
