//===- ThreadPool.cpp - The threads that run kernels ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// One job at a time. The caller writes the job, opens it and takes pieces like
// everybody else. A worker enters (counted in `inside`), looks whether the job
// is open, takes pieces until none is left, and leaves. When its own pieces run
// out the caller closes the job and waits until nobody is inside, so a worker
// that wakes up late finds it closed and never holds up anybody.
//
// A worker that is out of work spins for a moment, because kernels come in
// rows, and then sleeps. The threads do not survive a fork: the child starts
// its own at the first call.
//
//===----------------------------------------------------------------------===//

#include "tiny/Runtime/ThreadPool.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MemoryBuffer.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdlib>
#include <mutex>
#include <pthread.h>
#include <sched.h>
#include <thread>
#include <vector>

namespace mlir::tiny {
namespace {

using Body = llvm::function_ref<void(int64_t, int64_t)>;

/// How long to spin before sleeping; waking a thread takes about as long.
constexpr std::chrono::microseconds spinTime(30);

void pause() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#else
  std::this_thread::yield();
#endif
}

/// Spins until the condition holds or the time is up; returns the condition.
template <typename Condition>
bool spinUntil(Condition condition) {
  auto start = std::chrono::steady_clock::now();
  for (;;) {
    for (unsigned i = 0; i < 32; ++i) {
      if (condition())
        return true;
      pause();
    }
    if (std::chrono::steady_clock::now() - start > spinTime)
      return condition();
  }
}

/// True on a thread that is running a body.
thread_local bool insideBody = false;

class Pool {
public:
  explicit Pool(unsigned numThreads) {
    try {
      for (unsigned i = 1; i < numThreads; ++i)
        workers.emplace_back([this] { work(); });
    } catch (const std::system_error &) {
      // No more threads to be had: what there is has to do.
    }
  }

  /// Ends the threads; calls after that run on the caller.
  void stop() {
    std::lock_guard busy(users);
    {
      std::lock_guard lock(mutex);
      stopping = true;
      generation.fetch_add(1);
    }
    wakeUp.notify_all();
    for (std::thread &worker : workers)
      worker.join();
    workers.clear();
  }

  void run(int64_t extent, int64_t grain, Body body) {
    std::unique_lock busy(users, std::try_to_lock);
    if (!busy.owns_lock() || workers.empty())
      return runHere(extent, body);

    // Several pieces per thread even out unequal speeds.
    int64_t numPieces = int64_t(workers.size() + 1) * 4;
    this->extent = extent;
    piece = std::max<int64_t>({grain, extent / numPieces, 1});
    this->body = &body;
    next.store(0, std::memory_order_relaxed);
    open.store(true);

    generation.fetch_add(1);
    if (sleeping.load() > 0) {
      // A worker between its last look and its sleep holds the lock.
      {
        std::lock_guard lock(mutex);
      }
      wakeUp.notify_all();
    }

    takePieces();
    open.store(false);
    auto isDone = [&] { return inside.load() == 0; };
    if (spinUntil(isDone))
      return;
    std::unique_lock lock(mutex);
    waiting.store(true);
    done.wait(lock, isDone);
    waiting.store(false);
  }

  static void runHere(int64_t extent, Body body) {
    bool outer = std::exchange(insideBody, true);
    body(0, extent);
    insideBody = outer;
  }

private:
  void work() {
    uint64_t seen = 0;
    for (;;) {
      auto isNew = [&] { return generation.load() != seen; };
      if (!spinUntil(isNew)) {
        std::unique_lock lock(mutex);
        sleeping.fetch_add(1);
        wakeUp.wait(lock, isNew);
        sleeping.fetch_sub(1);
      }
      seen = generation.load();
      if (stopping)
        return;
      inside.fetch_add(1);
      if (open.load())
        takePieces();
      if (inside.fetch_sub(1) == 1 && waiting.load()) {
        std::lock_guard lock(mutex);
        done.notify_one();
      }
    }
  }

  void takePieces() {
    insideBody = true;
    for (;;) {
      int64_t begin = next.fetch_add(piece, std::memory_order_relaxed);
      if (begin >= extent)
        break;
      (*body)(begin, std::min(begin + piece, extent));
    }
    insideBody = false;
  }

  std::vector<std::thread> workers;
  /// Held by the thread whose job this is.
  std::mutex users;

  // The job.
  int64_t extent = 0;
  int64_t piece = 1;
  Body *body = nullptr;
  std::atomic<int64_t> next = 0;
  std::atomic<bool> open = false;
  /// The workers that may be looking at the job.
  alignas(64) std::atomic<unsigned> inside = 0;
  /// Counts the jobs; a change is the signal to enter.
  alignas(64) std::atomic<uint64_t> generation = 0;

  std::mutex mutex;
  std::condition_variable wakeUp;
  std::atomic<unsigned> sleeping = 0;
  std::condition_variable done;
  std::atomic<bool> waiting = false;
  std::atomic<bool> stopping = false;
};

/// The pool of this process, and what replaces it after a fork.
class PoolOwner {
public:
  static PoolOwner &get() {
    // Never destroyed: kernels may run until the very end of the process.
    static PoolOwner *instance = new PoolOwner();
    return *instance;
  }

  Pool *getPool() {
    if (Pool *existing = pool.load(std::memory_order_acquire))
      return existing;
    std::lock_guard lock(mutex);
    if (Pool *existing = pool.load())
      return existing;
    Pool *created = new Pool(getNumThreads());
    pool.store(created, std::memory_order_release);
    return created;
  }

private:
  PoolOwner() {
    pthread_atfork([] { get().mutex.lock(); }, [] { get().mutex.unlock(); },
                   [] {
                     // Its threads are gone: leave the object behind.
                     get().pool.store(nullptr);
                     insideBody = false;
                     get().mutex.unlock();
                   });
    std::atexit([] {
      if (Pool *existing = get().pool.load())
        existing->stop();
    });
  }

  std::mutex mutex;
  std::atomic<Pool *> pool = nullptr;
};

} // namespace

/// The CPUs that a version 2 cgroup grants, or 0 if it sets no limit.
static unsigned getCgroupQuota() {
  auto file = llvm::MemoryBuffer::getFileAsStream("/sys/fs/cgroup/cpu.max");
  if (!file)
    return 0;
  auto [quota, period] = (*file)->getBuffer().trim().split(' ');
  uint64_t quotaTime = 0, periodTime = 0;
  if (quota.getAsInteger(10, quotaTime) ||
      period.getAsInteger(10, periodTime) || periodTime == 0)
    return 0;
  return unsigned(std::max<uint64_t>(1, quotaTime / periodTime));
}

static unsigned computeNumThreads() {
  constexpr unsigned most = 1024;
  if (const char *text = std::getenv("NUM_CPU_THREADS")) {
    unsigned number = 0;
    if (!llvm::StringRef(text).getAsInteger(10, number) && number > 0)
      return std::min(number, most);
  }
  unsigned number = std::max(1u, std::thread::hardware_concurrency());
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof(set), &set) == 0)
    if (unsigned count = CPU_COUNT(&set))
      number = std::min(number, count);
  if (unsigned quota = getCgroupQuota())
    number = std::min(number, quota);
  return std::min(number, most);
}

unsigned getNumThreads() {
  static unsigned number = computeNumThreads();
  return number;
}

void parallelFor(int64_t extent, Body body, int64_t grain) {
  if (extent <= 0)
    return;
  if (extent <= grain || insideBody || getNumThreads() == 1)
    return Pool::runHere(extent, body);
  PoolOwner::get().getPool()->run(extent, grain, body);
}

} // namespace mlir::tiny
