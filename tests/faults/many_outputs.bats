#!/usr/bin/env bats
# pcgns-repartition writes many files: all of them appear or none, and --resume gives the bytes of an undisturbed run.

# Variables are of expect.bash and of bats; every test is a subshell of its own.
# shellcheck disable=SC2030,SC2031,SC2154,SC2164

load expect

program=pcgns-repartition
many_rounds=(--hint pcgns_buffer=64K --hint pcgns_checkpoint=0)

setup_file() {
  load expect
  storage_zoo "$sets/zoo" | make_files
  cd "$sets" || return
  "$PCGNS_BIN_DIR/pcgns-repartition" -q --parts 5 -o 'whole_%d.cgns' zoo/out_*.cgns
  "$PCGNS_BIN_DIR/pcgns-repartition" -q --parts 140 -o 'small_%d.cgns' zoo/out_0.cgns
}

teardown() {
  if [[ -n $job ]]; then kill -KILL "$job" 2>/dev/null || true; fi
  cd /
  umount --lazy "$BATS_TEST_TMPDIR/disk" 2>/dev/null || true
}

# cut RANKS OPTION...: into out_0.cgns to out_4.cgns.
cut_zoo() {
  run --separate-stderr on "$1" "$PCGNS_BIN_DIR/$program" --parts 5 -o 'out_%d.cgns' "${many_rounds[@]}" "${@:2}" \
    "$sets"/zoo/out_*.cgns
}
# cut_small RANKS OPTION...: into more files than are written at once.
cut_small() {
  run --separate-stderr on "$1" "$PCGNS_BIN_DIR/$program" --parts 140 -o 'out_%d.cgns' "${@:2}" "$sets"/zoo/out_0.cgns
}

# all_as NAME: the last run ended well; the outputs have the bytes of NAME_0.cgns, ..., and nothing is beside them.
all_as() {
  local file
  exit_code 0 || return
  for file in "$sets/$1"_*.cgns; do cmp "$file" "out_${file##*_}" || return; done
  [[ $(find . -name '*out_*' | wc -l) -eq $(find "$sets" -name "$1_*" | wc -l) ]] || explain "something else was left"
}

# none_left: no output, nor anything of one.
none_left() { [[ -z $(find . -name '*out_*') ]] || explain "something was left behind"; }
no_output() { [[ -z $(find . -name 'out_*') ]] || explain "something was published"; }

stopped() {
  exit_code 3 && one_error 'stopped while .*; --resume continues' && no_output
}

@test "stopped in the middle, and resumed on other ranks" {
  PCGNS_FAULT=move:round=8:stop cut_zoo 2
  stopped
  cut_zoo 3 --resume --json
  all_as whole
  [[ $(reported .bytes_moved) -lt $(stat -c %s "$sets"/whole_*.cgns | awk '{ sum += $1 } END { print sum }') ]]
  # Again, after the end: nothing is left to do.
  cut_zoo 2 --resume
  all_as whole
  [[ $output == *", already complete" ]]
  rm out_1.cgns
  cut_zoo 2 --resume
  all_as whole
  says 'resuming: [0-9]+ of [0-9]+ outputs are already in place'
  cut_zoo 2
  fails 'out_0.cgns: already exists; --overwrite'
}

@test "stopped on one rank, resumed and stopped again on three" {
  PCGNS_FAULT=move:round=20:stop cut_zoo 0
  stopped
  PCGNS_FAULT=move:rank=1:round=10:stop cut_zoo 3 --resume
  stopped
  cut_zoo 2 --resume --check full
  all_as whole
}

@test "parts that keep no digest are not made of such that keep one" {
  PCGNS_FAULT=move:round=8:stop cut_zoo 2
  stopped
  cut_zoo 3 --resume --no-digest
  fails 'was started without --no-digest, and cannot be resumed'
  cut_zoo 3 --resume
  all_as whole
}

