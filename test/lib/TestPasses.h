//===- TestPasses.h - Passes that exist for tests ---------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef TINY_TEST_TESTPASSES_H
#define TINY_TEST_TESTPASSES_H

namespace mlir::tiny::test {

/// Registers `test-tiny-gradients`.
void registerTestGradientsPass();

} // namespace mlir::tiny::test

#endif // TINY_TEST_TESTPASSES_H
