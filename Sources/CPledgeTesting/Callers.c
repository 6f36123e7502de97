#define _GNU_SOURCE

#include "Points.h"

// The callers that take locks. Locks that libraries of the system take for themselves are no points.
#if defined(__GLIBC__) && !__has_feature(thread_sanitizer)
#include <link.h>
#include <string.h>

// Where the runtime takes the lock of a stream, which is a point, and where Foundation passes on a
// call of `NSLocking`, whose caller counts.
enum { PLACES = 24, NESTED = 4 };
static const void *streams[PLACES], *thunks[PLACES];

static bool contains(const void *const *places, const void *place) {
  for (int i = 0; i < PLACES && places[i] != NULL; i++) if (places[i] == place) return true;
  return false;
}

static void learn(const void **places, const void *place) {
  int i = 0;
  while (places[i] != NULL && places[i] != place && i < PLACES - 1) i++;
  places[i] = place;
}

enum { OBJECTS = 128 };
static struct {
  uintptr_t start, end;
  caller kind;
} objects[OBJECTS];
static size_t object_count;
static const char *system_paths[2];

// The functions of Pledge's own locks.
extern const char __start_pledge_locking[] __attribute__((weak));
extern const char __stop_pledge_locking[] __attribute__((weak));

caller pledge_caller_at(const void *address) {
  const char *place = address;
  if (place >= __start_pledge_locking && place < __stop_pledge_locking) return SYSTEM;
  for (size_t i = 0; i < object_count; i++) {
    if ((uintptr_t)address - objects[i].start < objects[i].end - objects[i].start) return objects[i].kind;
  }
  return PROGRAM;
}

// Whether two files are in the same folder.
static bool are_together(const char *path, const char *other) {
  if (other == NULL || strrchr(path, '/') == NULL) return false;
  size_t length = (size_t)(strrchr(path, '/') - path);
  return strrchr(other, '/') == other + length && strncmp(path, other, length) == 0;
}

static int note_paths(struct dl_phdr_info *object, size_t size, void *context) {
  (void)size, (void)context;
  if (strstr(object->dlpi_name, "/libswiftCore.so") != NULL) system_paths[0] = object->dlpi_name;
  if (strstr(object->dlpi_name, "/libc.so") != NULL) system_paths[1] = object->dlpi_name;
  return 0;
}

static int note_object(struct dl_phdr_info *object, size_t size, void *context) {
  (void)size, (void)context;
  bool is_system = are_together(object->dlpi_name, system_paths[0]) || are_together(object->dlpi_name, system_paths[1]);
  if (!is_system || object_count == OBJECTS) return 0;
  caller kind = SYSTEM;
  if (strstr(object->dlpi_name, "/libFoundation.so") != NULL) kind = FOUNDATION;
  if (strstr(object->dlpi_name, "/libswift_Concurrency.so") != NULL) kind = CONCURRENCY;
  uintptr_t start = UINTPTR_MAX, end = 0;
  for (int i = 0; i < object->dlpi_phnum; i++) {
    const ElfW(Phdr) *part = &object->dlpi_phdr[i];
    if (part->p_type != PT_LOAD) continue;
    uintptr_t first = object->dlpi_addr + part->p_vaddr;
    if (first < start) start = first;
    if (first + part->p_memsz > end) end = first + part->p_memsz;
  }
  objects[object_count].start = start;
  objects[object_count].end = end;
  objects[object_count++].kind = kind;
  return 0;
}

// A function with this frame is called from a place. Swift keeps the frames of Foundation's functions,
// and the ones between end with a jump.
static const void *caller_of(void *const **frame) {
  *frame = (*frame)[0];
  return (*frame)[1];
}

void pledge_learn_caller(const void *place, void *const *frame) {
  if (pledge_caller_at(place) == CONCURRENCY) learn(streams, place);
  for (int i = 0; i < NESTED && pledge_caller_at(place) == FOUNDATION; i++) {
    learn(thunks, place);
    place = caller_of(&frame);
  }
}

// Whether the code under test takes a lock.
static bool is_program(const void *place, void *const *frame) {
  caller kind = pledge_caller_at(place);
  for (int i = 0; i < NESTED && kind == FOUNDATION && contains(thunks, place); i++) {
    place = caller_of(&frame);
    kind = pledge_caller_at(place);
  }
  return kind == PROGRAM;
}

// Notes that a part uses a lock, or a stream; returns whether it is a lock.
bool pledge_touch_lock(const void *mutex, const void *place, void *const *frame) {
  bool is_lock = is_program(place, frame);
  if (is_lock || contains(streams, place)) pledge_touch(is_lock ? (uintptr_t)mutex : PLEDGE_STREAMS);
  return is_lock;
}

bool pledge_is_stream(const void *place) { return contains(streams, place); }

bool pledge_locks_install(void (*use_locks)(void)) {
  dl_iterate_phdr(note_paths, NULL);
  dl_iterate_phdr(note_object, NULL);
  // The first time, types take locks, too.
  use_locks();
  // Then each call passes through the functions that learn.
  pledge_part before = pledge_this;
  pledge_this.is_learning = pledge_this.is_step = pledge_this.is_part = pledge_this.is_inside = true;
  use_locks();
  pledge_this = before;
  // Otherwise, calls find another definition, such as that of a tool.
  return streams[0] != NULL;
}
#else
bool pledge_locks_install(void (*use_locks)(void)) { return use_locks == NULL; }
#endif
