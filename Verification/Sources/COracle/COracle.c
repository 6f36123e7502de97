// Runs tasks on the thread that drives them, so asynchronous code is deterministic.
//
// The concurrency runtime lets a program replace its function for enqueueing jobs. Jobs that a driving
// thread enqueues wait in a ring of that thread; jobs of other threads are enqueued as usual.

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
} ring;

static _Thread_local ring mine;

static void grow(void) {
  size_t capacity = mine.capacity == 0 ? 16 : 2 * mine.capacity;
  void **jobs = malloc(capacity * sizeof *jobs);
  if (jobs == NULL) abort();
  for (size_t i = 0; i < mine.count; i++) jobs[i] = mine.jobs[(mine.first + i) % mine.capacity];
  free(mine.jobs);
  mine.jobs = jobs;
  mine.capacity = capacity;
  mine.first = 0;
}

static SWIFT_CC void enqueue(void *job, enqueue_original original) {
  if (!mine.holds) {
    original(job);
    return;
  }
  if (mine.count == mine.capacity) grow();
  mine.jobs[(mine.first + mine.count++) % mine.capacity] = job;
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
  while (mine.count != 0) {
    void *job = mine.jobs[mine.first];
    mine.first = (mine.first + 1) % mine.capacity;
    mine.count--;
    swift_job_run(job, NULL, 0);
  }
}
