#define _GNU_SOURCE

#include "CPledge.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#if defined(_WIN32)
#include <windows.h>

int pledge_rename(const char *from, const char *to) {
  wchar_t paths[2][MAX_PATH];
  if (!MultiByteToWideChar(CP_UTF8, 0, from, -1, paths[0], MAX_PATH)) return ENAMETOOLONG;
  if (!MultiByteToWideChar(CP_UTF8, 0, to, -1, paths[1], MAX_PATH)) return ENAMETOOLONG;
  return MoveFileExW(paths[0], paths[1], MOVEFILE_REPLACE_EXISTING) ? 0 : EACCES;
}

pledge_signals pledge_unblock_ends(void) { return (pledge_signals){{0}}; }
void pledge_block(pledge_signals signals) { (void)signals; }
bool pledge_can_handle(int number) { return (void)number, false; }
void pledge_claim(int number) { (void)number; }
#else
#include <pthread.h>
#include <signal.h>

_Static_assert(sizeof(sigset_t) <= sizeof(pledge_signals), "there are more signals than expected");

int pledge_rename(const char *from, const char *to) { return rename(from, to) == 0 ? 0 : errno; }

pledge_signals pledge_unblock_ends(void) {
  static const int numbers[] = {
      SIGTERM, SIGINT, SIGHUP, SIGPIPE, SIGCHLD,
#if !defined(__ANDROID__)
      // There, a thread of the app's runtime waits for it, and all others block it.
      SIGQUIT,
#endif
  };
  sigset_t unblocked, before;
  sigemptyset(&unblocked);
  sigemptyset(&before);
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) sigaddset(&unblocked, numbers[i]);
  pthread_sigmask(SIG_UNBLOCK, &unblocked, &before);
  pledge_signals signals = {{0}};
  memcpy(&signals, &before, sizeof before);
  return signals;
}

bool pledge_can_handle(int number) {
  return number > 0 && number < NSIG && number != SIGKILL && number != SIGSTOP;
}

#if defined(__linux__)
// Dispatch installs a handler of its own, without which it receives nothing.
void pledge_claim(int number) { (void)number; }
#else
static void do_nothing(int number) { (void)number; }

// Not ignored: the programs that the process starts would ignore it, too.
void pledge_claim(int number) { signal(number, do_nothing); }
#endif

void pledge_block(pledge_signals signals) {
  sigset_t blocked;
  memcpy(&blocked, &signals, sizeof blocked);
  pthread_sigmask(SIG_SETMASK, &blocked, NULL);
}
#endif

#if !defined(_WIN32) && !defined(__APPLE__)
#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>
#if __has_include(<sys/eventfd.h>)
#include <sys/eventfd.h>
#endif

bool pledge_may_wait(int descriptor) {
  struct stat status;
  if (fstat(descriptor, &status) != 0) return false;
  if (S_ISREG(status.st_mode) || S_ISDIR(status.st_mode)) return false;
  return (fcntl(descriptor, F_GETFL) & O_ACCMODE) != O_WRONLY;
}

pledge_signal pledge_signal_create(void) {
  int ends[2];
#if __has_include(<sys/eventfd.h>)
  ends[0] = ends[1] = eventfd(0, EFD_CLOEXEC);
  if (ends[0] < 0) return (pledge_signal){.number = errno};
#else
  if (pipe2(ends, O_CLOEXEC) != 0) return (pledge_signal){.number = errno};
#endif
  return (pledge_signal){.waiting_end = ends[0], .setting_end = ends[1]};
}

void pledge_signal_set(pledge_signal signal) {
  static const uint64_t one = 1;
  while (write(signal.setting_end, &one, sizeof one) < 0 && errno == EINTR) {}
}

void pledge_signal_destroy(pledge_signal signal) {
  close(signal.waiting_end);
  if (signal.setting_end != signal.waiting_end) close(signal.setting_end);
}

int64_t pledge_read_unless(pledge_signal signal, int descriptor, void *bytes, uint64_t size) {
  for (;;) {
    struct pollfd waits[] = {
        {.fd = descriptor, .events = POLLIN},
        {.fd = signal.waiting_end, .events = POLLIN},
    };
    if (poll(waits, 2, -1) > 0) {
      if (waits[1].revents != 0) return PLEDGE_SIGNALLED;
      ssize_t count = read(descriptor, bytes, (size_t)size);
      if (count >= 0) return count;
    }
    // EAGAIN: the descriptor is non-blocking, and another reader has taken the input.
    if (errno != EINTR && errno != EAGAIN && errno != EWOULDBLOCK) return -(int64_t)errno;
  }
}

int pledge_start_thread(void *(*body)(void *), void *context) {
  pthread_attr_t attributes;
  int number = pthread_attr_init(&attributes);
  if (number != 0) return number;
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_t thread;
  number = pthread_create(&thread, &attributes, body, context);
  pthread_attr_destroy(&attributes);
  return number;
}
#endif
