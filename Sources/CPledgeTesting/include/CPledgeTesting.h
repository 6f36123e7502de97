#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The hooks of the concurrency runtime through which an exploration runs unmodified tasks and actors.
// A module of its own, so that only programs that link PledgeTesting contain them. A thread that
// explores has the number of its exploration; on threads without one, everything goes to the runtime.

// A serial executor, as the runtime passes it: an actor has no implementation, and zero stands for
// the pool of threads.
typedef struct {
  uintptr_t identity, implementation;
} pledge_executor;

// A job that the runtime is about to enqueue.
typedef struct {
  uintptr_t address;
  // The number of the task; zero for other work.
  uint64_t task;
  pledge_executor executor;
  // The name with which the task has just been created, as text; zero if it has none.
  uintptr_t name;
  // Whether this is the second half of `Task.yield()`, which makes the task run again.
  bool is_yield;
  // Whether the running task enqueues itself, and whether it leaves an actor for nonisolated code.
  bool is_hop, is_departure;
  // Whether the task is a child of another one.
  bool is_child;
  // Whether this is the end of a sleep: of a task with this number, after this time in nanoseconds.
  bool is_wake_up;
  uint64_t sleeper;
  int64_t delay;
} pledge_job;

// The answer to a thread that would wait for a lock: wait as without an exploration, try again, or go
// on as if the lock were acquired.
typedef enum { PLEDGE_WAIT, PLEDGE_RETRY, PLEDGE_PRETEND } pledge_wait;

typedef struct {
  // Returns whether an exploration takes the job; called with zero on other threads.
  bool (*receive)(uint64_t exploration, pledge_job job);
  // Called on other threads while there are explorations, with an actor that a task enters or leaves.
  void (*receive_actor)(uintptr_t actor);
  // Called when a task has been created, which may have a name, as text.
  void (*create)(uint64_t exploration, uint64_t task, uintptr_t name);
  // Called with the runtime's message, as text, when a continuation is released before it is resumed.
  void (*lose)(uint64_t exploration, uintptr_t message);
  // Called when a task of an exploration goes to an executor outside of it, where a hop is seen.
  void (*leave)(uint64_t exploration, uintptr_t executor);
  // Called within a job, where another one may come first.
  void (*point)(uint64_t exploration);
  // Called within a job that would wait for a lock, with the address of the owner, the word with the
  // system's number of the thread that holds it, and zero, apart from its highest bits, if none does.
  pledge_wait (*wait)(uint64_t exploration, uintptr_t owner);
  // Called within a job that uses a `Mutex`, whose uncontended use is not seen, or tries a lock, whose
  // sections run as a whole.
  void (*note_mutex)(uint64_t exploration);
  // Executors that receive the jobs of the main actor and, where the runtime would continue on the
  // thread, those of other actors, and pass them to the functions below.
  pledge_executor main, actors;
} pledge_hooks;

// Sets the hooks, once per process; returns whether all exist that tasks and actors need.
bool pledge_hooks_install(pledge_hooks hooks);

// Returns the number of a new exploration. Without any, the hooks do nothing on all threads.
uint64_t pledge_hooks_begin(void);
void pledge_hooks_end(void);

// Makes the current thread that of an exploration, or of none; returns the previous number.
uint64_t pledge_hooks_enter(uint64_t exploration);
uint64_t pledge_hooks_current(void);

// Pass on what an executor receives. A job that the exploration refuses goes to the runtime, or, if
// the result is false, stays with the caller.
void pledge_hooks_enqueue_main(uintptr_t job);
void pledge_hooks_enqueue_actor(uintptr_t job);
bool pledge_hooks_enqueue_pool(uintptr_t job);
bool pledge_hooks_sleep(uintptr_t job, int64_t delay);

