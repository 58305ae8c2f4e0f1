#!/usr/bin/env bats
# A program that writes through the block cache is killed, or the disk is full: the file is as it was, or complete.

# Variables are of expect.bash and of bats; every test is a subshell of its own.
# shellcheck disable=SC2030,SC2031,SC2034,SC2154,SC2164

load expect

program=write_lists # for process_of
lists=$PCGNS_BIN_DIR/write_lists
# 32 blocks, of which 8 per rank are in memory; messages in the second case.
near='block=64K;memory=512K'
far='block=64K;memory=512K;ranks_per_node=1'

setup_file() {
  load expect
  mpi 2 "$PCGNS_BIN_DIR/write_lists" "$sets/old.cgns" Old "$near" new
  cp "$sets/old.cgns" "$sets/both.cgns"
  mpi 2 "$PCGNS_BIN_DIR/write_lists" "$sets/both.cgns" Pressure "$near"
  mpi 2 "$PCGNS_BIN_DIR/write_lists" "$sets/new.cgns" Pressure "$near" new
}

# fails_at BLOCK FAILURE: a rank fails when it writes a block of the field. Both a new file in the place of an old one and
# the old one, modified, are as they were; afterwards, the program can be run again.
fails_at() {
  local options
  # The field of the modified file begins behind the old one.
  local -a fault=("cache:round=$1:$2" "cache:round=$(($1 + 33)):$2")
  for options in "$near" "$far"; do
    cp "$sets/old.cgns" out.cgns
    PCGNS_FAULT=${fault[0]} run mpi 2 "$lists" out.cgns Pressure "$options" new
    killed_or_failed "$2"
    cmp "$sets/old.cgns" out.cgns
    mpi 2 "$lists" out.cgns Pressure "$options" new
    cmp "$sets/new.cgns" out.cgns
    cp "$sets/old.cgns" out.cgns
    PCGNS_FAULT=${fault[1]} run mpi 2 "$lists" out.cgns Pressure "$options"
    killed_or_failed "$2"
    modified_in_vain "$sets/old.cgns"
    mpi 2 "$lists" out.cgns Pressure "$options"
    "$PCGNS_BIN_DIR/pcgns-verify" compare --quiet "$sets/both.cgns" out.cgns
  done
}

@test "killed when an early block makes room" { fails_at 2 SIGKILL; }
@test "killed when the last block is written" { fails_at 31 SIGKILL; }
@test "no space for the first block" { fails_at 1 ENOSPC; }
@test "no space for a block in the middle" { fails_at 17 ENOSPC; }

# overwriting FAULT: values that the file has are overwritten in vain, then without a fault.
overwriting() {
  local options
  for options in "$near" "$far"; do
    cp "$sets/old.cgns" out.cgns
    chmod 640 out.cgns
    PCGNS_FAULT=$1 run mpi 2 "$lists" out.cgns Old "$options;overwrite=1" old
    killed_or_failed "$1"
    cmp "$sets/old.cgns" out.cgns
    mpi 2 "$lists" out.cgns Old "$options;overwrite=1" old
    [[ ! -e $part ]] || explain "the staged file was left"
    [[ $(stat -c %a out.cgns) == 640 ]] || explain "other permissions"
    "$PCGNS_PYTHON" - <<'END'
import h5py, numpy
values = h5py.File("out.cgns")["Base/Zone/Flow/Old/ data"][()].ravel()
assert (values == numpy.arange(1, values.size + 1) + 0.25).all()
END
    "$PCGNS_BIN_DIR/pcgns-verify" digest --quiet out.cgns
  done
}

@test "killed while the file is copied" { overwriting stage:rank=1:SIGKILL; }
@test "no space for the copy" {
  overwriting stage:rank=1:ENOSPC
  [[ ! -e $part ]]
}
@test "killed when an old value is overwritten" { overwriting cache:round=17:SIGKILL; }
@test "no space for an old value" { overwriting cache:round=17:ENOSPC; }

@test "old values are not overwritten in place" {
  cp "$sets/old.cgns" out.cgns
  run mpi 2 "$lists" out.cgns Old "$near" old
  ((status != 0))
  cmp "$sets/old.cgns" out.cgns
  [[ $output == *"overwrite=1 of cgp_cache"* ]]
}

@test "killed at any time" {
  local delay midway=0
  export PCGNS_FAULT=cache:slow
  for delay in 0 0.2 0.4 0.6; do
    cp "$sets/old.cgns" out.cgns
    "${launcher[@]}" -n 2 "$lists" out.cgns Pressure "$near" new >stdout 2>stderr </dev/null 3>&- &
    job=$!
    soon test -e "$part"
    sleep "$delay"
    [[ ! -e $part ]] || ((++midway))
    process_of 0 1 | xargs -r kill -KILL "$job"
    wait "$job" || true
    job=
    cmp "$sets/old.cgns" out.cgns
    rm -f "$part"
  done
  ((midway > 1))
}
