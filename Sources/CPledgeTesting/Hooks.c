#define _GNU_SOURCE

#include "CPledgeTesting.h"

#include <stddef.h>

#if defined(_WIN32)
bool pledge_hooks_install(
    pledge_receiver receive, pledge_sleep_receiver receive_sleep,
    pledge_actor_receiver receive_actor, pledge_executor main, pledge_executor actors) {
  (void)receive, (void)receive_sleep, (void)receive_actor, (void)main, (void)actors;
  return false;
}
uint64_t pledge_hooks_enter(uint64_t world) { return world * 0; }
uint64_t pledge_hooks_world(void) { return 0; }
void pledge_hooks_count(int change) { (void)change; }
void pledge_hooks_enqueue_main(uintptr_t job) { (void)job; }
void pledge_hooks_enqueue_actor(uintptr_t job) { (void)job; }
bool pledge_hooks_enqueue_pool(uintptr_t job) { return job == 0; }
bool pledge_hooks_sleep(uintptr_t job, int64_t delay) { return job == 0 && delay == 0; }
void pledge_hooks_run(pledge_job job) { (void)job; }
void pledge_hooks_release(pledge_job job) { (void)job; }
bool pledge_hooks_is_running(void) { return false; }
#else
#include <dlfcn.h>

#define SWIFT __attribute__((swiftcall))

static _Thread_local struct {
  uint64_t world;
  // The actor for which a job is about to be enqueued.
  uintptr_t actor;
  unsigned depth;
} this_thread;

static struct {
  pledge_receiver receive;
  pledge_sleep_receiver receive_sleep;
  pledge_actor_receiver receive_actor;
  pledge_executor main, actors;
} hooks;

typedef SWIFT void (*enqueue)(void *job);
typedef SWIFT void (*enqueue_hook)(void *job, enqueue original);

// The functions of the runtime, all of which it exports.
static struct {
  SWIFT uint64_t (*task_number)(void *job);
  SWIFT uint64_t (*flags)(void *job);
  SWIFT void *(*current_task)(void);
  SWIFT pledge_executor (*current_executor)(void);
  SWIFT pledge_executor (*preference)(void);
  SWIFT void (*run)(void *job, pledge_executor serial, pledge_executor task);
  SWIFT void (*enqueue_on)(void *job, pledge_executor executor);
  enqueue enqueue_pool, enqueue_main;
  void (*get_time)(long long *seconds, long long *nanoseconds, int clock);
} runtime;

uint64_t pledge_hooks_world(void) { return this_thread.world; }
bool pledge_hooks_is_running(void) { return this_thread.depth > 0; }

// The number of explorations.
static int explorers;

uint64_t pledge_hooks_enter(uint64_t world) {
  uint64_t previous = this_thread.world;
  this_thread.world = world;
  return previous;
}

void pledge_hooks_count(int change) { __atomic_fetch_add(&explorers, change, __ATOMIC_RELAXED); }

// The kinds of jobs are part of the runtime's binary interface: below 192 are tasks.
enum { JOB_KINDS = 0xFF, JOB_OF_YIELD = 195 };

static uint64_t current_task(void) {
  void *task = runtime.current_task();
  return task ? runtime.task_number(task) : 0;
}

static pledge_job job_at(uintptr_t address, pledge_executor executor) {
  void *job = (void *)address;
  return (pledge_job){
      .address = address,
      .task = runtime.task_number(job),
      .executor = executor,
      .is_yield = (runtime.flags(job) & JOB_KINDS) == JOB_OF_YIELD,
  };
}

bool pledge_hooks_enqueue_pool(uintptr_t address) {
  if (__atomic_load_n(&explorers, __ATOMIC_RELAXED) == 0 && this_thread.world == 0) return false;
  pledge_job job = job_at(address, (pledge_executor){0, 0});
  // Only its own hop enqueues a task that runs.
  job.is_departure = job.task != 0 && this_thread.depth > 0 && job.task == current_task();
  return hooks.receive(this_thread.world, job);
}

void pledge_hooks_enqueue_main(uintptr_t address) {
  if (!hooks.receive(this_thread.world, job_at(address, hooks.main))) {
    runtime.enqueue_main((void *)address);
  }
}

void pledge_hooks_enqueue_actor(uintptr_t address) {
  pledge_executor actor = {this_thread.actor, 0};
  this_thread.actor = 0;
  pledge_job job = job_at(address, actor);
  job.is_departure = actor.identity == 0;
  if (!hooks.receive(this_thread.world, job)) runtime.enqueue_on((void *)address, actor);
}

bool pledge_hooks_sleep(uintptr_t address, int64_t delay) {
  pledge_job job = job_at(address, (pledge_executor){0, 0});
  return hooks.receive_sleep(this_thread.world, job, delay, current_task());
}

void pledge_hooks_run(pledge_job job) {
  this_thread.depth += 1;
  runtime.run((void *)job.address, job.executor, (pledge_executor){0, 0});
  this_thread.depth -= 1;
}

void pledge_hooks_release(pledge_job job) {
  uint64_t world = pledge_hooks_enter(0);
  if (job.executor.identity == 0) {
    runtime.enqueue_pool((void *)job.address);
  } else if (job.executor.identity == hooks.main.identity) {
    runtime.enqueue_main((void *)job.address);
  } else {
    runtime.enqueue_on((void *)job.address, job.executor);
  }
  pledge_hooks_enter(world);
}

// The hooks that others have set before, which go on.
static enqueue_hook next_enqueue;

