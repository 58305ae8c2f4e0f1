#!/usr/bin/env bats
# The same inputs and options give the same bytes: for any number of ranks, any buffer, any day.

# Variables are of expect.bash and of bats; every test is a subshell of its own.
# shellcheck disable=SC2030,SC2031,SC2154,SC2164

load ../faults/expect

setup_file() {
  load ../faults/expect
  storage_zoo "$sets/zoo" | make_files
  cd "$sets" || return
  "$merge" -q -o whole.cgns zoo/out_*.cgns
}

# every_buffer RANKS
every_buffer() {
  local -a hints=(--hint pcgns_buffer=12K)
  merge "$1" "$sets"/zoo/out_*.cgns
  same_as "$sets/whole.cgns"
  merge "$1" -O "${hints[@]}" "$sets"/zoo/out_*.cgns
  same_as "$sets/whole.cgns"
}

@test "one process without a launcher" { every_buffer 0; }
@test "1 rank" { every_buffer 1; }
@test "2 ranks" { every_buffer 2; }
@test "3 ranks" { every_buffer 3; }
@test "4 ranks" { every_buffer 4; }
@test "7 ranks" { every_buffer 7; }

@test "buffers that end within a value, or hold a few bytes" {
  local buffer
  for buffer in 20001 1M; do
    merge 2 -O --hint "pcgns_buffer=$buffer" --hint pcgns_alignment=1 "$sets"/zoo/out_*.cgns
    done_well
    [[ $buffer == 20001 ]] || cmp unaligned.cgns out.cgns
    cp out.cgns unaligned.cgns
  done
}

@test "an alignment that is not a multiple of a value" {
  need_corpus perrank/maia-s-twoblocks-n4
  local set=$PCGNS_CORPUS/perrank/maia-s-twoblocks-n4
  merge 2 --hint pcgns_alignment=1008 "$set"/part_?.cgns
  done_well
  mv out.cgns aligned.cgns
  merge 2 --hint pcgns_alignment=1001 "$set"/part_?.cgns
  same_as aligned.cgns
}

@test "little memory" {
  merge 2 --memory 1M "$sets"/zoo/out_*.cgns
  same_as "$sets/whole.cgns"
}

@test "through MPI-IO" {
  merge 2 --hint pcgns_io=mpiio --hint pcgns_buffer=64K --hint cb_nodes=1 "$sets"/zoo/out_*.cgns
  same_as "$sets/whole.cgns"
}

@test "with a check of every byte" {
  merge 2 --check full --hint pcgns_buffer=64K "$sets"/zoo/out_*.cgns
  same_as "$sets/whole.cgns"
}

@test "however the inputs are named, and wherever the output lies" {
  cp -p "$sets"/zoo/out_*.cgns .
  run --separate-stderr mpi 2 "$merge" -o "$PWD/out.cgns" ./out_?.cgns
  same_as "$sets/whole.cgns"
  mkdir elsewhere
  run --separate-stderr mpi 2 "$merge" -O -o elsewhere/../out.cgns "$PWD"/out_{3..0}.cgns
  same_as "$sets/whole.cgns"
}

@test "and they are the values of the inputs" {
  local i
  for i in 0 1 2 3; do
    h5diff -r "$sets/zoo/out_$i.cgns" "$sets/whole.cgns" "/Base/Zone$i" "/Base/Zone$i"
  done
}

@test "small inputs too, with steps, links and notes of each rank" {
  make_files <<'END'
grid.cgns --zones Zone0
out_0.cgns --zones Zone0 --steps 3 --descriptor a --extras --link grid.cgns:/Base/Zone0/FlowSolution /Base/Zone0/Linked
out_1.cgns --zones Zone1 Zone2 --steps 4 --descriptor b --big-endian --no-order
out_2.cgns --zones Zone3 --steps 3 --descriptor c --gzip --superblock 0
END
  local ranks
  merge 0 out_?.cgns
  done_well
  mv out.cgns first
  for ranks in 2 3; do
    merge "$ranks" -O out_?.cgns
    same_as first
  done
}
