#define _GNU_SOURCE

#include "Points.h"

#include <errno.h>

_Thread_local pledge_part pledge_this;

static pledge_hooks hooks;
void pledge_points_install(pledge_hooks wanted) { hooks = wanted; }

bool pledge_hooks_set_step(bool is_step) {
  bool was_step = pledge_this.is_step;
  pledge_this.is_step = is_step;
  return was_step;
}

bool pledge_points_enter_explorer(bool is_inside) {
  bool was_inside = pledge_this.is_inside;
  pledge_this.is_inside = is_inside;
  return was_inside;
}

void pledge_points_note_change(void) {
  pledge_this.has_change = true;
  pledge_touch(PLEDGE_EVERYTHING);
}

void pledge_hooks_point(void) {
  if (!is_interruptible()) return;
  int error = errno;
  pledge_this.has_change = false;
  pledge_this.is_inside = true;
  hooks.point(pledge_hooks_current());
  pledge_this.is_inside = false;
  errno = error;
}

pledge_wait pledge_hooks_wait(uintptr_t lock, uintptr_t owner) {
  int error = errno;
  pledge_this.is_inside = true;
  pledge_wait answer = hooks.wait(pledge_hooks_current(), owner);
  pledge_this.is_inside = false;
  pledge_touch(lock);
  errno = error;
  return answer;
}

void pledge_hooks_note_mutex(void) {
  pledge_this.is_inside = true;
  hooks.note_mutex(pledge_hooks_current());
  pledge_this.is_inside = false;
}

void pledge_hooks_lose(uintptr_t message) {
  if (pledge_hooks_current() == 0) return;
  bool was_inside = pledge_points_enter_explorer(true);
  hooks.lose(pledge_hooks_current(), message);
  pledge_points_enter_explorer(was_inside);
}

// What the thread has touched since that was last asked for.
enum { TOUCHED = 64 };
static _Thread_local struct {
  size_t count, taken;
  uintptr_t object[TOUCHED];
} touched;

static void note_touched(uintptr_t object) {
  if (touched.count > 0 && touched.object[touched.count - 1] == object) return;
  if (touched.count == TOUCHED) {
    object = PLEDGE_FORGOTTEN;
    touched.count = 0;
  }
  touched.object[touched.count++] = object;
}

void pledge_touch(uintptr_t object) {
  if (may_wait()) note_touched(object);
}

void pledge_begin_object(uintptr_t object) {
  if (pledge_hooks_current() != 0 && !pledge_this.is_inside) note_touched(object | PLEDGE_BEGINS);
}

uintptr_t pledge_take_touched(void) {
  if (touched.taken < touched.count) return touched.object[touched.taken++];
  pledge_forget_touched();
  return 0;
}

void pledge_forget_touched(void) { touched.count = touched.taken = 0; }

#if defined(__linux__)
#include <dlfcn.h>

#define SWIFT __attribute__((swiftcall))

// Replace the functions of `Task.cancel()` and `Task.isCancelled`, after which is a point, and those
// that cancel a group, or a child that is not awaited.
SWIFT void pledge_cancel(void *task) __asm__("$sScT6cancelyyF");
SWIFT bool pledge_is_canceled(void) __asm__("$sScTss5NeverORszABRs_rlE11isCancelledSbvgZ");
static SWIFT void (*original_cancel)(void *task);
static SWIFT bool (*original_is_canceled)(void);
SWIFT void pledge_cancel_group(void *group) __asm__("$sScG9cancelAllyyF");
SWIFT void pledge_cancel_throwing(void *group) __asm__("$sScg9cancelAllyyF") __attribute__((weak, alias("$sScG9cancelAllyyF")));
SWIFT void pledge_cancel_discarding(void *group) __asm__("$ss19DiscardingTaskGroupV9cancelAllyyF") __attribute__((weak, alias("$sScG9cancelAllyyF")));
SWIFT void pledge_cancel_throwing_discarding(void *group) __asm__("$ss27ThrowingDiscardingTaskGroupV9cancelAllyyF") __attribute__((weak, alias("$sScG9cancelAllyyF")));
static SWIFT void (*original_cancel_group)(void *group);

__attribute__((constructor)) static void find_functions(void) {
  *(void **)&original_cancel = dlsym(RTLD_NEXT, "$sScT6cancelyyF");
  *(void **)&original_cancel_group = dlsym(RTLD_NEXT, "swift_taskGroup_cancelAll");
  *(void **)&original_is_canceled = dlsym(RTLD_NEXT, "$sScTss5NeverORszABRs_rlE11isCancelledSbvgZ");
}

__attribute__((weak)) SWIFT void pledge_cancel(void *task) {
  pledge_touch(PLEDGE_EVERYTHING);
  original_cancel(task);
  pledge_hooks_point();
}

__attribute__((weak)) SWIFT void pledge_cancel_group(void *group) {
  pledge_touch(PLEDGE_EVERYTHING);
  original_cancel_group(group);
}

__attribute__((weak)) SWIFT bool pledge_is_canceled(void) {
  bool is_canceled = original_is_canceled();
  pledge_hooks_point();
  return is_canceled;
}
#endif
