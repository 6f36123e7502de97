#pragma once

#include "internal.h"

// Weak mode: an atomic load may read any store that coherence and happens-before allow, and the plan
// chooses which. The model is RC11 (Lahav et al., PLDI 2017), as views: what a thread knows of each
// word and of each other thread. A fence that is sequentially consistent exchanges its view with the
// others by one global view, as in the promising semantics (Kang et al., POPL 2017). A load reads a
// store that has been executed, so load buffering is not explored; RC11 forbids it.

/// What a thread knows: the steps of each thread that happen before, and the latest known store of
/// each word. Words with a number from `count` are unknown.
typedef struct {
  uint32_t clocks[SCHEDULER_THREADS];
  uint32_t count;
  uint32_t times[];
} view;

/// Returns the current view of the calling thread.
const view *scheduler_view(void);
/// Returns a view with what `old`, which may be null, and the calling thread know, and begins a new
/// epoch of the thread.
const view *scheduler_publish(const view *old);
/// Adds what `from`, which may be null, knows: to the calling thread, or to what its next acquiring
/// fence adds.
void scheduler_learn(const view *from);
void scheduler_learn_at_fence(const view *from);
/// Makes sure that the calling thread finds the latest store of `word`. Returns whether that was news.
bool scheduler_catch_up(const void *word);

/// The operations, which are the calling thread's current step.
uintptr_t scheduler_load(uintptr_t *word, int order);
void scheduler_store(uintptr_t *word, uintptr_t value, int order);
/// Returns the old value.
uintptr_t scheduler_update(
    uintptr_t *word, uintptr_t (*change)(uintptr_t, uintptr_t), uintptr_t operand, int order);
/// Returns the old value, which is replaced if it is the expected one.
uintptr_t scheduler_exchange(
    uintptr_t *word, uintptr_t expected, uintptr_t desired, int order, int failure);
void scheduler_fence(int order);

/// Forgets the stores of the previous run.
void scheduler_forget(void);
void scheduler_forget_disposals(void);

/// Returns a place of the program relative to its start.
uintptr_t scheduler_offset(const void *place);

// The kinds of accesses between which there may be a race.
typedef enum { PLAIN_READ, PLAIN_WRITE, ATOMIC_READ, ATOMIC_WRITE, KINDS } access_kind;

/// Checks an access of the calling thread to the words that begin in a range, and notes it.
void scheduler_check(const void *start, size_t size, access_kind kind, const void *place);
/// Whether an object begins at an address.
bool scheduler_is_object(const void *address);
/// Whether the program contains Pledge, with calls instead of the thread sanitizer.
bool scheduler_finds_races(void);
/// Prepares memory: before `main`, in a program that is built for weak mode.
void scheduler_prepare_memory(void);
void scheduler_note_freed(const void *block, const void *place);
/// Synchronizes the calling thread with the last one that unlocked, or that met others at `word`.
void scheduler_lock(const void *word);
void scheduler_unlock(const void *word);
/// The reference count of an object was read, without acquiring.
void scheduler_note_count(const void *object);
void scheduler_forget_objects(void);