@test "a run that was started from a plan goes on from that plan alone" {
  "$PCGNS_BIN_DIR/$program" --parts 5 --plan --json "$sets"/zoo/out_*.cgns >plan.json 2>/dev/null
  from_plan() {
    run --separate-stderr on "$1" "$PCGNS_BIN_DIR/$program" --from-plan plan.json -o 'out_%d.cgns' "${many_rounds[@]}" \
      "${@:2}" "$sets"/zoo/out_*.cgns
  }
  PCGNS_FAULT=move:round=8:stop from_plan 2
  stopped
  sed 's/"rank": 1\b/"rank": 7/; s/"rank": 0\b/"rank": 1/; s/"rank": 7\b/"rank": 0/' plan.json >edited
  cp plan.json before
  cp edited plan.json
  from_plan 2 --resume
  fails 'was started before plan.json changed, and cannot be resumed'
  cp before plan.json
  from_plan 3 --resume
  exit_code 0
}

@test "TERM to one process" {
  export PCGNS_FAULT=move:slow
  "$PCGNS_BIN_DIR/$program" --parts 5 -o 'out_%d.cgns' "${many_rounds[@]}" "$sets"/zoo/out_*.cgns \
    >"$BATS_TEST_TMPDIR/stdout" 2>"$BATS_TEST_TMPDIR/stderr" </dev/null 3>&- &
  job=$!
  soon test -e .out_0.cgns.pcgns-journal
  kill -TERM "$job"
  finish
  unset PCGNS_FAULT
  stopped
  cut_zoo 2 --resume
  all_as whole
}

@test "killed in the middle" {
  PCGNS_FAULT=move:rank=0:round=12:SIGKILL cut_zoo 2
  killed_or_failed SIGKILL
  no_output
  cut_zoo 2
  fails 'another run is writing this output, or a run was interrupted'
  cut_zoo 3 --resume
  all_as whole
}

@test "stopped among the files of a later group, what is written stays" {
  PCGNS_FAULT=skeleton:round=135:stop cut_small 2
  stopped
  [[ -e .out_0.cgns.pcgns-journal && ! -e .out_139.cgns.pcgns-journal ]]
  cut_small 3 --resume
  all_as small
}

@test "killed among the names: --resume gives the rest theirs" {
  local how
  for how in "" --overwrite; do
    PCGNS_FAULT=publish:round=2:SIGKILL cut_zoo 2 $how
    killed_or_failed SIGKILL
    ls out_0.cgns out_1.cgns .out_2.cgns.pcgns-part
    [[ -n $how || ! -e out_2.cgns ]]
    cut_zoo 3 --resume $how
    all_as whole
  done
}

@test "killed between renames and completed by --resume: the same command has nothing left to do" {
  need_attributes
  local first
  for first in "" --resume; do
    PCGNS_FAULT=publish:round=2:SIGKILL cut_zoo 2 $first
    killed_or_failed SIGKILL
    PCGNS_FAULT=publish:round=1:SIGKILL cut_zoo 3 --resume
    killed_or_failed SIGKILL
    [[ -e out_2.cgns && ! -e out_3.cgns ]]
    cut_zoo 2 --resume --check full
    all_as whole
    cut_zoo 3 --resume --check full
    all_as whole
    [[ $output == *", already complete"* ]]
    rm out_*
  done
}

