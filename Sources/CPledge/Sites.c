// A table of sites, so that a site fits into a few bits. A site is never removed: there are no more
// than the program has lines that create promises.
#include "CPledge.h"

enum { CAPACITY = 4096, PROBES = 32 };

static uintptr_t sites[CAPACITY];

uintptr_t pledge_number_of_site(uintptr_t site) {
  uintptr_t start = site * 0x9E3779B97F4A7C15 >> 52;
  for (uintptr_t probe = 0; site != 0 && probe < PROBES; probe++) {
    uintptr_t place = (start + probe) % CAPACITY;
    uintptr_t found = __atomic_load_n(&sites[place], __ATOMIC_RELAXED);
    if (found == 0) {
      // A failed exchange stores what another thread has put there.
      __atomic_compare_exchange_n(
          &sites[place], &found, site, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
      if (found == 0) return place + 1;
    }
    if (found == site) return place + 1;
  }
  return site == 0 ? 0 : PLEDGE_UNKEPT_SITE;
}

uintptr_t pledge_site_of_number(uintptr_t number) {
  if (number == 0 || number == PLEDGE_UNKEPT_SITE) return 0;
  return __atomic_load_n(&sites[number - 1], __ATOMIC_RELAXED);
}