// Runs a job on this thread, or lets the runtime run it on another one.
void pledge_hooks_run(pledge_job job);
// Whether the thread runs code of an actor.
bool pledge_hooks_has_executor(void);
// Runs the job of a task that is none of an exploration, and does not wait, on this thread.
void pledge_hooks_run_here(pledge_job job);
void pledge_hooks_release(pledge_job job);
// Whether the thread runs a part of a task.
bool pledge_hooks_is_running(void);
// Begins or ends a step of an ordering; returns whether one ran.
bool pledge_hooks_set_step(bool is_step);
// Lets another job come first, if the exploration wants that.
void pledge_hooks_point(void);
pledge_wait pledge_hooks_wait(uintptr_t lock, uintptr_t owner);
void pledge_hooks_note_mutex(void);
void pledge_points_install(pledge_hooks hooks);
// Called around code of the explorer.
bool pledge_points_enter_explorer(bool is_inside);
// Notes that the part that runs changes a promise.
void pledge_points_note_change(void);
// Notes that the step that runs touches an object: a lock, the streams, or everything; and that a lock or
// an actor begins, perhaps at the address of another one that has ended. The objects are then taken one
// by one, until the result is zero; there may have been too many to keep.
enum { PLEDGE_EVERYTHING = 1, PLEDGE_STREAMS, PLEDGE_FORGOTTEN, PLEDGE_BEGINS = 1 };
void pledge_touch(uintptr_t object);
void pledge_begin_object(uintptr_t object);
uintptr_t pledge_take_touched(void);
void pledge_forget_touched(void);

// Finds out which callers take locks that are points, given a function that takes that of a stream
// and one of Foundation; returns whether locks are seen.
bool pledge_locks_install(void (*use_locks)(void));
uint32_t pledge_lock_owner(uintptr_t owner);

// What the threads of an exploration share with the one that explores, which outlives them.
typedef struct {
  uintptr_t clock, record;
} pledge_shared;
pledge_shared pledge_hooks_share(void);
void pledge_hooks_borrow(pledge_shared shared);
// For the above.
uintptr_t pledge_clock_share(void);
void pledge_clock_borrow(uintptr_t clock);
uintptr_t pledge_process_share(void);
void pledge_process_borrow(uintptr_t record);

// Makes `ContinuousClock` and `SuspendingClock` stand still on threads that explore, at the time set
// last, in nanoseconds since their first reading after a reset; returns whether that is possible.
bool pledge_hooks_stop_clocks(void);
void pledge_hooks_reset_time(void);
void pledge_hooks_set_time(int64_t time);

// Whether a task has ended, which must be alive, or has no result.
bool pledge_hooks_has_ended(uintptr_t task);
// For the hooks: the name of the task that is being created, the note of its creation, and its flags; and
// the note of a lost continuation.
uintptr_t pledge_tasks_name(void);
void pledge_tasks_note_creation(uintptr_t task, uintptr_t name);
uint64_t pledge_tasks_flags(uintptr_t task);
void pledge_hooks_lose(uintptr_t message);

// The functions that a task goes on in, the innermost one first, and those that the thread runs, as
// addresses; both return the number of those that they have stored. The innermost one gets the context
// of the function that it has called, if it follows a call.
size_t pledge_hooks_frames(pledge_job job, bool follows_call, uintptr_t frames, size_t limit);
uintptr_t pledge_hooks_resumption(pledge_job job);
size_t pledge_hooks_stack(uintptr_t frames, size_t limit);

// The name of the function at an address, as in Swift, and the path of its source file, which the
// caller frees; the line, and the next other line. Zero if they are unknown.
typedef struct {
  uintptr_t name, path;
  unsigned line, next;
} pledge_place;
pledge_place pledge_hooks_place(uintptr_t address);

// For the above: the same in the contents of sections, for an offset.
typedef struct {
  char *path;
  unsigned line, next;
} pledge_lines;
pledge_lines pledge_lines_find(const char *section, size_t size, uint64_t offset);

// Begins an exploration on this thread: hashing no longer depends on the addresses of tables, and if
// the thread ends the process, by a signal or by `exit`, its record is written on standard error
// before other handlers run. Returns whether hashing can be fixed.
bool pledge_process_begin(void);
void pledge_process_end(void);

// The record of the ordering that the thread tries: its choices, and its steps. A mark is the hash
// value of the steps, and zero if the text for a replay needs none.
void pledge_record_ordering(uint64_t number, bool at_any_time);
void pledge_record_choice(uint32_t taken);
void pledge_record_step(uint16_t mark);
// Sets the description of the last step: a text, or that of a job or an answer with this name.
enum { PLEDGE_DESCRIBED, PLEDGE_JOB, PLEDGE_ANSWER };
void pledge_record_text(char kind, uintptr_t text, size_t count);
