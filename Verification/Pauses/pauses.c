#include <sched.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

#include "CPledge.h"

// The functions that a build with yield points calls. Scripts/Proofs/pauses links them into tests. A
// thread that reaches a step observable by other threads may sleep, so that the others come first. Each
// pause follows an equally long time without one, so that even loops with a million stages end.

static const int64_t SECOND = 1000 * 1000 * 1000;

// The longest pause, in nanoseconds.
static int64_t longest = 1000 * 1000;

__attribute__((constructor)) static void read_longest(void) {
  const char *microseconds = getenv("PLEDGE_LONGEST_PAUSE");
  if (microseconds != NULL && atoll(microseconds) > 0) longest = atoll(microseconds) * 1000;
}

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * SECOND + time.tv_nsec;
}

// Random enough for durations; the constants are Knuth's.
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
  length = (int64_t)roll(&state) % longest;
  // Skips half of the pauses; otherwise a thread would always be late for its first step.
  if (roll(&state) % 2 == 0) {
    struct timespec pause = {length / SECOND, length % SECOND};
    nanosleep(&pause, NULL);
  }
  end = now();
}

void pledge_yield_blocked(void) { sched_yield(); }

// Any function will do; more nodes than usual share a stripe.
uintptr_t pledge_yield_stripe(uintptr_t address) { return (address >> 4) % PLEDGE_STRIPES; }