static SWIFT void enqueue_pool(void *job, enqueue original) {
  if (pledge_hooks_enqueue_pool((uintptr_t)job)) return;
  if (next_enqueue) next_enqueue(job, original);
  else original(job);
}

typedef SWIFT pledge_executor (*get_main)(void);
static SWIFT pledge_executor main_executor(get_main original) {
  return this_thread.world != 0 ? hooks.main : original();
}

typedef SWIFT bool (*is_main)(pledge_executor executor);
static SWIFT bool is_main_executor(pledge_executor executor, is_main original) {
  return executor.identity == hooks.main.identity || original(executor);
}

// Where the runtime looks for no executor that can wait, it calls these.
typedef SWIFT void (*enqueue_later)(uint64_t delay, void *job);
static SWIFT void sleep_for(uint64_t delay, void *job, enqueue_later original) {
  if (!pledge_hooks_sleep((uintptr_t)job, (int64_t)delay)) original(delay, job);
}

typedef SWIFT void (*enqueue_until)(
    long long seconds, long long nanoseconds, long long tolerance_seconds,
    long long tolerance_nanoseconds, int clock, void *job);
static SWIFT void sleep_until(
    long long seconds, long long nanoseconds, long long tolerance_seconds,
    long long tolerance_nanoseconds, int clock, void *job, enqueue_until original) {
  long long now = 0, part = 0;
  runtime.get_time(&now, &part, clock);
  int64_t delay = (seconds - now) * 1000000000 + nanoseconds - part;
  if (pledge_hooks_sleep((uintptr_t)job, delay)) return;
  original(seconds, nanoseconds, tolerance_seconds, tolerance_nanoseconds, clock, job);
}

static void *set(const char *name, void *hook) {
  void **place = dlsym(RTLD_DEFAULT, name);
  if (place == NULL) return NULL;
  void *previous = __atomic_exchange_n(place, hook, __ATOMIC_ACQ_REL);
  return previous != NULL ? previous : hook;
}

static bool find(void *place, const char *name) {
  void *function = dlsym(RTLD_DEFAULT, name);
  *(void **)place = function;
  return function != NULL;
}

bool pledge_hooks_install(
    pledge_receiver receive, pledge_sleep_receiver receive_sleep,
    pledge_actor_receiver receive_actor, pledge_executor main, pledge_executor actors) {
  hooks.receive = receive;
  hooks.receive_sleep = receive_sleep;
  hooks.receive_actor = receive_actor;
  hooks.main = main;
  hooks.actors = actors;
  bool has_runtime = find(&runtime.task_number, "swift_task_getJobTaskId")
      && find(&runtime.flags, "swift_task_getJobFlags")
      && find(&runtime.current_task, "swift_task_getCurrent")
      && find(&runtime.current_executor, "swift_task_getCurrentExecutor")
      && find(&runtime.preference, "swift_task_getPreferredTaskExecutor")
      && find(&runtime.run, "swift_job_run_on_serial_and_task_executor")
      && find(&runtime.enqueue_on, "swift_task_enqueue")
      && find(&runtime.enqueue_pool, "swift_task_enqueueGlobal")
      && find(&runtime.enqueue_main, "swift_task_enqueueMainExecutor")
      && find(&runtime.get_time, "swift_get_time");
  if (!has_runtime || set("swift_task_getMainExecutor_hook", main_executor) == NULL) return false;
  set("swift_task_isMainExecutor_hook", is_main_executor);
  set("swift_task_enqueueGlobalWithDelay_hook", sleep_for);
  set("swift_task_enqueueGlobalWithDeadline_hook", sleep_until);
  void *previous = set("swift_task_enqueueGlobal_hook", enqueue_pool);
  if (previous != enqueue_pool) next_enqueue = (enqueue_hook)previous;
  return previous != NULL;
}
#endif

#if defined(__linux__) && __has_attribute(swiftasynccall) && __has_attribute(musttail)
#define ASYNC __attribute__((swiftasynccall))
#define CONTEXT __attribute__((swift_async_context))

typedef ASYNC void (*switcher)(CONTEXT void *, void *, uintptr_t, uintptr_t);
static switcher original_switch;

__attribute__((constructor)) static void find_switch(void) {
  original_switch = (switcher)dlsym(RTLD_NEXT, "swift_task_switch");
}

// Whether the running task is to be enqueued at a hop where the runtime continues on the thread: to
// an actor that is idle, or away from an actor.
static bool takes(uintptr_t identity, uintptr_t implementation) {
  bool is_outside = this_thread.world == 0;
  if (is_outside && __atomic_load_n(&explorers, __ATOMIC_RELAXED) == 0) return false;
  pledge_executor current = runtime.current_executor();
  if (is_outside) {
    if (identity != 0 && implementation == 0) hooks.receive_actor(identity);
    if (current.identity != 0 && current.implementation == 0) hooks.receive_actor(current.identity);
    return false;
  }
  if (implementation != 0) return false;
  if (current.identity == identity) return false;
  if (identity == 0 && (current.implementation != 0 || runtime.preference().identity != 0)) return false;
  this_thread.actor = identity;
  return true;
}

// Replaces the runtime's function in calls from the program that contains it. Weak: a program with a
// runtime of its own keeps that, and fewer hops are events.
__attribute__((weak)) ASYNC void swift_task_switch(
    CONTEXT void *context, void *function, uintptr_t identity, uintptr_t implementation) {
  if (takes(identity, implementation)) {
    identity = hooks.actors.identity;
    implementation = hooks.actors.implementation;
  }
  __attribute__((musttail)) return original_switch(context, function, identity, implementation);
}
#endif
