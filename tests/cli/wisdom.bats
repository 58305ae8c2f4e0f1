#!/usr/bin/env bats
# Wisdom: what pcgns-bench tune keeps is used by programs and solvers, and changes no byte; bad files.

# shellcheck disable=SC2154  # merge is of ../bats, stderr of bats

load ../bats

setup() {
  need_python
  cd "$BATS_TEST_TMPDIR" || return
  bench=$PCGNS_BIN_DIR/pcgns-bench
  export XDG_CONFIG_HOME=$PWD/config XDG_CONFIG_DIRS=$PWD/nowhere
  unset PCGNS_WISDOM PCGNS_HINTS
  make_cgns out_0.cgns --zones Zone0 Zone1
  make_cgns out_1.cgns --zones Zone2
}

make_cgns() { "$PCGNS_PYTHON" "$PCGNS_SOURCE_DIR/tests/cli/make_cgns.py" "$@"; }

# keep SETTINGS [FILE]: wisdom for 2 ranks here, made by an estimate, with other settings.
keep() {
  local file=${2:-$XDG_CONFIG_HOME/pcgns/wisdom.json}
  mpi 2 "$bench" tune --estimate --for programs --folder . --extents 9x8x7 --wisdom "$file" -q
  jq --argjson settings "$1" '.entries[0].settings = $settings' "$file" >changed
  mv changed "$file"
}

# valid FILE NAME: as the schema says.
valid() {
  "$PCGNS_PYTHON" -c 'import jsonschema' 2>/dev/null || return 0
  "$PCGNS_PYTHON" - "$1" "$PCGNS_SOURCE_DIR/tools/schema/pcgns-$2.schema.json" <<'END'
import json, sys
import jsonschema
document, schema = (json.load(open(name)) for name in sys.argv[1:])
jsonschema.Draft202012Validator.check_schema(schema)
jsonschema.Draft202012Validator(schema).validate(document)
END
}

merged() { mpi 2 "$merge" -O -o out.cgns "$@" out_?.cgns; }
alone() { "$merge" -O -o out.cgns "$@" out_?.cgns; }

@test "tune makes trials, says what it found, and keeps it" {
  mpi 2 "$bench" tune --folder . --extents 17x16x15 --explain --json >report 2>messages
  valid report bench-tune
  [[ $(jq -r .wisdom report) == "$XDG_CONFIG_HOME/pcgns/wisdom.json" ]]
  [[ $(jq '.trials | length' report) -ge 12 && $(jq '.explanation | length' report) -ge 3 ]]
  valid "$XDG_CONFIG_HOME/pcgns/wisdom.json" wisdom
  [[ -z $(compgen -G '.pcgns-bench*') ]]
  mpi 2 "$bench" tune --for programs --folder . --extents 9x8x7 --parts 3 --time 1 --layout --json >report 2>messages
  valid report bench-tune
  [[ $(jq -c '[.entries[].where.use]' "$XDG_CONFIG_HOME/pcgns/wisdom.json") == '["queue","programs"]' ]]
  "$bench" plot report >table
  grep -q best table
}

@test "run shows what tuned settings gain, beside the queue without them" {
  run_tuned() { mpi 2 "$bench" run blocks --extents 17x16x15 --engines queue,tuned --repetitions 2 --folder . "$@"; }
  run -2 run_tuned
  [[ $output == *"there is no wisdom for queues of 2 ranks"*"pcgns-bench tune --folder ."* ]]
  mpi 2 "$bench" tune --estimate --folder . --extents 17x16x15 --wisdom kept -q
  jq '.entries[0].settings = {"buffer": 262144, "writers": 1}' kept >named
  run_tuned --wisdom named --json >report 2>messages
  valid report bench-run
  [[ $(jq -c .wisdom report) == '{"file":"named","settings":{"buffer":262144,"writers":1}}' ]]
  [[ $(jq -c '[.problems[].measurements[].engine] | unique' report) == '["queue","tuned"]' ]]
  run -2 run_tuned --wisdom missing
}

