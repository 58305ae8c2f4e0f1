#!/usr/bin/env bats
# A solver that knows the reference library alone writes its grid in any form on any number of ranks; pcgns-merge
# makes of that what one rank writes of an uncut grid, and the solver goes on from it as if nothing had been.

# shellcheck disable=SC2154  # interop.bash sets merge
bats_require_minimum_version 1.5.0
load interop

heat=$PCGNS_BIN_DIR/heat

setup() {
  [[ -x $heat ]] || skip "no heat (PCGNS_BIN_DIR)"
  need_merge
  cd "$BATS_FILE_TMPDIR" || return
}

# solve NAME RANKS OPTION...: 20 steps, once for all tests; the files are NAME_0000.cgns and so on.
solve() {
  [[ ! -e $1.done ]] || return 0
  mpi "$2" "$heat" --steps 20 --write-every 10 --out "$1" "${@:3}" >"$1.log"
  touch "$1.done"
}

# parts FORM RANKS: a grid of 12 x 9 x 8 cells in 12 zones, computed by so many ranks.
parts() { solve "$1-$2" "$2" --form "$1" --zones 2x3x2 --cells 6x3x4; }

# merge_parts FORM RANKS [RANKS]: the files of so many ranks become FORM-RANKS.cgns, on as many or other ranks.
merge_parts() {
  local assembly=()
  parts "$1" "$2"
  [[ $1 == zones ]] || assembly=(--assembly "$PCGNS_SOURCE_DIR/examples/heat/$1.json")
  [[ -e $1-$2.cgns ]] || mpi "${3:-$2}" "$merge" --quiet "${assembly[@]}" -o "$1-$2.cgns" "$1-$2"_*.cgns
}

# comes_back FORM RANKS: merged, they are the file of one rank that cuts nothing.
comes_back() {
  need_python
  merge_parts "$1" "$2"
  solve "$1-uncut" 1 --form "$1" --zones 1x1x1 --cells 12x9x8
  script same_tree --ignore-order "$1-uncut_0000.cgns" "$1-$2.cgns"
}

# goes_on FORM: 20 more steps on 3 ranks give the bits of 40 steps at a stretch.
goes_on() {
  need_tool h5diff
  local rank zone
  merge_parts "$1" 2
  solve "$1-more" 3 --zones 2x3x2 --cells 6x3x4 --restart "$1-2.cgns"
  solve long 3 --zones 2x3x2 --cells 6x3x4 --steps 40
  for rank in 0 1 2; do
    for zone in "Zone000$((4 * rank + 1))" "$(printf 'Zone%04d' $((4 * rank + 4)))"; do
      h5diff "long_000$rank.cgns" "$1-more_000$rank.cgns" "/Base/$zone/CellSolution0040"
      h5diff "long_000$rank.cgns" "$1-more_000$rank.cgns" "/Base/$zone/VertexSolution0040"
    done
  done
}

@test "boxes of one rank come back as one zone" { comes_back boxes 1; }
@test "boxes of two ranks come back as one zone" { comes_back boxes 2; }
@test "boxes of three ranks come back as one zone" { comes_back boxes 3; }
@test "hexahedra of one rank come back as one zone" { comes_back hexa 1; }
@test "hexahedra of two ranks come back as one zone" { comes_back hexa 2; }
@test "hexahedra of three ranks come back as one zone" { comes_back hexa 3; }

@test "a run goes on from whole zones with the same bits" { goes_on zones; }
@test "a run goes on from boxes with the same bits" { goes_on boxes; }
@test "a run goes on from hexahedra with the same bits" { goes_on hexa; }

