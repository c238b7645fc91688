//===- SearchCache.h - What searches found, on disk -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef TINY_LIB_RUNTIME_SEARCHCACHE_H
#define TINY_LIB_RUNTIME_SEARCHCACHE_H

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace mlir::tiny {

/// One result of a search: a file in the folder `beam` of CACHEDB, by default
/// `$XDG_CACHE_HOME/tinymlir` or `~/.cache/tinymlir`. Its name is a hash of the
/// key. The file has the key in it as well, so that another key with the same
/// hash finds nothing.
class SearchCache {
public:
  explicit SearchCache(std::string key);

  /// The opts that were stored, if there are any. A file that is damaged is
  /// reported in `warning` and counts as none.
  std::optional<std::string> load(std::string &warning) const;
  /// Stores opts, or reports in `warning` why not.
  void store(llvm::StringRef opts, std::string &warning) const;

private:
  std::string key;
  /// Empty where there is no folder to store in.
  std::string path;
};

} // namespace mlir::tiny

#endif // TINY_LIB_RUNTIME_SEARCHCACHE_H