@test "tune --like takes the arrays of a file" {
  mpi 2 "$bench" tune --like out_0.cgns --folder . --wisdom none --json --time 1 >report 2>messages
  [[ $(jq '.bytes > 0 and (.wisdom | not)' report) == true ]]
  "$bench" tune --estimate --extents 17x16x15 --folder . --wisdom none >report
  tail -1 report | grep 'for pcgns-merge and the like: tune --for programs'
  run -2 "$bench" tune --like out_0.cgns --extents 4x4x4
  [[ $output == *"exclude each other"* ]]
  run -2 "$bench" tune --like nowhere.cgns --wisdom none
  [[ $output == *nowhere.cgns* ]]
}

@test "merge, repartition and restripe use wisdom without being told, and make the same bytes" {
  merged -q
  mv out.cgns defaults.cgns
  keep '{"buffer": 131072, "io": "mpiio", "alignment": 65536}'
  merged --json >report 2>messages
  valid report merge
  [[ $(jq -c .wisdom.settings report) == '{"buffer":131072,"io":"mpiio"}' ]]
  [[ $(jq -c '[.bytes_per_round, .alignment]' report) == '[131072,4096]' ]]
  cmp out.cgns defaults.cgns
  merged -v 2>messages
  grep -q "wisdom of .*wisdom.json: buffer 131072, io mpiio" messages
  mpi 2 "$PCGNS_BIN_DIR/pcgns-repartition" --parts 2 -o 'part_%d.cgns' --json out.cgns >report 2>messages
  valid report repartition
  [[ $(jq .wisdom.settings.buffer report) == 131072 ]]
  mpi 2 "$PCGNS_BIN_DIR/pcgns-restripe" -o new.cgns --json out.cgns >report 2>messages
  valid report restripe
  [[ $(jq .wisdom.settings.buffer report) == 131072 ]]
}

# largest_write COMMAND...: bytes of its largest write to a staged file.
largest_write() {
  strace -f -y -s 0 -e trace=pwrite64,pwritev,pwritev2 -o trace "$@" >report 2>messages || skip "strace cannot trace here"
  sed -nE 's/.*pcgns-part>.* = ([0-9]+)$/\1/p' trace | sort -n | tail -1
}

@test "system calls show the tuned buffer in merge, repartition, restripe and the queue" {
  need_tool strace
  [[ -x $PCGNS_BIN_DIR/write_structured ]] || skip "no examples (PCGNS_BIN_DIR)"
  PCGNS_WISDOM=none "$PCGNS_BIN_DIR/write_structured" in.cgns 64
  mpi 2 "$bench" tune --estimate --folder . --wisdom queue.json -q
  jq '.entries[0].settings = {"buffer": 65536, "direct": 1099511627776}' queue.json >changed
  jq '.entries[0].where.ranks.first = 1' changed >queue.json
  keep '{"buffer": 65536}' kept.json
  jq '.entries[0].where.ranks.first = 1' kept.json >programs.json
  local job
  for job in "$merge -O -o out.cgns in.cgns" "$PCGNS_BIN_DIR/pcgns-restripe -O -o out.cgns in.cgns" \
    "$PCGNS_BIN_DIR/pcgns-repartition -O --parts 1 -o part_%d.cgns in.cgns"; do
    # shellcheck disable=SC2086
    (($(largest_write $job --clone never --wisdom none) > 65536))
    # shellcheck disable=SC2086
    [[ $(largest_write $job --clone never --wisdom programs.json) == 65536 ]]
  done
  (($(PCGNS_WISDOM=none largest_write "$PCGNS_BIN_DIR/write_structured" usual.cgns 64) > 65536))
  [[ $(PCGNS_WISDOM=queue.json largest_write "$PCGNS_BIN_DIR/write_structured" tuned.cgns 64) == 65536 ]]
  cmp usual.cgns tuned.cgns
}

