// Counts the allocations of a process. Preloaded, never linked: see MallocCounter.c.

#ifndef MALLOC_COUNTER_H
#define MALLOC_COUNTER_H

#include <stdint.h>

/// Returns the number of allocations since the process started; a `realloc` counts as one.
int64_t malloc_counter_allocations(void);

/// Returns the number of allocations that have not been freed.
int64_t malloc_counter_live_allocations(void);

/// Returns the usable bytes that have not been freed: the requested bytes, rounded up as malloc does (to
/// 24, 40, 56, … in glibc), without its own word of overhead.
int64_t malloc_counter_live_bytes(void);

/// Returns the maximum of these bytes since the peak was last restarted.
int64_t malloc_counter_peak_bytes(void);

/// Restarts the peak with the current live bytes.
void malloc_counter_restart_peak(void);

#endif
