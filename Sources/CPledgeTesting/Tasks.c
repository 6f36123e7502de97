#define _GNU_SOURCE

#include "CPledgeTesting.h"

// What reports tell of tasks: their names, the functions that create them, and whether they have ended.
#if defined(__linux__)
#include <dlfcn.h>
#include <pthread.h>
#include <string.h>

#define SWIFT __attribute__((swiftcall))

static _Thread_local struct {
  // The name of the task that is being created, and the frame of the function that creates it.
  const char *name;
  void *const *creator;
} this_thread;

uintptr_t pledge_tasks_name(void) { return (uintptr_t)this_thread.name; }

// A frame of Swift's asynchronous functions has this bit.
#define ASYNC_FRAME ((uintptr_t)1 << 60)

size_t pledge_hooks_stack(uintptr_t frames, size_t limit) {
  static _Thread_local uintptr_t start, end;
  pthread_attr_t attributes;
  if (end == 0 && pthread_getattr_np(pthread_self(), &attributes) == 0) {
    void *stack;
    size_t size;
    pthread_attr_getstack(&attributes, &stack, &size);
    pthread_attr_destroy(&attributes);
    start = (uintptr_t)stack;
    end = start + size;
  }
  uintptr_t frame = (uintptr_t)(this_thread.creator ? this_thread.creator : __builtin_frame_address(0));
  size_t count = 0;
  while (count < limit && frame >= start && frame + 2 * sizeof frame <= end && frame % sizeof frame == 0) {
    const uintptr_t *words = (const uintptr_t *)frame;
    // An address of a return belongs to the call before it.
    ((uintptr_t *)frames)[count++] = words[1] - 1;
    uintptr_t next = words[0] & ~ASYNC_FRAME;
    if (next <= frame) break;
    frame = next;
  }
  return count;
}

// The options with which a program creates a task, such as its name.
typedef struct option {
  size_t kind;
  const struct option *next;
  const char *name;
} option;
enum { OPTION_KINDS = 0xFF, OPTION_NAME = 7 };

typedef struct {
  void *task, *context;
} created;
typedef SWIFT created (*creator)(size_t flags, const option *options, const void *type, void *body, void *context);
static creator original_create;
static SWIFT void (*original_begin)(void *actor);
static void (*original_report)(uint32_t flags, const char *message);

__attribute__((constructor)) static void find_functions(void) {
  original_create = (creator)dlsym(RTLD_NEXT, "swift_task_create");
  *(void **)&original_begin = dlsym(RTLD_NEXT, "swift_defaultActor_initialize");
  *(void **)&original_report = dlsym(RTLD_NEXT, "swift_reportError");
}

// Replaces the runtime's function, which enqueues the task, too.
__attribute__((weak)) SWIFT created swift_task_create(
    size_t flags, const option *options, const void *type, void *body, void *context) {
  const char *name = NULL;
  for (const option *i = options; i != NULL; i = i->next) {
    if ((i->kind & OPTION_KINDS) == OPTION_NAME) name = i->name;
  }
  this_thread.name = name;
  this_thread.creator = __builtin_frame_address(0);
  created task = original_create(flags, options, type, body, context);
  this_thread.name = NULL;
  pledge_tasks_note_creation((uintptr_t)task.task, (uintptr_t)name);
  this_thread.creator = NULL;
  return task;
}

// Replaces the function with which an actor begins.
__attribute__((weak)) SWIFT void swift_defaultActor_initialize(void *actor) {
  pledge_begin_object((uintptr_t)actor);
  original_begin(actor);
}

// The runtime reports errors with this function, such as a continuation that is released before it is resumed.
__attribute__((weak)) void swift_reportError(uint32_t flags, const char *message) {
  if (strstr(message, " leaked its continuation") != NULL) pledge_hooks_lose((uintptr_t)message);
  original_report(flags, message);
}

// The result of a task follows what it has in common with others, and what child tasks have.
enum { TASK = 208, CHILD = 16, CHILD_OF_GROUP = 8, ENDED = 3 };
enum { IS_CHILD = 1 << 24, HAS_RESULT = 1 << 25, IS_CHILD_OF_GROUP = 1 << 26 };

bool pledge_hooks_has_ended(uintptr_t task) {
  uint64_t flags = pledge_tasks_flags(task);
  if (!(flags & HAS_RESULT)) return true;
  size_t offset = TASK + (flags & IS_CHILD ? CHILD : 0) + (flags & IS_CHILD_OF_GROUP ? CHILD_OF_GROUP : 0);
  return (__atomic_load_n((const uintptr_t *)(task + offset), __ATOMIC_ACQUIRE) & ENDED) != 0;
}
#else
uintptr_t pledge_tasks_name(void) { return 0; }
size_t pledge_hooks_stack(uintptr_t frames, size_t limit) { return frames * limit * 0; }
bool pledge_hooks_has_ended(uintptr_t task) { return task != 0; }
#endif
