#!/usr/bin/env bats
# Programs written for the reference library, compiled with the headers under its names and nothing else of ours: what
# its user's guide and its parallel tests do, and the nodes that remain.

bats_require_minimum_version 1.5.0
load interop

serial=(guide_structured guide_unstructured nodes)
answering=(absent refused rewritten)
parallel=(parallel_structured parallel_elements parallel_particles)

setup() {
  [[ -x $PCGNS_BIN_DIR/nodes ]] || skip "no programs (PCGNS_BIN_DIR)"
  cd "$BATS_TEST_TMPDIR" || return
}

@test "programs of one process work before MPI is started" {
  local program
  for program in "${serial[@]}"; do "$PCGNS_BIN_DIR/$program" "$program.cgns"; done
}

@test "the reference library writes the same files" {
  need_python
  local program other
  [[ -e /usr/include/cgnslib.h ]] || skip "no reference library"
  for program in "${serial[@]}"; do
    other=$PCGNS_SOURCE_DIR/tests/interop/compat/$program.c
    "${CC:-cc}" -w -o "$program" "$other" -lcgns
    "./$program" reference.cgns
    [[ $program != nodes ]] || set -- old
    "$PCGNS_BIN_DIR/$program" own.cgns "$@"
    # Debian's has integers of 32 bits. Each file names the oldest version that has its nodes.
    run script same_tree reference.cgns own.cgns --ignore-order --any-width
    [[ $(grep -v '^/CGNSLibraryVersion: values' <<<"$output") == "" ]] || { echo "$program: $output"; return 1; }
    rm reference.cgns own.cgns
  done
}

@test "the same steps in Fortran work without MPI, and write the same bytes" {
  local program
  [[ -x $PCGNS_BIN_DIR/guide_structured_fortran ]] || skip "no Fortran compiler"
  for program in guide_structured guide_unstructured; do
    "$PCGNS_BIN_DIR/$program" in_c.cgns
    "$PCGNS_BIN_DIR/${program}_fortran" in_fortran.cgns
    cmp in_c.cgns in_fortran.cgns
  done
}

@test "with one line changed, the programs in Fortran are those of the reference library" {
  local program hdf5
  # Only the archive has the module.
  hdf5=$(compgen -G '/usr/lib/*/libhdf5_serial.so.[0-9]*' | head -n 1)
  [[ -x $PCGNS_BIN_DIR/guide_structured_fortran && -e /usr/include/cgns.mod && -n $hdf5 ]] || skip "no reference library for Fortran"
  for program in guide_structured guide_unstructured; do
    sed 's/^  use pcgns .*/  use cgns/' "$PCGNS_SOURCE_DIR/tests/interop/compat/guide_steps.F90" \
      "$PCGNS_SOURCE_DIR/tests/interop/compat/$program.F90" >program.F90
    gfortran -w -fallow-argument-mismatch -I/usr/include program.F90 -o program -l:libcgns.a "$hdf5"
    ./program reference.cgns
    "$PCGNS_BIN_DIR/${program}_fortran" own.cgns
    run script same_tree reference.cgns own.cgns --ignore-order --any-width
    [[ $(grep -v '^/CGNSLibraryVersion: values' <<<"$output") == "" ]] || { echo "$program: $output"; return 1; }
    rm reference.cgns own.cgns
  done
}

@test "parallel programs work on any number of ranks, and write the same bytes" {
  local program ranks
  for program in "${parallel[@]}"; do
    for ranks in 1 2 4 7; do
      mpi "$ranks" "$PCGNS_BIN_DIR/$program" "$program-$ranks.cgns"
      cmp "$program-1.cgns" "$program-$ranks.cgns"
    done
  done
}

@test "a parallel program in Fortran works on any number of ranks, and writes the same bytes" {
  local ranks name
  [[ -x $PCGNS_BIN_DIR/parallel_fortran ]] || skip "no Fortran compiler"
  for ranks in 1 2 4 7; do
    mkdir "$ranks"
    mpi "$ranks" "$PCGNS_BIN_DIR/parallel_fortran" "$ranks/out.cgns"
    for name in out.cgns out.cgns.alone out.cgns.0; do cmp "1/$name" "$ranks/$name"; done
    [[ $ranks == 1 || -s $ranks/out.cgns.1 ]]
  done
  run "$PCGNS_BIN_DIR/pcgns-verify" check 1/out.cgns
  [[ $output == *"T0407"* && $output != *"version"* ]] # a file that gets polygons gets their version
}

@test "parents in the form before CGNS 3.1 are read as those of today" {
  need_python
  "$PCGNS_PYTHON" "$PCGNS_SOURCE_DIR/tests/partitions/old_parents.py" --make old.cgns new.cgns
  diff <("$PCGNS_BIN_DIR/read_mesh" old.cgns) <("$PCGNS_BIN_DIR/read_mesh" new.cgns)
  run "$PCGNS_BIN_DIR/read_mesh" old.cgns
  [[ $(grep -c ' parents ' <<<"$output") == 3 ]]
  "$PCGNS_BIN_DIR/old_parents" old.cgns new.cgns
  [[ -e /usr/include/cgnslib.h ]] || skip "no reference library"
  "${CC:-cc}" -w -o theirs "$PCGNS_SOURCE_DIR/tests/interop/read_mesh.c" -lcgns
  diff <(./theirs old.cgns) <(./theirs new.cgns)
}

@test "calls fail where those of the reference library do, and nowhere else" {
  local program
  for program in "${answering[@]}"; do
    "$PCGNS_BIN_DIR/$program" own.cgns
    [[ -e /usr/include/cgnslib.h ]] || continue
    "${CC:-cc}" -w -o theirs "$PCGNS_SOURCE_DIR/tests/interop/compat/$program.c" -lcgns
    ./theirs reference.cgns
  done
}

@test "the programs compile with scoped and unscoped names, without warnings" {
  local program scope flags
  read -ra flags <<<"$(pkg-config --cflags-only-I ompi-c 2>/dev/null || mpicc -compile_info 2>/dev/null | grep -oE -- '-I\S+' | tr '\n' ' ')"
  for scope in 0 1; do
    for program in "${serial[@]}" "${answering[@]}" "${parallel[@]}"; do
      cc -std=c99 -fsyntax-only -Wall -Wextra -Werror -DCG_BUILD_SCOPE=$scope -I"$PCGNS_SOURCE_DIR/libcore/pcgns/compat" \
        "${flags[@]/#-I/-isystem}" "$PCGNS_SOURCE_DIR/tests/interop/compat/$program.c"
    done
  done
}
