//===- SearchCache.cpp - What searches found, on disk ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "SearchCache.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

namespace mlir::tiny {

/// The first line of a file. Another version of the format has another one.
static constexpr llvm::StringLiteral header = "tinymlir beam search 1\nopts ";

/// The folder, or nothing where there is no home either.
static std::string getFolder() {
  llvm::SmallString<128> folder;
  if (const char *path = std::getenv("CACHEDB"); path && *path) {
    folder = path;
  } else if (llvm::sys::path::cache_directory(folder)) {
    llvm::sys::path::append(folder, "tinymlir");
  } else {
    return {};
  }
  llvm::sys::path::append(folder, "beam");
  return folder.str().str();
}

SearchCache::SearchCache(std::string key) : key(std::move(key)) {
  path = getFolder();
  if (!path.empty())
    path += "/" + llvm::utohexstr(llvm::xxh3_64bits(this->key));
}

std::optional<std::string> SearchCache::load(std::string &warning) const {
  if (path.empty())
    return std::nullopt;
  auto file = llvm::MemoryBuffer::getFile(path);
  if (!file) {
    if (file.getError() != std::errc::no_such_file_or_directory)
      warning = "cannot read " + path + ": " + file.getError().message();
    return std::nullopt;
  }
  llvm::StringRef text = (*file)->getBuffer();
  if (!text.consume_front(header) || !text.contains('\n')) {
    warning = path + " is damaged and is ignored";
    return std::nullopt;
  }
  auto [opts, rest] = text.split('\n');
  if (rest != key) {
    // Half of the right key: the file was not written to its end.
    if (llvm::StringRef(key).starts_with(rest))
      warning = path + " is damaged and is ignored";
    return std::nullopt;
  }
  return opts.str();
}

void SearchCache::store(llvm::StringRef opts, std::string &warning) const {
  if (path.empty())
    return;
  auto warn = [&](std::error_code error) {
    warning = "cannot write " + path + ": " + error.message();
  };
  llvm::StringRef folder = llvm::sys::path::parent_path(path);
  if (std::error_code error = llvm::sys::fs::create_directories(folder))
    return warn(error);
  // Other processes see the old file or the whole new one.
  int descriptor;
  llvm::SmallString<128> part;
  if (std::error_code error =
          llvm::sys::fs::createUniqueFile(path + "-%%%%%%%%", descriptor, part))
    return warn(error);
  llvm::raw_fd_ostream stream(descriptor, /*shouldClose=*/true);
  stream << header << opts << '\n' << key;
  stream.close();
  std::error_code error = stream.error();
  stream.clear_error();
  if (!error)
    error = llvm::sys::fs::rename(part, path);
  if (!error)
    return;
  llvm::sys::fs::remove(part);
  warn(error);
}

} // namespace mlir::tiny
