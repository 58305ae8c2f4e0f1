#!/usr/bin/env bats
# Outputs that cannot be: refused before anything is written, and what is there stays as it is.

# Variables are of expect.bash and of bats; every test is a subshell of its own.
# shellcheck disable=SC2030,SC2031,SC2154,SC2164

load expect

setup_file() {
  load expect
  { row "$sets/plain" 2 && storage_zoo "$sets/zoo"; } | make_files
}

@test "an output that exists is refused and stays; --overwrite replaces it" {
  echo mine >out.cgns
  merge 2 "$sets"/plain/out_*.cgns
  fails 'out\.cgns: already exists; --overwrite'
  [[ $(<out.cgns) == mine && ! -e $part ]]
  merge 2 -O "$sets"/plain/out_*.cgns
  done_well
  [[ $(h5ls out.cgns) == *Base* ]]
}

@test "an output that exists without a journal is not to be resumed; JSON names it" {
  echo mine >out.cgns
  merge 2 --resume --json "$sets"/plain/out_*.cgns
  exit_code 2
  one_error 'out\.cgns: already exists, and there is nothing to resume \(no journal\): an earlier run may have completed it; remove it or use --overwrite to make it anew'
  [[ $(reported '.kind + " " + .file + " " + .why') == "usage out.cgns already exists, and there is nothing "* ]]
  [[ $(<out.cgns) == mine && ! -e $part ]]
}

@test "a directory that is not there, and a pattern for the one output" {
  run --separate-stderr mpi 2 "$merge" --json -o nodir/out.cgns "$sets"/plain/out_*.cgns
  exit_code 2
  one_error ': nodir: there is no such directory'
  [[ $(reported '.kind + " " + .file') == "io nodir" ]]
  run --separate-stderr "$merge" -o 'x_%d.cgns' "$sets"/plain/out_0.cgns
  refused "--output x_%d\.cgns: merge writes one file, but a name with '%d' stands for several"
}

@test "an output that --overwrite may replace stays where the run fails" {
  echo mine >out.cgns
  PCGNS_FAULT=publish:EIO merge 2 -O "$sets"/plain/out_*.cgns
  fails 'a fault on request'
  [[ $(<out.cgns) == mine && ! -e $part ]]
}

# is_an_input: the output, in whatever way it names out_1.cgns, is refused, and the inputs stay.
is_an_input() {
  cp "$sets"/plain/out_*.cgns .
  "$@"
  local words
  for words in "" -O; do
    merge 2 $words out_0.cgns out_1.cgns
    fails 'out\.cgns: the output is one of the inputs'
    [[ ! -e $part ]]
    cmp out_0.cgns "$sets/plain/out_0.cgns"
    cmp out_1.cgns "$sets/plain/out_1.cgns"
  done
}

@test "an output that is a symbolic link to one of the inputs" { is_an_input ln -s out_1.cgns out.cgns; }
@test "an output that is a hard link to one of the inputs" { is_an_input ln out_1.cgns out.cgns; }

@test "an output that is one of the inputs, by another path" {
  cp "$sets"/plain/out_0.cgns out.cgns
  cp "$sets"/plain/out_1.cgns .
  merge 2 -O ../work/out.cgns out_1.cgns
  fails 'out\.cgns: the output is one of the inputs'
  cmp out.cgns "$sets/plain/out_0.cgns"
}

@test "an output that one of the inputs links to is an input too" {
  make_files <<<'out.cgns --zones Zone1'
  make_files <<<'out_1.cgns --zones Zone1 --link out.cgns:/Base/Zone1/FlowSolution /Base/Zone1/Copy'
  cp out.cgns before.cgns
  merge 2 -O "$sets"/plain/out_0.cgns out_1.cgns
  fails 'out\.cgns'
  cmp before.cgns out.cgns
}

@test "an output whose folder is missing" {
  run --separate-stderr mpi 2 "$merge" -o gone/out.cgns "$sets"/plain/out_*.cgns
  refused ': gone: there is no such directory'
}

@test "an output whose folder is a file" {
  touch file
  run --separate-stderr mpi 2 "$merge" -o file/out.cgns "$sets"/plain/out_*.cgns
  refused 'file: Not a directory'
}

@test "an output that is a directory" {
  mkdir out.cgns
  merge 2 -O "$sets"/plain/out_*.cgns
  fails 'out\.cgns: Is a directory'
  [[ -z $(ls -A out.cgns) && ! -e $part ]]
}

@test "an output that is not a regular file" {
  mkfifo out.cgns
  merge 2 -O "$sets"/plain/out_*.cgns
  fails 'out\.cgns: the output is not a regular file'
  [[ -p out.cgns && ! -e $part ]]
}

@test "an output that is a link to nowhere is told before the work, not after it" {
  ln -s nowhere out.cgns
  merge 2 "$sets"/plain/out_*.cgns
  fails 'out\.cgns: '
  says_not 'moving'
  [[ -L out.cgns && ! -e nowhere && ! -e $part ]]
}

@test "an output with no name" {
  run --separate-stderr mpi 2 "$merge" -o '' "$sets"/plain/out_*.cgns
  refused 'output'
  says_not 'filesystem error'
}

