#include "weak.h"

#include <string.h>

// The stores of each word, and the views of threads.

enum { WORDS = 1024, THREAD_VIEW = sizeof(view) + WORDS * sizeof(uint32_t), MEMORY = 1 << 26 };
// The distance of two stores without another one between them, and the most stores to choose from.
enum { GAP = 1 << 12, CHOICES = 16 };
enum { RELAXED = __ATOMIC_RELAXED, ACQUIRE = __ATOMIC_ACQUIRE, RELEASE = __ATOMIC_RELEASE };

typedef struct store {
  uintptr_t value;
  // The position in the order of all stores of the word.
  uint32_t time;
  // Whether it is a read-modify-write, which nothing separates from the store that it read.
  bool is_update;
  struct store *older;
  // What a thread that acquires the store learns.
  const view *view;
} store;

typedef struct {
  uintptr_t *word;
  store *latest;
  // One more than the position of the old store that each thread keeps reading, or zero.
  uint32_t kept[SCHEDULER_THREADS];
} history;

static scheduler_entry table[SCHEDULER_SLOTS];
static history histories[WORDS];
static uint32_t history_count;
static char memory[MEMORY];
static size_t used;

// Returns memory that lasts until the end of the run.
static void *allocate(size_t size) {
  if (used + size > MEMORY) scheduler_fail("more stores than expected");
  void *allocated = memory + used;
  used += (size + 7) & ~(size_t)7;
  return allocated;
}

// MARK: Views

// `current` is what happens before the next step of the thread, `pending` what an acquiring fence
// adds, and `released` what was current at the last releasing fence.
typedef struct {
  view *current, *pending, *released;
} views;

static views all[SCHEDULER_THREADS];
static view *fences;

static void join_times(view *into, const view *from) {
  if (into->count < from->count) {
    memset(into->times + into->count, 0, (from->count - into->count) * sizeof(uint32_t));
    into->count = from->count;
  }
  for (uint32_t i = 0; i < from->count; i++) {
    if (into->times[i] < from->times[i]) into->times[i] = from->times[i];
  }
}

static void join(view *into, const view *from) {
  if (from == NULL) return;
  for (int i = 0; i < SCHEDULER_THREADS; i++) {
    if (into->clocks[i] < from->clocks[i]) into->clocks[i] = from->clocks[i];
  }
  join_times(into, from);
}

static view *joined(const view *first, const view *second) {
  uint32_t count = first->count;
  if (second != NULL && second->count > count) count = second->count;
  view *both = allocate(sizeof(view) + count * sizeof(uint32_t));
  memset(both, 0, sizeof *both);
  join(both, first);
  join(both, second);
  return both;
}

static views *mine(void) { return &all[scheduler_thread_number()]; }
static void begin_epoch(void) { mine()->current->clocks[scheduler_thread_number()]++; }

const view *scheduler_view(void) { return mine()->current; }

const view *scheduler_publish(const view *old) {
  const view *published = joined(mine()->current, old);
  begin_epoch();
  return published;
}

void scheduler_learn(const view *from) { join(mine()->current, from); }
void scheduler_learn_at_fence(const view *from) { join(mine()->pending, from); }

static view *empty_view(void) {
  view *empty = allocate(THREAD_VIEW);
  memset(empty, 0, sizeof *empty);
  return empty;
}

void scheduler_forget(void) {
  used = 0;
  history_count = 0;
  fences = empty_view();
  for (int i = 0; i < SCHEDULER_THREADS; i++) {
    all[i] = (views){empty_view(), empty_view(), empty_view()};
    all[i].current->clocks[i] = 1;
  }
}

// MARK: Histories

static uint32_t time_of(const view *known, uint32_t number) {
  return number < known->count ? known->times[number] : 0;
}

static void raise(view *known, uint32_t number, uint32_t time) {
  if (number >= known->count) {
    memset(known->times + known->count, 0, (number + 1 - known->count) * sizeof(uint32_t));
    known->count = number + 1;
  }
  if (known->times[number] < time) known->times[number] = time;
}

static store *add(uintptr_t value, uint32_t time, store *older) {
  store *added = allocate(sizeof *added);
  *added = (store){.value = value, .time = time, .older = older};
  return added;
}

// Returns the number of a word. If the memory differs from the latest store, there was a plain one.
// Without a race, all later accesses know it, so the older stores are forgotten.
static uint32_t number_of(uintptr_t *word) {
  scheduler_entry *known = scheduler_find(table, word);
  if (!scheduler_is_current(known)) {
    if (history_count == WORDS) scheduler_fail("more atomic words than expected");
    scheduler_enter(known, word, history_count);
    histories[history_count++] = (history){.word = word, .latest = add(*word, 0, NULL)};
  }
  history *found = &histories[known->number];
  if (*word != found->latest->value) found->latest = add(*word, found->latest->time + GAP, NULL);
  return known->number;
}

