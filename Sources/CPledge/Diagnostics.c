// The contents of an event besides its promise: the time, the thread, and the callers.
#define _GNU_SOURCE

#include "CPledge.h"

#include <time.h>

#if defined(_WIN32)
#include <windows.h>
#else
#include <pthread.h>
#include <unistd.h>
#endif
#if defined(__linux__)
#include <sys/syscall.h>
#endif

#if defined(_WIN32)
uint64_t pledge_now(void) {
  LARGE_INTEGER count, frequency;
  QueryPerformanceCounter(&count);
  QueryPerformanceFrequency(&frequency);
  uint64_t seconds = count.QuadPart / frequency.QuadPart;
  uint64_t rest = count.QuadPart % frequency.QuadPart;
  return seconds * 1000000000 + rest * 1000000000 / frequency.QuadPart;
}
#elif defined(__APPLE__)
uint64_t pledge_now(void) {
  // Stops while the machine sleeps, as CLOCK_MONOTONIC does on Linux, but not here.
  return clock_gettime_nsec_np(CLOCK_UPTIME_RAW);
}
#else
uint64_t pledge_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}
#endif

uint64_t pledge_find_thread_number(void) {
#if defined(_WIN32)
  return GetCurrentThreadId();
#elif defined(__APPLE__)
  uint64_t number;
  pthread_threadid_np(NULL, &number);
  return number;
#elif defined(__linux__)
  return (uint64_t)syscall(SYS_gettid);
#else
  return (uintptr_t)pthread_self();
#endif
}

// Swift keeps frame pointers, but a library below it may not: a frame is read only if it lies on
// the stack, above the previous one. If the end of the stack is unknown, no callers are reported.
typedef struct {
  uintptr_t start;
  // The last address at which a frame can start: a frame has two words.
  uintptr_t last;
} stack_range;

static stack_range find_stack(void) {
  stack_range range = {0, 0};
#if defined(__APPLE__)
  uintptr_t end = (uintptr_t)pthread_get_stackaddr_np(pthread_self());
  range.start = end - pthread_get_stacksize_np(pthread_self());
  range.last = end - 2 * sizeof(uintptr_t);
#elif defined(__linux__)
  pthread_attr_t attributes;
  void *start;
  size_t size;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return range;
  if (pthread_attr_getstack(&attributes, &start, &size) == 0) {
    range.start = (uintptr_t)start;
    range.last = range.start + size - 2 * sizeof(uintptr_t);
  }
  pthread_attr_destroy(&attributes);
#endif
  return range;
}

// Where return addresses are signed, the signature is in the upper bits.
static uintptr_t without_signature(uintptr_t address) {
#if defined(__aarch64__)
  register uintptr_t link __asm__("x30") = address;
  __asm__("hint #7" : "+r"(link));  // xpaclri
  return link;
#else
  return address;
#endif
}

static stack_range current_stack(void) {
  static _Thread_local stack_range stack;
  static _Thread_local bool is_known;
  if (!is_known) {
    stack = find_stack();
    is_known = true;
  }
  return stack;
}

// If a library uses the frame pointer for something else, the walk may read any word of the stack,
// which the sanitizers would report as an error.
#define READS_ANY_WORD __attribute__((no_sanitize("address", "thread")))

// Returns the next frame, or 0. An asynchronous function tags the address that it stores, so the
// walk ends there: the frames above belong to the executor of the task, or to its creator if the
// task started immediately.
READS_ANY_WORD
static inline uintptr_t frame_above(uintptr_t frame, stack_range stack) {
  uintptr_t above = *(const uintptr_t *)frame;
  return above > frame && above <= stack.last && above % sizeof(uintptr_t) == 0 ? above : 0;
}

READS_ANY_WORD __attribute__((noinline))
pledge_callers pledge_find_callers(uintptr_t skipped) {
  pledge_callers callers = {{0}};
  stack_range stack = current_stack();
  uintptr_t frame = (uintptr_t)__builtin_frame_address(0);
  if (frame < stack.start || frame > stack.last) return callers;
  for (; skipped > 0 && frame != 0; skipped--) frame = frame_above(frame, stack);
  for (uintptr_t index = 0; index < PLEDGE_MAX_CALLERS && frame != 0; index++) {
    callers.addresses[index] = without_signature(((const uintptr_t *)frame)[1]);
    frame = frame_above(frame, stack);
  }
  return callers;
}