@test "a solver takes the tuned alignment and stripes only where it is asked to" {
  [[ -x $PCGNS_BIN_DIR/write_structured ]] || skip "no examples (PCGNS_BIN_DIR)"
  on_lustre "$bench" tune --estimate --folder . --wisdom queue.json -q
  jq '.entries[0].settings = {"stripe_count": 4, "stripe_size": 1048576}' queue.json >changed
  solve() { PCGNS_WISDOM=$PWD/changed on_lustre "$PCGNS_BIN_DIR/write_structured" "$1" 8; }
  solve usual.cgns
  [[ ! -s calls ]]
  PCGNS_WISDOM_LAYOUT=1 solve striped.cgns
  grep -q "setstripe -c 4 -S 1048576 .*striped.cgns.pcgns-part" calls
  (($(stat -c %s striped.cgns) > $(stat -c %s usual.cgns)))
  "$PCGNS_BIN_DIR/pcgns-verify" compare -q usual.cgns striped.cgns
  PCGNS_WISDOM_LAYOUT=2 run ! solve never.cgns
  [[ $output == *"pcgns_wisdom_layout is 2: it must be 0 to 1"* ]]
}

@test "what the user sets wins over wisdom, and layout is asked for" {
  keep '{"buffer": 131072, "alignment": 65536}'
  merged --hint pcgns_buffer=262144 --json >report 2>messages
  [[ $(jq -c '[.wisdom.settings.buffer, .bytes_per_round]' report) == '[null,262144]' ]]
  PCGNS_HINTS=pcgns_buffer=262144 merged --json >report 2>messages
  [[ $(jq -c '[.wisdom.settings.buffer, .bytes_per_round]' report) == '[null,262144]' ]]
  merged --wisdom none --json >report 2>messages
  [[ $(jq .wisdom report) == null ]]
  PCGNS_WISDOM=none merged --json >report 2>messages
  [[ $(jq .wisdom report) == null ]]
  merged --wisdom-layout --json >report 2>messages
  [[ $(jq -c '[.wisdom.settings.alignment, .alignment]' report) == '[65536,65536]' ]]
  "$PCGNS_BIN_DIR/pcgns-restripe" --wisdom-layout --align 8K -O -o new.cgns --json out.cgns >report 2>messages
  [[ $(jq -c '[.wisdom.settings.buffer, .wisdom.settings.alignment]' report) == '[131072,null]' ]]
  keep '{"buffer": 1073741824}'
  merged --memory 4M --json >report 2>messages
  [[ $(jq -c '[.wisdom.settings.buffer, .bytes_per_round]' report) == '[1048576,1048576]' ]]
}

@test "settings that a program does not have are not said to be used" {
  keep '{"buffer": 131072, "writers": 1, "direct": 7, "stripe_count": 4}'
  merged --wisdom-layout --json >report 2>messages
  [[ $(jq -c .wisdom.settings report) == '{"buffer":131072,"stripe_count":4}' ]]
  grep -q "does not support striping" messages
  mpi 2 "$PCGNS_BIN_DIR/pcgns-repartition" --parts 2 -o 'part_%d.cgns' --wisdom-layout --json out.cgns >report 2>messages
  [[ $(jq -c .wisdom.settings report) == '{"buffer":131072}' ]]
}

# on_lustre COMMAND...: with a stand-in for lfs, which records what it is asked to.
on_lustre() {
  mkdir -p bin
  cat >bin/lfs <<'END'
#!/bin/bash
echo "$*" >>"$CALLS"
[[ $1 == setstripe ]] && : >"${!#}"
END
  chmod +x bin/lfs
  : >calls
  CALLS=$PWD/calls PATH=$PWD/bin:$PATH PCGNS_PRETEND_FILE_SYSTEM=lustre "$@"
}

