//===- symbolic-test.cpp - The symbolic engine against arithmetic ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
//   symbolic-test table FILE     lines `input => result`, see symbolic.test
//   symbolic-test random [--seed=N] [--count=N]
//   symbolic-test size           what it takes to build long expressions
//
//===----------------------------------------------------------------------===//

#include "SymbolicTest.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir::tiny::symbolic;
namespace cl = llvm::cl;

static cl::opt<std::string> mode(cl::Positional, cl::Required);
static cl::opt<std::string> file(cl::Positional);
static cl::opt<unsigned> seed("seed", cl::init(0));
static cl::opt<unsigned> count("count", cl::init(5000));

int main(int argc, char **argv) {
  cl::ParseCommandLineOptions(argc, argv);
  unsigned numBad = 0;
  if (mode == "table")
    numBad = checkTable(file);
  else if (mode == "random")
    numBad = checkRandom(seed, count);
  else if (mode == "size")
    numBad = checkSize();
  else
    llvm::errs() << "there is no mode '" << mode << "'\n", numBad = 1;
  return numBad != 0;
}
