#define _GNU_SOURCE

#include "Points.h"

#if defined(_WIN32)
// There, no function is found by its name, so there are no hooks.
static void *symbol(const char *name) {
  (void)name;
  return NULL;
}
#else
#include <dlfcn.h>
static void *symbol(const char *name) { return dlsym(RTLD_DEFAULT, name); }
#endif

#define SWIFT __attribute__((swiftcall))

static _Thread_local struct {
  uint64_t exploration;
  // The actor for which a job is about to be enqueued.
  pledge_executor actor;
  // Where the job goes that the runtime enqueues for an actor.
  uintptr_t *process;
} this_thread;

static pledge_hooks hooks;
static const pledge_executor pool;

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
  enqueue enqueue_main;
  void (*get_time)(long long *seconds, long long *nanoseconds, int clock);
} runtime;

// The number of explorations.
static unsigned explorers;

// Whether the thread may enqueue jobs of an exploration.
static bool has_explorers(void) {
  return this_thread.exploration != 0 || __atomic_load_n(&explorers, __ATOMIC_ACQUIRE) > 0;
}

uint64_t pledge_hooks_begin(void) {
  static uint64_t last;
  __atomic_fetch_add(&explorers, 1, __ATOMIC_RELEASE);
  return __atomic_add_fetch(&last, 1, __ATOMIC_RELAXED);
}

void pledge_hooks_end(void) { __atomic_fetch_sub(&explorers, 1, __ATOMIC_RELAXED); }

uint64_t pledge_hooks_enter(uint64_t exploration) {
  uint64_t previous = this_thread.exploration;
  this_thread.exploration = exploration;
  return previous;
}

uint64_t pledge_hooks_current(void) { return this_thread.exploration; }
bool pledge_hooks_is_running(void) { return pledge_this.is_part; }
bool pledge_hooks_has_executor(void) { return runtime.current_executor().identity != 0; }

static uint64_t current_task(void) {
  void *task = runtime.current_task();
  return task ? runtime.task_number(task) : 0;
}

// Passes on a job; a point follows, unless the running task enqueues itself or has ended: then no
// code follows in its part.
static bool receive(pledge_job job) {
  bool was_inside = pledge_points_enter_explorer(true);
  bool is_taken = hooks.receive(this_thread.exploration, job);
  pledge_points_enter_explorer(was_inside);
  bool ends = job.is_hop || job.is_yield || job.is_wake_up || current_task() == 0;
  if (is_taken && !ends) pledge_hooks_point();
  return is_taken;
}

// The kinds of jobs are part of the runtime's binary interface: below 192 are tasks.
enum { JOB_KINDS = 0xFF, JOB_OF_ACTOR = 193, JOB_OF_YIELD = 195, CHILD = 1 << 24 };

static pledge_job job_at(uintptr_t address, pledge_executor executor) {
  void *job = (void *)address;
  uint64_t task = runtime.task_number(job);
  return (pledge_job){
      .address = address,
      .task = task,
      .executor = executor,
      .name = pledge_tasks_name(),
      .is_child = (runtime.flags(job) & CHILD) != 0,
      .is_yield = (runtime.flags(job) & JOB_KINDS) == JOB_OF_YIELD,
      // Only its own hop enqueues a task that runs.
      .is_hop = pledge_this.is_part && task != 0 && task == current_task(),
  };
}

bool pledge_hooks_enqueue_pool(uintptr_t address) {
  if (!has_explorers()) return false;
  if (this_thread.process && (runtime.flags((void *)address) & JOB_KINDS) == JOB_OF_ACTOR) {
    *this_thread.process = address;
    this_thread.process = NULL;
    return true;
  }
  pledge_job job = job_at(address, pool);
  job.is_departure = job.is_hop;
  return receive(job);
}

void pledge_hooks_enqueue_main(uintptr_t address) {
  if (!receive(job_at(address, hooks.main))) runtime.enqueue_main((void *)address);
}

void pledge_hooks_enqueue_actor(uintptr_t address) {
  pledge_executor actor = this_thread.actor;
  this_thread.actor = pool;
  pledge_job job = job_at(address, actor);
  job.is_departure = actor.identity == 0;
  if (!receive(job)) runtime.enqueue_on((void *)address, actor);
}

bool pledge_hooks_sleep(uintptr_t address, int64_t delay) {
  if (this_thread.exploration == 0) return false;
  pledge_job job = job_at(address, pool);
  job.is_wake_up = true;
  job.sleeper = current_task();
  job.delay = delay;
  return receive(job);
}

// An actor receives the job now, behind those that wait for it, and runs it here if it is idle.
static uintptr_t enter_actor(pledge_job job) {
  uintptr_t process = 0;
  this_thread.process = &process;
  runtime.enqueue_on((void *)job.address, job.executor);
  this_thread.process = NULL;
  return process;
}

