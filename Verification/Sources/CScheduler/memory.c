#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#if defined(__GLIBC__)
#include <malloc.h>
#endif

#include "weak.h"

// The words of a run. Memory freed during a run is not reused before its end, so an address stands
// for one word, and a step on a freed word is detected.

enum { SLOTS = SCHEDULER_SLOTS, FULL = SLOTS / 2 };

typedef scheduler_entry entry;

static uint32_t run = 1;

entry *scheduler_find(entry table[SLOTS], const void *address) {
  size_t slot = ((uintptr_t)address >> 3) * 0x9E3779B97F4A7C15 >> 52;
  while (table[slot].run == run && table[slot].address != address) slot = (slot + 1) % SLOTS;
  return &table[slot];
}

bool scheduler_is_current(const entry *found) { return found->run == run; }

uint16_t scheduler_enter(entry *free_entry, const void *address, uint16_t number) {
  *free_entry = (entry){address, run, number};
  return number;
}

// MARK: Names

static entry names[SLOTS];
static uint16_t named[SCHEDULER_THREADS];

uint16_t scheduler_name(const void *word, int thread) {
  entry *known = scheduler_find(names, word);
  if (known->run == run) return known->number;
  if (++named[thread] == SCHEDULER_WORDS) scheduler_fail("more words than expected");
  return scheduler_enter(known, word, thread * SCHEDULER_WORDS + named[thread]);
}

// MARK: Freed words

static scheduler_end ends[SLOTS];
static size_t end_count;

const scheduler_end *scheduler_ends(size_t *count) {
  *count = end_count;
  return ends;
}

// MARK: Stripes

// The hash of an address would differ from run to run. Like the name of a word, the lock of a node is
// therefore assigned by the first thread that asks. Nodes created before the threads start come first.

enum { OWNERS = SCHEDULER_THREADS + 1, STRIPES_OF_AN_OWNER = 64 / OWNERS };

static entry stripes[SLOTS];
static uint16_t striped[OWNERS];

uintptr_t pledge_yield_stripe(uintptr_t address) {
  entry *known = scheduler_find(stripes, (const void *)address);
  if (known->run == run) return known->number;
  int thread = scheduler_thread_number();
  int owner = thread < 0 ? SCHEDULER_THREADS : thread;
  if (striped[owner] == FULL / OWNERS) scheduler_fail("more nodes than expected");
  int number = striped[owner]++ % STRIPES_OF_AN_OWNER;
  return scheduler_enter(known, (const void *)address, owner * STRIPES_OF_AN_OWNER + number);
}

void scheduler_reset(void) {
  run++;
  memset(named, 0, sizeof named);
  memset(striped, 0, sizeof striped);
  end_count = 0;
  scheduler_forget_objects();
  scheduler_forget_disposals();
}

// MARK: Quarantine

#if defined(__GLIBC__) && !defined(IS_SANITIZED)

enum { POISON = 0xDB, BLOCKS = 1 << 14, POISONED_BYTES = 512, SEARCHED_BYTES = 128 };

extern void __libc_free(void *block);

static void *blocks[BLOCKS];
static int block_count;

bool scheduler_is_freed(const void *word) {
  uintptr_t content;
  memcpy(&content, word, sizeof content);
  return content == 0xDBDBDBDBDBDBDBDB;
}

// Freeing a word conflicts with every step on it, so the explorer also tries each such step after the free.
static void note_ends(const char *block, size_t size) {
  if (size > SEARCHED_BYTES) size = SEARCHED_BYTES;
  for (size_t offset = 0; offset < size && end_count < SLOTS; offset += sizeof(uintptr_t)) {
    const entry *known = scheduler_find(names, block + offset);
    if (known->run != run) continue;
    ends[end_count++] = (scheduler_end){known->number, scheduler_thread_number()};
  }
}

// New memory that has not been written to may still hold the poison of an earlier run.
static bool is_in_quarantine(const void *block) {
  for (int index = 0; index < block_count; index++) {
    if (blocks[index] == block) return true;
  }
  return false;
}

// Replaces the function of the C library.
void free(void *block) {
  if (block != NULL) scheduler_note_freed(block, __builtin_return_address(0));
  if (scheduler_self == NULL || block == NULL || block_count == BLOCKS) return __libc_free(block);
  size_t size = malloc_usable_size(block);
  if (size >= sizeof(uintptr_t) && scheduler_is_freed(block) && is_in_quarantine(block)) {
    scheduler_fail("freed twice");
  }
  note_ends(block, size);
  memset(block, POISON, size < POISONED_BYTES ? size : POISONED_BYTES);
  blocks[block_count++] = block;
}

void scheduler_empty_quarantine(void) {
  while (block_count > 0) __libc_free(blocks[--block_count]);
}

#else

// The address sanitizer has its own quarantine and checks every step.
bool scheduler_is_freed(const void *word) {
  (void)word;
  return false;
}

void scheduler_empty_quarantine(void) {}

#endif