@test "stripes are tuned, kept, and taken by merge and restripe where they are asked for" {
  tuned() { mpi 2 "$bench" tune --folder . --wisdom wisdom.json --layout "$@"; }
  on_lustre tuned --extents 17x16x15 --json >report 2>messages
  valid report bench-tune
  [[ $(jq -c '[.space[].setting]' report) == *'"alignment","stripe_count","stripe_size"'* ]]
  # A trial is striped if and only if its settings are.
  grep -q 'setstripe -c [0-9]* -S [0-9]* ' calls
  local striped
  striped=$(jq '[.trials[] | select(.settings.stripe_count or .settings.stripe_size)] | length' report)
  (($(grep -c setstripe calls) >= striped && striped > 0))
  on_lustre tuned --for programs --extents 9x8x7 --parts 3 --json >report 2>messages
  valid report bench-tune
  grep -q 'setstripe .*merged' calls

  on_lustre keep '{"stripe_count": 8, "stripe_size": 4194304}'
  on_lustre merged --wisdom-layout --json >report 2>messages
  valid report merge
  [[ $(jq -c '[.wisdom.settings.stripe_count, .alignment]' report) == '[8,4194304]' ]]
  grep -q "setstripe -c 8 -S 4194304 $PWD/.out.cgns.pcgns-part" calls
  on_lustre merged --json >report 2>messages
  [[ $(jq -c '.wisdom.settings' report) == '{}' && ! -s calls ]]
  on_lustre "$PCGNS_BIN_DIR/pcgns-restripe" --wisdom-layout -o new.cgns out.cgns 2>messages
  grep -q "setstripe -c 8 -S 4194304 " calls
  on_lustre "$PCGNS_BIN_DIR/pcgns-restripe" --wisdom-layout -c 2 -O -o new.cgns out.cgns 2>messages
  grep -q "setstripe -c 2 $PWD" calls
}

@test "several files of wisdom are shown, and joined into one" {
  keep '{"buffer": 131072}' one.json
  jq '.entries[0].found |= (.trials = 24 | .speedup = 1.5 | .date = "2026-01-01T00:00:00Z")' one.json >old.json
  jq '.entries[0].found.trials = 30 | .entries[0].settings = {}' one.json >new.json
  jq '.entries[0].where.host = "node*"' one.json >node.json
  run -0 --separate-stderr "$bench" wisdom new.json node.json old.json -o all.json
  [[ $output == *"programs on "*", node*, "*"buffer 128 KiB (guessed "* ]]
  [[ $output == *"left out: 1 for the same places"*"kept in all.json"* ]]
  valid all.json wisdom
  [[ $(jq -c '[.entries[].found.trials] | sort' all.json) == '[0,30]' ]]
  # A guess never replaces what trials found, whatever its date.
  "$bench" wisdom old.json one.json --json >joined
  valid joined wisdom
  [[ $(jq -c '[.entries[].found.trials]' joined) == '[24]' ]]
  run -2 "$bench" wisdom old.json -o all.json
  [[ $output == *"all.json exists; use --overwrite"* ]]
  "$bench" wisdom all.json old.json -O -o all.json
  [[ $(jq -c '[.entries[].found.trials] | sort' all.json) == '[0,30]' ]]
  merged --wisdom old.json --json >report 2>messages
  [[ $(jq .wisdom.settings.buffer report) == 131072 ]]
  echo nonsense >bad.json
  run -2 --separate-stderr "$bench" wisdom old.json bad.json -o none.json
  [[ $stderr == *"error: "*bad.json*damaged* && ! -e none.json ]]
  run -2 "$bench" wisdom old.json -o nowhere/all.json
  [[ $output == *nowhere* ]]
}

@test "a guess does not replace what trials found" {
  local file=$XDG_CONFIG_HOME/pcgns/wisdom.json
  keep '{"buffer": 131072}'
  jq '.entries[0].found.trials = 24' "$file" >measured.json
  cp measured.json "$file"
  mpi 2 "$bench" tune --estimate --for programs --folder . --extents 9x8x7 >report 2>messages
  grep -q "not kept" report
  cmp measured.json "$file"
}

@test "a search without a model does not say how sure it is" {
  "$bench" tune --exhaustive --time 1 --folder . --extents 17x16x15 --wisdom none --json >report 2>messages
  valid report bench-tune
  [[ $(jq ".confidence == 0" report) == true ]]
}

# bad TEXT: one warning with it where the file is kept here, an error where it is named.
bad() {
  local file=$XDG_CONFIG_HOME/pcgns/wisdom.json
  alone --json >report 2>messages
  [[ $(grep -c "warning: .*wisdom.json.*$1.*not used" messages) == 1 && $(jq .wisdom report) == null ]]
  PCGNS_WISDOM=$file alone --json >report 2>messages
  [[ $(grep -c "warning: .*$1" messages) == 1 ]]
  rm -f out.cgns
  run -2 --separate-stderr merged --wisdom "$file"
  [[ $stderr == *"error: "*"wisdom.json"*$1* && ! -e out.cgns ]]
}

