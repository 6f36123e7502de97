#define _GNU_SOURCE

#include "CPledgeTesting.h"

#if defined(__linux__)
#include <elf.h>
#include <link.h>
#include <string.h>
#include <time.h>

// The clocks of Swift have no hook. On Linux, the library reads the time with a function of the
// system, whose address is in a table that is written as the dynamic linker writes it. Here, the
// function stays the real one.
typedef int (*gettime)(clockid_t clock, struct timespec *time);

enum { READINGS = 100000, CLOCKS = 16 };

typedef struct {
  int64_t stopped;
  // The number of readings since the time was set. A loop may wait for the time to pass: each reading
  // beyond the limit shows a millisecond more.
  unsigned readings;
  // The first real readings of an ordering: what keeps an instant beyond it gets no wrong one.
  int64_t starts[CLOCKS];
} clock_state;

static _Thread_local clock_state own;
// That of the thread that explores, on the others of its exploration.
static _Thread_local clock_state *borrowed;

static clock_state *state(void) { return borrowed ? borrowed : &own; }
uintptr_t pledge_clock_share(void) { return (uintptr_t)state(); }
void pledge_clock_borrow(uintptr_t clock) { borrowed = (clock_state *)clock; }

static int stopped_gettime(clockid_t clock, struct timespec *time) {
  if (pledge_hooks_current() == 0 || clock < 0 || clock >= CLOCKS) return clock_gettime(clock, time);
  clock_state *state_here = state();
  if (state_here->starts[clock] == 0) {
    int result = clock_gettime(clock, time);
    state_here->starts[clock] = time->tv_sec * INT64_C(1000000000) + time->tv_nsec;
    if (result != 0) return result;
  }
  int64_t now = state_here->starts[clock] + state_here->stopped;
  unsigned readings = ++state_here->readings;
  if (readings > READINGS) now += (int64_t)(readings - READINGS) * 1000000;
  *time = (struct timespec){.tv_sec = now / 1000000000, .tv_nsec = now % 1000000000};
  return 0;
}

void pledge_hooks_reset_time(void) {
  memset(state()->starts, 0, sizeof state()->starts);
  pledge_hooks_set_time(0);
}

void pledge_hooks_set_time(int64_t time) {
  state()->stopped = time;
  state()->readings = 0;
}

// Returns the entry of the table of functions, if the dynamic linker leaves it writable.
static gettime *entry(const struct dl_phdr_info *library, const ElfW(Dyn) *entries) {
  const ElfW(Sym) *symbols = NULL;
  const char *strings = NULL;
  const ElfW(Rela) *slots = NULL;
  size_t size = 0;
  for (; entries->d_tag != DT_NULL; entries++) {
    switch (entries->d_tag) {
    case DT_SYMTAB: symbols = (const void *)entries->d_un.d_ptr; break;
    case DT_STRTAB: strings = (const void *)entries->d_un.d_ptr; break;
    case DT_JMPREL: slots = (const void *)entries->d_un.d_ptr; break;
    case DT_PLTRELSZ: size = entries->d_un.d_val; break;
    case DT_BIND_NOW: return NULL;
    case DT_FLAGS: if (entries->d_un.d_val & DF_BIND_NOW) return NULL; break;
    case DT_FLAGS_1: if (entries->d_un.d_val & DF_1_NOW) return NULL; break;
    default: break;
    }
  }
  // The dynamic linker of musl leaves offsets in place of addresses.
  if ((uintptr_t)symbols < library->dlpi_addr || slots == NULL || strings == NULL) return NULL;
  for (size_t i = 0; i < size / sizeof *slots; i++) {
    const ElfW(Sym) *symbol = &symbols[ELF64_R_SYM(slots[i].r_info)];
    if (strcmp(strings + symbol->st_name, "clock_gettime") == 0) {
      return (gettime *)(library->dlpi_addr + slots[i].r_offset);
    }
  }
  return NULL;
}

static int visit(struct dl_phdr_info *library, size_t size, void *found) {
  (void)size;
  if (strstr(library->dlpi_name, "/libswift_Concurrency.so") == NULL) return 0;
  for (int i = 0; i < library->dlpi_phnum; i++) {
    const ElfW(Phdr) *header = &library->dlpi_phdr[i];
    if (header->p_type != PT_DYNAMIC) continue;
    *(gettime **)found = entry(library, (const void *)(library->dlpi_addr + header->p_vaddr));
  }
  return 1;
}

bool pledge_hooks_stop_clocks(void) {
  gettime *place = NULL;
  dl_iterate_phdr(visit, &place);
  if (place == NULL) return false;
  __atomic_store_n(place, stopped_gettime, __ATOMIC_RELEASE);
  return true;
}
#else
bool pledge_hooks_stop_clocks(void) { return false; }
void pledge_hooks_set_time(int64_t time) { (void)time; }
void pledge_hooks_reset_time(void) {}
uintptr_t pledge_clock_share(void) { return 0; }
void pledge_clock_borrow(uintptr_t clock) { (void)clock; }
#endif