# goes_on_from_parts FORM PARTS: as goes_on, on as many ranks as there are parts, and nothing is merged.
goes_on_from_parts() {
  local assembly=()
  parts "$1" 2
  [[ $1 == zones ]] || assembly=(--assembly "$PCGNS_SOURCE_DIR/examples/heat/$1.json")
  mpi 2 "$PCGNS_BIN_DIR/pcgns-repartition" --quiet --parts "$2" "${assembly[@]}" -o "$1-for-$2_%04d.cgns" "$1-2"_*.cgns
  solve "$1-on-$2" "$2" --zones 2x3x2 --cells 6x3x4 --restart "$1-for-$2"_*.cgns
  solve long 3 --zones 2x3x2 --cells 6x3x4 --steps 40
  "$PCGNS_BIN_DIR/pcgns-verify" compare --only CellSolution0040 --only VertexSolution0040 long_*.cgns --with "$1-on-$2"_*.cgns
}

@test "a run goes on from the parts of whole zones, on other ranks, with the same bits" {
  goes_on_from_parts zones 3
  goes_on_from_parts zones 7
}
@test "a run goes on from other boxes with the same bits" { goes_on_from_parts boxes 3; }
@test "a run goes on from other pieces of an unstructured zone with the same bits" { goes_on_from_parts hexa 7; }

# restart OUTPUT RANKS FORM FILE...: 10 more steps in the parts of the ranks, into one file.
restart() {
  local assembly=()
  [[ $3 == zones ]] || assembly=(PCGNS_ASSEMBLY="$PCGNS_SOURCE_DIR/examples/heat/$3.json")
  mpi "$2" env "${assembly[@]}" "${traced[@]}" "$PCGNS_BIN_DIR/heat_restart" "${grid[@]}" --steps 10 --out "$1" --restart "${@:4}"
}

# same_heat FILE WHOLE ZONE...: both have the same bits in the zones after 40 steps.
same_heat() {
  local zone field
  for zone in "${@:3}"; do
    for field in Temperature HeatFluxX HeatFluxY HeatFluxZ; do
      h5diff "$1" "$2" "/Base/$zone/CellSolution0040/$field/ data"
    done
  done
}

# goes_on_in_memory FORM: ten steps each on 4, 3, 7 and 1 ranks give the bits of 40 steps at a stretch.
goes_on_in_memory() {
  need_tool h5diff
  local grid=(--zones 2x3x2 --cells 6x3x4) form=$1 traced=()
  mpi 4 "$heat" "${grid[@]}" --form "$form" --steps 10 --write-every 10 --out "$form-begin" >log
  restart "memory-$form-1.cgns" 3 "$form" "$form-begin"_*.cgns
  restart "memory-$form-2.cgns" 7 zones "memory-$form-1.cgns"
  restart "memory-$form-3.cgns" 1 zones "memory-$form-2.cgns"
  if [[ $form == zones ]]; then
    solve long-zones 1 "${grid[@]}" --steps 40
    same_heat long-zones_0000.cgns memory-zones-3.cgns Zone0001 Zone0006 Zone0012
  else
    solve "long-$form" 1 --form "$form" --zones 1x1x1 --cells 12x9x8 --steps 40
    same_heat "long-$form"_0000.cgns "memory-$form-3.cgns" Body
  fi
}

@test "a run goes on in memory from whole zones, on other ranks, with the same bits" { goes_on_in_memory zones; }
@test "a run goes on in memory from boxes, on other ranks, with the same bits" { goes_on_in_memory boxes; }
@test "a run goes on in memory from hexahedra, on other ranks, with the same bits" { goes_on_in_memory hexa; }

@test "a run goes on in memory where some of 32 ranks get no cells, with the same bits" {
  need_tool h5diff
  local grid=(--zones 1x1x2 --cells 3x2x2) traced=()
  mpi 2 "$heat" "${grid[@]}" --form hexa --steps 30 --write-every 30 --out tiny >log
  PCGNS_TIMEOUT=60 restart tiny.cgns 32 hexa tiny_*.cgns
  solve long-tiny 1 --form hexa --zones 1x1x1 --cells 3x2x4 --steps 40
  same_heat long-tiny_0000.cgns tiny.cgns Body
}