@test "--resume --check full refuses what a killed run has published if no digest can tell that it is right" {
  PYTHONPATH=$tests/partitions "$PCGNS_PYTHON" - "$sets/zoo/out_0.cgns" <<'END'
import sys
import cgns, numpy as np
tree = cgns.read(sys.argv[1])
user = tree.child("Base").labelled("Zone_t")[0].add("User", "UserDefinedData_t")
for name in "PointRange", "PointRange2":
    user.add(name, "IndexRange_t", np.array([[1, 1, 1], [2, 2, 2]], np.int32))
cgns.write("in.cgns", tree)
END
  cut_in() { run --separate-stderr on "$1" "$PCGNS_BIN_DIR/$program" --parts 3 -o 'out_%d.cgns' "${@:2}" in.cgns; }
  PCGNS_FAULT=publish:round=2:SIGKILL cut_in 2
  killed_or_failed SIGKILL
  cut_in 2 --resume --check full
  fails 'out_0.cgns: was published by an interrupted run, and without a digest its values cannot be checked'
  [[ -e out_1.cgns && ! -e out_2.cgns ]]
  rm out_0.cgns out_1.cgns
  cut_in 2 --resume --check full
  exit_code 0
  rm out_*
  need_attributes # of a run with --resume they tell what has been checked
  PCGNS_FAULT=publish:round=2:SIGKILL cut_in 2 --resume --check full
  killed_or_failed SIGKILL
  cut_in 3 --resume --check full
  exit_code 0
  [[ -e out_2.cgns && -z $(find . -name '.out_*') ]]
}

# killed_at_journal COUNT COMMAND...: a cut_* whose processes are killed when they have removed so many journals.
killed_at_journal() {
  [[ -e $BATS_FILE_TMPDIR/failing_calls.so ]] ||
    cc -shared -fPIC -o "$BATS_FILE_TMPDIR/failing_calls.so" "$tests/faults/failing_calls.c" -ldl
  FAIL_CALL=unlink FAIL_PATH=pcgns-journal FAIL_AFTER=$1 FAIL_ERRNO=KILL LD_PRELOAD=$BATS_FILE_TMPDIR/failing_calls.so "${@:2}"
  killed_or_failed SIGKILL
}

# change_map: gives the first cell of map.cgns to another part.
change_map() {
  "$PCGNS_PYTHON" -c 'import h5py
with h5py.File("map.cgns", "r+") as file:
    ranks = file["Base/Zone/Partition/Rank/ data"]
    ranks[0] = 1 - ranks[0] if ranks[0] < 2 else 0'
}

@test "--resume --check full finds what has changed in a map that a killed run has published" {
  "$PCGNS_PYTHON" "$PCGNS_SOURCE_DIR/tests/benchmark/make_cube.py" 4 cube.cgns
  cut_cube() {
    run --separate-stderr on "$1" "$PCGNS_BIN_DIR/$program" --parts 3 --map map.cgns -o 'out_%d.cgns' "${@:2}" cube.cgns
  }
  killed_at_journal 0 cut_cube 2
  [[ -e map.cgns && -e .map.cgns.pcgns-journal ]]
  cp map.cgns before
  change_map
  cut_cube 2 --resume --check full
  fails 'map\.cgns:/Base/Zone/Partition/Rank: the content differs from what was to be written'
  cp before map.cgns
  cut_cube 3 --resume --check full
  exit_code 0
  cmp before map.cgns
  [[ -z $(find . -name '.*.cgns.*') ]]
}

@test "killed while it removes journals: --resume says that all is done" {
  need_attributes
  local removed options
  for removed in 0 1 3; do
    killed_at_journal "$removed" cut_zoo 0
    [[ $(find . -name 'out_*' | wc -l) -eq 5 && -n $(find . -name '.out_*.pcgns-journal') ]]
    cut_zoo 3
    fails 'out_[0-9].cgns: already exists'
    options=(--overwrite)
    ((removed == 3)) || options=(--resume)
    cut_zoo 3 "${options[@]}"
    all_as whole
    rm out_*
  done
}

@test "a name that cannot be given: none is" {
  PCGNS_FAULT=publish:round=3:EIO cut_zoo 2
  fails 'a fault on request: publish: Input/output error'
  none_left
}

@test "a name that cannot be given: what was to be replaced is there again" {
  local i
  for i in 0 1 2 4; do echo "$i" >"out_$i.cgns"; done
  PCGNS_FAULT=publish:round=3:EIO cut_zoo 2 --overwrite
  fails 'a fault on request: publish: Input/output error'
  [[ $(cat out_*) == $'0\n1\n2\n4' && $(find . -name '*out_*' | wc -l) -eq 4 ]] || explain "something was replaced"
  cut_zoo 2 --overwrite
  all_as whole
}

