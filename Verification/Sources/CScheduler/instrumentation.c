#include <stdio.h>
#include <string.h>

#include "weak.h"

// What the compiler calls in code that is built with `-sanitize=thread`, in place of the thread
// sanitizer: so the code under test needs no changes. Outside of a run in weak mode, each function
// only does what it replaces.

static bool is_weak;

bool scheduler_is_weak(void) { return is_weak; }

void scheduler_set_weak(bool weak) { is_weak = weak; }

// MARK: Places of operations

enum { PROGRAM = 1 << 25, ORDER = 7, LOSSES = 3 };

// By offset, the order of the operation at a place, and bits for the orders that it loses.
static uint16_t places[PROGRAM];

#if defined(__ELF__)
extern char __executable_start __attribute__((weak)), _end __attribute__((weak));
// The word of the bits that say which features are in use, if the program contains Pledge.
extern uintptr_t pledge_instrumentation __attribute__((weak));
#else
// Elsewhere, only programs are explored that call the functions below by themselves.
static char __executable_start, _end;
static uintptr_t pledge_instrumentation;
#endif

uintptr_t scheduler_offset(const void *place) {
  return (uintptr_t)place - (uintptr_t)&__executable_start;
}

void scheduler_print_places(void) {
  for (size_t offset = 0; offset < PROGRAM; offset++) {
    int order = places[offset] & ORDER;
    if (order != 0) printf("place %#zx+%d\n", offset, order);
  }
}

bool scheduler_weaken(const char *place) {
  size_t offset;
  int order;
  if (sscanf(place, "%zx+%d", &offset, &order) != 2 || offset >= PROGRAM) return false;
  places[offset] |= 1 << order << LOSSES;
  return true;
}

// Notes the order of the operation at a place, and returns it without what it loses.
static int weakened(const void *place, int order) {
  uintptr_t offset = scheduler_offset(place);
  if (offset >= PROGRAM) return order;
  places[offset] = (places[offset] & ~ORDER) | order;
  int lost = places[offset] >> LOSSES;
  if (order == __ATOMIC_ACQ_REL && lost >> __ATOMIC_ACQUIRE & 1) order = __ATOMIC_RELEASE;
  if (order == __ATOMIC_ACQ_REL && lost >> __ATOMIC_RELEASE & 1) order = __ATOMIC_ACQUIRE;
  return lost >> order & 1 ? __ATOMIC_RELAXED : order;
}

// MARK: Atomic operations

// The bit that a first disposal sets for the rest of the process; here, for the rest of a run.
enum { DISPOSALS = 32 };

void scheduler_forget_disposals(void) {
  if (is_weak && scheduler_finds_races()) pledge_instrumentation &= ~(uintptr_t)DISPOSALS;
}

// Words of the program itself are caches of the runtime, which may be old, except for that one.
static bool is_modeled(const volatile void *word) {
  uintptr_t address = (uintptr_t)word;
  return address < (uintptr_t)&__executable_start || address >= (uintptr_t)&_end
      || word == &pledge_instrumentation;
}

// Waits for the turn of an operation; returns whether it is part of a run in weak mode.
static bool begins(
    const volatile void *word, access_kind kind, scheduler_access access, const void *place, int order) {
  if (!is_weak || !is_modeled(word)) return false;
  if (scheduler_self != NULL) {
    if (order == __ATOMIC_SEQ_CST) scheduler_fail("a word is accessed with an order that is not modeled");
    scheduler_arrive((const void *)word, access);
  }
  scheduler_check((const void *)word, sizeof(uintptr_t), kind, place);
  return scheduler_self != NULL;
}

#define PLACE __builtin_return_address(0)
#define WORD(word) ((uintptr_t *)(uintptr_t)(word))

uint64_t __tsan_atomic64_load(const volatile uint64_t *word, int order) {
  if (!begins(word, ATOMIC_READ, SCHEDULER_READS, PLACE, order)) return __atomic_load_n(word, order);
  return scheduler_load(WORD(word), weakened(PLACE, order));
}

