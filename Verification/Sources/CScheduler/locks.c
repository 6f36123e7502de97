#include <stddef.h>

#include "weak.h"

// The locks that threads hold, and what a thread learns that locks one in weak mode.

enum { LOCKS = 1024 };

// A lock that a thread holds.
typedef struct {
  const void *word;
  int thread;
} held_lock;

static held_lock held[64];
static int held_count;
static scheduler_entry locks[SCHEDULER_SLOTS];
static const view *views[LOCKS];
static uint16_t count;

static held_lock *find(const void *word) {
  for (int i = 0; i < held_count; i++) {
    if (held[i].word == word) return &held[i];
  }
  return NULL;
}

int scheduler_holder(const void *word) {
  const held_lock *lock = find(word);
  return lock == NULL ? -1 : lock->thread;
}

void scheduler_note_lock(const void *word, scheduler_access access, int thread) {
  held_lock *lock = find(word);
  bool is_taken = access == SCHEDULER_LOCKS || access == SCHEDULER_TRIES_TO_LOCK;
  if (is_taken && lock == NULL) {
    if (held_count == sizeof held / sizeof held[0]) scheduler_fail("more locks than expected");
    held[held_count++] = (held_lock){word, thread};
  } else if (access == SCHEDULER_UNLOCKS && lock != NULL) {
    *lock = held[--held_count];
  }
}

void scheduler_forget_locks(void) { held_count = count = 0; }

// MARK: Weak mode

static const view **view_of_lock(const void *word) {
  scheduler_entry *known = scheduler_find(locks, word);
  if (!scheduler_is_current(known)) {
    if (count == LOCKS) scheduler_fail("more locks than expected");
    views[count] = NULL;
    scheduler_enter(known, word, count++);
  }
  return &views[known->number];
}

void scheduler_lock(const void *word) { scheduler_learn(*view_of_lock(word)); }

void scheduler_unlock(const void *word) {
  const view **last = view_of_lock(word);
  *last = scheduler_publish(*last);
}

void scheduler_meet(const void *word) {
  if (!scheduler_is_weak() || scheduler_self == NULL) return;
  scheduler_lock(word);
  scheduler_unlock(word);
}