@test "replaced files that a failed sync leaves are no staged files, and outlive later runs" {
  local i run
  for i in 0 1 2 3 4; do echo "$i" >"out_$i.cgns"; done
  PCGNS_FAULT=published:EIO cut_zoo 2 --overwrite
  exit_code 4
  one_error 'the replaced files are kept as .*/\.out_0\.cgns\.pcgns-replaced \(\+4\)$'
  for run in --resume ""; do
    cut_zoo 2 --overwrite $run
    exit_code 0
    for i in 0 1 2 3 4; do cmp "$sets/whole_$i.cgns" "out_$i.cgns"; done
    [[ $(cat .out_?.cgns.pcgns-replaced) == $'0\n1\n2\n3\n4' && $(find . -name '*out_*' | wc -l) -eq 10 ]]
  done
}

@test "one output that exists, or one rank that fails: nothing is left" {
  echo mine >out_3.cgns
  cut_zoo 2
  fails 'out_3.cgns: already exists; --overwrite replaces it'
  [[ $(cat out_3.cgns) == mine && $(find . -name '*out_*') == ./out_3.cgns ]]
  rm out_3.cgns
  local fault
  for fault in skeleton:round=3 move:rank=1:round=5 sync:rank=1 check:round=4; do
    PCGNS_FAULT=$fault:ENOSPC cut_zoo 2
    fails 'No space left on device'
    none_left
  done
}

@test "an output that is an input is refused" {
  cp "$sets"/zoo/out_*.cgns .
  run --separate-stderr on 0 "$PCGNS_BIN_DIR/$program" --parts 2 -O -o 'out_%d.cgns' out_*.cgns
  fails 'the output is one of the inputs'
  cmp out_1.cgns "$sets/zoo/out_1.cgns"
}

@test "a disk that is too small" {
  [[ $(id -u) == 0 ]] || skip "mounting needs root"
  mkdir "$BATS_TEST_TMPDIR/disk"
  mount -t tmpfs -o size=2M tmpfs "$BATS_TEST_TMPDIR/disk" 2>/dev/null || skip "no tmpfs can be mounted"
  cd "$BATS_TEST_TMPDIR/disk"
  cut_zoo 2
  fails 'the output needs .* but only .* are free'
  none_left
  # Room for the arrays, but not for so many nodes.
  mount -o remount,size=1200K "$BATS_TEST_TMPDIR/disk"
  cut_small 2
  fails 'No space left on device|the output needs'
  none_left
}

@test "a process that fails alone inside of PT-Scotch" {
  need_corpus single/cgnslib_vers-3110_hdf5-110.cgns
  "$PCGNS_BIN_DIR/$program" --version -v | grep -q "PT-Scotch 7" || skip "built without PT-Scotch"
  local grid=$PCGNS_CORPUS/single/cgnslib_vers-3110_hdf5-110.cgns
  PCGNS_FAULT=graph:EIO run --separate-stderr on 2 "$PCGNS_BIN_DIR/$program" --parts 3 --method graph -o 'out_%d.cgns' "$grid"
  fails 'graph: Input/output error'
  # Here two processes have the graph, and the other one waits.
  PCGNS_FAULT=graph:rank=1:EIO run --separate-stderr on 2 "$PCGNS_BIN_DIR/$program" --parts 3 --method graph --memory 1M \
    --stall-timeout 2 -o 'out_%d.cgns' "$grid"
  exit_code 2
  one_error 'rank 1 made no progress for 2 s while partitioning the graph, which failed .*Input/output error'
  no_output
}

@test "more parts than cells are refused at once" {
  echo "few.cgns --size 3x3x3 --zones Z" | make_files
  run --separate-stderr on 2 "$PCGNS_BIN_DIR/$program" --parts 1000000 -o 'out_%d.cgns' few.cgns
  fails '--parts 1000000: the mesh has only [0-9]+ cells; ask for at most [0-9]+ parts'
}
