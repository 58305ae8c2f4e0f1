/* old_parents.c: what calls read of parents in the form before CGNS 3.1 (OLD) is what they read of those of
 * today (NEW), and parents are not written beside them.
 *
 *     old_parents OLD NEW */

#include <cgnslib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { first = 2, last = 4, rows = last - first + 1, nodes = 4 };

static void must(int holds, const char* what) {
  if (holds) return;
  fprintf(stderr, "%s: %s\n", what, cg_get_error());
  exit(1);
}

/* Both columns of cells and of sides of some elements, twice, and the parents of all. */
typedef struct {
  cgsize_t cells[2 * rows], sides[2 * rows], both[4 * rows], all[4 * 100];
} Parents;

static void read_parents(int file, int section, Parents* parents) {
  char name[33];
  CGNS_ENUMT(ElementType_t) type;
  cgsize_t begin, end, connectivity[nodes * 100];
  int boundary, has_parents = 0;
  memset(parents, 0, sizeof *parents);
  must(!cg_section_read(file, 1, 1, section, name, &type, &begin, &end, &boundary, &has_parents), "section");
  must(has_parents && end - begin < 100, "flag of parents");
  cgsize_t from = begin + first - 1, to = begin + last - 1;
  must(!cg_parent_elements_general_read(file, 1, 1, section, from, to, CGNS_ENUMV(LongInteger),
                                        parents->cells),
       "cells");
  must(!cg_parent_elements_position_general_read(file, 1, 1, section, from, to, CGNS_ENUMV(LongInteger),
                                                 parents->sides),
       "sides");
  must(!cg_elements_partial_read(file, 1, 1, section, from, to, connectivity, parents->both), "some");
  must(!cg_elements_read(file, 1, 1, section, connectivity, parents->all), "all");
}

int main(int argc, char** argv) {
  int old_file, new_file, sections;
  must(argc == 3, "OLD NEW");
  must(!cg_open(argv[1], CG_MODE_MODIFY, &old_file) && !cg_open(argv[2], CG_MODE_READ, &new_file), "open");
  must(!cg_nsections(new_file, 1, 1, &sections) && sections == 4, "sections");
  for (int section = 2; section <= sections; ++section) {
    static Parents of_old, of_new;
    read_parents(old_file, section, &of_old);
    read_parents(new_file, section, &of_new);
    must(!memcmp(&of_old, &of_new, sizeof of_old), "the parents differ");
    must(of_old.cells[0] > 0 && of_old.sides[0] > 0 && of_old.both[2 * rows] == of_old.sides[0],
         "no parents");
    must(
        cg_parent_data_write(old_file, 1, 1, section, of_old.all) && strstr(cg_get_error(), "has ParentData"),
        "parents are written beside those there");
  }
  must(!cg_close(old_file) && !cg_close(new_file), "close");
  return 0;
}
