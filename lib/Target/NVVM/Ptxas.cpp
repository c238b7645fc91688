//===- Ptxas.cpp - PTX to machine code ------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// NVIDIA's assembler is a program of its own. What it says of a kernel with -v:
//
//   ptxas info    : Compiling entry function 'k' for 'sm_80'
//   ptxas info    : Function properties for k
//       0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
//   ptxas info    : Used 122 registers, used 1 barriers, 34816 bytes smem
//
// It gives a kernel no more registers than let as many workgroups run at once
// as their shared memory allows, and rather spills than lets fewer run. Code
// that spills is assembled once more, for at least one workgroup at once.
//
//===----------------------------------------------------------------------===//

#include "tiny/Target/NVVM.h"
#include "tiny/Target/TemporaryFile.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"

namespace mlir::tiny::nvvm {

llvm::Expected<std::string> findPtxas() {
  if (std::optional<std::string> path =
          llvm::sys::Process::GetEnv("TINY_PTXAS")) {
    if (llvm::sys::fs::can_execute(*path))
      return *path;
    return llvm::createStringError("TINY_PTXAS is '" + *path +
                                   "', which is no program");
  }
  llvm::ErrorOr<std::string> path = llvm::sys::findProgramByName("ptxas");
  if (path)
    return *path;
  return llvm::createStringError(
      "there is no ptxas in PATH, and TINY_PTXAS does not say where it is: it "
      "comes with CUDA, and with the Python package nvidia-cuda-nvcc");
}

/// The number in front of `unit`, or 0.
static unsigned getNumber(StringRef text, StringRef unit) {
  unsigned number = 0;
  StringRef before = text.take_front(text.find(unit));
  if (before.size() == text.size())
    return 0;
  before = before.take_back(before.size() -
                            (before.find_last_not_of("0123456789") + 1));
  before.getAsInteger(10, number);
  return number;
}

static std::vector<KernelResources> parseResources(StringRef report) {
  std::vector<KernelResources> kernels;
  for (StringRef line : llvm::split(report, '\n')) {
    if (line.contains("Compiling entry function"))
      kernels.push_back({line.split('\'').second.split('\'').first.str()});
    if (kernels.empty())
      continue;
    KernelResources &kernel = kernels.back();
    if (line.contains("bytes stack frame")) {
      kernel.stackBytes = getNumber(line, " bytes stack frame");
      kernel.spillStores = getNumber(line, " bytes spill stores");
      kernel.spillLoads = getNumber(line, " bytes spill loads");
    } else if (line.contains(" registers")) {
      kernel.registers = getNumber(line, " registers");
      kernel.sharedBytes = getNumber(line, " bytes smem");
    }
  }
  return kernels;
}

static llvm::Expected<Cubin> assemble(StringRef program, StringRef ptx,
                                      StringRef chip) {
  auto source = TemporaryFile::create("ptx", ptx);
  if (!source)
    return source.takeError();
  auto image = TemporaryFile::create("cubin");
  if (!image)
    return image.takeError();
  auto report = TemporaryFile::create("txt");
  if (!report)
    return report.takeError();

  StringRef reportPath = report->getPath();
  std::string failure;
  int status = llvm::sys::ExecuteAndWait(
      program,
      {program, "-v", "-arch", chip, "-o", image->getPath(), source->getPath()},
      /*Env=*/std::nullopt,
      /*Redirects=*/{StringRef(""), reportPath, reportPath},
      /*SecondsToWait=*/0, /*MemoryLimit=*/0, &failure);
  std::string text = report->read();
  if (status != 0)
    return llvm::createStringError(
        "ptxas: " + StringRef(failure.empty() ? text : failure).rtrim());
  return Cubin{image->read(), parseResources(text)};
}

static unsigned countSpills(const Cubin &cubin) {
  unsigned bytes = 0;
  for (const KernelResources &kernel : cubin.kernels)
    bytes += kernel.spillStores + kernel.spillLoads;
  return bytes;
}

/// The same kernels, for at least one workgroup at once. The other directives
/// of a kernel are all behind its arguments, and say how large a workgroup is.
static std::string relaxOccupancy(StringRef ptx) {
  std::string relaxed;
  bool isSaid = ptx.contains(".minnctapersm");
  for (StringRef line : llvm::split(ptx, '\n')) {
    relaxed += line.str() + '\n';
    if (!isSaid && line.starts_with(".reqntid"))
      relaxed += ".minnctapersm 1\n";
  }
  return relaxed;
}

llvm::Expected<Cubin> assemblePTX(StringRef ptx, StringRef chip) {
  auto program = findPtxas();
  if (!program)
    return program.takeError();
  auto cubin = assemble(*program, ptx, chip);
  if (!cubin || countSpills(*cubin) == 0)
    return cubin;
  auto relaxed = assemble(*program, relaxOccupancy(ptx), chip);
  if (relaxed && countSpills(*relaxed) < countSpills(*cubin))
    return relaxed;
  llvm::consumeError(relaxed.takeError());
  return cubin;
}

} // namespace mlir::tiny::nvvm
