#!/usr/bin/env bats
# Programs in C, Fortran and Python make the calls of one table: on any number of ranks, the bytes of all files are equal.

load ../bats

setup_file() {
  export table=$PCGNS_SOURCE_DIR/tests/bindings/cases.txt reference=$BATS_FILE_TMPDIR/c
  mkdir "$reference"
  mpi 1 "$PCGNS_BIN_DIR/binding_cases_c" "$table" "$reference" >"$BATS_FILE_TMPDIR/log"
}

# writes_the_same PROGRAM...: on 1, 2, 3, 4 and 7 ranks, all cases, and no file but those of the cases.
writes_the_same() {
  local ranks
  for ranks in 1 2 3 4 7; do
    mkdir "$BATS_TEST_TMPDIR/$ranks"
    run -0 --separate-stderr mpi "$ranks" "$@" "$table" "$BATS_TEST_TMPDIR/$ranks"
    [[ $output == "$(grep -vc '^#' "$table") cases" ]] || { echo "$output $stderr"; return 1; }
    diff -r "$reference" "$BATS_TEST_TMPDIR/$ranks"
  done
}

@test "C" { PCGNS_TIMEOUT=300 writes_the_same "$PCGNS_BIN_DIR/binding_cases_c"; }

@test "Fortran" {
  [[ -x $PCGNS_BIN_DIR/binding_cases_fortran ]] || skip "no Fortran compiler"
  PCGNS_TIMEOUT=300 writes_the_same "$PCGNS_BIN_DIR/binding_cases_fortran"
}

@test "Python, where mpi4py uses the same MPI; otherwise the error says so" {
  "$PCGNS_PYTHON" -c 'import numpy, mpi4py' 2>/dev/null || skip "no mpi4py"
  if "$PCGNS_PYTHON" -c 'from mpi4py import MPI; from pcgns import capi; capi.library()' 2>errors; then
    PCGNS_TIMEOUT=300 writes_the_same "$PCGNS_PYTHON" "$PCGNS_SOURCE_DIR/tests/bindings/cases.py"
  else
    grep -q 'two MPI libraries cannot be' errors || { cat errors; return 1; }
  fi
}
