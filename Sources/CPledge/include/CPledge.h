#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "CPledgePause.h"
#include "CPledgeSystem.h"

// Everything that Swift cannot express on every system that Pledge supports: atomics without an
// availability floor, a thread-local, a lock that sanitizers see, a conditional retain, and the
// time, thread, and callers of an event.

_Static_assert(sizeof(uintptr_t) == 8, "Pledge needs a system with 64-bit addresses");

// The words of a node, in the order in which they follow the object's header. A reference to a node
// leaves the lowest four bits to flags, and keeps any pointer tag in the upper bits.
typedef struct {
  uintptr_t state;
  uintptr_t upstream;
  uintptr_t next;
  uintptr_t aux;
  uintptr_t site;
} pledge_words;

// A build with `-Xcc -DPLEDGE_YIELD_POINTS` gives control to a schedule explorer, which defines the
// three functions below. In this order, they are called before every operation that another thread
// could observe, where a thread cannot continue until another one changes the word that it last
// touched, and where a node's lock is looked up.
typedef enum {
  PLEDGE_READS, PLEDGE_WRITES, PLEDGE_LOCKS, PLEDGE_TRIES_TO_LOCK, PLEDGE_UNLOCKS,
} pledge_access;

// PLEDGE_NEWCOMERS is the number of handlers that a delivering thread runs for threads that
// register concurrently before it offers the rest to the next such thread. PLEDGE_HANDOVER_ROUNDS
// is the number of times that it pauses to wait for that thread.
#ifdef PLEDGE_YIELD_POINTS
void pledge_yield_point(const void *word, pledge_access access);
void pledge_yield_blocked(void);
uintptr_t pledge_yield_stripe(uintptr_t address);
enum { PLEDGE_NEWCOMERS = 1, PLEDGE_HANDOVER_ROUNDS = 1 };
#else
enum { PLEDGE_NEWCOMERS = 16, PLEDGE_HANDOVER_ROUNDS = 128 };
static inline void pledge_yield_point(const void *word, pledge_access access) {
  (void)word;
  (void)access;
}
#endif

// Atomics on one word. Each name contains the memory ordering. A failed exchange acquires, except
// for a releasing one: nothing is read through the word that it found.

// An explorer that knows each operation by its place in the program needs it in the calling function.
#ifdef PLEDGE_YIELD_POINTS
#pragma clang attribute push(__attribute__((always_inline)), apply_to = function)
#endif

static inline uintptr_t pledge_load_relaxed(const uintptr_t *word) {
  pledge_yield_point(word, PLEDGE_READS);
  return __atomic_load_n(word, __ATOMIC_RELAXED);
}

static inline uintptr_t pledge_load_acquire(const uintptr_t *word) {
  pledge_yield_point(word, PLEDGE_READS);
  return __atomic_load_n(word, __ATOMIC_ACQUIRE);
}

static inline void pledge_store_relaxed(uintptr_t *word, uintptr_t value) {
  pledge_yield_point(word, PLEDGE_WRITES);
  __atomic_store_n(word, value, __ATOMIC_RELAXED);
}

static inline void pledge_store_release(uintptr_t *word, uintptr_t value) {
  pledge_yield_point(word, PLEDGE_WRITES);
  __atomic_store_n(word, value, __ATOMIC_RELEASE);
}

static inline uintptr_t pledge_or_relaxed(uintptr_t *word, uintptr_t bits) {
  pledge_yield_point(word, PLEDGE_WRITES);
  return __atomic_fetch_or(word, bits, __ATOMIC_RELAXED);
}

static inline uintptr_t pledge_or_release(uintptr_t *word, uintptr_t bits) {
  pledge_yield_point(word, PLEDGE_WRITES);
  return __atomic_fetch_or(word, bits, __ATOMIC_RELEASE);
}

static inline uintptr_t pledge_and_acq_rel(uintptr_t *word, uintptr_t bits) {
  pledge_yield_point(word, PLEDGE_WRITES);
  return __atomic_fetch_and(word, bits, __ATOMIC_ACQ_REL);
}

static inline void pledge_add_relaxed(uintptr_t *word, uintptr_t amount) {
  pledge_yield_point(word, PLEDGE_WRITES);
  __atomic_fetch_add(word, amount, __ATOMIC_RELAXED);
}

static inline uintptr_t pledge_subtract_acq_rel(uintptr_t *word, uintptr_t amount) {
  pledge_yield_point(word, PLEDGE_WRITES);
  return __atomic_fetch_sub(word, amount, __ATOMIC_ACQ_REL);
}

static inline bool pledge_cas_acquire(uintptr_t *word, uintptr_t *expected, uintptr_t desired) {
  pledge_yield_point(word, PLEDGE_WRITES);
  return __atomic_compare_exchange_n(
      word, expected, desired, false, __ATOMIC_ACQUIRE, __ATOMIC_ACQUIRE);
}

static inline bool pledge_cas_release(uintptr_t *word, uintptr_t *expected, uintptr_t desired) {
  pledge_yield_point(word, PLEDGE_WRITES);
  return __atomic_compare_exchange_n(
      word, expected, desired, false, __ATOMIC_RELEASE, __ATOMIC_RELAXED);
}

