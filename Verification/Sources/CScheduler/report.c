#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "weak.h"

// Printed without a buffer of the process, so a signal handler can report a crash.
#define put(...) dprintf(STDERR_FILENO, __VA_ARGS__)

static void put_word(scheduler_step step) {
  static const char *const verbs[] = {"reads", "writes", "locks", "tries to lock", "unlocks", ""};
  if (step.word == 0) return;
  put("%s %d.%d", verbs[step.access], step.word / SCHEDULER_WORDS, step.word % SCHEDULER_WORDS);
}

// Returns the end of the steps that one thread takes without a break, or within one operation.
static uint32_t end_of_run(uint32_t start, bool within_operation) {
  uint32_t end = start + 1;
  while (end < scheduler_count && scheduler_steps[end].thread == scheduler_steps[start].thread
         && (!within_operation
             || scheduler_steps[end].operation == scheduler_steps[start].operation)) {
    end++;
  }
  return end;
}

static void put_schedule(void) {
  put("schedule: '%s", scheduler_current->name);
  for (uint32_t start = 0; start < scheduler_count;) {
    uint32_t end = end_of_run(start, false);
    // A turn ends with a step that did not read the latest store.
    for (uint32_t step = start; step < end; step++) {
      if (scheduler_steps[step].choice != 0) end = step + 1;
    }
    put(" %d*%u", scheduler_steps[start].thread, end - start);
    if (scheduler_steps[end - 1].choice != 0) put("~%d", scheduler_steps[end - 1].choice);
    start = end;
  }
  put("'\n");
}

static void put_operations(void) {
  for (uint32_t start = 0; start < scheduler_count;) {
    uint32_t end = end_of_run(start, true);
    scheduler_step first = scheduler_steps[start];
    const char *name = scheduler_current->operations[first.thread][first.operation];
    put("  steps %u-%u\tthread %d\t%s\tup to: ", start + 1, end, first.thread, name ? name : "?");
    put_word(scheduler_steps[end - 1]);
    put("\n");
    start = end;
  }
}

void scheduler_report(const char *finding) {
  put("FAILED %s: %s\n", scheduler_current->name, finding);
  put_schedule();
  put_operations();
}

void scheduler_fail(const char *finding) {
  scheduler_report(finding);
  _exit(1);
}

void scheduler_print_place(const char *what, const void *place) {
  char command[128];
  put("%s at:\n", what);
  // The address before that to which a call returns.
  snprintf(
      command, sizeof command, "llvm-symbolizer --pretty-print --exe=/proc/%d/exe %#lx >&2", getpid(),
      scheduler_offset(place) - 1);
  if (system(command) != 0) put("  %#lx\n", scheduler_offset(place));
}

// MARK: Crashes

static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT};

static void crashed(int signal) {
  if (scheduler_current == NULL) _exit(1);
  scheduler_fail(strsignal(signal));
}

#if defined(IS_SANITIZED)
void __sanitizer_set_death_callback(void (*callback)(void));
static void reported(void) {
  if (scheduler_current != NULL) scheduler_report("the sanitizer's report is above");
}
#endif

void scheduler_catch_crashes(void) {
#if defined(IS_SANITIZED)
  __sanitizer_set_death_callback(reported);
#else
  struct sigaction action = {.sa_handler = crashed, .sa_flags = SA_ONSTACK | SA_RESETHAND};
  for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++) {
    sigaction(signals[i], &action, NULL);
  }
#endif
}

void scheduler_prepare_thread(void) {
#if !defined(IS_SANITIZED)
  stack_t stack = {.ss_size = 1 << 16};
  stack.ss_sp = malloc(stack.ss_size);
  if (stack.ss_sp != NULL) sigaltstack(&stack, NULL);
#endif
}