void pledge_hooks_run(pledge_job job) {
  bool is_call = job.executor.identity != 0 && job.executor.implementation == 0;
  uintptr_t address = is_call ? enter_actor(job) : job.address;
  if (address == 0) return;
  bool was_part = pledge_this.is_part;
  pledge_this.is_part = true;
  // What ends a sleep or a yield is code of the runtime.
  pledge_this.is_whole = job.is_wake_up || job.is_yield;
  pledge_this.locks = 0;
  pledge_this.has_change = false;
  runtime.run((void *)address, is_call ? pool : job.executor, pool);
  pledge_this.is_part = was_part;
}

void pledge_tasks_note_creation(uintptr_t task, uintptr_t name) {
  if (this_thread.exploration == 0) return;
  bool was_inside = pledge_points_enter_explorer(true);
  hooks.create(this_thread.exploration, runtime.task_number((void *)task), name);
  pledge_points_enter_explorer(was_inside);
}

uint64_t pledge_tasks_flags(uintptr_t task) { return runtime.flags((void *)task); }
void pledge_hooks_run_here(pledge_job job) { runtime.run((void *)job.address, pool, pool); }

void pledge_hooks_release(pledge_job job) {
  uint64_t exploration = pledge_hooks_enter(0);
  runtime.enqueue_on((void *)job.address, job.executor);
  pledge_hooks_enter(exploration);
}

// The hooks that others have set before, which go on.
static enqueue_hook next_enqueue;

static SWIFT void enqueue_pool(void *job, enqueue original) {
  if (pledge_hooks_enqueue_pool((uintptr_t)job)) return;
  if (next_enqueue) next_enqueue(job, original);
  else original(job);
}

static SWIFT pledge_executor main_executor(SWIFT pledge_executor (*original)(void)) {
  return this_thread.exploration != 0 ? hooks.main : original();
}

static SWIFT bool is_main_executor(
    pledge_executor executor, SWIFT bool (*original)(pledge_executor executor)) {
  return executor.identity == hooks.main.identity || original(executor);
}

// Where the runtime looks for no executor that can wait, it calls these.
static SWIFT void sleep_for(
    uint64_t delay, void *job, SWIFT void (*original)(uint64_t delay, void *job)) {
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
  void **place = symbol(name);
  if (place == NULL) return NULL;
  void *previous = __atomic_exchange_n(place, hook, __ATOMIC_ACQ_REL);
  return previous != NULL ? previous : hook;
}

static bool find(void *place, const char *name) {
  void *function = symbol(name);
  *(void **)place = function;
  return function != NULL;
}

bool pledge_hooks_install(pledge_hooks wanted) {
  hooks = wanted;
  pledge_points_install(wanted);
  bool has_runtime = find(&runtime.task_number, "swift_task_getJobTaskId")
      && find(&runtime.flags, "swift_task_getJobFlags")
      && find(&runtime.current_task, "swift_task_getCurrent")
      && find(&runtime.current_executor, "swift_task_getCurrentExecutor")
      && find(&runtime.preference, "swift_task_getPreferredTaskExecutor")
      && find(&runtime.run, "swift_job_run_on_serial_and_task_executor")
      && find(&runtime.enqueue_on, "swift_task_enqueue")
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

#if defined(__linux__) && __has_attribute(swiftasynccall) && __has_attribute(musttail)
#define ASYNC __attribute__((swiftasynccall))
#define CONTEXT __attribute__((swift_async_context))

typedef ASYNC void (*switcher)(CONTEXT void *, void *, uintptr_t, uintptr_t);
static switcher original_switch;
typedef ASYNC void (*finisher)(CONTEXT void *, void *, void *, void *, void *);
static finisher original_finish;

__attribute__((constructor)) static void find_switch(void) {
  original_finish = (finisher)dlsym(RTLD_NEXT, "swift_asyncLet_finish");
  original_switch = (switcher)dlsym(RTLD_NEXT, "swift_task_switch");
}

// Whether the running task is to be enqueued at a hop where the runtime continues on the thread: to
// an actor that is idle, or away from an actor.
static bool takes(uintptr_t identity, uintptr_t implementation) {
  if (!has_explorers()) return false;
  pledge_executor current = runtime.current_executor();
  if (this_thread.exploration == 0) {
    if (identity != 0 && implementation == 0) hooks.receive_actor(identity);
    if (current.identity != 0 && current.implementation == 0) hooks.receive_actor(current.identity);
    return false;
  }
  // On an actor, it has awaited something without a suspension, and others could have come first.
  if (identity != 0 && current.identity == identity) pledge_touch(PLEDGE_EVERYTHING);
  bool is_main = identity == hooks.main.identity;
  if (implementation != 0 && !is_main) hooks.leave(this_thread.exploration, identity);
  if ((implementation != 0 && !is_main) || current.identity == identity) return false;
  if (identity == 0 && (current.implementation != 0 || runtime.preference().identity != 0)) return false;
  this_thread.actor = (pledge_executor){identity, implementation};
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

// Replaces the function that ends the scope of an `async let`, and may cancel it.
__attribute__((weak)) ASYNC void swift_asyncLet_finish(
    CONTEXT void *context, void *child, void *result, void *function, void *callee) {
  pledge_touch(PLEDGE_EVERYTHING);
  __attribute__((musttail)) return original_finish(context, child, result, function, callee);
}
#endif
