#!/usr/bin/env bats
# The job that README.md shows in C, Fortran and Python: the same bytes.

load ../bats

setup() { cd "$BATS_FILE_TMPDIR" || return; }

# block LANGUAGE: the example below the heading of solvers.
block() {
  sed '1,/^### From a solver/d' "$PCGNS_SOURCE_DIR/README.md" |
    awk -v fence="\`\`\`$1" '$0 == fence {inside = 1; next} inside && /^```$/ {exit} inside'
}

# writes NAME COMMAND...: on two ranks, block.cgns, which becomes NAME.cgns.
writes() {
  mpi 2 "${@:2}"
  "$PCGNS_BIN_DIR/pcgns-verify" check block.cgns
  mv block.cgns "$1.cgns"
}

@test "in C" {
  block c >block.c
  # shellcheck disable=SC2086  # flags
  cc -Wall -Wextra -Werror block.c -o in_c $PCGNS_C_FLAGS "$PCGNS_LIBRARY"
  writes c ./in_c
}

@test "in Fortran" {
  [[ -n ${PCGNS_FORTRAN_COMPILER:-} ]] || skip "no Fortran compiler"
  block fortran >block.f90
  # shellcheck disable=SC2086  # flags
  "$PCGNS_FORTRAN_COMPILER" -Wall -Werror block.f90 -o in_fortran $PCGNS_FORTRAN_FLAGS "$PCGNS_LIBRARY" $PCGNS_FORTRAN_LIBRARIES
  writes fortran ./in_fortran
  cmp c.cgns fortran.cgns
}

@test "in Python" {
  block python >block.py
  "$PCGNS_PYTHON" -c 'from mpi4py import MPI; from pcgns import capi; capi.library()' 2>/dev/null || skip "no mpi4py of this MPI"
  writes python "$PCGNS_PYTHON" block.py
  cmp c.cgns python.cgns
}
