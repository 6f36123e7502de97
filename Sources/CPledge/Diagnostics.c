// What an event says besides the promise: when, on which thread, and who called.
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
#else
uint64_t pledge_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}
#endif

static uint64_t current_thread_number(void) {
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

uint64_t pledge_thread_number(void) {
  if (pledge_this_thread.number == 0) pledge_this_thread.number = current_thread_number();
  return pledge_this_thread.number;
}

// Swift keeps frame pointers, but a library below it need not: a frame is looked at only if it lies
// on the stack, above the one before. Where the end of the stack is not known, nobody is named.
typedef struct {
  uintptr_t start;
  uintptr_t end;
} stack_range;

static stack_range find_stack(void) {
  stack_range range = {0, 0};
#if defined(__APPLE__)
  range.end = (uintptr_t)pthread_get_stackaddr_np(pthread_self());
  range.start = range.end - pthread_get_stacksize_np(pthread_self());
#elif defined(__linux__)
  pthread_attr_t attributes;
  void *start;
  size_t size;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return range;
  if (pthread_attr_getstack(&attributes, &start, &size) == 0) {
    range = (stack_range){(uintptr_t)start, (uintptr_t)start + size};
  }
  pthread_attr_destroy(&attributes);
#endif
  return range;
}

static bool holds_frame(stack_range stack, uintptr_t frame) {
  return frame >= stack.start && frame + 2 * sizeof(uintptr_t) <= stack.end &&
         frame % sizeof(uintptr_t) == 0;
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

// Where a library has put something else into the frame pointer, it may read any word of the stack:
// the sanitizers would take that for a mistake.
__attribute__((noinline, no_sanitize("address", "thread")))
pledge_callers pledge_find_callers(uintptr_t skipped) {
  // An asynchronous function marks the address of its frame with this bit.
  const uintptr_t asynchronous = (uintptr_t)1 << 60;
  static _Thread_local stack_range stack;
  static _Thread_local bool has_looked;
  if (!has_looked) {
    stack = find_stack();
    has_looked = true;
  }
  pledge_callers callers = {{0}, 0};
  uintptr_t frame = (uintptr_t)__builtin_frame_address(0);
  while (callers.count < PLEDGE_MAX_CALLERS && holds_frame(stack, frame)) {
    const uintptr_t *words = (const uintptr_t *)frame;
    uintptr_t above = words[0] & ~asynchronous;
    uintptr_t address = without_signature(words[1]);
    if (address == 0) break;
    if (skipped > 0) {
      skipped--;
    } else {
      callers.addresses[callers.count++] = address;
    }
    if (above <= frame) break;
    frame = above;
  }
  return callers;
}
