#pragma once

#include <stdint.h>

// The orderings of the calls that are numbered in a copy of the core. An operation that acquires and
// releases has two numbers: the first for the call without the acquire, the second for the one without the
// release. Only Scripts/Proofs/orderings builds this.

// The number of the call that uses a weaker ordering, from the environment, or zero to weaken nothing.
extern uintptr_t pledge_weakened;

static inline int pledge_weaker(uintptr_t call, int ordering) {
  return pledge_weakened == call ? __ATOMIC_RELAXED : ordering;
}

// The ordering of an operation that acquires and releases.
static inline int pledge_weaker_of_both(uintptr_t call) {
  if (pledge_weakened == call) return __ATOMIC_RELEASE;
  return pledge_weakened == call + 1 ? __ATOMIC_ACQUIRE : __ATOMIC_ACQ_REL;
}
