#pragma once

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
