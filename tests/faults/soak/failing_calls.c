// Makes one call that opens, reads, changes or renames a file fail, in one rank: for LD_PRELOAD.
//
//   SOAK_FOLDER  only calls on files in this folder count
//   SOAK_RANK    rank in which the call fails; -1: in each
//   SOAK_CALL    number of the call, from 1
//   SOAK_ACTION  number of an errno, "short" (half of the bytes), or "kill"
//   SOAK_COUNTS  file that gets a line with the calls of each rank when it ends, in another folder
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

static atomic_long calls;

static const char* setting(const char* name) {
  const char* value = getenv(name);
  return value == NULL ? "" : value;
}

static int is_chosen_rank(void) {
  if (atoi(setting("SOAK_RANK")) < 0) return 1;
  const char* const names[] = {"OMPI_COMM_WORLD_RANK", "PMI_RANK"};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
    if (getenv(names[i]) != NULL) return atoi(getenv(names[i])) == atoi(setting("SOAK_RANK"));
  }
  return atoi(setting("SOAK_RANK")) == 0;
}

static int in_folder(const char* path) {
  const char* folder = setting("SOAK_FOLDER");
  if (*folder == '\0') return 0;
  return path[0] != '/' || strncmp(path, folder, strlen(folder)) == 0;
}

static int is_open_in_folder(int descriptor) {
  char link[64];
  char path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  const ssize_t size = readlink(link, path, sizeof path - 1);
  if (size <= 0) return 0;
  path[size] = '\0';
  return path[0] == '/' && in_folder(path);
}

enum outcome { as_usual, shortened, failed };

/// Counts a call; errno is set if it is to fail.
static enum outcome next_call(int counts) {
  if (!counts || !is_chosen_rank()) return as_usual;
  if (atomic_fetch_add(&calls, 1) + 1 != atol(setting("SOAK_CALL"))) return as_usual;
  const char* const action = setting("SOAK_ACTION");
  if (strcmp(action, "kill") == 0) raise(SIGKILL);
  if (strcmp(action, "short") == 0) return shortened;
  errno = atoi(action);
  return failed;
}

__attribute__((destructor)) static void tell_calls(void) {
  const char* const path = setting("SOAK_COUNTS");
  if (*path == '\0' || !is_chosen_rank() || atomic_load(&calls) == 0) return;
  FILE* const file = fopen(path, "a");
  if (file == NULL) return;
  fprintf(file, "%ld\n", atomic_load(&calls));
  fclose(file);
}

#define REAL(type, name, ...)                                             \
  static type (*real)(__VA_ARGS__);                                       \
  if (real == NULL) real = (type(*)(__VA_ARGS__))dlsym(RTLD_NEXT, name)

#define OPEN(name)                                                        \
  int name(const char* path, int flags, ...) {                            \
    REAL(int, #name, const char*, int, ...);                              \
    va_list rest;                                                         \
    va_start(rest, flags);                                                \
    const mode_t mode = va_arg(rest, mode_t);                             \
    va_end(rest);                                                         \
    if (next_call(in_folder(path)) == failed) return -1;                  \
    return real(path, flags, mode);                                       \
  }
OPEN(open)
OPEN(open64)

#define TRANSFER_AT(name, buffer)                                         \
  ssize_t name(int file, buffer data, size_t size, off_t at) {            \
    REAL(ssize_t, #name, int, buffer, size_t, off_t);                     \
    const enum outcome outcome = next_call(is_open_in_folder(file));      \
    if (outcome == failed) return -1;                                     \
    return real(file, data, outcome == shortened ? size / 2 : size, at);  \
  }
TRANSFER_AT(pread, void*)
TRANSFER_AT(pread64, void*)
TRANSFER_AT(pwrite, const void*)
TRANSFER_AT(pwrite64, const void*)

#define READ_PIECES(name)                                                 \
  ssize_t name(int file, const struct iovec* pieces, int count, off_t at) { \
    REAL(ssize_t, #name, int, const struct iovec*, int, off_t);           \
    const enum outcome outcome = next_call(is_open_in_folder(file));      \
    if (outcome == failed) return -1;                                     \
    return real(file, pieces, outcome == shortened ? count / 2 : count, at); \
  }
READ_PIECES(preadv)
READ_PIECES(preadv64)

#define TRANSFER_NEXT(name, buffer)                                       \
  ssize_t name(int file, buffer data, size_t size) {                      \
    REAL(ssize_t, #name, int, buffer, size_t);                            \
    const enum outcome outcome = next_call(is_open_in_folder(file));      \
    if (outcome == failed) return -1;                                     \
    return real(file, data, outcome == shortened ? size / 2 : size);      \
  }
TRANSFER_NEXT(read, void*)
TRANSFER_NEXT(write, const void*)

#define ON_FILE(name)                                                     \
  int name(int file) {                                                    \
    REAL(int, #name, int);                                                \
    return next_call(is_open_in_folder(file)) == failed ? -1 : real(file); \
  }
ON_FILE(fsync)
ON_FILE(fdatasync)
ON_FILE(close)

#define RESIZE(name)                                                      \
  int name(int file, off_t size) {                                        \
    REAL(int, #name, int, off_t);                                         \
    return next_call(is_open_in_folder(file)) == failed ? -1 : real(file, size); \
  }
RESIZE(ftruncate)
RESIZE(ftruncate64)

#define ALLOCATE(name)                                                    \
  int name(int file, int mode, off_t at, off_t size) {                    \
    REAL(int, #name, int, int, off_t, off_t);                             \
    return next_call(is_open_in_folder(file)) == failed ? -1 : real(file, mode, at, size); \
  }
ALLOCATE(fallocate)
ALLOCATE(fallocate64)

#define ON_PATHS(name)                                                    \
  int name(const char* from, const char* to) {                            \
    REAL(int, #name, const char*, const char*);                           \
    return next_call(in_folder(from)) == failed ? -1 : real(from, to);    \
  }
ON_PATHS(rename)
ON_PATHS(link)

int unlink(const char* path) {
  REAL(int, "unlink", const char*);
  return next_call(in_folder(path)) == failed ? -1 : real(path);
}

int renameat2(int from_folder, const char* from, int to_folder, const char* to, unsigned flags) {
  REAL(int, "renameat2", int, const char*, int, const char*, unsigned);
  return next_call(in_folder(from)) == failed ? -1 : real(from_folder, from, to_folder, to, flags);
}
