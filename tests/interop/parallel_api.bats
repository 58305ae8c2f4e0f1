#!/usr/bin/env bats
# Files that solvers write with pcgnslib.h, read with the reference library and with HDF5 alone; and files of others,
# read by a solver with pcgnslib.h.

bats_require_minimum_version 1.5.0
load interop

structured=$PCGNS_BIN_DIR/write_structured
unstructured=$PCGNS_BIN_DIR/write_unstructured
restart=$PCGNS_BIN_DIR/restart

setup() {
  [[ -x $structured ]] || skip "no examples (PCGNS_BIN_DIR)"
  cd "$BATS_FILE_TMPDIR" || return
}

# written PROGRAM RANKS CELLS: writes `file`, once for all tests.
written() {
  file=${1##*/}-$2-$3.cgns
  [[ -e $file ]] || mpi "$2" "$1" "$file" "$3"
}

# same_bytes PROGRAM CELLS: for any number of ranks.
same_bytes() {
  local ranks file first
  written "$1" 1 "$2"
  first=$file
  for ranks in 2 3 4 7; do
    written "$1" "$ranks" "$2"
    cmp "$first" "$file"
  done
}

# values FILE PATH: of an array, as numbers in lines.
values() {
  "$PCGNS_PYTHON" -c 'import h5py, sys
for value in h5py.File(sys.argv[1])[sys.argv[2] + "/ data"][()].ravel(): print(int(value))' "$1" "$2"
}

@test "a structured zone has the same bytes for any number of ranks" { same_bytes "$structured" 9; }
@test "an unstructured zone has the same bytes for any number of ranks" { same_bytes "$unstructured" 5; }

@test "the reference library reads the structured zone" {
  need_python
  written "$structured" 4 9
  run -0 read_mesh "$file"
  [[ $output == *"Base/Block structured zone count=1000 "* ]]
  [[ $output == *"Base/Block solution=Flow@3 Temperature count=729 "* ]]
  [[ $output == *"Base/Block condition=25/4/"*" IMin count=2 "* ]]
  diff <(values "$file" /Base/Block/Flow/Pressure) <(
    for ((k = 0; k < 9; ++k)); do for ((j = 0; j < 9; ++j)); do for ((i = 1; i <= 9; ++i)); do
      echo $((3000000 + (k * 1000 + j) * 1000 + i))
    done; done; done)
}

@test "the reference library reads the unstructured zone" {
  need_python
  written "$unstructured" 3 5
  run -0 read_mesh "$file"
  [[ $output == *"Base/Cube section=17[1,125] Hexa count=1000 "* ]]
  [[ $output == *"Base/Cube section=7[126,150] Bottom count=100 "* ]]
  [[ $output == *"Base/Cube condition=20/2/"*" Bottom count=25 "* ]]
  diff <(values "$file" /Base/Cube/Flow/Pressure) <(seq 125)
  diff <(values "$file" /Base/Cube/ZoneBC/Bottom/PointList) <(seq 126 150)
  diff <(values "$file" /Base/Cube/Bottom/ParentElements) <(seq 25; yes 0 | head -n 25)
}

@test "the checker of the reference library finds no errors" {
  need_tool cgnscheck
  local file
  for program in "$structured" "$unstructured"; do
    written "$program" 2 5
    run complaints "$file"
    [[ $output != *ERROR* ]] || { echo "$output"; return 1; }
  done
}

@test "pcgns-verify finds both valid" {
  [[ -x $PCGNS_BIN_DIR/pcgns-verify ]] || skip "no pcgns-verify (PCGNS_BIN_DIR)"
  local file
  for program in "$structured" "$unstructured"; do
    written "$program" 2 5
    mpi 2 "$PCGNS_BIN_DIR/pcgns-verify" check --quiet "$file"
  done
}

# restarts RANKS FILE...: what the example says; it writes the same content again.
restarts() {
  rm -f again.cgns
  mpi "$1" "$restart" again.cgns "${@:2}"
  [[ $(content again.cgns) == $(content "${@:2}") ]]
}
content() { mpi 1 "$PCGNS_BIN_DIR/pcgns-verify" digest --quiet "$@" | cut -d' ' -f1; }

@test "any number of ranks goes on from any number of files" {
  local file
  for program in "$structured" "$unstructured"; do
    written "$program" 2 12
    restarts 1 "$file" >one
    grep -q "Pressure: at most" one
    mpi 2 "$PCGNS_BIN_DIR/pcgns-repartition" --quiet --parts 4 -o "part_%d.cgns" "$file"
    for ranks in 2 3 7; do
      restarts "$ranks" part_?.cgns >other
      diff one other
    done
    rm part_?.cgns
  done
}

@test "compressed arrays of another writer are read" {
  need_tool h5repack
  local file
  written "$structured" 2 12
  h5repack -f GZIP=6 -l CHUNK=5x5x5 "$file" compressed.cgns 2>/dev/null || h5repack -f GZIP=6 "$file" compressed.cgns
  restarts 2 "$file" >one
  restarts 3 compressed.cgns >other
  diff one other
}

@test "boxes in and beside the rind are those of the reference library" {
  cc -DREFERENCE -o rind_reference "$BATS_TEST_DIRNAME/rind_ranges.c" -lcgns
  local writer reader
  local -A program=([reference]="./rind_reference" [own]="mpi 1 $PCGNS_BIN_DIR/rind_ranges")
  for writer in reference own; do
    ${program[$writer]} write "rind-$writer.cgns" >"rind-$writer.said"
    for reader in reference own; do ${program[$reader]} read "rind-$writer.cgns" >"rind-$writer-$reader.said"; done
  done
  diff rind-reference.said rind-own.said
  grep -q "(1,1)-(5,2): .* 513 104 " rind-reference-reference.said
  for reader in reference-own own-reference own-own; do diff rind-reference-reference.said "rind-$reader.said"; done
}

@test "no rank but one reads the metadata of a file" {
  need_tool strace
  need_python
  written "$structured" 2 12
  # shellcheck disable=SC2016
  printf '#!/bin/bash\nexec strace -f -o "trace.${OMPI_COMM_WORLD_RANK:-$PMI_RANK}" "$@"\n' >traced
  chmod +x traced
  cp "$file" bare.cgns
  "$PCGNS_PYTHON" -c 'import h5py; del h5py.File("bare.cgns", "r+")["Base/Block/Flow"]'
  mpi 3 ./traced "$restart" out.cgns bare.cgns || skip "strace cannot trace here"
  # Reads of the signature at the begin of the file.
  [[ $(grep -lE 'pread64.*\\211HDF' trace.* | wc -l) == 1 ]]
  # Nothing is written but the new file.
  run -1 grep -E 'openat.*(O_WRONLY|O_RDWR)' <(cat trace.* | grep -F "$PWD/" | grep -vF .out.cgns.pcgns-part)
}
