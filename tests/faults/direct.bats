#!/usr/bin/env bats
# Values of unstructured zones go right into the files of the parts: failures while they do.

# Variables are of expect.bash and of bats; every test is a subshell of its own.
# shellcheck disable=SC2030,SC2031,SC2034,SC2154,SC2164

load expect

program=pcgns-repartition
mesh=single/cgnslib_vers-3110_hdf5-110.cgns
many_rounds=(--hint pcgns_buffer=64K --hint pcgns_checkpoint=0)

setup_file() {
  load expect
  [[ -e $PCGNS_CORPUS/$mesh ]] || return 0
  cd "$sets" || return
  "$PCGNS_BIN_DIR/pcgns-repartition" -q --parts 3 -o 'whole_%d.cgns' "$PCGNS_CORPUS/$mesh"
}

setup() {
  need_corpus "$mesh"
  begin
}

# cut RANKS OPTION...: into out_0.cgns to out_2.cgns.
cut_mesh() {
  run --separate-stderr on "$1" "$PCGNS_BIN_DIR/$program" --parts 3 -o 'out_%d.cgns' "${many_rounds[@]}" "${@:2}" \
    "$PCGNS_CORPUS/$mesh"
}

# all_right: the last run ended well; the outputs have the bytes of an undisturbed run, and nothing is beside them.
all_right() {
  local i
  exit_code 0 || return
  for i in 0 1 2; do cmp "$sets/whole_$i.cgns" "out_$i.cgns" || return; done
  [[ $(find . -name '*out_*' | wc -l) -eq 3 ]] || explain "something else was left"
}

none_left() { [[ -z $(find . -name '*out_*') ]] || explain "something was left behind"; }

stopped() { exit_code 3 && one_error 'stopped while .*; --resume continues'; }

@test "a rank that cannot write ends all" {
  local fault
  for fault in direct:ENOSPC direct:rank=1:round=1:ENOSPC; do
    PCGNS_FAULT=$fault cut_mesh 2
    fails 'No space left on device'
    none_left
  done
}

@test "a rank that fails alone while values come into memory ends the call on all" {
  local rank
  for rank in 0 1 2; do
    PCGNS_FAULT=direct:rank=$rank:EIO run --separate-stderr on 3 "$PCGNS_BIN_DIR/read_parts" parts "$sets"/whole_?.cgns
    [[ $status -eq 1 && $stderr == *"a fault on request: direct: Input/output error"* ]] || explain "$status: $stderr"
  done
}

@test "stopped before the rounds, and resumed on other ranks" {
  PCGNS_FAULT=direct:rank=1:round=1:stop cut_mesh 2
  exit_code 3 && one_error 'stopped while .*; nothing was written that --resume could continue'
  cut_mesh 3 --resume
  all_right
}

@test "killed before the rounds, and resumed" {
  PCGNS_FAULT=direct:rank=1:round=2:SIGKILL cut_mesh 2
  killed_or_failed SIGKILL
  [[ ! -e out_0.cgns ]]
  cut_mesh 2 --resume
  all_right
}

@test "stopped in the rounds: files of which nothing was entered are written anew, others are not" {
  local stop whole digest
  digest=$("$PCGNS_BIN_DIR/pcgns-verify" digest "$PCGNS_CORPUS/$mesh" 2>/dev/null)
  whole=$(stat -c %s "$sets"/whole_?.cgns | awk '{ sum += $1 } END { print sum }')
  for stop in 2 5; do
    PCGNS_FAULT=move:round=$stop:stop cut_mesh 2
    stopped
    cut_mesh 3 --resume --check full --json
    [[ $(reported .bytes_moved) -lt $whole && $(reported .digest) == "${digest%% *}" ]]
    all_right
    rm out_?.cgns
  done
}

@test "--check full finds a value that is not what was written" {
  local offset
  offset=$("$PCGNS_PYTHON" - "$sets/whole_1.cgns" <<'END'
import sys, h5py
def look(name, node):
    if name.endswith("CoordinateX/ data"):
        print(node.id.get_offset() + node.nbytes // 2)
h5py.File(sys.argv[1]).visititems(look)
END
  )
  export PCGNS_FAULT=move:slow
  "$PCGNS_BIN_DIR/$program" --parts 3 -o 'out_%d.cgns' "${many_rounds[@]}" --check full "$PCGNS_CORPUS/$mesh" \
    >"$BATS_TEST_TMPDIR/stdout" 2>"$BATS_TEST_TMPDIR/stderr" </dev/null 3>&- &
  job=$!
  soon grep -q "^done" .out_1.cgns.pcgns-journal
  dd if=/dev/zero of=.out_1.cgns.pcgns-part bs=1 count=24 seek="$offset" conv=notrunc status=none
  finish
  fails 'check failed: .*bytes [0-9]+ to [0-9]+ are not what was written'
  none_left
}

@test "a stopped run is not resumed with another order of the cells, or another map, that give parts of the same sizes" {
  PCGNS_FAULT=move:round=4:stop cut_mesh 2 --order hilbert
  stopped
  cut_mesh 2 --resume --order rcm
  fails 'was started with --order hilbert, without --order rcm, and cannot be resumed'
  rm .out_*
  "$PCGNS_BIN_DIR/$program" -q --parts 3 --dry-run --map map.cgns "$PCGNS_CORPUS/$mesh"
  PCGNS_FAULT=move:round=4:stop cut_mesh 2 --method file:map.cgns
  stopped
  touch map.cgns
  cut_mesh 2 --resume --method file:map.cgns
  fails 'was started before map\.cgns changed, and cannot be resumed'
}
