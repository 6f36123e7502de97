#pragma once

#include "CScheduler.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define IS_SANITIZED 1
#endif
#endif

// The state of one thread of the pool, which other threads access only while it is suspended.
typedef struct scheduler_thread scheduler_thread;

/// The current thread and program, for reports and the quarantine.
extern _Thread_local scheduler_thread *scheduler_self;
extern const scheduler_program *scheduler_current;
extern scheduler_step scheduler_steps[SCHEDULER_STEPS];
extern volatile uint32_t scheduler_count;

/// The entry of an address in a table of one run.
typedef struct {
  const void *address;
  uint32_t run;
  uint16_t number;
} scheduler_entry;

enum { SCHEDULER_SLOTS = 4096 };

/// Returns the entry of an address, or an unused one, which is not current.
scheduler_entry *scheduler_find(scheduler_entry table[SCHEDULER_SLOTS], const void *address);
bool scheduler_is_current(const scheduler_entry *found);
/// Enters an address with a number, which is returned.
uint16_t scheduler_enter(scheduler_entry *unused, const void *address, uint16_t number);

/// Returns the thread that holds a lock, or -1.
int scheduler_holder(const void *word);
void scheduler_note_lock(const void *word, scheduler_access access, int thread);
void scheduler_forget_locks(void);

/// Suspends the calling thread until its next step is due, which accesses `word`.
void scheduler_arrive(const void *word, scheduler_access access);
/// Returns the plan's choice for the current step among a number of alternatives.
int scheduler_choose(int count);

/// Prints a place of the program, with the functions that are inlined there.
void scheduler_print_place(const char *what, const void *place);
/// Prints `finding` with the schedule, and ends the process.
_Noreturn void scheduler_fail(const char *finding);
void scheduler_catch_crashes(void);
/// Gives the current thread a stack for the signal handler, which a stack overflow needs.
void scheduler_prepare_thread(void);

/// Returns the name of `word` in this run: the first thread that touches it, and a counter of that thread.
/// It does not depend on the order in which threads touch different words.
uint16_t scheduler_name(const void *word, int thread);
bool scheduler_is_freed(const void *word);
/// Really frees the memory that was freed during the run.
void scheduler_empty_quarantine(void);
