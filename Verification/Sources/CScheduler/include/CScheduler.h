#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Runs real threads, one at a time. A thread stops at a yield point before every step that another
// thread could observe. The scheduler then chooses the next thread by the caller's plan, so a schedule
// can be repeated and varied.

enum {
  SCHEDULER_THREADS = 4,
  SCHEDULER_OPERATIONS = 8,
  /// The number of steps after which a run counts as endless.
  SCHEDULER_STEPS = 4096,
  /// The number of words that a thread may be the first to touch.
  SCHEDULER_WORDS = 512,
};

/// The kinds of accesses; the first five are those of CPledge.
typedef enum {
  SCHEDULER_READS,
  SCHEDULER_WRITES,
  SCHEDULER_LOCKS,
  SCHEDULER_TRIES_TO_LOCK,
  SCHEDULER_UNLOCKS,
  /// The start of an operation or the end of a wait. It has no word.
  SCHEDULER_GOES_ON,
} scheduler_access;

/// One decision, and the step that followed.
typedef struct {
  /// The name of the word: the same in all schedules that differ in independent steps only.
  uint16_t word;
  uint8_t access;
  uint8_t thread;
  /// The thread that ran before. If it is another one and could have gone on, this step preempts it.
  uint8_t running;
  /// The threads that could have taken a step, one bit each.
  uint8_t enabled;
  uint8_t operation;
  /// In weak mode, the number of stores that this step could have read or followed, and the one that it
  /// did: 0 is the latest.
  uint8_t choices;
  uint8_t choice;
} scheduler_step;

/// A word that was freed, and the thread that freed it.
typedef struct {
  uint16_t word;
  uint8_t thread;
} scheduler_end;

/// A deviation from the default choice: a switch to a thread at a step, or another store for it.
typedef struct {
  uint32_t step;
  uint8_t thread;
  uint8_t choice;
} scheduler_switch;

/// The choice of threads. By default, the running thread continues, or if it cannot, the first that can.
typedef struct {
  const scheduler_switch *switches;
  size_t count;
  /// If not null, the enabled thread with the highest priority continues, and a switch gives the running
  /// thread the lowest priority (Burckhardt et al., probabilistic concurrency testing).
  const uint8_t *priorities;
  /// If not zero, the start of random choices among stores.
  uint64_t seed;
} scheduler_plan;

/// The work of the threads, and its names for reports, which are never freed. `body` calls
/// `scheduler_begin` before each operation.
typedef struct {
  const char *name;
  int threads;
  void (*body)(void *context, int thread);
  void *context;
  const char *operations[SCHEDULER_THREADS][SCHEDULER_OPERATIONS];
} scheduler_program;

typedef enum {
  SCHEDULER_COMPLETED,
  /// No thread can continue. The threads of this run do not end.
  SCHEDULER_DEADLOCKED,
  /// Too many steps. The threads of this run do not end.
  SCHEDULER_ENDLESS,
} scheduler_result;

void scheduler_set_name(scheduler_program *program, const char *name);
void scheduler_set_operation(scheduler_program *program, int thread, int operation, const char *name);

/// Forgets the words of the previous run. Create the objects of the next run after this call.
void scheduler_reset(void);

scheduler_result scheduler_run(const scheduler_program *program, const scheduler_plan *plan);

/// Returns the steps of the last run.
const scheduler_step *scheduler_trace(size_t *count);

/// Returns the words that were freed in the last run.
const scheduler_end *scheduler_ends(size_t *count);

/// Announces the next operation of the calling thread.
void scheduler_begin(int operation);

/// Returns the number of the calling thread, or -1 if it is not a thread of the run.
int scheduler_thread_number(void);

/// Prints the last run, or the current one so far, to standard error. Safe in a signal handler.
void scheduler_report(const char *finding);

/// Binds the process to one processor, where switching threads is fastest, and reports crashes with
/// their schedule.
void scheduler_prepare(void);

/// Switches to weak mode, or back: see weak.h. Races are found after the second call, which is for the
/// rest of the process.
void scheduler_set_weak(bool weak);
void scheduler_find_races(void);
bool scheduler_is_weak(void);

/// Synchronizes the calling thread with all that called this for an address, as a lock would.
void scheduler_meet(const void *address);

/// Prints the places of the atomic operations so far in weak mode, and their orders: `0x1f2e+3`.
void scheduler_print_places(void);

/// Takes the order that follows a place from the operation there; returns false if `place` is none.
bool scheduler_weaken(const char *place);

// Atomic operations as the compiler's instrumentation calls them, for programs without it.
uint64_t __tsan_atomic64_load(const volatile uint64_t *word, int order);
void __tsan_atomic64_store(volatile uint64_t *word, uint64_t value, int order);
uint64_t __tsan_atomic64_fetch_add(volatile uint64_t *word, uint64_t amount, int order);
uint64_t __tsan_atomic64_compare_exchange_val(
    volatile uint64_t *word, uint64_t expected, uint64_t desired, int order, int failure);
void __tsan_atomic_thread_fence(int order);
void __tsan_read8(void *word);
void __tsan_write8(void *word);

// The yield points, for programs without Pledge.
void pledge_yield_point(const void *word, int access);
void pledge_yield_blocked(void);
uintptr_t pledge_yield_stripe(uintptr_t address);
