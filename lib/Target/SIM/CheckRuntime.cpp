//===- CheckRuntime.cpp - What kernels with checks call -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "ShadowMemory.h"
#include "tiny/Target/SIM.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/Twine.h"

#include <algorithm>
#include <tuple>

namespace mlir::tiny::sim {

//===----------------------------------------------------------------------===//
// Histories
//===----------------------------------------------------------------------===//

void History::add(const Event &event, uint32_t begin) {
  if (latest.time == event.time) {
    if (latest.item != event.item && other.time != event.time)
      other = event;
    return;
  }
  if (latest.time && latest.time < begin)
    foreign = latest;
  latest = event;
}

const Event *History::findUnordered(const Event &event, uint32_t begin) const {
  if (latest.time && latest.time < begin)
    return &latest;
  if (latest.time == event.time && latest.item != event.item)
    return &latest;
  if (other.time == event.time && other.item != event.item)
    return &other;
  return foreign.time ? &foreign : nullptr;
}

//===----------------------------------------------------------------------===//
// The checker
//===----------------------------------------------------------------------===//

namespace {
/// Watches one launch.
class Checker {
public:
  explicit Checker(const AccessTable &accesses) : accesses(accesses) {}

  void beginWorkgroup() {
    begins.push_back(++time);
    // Each has shared memory of its own.
    memories[true].clear();
  }
  void barrier() { ++time; }
  /// Whether the access may happen.
  bool access(uint32_t number, int64_t place, uint64_t mask, uint32_t item);
  llvm::Error takeError();

private:
  /// What was done wrong, and by which accesses.
  enum Mistake { OutOfBounds, Undefined, Race };

  bool isInBounds(const Event &event, int64_t place, uint64_t mask);
  void touch(const Event &event, uint64_t place, Element &element);
  void checkRace(const Event &event, uint64_t place, const History &history);
  /// Whether it is to be described: each only once, and not too many.
  bool isNew(Mistake mistake, uint32_t first, uint32_t second);
  uint64_t getWorkgroup(const Event &event) const;
  /// `store at k.py:3 by item 1`
  std::string describe(const Event &event) const;
  /// `element 5 of buffer 0`
  std::string describe(const Access &access, int64_t place) const;
  std::string inWorkgroup(const Event &event) const;

