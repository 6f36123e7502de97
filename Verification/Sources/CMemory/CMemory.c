#include "CMemory.h"

#if defined(__linux__)
#include <malloc.h>
#elif defined(__APPLE__)
#include <malloc/malloc.h>
#endif

int64_t memory_live_bytes(void) {
#if defined(__GLIBC__)
  struct mallinfo2 info = mallinfo2();
  return (int64_t)(info.uordblks + info.hblkhd);
#elif defined(__APPLE__)
  return (int64_t)mstats().bytes_used;
#else
  return -1;
#endif
}