# trace_files: ./traced writes the files that a rank opens to trace.RANK.
trace_files() {
  need_tool strace
  # shellcheck disable=SC2016
  printf '#!/bin/bash\nexec strace -f -o "trace.${OMPI_COMM_WORLD_RANK:-$PMI_RANK}" -e trace=file "$@"\n' >traced
  chmod +x traced
}

# opened FORM: the ranks that opened one of the files of FORM.
opened() { grep -lE "open(at)?\(.*\"$1-2_[0-9]*.cgns\"" trace.* | sed 's/trace.//' | sort -n | tr '\n' ' '; }

@test "a run goes on in memory with the same bits, and only readers open the files" {
  trace_files
  local grid=(--zones 2x3x2 --cells 6x3x4) traced=() form
  for form in zones boxes hexa; do
    parts "$form" 2
    traced=()
    restart "read-$form.cgns" 4 "$form" "$form-2"_*.cgns
    rm -f trace.*
    traced=(PCGNS_READERS=2 ./traced)
    restart "readers-$form.cgns" 4 "$form" "$form-2"_*.cgns || skip "strace cannot trace here"
    [[ $(opened "$form") == "0 2 " ]]
    cmp "read-$form.cgns" "readers-$form.cgns"
  done
}

@test "a run that goes on in memory writes nothing but its one file" {
  trace_files
  local grid=(--zones 2x3x2 --cells 6x3x4) traced=(./traced) form
  for form in zones boxes hexa; do
    parts "$form" 2
    rm -f trace.*
    restart "only-$form.cgns" 3 "$form" "$form-2"_*.cgns || skip "strace cannot trace here"
    grep -q "$form-2_0000.cgns" trace.*
    # Other folders are those of the MPI library.
    grep -hE 'O_WRONLY|O_RDWR|O_CREAT|O_TMPFILE| (mkdir|rename|link|unlink|truncate)' trace.* | grep -E "\"($PWD/|[^/\"]+\")" >written || true
    grep -q "only-$form.cgns" written
    run -1 grep -vE "only-$form.cgns" written || { cat written; return 1; }
  done
}

@test "one zone is the same bytes whatever number of ranks merges" {
  local form
  for form in boxes hexa; do
    merge_parts "$form" 3
    for ranks in 1 2; do
      mpi "$ranks" "$merge" --quiet --assembly "$PCGNS_SOURCE_DIR/examples/heat/$form.json" \
        -o "$form-on-$ranks.cgns" "$form-3"_*.cgns
      cmp "$form-3.cgns" "$form-on-$ranks.cgns"
    done
  done
}

@test "the file of a rank that is missing is missed" {
  local form
  for form in boxes hexa; do
    parts "$form" 3
    run -2 mpi 2 "$merge" --assembly "$PCGNS_SOURCE_DIR/examples/heat/$form.json" -o none.cgns "$form-3"_000[01].cgns
    [[ $output == *"in no piece"* && ! -e none.cgns ]] || { echo "$output"; return 1; }
  done
}

@test "the file of the last rank is missed, though nothing is missing between the numbers that are there" {
  solve slabs 3 --form hexa --zones 1x1x3 --cells 4x4x2
  run -2 mpi 2 "$merge" --assembly "$PCGNS_SOURCE_DIR/examples/heat/hexa.json" -o none.cgns slabs_000[01].cgns
  [[ $output == *"/Base/Body: vertices: number 126 is in no piece"* && ! -e none.cgns ]] || { echo "$output"; return 1; }
}

@test "the reference library has no complaint about one zone" {
  need_tool cgnscheck
  local form
  for form in boxes hexa; do
    merge_parts "$form" 2
    complaints "$form-2.cgns" >"$BATS_TEST_TMPDIR/complaints"
    run -1 grep -E 'ERROR|INTERNAL|exponents' "$BATS_TEST_TMPDIR/complaints"
  done
}
