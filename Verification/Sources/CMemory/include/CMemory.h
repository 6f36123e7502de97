#pragma once

#include <stdint.h>

// Returns the number of allocated bytes, or a negative number where the system cannot tell. Inexact:
// memory that the allocator caches for a thread may count as allocated.
int64_t memory_live_bytes(void);