@test "blanks, quotes and letters of all kinds in names" {
  local name="a b '\$ü\"%"
  mkdir "$name"
  cp "$sets/plain/out_0.cgns" "$name/0 $name.cgns"
  cp "$sets/plain/out_1.cgns" "$name/1 $name.cgns"
  PCGNS_FAULT=move:round=5:stop run --separate-stderr mpi 2 "$merge" --hint pcgns_buffer=4K --hint pcgns_checkpoint=0 \
    -o "$name/$name" "$name/0 $name.cgns" "$name/1 $name.cgns"
  exit_code 3
  run --separate-stderr mpi 2 "$merge" --resume -o "$name/$name" "$name/0 $name.cgns" "$name/1 $name.cgns"
  exit_code 0
  says 'resuming'
  merge 0 "$sets"/plain/out_*.cgns
  cmp out.cgns "$name/$name"
}

@test "an output whose name leaves no room for that of the journal, also in a dry run" {
  local name
  name=$(printf 'n%.0s' {1..236}).cgns
  for words in "" "--dry-run"; do
    # shellcheck disable=SC2086
    run --separate-stderr on 0 "$merge" $words -o "$name" "$sets"/plain/out_*.cgns
    refused "$name: the name has 241 bytes, expected at most 240: the file system allows 255, and the journal has a longer name"
  done
  run -0 --separate-stderr on 0 "$merge" -o "${name:1}" "$sets"/plain/out_*.cgns
}

@test "an output in a folder that may not be written" {
  cp "$sets"/plain/out_*.cgns .
  mkdir -m 555 shut
  unprivileged 2 "$merge" -o shut/out.cgns out_0.cgns out_1.cgns
  refused 'shut: Permission denied'
}

@test "a part file without a journal is refused and stays; --resume takes it over" {
  touch "$part"
  merge 2 "$sets"/plain/out_*.cgns
  fails "$part: another run .*no journal from which it could be resumed; remove the file to start again"
  [[ -e $part && ! -e out.cgns ]]
  merge 2 --resume "$sets"/plain/out_*.cgns
  done_well
}

@test "a journal without a part file is of no account" {
  printf 'pcgns-journal 1\nplan 0\nfile 1 1\nsize 1\nbegin\ndone 0 1000000\n' >"$journal"
  merge 2 "$sets"/plain/out_*.cgns
  done_well
  cp out.cgns whole.cgns
  merge 2 -O "$sets"/plain/out_*.cgns
  same_as whole.cgns
}

@test "of two runs for one output one wins, and the other says why" {
  merge 0 "$sets"/zoo/out_*.cgns
  mv out.cgns whole.cgns
  local -a ranks
  export PCGNS_FAULT=move:slow
  start 2 --hint pcgns_buffer=64K "$sets"/zoo/out_*.cgns
  soon moving
  read -r -d "" -a ranks < <(process_of 0 1) || true
  kill -STOP "${ranks[@]}"
  PCGNS_FAULT='' merge 2 "$sets"/plain/out_*.cgns
  exit_code 2
  one_error "$part: another run is writing this output"
  PCGNS_FAULT='' merge 2 --resume "$sets"/zoo/out_*.cgns
  exit_code 2
  one_error "$part: another run is writing it"
  [[ -e $part && ! -e out.cgns ]]
  kill -CONT "${ranks[@]}"
  finish
  same_as whole.cgns
}

@test "of two runs that start together one wins" {
  local first_job first_status
  merge 0 "$sets"/plain/out_*.cgns
  mv out.cgns whole.cgns
  start 2 "$sets"/plain/out_*.cgns
  first_job=$job
  run --separate-stderr mpi 2 "$merge" -o out.cgns "$sets"/plain/out_*.cgns
  first_status=0
  wait "$first_job" || first_status=$?
  job=
  [[ "$first_status $status" == "0 2" || "$first_status $status" == "2 0" ]] || explain "first: $first_status"
  status=0
  same_as whole.cgns
}

@test "an output that appears meanwhile stays, and the run fails" {
  export PCGNS_FAULT=move:slow
  start 2 --hint pcgns_buffer=64K "$sets"/zoo/out_*.cgns
  soon moving
  echo mine >out.cgns
  finish
  fails 'out\.cgns: was created by another program in the meantime; --overwrite'
  [[ $(<out.cgns) == mine && ! -e $part && ! -e $journal ]]
}

@test "an output has the permissions of any new file" {
  umask 027
  merge 2 "$sets"/plain/out_*.cgns
  done_well
  [[ $(stat -c %a out.cgns) == 640 ]]
}

@test "inputs stay as they are" {
  cp "$sets"/plain/out_*.cgns .
  stat -c '%n %s %Y %i %a' out_?.cgns >before
  merge 2 out_?.cgns
  done_well
  stat -c '%n %s %Y %i %a' out_?.cgns | diff before -
  cmp out_0.cgns "$sets/plain/out_0.cgns"
  cmp out_1.cgns "$sets/plain/out_1.cgns"
}
