#pragma once

#include <stdint.h>

// Lets another thread go on while this one waits for it to run a handful of instructions: spins for 64
// rounds, yields for 64, and sleeps from then on.
void pledge_pause(uintptr_t round);

// How long a thread sleeps in a round, in nanoseconds: not at all in the first 128, then 1 µs, doubled each
// round up to about 1 ms. Under a real-time policy, a thread that yields never lets one of lower priority
// run, so if it did not sleep, it could wait for ever.
static inline uint64_t pledge_pause_length(uintptr_t round) {
  if (round < 128) return 0;
  uintptr_t doublings = round - 128;
  return (uint64_t)1000 << (doublings < 10 ? doublings : 10);
}
