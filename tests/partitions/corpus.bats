#!/usr/bin/env bats
# The real sets of files per rank are put together again, on any number of ranks, with the same bytes.

load judge

# all_of PATTERN: every set with such a name is merged well.
all_of() {
  need_corpus perrank
  local -a names
  mapfile -t names < <(cd "$PCGNS_CORPUS/perrank" && printf "%s\n" * | grep -- "$1")
  ((${#names[@]} > 0)) || skip "no such sets"
  judged corpus.py "${names[@]}" --ranks 0 3 7
}

@test "structured zones of Maia" { all_of '^maia-\(cube-s\|s-\)'; }

@test "polygons and polyhedra of Maia" { all_of '^maia-\(cube-ngon\|bcds\)'; }

@test "elements of Maia" { all_of '^maia-cube-\(hexa\|tetra\)'; }

@test "structured zones of SEACAS" { all_of '^seacas-[^u]'; }

@test "a set of SEACAS with underscores in the names of zones" { all_of '^seacas-underscore'; }

@test "unstructured zones of SEACAS are refused, or put together by coordinates" { all_of '^seacas-u-'; }

@test "zones of Cassiopée, with ghosts and without" { all_of '^cassiopee'; }