void __tsan_atomic64_store(volatile uint64_t *word, uint64_t value, int order) {
  if (!begins(word, ATOMIC_WRITE, SCHEDULER_WRITES, PLACE, order)) {
    return __atomic_store_n(word, value, order);
  }
  scheduler_store(WORD(word), value, weakened(PLACE, order));
}

#define UPDATE(name, changed) \
  static uintptr_t name##_word(uintptr_t old, uintptr_t operand) { return changed; } \
  uint64_t __tsan_atomic64_##name(volatile uint64_t *word, uint64_t operand, int order) { \
    if (begins(word, ATOMIC_WRITE, SCHEDULER_WRITES, PLACE, order)) { \
      return scheduler_update(WORD(word), name##_word, operand, weakened(PLACE, order)); \
    } \
    uint64_t old = *word; \
    while (!__atomic_compare_exchange_n(word, &old, name##_word(old, operand), true, order, 0)) { \
    } \
    return old; \
  }

UPDATE(exchange, ((void)old, operand))
UPDATE(fetch_add, old + operand)
UPDATE(fetch_sub, old - operand)
UPDATE(fetch_and, old & operand)
UPDATE(fetch_or, old | operand)
UPDATE(fetch_xor, old ^ operand)

uint64_t __tsan_atomic64_compare_exchange_val(
    volatile uint64_t *word, uint64_t expected, uint64_t desired, int order, int failure) {
  if (!begins(word, ATOMIC_READ, SCHEDULER_WRITES, PLACE, order)) {
    __atomic_compare_exchange_n(word, &expected, desired, false, order, failure);
    return expected;
  }
  // First, so that the other order is noted.
  int weakened_failure = weakened(PLACE, failure);
  uint64_t found =
      scheduler_exchange(WORD(word), expected, desired, weakened(PLACE, order), weakened_failure);
  if (found == expected) scheduler_check(WORD(word), sizeof *word, ATOMIC_WRITE, PLACE);
  return found;
}

void __tsan_atomic_thread_fence(int order) {
  // A word for the order of the fences.
  static uintptr_t fence;
  if (!is_weak || scheduler_self == NULL) return __atomic_thread_fence(order);
  if (order == __ATOMIC_SEQ_CST) scheduler_arrive(&fence, SCHEDULER_WRITES);
  scheduler_fence(weakened(PLACE, order));
}

// MARK: Plain accesses

static void plain(const void *start, size_t size, access_kind kind, const void *place) {
  if (is_weak && scheduler_self != NULL && size > 0) scheduler_check(start, size, kind, place);
}

#define PLAIN(size) \
  void __tsan_read##size(void *start) { plain(start, size, PLAIN_READ, PLACE); } \
  void __tsan_write##size(void *start) { plain(start, size, PLAIN_WRITE, PLACE); } \
  void __tsan_unaligned_read##size(void *start) { plain(start, size, PLAIN_READ, PLACE); } \
  void __tsan_unaligned_write##size(void *start) { plain(start, size, PLAIN_WRITE, PLACE); }

PLAIN(1)
PLAIN(2)
PLAIN(4)
PLAIN(8)
PLAIN(16)

void *__tsan_memset(void *to, int byte, size_t size) {
  plain(to, size, PLAIN_WRITE, PLACE);
  return memset(to, byte, size);
}

void *__tsan_memcpy(void *to, const void *from, size_t size) {
  plain(from, size, PLAIN_READ, PLACE);
  plain(to, size, PLAIN_WRITE, PLACE);
  return memcpy(to, from, size);
}

void *__tsan_memmove(void *to, const void *from, size_t size) {
  plain(from, size, PLAIN_READ, PLACE);
  plain(to, size, PLAIN_WRITE, PLACE);
  return memmove(to, from, size);
}

// Called before `main`.
void __tsan_init(void) { scheduler_prepare_memory(); }
void __tsan_func_entry(void *caller) { (void)caller; }
void __tsan_func_exit(void) {}
void __tsan_ignore_thread_begin(void) {}
void __tsan_ignore_thread_end(void) {}
void __tsan_external_write(void *start, void *caller, void *tag) {
  (void)start, (void)caller, (void)tag;
}
