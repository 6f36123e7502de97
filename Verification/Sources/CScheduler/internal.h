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
