#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Real threads of which one runs at a time. Before every step that another thread could see, the one
// that runs stops here, and it is decided who goes on: by a plan that the caller has made, so that a
// schedule can be repeated and varied.

enum {
  SCHEDULER_THREADS = 4,
  SCHEDULER_OPERATIONS = 8,
  /// A run that takes more is taken for one that never ends.
  SCHEDULER_STEPS = 4096,
  /// The number of words that a thread may be the first to touch.
  SCHEDULER_WORDS = 512,
};

/// What a step does to its word; the first five are those of CPledge.
typedef enum {
  SCHEDULER_READS,
  SCHEDULER_WRITES,
  SCHEDULER_LOCKS,
  SCHEDULER_TRIES_TO_LOCK,
  SCHEDULER_UNLOCKS,
  /// An operation begins, or a wait is over; no word.
  SCHEDULER_GOES_ON,
} scheduler_access;

/// One decision, and the step that was taken by it.
typedef struct {
  /// The name of the word: the same in every schedule that differs in independent steps only.
  uint16_t word;
  uint8_t access;
  uint8_t thread;
  /// The thread that ran before. If it could have gone on, this step preempts it.
  uint8_t running;
  /// The threads that could have taken a step, one bit each.
  uint8_t enabled;
  uint8_t operation;
} scheduler_step;

/// A word that has gone with the memory that it was in, and the thread that freed that.
typedef struct {
  uint16_t word;
  uint8_t thread;
} scheduler_end;

/// At this step, this thread goes on.
typedef struct {
  uint32_t step;
  uint8_t thread;
} scheduler_switch;

/// Who goes on. Where the plan is silent, whoever runs does; if that cannot, the first that can.
typedef struct {
  const scheduler_switch *switches;
  size_t count;
  /// Not null: who goes on has the highest priority of those that can, and a switch gives who runs at
  /// that step the lowest instead (Burckhardt et al., probabilistic concurrency testing).
  const uint8_t *priorities;
} scheduler_plan;

/// What the threads do, and what to call it in reports. `body` calls `scheduler_begin` before each
/// operation.
typedef struct {
  const char *name;
  int threads;
  void (*body)(void *context, int thread);
  void *context;
  const char *operations[SCHEDULER_THREADS][SCHEDULER_OPERATIONS];
} scheduler_program;

typedef enum {
  SCHEDULER_COMPLETED,
  /// Nobody can go on; the threads of this run are left where they are.
  SCHEDULER_DEADLOCKED,
  /// Too many steps; the threads of this run are left where they are.
  SCHEDULER_ENDLESS,
} scheduler_verdict;

/// How many locks there are for nodes; with 1, all nodes share one.
void scheduler_set_stripes(uintptr_t count);

/// Forgets the words of the run before; what the next one uses is made after this.
void scheduler_reset(void);

scheduler_verdict scheduler_run(const scheduler_program *program, const scheduler_plan *plan);

/// The steps of the last run.
const scheduler_step *scheduler_trace(size_t *count);

/// The words that were freed in the last run.
const scheduler_end *scheduler_ends(size_t *count);

/// Announces the next operation of the calling thread.
void scheduler_begin(int operation);

/// The number of the calling thread in the run, or -1 if it is none of those.
int scheduler_thread_number(void);

/// Prints the last run, or the current one up to now, to standard error; safe in a signal handler.
void scheduler_report(const char *finding);

/// Keeps the process on one processor, where handing over is fastest, and has crashes reported with
/// their schedule.
void scheduler_prepare(void);

// The points, for programs that are not made of Pledge.
void pledge_yield_point(const void *word, int access);
void pledge_yield_blocked(void);
uintptr_t pledge_yield_stripe(uintptr_t address);
