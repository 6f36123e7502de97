#pragma once

#include <stdbool.h>
#include <stdint.h>

// The operations of CPledge.h with an explicit ordering, for a copy in which their calls are numbered. The
// environment selects the number of the call that uses a weaker ordering. An operation that acquires and
// releases has two numbers: the first for the call without the acquire, the second for the one without the
// release. Only Scripts/Proofs/orderings builds this.

// The selected number, or zero to weaken nothing.
extern uintptr_t pledge_weakened;

static inline uintptr_t pledge_load_acquire_or_weaker(uintptr_t call, const uintptr_t *word) {
  return pledge_weakened == call ? __atomic_load_n(word, __ATOMIC_RELAXED)
                                 : __atomic_load_n(word, __ATOMIC_ACQUIRE);
}

static inline void pledge_store_release_or_weaker(
    uintptr_t call, uintptr_t *word, uintptr_t value) {
  if (pledge_weakened == call)
    __atomic_store_n(word, value, __ATOMIC_RELAXED);
  else
    __atomic_store_n(word, value, __ATOMIC_RELEASE);
}

static inline uintptr_t pledge_or_release_or_weaker(
    uintptr_t call, uintptr_t *word, uintptr_t bits) {
  return pledge_weakened == call ? __atomic_fetch_or(word, bits, __ATOMIC_RELAXED)
                                 : __atomic_fetch_or(word, bits, __ATOMIC_RELEASE);
}

static inline uintptr_t pledge_and_acq_rel_or_weaker(
    uintptr_t call, uintptr_t *word, uintptr_t bits) {
  if (pledge_weakened == call) return __atomic_fetch_and(word, bits, __ATOMIC_RELEASE);
  if (pledge_weakened == call + 1) return __atomic_fetch_and(word, bits, __ATOMIC_ACQUIRE);
  return __atomic_fetch_and(word, bits, __ATOMIC_ACQ_REL);
}

static inline uintptr_t pledge_subtract_acq_rel_or_weaker(
    uintptr_t call, uintptr_t *word, uintptr_t amount) {
  if (pledge_weakened == call) return __atomic_fetch_sub(word, amount, __ATOMIC_RELEASE);
  if (pledge_weakened == call + 1) return __atomic_fetch_sub(word, amount, __ATOMIC_ACQUIRE);
  return __atomic_fetch_sub(word, amount, __ATOMIC_ACQ_REL);
}

static inline bool pledge_cas_acquire_or_weaker(
    uintptr_t call, uintptr_t *word, uintptr_t *expected, uintptr_t desired) {
  if (pledge_weakened == call)
    return __atomic_compare_exchange_n(
        word, expected, desired, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
  return __atomic_compare_exchange_n(
      word, expected, desired, false, __ATOMIC_ACQUIRE, __ATOMIC_ACQUIRE);
}

static inline bool pledge_cas_release_or_weaker(
    uintptr_t call, uintptr_t *word, uintptr_t *expected, uintptr_t desired) {
  if (pledge_weakened == call)
    return __atomic_compare_exchange_n(
        word, expected, desired, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
  return __atomic_compare_exchange_n(
      word, expected, desired, false, __ATOMIC_RELEASE, __ATOMIC_RELAXED);
}

static inline bool pledge_cas_acq_rel_or_weaker(
    uintptr_t call, uintptr_t *word, uintptr_t *expected, uintptr_t desired) {
  if (pledge_weakened == call)
    return __atomic_compare_exchange_n(
        word, expected, desired, false, __ATOMIC_RELEASE, __ATOMIC_RELAXED);
  if (pledge_weakened == call + 1)
    return __atomic_compare_exchange_n(
        word, expected, desired, false, __ATOMIC_ACQUIRE, __ATOMIC_ACQUIRE);
  return __atomic_compare_exchange_n(
      word, expected, desired, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
}
