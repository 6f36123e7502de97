#define _GNU_SOURCE

#include "CPledgeTesting.h"

#if defined(_WIN32)
// There, the end of a process has no handlers, and no function is found by its name.
bool pledge_process_begin(void) { return false; }
void pledge_process_end(void) {}
uintptr_t pledge_process_share(void) { return 0; }
void pledge_process_borrow(uintptr_t record) { (void)record; }
void pledge_record_ordering(uint64_t number, bool at_any_time) { (void)number, (void)at_any_time; }
void pledge_record_choice(uint32_t taken) { (void)taken; }
void pledge_record_step(uint16_t mark) { (void)mark; }
void pledge_record_text(char kind, uintptr_t text, size_t count) { (void)kind, (void)text, (void)count; }
#else
#include <dlfcn.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#if defined(__APPLE__)
#include <TargetConditionals.h>
#endif
// There, a handler cannot have a stack of its own.
#if defined(__APPLE__) && (TARGET_OS_TV || TARGET_OS_WATCH)
#define sigaltstack(stack, previous) ((void)(stack), (void)(previous))
#endif

// The number of the steps that are kept, the last ones, and that of the choices.
enum { STEPS = 40, TEXT = 200, CHOICES = 20000, STACK = 1 << 17 };

typedef struct {
  char kind;
  size_t length;
  char text[TEXT];
} step;

typedef struct record {
  uint64_t ordering;
  bool at_any_time;
  uint16_t mark;
  // The number of choices up to the last one that is not zero.
  unsigned steps, choices, taken;
  step step[STEPS];
  uint32_t choice[CHOICES];
  struct record *previous;
  // An overflow of the stack leaves no room for a handler.
  stack_t previous_stack;
  char stack[STACK];
} record;

static _Thread_local record *current;

void pledge_record_ordering(uint64_t number, bool at_any_time) {
  if (current == NULL) return;
  current->ordering = number;
  current->at_any_time = at_any_time;
  current->mark = 0;
  current->steps = current->choices = current->taken = 0;
}

void pledge_record_choice(uint32_t taken) {
  if (current == NULL || current->choices == CHOICES) return;
  current->choice[current->choices++] = taken;
  if (taken != 0) current->taken = current->choices;
}

void pledge_record_step(uint16_t mark) {
  if (current == NULL) return;
  current->steps++;
  current->mark = mark;
}

void pledge_record_text(char kind, uintptr_t text, size_t count) {
  if (current == NULL || current->steps == 0) return;
  step *last = &current->step[(current->steps - 1) % STEPS];
  last->kind = kind;
  last->length = count < TEXT ? count : TEXT;
  memcpy(last->text, (const void *)text, last->length);
}

// What follows runs in a handler of signals, so it calls only functions that may be called there.
static void put(const char *text, size_t count) {
  for (int attempts = 0; count > 0 && attempts < 100; attempts++) {
    ssize_t written = write(STDERR_FILENO, text, count);
    if (written < 0) poll(&(struct pollfd){.fd = STDERR_FILENO, .events = POLLOUT}, 1, 100);
    if (written < 0) continue;
    text += written;
    count -= (size_t)written;
  }
}

static void put_text(const char *text) { put(text, strlen(text)); }

static void put_number(uint64_t number, uint64_t base) {
  char digits[24];
  int start = sizeof digits;
  do digits[--start] = "0123456789abcdef"[number % base];
  while ((number /= base) > 0);
  put(digits + start, sizeof digits - (size_t)start);
}

// Puts a text, and a number after it.
static void put_with(const char *text, uint64_t number, uint64_t base) {
  put_text(text);
  put_number(number, base);
}

static void write_record(const char *cause) {
  static const char *const endings[] = {
      [PLEDGE_DESCRIBED] = "\n", [PLEDGE_JOB] = ": a job\n", [PLEDGE_ANSWER] = ": an answer\n"};
  record *record = current;
  if (record == NULL || record->ordering == 0) return;
  current = NULL;
  put_text("\npledge: an ordering ends the process by ");
  put_text(cause);
  put_with(", found in ordering ", record->ordering, 10);
  put_with(", with ", record->steps, 10);
  put_text(record->steps > STEPS ? " steps:\n  …\n" : " steps:\n");
  for (unsigned i = record->steps > STEPS ? record->steps - STEPS : 0; i < record->steps; i++) {
    const step *step = &record->step[i % STEPS];
    put_with("  ", i + 1, 10);
    put_text(". ");
    put(step->text, step->length);
    put_text(endings[(int)step->kind]);
  }
  put_text("to replay it: explore(replaying: \"");
  if (record->taken == 0) put_text("first");
  for (unsigned i = 0; i < record->taken; i++) put_with(i > 0 ? "." : "", record->choice[i], 10);
  if (record->at_any_time) put_text("-t");
  if (record->mark != 0) put_with("-", record->steps, 10);
  if (record->mark != 0) put_with("x", record->mark, 16);
  put_text("\")\n");
}

