#ifndef CFuzzer_h
#define CFuzzer_h

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Runs libFuzzer's loop if this was built with it (`-DPLEDGE_LIBFUZZER`).
///
/// Returns false immediately otherwise.
bool pledge_fuzz(int *argc, char ***argv, int (*test)(const uint8_t *data, size_t size));

#endif
