#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#if defined(__GLIBC__)
#include <malloc.h>
#include <unistd.h>
#endif

#include "weak.h"

// The objects of a run: who accessed each word, and what a thread learns that finds an object
// unique, or releases its last reference. An access is unordered if the thread does not know the
// epoch of an earlier one (Flanagan and Freund, FastTrack, PLDI 2009; here with all threads' epochs).
// Races are reported in objects that have atomic words, that is, in nodes: only these are shared
// without locks. Their payload contains, or refers to, what else they share.

enum { OBJECTS = 1 << 13, WORDS_OF_AN_OBJECT = 16, GRANULES = 1 << 17, GRANULE = 16 };

// The last access of a kind by a thread.
typedef struct {
  uint32_t epoch;
  const void *place;
} last_access;

typedef struct {
  uintptr_t base;
  uint16_t words;
  bool has_atomics;
  // Whether `accesses` has been cleared.
  bool is_used;
  const void *freed_at;
  const view *released;
} object;

typedef last_access word_accesses[KINDS][SCHEDULER_THREADS];

typedef struct {
  uint32_t run;
  uint16_t object;
  uintptr_t granule;
} granule_entry;

static object objects[OBJECTS];
static word_accesses accesses[OBJECTS][WORDS_OF_AN_OBJECT];
static uint32_t object_count;
static granule_entry granules[GRANULES];
static uint32_t run = 1;

void scheduler_forget_objects(void) {
  run++;
  object_count = 0;
}

static granule_entry *find(uintptr_t granule) {
  size_t slot = granule * 0x9E3779B97F4A7C15 >> 47;
  while (granules[slot].run == run && granules[slot].granule != granule) slot = (slot + 1) % GRANULES;
  return &granules[slot];
}

static object *object_at(uintptr_t address) {
  const granule_entry *found = find(address / GRANULE);
  return found->run == run ? &objects[found->object] : NULL;
}

static void add(uintptr_t base, size_t size) {
  if (object_count == OBJECTS) scheduler_fail("more objects than expected");
  if (size > WORDS_OF_AN_OBJECT * sizeof(uintptr_t)) size = WORDS_OF_AN_OBJECT * sizeof(uintptr_t);
  objects[object_count] = (object){.base = base, .words = size / sizeof(uintptr_t)};
  for (uintptr_t granule = base / GRANULE; granule * GRANULE < base + size; granule++) {
    *find(granule) = (granule_entry){run, object_count, granule};
  }
  object_count++;
}

bool scheduler_is_object(const void *address) {
  const object *found = object_at((uintptr_t)address);
  return found != NULL && found->base == (uintptr_t)address;
}

// MARK: Accesses

static const char *const names[KINDS] = {
    "plain read", "plain write", "atomic read", "atomic write",
};

// The kinds of earlier accesses with which one of each kind conflicts, one bit each.
static const uint8_t conflicts[KINDS] = {
    [PLAIN_READ] = 1 << PLAIN_WRITE | 1 << ATOMIC_WRITE,
    [PLAIN_WRITE] = 1 << PLAIN_READ | 1 << PLAIN_WRITE | 1 << ATOMIC_READ | 1 << ATOMIC_WRITE,
    [ATOMIC_READ] = 1 << PLAIN_WRITE,
    [ATOMIC_WRITE] = 1 << PLAIN_READ | 1 << PLAIN_WRITE,
};

_Noreturn static void fail(
    int word, const char *kind, const void *place, const char *other, const void *other_place) {
  char finding[160];
  snprintf(
      finding, sizeof finding, "data race: %s of word %d of an object, not ordered after a %s", kind,
      word, other);
  scheduler_print_place(kind, place);
  scheduler_print_place(other, other_place);
  scheduler_fail(finding);
}

static word_accesses *accesses_of(object *of) {
  word_accesses *found = accesses[of - objects];
  if (!of->is_used) memset(found, 0, of->words * sizeof *found);
  of->is_used = true;
  return found;
}

// `name` is what to report: freeing an object conflicts like a plain write.
static void check_word(object *of, int word, access_kind kind, const void *place, const char *name) {
  const view *known = scheduler_view();
  for (int earlier = 0; earlier < KINDS; earlier++) {
    if (!(conflicts[kind] >> earlier & 1)) continue;
    for (int thread = 0; thread < SCHEDULER_THREADS; thread++) {
      const last_access *it = &accesses_of(of)[word][earlier][thread];
      if (it->epoch > known->clocks[thread] && thread != scheduler_thread_number()) {
        fail(word, name, place, names[earlier], it->place);
      }
    }
  }
}

