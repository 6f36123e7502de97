#pragma once

#include <stdint.h>

// Lets another thread continue while this one waits for it to execute a few instructions: spins for
// 64 rounds, yields for 64, and sleeps from then on.
void pledge_pause(uintptr_t round);

// Returns how long a thread sleeps in a round, in nanoseconds: 0 in the first 128 rounds, then 1
// µs, doubled each round up to about 1 ms. Under a real-time policy, a thread that yields never
// lets a thread of lower priority run, so without sleeping, it could wait forever.
static inline uint64_t pledge_pause_length(uintptr_t round) {
  if (round < 128) return 0;
  uintptr_t doublings = round - 128;
  return (uint64_t)1000 << (doublings < 10 ? doublings : 10);
}
