// Started with the counter preloaded: allocates in all possible ways, compares the counts, and prints the
// differences.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { ROUNDS = 100000, THREADS = 4 };

typedef int64_t (*reading)(void);
typedef struct {
  int64_t made, live, bytes;
} counts;

static reading made, live, bytes, peak;
static void (*restart_peak)(void);
static int failures;

static counts now(void) { return (counts){made(), live(), bytes()}; }

// Compares the counts since `before`.
static void expect(const char *what, counts before, counts expected) {
  counts after = now();
  counts got = {after.made - before.made, after.live - before.live, after.bytes - before.bytes};
  if (got.made == expected.made && got.live == expected.live && got.bytes == expected.bytes) return;
  printf("%s: made %ld, live %ld, bytes %ld\n", what, (long)got.made, (long)got.live, (long)got.bytes);
  failures += 1;
}

// Keeps the compiler from removing allocations.
static void *volatile kept;

static void check_kinds(void) {
  counts before = now();
  kept = malloc(20);
  expect("malloc", before, (counts){1, 1, 24});
  free(kept);
  expect("free", before, (counts){1, 0, 0});
  free(NULL);
  expect("free of nothing", before, (counts){1, 0, 0});

  before = now();
  kept = calloc(3, 11);
  expect("calloc", before, (counts){1, 1, 40});
  kept = realloc(kept, 100);
  expect("realloc", before, (counts){2, 1, 104});
  kept = realloc(kept, 0);
  expect("realloc to nothing", before, (counts){2, 0, 0});
  kept = realloc(NULL, 20);
  expect("realloc of nothing", before, (counts){3, 1, 24});
  free(kept);

  before = now();
  kept = aligned_alloc(16, 32);
  expect("aligned_alloc", before, (counts){1, 1, 40});
  free(kept);
  void *memory = NULL;
  if (posix_memalign(&memory, 16, 32) != 0) failures += 1;
  expect("posix_memalign", before, (counts){2, 1, 40});
  free(memory);
  if (posix_memalign(&memory, 3, 32) == 0) failures += 1;
  expect("posix_memalign of nonsense", before, (counts){2, 0, 0});
}

static void check_peak(void) {
  restart_peak();
  int64_t before = bytes();
  kept = malloc(100);
  free(kept);
  kept = malloc(20);
  if (peak() - before != 104) failures += printf("peak: %ld\n", (long)(peak() - before));
  restart_peak();
  if (peak() - before != 24) failures += printf("new peak: %ld\n", (long)(peak() - before));
  free(kept);
}

static void *allocate(void *unused) {
  (void)unused;
  for (int round = 0; round < ROUNDS; round += 1) {
    void *volatile memory = malloc(20);
    free(memory);
  }
  return NULL;
}

static void check_threads(void) {
  pthread_t threads[THREADS];
  // The allocations of a thread itself are those of a thread without work.
  counts before = now();
  for (int index = 0; index < THREADS; index += 1) {
    pthread_create(&threads[index], NULL, allocate, NULL);
  }
  for (int index = 0; index < THREADS; index += 1) pthread_join(threads[index], NULL);
  int64_t count = now().made - before.made - (int64_t)THREADS * ROUNDS;
  if (count >= 0 && count < 100) return;
  printf("threads: %ld too many\n", (long)count);
  failures += 1;
}

int main(void) {
  made = (reading)dlsym(RTLD_DEFAULT, "malloc_counter_allocations");
  live = (reading)dlsym(RTLD_DEFAULT, "malloc_counter_live_allocations");
  bytes = (reading)dlsym(RTLD_DEFAULT, "malloc_counter_live_bytes");
  peak = (reading)dlsym(RTLD_DEFAULT, "malloc_counter_peak_bytes");
  restart_peak = (void (*)(void))dlsym(RTLD_DEFAULT, "malloc_counter_restart_peak");
  if (made == NULL || live == NULL || bytes == NULL || peak == NULL || restart_peak == NULL) {
    printf("the counter is not preloaded\n");
    return 1;
  }
  check_kinds();
  check_peak();
  check_threads();
  return failures != 0;
}