bool scheduler_catch_up(const void *word) {
  const scheduler_entry *known = scheduler_find(table, word);
  if (!scheduler_is_current(known)) return false;
  uint32_t latest = histories[known->number].latest->time;
  if (time_of(mine()->current, known->number) >= latest) return false;
  raise(mine()->current, known->number, latest);
  return true;
}

static bool acquires(int order) { return order != RELAXED && order != RELEASE; }
static bool releases(int order) { return order != RELAXED && order != ACQUIRE; }

static void read(uint32_t number, const store *from, int order) {
  views *own = mine();
  raise(own->current, number, from->time);
  raise(own->pending, number, from->time);
  join(acquires(order) ? own->current : own->pending, from->view);
}

// Inserts a store after `older`, and writes the memory if it is the latest one.
static store *write(uint32_t number, store *older, uintptr_t value, int order) {
  history *changed = &histories[number];
  store *newer = changed->latest;
  uint32_t time = older->time + GAP;
  if (newer != older) {
    while (newer->older != older) newer = newer->older;
    time = older->time + (newer->time - older->time) / 2;
    if (time == older->time) scheduler_fail("more stores than expected between two others");
  }
  store *written = add(value, time, older);
  if (changed->latest == older) {
    changed->latest = written;
    *changed->word = value;
  } else {
    newer->older = written;
  }
  views *own = mine();
  raise(own->current, number, time);
  written->view = joined(releases(order) ? own->current : own->released, NULL);
  begin_epoch();
  return written;
}

// The stores of a word that the next step may read, or that may precede the one which it writes.
typedef struct {
  uint32_t number;
  int count;
  store *stores[CHOICES];
} candidates;

// Finds the stores that the thread does not know to be older than others: the latest first. If
// `expected` is null, a store that an update has read cannot be read by another one; otherwise this
// is so if it has the expected value.
static candidates find(uintptr_t *word, bool updates, const uintptr_t *expected) {
  candidates found = {.number = number_of(word)};
  uint32_t known = time_of(mine()->current, found.number);
  bool is_read_by_update = false;
  for (store *it = histories[found.number].latest; it != NULL; it = it->older) {
    bool changes = updates && (expected == NULL || it->value == *expected);
    if (!(changes && is_read_by_update) && found.count < CHOICES) found.stores[found.count++] = it;
    if (it->time <= known) break;
    is_read_by_update = it->is_update;
  }
  return found;
}

static store *choose(const candidates *among) { return among->stores[scheduler_choose(among->count)]; }

// MARK: Operations

// A thread that has chosen an old store of a word reads it again by default, until it learns of a
// later one: so one deviation is enough for a thread that does not see a change.
uintptr_t scheduler_load(uintptr_t *word, int order) {
  candidates found = find(word, false, NULL);
  uint32_t *kept = &histories[found.number].kept[scheduler_thread_number()];
  store **first = &found.stores[0], **last = &found.stores[found.count - 1], *latest = *first;
  if ((*last)->time + 1 == *kept) *first = *last, *last = latest;
  const store *chosen = choose(&found);
  *kept = chosen == latest ? 0 : chosen->time + 1;
  read(found.number, chosen, order);
  return chosen->value;
}

void scheduler_store(uintptr_t *word, uintptr_t value, int order) {
  candidates found = find(word, true, NULL);
  write(found.number, choose(&found), value, order);
}

static void update(uint32_t number, store *from, uintptr_t value, int order) {
  read(number, from, order);
  store *written = write(number, from, value, order);
  written->is_update = true;
  // Continues the release sequences of the store that it read.
  written->view = joined(written->view, from->view);
}

uintptr_t scheduler_update(
    uintptr_t *word, uintptr_t (*change)(uintptr_t, uintptr_t), uintptr_t operand, int order) {
  candidates found = find(word, true, NULL);
  store *chosen = choose(&found);
  update(found.number, chosen, change(chosen->value, operand), order);
  return chosen->value;
}

uintptr_t scheduler_exchange(
    uintptr_t *word, uintptr_t expected, uintptr_t desired, int order, int failure) {
  candidates found = find(word, true, &expected);
  store *chosen = choose(&found);
  if (chosen->value == expected) {
    update(found.number, chosen, desired, order);
  } else {
    read(found.number, chosen, failure);
  }
  return chosen->value;
}

void scheduler_fence(int order) {
  views *own = mine();
  if (acquires(order)) join(own->current, own->pending);
  if (order == __ATOMIC_SEQ_CST) {
    // Not the clocks: two fences alone do not synchronize.
    join_times(own->current, fences);
    join_times(fences, own->current);
  }
  if (releases(order)) {
    join(own->released, own->current);
    begin_epoch();
  }
}
