#pragma once

#include "CPledgeTesting.h"

// What the thread runs of an exploration; the functions of locks read it in each call.
typedef struct {
  // Whether a step runs, whether it is a part of a task, whether that is code of the runtime alone,
  // without points, and whether code of the explorer runs within it.
  bool is_step, is_part, is_whole, is_inside;
  // Whether the code under test has changed a promise since the last point.
  bool has_change;
  // Whether the callers of locks are learned.
  bool is_learning;
  // The number of locks that the code under test has taken in the part that runs, and of those that the
  // thread, after a deadlock, only pretends to hold.
  int locks, pretended;
} pledge_part;

extern _Thread_local pledge_part pledge_this;

// Whether other parts may run while the thread waits for a lock, and whether one may come first here.
static inline bool may_wait(void) { return pledge_this.is_step && !pledge_this.is_inside; }
static inline bool is_interruptible(void) { return may_wait() && pledge_this.is_part && !pledge_this.is_whole; }

// The kinds of code that take locks, by the address of the call.
typedef enum { PROGRAM, FOUNDATION, CONCURRENCY, SYSTEM } caller;
caller pledge_caller_at(const void *place);
// Whether the runtime takes the lock of a stream there.
bool pledge_is_stream(const void *place);
// Notes where the runtime and Foundation take locks, given the frame of the function that is called.
void pledge_learn_caller(const void *place, void *const *frame);
// Notes that a part uses a lock, or a stream; returns whether it is a lock.
bool pledge_touch_lock(const void *mutex, const void *place, void *const *frame);