@test "wisdom that is damaged, newer or foreign is one warning, and an error where it is named" {
  local file=$XDG_CONFIG_HOME/pcgns/wisdom.json
  keep '{"buffer": 131072}'
  cp "$file" good
  head -c 100 good >"$file"
  bad "damaged"
  sed s,pcgns-wisdom/1,pcgns-wisdom/2, good >"$file"
  bad "newer version"
  jq '.entries[0].where.host = "elsewhere"' good >"$file"
  bad "nothing for host"
  jq '.entries[0].where.file_system = "papyrus"' good >"$file"
  # Nothing for one of several file systems is no reason to warn, unless the file is named.
  merged --json >report 2>messages
  [[ $(jq .wisdom report) == null ]]
  run -1 grep warning messages
  PCGNS_WISDOM=$file alone --json >report 2>messages
  [[ $(grep -c "warning: .*nothing for file systems" messages) == 1 ]]
  rm -f out.cgns
  run -2 --separate-stderr merged --wisdom "$file"
  [[ $stderr == *"error: "*"wisdom.json"*"nothing for file systems"* && ! -e out.cgns ]]
  jq '.entries[0].where.mpi = "Other MPI"' good >"$file"
  bad "nothing for the MPI library"
  jq '.entries[0].settings.buffer = 1' good >"$file"
  bad "not an integer from 64"
  rm "$file"
  mkfifo "$file"
  bad "not a file of pcgns-bench tune"
  rm "$file"
  run -2 --separate-stderr merged --wisdom nowhere.json
  [[ $stderr == *nowhere.json* ]]
  # Other numbers of ranks are no reason to warn, unless the file is named.
  jq '.entries[0].where.ranks = {"first": 100, "last": 200}' good >"$file"
  merged --json >report 2>messages
  [[ $(jq .wisdom report) == null ]]
  run -1 grep warning messages
  merged --json --wisdom "$file" >report 2>messages
  [[ $(jq .wisdom report) == null ]]
  grep -q "warning: .*wisdom.json: has nothing for programs on 2 ranks" messages
}

@test "all folders of XDG_CONFIG_DIRS are looked into" {
  keep '{"buffer": 131072}' "$PWD/system/pcgns/wisdom.json"
  XDG_CONFIG_DIRS=$PWD/nowhere:$PWD/system merged --json >report 2>messages
  [[ $(jq .wisdom.settings.buffer report) == 131072 ]]
}

@test "wisdom that cannot be written is a warning, and an error before all trials where it is named" {
  mkdir config
  echo "no folder" >config/pcgns
  run -0 --separate-stderr mpi 2 "$bench" tune --estimate --folder .
  [[ $stderr == *"warning: "*"nothing is kept"* && $output == *"estimated"* && $output != *"kept in"* ]]
  PCGNS_WISDOM=none run -0 --separate-stderr "$bench" tune --estimate --folder .
  [[ $stderr != *"nothing is kept"* && $output == *"estimated"* && $output != *"kept in"* ]]
  run -2 --separate-stderr "$bench" tune --folder . --wisdom config/pcgns/wisdom.json
  [[ $stderr == *"error: "*config/pcgns* && $stderr != *trial* ]]
  echo "nonsense" >bad.json
  run -2 "$bench" tune --estimate --folder . --wisdom bad.json
  [[ $output == *bad.json* && $(cat bad.json) == nonsense ]]
}

@test "a search whose wisdom file is damaged meanwhile prints its results, and that they are not kept" {
  local status=0
  "$bench" tune -v --folder . --extents 33x33x33 --wisdom mine.json >told 2>log &
  until grep -q 'trial 1:' log; do
    kill -0 $! || return
    sleep 0.02
  done
  echo "nonsense" >mine.json
  wait $! || status=$?
  ((status == 2))
  grep -q 'candidates in' told
  grep -q 'not kept: .*mine.json' told
  [[ $(cat mine.json) == nonsense ]]
}
