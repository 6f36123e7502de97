#pragma once

#include <stdbool.h>

// The semaphore that a thread waits for before it continues.

#if defined(__APPLE__)
#include <dispatch/dispatch.h>

typedef dispatch_semaphore_t baton;

static inline void baton_create(baton *it) { *it = dispatch_semaphore_create(0); }
static inline void baton_pass(baton *it) { dispatch_semaphore_signal(*it); }
static inline void baton_take(baton *it) { dispatch_semaphore_wait(*it, DISPATCH_TIME_FOREVER); }
static inline bool baton_take_within(baton *it, int seconds) {
  return dispatch_semaphore_wait(*it, dispatch_time(DISPATCH_TIME_NOW, seconds * NSEC_PER_SEC)) == 0;
}
#else
#include <errno.h>
#include <semaphore.h>
#include <time.h>

typedef sem_t baton;

static inline void baton_create(baton *it) { sem_init(it, 0, 0); }
static inline void baton_pass(baton *it) { sem_post(it); }
static inline void baton_take(baton *it) {
  while (sem_wait(it) != 0) {
  }
}
static inline bool baton_take_within(baton *it, int seconds) {
  struct timespec end;
  clock_gettime(CLOCK_REALTIME, &end);
  end.tv_sec += seconds;
  while (sem_timedwait(it, &end) != 0) {
    if (errno == ETIMEDOUT) return false;
  }
  return true;
}
#endif
