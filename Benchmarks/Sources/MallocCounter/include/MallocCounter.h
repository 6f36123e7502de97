// Counts what a process allocates. Preloaded, never linked: see MallocCounter.c.

#ifndef MALLOC_COUNTER_H
#define MALLOC_COUNTER_H

#include <stdint.h>

/// How often memory has been allocated since the process began; a `realloc` counts as one.
int64_t malloc_counter_allocations(void);

/// How many allocations have not been freed.
int64_t malloc_counter_live_allocations(void);

/// The usable bytes of what has not been freed: what was asked for, rounded up as malloc does (to 24, 40,
/// 56, … in glibc), without its own word of overhead.
int64_t malloc_counter_live_bytes(void);

/// The most that those bytes have been since the peak was last restarted.
int64_t malloc_counter_peak_bytes(void);

/// Lets the peak begin with what is live now.
void malloc_counter_restart_peak(void);

#endif
