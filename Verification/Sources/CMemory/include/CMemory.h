#pragma once

#include <stdint.h>

// The bytes that are allocated and not freed; negative where that cannot be asked for. Not exact: what
// the allocator keeps for the next request of a thread may count as allocated.
int64_t memory_live_bytes(void);