  const AccessTable &accesses;
  uint32_t time = 0;
  /// When each workgroup began.
  std::vector<uint32_t> begins;
  /// By the sort of memory and its number.
  std::array<std::unordered_map<uint32_t, ShadowMemory>, 2> memories;
  llvm::DenseSet<std::tuple<unsigned, uint32_t, uint32_t>> known;
  std::vector<std::string> lines;
};
} // namespace

/// How many mistakes are described.
static constexpr size_t maxLines = 16;

uint64_t Checker::getWorkgroup(const Event &event) const {
  return std::upper_bound(begins.begin(), begins.end(), event.time) -
         begins.begin() - 1;
}

static llvm::StringRef getName(Access::Kind kind) {
  switch (kind) {
  case Access::Load:
    return "load";
  case Access::Store:
    return "store";
  case Access::Update:
  case Access::Exchange:
    return "atomic update";
  }
  return "access";
}

std::string Checker::describe(const Event &event) const {
  const Access &access = accesses[event.access];
  return (getName(access.kind) + " at " + access.place + " by item " +
          llvm::Twine(event.item))
      .str();
}

std::string Checker::describe(const Access &access, int64_t place) const {
  return ("element " + llvm::Twine(place) + " of " +
          (access.isShared ? "workgroup memory " : "buffer ") +
          llvm::Twine(access.buffer))
      .str();
}

std::string Checker::inWorkgroup(const Event &event) const {
  return (" of workgroup " + llvm::Twine(getWorkgroup(event))).str();
}

bool Checker::isNew(Mistake mistake, uint32_t first, uint32_t second) {
  auto [low, high] = std::minmax(first, second);
  return known.insert({unsigned(mistake), low, high}).second &&
         known.size() <= maxLines;
}

/// Whether a lane takes part. Only vectors of up to 64 lanes have masks.
static bool isActive(uint64_t mask, uint32_t lane) {
  return lane >= 64 || (mask >> lane & 1);
}

bool Checker::isInBounds(const Event &event, int64_t place, uint64_t mask) {
  const Access &access = accesses[event.access];
  for (uint32_t lane = 0; lane < access.lanes; ++lane) {
    // Wraps around to a large number below 0.
    if (!isActive(mask, lane) || uint64_t(place) + lane < access.size)
      continue;
    if (isNew(OutOfBounds, event.access, event.access))
      lines.push_back("out of bounds: " + describe(event) + inWorkgroup(event) +
                      " of " + describe(access, place + lane) + ", which has " +
                      std::to_string(access.size));
    return false;
  }
  return true;
}

void Checker::checkRace(const Event &event, uint64_t place,
                        const History &history) {
  const Event *earlier = history.findUnordered(event, begins.back());
  if (!earlier || !isNew(Race, earlier->access, event.access))
    return;
  bool isOneWorkgroup = earlier->time == event.time;
  lines.push_back("race on " + describe(accesses[event.access], place) + ": " +
                  describe(*earlier) +
                  (isOneWorkgroup ? "" : inWorkgroup(*earlier)) + " and " +
                  describe(event) + inWorkgroup(event) +
                  (isOneWorkgroup ? ", with no barrier between them"
                                  : ", which no barrier can order"));
}

void Checker::touch(const Event &event, uint64_t place, Element &element) {
  const Access &access = accesses[event.access];
  uint32_t begin = begins.back();
  bool isRead = access.kind == Access::Load || access.kind == Access::Update;
  if (isRead && access.isShared && !element.stores.happenedSince(begin) &&
      !element.updates.happenedSince(begin) &&
      isNew(Undefined, event.access, event.access))
    lines.push_back("undefined memory: " + describe(event) +
                    inWorkgroup(event) + " of " + describe(access, place) +
                    ", to which nobody has stored");
  checkRace(event, place, element.stores);
  if (access.kind == Access::Load) {
    checkRace(event, place, element.updates);
    return element.loads.add(event, begin);
  }
  checkRace(event, place, element.loads);
  if (access.kind == Access::Store) {
    checkRace(event, place, element.updates);
    return element.stores.add(event, begin);
  }
  element.updates.add(event, begin);
}

bool Checker::access(uint32_t number, int64_t place, uint64_t mask,
                     uint32_t item) {
  // No pass makes such a call, but somebody may write one.
  if (number >= accesses.size() || begins.empty())
    return true;
  Event event{time, item, number};
  if (!isInBounds(event, place, mask))
    return false;
  const Access &access = accesses[number];
  ShadowMemory &memory = memories[access.isShared][access.buffer];
  for (uint32_t lane = 0; lane < access.lanes; ++lane)
    if (isActive(mask, lane))
      touch(event, place + lane, memory[place + lane]);
  return true;
}

llvm::Error Checker::takeError() {
  if (lines.empty())
    return llvm::Error::success();
  if (known.size() > maxLines)
    lines.push_back("and " + std::to_string(known.size() - maxLines) + " more");
  return llvm::createStringError(llvm::join(lines, "\n"));
}

//===----------------------------------------------------------------------===//
// What is called
//===----------------------------------------------------------------------===//

/// That of the launch that this thread is in, if it is one that is checked.
static thread_local Checker *current = nullptr;

static void beginWorkgroup(int64_t) {
  if (current)
    current->beginWorkgroup();
}
static void barrier() {
  if (current)
    current->barrier();
}
static int64_t access(int64_t number, int64_t place, int64_t mask,
                      int64_t item) {
  return !current || current->access(number, place, mask, item);
}

llvm::ArrayRef<RuntimeFunction> getRuntimeFunctions() {
  static const RuntimeFunction functions[] = {
      {"tiny_sim_begin_workgroup", reinterpret_cast<void *>(&beginWorkgroup)},
      {"tiny_sim_barrier", reinterpret_cast<void *>(&barrier)},
      {"tiny_sim_access", reinterpret_cast<void *>(&access)}};
  return functions;
}

llvm::Error runChecked(const AccessTable &accesses,
                       llvm::function_ref<void()> run) {
  Checker checker(accesses);
  Checker *outer = std::exchange(current, &checker);
  run();
  current = outer;
  return checker.takeError();
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

static Access readAccess(DictionaryAttr entry) {
  auto number = [&](StringRef name) {
    auto attr = entry.getAs<IntegerAttr>(name);
    return attr ? attr.getInt() : 0;
  };
  auto text = [&](StringRef name) {
    auto attr = entry.getAs<StringAttr>(name);
    return attr ? attr.getValue() : StringRef();
  };
  Access access;
  access.kind = llvm::StringSwitch<Access::Kind>(text("kind"))
                    .Case("store", Access::Store)
                    .Case("update", Access::Update)
                    .Case("exchange", Access::Exchange)
                    .Default(Access::Load);
  access.isShared = number("shared");
  access.buffer = number("buffer");
  access.size = number("size");
  access.lanes = number("lanes");
  access.place = text("place").str();
  return access;
}

std::optional<AccessTable> getAccessTable(Operation *function) {
  auto entries = function->getAttrOfType<ArrayAttr>("tiny.accesses");
  if (!entries || !llvm::all_of(entries, llvm::IsaPred<DictionaryAttr>))
    return std::nullopt;
  AccessTable table;
  for (auto entry : entries.getAsRange<DictionaryAttr>())
    table.push_back(readAccess(entry));
  return table;
}

} // namespace mlir::tiny::sim
