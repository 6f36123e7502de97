#define _GNU_SOURCE
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "internal.h"

// Reports use only a static buffer and write(), so a signal handler can report a crash.

__attribute__((format(printf, 1, 2))) static void put(const char *format, ...) {
  static char text[1 << 14];
  va_list values;
  va_start(values, format);
  int size = vsnprintf(text, sizeof text, format, values);
  va_end(values);
  size_t length = size < 0 ? 0 : (size_t)size < sizeof text ? (size_t)size : sizeof text - 1;
  for (size_t done = 0; done < length;) {
    ssize_t written = write(STDERR_FILENO, text + done, length - done);
    if (written <= 0) return;
    done += written;
  }
}

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
    put(" %d*%u", scheduler_steps[start].thread, end - start);
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

// MARK: Crashes

static const struct {
  int number;
  const char *name;
} signals[] = {
    {SIGSEGV, "crash (SIGSEGV)"}, {SIGBUS, "crash (SIGBUS)"},  {SIGFPE, "crash (SIGFPE)"},
    {SIGILL, "trap (SIGILL)"},    {SIGTRAP, "trap (SIGTRAP)"}, {SIGABRT, "abort (SIGABRT)"},
};

static void crashed(int signal) {
  if (scheduler_current == NULL) _exit(1);
  size_t index = 0;
  while (signals[index].number != signal) index++;
  scheduler_fail(signals[index].name);
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
    sigaction(signals[i].number, &action, NULL);
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
