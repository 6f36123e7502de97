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
int pledge_check_readable(int descriptor) { return (void)descriptor, ENOSYS; }
#else
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

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

int pledge_check_readable(int descriptor) {
  struct stat status;
  char none;
  int mode = fcntl(descriptor, F_GETFL) & O_ACCMODE;
  if (mode != O_RDONLY && mode != O_RDWR) return EBADF;
  if (fstat(descriptor, &status) != 0) return errno;
  if (S_ISDIR(status.st_mode)) return EISDIR;
  // The descriptor may only name the file (`O_PATH`).
  return S_ISREG(status.st_mode) && read(descriptor, &none, 0) < 0 ? errno : 0;
}
#endif

#if !defined(_WIN32) && !defined(__APPLE__)
#include <poll.h>
#include <sys/eventfd.h>

bool pledge_may_wait(int descriptor) {
  struct stat status;
  return fstat(descriptor, &status) == 0 && !S_ISREG(status.st_mode);
}

int pledge_signal_create(void) {
  int signal = eventfd(0, EFD_CLOEXEC);
  return signal < 0 ? -errno : signal;
}

void pledge_signal_set(int signal) {
  static const uint64_t one = 1;
  while (write(signal, &one, sizeof one) < 0 && errno == EINTR) {}
}

void pledge_signal_destroy(int signal) { close(signal); }

int64_t pledge_read_unless(int signal, int descriptor, void *bytes, uint64_t size) {
  for (;;) {
    struct pollfd waits[] = {
        {.fd = descriptor, .events = POLLIN},
        {.fd = signal, .events = POLLIN},
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
  pthread_t thread;
  int number = pthread_create(&thread, NULL, body, context);
  if (number == 0) pthread_detach(thread);
  return number;
}
#endif
