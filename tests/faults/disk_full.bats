#!/usr/bin/env bats
# Full disks: told before the work where that can be, and never silent.

# Variables are of expect.bash and of bats; every test is a subshell of its own.
# shellcheck disable=SC2030,SC2031,SC2154,SC2164

load expect

setup_file() {
  load expect
  { row "$sets/plain" 4 && storage_zoo "$sets/zoo" && echo "$sets/large.cgns --size 80x80x80 --fields Pressure"; } | make_files
}

teardown() {
  if [[ -n $job ]]; then kill -KILL "$job" 2>/dev/null || true; fi
  cd /
  umount --lazy "$BATS_TEST_TMPDIR/disk" 2>/dev/null || true
}

# small_disk SIZE: the current folder becomes one of a new file system in memory.
small_disk() {
  [[ $(id -u) == 0 ]] || skip "mounting needs root"
  mkdir "$BATS_TEST_TMPDIR/disk"
  mount -t tmpfs -o "size=$1" tmpfs "$BATS_TEST_TMPDIR/disk" 2>/dev/null || skip "no tmpfs can be mounted"
  cd "$BATS_TEST_TMPDIR/disk"
}

# old_disk MEGABYTES: the same with a file system that cannot take blocks in advance.
old_disk() {
  [[ $(id -u) == 0 ]] || skip "mounting needs root"
  command -v mke2fs >/dev/null || skip "no mke2fs"
  mkdir "$BATS_TEST_TMPDIR/disk"
  truncate -s "$1M" "$BATS_TEST_TMPDIR/image"
  mke2fs -q -t ext2 -m 0 "$BATS_TEST_TMPDIR/image"
  mount -o loop "$BATS_TEST_TMPDIR/image" "$BATS_TEST_TMPDIR/disk" 2>/dev/null || skip "no image can be mounted"
  cd "$BATS_TEST_TMPDIR/disk"
  rmdir lost+found
}

# fill: takes all the room that is left.
fill() { cat /dev/zero >filler 2>/dev/null || true; }

@test "a disk that is too small for the arrays is told before anything is written" {
  small_disk 1M
  merge 2 "$sets"/zoo/out_*.cgns
  refused 'the output needs .* but only .* are free'
}

@test "a disk that is too small for the nodes" {
  small_disk 36K
  merge 2 "$sets"/plain/out_*.cgns
  refused '(No space left on device|the output needs)'
}

@test "a disk that has room for the arrays, but not for the nodes as well" {
  merge 0 "$sets"/zoo/out_*.cgns
  small_disk "$(($(stat -c %s out.cgns) / 4096 * 4096 - 4096))"
  merge 2 "$sets"/zoo/out_*.cgns
  refused "(the output needs|no space for the output: .*$part: No space left on device)"
}

@test "a disk without a single free block" {
  small_disk 64K
  fill
  merge 2 "$sets"/plain/out_*.cgns
  refused '(No space left on device|the output needs)'
}

@test "a disk without a free inode" {
  small_disk 16M,nr_inodes=3
  touch one two
  merge 2 "$sets"/plain/out_*.cgns
  refused 'No space left on device'
}

# On a busy machine these take longer than the usual time to the next line of the journal, for which there is no room.
@test "room that was taken in advance cannot be taken by others meanwhile" {
  merge 0 "$sets"/zoo/out_*.cgns
  mv out.cgns whole.cgns
  local whole=$PWD/whole.cgns
  small_disk 8M
  export PCGNS_FAULT=move:slow
  start 2 --hint pcgns_buffer=64K --hint pcgns_checkpoint=60 "$sets"/zoo/out_*.cgns
  soon moving
  fill
  finish
  same_as "$whole"
}

@test "a disk that fills up in the middle" {
  old_disk 6
  export PCGNS_FAULT=move:slow
  start 2 --hint pcgns_buffer=64K --hint pcgns_checkpoint=60 "$sets"/zoo/out_*.cgns
  soon moving
  fill
  finish
  refused "cannot write: .*$part: No space left on device"
}

