#!/usr/bin/env bats
# The example solver in Fortran, which writes one file by the queue, beside the one in C++, which writes a file per rank.

load ../bats

grid=(--zones 2x1x2 --cells 8x6x5 --write-every 3)

setup_file() {
  cd "$BATS_FILE_TMPDIR" || return
  [[ -x $PCGNS_BIN_DIR/heat_fortran && -x $PCGNS_BIN_DIR/heat ]] || return 0
  mpi 2 "$PCGNS_BIN_DIR/heat" "${grid[@]}" --steps 6 --out cpp >log
  mpi 1 "$merge" --quiet -o cpp.cgns cpp_0000.cgns cpp_0001.cgns
  mpi 2 "$PCGNS_BIN_DIR/heat_fortran" "${grid[@]}" --steps 6 --out fortran.cgns >fortran.log
}

setup() {
  [[ -x $PCGNS_BIN_DIR/heat_fortran && -x $PCGNS_BIN_DIR/heat ]] || skip "no Fortran compiler, or no reference library"
  cd "$BATS_FILE_TMPDIR" || return
}

@test "the nodes are those of the solver in C++, the values have its bits" {
  run -0 "$PCGNS_BIN_DIR/pcgns-verify" compare fortran.cgns cpp.cgns
}

@test "the file has the same bytes on any number of ranks" {
  local ranks
  for ranks in 1 3 4 7; do
    PCGNS_TIMEOUT=60 mpi "$ranks" "$PCGNS_BIN_DIR/heat_fortran" "${grid[@]}" --steps 6 --out "$ranks.cgns" >log
    cmp fortran.cgns "$ranks.cgns"
  done
}

@test "a restart on another number of ranks goes on with the same bits, from one file and from a file per rank" {
  local from
  mpi 2 "$PCGNS_BIN_DIR/heat_fortran" "${grid[@]}" --steps 3 --out half.cgns >log
  mpi 3 "$PCGNS_BIN_DIR/heat" "${grid[@]}" --steps 3 --out half >log
  for from in half.cgns "half_0000.cgns half_0001.cgns half_0002.cgns"; do
    # shellcheck disable=SC2086  # files
    PCGNS_TIMEOUT=60 mpi 4 "$PCGNS_BIN_DIR/heat_fortran" "${grid[@]}" --steps 3 --out rest.cgns --restart $from >log
    run -0 "$PCGNS_BIN_DIR/pcgns-verify" compare rest.cgns --with fortran.cgns --subset --only '*0006'
    run -1 "$PCGNS_BIN_DIR/pcgns-verify" compare rest.cgns --with half.cgns --only '*0006'
  done
}

@test "a file without steps is refused with one message" {
  echo "plain structured 2 2 2 collective RealDouble" >table
  mpi 1 "$PCGNS_BIN_DIR/binding_cases_c" table . >log
  run -2 --separate-stderr mpi 1 "$PCGNS_BIN_DIR/heat_fortran" "${grid[@]}" --steps 3 --out no.cgns --restart plain.cgns
  [[ $stderr == *"heat_fortran: no BaseIterativeData"* && ! -e no.cgns ]] || { echo "$stderr"; return 1; }
}
