#!/usr/bin/env bats
# Outputs that share blocks with their inputs: what is cloned, what is not, and what must never come of it.

# Variables are of expect.bash and of bats; every test is a subshell of its own.
# shellcheck disable=SC2030,SC2031,SC2154,SC2164

load expect

setup_file() {
  load expect
  [[ $(id -u) == 0 ]] || return 0
  local kind
  for kind in xfs btrfs; do
    command -v "mkfs.$kind" >/dev/null || continue
    truncate -s 400M "$sets/$kind.image"
    mkdir "$sets/$kind"
    "mkfs.$kind" -q "$sets/$kind.image" || continue
    mount -o loop "$sets/$kind.image" "$sets/$kind" 2>/dev/null || continue
    { row "$sets/$kind/in" 3 --size 64x64x64 --fields Pressure --fields Density && echo "$sets/$kind/long.cgns --size 32x32x400"; } | make_files
    sync -f "$sets/$kind"
  done
  cc -shared -fPIC -o "$sets/failing_calls.so" "$tests/faults/failing_calls.c" -ldl
}

teardown_file() {
  local kind
  for kind in xfs btrfs; do umount "$BATS_FILE_TMPDIR/$kind" 2>/dev/null || true; done
}

# on_file_system KIND: a new folder of that file system becomes the current one.
on_file_system() {
  mountpoint -q "$sets/$1" 2>/dev/null || skip "no $1 can be made and mounted (needs root and mkfs.$1)"
  in=$sets/$1/in
  rm -rf "$sets/$1/out"
  mkdir "$sets/$1/out"
  cd "$sets/$1/out"
}

digest_of() { "$PCGNS_BIN_DIR/pcgns-verify" digest -q "$1" | cut -d ' ' -f 1; }

used() { df --output=used -B1 . | tail -n 1; }

# clones_well: what two kinds of file systems must do alike.
clones_well() {
  local before
  sync -f .
  before=$(used)
  merge 2 --json "$in"/out_*.cgns
  done_well
  # 15 arrays of 2 MiB; the last block of each is copied.
  reported '.bytes_cloned > 0.98 * .bytes_moved'
  sync -f .
  (($(used) - before < 3 * 1024 * 1024)) || explain "much space was taken: $before to $(used)"
  mv out.cgns cloned.cgns
  merge 3 --clone never --json "$in"/out_*.cgns
  done_well
  reported '.bytes_cloned == 0'
  [[ $(digest_of cloned.cgns) == "$(digest_of out.cgns)" ]] || explain "other values"
  rm out.cgns
  merge 3 "$in"/out_*.cgns
  same_as cloned.cgns
}

@test "on XFS whole arrays are cloned, by any number of ranks alike" {
  on_file_system xfs
  clones_well
}

@test "on Btrfs whole arrays are cloned, by any number of ranks alike" {
  on_file_system btrfs
  clones_well
}

@test "neither inputs nor output change with each other" {
  on_file_system xfs
  cp --reflink=never -r "$in" own
  merge 2 own/out_*.cgns
  done_well
  local inputs merged
  inputs=$(cat own/*.cgns | md5sum)
  merged=$(md5sum <out.cgns)
  dd if=/dev/urandom of=out.cgns bs=1M count=20 conv=notrunc status=none
  [[ $(cat own/*.cgns | md5sum) == "$inputs" ]] || explain "an input has changed"
  rm out.cgns
  merge 2 own/out_*.cgns
  dd if=/dev/urandom of=own/out_1.cgns bs=1M count=6 conv=notrunc status=none
  [[ $(md5sum <out.cgns) == "$merged" ]] || explain "the output has changed"
}

@test "the whole check reads cloned bytes, too" {
  on_file_system xfs
  merge 2 --check full --json "$in"/out_*.cgns
  done_well
  reported '.bytes_cloned > 0'
}

@test "whatever the system says instead of cloning, the values are copied" {
  on_file_system xfs
  merge 2 --clone never "$in"/out_*.cgns
  local want number after
  want=$(digest_of out.cgns)
  export LD_PRELOAD=$sets/failing_calls.so FAIL_CALL=clone
  for number in 95 18 22 28 5; do # EOPNOTSUPP EXDEV EINVAL ENOSPC EIO
    for after in 0 1 4; do
      FAIL_ERRNO=$number FAIL_AFTER=$after merge 2 -O --json "$in"/out_*.cgns
      done_well
      [[ $(digest_of out.cgns) == "$want" ]] || explain "other values after error $number of clone $after"
    done
  done
  reported '.bytes_cloned > 0' # the first ones, before the failure
  rm out.cgns
  FAIL_ERRNO=5 FAIL_AFTER=4 merge 2 --clone always "$in"/out_*.cgns
  refused 'clone always: cannot share blocks: Input/output error'
}

@test "a stop between cloning and copying, and resuming" {
  on_file_system xfs
  merge 2 "$in"/out_*.cgns
  mv out.cgns want.cgns
  PCGNS_FAULT=move:round=0:stop merge 2 --hint pcgns_buffer=256K "$in"/out_*.cgns
  exit_code 3
  merge 3 --resume "$in"/out_*.cgns
  same_as want.cgns
}

@test "slabs are cloned into parts and back into the zone, and the layers between them are still compared" {
  on_file_system xfs
  "$PCGNS_BIN_DIR/pcgns-repartition" --parts 3 -o part_%d.cgns "$sets/xfs/long.cgns" --json >report
  [[ $(jq .bytes_cloned report) -gt 1000000 ]] || explain "$(<report)"
  merge 2 --json part_*.cgns
  done_well
  [[ $(digest_of out.cgns) == "$(digest_of "$sets/xfs/long.cgns")" ]] || explain "other values"
  "$PCGNS_PYTHON" - part_1.cgns <<'PY'
import sys
import h5py
with h5py.File(sys.argv[1], "r+") as file:
    base = next(g for g in file.values() if g.attrs.get("label") == b"CGNSBase_t")
    zone = next(g for g in base.values() if g.attrs.get("label") == b"Zone_t")
    zone["GridCoordinates/CoordinateX/ data"][0, 5, 5] += 1.0
PY
  merge 2 -O part_*.cgns
  exit_code 2
  says 'CoordinateX'
}

@test "--clone always is an error where blocks cannot be shared" {
  on_file_system xfs
  cd "$BATS_TEST_TMPDIR"
  merge 2 --clone always "$in"/out_*.cgns
  refused 'clone always: the file system cannot share blocks with the inputs \(.*\)'
  merge 2 --clone always --hint pcgns_io=mpiio "$in"/out_*.cgns
  refused 'clone always: MPI-IO cannot share blocks with the inputs'
}
