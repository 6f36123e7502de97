// Runs tasks on the thread that drives them, so asynchronous code is deterministic.
//
// The concurrency runtime lets a program replace its function for enqueueing jobs. Jobs that a driving
// thread enqueues wait in a queue of that thread; jobs of other threads are enqueued as usual.

#include "COracle.h"

#include <stdint.h>
#include <stdlib.h>

#define SWIFT_CC __attribute__((swiftcall))

typedef SWIFT_CC void (*enqueue_original)(void *job);
typedef SWIFT_CC void (*enqueue_hook)(void *job, enqueue_original original);

extern enqueue_hook swift_task_enqueueGlobal_hook;
extern SWIFT_CC void swift_job_run(void *job, void *identity, uintptr_t implementation);

typedef struct {
  void **jobs;
  size_t first, count, capacity;
  bool holds;
} queue;

static _Thread_local queue mine;

static SWIFT_CC void enqueue(void *job, enqueue_original original) {
  if (!mine.holds) {
    original(job);
    return;
  }
  if (mine.count == mine.capacity) {
    mine.capacity = 2 * mine.capacity + 16;
    mine.jobs = realloc(mine.jobs, mine.capacity * sizeof *mine.jobs);
    if (mine.jobs == NULL) abort();
  }
  mine.jobs[mine.count++] = job;
}

void oracle_hold_jobs(bool holds) {
  __atomic_store_n(&swift_task_enqueueGlobal_hook, enqueue, __ATOMIC_RELAXED);
  mine.holds = holds;
  if (holds || mine.count != 0) return;
  // The thread may end.
  free(mine.jobs);
  mine.jobs = NULL;
  mine.capacity = 0;
}

void oracle_run_jobs(void) {
  while (mine.first < mine.count) swift_job_run(mine.jobs[mine.first++], NULL, 0);
  mine.first = mine.count = 0;
}
