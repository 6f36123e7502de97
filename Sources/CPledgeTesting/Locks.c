#define _GNU_SOURCE

#include "Points.h"

// The functions of locks are replaced where calls find those of the program first, and where no
// sanitizer replaces them.
#if defined(__GLIBC__) && !__has_feature(thread_sanitizer)
#include <dlfcn.h>
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdarg.h>
#include <sys/syscall.h>
#include <unistd.h>

static int find_lock(pthread_mutex_t *mutex), find_unlock(pthread_mutex_t *mutex);

// The functions of the system. Libraries take locks before the program begins, so the first call finds
// all of them.
static struct {
  int (*init)(pthread_mutex_t *mutex, const pthread_mutexattr_t *attributes);
  int (*lock)(pthread_mutex_t *mutex), (*try)(pthread_mutex_t *mutex), (*unlock)(pthread_mutex_t *mutex);
  long (*call)(long number, ...);
  void (*sync)(void *queue, void *block), (*barrier_sync)(void *queue, void *block);
} original = {.lock = find_lock, .unlock = find_unlock};

// For a program that contains the C library, where no other definition comes next.
int __pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attributes) __attribute__((weak));
int __pthread_mutex_lock(pthread_mutex_t *mutex) __attribute__((weak));
int __pthread_mutex_trylock(pthread_mutex_t *mutex) __attribute__((weak));
int __pthread_mutex_unlock(pthread_mutex_t *mutex) __attribute__((weak));

static long call(long number, long a, long b, long c, long d, long e, long f) {
#if defined(__x86_64__)
  register long r10 __asm__("r10") = d, r8 __asm__("r8") = e, r9 __asm__("r9") = f;
  __asm__ volatile("syscall" : "+a"(number) : "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9) : "rcx", "r11", "memory");
#else
  (void)a, (void)b, (void)c, (void)d, (void)e, (void)f;
  number = -ENOSYS;
#endif
  if (number >= 0 || number < -4095) return number;
  errno = (int)-number;
  return -1;
}

static void *next(const char *name, void *otherwise) {
  void *function = dlsym(RTLD_NEXT, name);
  return function ? function : otherwise;
}

static void find_originals(void) {
  if (__atomic_load_n(&original.call, __ATOMIC_ACQUIRE) != NULL) return;
  *(void **)&original.init = next("pthread_mutex_init", (void *)__pthread_mutex_init);
  *(void **)&original.try = next("pthread_mutex_trylock", (void *)__pthread_mutex_trylock);
  *(void **)&original.lock = next("pthread_mutex_lock", (void *)__pthread_mutex_lock);
  *(void **)&original.unlock = next("pthread_mutex_unlock", (void *)__pthread_mutex_unlock);
  *(void **)&original.sync = next("dispatch_sync", NULL);
  *(void **)&original.barrier_sync = next("dispatch_barrier_sync", NULL);
  __atomic_store_n((void **)&original.call, next("syscall", (void *)call), __ATOMIC_RELEASE);
}

static int find_lock(pthread_mutex_t *mutex) {
  find_originals();
  return original.lock(mutex);
}

static int find_unlock(pthread_mutex_t *mutex) {
  find_originals();
  return original.unlock(mutex);
}

uint32_t pledge_lock_owner(uintptr_t owner) {
  return __atomic_load_n((const uint32_t *)owner, __ATOMIC_ACQUIRE) & FUTEX_TID_MASK;
}

// The locks that the thread only pretends to hold.
enum { PRETENDED = 32 };
static _Thread_local const void *pretended[PRETENDED];

static int pretend(const void *lock) {
  if (pledge_this.pretended < PRETENDED) pretended[pledge_this.pretended++] = lock;
  return 0;
}

static bool stop_pretending(const void *lock) {
  for (int i = pledge_this.pretended - 1; i >= 0; i--) {
    if (pretended[i] != lock) continue;
    pretended[i] = pretended[--pledge_this.pretended];
    return true;
  }
  return false;
}

static uint32_t this_thread_number(void) {
  static _Thread_local uint32_t number;
  return number != 0 ? number : (number = (uint32_t)gettid());
}

__attribute__((weak)) int pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attributes) {
  find_originals();
  pledge_begin_object((uintptr_t)mutex);
  return original.init(mutex, attributes);
}

// Waits for a lock that is not free.
static __attribute__((noinline)) int acquire(pthread_mutex_t *mutex) {
  int result = EBUSY;
  while (may_wait() && (result = original.try(mutex)) == EBUSY) {
    bool is_own = (uint32_t)mutex->__data.__owner == this_thread_number();
    if (is_own && (mutex->__data.__kind & 3) == PTHREAD_MUTEX_ERRORCHECK) return EDEADLK;
    pledge_wait answer = pledge_hooks_wait((uintptr_t)mutex, (uintptr_t)&mutex->__data.__owner);
    if (answer == PLEDGE_WAIT) break;
    if (answer == PLEDGE_PRETEND) return pretend(mutex);
  }
  return result == EBUSY ? original.lock(mutex) : result;
}

