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
#else
#include <pthread.h>
#include <signal.h>

_Static_assert(sizeof(sigset_t) <= sizeof(pledge_signals), "there are more signals than expected");

int pledge_rename(const char *from, const char *to) { return rename(from, to) == 0 ? 0 : errno; }

pledge_signals pledge_unblock_ends(void) {
  static const int ends[] = {SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGPIPE, SIGCHLD};
  sigset_t unblocked, before;
  sigemptyset(&unblocked);
  sigemptyset(&before);
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) sigaddset(&unblocked, ends[i]);
  pthread_sigmask(SIG_UNBLOCK, &unblocked, &before);
  pledge_signals signals = {{0}};
  memcpy(&signals, &before, sizeof before);
  return signals;
}

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

bool pledge_may_wait(int descriptor) {
  struct stat status;
  return fstat(descriptor, &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode);
}

bool pledge_wait_for_either(int first, int second) {
  struct pollfd waits[] = {{.fd = first, .events = POLLIN}, {.fd = second, .events = POLLIN}};
  while (poll(waits, 2, -1) < 0 && errno == EINTR) {}
  return waits[1].revents != 0;
}

long pledge_read(int descriptor, void *bytes, long size) {
  ssize_t count;
  do count = read(descriptor, bytes, (size_t)size);
  while (count < 0 && errno == EINTR);
  return count < 0 ? -(long)errno : (long)count;
}

pledge_pipe pledge_make_pipe(void) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return (pledge_pipe){.number = errno};
  return (pledge_pipe){.reading_end = ends[0], .writing_end = ends[1]};
}

void pledge_write_byte(int descriptor) {
  while (write(descriptor, "", 1) < 0 && errno == EINTR) {}
}

void pledge_close(int descriptor) { close(descriptor); }
#endif
