#include "CFuzzer.h"

#ifdef PLEDGE_LIBFUZZER
// Declared by libFuzzer, which the compiler links with -sanitize=fuzzer and which has no header.
extern int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*test)(const uint8_t *, size_t));

static int (*the_test)(const uint8_t *, size_t);

// libFuzzer's own main function refers to this; SwiftPM renames ours.
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) { return the_test(data, size); }

bool pledge_fuzz(int *argc, char ***argv, int (*test)(const uint8_t *, size_t)) {
  the_test = test;
  LLVMFuzzerRunDriver(argc, argv, test);
  return true;
}
#else
bool pledge_fuzz(int *argc, char ***argv, int (*test)(const uint8_t *, size_t)) {
  (void)argc, (void)argv, (void)test;
  return false;
}
#endif
