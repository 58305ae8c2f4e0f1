#!/usr/bin/env bats
# Somebody, or the device, damages the file while it is written: the checks before publishing find it.

# Variables are of expect.bash and of bats; every test is a subshell of its own.
# shellcheck disable=SC2030,SC2031,SC2154,SC2164

load expect

setup_file() {
  load expect
  storage_zoo "$sets/zoo" | make_files
}

# damaged BYTES OFFSET OPTION...: zeros where data, or nodes, were written before; then the run goes on.
damaged() {
  export PCGNS_FAULT=move:slow
  start 2 --hint pcgns_buffer=64K --hint pcgns_checkpoint=0 "${@:3}" "$sets"/zoo/out_*.cgns
  soon has_entries 8
  dd if=/dev/zero of="$part" bs=1 count="$1" seek="$2" conv=notrunc status=none
  finish
}

@test "--check full finds a byte that is not what was written" {
  damaged 64 500000 --check full
  refused 'check failed: .*bytes [0-9]+ to [0-9]+ are not what was written'
}

@test "--check meta finds that the file cannot be opened" {
  damaged 48 0 --check meta
  refused "$part"
}

@test "the default check finds nodes that are damaged" {
  damaged 2000 100
  refused "$part"
}

@test "--check none looks at nothing" {
  damaged 64 500000 --check none
  done_well
}
