#include <sched.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

#include "CPledge.h"

// What a build with yield points calls, as Scripts/pauses links it into tests: a thread that comes to
// a step which others could see may sleep there, so that they come first for once. In front of each
// pause is as much time without one, so that even loops of a million stages come to an end.

static const int64_t SECOND = 1000 * 1000 * 1000;

// The longest pause, in nanoseconds; a millisecond unless the environment says otherwise.
static int64_t longest(void) {
  static int64_t found = 0;
  int64_t known = __atomic_load_n(&found, __ATOMIC_RELAXED);
  if (known > 0) return known;
  const char *microseconds = getenv("PLEDGE_LONGEST_PAUSE");
  known = microseconds == NULL ? 0 : atoll(microseconds) * 1000;
  if (known <= 0) known = SECOND / 1000;
  __atomic_store_n(&found, known, __ATOMIC_RELAXED);
  return known;
}

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * SECOND + time.tv_nsec;
}

// Good enough for lengths: the constants are Knuth's.
static uint64_t roll(uint64_t *state) {
  *state = *state * 6364136223846793005 + 1442695040888963407;
  return *state >> 33;
}

void pledge_yield_point(const void *word, pledge_access access) {
  static _Thread_local uint64_t state;
  static _Thread_local int64_t end, length;
  (void)word;
  (void)access;
  int64_t time = now();
  if (time - end < length) return;
  if (state == 0) state = (uint64_t)time;
  length = (int64_t)roll(&state) % longest();
  // Now and then nobody sleeps, or a thread would always be late for what it does first.
  if (roll(&state) % 2 == 0) {
    struct timespec pause = {length / SECOND, length % SECOND};
    nanosleep(&pause, NULL);
  }
  end = now();
}

void pledge_yield_blocked(void) { sched_yield(); }

uintptr_t pledge_yield_stripe(uintptr_t address) {
  return (address >> 4) * 0x9E3779B97F4A7C15 >> 58;
}
