#define _GNU_SOURCE
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "internal.h"

// Reports use only write(), so a signal handler can report a crash.

static char buffer[1 << 14];
static size_t used;

static void flush(void) {
  size_t done = 0;
  while (done < used) {
    ssize_t written = write(STDERR_FILENO, buffer + done, used - done);
    if (written <= 0) break;
    done += written;
  }
  used = 0;
}

static void put(const char *text) {
  size_t length = strlen(text);
  if (used + length > sizeof buffer) flush();
  if (length > sizeof buffer) length = sizeof buffer;
  memcpy(buffer + used, text, length);
  used += length;
}

static void put_number(unsigned long number) {
  char digits[24];
  char *start = digits + sizeof digits - 1;
  *start = 0;
  do {
    *--start = '0' + number % 10;
    number /= 10;
  } while (number != 0);
  put(start);
}

static const char *verb(uint8_t access) {
  static const char *const verbs[] = {"reads", "writes", "locks", "tries to lock", "unlocks", ""};
  return verbs[access];
}

static void put_word(scheduler_step step) {
  if (step.word == 0) return;
  put(verb(step.access));
  put(" ");
  put_number(step.word / SCHEDULER_WORDS);
  put(".");
  put_number(step.word % SCHEDULER_WORDS);
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
  put("schedule: '");
  put(scheduler_current->name);
  for (uint32_t start = 0; start < scheduler_count;) {
    uint32_t end = end_of_run(start, false);
    put(" ");
    put_number(scheduler_steps[start].thread);
    put("*");
    put_number(end - start);
    start = end;
  }
  put("'\n");
}

static void put_operations(void) {
  for (uint32_t start = 0; start < scheduler_count;) {
    uint32_t end = end_of_run(start, true);
    scheduler_step first = scheduler_steps[start];
    put("  steps ");
    put_number(start + 1);
    put("-");
    put_number(end);
    put("\tthread ");
    put_number(first.thread);
    put("\t");
    const char *name = scheduler_current->operations[first.thread][first.operation];
    put(name == NULL ? "?" : name);
    put("\tup to: ");
    put_word(scheduler_steps[end - 1]);
    put("\n");
    start = end;
  }
}

void scheduler_report(const char *finding) {
  put("FAILED ");
  put(scheduler_current->name);
  put(": ");
  put(finding);
  put("\n");
  put_schedule();
  put_operations();
  flush();
}

void scheduler_fail(const char *finding) {
  scheduler_report(finding);
  _exit(1);
}

// MARK: Crashes

static const int signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT};

static const char *description(int signal) {
  switch (signal) {
    case SIGSEGV: return "crash (SIGSEGV)";
    case SIGBUS: return "crash (SIGBUS)";
    case SIGILL: return "trap (SIGILL)";
    case SIGTRAP: return "trap (SIGTRAP)";
    case SIGABRT: return "abort (SIGABRT)";
    default: return "crash";
  }
}

static void crashed(int signal) {
  if (scheduler_current == NULL) _exit(1);
  scheduler_fail(description(signal));
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
