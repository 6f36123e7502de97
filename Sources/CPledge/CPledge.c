#include "CPledge.h"

#include <stdio.h>
#include <stdlib.h>

#if defined(_WIN32)
#include <windows.h>
#else
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#endif
#if defined(__APPLE__)
#include <os/lock.h>
#endif

_Thread_local pledge_thread pledge_this_thread;
uintptr_t pledge_instrumentation;

void *pledge_allocate(uintptr_t size) {
  void *memory = malloc(size);
  if (!memory) abort();
  return memory;
}

void pledge_deallocate(void *memory) { free(memory); }

// An exploration knows the functions that lock by their section: their locks are none of the code
// under test. All that they call is inlined, so that they contain the calls of the system.
#if defined(__ELF__)
#define LOCKING __attribute__((section("pledge_locking"), noinline, disable_tail_calls))
#else
#define LOCKING
#endif
#define INLINED __attribute__((always_inline)) static inline

#if defined(__APPLE__)
typedef os_unfair_lock native_lock;
#define NATIVE_LOCK_INIT OS_UNFAIR_LOCK_INIT
static void native_acquire(native_lock *lock) { os_unfair_lock_lock(lock); }
static bool native_try(native_lock *lock) { return os_unfair_lock_trylock(lock); }
static void native_release(native_lock *lock) { os_unfair_lock_unlock(lock); }
#elif defined(_WIN32)
typedef SRWLOCK native_lock;
#define NATIVE_LOCK_INIT SRWLOCK_INIT
static void native_acquire(native_lock *lock) { AcquireSRWLockExclusive(lock); }
static bool native_try(native_lock *lock) { return TryAcquireSRWLockExclusive(lock); }
static void native_release(native_lock *lock) { ReleaseSRWLockExclusive(lock); }
#else
typedef pthread_mutex_t native_lock;
#define NATIVE_LOCK_INIT PTHREAD_MUTEX_INITIALIZER
INLINED void native_acquire(native_lock *lock) { pthread_mutex_lock(lock); }
INLINED bool native_try(native_lock *lock) { return pthread_mutex_trylock(lock) == 0; }
INLINED void native_release(native_lock *lock) { pthread_mutex_unlock(lock); }
#endif

static native_lock stripes[PLEDGE_STRIPES] = {
    [0 ... PLEDGE_STRIPES - 1] = NATIVE_LOCK_INIT,
};

INLINED void acquire(native_lock *lock) {
  pledge_yield_point(lock, PLEDGE_LOCKS);
  native_acquire(lock);
}

INLINED void release(native_lock *lock) {
  pledge_yield_point(lock, PLEDGE_UNLOCKS);
  native_release(lock);
}

LOCKING void pledge_stripe_lock(uintptr_t index) { acquire(&stripes[index]); }
LOCKING void pledge_stripe_unlock(uintptr_t index) { release(&stripes[index]); }

LOCKING bool pledge_stripe_try_lock(uintptr_t index) {
  pledge_yield_point(&stripes[index], PLEDGE_TRIES_TO_LOCK);
  return native_try(&stripes[index]);
}

struct pledge_lock {
  native_lock native;
};

pledge_lock *pledge_lock_create(void) {
  pledge_lock *lock = malloc(sizeof *lock);
  if (lock == NULL) abort();
  *lock = (pledge_lock){NATIVE_LOCK_INIT};
  return lock;
}

void pledge_lock_destroy(pledge_lock *lock) { free(lock); }
LOCKING void pledge_lock_acquire(pledge_lock *lock) { acquire(&lock->native); }
LOCKING void pledge_lock_release(pledge_lock *lock) { release(&lock->native); }

void pledge_pause(uintptr_t round) {
#if defined(PLEDGE_YIELD_POINTS)
  (void)round;
  pledge_yield_blocked();
#else
  if (round < 64) return;
  uint64_t length = pledge_pause_length(round);
#if defined(_WIN32)
  if (length == 0) SwitchToThread();
  else Sleep(1);
#else
  struct timespec time = {0, (long)length};
  if (length == 0) sched_yield();
  else nanosleep(&time, NULL);
#endif
#endif
}

// A function of the Swift runtime, and part of its stable interface.
extern void *swift_tryRetain(void *object);

bool pledge_try_retain(void *object) {
  pledge_yield_point(object, PLEDGE_WRITES);
  return swift_tryRetain(object) != NULL;
}

#if defined(_WIN32)
void pledge_print(const char *text, int patience) { (void)patience, fputs(text, stderr); }
#else
static int64_t milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

// Without stdio, which drops what a full standard error refuses if it does not block.
void pledge_print(const char *text, int patience) {
  static bool is_stalled;
  struct pollfd output = {.fd = fileno(stderr), .events = POLLOUT};
  size_t size = strlen(text);
  int64_t deadline = 0;
  flockfile(stderr);
  fflush(stderr);
  // A reader that was waited for in vain is not waited for again before it takes something.
  if (patience > 0 && __atomic_load_n(&is_stalled, __ATOMIC_RELAXED)) patience = 0;
  while (size > 0) {
    ssize_t count = write(output.fd, text, size);
    if (count > 0) {
      text += count, size -= (size_t)count, deadline = 0;
    } else if (count == 0 || errno != EINTR) {
      if (count == 0 || errno != EAGAIN) break;
      if (deadline == 0) deadline = milliseconds() + patience;
      int64_t rest = deadline - milliseconds();
      if (patience >= 0 && rest <= 0) break;
      // A signal interrupts the wait, but does not prolong it.
      if (poll(&output, 1, patience < 0 ? -1 : (int)rest) < 0 && errno != EINTR) break;
    }
  }
  __atomic_store_n(&is_stalled, size > 0, __ATOMIC_RELAXED);
  funlockfile(stderr);
}
#endif
