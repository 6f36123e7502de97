#pragma once

#include <stdbool.h>
#include <stdint.h>

// The operations of CPledge.h that spell an ordering, for a copy in which the calls are numbered:
// the one with the number that the environment names is a weaker one. An operation that acquires
// and releases has two numbers, that of the call without the acquiring and the next one without the
// releasing. Only Scripts/Proofs/orderings builds this.

// The number; zero if all are as they should be.
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