static inline bool pledge_cas_acq_rel(uintptr_t *word, uintptr_t *expected, uintptr_t desired) {
  pledge_yield_point(word, PLEDGE_WRITES);
  return __atomic_compare_exchange_n(
      word, expected, desired, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
}

static inline void pledge_fence(void) { __atomic_thread_fence(__ATOMIC_SEQ_CST); }

// Makes the relaxed reads before it acquire. Only a constraint for the compiler on x86-64.
static inline void pledge_acquire_fence(void) { __atomic_thread_fence(__ATOMIC_ACQUIRE); }

#ifdef PLEDGE_YIELD_POINTS
#pragma clang attribute pop
#endif

// Memory with the alignment of `malloc`. Swift requests an alignment for every allocation of typed
// memory, and on Linux an aligned allocation takes twice the time.
enum { PLEDGE_ALIGNMENT = 16 };

void *pledge_allocate(uintptr_t size);
void pledge_deallocate(void *memory);

// The nested calls of one kind on a thread: their number, the starts of work among them, and the
// work deferred until the outermost one returns.
typedef struct {
  uintptr_t depth, starts;
  uintptr_t first, last;
} pledge_nesting;

// The state of a thread: its nested handlers, its nested discard blocks and releases, the promise
// that it last registered with while another thread delivered its outcome, and why it discards.
typedef struct {
  pledge_nesting handlers, cleanups;
  uintptr_t joined;
  uintptr_t reason;
  // Whether the thread is reporting an event to observers, how many of its reports of rejections are
  // in progress, and its system number once that has been requested.
  uintptr_t dispatches;
  uintptr_t reports;
  uint64_t number;
} pledge_thread;

extern _Thread_local pledge_thread pledge_this_thread;

static inline pledge_thread *pledge_current_thread(void) { return &pledge_this_thread; }
static inline pledge_nesting *pledge_handlers(void) { return &pledge_this_thread.handlers; }
static inline pledge_nesting *pledge_cleanups(void) { return &pledge_this_thread.cleanups; }

// Locks. The numbered ones are shared by all nodes; a node's lock is found by its address.
enum { PLEDGE_STRIPES = 64 };

// Returns the number of the lock for the node at an address; the address is a multiple of 16.
static inline uintptr_t pledge_stripe_of(uintptr_t address) {
#ifdef PLEDGE_YIELD_POINTS
  return pledge_yield_stripe(address);
#else
  return (address >> 4) * 0x9E3779B97F4A7C15 >> 58;
#endif
}

void pledge_stripe_lock(uintptr_t index);
bool pledge_stripe_try_lock(uintptr_t index);
void pledge_stripe_unlock(uintptr_t index);

typedef struct pledge_lock pledge_lock;

pledge_lock *pledge_lock_create(void);
void pledge_lock_destroy(pledge_lock *lock);
void pledge_lock_acquire(pledge_lock *lock);
void pledge_lock_release(pledge_lock *lock);

// Retains a Swift object whose memory is valid, unless its deinit has begun; returns whether it
// did.
bool pledge_try_retain(void *object);

// Called before the number of references to an object is read.
static inline void pledge_will_count(const void *object) {
  pledge_yield_point(object, PLEDGE_READS);
}

// Features that have a cost only while they are in use, as bits: one relaxed load checks for all.
// The bits do not synchronize threads, so they are not yield points.
extern uintptr_t pledge_instrumentation;

static inline uintptr_t pledge_current_instrumentation(void) {
  return __atomic_load_n(&pledge_instrumentation, __ATOMIC_RELAXED);
}
static inline void pledge_add_instrumentation(uintptr_t bits) {
  __atomic_fetch_or(&pledge_instrumentation, bits, __ATOMIC_RELAXED);
}
static inline void pledge_remove_instrumentation(uintptr_t bits) {
  __atomic_fetch_and(&pledge_instrumentation, ~bits, __ATOMIC_RELAXED);
}

// Returns the time in nanoseconds on a monotonic clock.
uint64_t pledge_now(void);

// Returns the system's number of the current thread: the first function requests it, the second one
// caches it.
uint64_t pledge_find_thread_number(void);
static inline uint64_t pledge_thread_number(void) {
  pledge_thread *thread = pledge_current_thread();
  if (thread->number == 0) thread->number = pledge_find_thread_number();
  return thread->number;
}

enum { PLEDGE_UNKEPT_SITE = 0x3FFF };

// Returns the number of a site in a table of the process, which is added if it is new; 0 for no site,
// PLEDGE_UNKEPT_SITE if there is no more room.
uintptr_t pledge_number_of_site(uintptr_t site);

// Returns the site with a number; 0 if it has none.
uintptr_t pledge_site_of_number(uintptr_t number);

enum { PLEDGE_MAX_CALLERS = 8 };

typedef struct { uintptr_t addresses[PLEDGE_MAX_CALLERS]; } pledge_callers;

// Returns the return addresses of the active functions, innermost first, beginning with the one in
// the caller, but without the first `skipped`. A zero ends the list if it is not full.
pledge_callers pledge_find_callers(uintptr_t skipped);
