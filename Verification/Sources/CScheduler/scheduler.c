#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#if defined(__linux__)
#include <sched.h>
#endif

#include "baton.h"
#include "weak.h"

enum { NO_THREAD = 255, SECONDS_UNTIL_A_HANG = 10 };

struct scheduler_thread {
  baton turn;
  int index;
  bool has_ended;
  // The word of its next step.
  const void *word;
  scheduler_access access;
  // Whether it waits for another thread to change `last`.
  bool waits;
  // The word of its last step.
  const void *last;
  int operation;
  int priority;
  // The store for its next step, as `scheduler_step` counts them.
  uint8_t choice;
};

_Thread_local scheduler_thread *scheduler_self;
const scheduler_program *scheduler_current;
scheduler_step scheduler_steps[SCHEDULER_STEPS];
volatile uint32_t scheduler_count;

// The current pool. Threads that cannot be brought to an end keep theirs.
static scheduler_thread *pool;
static baton run_has_ended;
static scheduler_result result;
static const scheduler_plan *plan;
static size_t next_switch;
static int lowest_priority;
static int running;
static uint64_t randomness;

// MARK: Choosing a thread

static bool can_continue(const scheduler_thread *thread) {
  if (thread->has_ended || thread->waits) return false;
  return thread->access != SCHEDULER_LOCKS || scheduler_holder(thread->word) < 0;
}

static uint8_t enabled_threads(void) {
  uint8_t enabled = 0;
  for (int i = 0; i < scheduler_current->threads; i++) {
    if (can_continue(&pool[i])) enabled |= 1 << i;
  }
  return enabled;
}

static int highest_of(uint8_t enabled) {
  int best = __builtin_ctz(enabled);
  for (int i = best + 1; i < scheduler_current->threads; i++) {
    if (enabled >> i & 1 && pool[i].priority > pool[best].priority) best = i;
  }
  return best;
}

static const scheduler_switch *planned_switch(void) {
  if (next_switch == plan->count || plan->switches[next_switch].step != scheduler_count) return NULL;
  return &plan->switches[next_switch++];
}

static int choose(uint8_t enabled, const scheduler_switch *planned) {
  if (plan->priorities != NULL) {
    if (planned != NULL && running != NO_THREAD) pool[running].priority = lowest_priority--;
    return highest_of(enabled);
  }
  if (planned != NULL) {
    if (enabled >> planned->thread & 1) return planned->thread;
    scheduler_fail("the schedule does not fit: the thread that it names cannot continue");
  }
  return running != NO_THREAD && enabled >> running & 1 ? running : __builtin_ctz(enabled);
}

// Wakes the threads that wait for a word once another thread has written it.
static void wake(const scheduler_thread *writer) {
  if (writer->access == SCHEDULER_READS || writer->access == SCHEDULER_GOES_ON) return;
  for (int i = 0; i < scheduler_current->threads; i++) {
    if (i != writer->index && pool[i].waits && pool[i].last == writer->word) pool[i].waits = false;
  }
}

static void record(const scheduler_thread *thread, uint8_t enabled) {
  scheduler_steps[scheduler_count] = (scheduler_step){
      .word = thread->word ? scheduler_name(thread->word, thread->index) : 0,
      .access = thread->access,
      .thread = thread->index,
      .running = running,
      .enabled = enabled,
      .operation = thread->operation,
  };
  scheduler_count++;
}

// Chooses the next thread and records its step. Returns null if no thread can continue.
static scheduler_thread *decide(void) {
  uint8_t enabled = enabled_threads();
  bool is_over = true;
  for (int i = 0; i < scheduler_current->threads; i++) is_over = is_over && pool[i].has_ended;
  if (enabled == 0 || scheduler_count == SCHEDULER_STEPS) {
    result = is_over ? SCHEDULER_COMPLETED : enabled ? SCHEDULER_ENDLESS : SCHEDULER_DEADLOCKED;
    return NULL;
  }
  const scheduler_switch *planned = planned_switch();
  scheduler_thread *next = &pool[choose(enabled, planned)];
  next->choice = planned == NULL ? 0 : planned->choice;
  record(next, enabled);
  scheduler_note_lock(next->word, next->access, next->index);
  wake(next);
  next->last = next->word;
  running = next->index;
  return next;
}

// Resumes the next thread and waits for the turn of `self`.
static void hand_over(scheduler_thread *self) {
  scheduler_thread *next = decide();
  if (next == self) return;
  baton *waiting = &self->turn;
  bool has_ended = self->has_ended;
  baton_pass(next == NULL ? &run_has_ended : &next->turn);
  if (!has_ended) baton_take(waiting);
}

void scheduler_arrive(const void *word, scheduler_access access) {
  scheduler_thread *self = scheduler_self;
  self->word = word;
  self->access = access;
  hand_over(self);
  if (word != NULL && scheduler_is_freed(word)) scheduler_fail("use after free");
}

// MARK: Choosing a store

// Returns a number below `count`, half of the time zero (Marsaglia, xorshift).
static uint8_t random_choice(int count) {
  randomness ^= randomness << 13, randomness ^= randomness >> 7, randomness ^= randomness << 17;
  return randomness >> 63 ? 0 : (randomness >> 32) % count;
}