void scheduler_check(const void *start, size_t size, access_kind kind, const void *place) {
  object *of = object_at((uintptr_t)start);
  if (of == NULL) return;
  if (kind >= ATOMIC_READ) of->has_atomics = true;
  int thread = scheduler_thread_number();
  if (thread < 0) return;
  if (of->freed_at != NULL) {
    scheduler_print_place(names[kind], place);
    scheduler_print_place("freed", of->freed_at);
    scheduler_fail("use after free");
  }
  uintptr_t first = ((uintptr_t)start - of->base) / sizeof(uintptr_t);
  uintptr_t last = ((uintptr_t)start + size - 1 - of->base) / sizeof(uintptr_t);
  for (uintptr_t word = first; word <= last && word < of->words; word++) {
    if (of->has_atomics) check_word(of, (int)word, kind, place, names[kind]);
    accesses_of(of)[word][kind][thread] = (last_access){scheduler_view()->clocks[thread], place};
  }
}

// MARK: Reference counts

// A release publishes what its thread knows, and the last one acquires it, as in Swift's runtime.
// Retaining does not synchronize.

void scheduler_note_count(const void *reference) {
  const object *of = object_at((uintptr_t)reference);
  if (of != NULL) scheduler_learn_at_fence(of->released);
}

#if defined(__GLIBC__)
extern char _end __attribute__((weak));
extern bool _swift_enableSwizzlingOfAllocationAndRefCountingFunctions_forInstrumentsOnly
    __attribute__((weak));
extern void *(*_swift_allocObject)(const void *, size_t, size_t) __attribute__((weak));
extern void *(*_swift_retain)(void *) __attribute__((weak));
extern void *(*_swift_retain_n)(void *, uint32_t) __attribute__((weak));
extern void (*_swift_release)(void *) __attribute__((weak));
extern void (*_swift_release_n)(void *, uint32_t) __attribute__((weak));
extern size_t swift_retainCount(void *) __attribute__((weak));

static void *(*allocate)(const void *, size_t, size_t);
static void *(*retain)(void *, uint32_t);
static void (*release)(void *, uint32_t);

// All memory is in one heap, so that an address tells what may be an object.
void scheduler_prepare_memory(void) {
  mallopt(M_ARENA_MAX, 1);
  mallopt(M_MMAP_MAX, 0);
}

void scheduler_note_freed(const void *block, const void *place) {
  if (scheduler_thread_number() < 0) return;
  object *of = object_at((uintptr_t)block);
  if (of == NULL || of->base != (uintptr_t)block) return;
  for (int word = 0; word < of->words && of->has_atomics; word++) {
    check_word(of, word, PLAIN_WRITE, place, "freeing");
  }
  of->freed_at = place;
}

static void *allocated(const void *metadata, size_t size, size_t alignment) {
  void *made = allocate(metadata, size, alignment);
  add((uintptr_t)made, size);
  return made;
}

// The runtime passes its hooks also what is no object, such as a short or a constant string, and it
// has removed the tag. An object is in the heap, or on the stack, where the lower half of its count
// is 5. Constant objects need not be counted.
static bool is_reference(const void *reference) {
  if ((const char *)reference > &_end && (const char *)reference < (char *)sbrk(0)) return true;
  bool is_on_stack = (uintptr_t)reference - (uintptr_t)__builtin_frame_address(0) < 1 << 23;
  return is_on_stack && ((const uint32_t *)reference)[2] == 5;
}

static void will_release(void *reference, uint32_t count, const void *place) {
  object *of = scheduler_thread_number() < 0 ? NULL : object_at((uintptr_t)reference);
  if (of == NULL || of->base != (uintptr_t)reference) return;
  if (of->freed_at != NULL) {
    scheduler_print_place("release", place);
    scheduler_fail("an object is released after it was freed");
  }
  if (swift_retainCount(reference) > count) {
    of->released = scheduler_publish(of->released);
  } else {
    scheduler_learn(of->released);
  }
}

static void *retained(void *reference, uint32_t count) {
  return is_reference(reference) ? retain(reference, count) : reference;
}

static void *retained_once(void *reference) { return retained(reference, 1); }

static void released(void *reference, uint32_t count) {
  if (!is_reference(reference)) return;
  will_release(reference, count, __builtin_return_address(0));
  release(reference, count);
}

static void released_once(void *reference) { released(reference, 1); }

static bool finds_races;

bool scheduler_finds_races(void) { return finds_races; }

void scheduler_find_races(void) {
  if (&_swift_enableSwizzlingOfAllocationAndRefCountingFunctions_forInstrumentsOnly == NULL) {
    scheduler_fail("this version of Swift's runtime has no hooks for reference counts");
  }
  allocate = _swift_allocObject, _swift_allocObject = allocated;
  retain = _swift_retain_n, _swift_retain_n = retained, _swift_retain = retained_once;
  release = _swift_release_n, _swift_release_n = released, _swift_release = released_once;
  _swift_enableSwizzlingOfAllocationAndRefCountingFunctions_forInstrumentsOnly = finds_races = true;
}
#else
void scheduler_prepare_memory(void) {}

bool scheduler_finds_races(void) { return false; }

void scheduler_find_races(void) { scheduler_fail("weak mode needs Linux"); }
#endif
