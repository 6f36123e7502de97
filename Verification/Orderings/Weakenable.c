#include "Weakenable.h"

#include <stdlib.h>

uintptr_t pledge_weakened;

// Runs before other threads exist.
__attribute__((constructor)) static void read_environment(void) {
  const char *number = getenv("PLEDGE_WEAKENED");
  if (number != NULL) pledge_weakened = strtoul(number, NULL, 10);
}
