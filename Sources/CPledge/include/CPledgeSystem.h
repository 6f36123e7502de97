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
// Whether reading from a descriptor may have to wait for somebody: not for a file, nor for a folder.
bool pledge_may_wait(int descriptor);

// Waits until one of two descriptors can be read without waiting; answers whether the second can.
bool pledge_wait_for_either(int first, int second);

// Reads what there is, up to `size` bytes: answers how many, none at the end, or the system's number of
// what went wrong, below zero.
long pledge_read(int descriptor, void *bytes, long size);

// A pipe that no child inherits, or the system's number of why there is none.
typedef struct { int reading_end, writing_end, number; } pledge_pipe;

pledge_pipe pledge_make_pipe(void);
void pledge_write_byte(int descriptor);
void pledge_close(int descriptor);
#endif