static const int SIGNALS[] = {SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE};
static const char *const NAMES[] = {"SIGILL", "SIGTRAP", "SIGABRT", "SIGSEGV", "SIGBUS", "SIGFPE"};
enum { COUNT = sizeof SIGNALS / sizeof *SIGNALS };
static struct sigaction previous[COUNT];

static void end(int signal, siginfo_t *info, void *context) {
  (void)context;
  int error = errno;
  for (int i = 0; i < COUNT; i++) {
    if (SIGNALS[i] != signal) continue;
    write_record(NAMES[i]);
    sigaction(signal, &previous[i], NULL);
  }
  // The previous handler runs next: the instruction faults again, or else the signal is sent again.
  if (info->si_code <= 0) raise(signal);
  errno = error;
}

static void end_by_exit(void) { write_record("exit"); }

// The parameters of hashing: two seeds of the process, which existing tables depend on, and whether
// new tables have no seeds of their own.
static struct {
  uint64_t seeds[2];
  bool is_deterministic;
} *hashing;

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static unsigned explorations;
static bool was_deterministic, has_begun;

static void begin_first(void) {
  if (!has_begun) {
    has_begun = true;
    atexit(end_by_exit);
    hashing = dlsym(RTLD_DEFAULT, "_swift_stdlib_Hashing_parameters");
  }
  struct sigaction action = {.sa_sigaction = end, .sa_flags = SA_SIGINFO | SA_ONSTACK};
  sigemptyset(&action.sa_mask);
  for (int i = 0; i < COUNT; i++) sigaction(SIGNALS[i], &action, &previous[i]);
  if (hashing == NULL) return;
  was_deterministic = hashing->is_deterministic;
  __atomic_store_n(&hashing->is_deterministic, true, __ATOMIC_RELAXED);
}

static void end_last(void) {
  for (int i = 0; i < COUNT; i++) {
    struct sigaction action;
    sigaction(SIGNALS[i], NULL, &action);
    if (action.sa_sigaction == end) sigaction(SIGNALS[i], &previous[i], NULL);
  }
  if (hashing) __atomic_store_n(&hashing->is_deterministic, was_deterministic, __ATOMIC_RELAXED);
}

bool pledge_process_begin(void) {
  pthread_mutex_lock(&mutex);
  if (explorations++ == 0) begin_first();
  bool has_hashing = hashing != NULL;
  pthread_mutex_unlock(&mutex);
  record *record = malloc(sizeof *record);
  if (record == NULL) abort();
  record->previous = current;
  record->ordering = 0;
  const stack_t stack = {.ss_sp = record->stack, .ss_size = STACK};
  sigaltstack(&stack, &record->previous_stack);
  current = record;
  return has_hashing;
}

uintptr_t pledge_process_share(void) { return (uintptr_t)current; }

void pledge_process_borrow(uintptr_t shared) {
  static _Thread_local stack_t own;
  current = (record *)shared;
  // One thread runs at a time, so this stack is shared. The address sanitizer unmaps that of an ending thread.
  const stack_t stack = {.ss_sp = current ? current->stack : NULL, .ss_size = STACK};
  sigaltstack(current ? &stack : &own, current ? &own : NULL);
}

void pledge_process_end(void) {
  record *record = current;
  // Its end was written, but an earlier handler has kept the process alive.
  if (record == NULL) return;
  current = record->previous;
  sigaltstack(&record->previous_stack, NULL);
  free(record);
  pthread_mutex_lock(&mutex);
  if (--explorations == 0) end_last();
  pthread_mutex_unlock(&mutex);
}
#endif

pledge_shared pledge_hooks_share(void) {
  return (pledge_shared){pledge_clock_share(), pledge_process_share()};
}

void pledge_hooks_borrow(pledge_shared shared) {
  pledge_clock_borrow(shared.clock);
  pledge_process_borrow(shared.record);
}
