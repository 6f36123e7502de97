#pragma once

#include <stdbool.h>
#include <stdint.h>

// System calls that involve pointers, for the core and the bridges above it.

// Writes text to standard error. Texts written by several threads are not interleaved. If standard
// error is non-blocking and full, waits; a reader that takes nothing for so many milliseconds loses
// the rest.
void pledge_print(const char *text, int patience);

// Moves a file to a path atomically, and replaces the file at that path if there is one. Returns 0
// or the system's error number.
int pledge_rename(const char *from, const char *to);

// The signals that a thread blocks, with room for those of any system.
typedef struct { uint64_t words[16]; } pledge_signals;

// Unblocks, on this thread, the signals that terminate processes or report their termination.
// Returns the signals that were blocked before.
pledge_signals pledge_unblock_ends(void);

// Returns whether a process can handle a signal; `false` for a number that is not that of a signal.
bool pledge_can_handle(int signal);

// Takes its default effect from a signal for which a source of Dispatch will be made. Programs that
// the process starts do not inherit this.
void pledge_claim(int signal);

// Blocks exactly these signals on this thread.
void pledge_block(pledge_signals signals);

// Returns 0, or the system's error number if a descriptor cannot be read, such as that of a folder.
int pledge_check_readable(int descriptor);

#if !defined(_WIN32) && !defined(__APPLE__)
// Returns whether reading from a readable descriptor may have to wait: `false` for a regular file.
bool pledge_may_wait(int descriptor);

// Returns a signal that one thread sets and another waits for together with some input, or a
// negated system error number. Child processes do not inherit it.
int pledge_signal_create(void);
void pledge_signal_set(int signal);
void pledge_signal_destroy(int signal);

static const int64_t PLEDGE_SIGNALLED = INT64_MIN;

// Waits until the descriptor has data, and reads up to `size` bytes. Returns the number of bytes, 0
// at the end of the input, a negated system error number, or PLEDGE_SIGNALLED as soon as the signal
// is set.
int64_t pledge_read_unless(int signal, int descriptor, void *bytes, uint64_t size);

// Starts a detached thread. Returns 0 or the system's error number.
int pledge_start_thread(void *(*body)(void *), void *context);
#endif