@test "a disk that fills up in the middle, with MPI-IO" {
  old_disk 6
  export PCGNS_FAULT=move:slow
  start 2 --hint pcgns_buffer=64K --hint pcgns_checkpoint=60 --hint pcgns_io=mpiio "$sets"/zoo/out_*.cgns
  soon moving
  fill
  finish
  # Open MPI's library has its say as well, so these need not be the only lines.
  exit_code 2
  one_error "cannot write: .*$part"
  nothing_left
}

@test "no room for the journal" {
  small_disk 8M
  export PCGNS_FAULT=move:slow
  start 2 --hint pcgns_buffer=64K --hint pcgns_checkpoint=0.5 "$sets"/zoo/out_*.cgns
  soon moving
  fill
  finish
  refused "cannot (write|open|sync to the device): .*$journal: No space left on device"
}

# full_lists DISK SIZE: a field is written by lists, in blocks, to a disk (made by the function DISK) with an old file.
full_lists() {
  local options old=$BATS_TEST_TMPDIR/old.cgns lists=$PCGNS_BIN_DIR/write_lists
  mpi 2 "$lists" "$old" Old block=64K new
  "$1" "$2"
  for options in 'block=64K;memory=512K' 'block=64K;memory=8M' 'block=64K;memory=512K;ranks_per_node=1'; do
    cp "$old" out.cgns
    run --separate-stderr mpi 2 "$lists" out.cgns Pressure "$options" new
    exit_code 1
    says 'No space left on device'
    cmp "$old" out.cgns
    run --separate-stderr mpi 2 "$lists" out.cgns Pressure "$options"
    exit_code 1
    says 'No space left on device'
    modified_in_vain "$old"
    cp "$old" out.cgns
    run --separate-stderr mpi 2 "$lists" out.cgns Old "$options;overwrite=1" old
    exit_code 1
    says 'No space left on device'
    cmp "$old" out.cgns
    nothing_staged
  done
}

nothing_staged() { [[ ! -e $part ]] || explain "the staged file was left"; }

@test "values written by lists to a disk that is too small" { full_lists small_disk 3M; }
@test "values written by lists to a disk that is too small, and that cannot take blocks in advance" { full_lists old_disk 3; }

# limited RANKS: the output would be larger than any file may be; what MPI itself needs is smaller.
export OMPI_MCA_btl_sm_segment_size=4194304
limited() {
  run --separate-stderr on "$1" bash -c 'ulimit -f 12288 && exec "$@"' _ "$merge" -o out.cgns "$sets/large.cgns"
  refused 'File too large'
}

@test "a limit on the size of files" { limited 2; }
@test "a limit on the size of files, without a launcher" { limited 0; }

# Signals are the program's own: this one leaves them as they are.
limited_example() {
  program=$1
  [[ -x $PCGNS_BIN_DIR/$program ]] || skip "no examples"
  run --separate-stderr on 0 bash -c 'ulimit -f 12288 && exec "$@"' _ "$PCGNS_BIN_DIR/$program" out.cgns "$2"
  [[ $status -ne 0 && $status -lt 128 ]] || explain "ended by a signal" || return
  says 'File too large' && [[ ! -e out.cgns ]]
}

@test "a limit on the size of files, in a program of the library" { limited_example write_structured 80; }

@test "one rank's write fails in the second round: no space" {
  PCGNS_FAULT=move:rank=1:round=2:ENOSPC merge 2 --hint pcgns_buffer=64K "$sets"/zoo/out_*.cgns
  refused 'a fault on request: move: No space left on device'
}

@test "one rank's write fails in the last round: quota" {
  merge 0 --json --dry-run --hint pcgns_buffer=64K "$sets"/zoo/out_*.cgns
  local last=$(($(reported .rounds) / 3))
  PCGNS_FAULT=move:rank=2:round=$((last - 1)):EDQUOT merge 3 --hint pcgns_buffer=64K "$sets"/zoo/out_*.cgns
  refused 'a fault on request: move: Disk quota exceeded'
}