int scheduler_choose(int count) {
  // The current step is the last one: other threads are suspended.
  scheduler_step *step = &scheduler_steps[scheduler_count - 1];
  step->choices = count;
  step->choice = randomness != 0 && count > 1 ? random_choice(count) : scheduler_self->choice;
  if (step->choice < count) return step->choice;
  scheduler_fail("the schedule does not fit: the step has no such choice");
}

// MARK: Yield points

// The compiler's instrumentation announces the atomic operations, so here only locks and reference
// counts matter.
static void yield_in_weak_mode(const void *word, scheduler_access access, const void *place) {
  bool is_of_lock = access != SCHEDULER_READS && access != SCHEDULER_WRITES;
  if (!is_of_lock && !scheduler_is_object(word)) return;
  scheduler_arrive(word, access);
  if (access == SCHEDULER_READS) {
    scheduler_note_count(word);
  } else if (access == SCHEDULER_WRITES) {
    // An object's second word is its reference count.
    scheduler_check((const uintptr_t *)word + 1, sizeof(uintptr_t), ATOMIC_WRITE, place);
  } else if (access == SCHEDULER_UNLOCKS) {
    scheduler_unlock(word);
  } else if (is_of_lock && scheduler_holder(word) == scheduler_self->index) {
    scheduler_lock(word);
  }
}

void pledge_yield_point(const void *word, int access) {
  if (scheduler_self == NULL) return;
  if (scheduler_is_weak()) return yield_in_weak_mode(word, access, __builtin_return_address(0));
  scheduler_arrive(word, access);
}

void pledge_yield_blocked(void) {
  if (scheduler_self == NULL) return;
  // A thread that has read an old store finds the latest one some time, without another step.
  scheduler_self->waits = !scheduler_is_weak() || !scheduler_catch_up(scheduler_self->last);
  scheduler_arrive(NULL, SCHEDULER_GOES_ON);
}

void scheduler_begin(int operation) {
  if (scheduler_self == NULL) return;
  scheduler_self->operation = operation;
  if (operation != 0) scheduler_arrive(NULL, SCHEDULER_GOES_ON);
}

int scheduler_thread_number(void) { return scheduler_self == NULL ? -1 : scheduler_self->index; }

// MARK: Runs

void scheduler_set_name(scheduler_program *program, const char *name) {
  program->name = strdup(name);
}

void scheduler_set_operation(scheduler_program *program, int thread, int operation, const char *name) {
  if (thread >= SCHEDULER_THREADS || operation >= SCHEDULER_OPERATIONS) abort();
  program->operations[thread][operation] = strdup(name);
}

static void *serve(void *argument) {
  scheduler_thread *self = argument;
  scheduler_prepare_thread();
  while (true) {
    baton_take(&self->turn);
    scheduler_self = self;
    scheduler_current->body(scheduler_current->context, self->index);
    scheduler_self = NULL;
    self->has_ended = true;
    hand_over(self);
  }
  return NULL;
}

static void make_pool(void) {
  pool = calloc(SCHEDULER_THREADS, sizeof *pool);
  baton_create(&run_has_ended);
  for (int i = 0; i < SCHEDULER_THREADS; i++) {
    pthread_t thread;
    pool[i].index = i;
    baton_create(&pool[i].turn);
    if (pthread_create(&thread, NULL, serve, &pool[i]) != 0) abort();
    pthread_detach(thread);
  }
}

static void reset_run(void) {
  if (pool == NULL) make_pool();
  scheduler_count = 0;
  next_switch = 0;
  scheduler_forget_locks();
  lowest_priority = -1;
  running = NO_THREAD;
  randomness = plan->seed;
  if (scheduler_is_weak()) scheduler_forget();
  for (int i = 0; i < scheduler_current->threads; i++) {
    scheduler_thread *thread = &pool[i];
    thread->has_ended = false;
    thread->waits = false;
    thread->operation = 0;
    thread->word = thread->last = NULL;
    thread->access = SCHEDULER_GOES_ON;
    thread->priority = plan->priorities == NULL ? 0 : plan->priorities[i];
  }
}

// A thread may wait for another one outside of the yield points, for example in the runtime.
static void wait_for_end(void) {
  uint32_t seen = UINT32_MAX;
  while (!baton_take_within(&run_has_ended, SECONDS_UNTIL_A_HANG)) {
    if (seen == scheduler_count) scheduler_fail("a thread never reaches its next step");
    seen = scheduler_count;
  }
}

scheduler_result scheduler_run(const scheduler_program *program, const scheduler_plan *new_plan) {
  scheduler_current = program;
  plan = new_plan;
  reset_run();
  scheduler_thread *first = decide();
  baton_pass(&first->turn);
  wait_for_end();
  if (result == SCHEDULER_COMPLETED) {
    scheduler_empty_quarantine();
  } else {
    pool = NULL;
  }
  return result;
}

const scheduler_step *scheduler_trace(size_t *count) {
  *count = scheduler_count;
  return scheduler_steps;
}

void scheduler_prepare(void) {
#if defined(__linux__)
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(sched_getcpu(), &one);
  sched_setaffinity(0, sizeof one, &one);
#endif
  scheduler_catch_crashes();
}
