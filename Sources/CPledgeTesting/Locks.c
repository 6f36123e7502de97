#define _GNU_SOURCE

#include "CPledgeTesting.h"

// The functions of locks are replaced where calls find those of the program first, and where no
// sanitizer replaces them.
#if defined(__GLIBC__) && !__has_feature(thread_sanitizer)
#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdarg.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

// The functions of the system.
static struct {
  int (*init)(pthread_mutex_t *mutex, const pthread_mutexattr_t *attributes);
  int (*lock)(pthread_mutex_t *mutex), (*try)(pthread_mutex_t *mutex), (*unlock)(pthread_mutex_t *mutex);
  long (*call)(long number, ...);
  void (*sync)(void *queue, void *block), (*barrier_sync)(void *queue, void *block);
} original;

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

// Libraries take locks before the program begins.
static void find_originals(void) {
  if (__atomic_load_n(&original.unlock, __ATOMIC_ACQUIRE) != NULL) return;
  *(void **)&original.call = next("syscall", (void *)call);
  *(void **)&original.init = next("pthread_mutex_init", (void *)__pthread_mutex_init);
  *(void **)&original.lock = next("pthread_mutex_lock", (void *)__pthread_mutex_lock);
  *(void **)&original.try = next("pthread_mutex_trylock", (void *)__pthread_mutex_trylock);
  *(void **)&original.sync = next("dispatch_sync", NULL);
  *(void **)&original.barrier_sync = next("dispatch_barrier_sync", NULL);
  void *unlock = next("pthread_mutex_unlock", (void *)__pthread_mutex_unlock);
  __atomic_store_n((void **)&original.unlock, unlock, __ATOMIC_RELEASE);
}

// Who takes a lock. Those that libraries of the system take for themselves are no points.
typedef enum { PROGRAM, FOUNDATION, SYSTEM } caller;
// Where the runtime takes the lock of a stream, which is a point, and where Foundation passes on a
// call of `NSLocking`, whose caller counts.
enum { PLACES = 24, NESTED = 4 };
static const void *streams[PLACES], *thunks[PLACES];
static _Thread_local bool is_learning;

static bool contains(const void *const *places, const void *place) {
  for (int i = 0; i < PLACES && places[i] != NULL; i++) if (places[i] == place) return true;
  return false;
}

static void learn(const void **places, const void *place) {
  int i = 0;
  while (places[i] != NULL && places[i] != place && i < PLACES - 1) i++;
  places[i] = place;
}

enum { OBJECTS = 128 };
static struct {
  uintptr_t start, end;
  caller kind;
} objects[OBJECTS];
static size_t object_count;
static const char *system_paths[2];

// The functions of Pledge's own locks.
extern const char __start_pledge_locking[] __attribute__((weak));
extern const char __stop_pledge_locking[] __attribute__((weak));

static caller caller_at(const void *address) {
  const char *place = address;
  if (place >= __start_pledge_locking && place < __stop_pledge_locking) return SYSTEM;
  for (size_t i = 0; i < object_count; i++) {
    if ((uintptr_t)address - objects[i].start < objects[i].end - objects[i].start) return objects[i].kind;
  }
  return PROGRAM;
}

// Whether two files are in the same folder.
static bool are_together(const char *path, const char *other) {
  if (other == NULL || strrchr(path, '/') == NULL) return false;
  size_t length = (size_t)(strrchr(path, '/') - path);
  return strrchr(other, '/') == other + length && strncmp(path, other, length) == 0;
}

static int note_paths(struct dl_phdr_info *object, size_t size, void *context) {
  (void)size, (void)context;
  if (strstr(object->dlpi_name, "/libswiftCore.so") != NULL) system_paths[0] = object->dlpi_name;
  if (strstr(object->dlpi_name, "/libc.so") != NULL) system_paths[1] = object->dlpi_name;
  return 0;
}

static int note_object(struct dl_phdr_info *object, size_t size, void *context) {
  (void)size, (void)context;
  bool is_system = are_together(object->dlpi_name, system_paths[0]) || are_together(object->dlpi_name, system_paths[1]);
  if (!is_system || object_count == OBJECTS) return 0;
  caller kind = strstr(object->dlpi_name, "/libFoundation.so") != NULL ? FOUNDATION : SYSTEM;
  uintptr_t start = UINTPTR_MAX, end = 0;
  for (int i = 0; i < object->dlpi_phnum; i++) {
    const ElfW(Phdr) *part = &object->dlpi_phdr[i];
    if (part->p_type != PT_LOAD) continue;
    uintptr_t first = object->dlpi_addr + part->p_vaddr;
    if (first < start) start = first;
    if (first + part->p_memsz > end) end = first + part->p_memsz;
  }
  objects[object_count].start = start;
  objects[object_count].end = end;
  objects[object_count++].kind = kind;
  return 0;
}

bool pledge_locks_install(void (*use_locks)(void)) {
  dl_iterate_phdr(note_paths, NULL);
  dl_iterate_phdr(note_object, NULL);
  // The first time, types take locks, too.
  use_locks();
  is_learning = true;
  use_locks();
  is_learning = false;
  // Otherwise, calls find another definition, such as that of a tool.
  return streams[0] != NULL;
}

bool pledge_lock_is_free(uintptr_t word) {
  return (__atomic_load_n((const uint32_t *)word, __ATOMIC_ACQUIRE) & FUTEX_TID_MASK) == 0;
}

// The locks that the thread only pretends to hold, after a deadlock.
enum { PRETENDED = 32 };
static _Thread_local const void *pretended[PRETENDED];

