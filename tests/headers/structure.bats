#!/usr/bin/env bats
# The source is laid out as CONTRIBUTING.md says; each rule fails on a violation that is planted in a copy.

load ../bats

structure() { "$PCGNS_PYTHON" "$PCGNS_SOURCE_DIR/tests/headers/structure.py" "$@"; }

# planted CHECK TEXT: the check fails on the copy, with a line that has the text.
planted() {
  run structure --root "$copy" "$1"
  [[ $status == 1 && $output == *"$2"* ]] || { echo "$output"; return 1; }
}

# only_in FILE WORD: no other file of the library has it, comments left out.
only_in() {
  local others
  cd "$PCGNS_SOURCE_DIR/libcore/pcgns" || return
  others=$(grep -rnE "\<$2\>" --include='*.[ch]pp' . | grep -v '^[^:]*:[0-9]*: *//' | grep -v "^./$1:") || return 0
  echo "$others"
  return 1
}

setup() {
  copy=$BATS_TEST_TMPDIR/copy
  if [[ $BATS_TEST_DESCRIPTION == *"is found"* ]]; then
    mkdir -p "$copy/tests"
    cp -r "$PCGNS_SOURCE_DIR"/{libcore,tools,CONTRIBUTING.md} "$copy"
    cp -r "$PCGNS_SOURCE_DIR"/tests/{unit,parallel} "$copy/tests"
  fi
}

@test "CONTRIBUTING.md, CMake and the folders name the same modules" { structure map; }
@test "a module includes only modules below it" { structure direction; }
@test "what decides reaches neither MPI nor HDF5 nor code that acts" { structure pure; }
@test "what is inside a module is included by that module alone" { structure public; }
@test "every module has a header of its name, and few others are public" { structure doors; }
@test "a header that one source file uses is part of it" { structure users; }
@test "files and folders are not too large" { structure sizes; }
@test "functions are small" { structure functions; }

@test "MPI_COMM_WORLD stands in one file" { only_in par/session.cpp MPI_COMM_WORLD; }
@test "MPI_Abort stands in one file" { only_in par/session.cpp MPI_Abort; }
@test "messages are sent in par alone" {
  cd "$PCGNS_SOURCE_DIR/libcore/pcgns"
  run grep -rniE '\<MPI_I?(send|recv|bcast|alltoall|allgather|gather|scatter|exscan)' --include='*.[ch]pp' --exclude-dir=par .
  [[ $status == 1 ]] || { echo "$output"; return 1; }
}

@test "a folder that is no module is found" {
  mkdir "$copy/libcore/pcgns/extra" && echo >"$copy/libcore/pcgns/extra/extra.hpp"
  planted map "libcore/pcgns/extra: no module"
}

@test "an include against the arrows is found" {
  echo '#include "pcgns/h5/handle.hpp"' >>"$copy/libcore/pcgns/base/bytes.hpp"
  planted direction "libcore/pcgns/base/bytes.hpp: includes pcgns/h5/handle.hpp, which is not below base"
}

@test "MPI in what decides is found" {
  echo '#include <mpi.h>' >>"$copy/libcore/pcgns/cgns/labels.hpp"
  planted pure "cgns/labels.hpp: decides, and reaches <mpi.h>"
}

@test "an include of another module's inside is found" {
  echo '#include "pcgns/queue/detail/work.hpp"' >>"$copy/libcore/pcgns/publish/file_system.cpp"
  planted public "publish/file_system.cpp: includes pcgns/queue/detail/work.hpp, which is no public header"
}

@test "a module without a header of its name is found" {
  rm "$copy/libcore/pcgns/par/par.hpp"
  planted doors "libcore/pcgns/par: has no par.hpp"
}

@test "a header for one user is found" {
  echo 'namespace pcgns::par {}' >"$copy/libcore/pcgns/par/detail/single.hpp"
  echo '#include "pcgns/par/detail/single.hpp"' >>"$copy/libcore/pcgns/par/session.cpp"
  planted users "par/detail/single.hpp: used by libcore/pcgns/par/session.cpp alone"
}

@test "a file of too many lines is found" {
  seq -f '// %g' 401 >>"$copy/libcore/pcgns/base/bytes.cpp"
  planted sizes "libcore/pcgns/base/bytes.cpp:"
}

@test "a function of too many lines is found, and too many long ones" {
  { echo 'void long_one() {'; seq -f '  use(%g);' 58; echo '}'; } >"$copy/libcore/pcgns/base/long.cpp"
  structure --root "$copy" functions
  { echo 'void longer(int a = f({})) {'; seq -f '  use(%g);  // {' 60; echo '}'; } >>"$copy/libcore/pcgns/base/long.cpp"
  planted functions "libcore/pcgns/base/long.cpp:61: a function of 62 lines"
  for name in {1..700}; do printf 'int f%s() const {\n' "$name"; seq 20; echo '}'; done >"$copy/libcore/pcgns/base/long.cpp"
  planted functions "90% have up to 22 lines, not 20"
}
