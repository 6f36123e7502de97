// Replaces malloc and related functions in a process that is started with
// LD_PRELOAD=libMallocCounter.so, and counts the calls before forwarding them to glibc. The counts are
// exact for any thread: every call counts once, and nothing here allocates. The counters are relaxed: they
// are read after the counting threads have been joined.

#define _GNU_SOURCE
#include "MallocCounter.h"

#include <stdlib.h>

#if defined(__GLIBC__)

#include <errno.h>
#include <malloc.h>
#include <stdatomic.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void *memory);

static atomic_int_fast64_t allocations;
static atomic_int_fast64_t live_allocations;
static atomic_int_fast64_t live_bytes;
static atomic_int_fast64_t peak_bytes;

static void add(atomic_int_fast64_t *counter, int64_t amount) {
  atomic_fetch_add_explicit(counter, amount, memory_order_relaxed);
}

static int64_t read(atomic_int_fast64_t *counter) {
  return atomic_load_explicit(counter, memory_order_relaxed);
}

static void grow(int64_t bytes) {
  int64_t live = bytes + atomic_fetch_add_explicit(&live_bytes, bytes, memory_order_relaxed);
  int64_t peak = read(&peak_bytes);
  while (live > peak && !atomic_compare_exchange_weak_explicit(
                            &peak_bytes, &peak, live, memory_order_relaxed, memory_order_relaxed)) {
  }
}

static void *counted(void *memory) {
  if (memory == NULL) return NULL;
  add(&allocations, 1);
  add(&live_allocations, 1);
  grow((int64_t)malloc_usable_size(memory));
  return memory;
}

void *malloc(size_t size) { return counted(__libc_malloc(size)); }
void *calloc(size_t count, size_t size) { return counted(__libc_calloc(count, size)); }
void *memalign(size_t alignment, size_t size) { return counted(__libc_memalign(alignment, size)); }
void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **result, size_t alignment, size_t size) {
  if (alignment % sizeof(void *) != 0 || (alignment & (alignment - 1)) != 0 || alignment == 0) {
    return EINVAL;
  }
  void *memory = memalign(alignment, size);
  if (memory == NULL) return ENOMEM;
  *result = memory;
  return 0;
}

void free(void *memory) {
  if (memory == NULL) return;
  add(&live_allocations, -1);
  add(&live_bytes, -(int64_t)malloc_usable_size(memory));
  __libc_free(memory);
}

void *realloc(void *memory, size_t size) {
  if (memory == NULL) return malloc(size);
  if (size == 0) {
    free(memory);
    return NULL;
  }
  int64_t before = (int64_t)malloc_usable_size(memory);
  void *moved = __libc_realloc(memory, size);
  if (moved == NULL) return NULL;
  add(&allocations, 1);
  grow((int64_t)malloc_usable_size(moved) - before);
  return moved;
}

int64_t malloc_counter_allocations(void) { return read(&allocations); }
int64_t malloc_counter_live_allocations(void) { return read(&live_allocations); }
int64_t malloc_counter_live_bytes(void) { return read(&live_bytes); }
int64_t malloc_counter_peak_bytes(void) { return read(&peak_bytes); }

void malloc_counter_restart_peak(void) {
  atomic_store_explicit(&peak_bytes, read(&live_bytes), memory_order_relaxed);
}

#endif
