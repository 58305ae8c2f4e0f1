#!/usr/bin/env bats
# The programs read files first in a process that may die of it: no damaged file makes them crash or hang.

# Variables are of expect.bash and of bats; every test is a subshell of its own.
# shellcheck disable=SC2030,SC2031,SC2154

load expect

setup_file() {
  load expect
  need_python
  { row "$sets/row" 3; row "$sets/old" 3 --superblock 0; } | make_files # HDF5 reads the old ones
}

verify=$PCGNS_BIN_DIR/pcgns-verify

# check RANKS FILE...: what is wrong with the files; without --stall-timeout a hanging guard would show.
check() { run --separate-stderr on "$1" "$verify" check "${@:2}"; }

# no_warden: of a program that has ended, nothing runs any more.
no_warden() {
  local process
  for process in $(pgrep -x pcgns-warden); do
    [[ $(readlink "/proc/$process/cwd") != "$PWD" ]] || explain "process $process is left" || return
  done
}

# finds PATTERN: the answer is no, and says so.
finds() {
  exit_code 1 || return
  grep -Eq -- "$1" <<<"$output" || explain "nothing on stdout like: $1" || return
  no_warden
}

# damage FILE: one of the set is a copy with a hole in its metadata.
damage() {
  cp "$sets"/row/out_*.cgns .
  dd if=/dev/zero of="$1" bs=1 count=200 seek=900 conv=notrunc status=none
}

@test "a crash while a file is read is a finding that names the file" {
  export PCGNS_FAULT=walk:round=1:SIGSEGV
  check 2 "$sets"/row/out_*.cgns
  finds 'out_1.cgns' && finds 'F0002.*crash'
}

@test "a crash without a launcher" {
  export PCGNS_FAULT=walk:SIGABRT
  check 0 "$sets"/row/out_0.cgns --allow-missing
  finds 'F0002'
}

@test "reading that does not end is a finding" {
  export PCGNS_FAULT=walk:round=2:spin
  PCGNS_TIMEOUT=60 check 3 "$sets"/row/out_*.cgns # it ends after some seconds of processor time
  finds 'F0002.*crash or hang' && finds 'out_2.cgns: reading it does not end'
}

@test "a process that was killed says nothing of the file" {
  export PCGNS_FAULT=walk:round=1:SIGKILL
  check 2 "$sets"/row/out_*.cgns
  exit_code 2 && says 'out_1.cgns: .*killed' && no_warden
}

@test "a file system that stands still is the watchdog's" {
  export PCGNS_FAULT=walk:round=0:hang
  check 2 --stall-timeout 1 "$sets"/row/out_*.cgns
  exit_code 2 && says 'made no progress' || return
  sleep 0.3
  no_warden
}

@test "a damaged file of a set is named, by every number of ranks" {
  damage out_1.cgns
  local ranks
  for ranks in 0 1 2 5; do
    check "$ranks" out_*.cgns
    finds '^  out_1.cgns: ' || return
    says_not 'out_1' || return
  done
}

@test "no digest of a damaged file; the message names it" {
  damage out_1.cgns
  run --separate-stderr mpi 2 "$verify" digest out_*.cgns
  exit_code 2 && says 'error: out_1.cgns:' && [[ -z $output ]] || return
  export PCGNS_FAULT=walk:round=2:SIGSEGV
  run --separate-stderr mpi 3 "$verify" digest "$sets"/old/out_*.cgns
  exit_code 2 && says 'error: .*out_2.cgns: reading it makes HDF5 (crash|exit)' && no_warden
}

@test "closed standard streams" {
  "$verify" digest "$sets"/row/out_0.cgns --allow-missing <&- 2>&-
  status=0
  "$verify" digest "$sets"/row/out_0.cgns --allow-missing <&- >&- 2>stderr || status=$?
  exit_code 2 && grep -q 'cannot write the report' stderr
}

# writers COMMAND...: runs the command with the options of each program that writes, and its inputs.
writers() {
  program=pcgns-merge "$@" -o out.cgns "$sets"/old/out_*.cgns || return
  program=pcgns-merge "$@" -o out.cgns --dry-run "$sets"/old/out_*.cgns || return
  program=pcgns-repartition "$@" --parts 2 -o 'out.cgns_%d' "$sets"/old/out_*.cgns || return
  program=pcgns-restripe "$@" -o out.cgns "$sets/old/out_0.cgns"
}

# dies_of_a_file RANKS PATTERN OPTION...: the program refuses the file with one message that matches.
dies_of_a_file() {
  run --separate-stderr on "$1" "$PCGNS_BIN_DIR/$program" "${@:3}"
  exit_code 2 && one_error "$2" && nothing_left && no_warden
}

@test "what HDF5 crashes on is an error of the programs that write" {
  export PCGNS_FAULT=walk:SIGSEGV
  # (The address sanitizer exits instead.)
  writers dies_of_a_file 2 'out_0.cgns: reading it makes HDF5 (crash \(.*\)|exit): it is damaged'
}

@test "and so is what never ends in HDF5" {
  export PCGNS_FAULT=walk:spin
  writers dies_of_a_file 0 'out_0.cgns: reading it does not end: it is damaged'
}

@test "a stop while a file is read" {
  export PCGNS_FAULT=walk:hang
  "$verify" check "$sets"/row/out_0.cgns --allow-missing >stdout 2>stderr 3>&- &
  job=$!
  soon grep -q reading stderr
  sleep 0.3
  kill -TERM "$job"
  status=0
  wait "$job" || status=$?
  job=
  exit_code 3 && no_warden
}

@test "no damaged copy of a file deceives, hangs or crashes it" {
  run "$PCGNS_PYTHON" "$tests/faults/fuzz_verify.py" --copies 40 --seed 1
  exit_code 0
}
