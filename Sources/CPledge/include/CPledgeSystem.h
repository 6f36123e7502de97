#pragma once

#include <stdbool.h>
#include <stdint.h>

// What is asked of the system with a pointer, for the core and the bridges above it.

// Writes one line to standard error, whole even when several threads write.
void pledge_print_line(const char *line);

// Puts the file at one path in place of the one at another, if there is any, in one step; answers 0,
// or the system's number of what went wrong.
int pledge_rename(const char *from, const char *to);

// The signals that a thread blocks, with room for those of any system.
typedef struct { uint64_t words[16]; } pledge_signals;

// Lets through, on this thread, the signals by which processes are ended and told of an end; answers
// what was blocked before.
pledge_signals pledge_unblock_ends(void);

// Blocks these on this thread, and no others.
void pledge_block(pledge_signals signals);

#if !defined(_WIN32) && !defined(__APPLE__)
// Whether reading from a descriptor may have to wait for somebody: not for a file, nor for a folder, nor
// for what cannot be read at all.
bool pledge_may_wait(int descriptor);

// What one thread sets, and another one waits for, beside some input; a child inherits none of it.
// Without it, `number` is the system's of why.
typedef struct { int waiting_end, setting_end, number; } pledge_signal;

pledge_signal pledge_signal_create(void);
void pledge_signal_set(pledge_signal signal);
void pledge_signal_destroy(pledge_signal signal);

static const int64_t PLEDGE_SIGNALLED = INT64_MIN;

// Waits for the descriptor to have something to read, and reads up to `size` bytes of it: answers how
// many, none at the end, the system's number of what went wrong below zero, or PLEDGE_SIGNALLED as soon
// as the signal is set.
int64_t pledge_read_unless(pledge_signal signal, int descriptor, void *bytes, uint64_t size);

// Starts a thread that nobody waits for; answers 0, or the system's number.
int pledge_start_thread(void *(*body)(void *), void *context);
#endif