static __attribute__((noinline)) int lock_in_step(pthread_mutex_t *mutex) {
  int result = original.try(mutex);
  return result == EBUSY ? acquire(mutex) : result;
}

// What follows a section is a point. So is what precedes one within another, as it could wait, or one
// after an operation on a promise. Called with a jump, so the caller is that of the replaced function.
static __attribute__((noinline)) int lock_in_part(pthread_mutex_t *mutex) {
  if (pledge_this.is_learning) pledge_learn_caller(__builtin_return_address(0), __builtin_frame_address(0));
  bool is_lock = may_wait() && pledge_touch_lock(mutex, __builtin_return_address(0), __builtin_frame_address(0));
  if (is_lock && is_interruptible() && (++pledge_this.locks > 1 || pledge_this.has_change)) {
    pledge_hooks_point();
    pledge_touch((uintptr_t)mutex);
  }
  return lock_in_step(mutex);
}

static __attribute__((noinline)) int unlock_in_part(pthread_mutex_t *mutex) {
  if (pledge_this.is_learning) pledge_learn_caller(__builtin_return_address(0), __builtin_frame_address(0));
  if (!may_wait()) return original.unlock(mutex);
  const void *place = __builtin_return_address(0);
  bool is_lock = pledge_this.is_part && pledge_touch_lock(mutex, place, __builtin_frame_address(0));
  int result = stop_pretending(mutex) ? 0 : original.unlock(mutex);
  if (!is_interruptible()) return result;
  if (is_lock) pledge_this.locks--;
  if (is_lock || pledge_is_stream(place)) pledge_hooks_point();
  return result;
}

// These are short for code that is no part of a task, such as a job that handles a promise. It has no
// points, and what it touches need not be noted: its step counts as touching everything, or is said to
// share nothing.
__attribute__((weak)) int pthread_mutex_lock(pthread_mutex_t *mutex) {
  if (!pledge_this.is_step) __attribute__((musttail)) return original.lock(mutex);
  if (!pledge_this.is_part) __attribute__((musttail)) return lock_in_step(mutex);
  __attribute__((musttail)) return lock_in_part(mutex);
}

__attribute__((weak)) int pthread_mutex_unlock(pthread_mutex_t *mutex) {
  bool is_watched = pledge_this.is_step && (pledge_this.is_part || pledge_this.pretended > 0);
  if (!is_watched) __attribute__((musttail)) return original.unlock(mutex);
  __attribute__((musttail)) return unlock_in_part(mutex);
}

__attribute__((weak)) int pthread_mutex_trylock(pthread_mutex_t *mutex) {
  find_originals();
  int result = original.try(mutex);
  // `NSLock.try()` returns to Foundation; `lock()` and `unlock()` end with the call, and do not.
  if (is_interruptible() && pledge_caller_at(__builtin_return_address(0)) <= FOUNDATION) {
    pledge_touch((uintptr_t)mutex);
    pledge_hooks_note_mutex();
    if (result == 0) pledge_this.locks++;
    pledge_hooks_point();
  }
  return result;
}

// The slow path of a lock whose word is the number of the thread that holds it, such as `Mutex`.
static bool acquires(uint32_t *word) {
  for (;;) {
    uint32_t owner = pledge_lock_owner((uintptr_t)word);
    if (owner == 0 || owner == this_thread_number()) return false;
    pledge_wait answer = pledge_hooks_wait((uintptr_t)word, (uintptr_t)word);
    if (answer != PLEDGE_RETRY) return answer == PLEDGE_PRETEND;
  }
}

__attribute__((weak)) long syscall(long number, ...) {
  find_originals();
  long argument[6];
  va_list list;
  va_start(list, number);
  for (int i = 0; i < 6; i++) argument[i] = va_arg(list, long);
  va_end(list);
  if (may_wait()) {
    // A thread asks for its number when it uses a `Mutex` for the first time.
    if (number == SYS_gettid && pledge_caller_at(__builtin_return_address(0)) == PROGRAM) pledge_hooks_note_mutex();
    long operation = number == SYS_futex ? argument[1] & FUTEX_CMD_MASK : -1;
    uint32_t *word = (uint32_t *)argument[0];
    if (operation == FUTEX_LOCK_PI && acquires(word)) return pretend(word);
    if (operation == FUTEX_UNLOCK_PI && stop_pretending(word)) return 0;
  }
  return original.call(number, argument[0], argument[1], argument[2], argument[3], argument[4], argument[5]);
}

// While a queue of Dispatch runs what a thread waits for, there is no point: another part could wait
// for the queue, which is not seen.
static void run_whole(void (**run)(void *queue, void *block), void *queue, void *block) {
  find_originals();
  bool was_whole = pledge_this.is_whole;
  pledge_this.is_whole = true;
  (*run)(queue, block);
  pledge_this.is_whole = was_whole;
}

__attribute__((weak)) void dispatch_sync(void *queue, void *block) { run_whole(&original.sync, queue, block); }
__attribute__((weak)) void dispatch_barrier_sync(void *queue, void *block) { run_whole(&original.barrier_sync, queue, block); }
#else
uint32_t pledge_lock_owner(uintptr_t owner) { return (uint32_t)owner; }
#endif
