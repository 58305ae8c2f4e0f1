/* must.h: calls that must work, and values that must be as expected. */
#ifndef MUST_H
#define MUST_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Whether the program is compiled with the headers of pcgns, which call functions by other names. */
#ifdef cg_open
#define IS_PCGNS 1
#else
#define IS_PCGNS 0
#endif

static void must_at(int line, int status) {
  if (status == CG_OK) return;
  fprintf(stderr, "line %d: status %d: ", line, status);
  cg_error_exit();
}
#define MUST(call) must_at(__LINE__, call)

static void expect_at(int line, int holds, const char* what) {
  if (holds) return;
  fprintf(stderr, "line %d: not so: %s\n", line, what);
  exit(1);
}
#define EXPECT(condition) expect_at(__LINE__, condition, #condition)
#define EXPECT_TEXT(found, expected) expect_at(__LINE__, strcmp(found, expected) == 0, found)

#endif
