#!/usr/bin/env bats
# Programs in C, Fortran and Python make the calls of one table: on any number of ranks, the bytes of all files are equal.
# What the number of ranks can change lies below the C interface: the others run on 1 and 3.

load ../bats

setup_file() {
  export table=$PCGNS_SOURCE_DIR/tests/bindings/cases.txt reference=$BATS_FILE_TMPDIR/c
  mkdir "$reference"
  mpi 1 "$PCGNS_BIN_DIR/binding_cases_c" "$table" "$reference" >"$BATS_FILE_TMPDIR/log"
}

# writes_the_same RANKS PROGRAM...: on these numbers of ranks, all cases, and no file but those of the cases.
writes_the_same() {
  local ranks
  for ranks in $1; do
    mkdir "$BATS_TEST_TMPDIR/$ranks"
    run -0 --separate-stderr mpi "$ranks" "${@:2}" "$table" "$BATS_TEST_TMPDIR/$ranks"
    [[ $output == "$(grep -vc '^#' "$table") cases" ]] || { echo "$output $stderr"; return 1; }
    diff -r "$reference" "$BATS_TEST_TMPDIR/$ranks"
  done
}

@test "C" { PCGNS_TIMEOUT=300 writes_the_same "1 2 3 4 7" "$PCGNS_BIN_DIR/binding_cases_c"; }

@test "Fortran" {
  [[ -x $PCGNS_BIN_DIR/binding_cases_fortran ]] || skip "no Fortran compiler"
  PCGNS_TIMEOUT=300 writes_the_same "1 3" "$PCGNS_BIN_DIR/binding_cases_fortran"
}

@test "Python, where mpi4py uses the same MPI; otherwise the error says so" {
  "$PCGNS_PYTHON" -c 'import numpy, mpi4py' 2>/dev/null || skip "no mpi4py"
  if "$PCGNS_PYTHON" -c 'from mpi4py import MPI; from pcgns import capi; capi.library()' 2>errors; then
    PCGNS_TIMEOUT=300 writes_the_same "1 3" "$PCGNS_PYTHON" "$PCGNS_SOURCE_DIR/tests/bindings/cases.py"
  else
    grep -q 'two MPI libraries cannot be' errors || { cat errors; return 1; }
  fi
}

@test "a program that ends with a compressed file open says only what went wrong" {
  "$PCGNS_PYTHON" -c 'from mpi4py import MPI; from pcgns import capi; capi.library()' 2>/dev/null || skip "no mpi4py of this MPI"
  cd "$BATS_TEST_TMPDIR" || return
  cat >program.py <<'END'
import numpy as np
from mpi4py import MPI
import pcgns
from pcgns import capi as cg

values = np.zeros((20, 20, 20), order="F")
box = [1, 1, 1], [20, 20, 20]
fn = cg.cgp_open("plain.cgns", cg.CG_MODE_WRITE)
B = cg.cg_base_write(fn, "Base", 3, 3)
Z = cg.cg_zone_write(fn, B, "Zone", [20, 20, 20, 19, 19, 19, 0, 0, 0], cg.Structured)
C = cg.cgp_coord_write(fn, B, Z, cg.RealDouble, "CoordinateX")
cg.cgp_coord_write_data(fn, B, Z, C, *box, values)
cg.cgp_close(fn)
pcgns.restripe("plain.cgns", "small.cgns", deflate=1, comm=MPI.COMM_WORLD)
fn = cg.cgp_open("small.cgns", cg.CG_MODE_READ)
cg.cgp_coord_read_data(fn, 1, 1, 1, *box, values)
raise SystemExit("enough")
END
  run -1 mpi 1 "$PCGNS_PYTHON" program.py
  [[ $output == *enough* && $output != *HDF5* ]]
}

@test "a partition that cannot be made leaves nothing open" {
  "$PCGNS_PYTHON" -c 'from mpi4py import MPI; from pcgns import capi; capi.library()' 2>/dev/null || skip "no mpi4py of this MPI"
  cd "$BATS_TEST_TMPDIR" || return
  "$PCGNS_PYTHON" "$PCGNS_SOURCE_DIR/tests/benchmark/make_cube.py" 4 cube.cgns
  cat >program.py <<'END'
import os

from mpi4py import MPI
import pcgns
from pcgns import capi as cg

def memory():
    """Files in memory without a name, which hold values of parts."""
    links = [os.path.join("/proc/self/fd", each) for each in os.listdir("/proc/self/fd")]
    return [link for link in links if os.path.lexists(link) and "deleted" in os.readlink(link)]

fn = cg.cgp_fileset_open(1, ["cube.cgns"], cg.CG_MODE_READ)
before = len(memory())
for _ in range(3):
    try:
        cg.cgp_partition_create(fn, 1, "ghosts=0")
        raise SystemExit("made")
    except pcgns.Error:
        pass
print(len(memory()) - before, "left")
cg.cgp_close(fn)
END
  PCGNS_FAULT=direct:EIO run -0 "$PCGNS_PYTHON" program.py
  [[ $output == "0 left" ]]
}
