#!/usr/bin/env bats
# The programs on pcgns(3) and pcgnslib(3): they compile, run, and do the same in C, Fortran and Python. What a page leaves
# out (sizes, values, MPI's start) is around them.

load ../bats

setup_file() {
  cd "$BATS_FILE_TMPDIR" || return
  need_python
  "$PCGNS_PYTHON" "$PCGNS_SOURCE_DIR/tests/cli/make_cgns.py" out_0000.cgns --zones Zone --steps 2
  "$PCGNS_PYTHON" "$PCGNS_SOURCE_DIR/tests/cli/make_cgns.py" out_0001.cgns --zones Wing --steps 2
  mpi 2 "$merge" --quiet -o merged.cgns out_0000.cgns out_0001.cgns
}

setup() {
  need_python
  cd "$BATS_TEST_TMPDIR" || return
}

# block PAGE HEADING: the first example below it.
block() {
  sed -n "/^\.S[HS] $2\$/,/^\.fi/p" "$PCGNS_SOURCE_DIR/man/$1" | sed -e '1,/^\.nf/d' -e '$d' -e 's/\\-/-/g' -e 's/\\e/\\/g'
}

# build_c, build_fortran NAME: of NAME.c, NAME.F90.
build_c() {
  # shellcheck disable=SC2086  # flags
  cc -Wall -Wextra -Werror -Wno-unused-parameter "$1.c" -o "$1" $PCGNS_C_FLAGS "$PCGNS_LIBRARY"
}
build_fortran() {
  # shellcheck disable=SC2086  # flags
  "$PCGNS_FORTRAN_COMPILER" -Wall -Werror "$1.F90" -o "$1" $PCGNS_FORTRAN_FLAGS "$PCGNS_LIBRARY" $PCGNS_FORTRAN_LIBRARIES
}

need_fortran() { [[ -n ${PCGNS_FORTRAN_COMPILER:-} ]] || skip "no Fortran compiler"; }

# writes COMMAND...: on two ranks, which each have half of the array, the bytes of the program in C.
writes() {
  mpi 2 "$@" 2>log
  [[ ! -s log ]] || { cat log; return 1; }
  "$PCGNS_BIN_DIR/pcgns-verify" info out.cgns
  [[ -e $BATS_FILE_TMPDIR/written.cgns ]] || mv out.cgns "$BATS_FILE_TMPDIR/written.cgns"
  [[ ! -e out.cgns ]] || cmp out.cgns "$BATS_FILE_TMPDIR/written.cgns"
}

# merges COMMAND...: on two ranks, what pcgns-merge does.
merges() {
  ln -s "$BATS_FILE_TMPDIR"/out_000?.cgns .
  mpi 2 "$@"
  cmp out.cgns "$BATS_FILE_TMPDIR/merged.cgns"
}

@test "the writer of pcgnslib(3) in C" {
  cat >writer.c <<END
#include <pcgns/pcgnslib.h>
#include <stdio.h>
enum { ni = 4, nj = 3, nk = 6 };
int main(int argc, char** argv) {
  int rank;
  double x[ni * nj * nk / 2];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const cgsize_t rmin[3] = {1, 1, 3 * rank + 1}, rmax[3] = {ni, nj, 3 * rank + 3};
  for (int i = 0; i < ni * nj * 3; ++i) x[i] = 36 * rank + i;
$(block pcgnslib.3 EXAMPLES)
  MPI_Finalize();
}
END
  build_c writer
  writes ./writer
}

@test "the writer of pcgnslib(3) in Fortran" {
  need_fortran
  { echo "program writer"
    block pcgnslib.3 Fortran | sed -e '/^use pcgns/i use mpi' -e '0,/^call/s//call prepare()\n&/' \
      -e '/^integer/a integer(cgsize_t) :: sizes(3, 3), rmin(3), rmax(3)\nreal(8) :: x(4, 3, 3)\ninteger :: ierr'
    cat <<END
call MPI_Finalize(ierr)
contains
subroutine prepare()
  integer :: rank, i
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  sizes = reshape([4, 3, 6, 3, 2, 5, 0, 0, 0], [3, 3])
  rmin = [1, 1, 3 * rank + 1]
  rmax = [4, 3, 3 * rank + 3]
  x = reshape([(36d0 * rank + i, i=0, 35)], [4, 3, 3])
end subroutine
end program
END
  } >writer.F90
  build_fortran writer
  writes ./writer
}

@test "the writer of pcgnslib(3) in Python" {
  need_mpi4py
  cat >writer.py <<END
import numpy
from mpi4py import MPI
rank = MPI.COMM_WORLD.rank
sizes, rmin, rmax = [4, 3, 6, 3, 2, 5, 0, 0, 0], [1, 1, 3 * rank + 1], [4, 3, 3 * rank + 3]
x = numpy.arange(36 * rank, 36 * rank + 36).astype(float).reshape(4, 3, 3, order="F")
$(block pcgnslib.3 Python)
END
  writes "$PCGNS_PYTHON" writer.py
}

@test "the job of pcgns(3) in C" {
  block pcgns.3 EXAMPLES >job.c
  build_c job
  merges ./job
}

@test "the job of pcgns(3) in Fortran" {
  need_fortran
  { echo "program job"
    block pcgns.3 FORTRAN | sed '0,/^call/s//call MPI_Init()\n&/'
    printf '%s\n' 'call MPI_Finalize()' 'end program'
  } >job.F90
  build_fortran job
  merges ./job
}

@test "the job of pcgns(3) in Python, and values of its inputs" {
  need_mpi4py
  { echo "from mpi4py import MPI"
    block pcgns.3 PYTHON
    echo "assert pressure.size > 0 and report"
  } >job.py
  merges "$PCGNS_PYTHON" job.py
}