static int pretend(const void *lock) {
  int i = 0;
  while (pretended[i] != NULL && i < PRETENDED - 1) i++;
  pretended[i] = lock;
  return 0;
}

static bool stop_pretending(const void *lock) {
  for (int i = 0; i < PRETENDED; i++) {
    if (pretended[i] != lock) continue;
    pretended[i] = NULL;
    return true;
  }
  return false;
}

static uint32_t this_thread_number(void) {
  static _Thread_local uint32_t number;
  return number != 0 ? number : (number = (uint32_t)gettid());
}

// A function with this frame is called from a place. Swift keeps the frames of Foundation's functions,
// and the ones between end with a jump.
static const void *caller_of(void *const **frame) {
  *frame = (*frame)[0];
  return (*frame)[1];
}

static void learn_caller(const void *place, void *const *frame) {
  if (caller_at(place) == SYSTEM) learn(streams, place);
  for (int i = 0; i < NESTED && caller_at(place) == FOUNDATION; i++) {
    learn(thunks, place);
    place = caller_of(&frame);
  }
}

// Whether the code under test takes a lock.
static bool is_program(const void *place, void *const *frame) {
  for (int i = 0; i < NESTED && contains(thunks, place); i++) place = caller_of(&frame);
  return caller_at(place) == PROGRAM;
}

// Notes that the code under test uses a lock, or a stream; returns whether it is a lock.
static bool touch(const void *mutex, const void *place, void *const *frame) {
  bool is_lock = is_program(place, frame);
  if (is_lock || contains(streams, place)) pledge_touch(is_lock ? (uintptr_t)mutex : PLEDGE_STREAMS);
  return is_lock;
}

__attribute__((weak)) int pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attributes) {
  find_originals();
  pledge_begin_object((uintptr_t)mutex);
  return original.init(mutex, attributes);
}

// What follows a section is a point. So is what precedes one within another, as it could wait, or one
// after an operation on a promise.
__attribute__((weak)) int pthread_mutex_lock(pthread_mutex_t *mutex) {
  find_originals();
  if (is_learning) learn_caller(__builtin_return_address(0), __builtin_frame_address(0));
  if (!pledge_hooks_may_wait()) return original.lock(mutex);
  bool is_lock = touch(mutex, __builtin_return_address(0), __builtin_frame_address(0));
  if (pledge_hooks_is_interruptible() && is_lock && (pledge_hooks_count_locks(1) > 1 || pledge_points_has_change())) {
    pledge_hooks_point();
    pledge_touch((uintptr_t)mutex);
  }
  int result;
  while ((result = original.try(mutex)) == EBUSY) {
    bool is_own = (uint32_t)mutex->__data.__owner == this_thread_number();
    if (is_own && (mutex->__data.__kind & 3) == PTHREAD_MUTEX_ERRORCHECK) return EDEADLK;
    pledge_wait answer = pledge_hooks_wait((uintptr_t)&mutex->__data.__lock, (uint32_t)mutex->__data.__owner);
    if (answer == PLEDGE_WAIT) return original.lock(mutex);
    if (answer == PLEDGE_PRETEND) return pretend(mutex);
  }
  return result;
}

__attribute__((weak)) int pthread_mutex_trylock(pthread_mutex_t *mutex) {
  find_originals();
  int result = original.try(mutex);
  // `NSLock.try()` returns to Foundation; `lock()` and `unlock()` end with the call, and do not.
  if (pledge_hooks_is_interruptible() && caller_at(__builtin_return_address(0)) <= FOUNDATION) {
    pledge_touch((uintptr_t)mutex);
    pledge_hooks_note_mutex();
    if (result == 0) pledge_hooks_count_locks(1);
    pledge_hooks_point();
  }
  return result;
}

__attribute__((weak)) int pthread_mutex_unlock(pthread_mutex_t *mutex) {
  find_originals();
  if (is_learning) learn_caller(__builtin_return_address(0), __builtin_frame_address(0));
  if (!pledge_hooks_may_wait()) return original.unlock(mutex);
  bool is_lock = touch(mutex, __builtin_return_address(0), __builtin_frame_address(0));
  int result = stop_pretending(mutex) ? 0 : original.unlock(mutex);
  if (!pledge_hooks_is_interruptible()) return result;
  if (is_lock) pledge_hooks_count_locks(-1);
  if (is_lock || contains(streams, __builtin_return_address(0))) pledge_hooks_point();
  return result;
}

// The slow path of a lock whose word is the number of the thread that holds it, such as `Mutex`.
static bool acquires(uint32_t *word) {
  for (;;) {
    uint32_t owner = __atomic_load_n(word, __ATOMIC_ACQUIRE) & FUTEX_TID_MASK;
    if (owner == 0 || owner == this_thread_number()) return false;
    pledge_wait answer = pledge_hooks_wait((uintptr_t)word, owner);
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
  if (pledge_hooks_may_wait()) {
    // A thread asks for its number when it uses a `Mutex` for the first time.
    if (number == SYS_gettid && caller_at(__builtin_return_address(0)) == PROGRAM) pledge_hooks_note_mutex();
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
  bool was_whole = pledge_points_make_whole(true);
  (*run)(queue, block);
  pledge_points_make_whole(was_whole);
}

__attribute__((weak)) void dispatch_sync(void *queue, void *block) { run_whole(&original.sync, queue, block); }
__attribute__((weak)) void dispatch_barrier_sync(void *queue, void *block) { run_whole(&original.barrier_sync, queue, block); }
#else
bool pledge_locks_install(void (*use_locks)(void)) { return use_locks == NULL; }
bool pledge_lock_is_free(uintptr_t word) { return word != 0; }
#endif
