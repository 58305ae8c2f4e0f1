/* failing_calls.c: for LD_PRELOAD: lets the first system calls of a kind fail.
 *
 * FAIL_CALL=fsync|fdatasync|fallocate|clone|write|unlink|close|readdir|MPI_Init_thread, on a path that contains FAIL_PATH
 * (default: any), fails FAIL_COUNT times (default: always) with the number FAIL_ERRNO, after FAIL_AFTER (default: 0)
 * that do not; a write of which it is 0 is a short one. clone is ioctl(FICLONERANGE). FAIL_ERRNO=KILL ends the program. */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <linux/fs.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static int is_due(const char* call, const char* path) {
  static long left = -1;
  static long passed = 0;
  const char* wanted = getenv("FAIL_CALL");
  const char* part = getenv("FAIL_PATH");
  const char* count = getenv("FAIL_COUNT");
  const char* after = getenv("FAIL_AFTER");
  if (wanted == NULL || strcmp(wanted, call) != 0 || (part != NULL && strstr(path, part) == NULL)) return 0;
  if (after != NULL && passed++ < atol(after)) return 0;
  if (left < 0) left = count == NULL ? LONG_MAX : atol(count);
  if (left == 0) return 0;
  --left;
  if (strcmp(getenv("FAIL_ERRNO"), "KILL") == 0) raise(SIGKILL);
  errno = atoi(getenv("FAIL_ERRNO"));
  return 1;
}

static int is_due_at(const char* call, int descriptor) {
  char link[64];
  char path[PATH_MAX] = "";
  const int before = errno;
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  if (readlink(link, path, sizeof path - 1) < 0) path[0] = 0;
  errno = before;
  return is_due(call, path);
}

#define REAL(call) ((__typeof__(&call))dlsym(RTLD_NEXT, #call))

int fsync(int descriptor) { return is_due_at("fsync", descriptor) ? -1 : REAL(fsync)(descriptor); }
int fdatasync(int descriptor) { return is_due_at("fdatasync", descriptor) ? -1 : REAL(fdatasync)(descriptor); }

int ioctl(int descriptor, unsigned long request, ...) {
  va_list rest;
  va_start(rest, request);
  void* argument = va_arg(rest, void*);
  va_end(rest);
  if (request == FICLONERANGE && is_due_at("clone", descriptor)) return -1;
  return ((int (*)(int, unsigned long, void*))dlsym(RTLD_NEXT, "ioctl"))(descriptor, request, argument);
}

/* Only if there is something to remove. */
int unlink(const char* path) {
  return access(path, F_OK) == 0 && is_due("unlink", path) ? -1 : REAL(unlink)(path);
}

int fallocate(int descriptor, int mode, off_t offset, off_t bytes) {
  return is_due_at("fallocate", descriptor) ? -1 : REAL(fallocate)(descriptor, mode, offset, bytes);
}

int fallocate64(int descriptor, int mode, off64_t offset, off64_t bytes) {
  return fallocate(descriptor, mode, offset, bytes);
}

ssize_t write(int descriptor, const void* bytes, size_t size) {
  if (!is_due_at("write", descriptor)) return REAL(write)(descriptor, bytes, size);
  return errno != 0 ? -1 : REAL(write)(descriptor, bytes, size / 2);
}

struct dirent* readdir(DIR* folder) { return is_due_at("readdir", dirfd(folder)) ? NULL : REAL(readdir)(folder); }

struct dirent64* readdir64(DIR* folder) {
  return is_due_at("readdir", dirfd(folder)) ? NULL : REAL(readdir64)(folder);
}

/* Late instead of failing: FAIL_ERRNO seconds. */
int MPI_Init_thread(int* count, char*** words, int required, int* provided) {
  if (is_due("MPI_Init_thread", "")) sleep((unsigned)errno);
  return ((int (*)(int*, char***, int, int*))dlsym(RTLD_NEXT, "MPI_Init_thread"))(count, words, required, provided);
}

/* The descriptor is closed all the same, as Linux does. */
int close(int descriptor) {
  const int fails = is_due_at("close", descriptor);
  const int number = errno;
  const int closed = REAL(close)(descriptor);
  if (!fails) return closed;
  errno = number;
  return -1;
}
