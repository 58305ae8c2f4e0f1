#!/usr/bin/env bats
# Stopped in the middle: exit code 3 on every rank, and --resume gives the same bytes as a run in one go.

# Variables are of expect.bash and of bats; every test is a subshell of its own.
# shellcheck disable=SC2030,SC2031,SC2154,SC2164

load expect

setup_file() {
  load expect
  storage_zoo "$sets/zoo" | make_files
  cd "$sets" || return
  "$merge" -q -o whole.cgns zoo/out_*.cgns
}

many_rounds=(--hint pcgns_buffer=64K --hint pcgns_checkpoint=0)

merge_zoo() { merge "$1" "${many_rounds[@]}" "${@:2}" "$sets"/zoo/out_*.cgns; }

is_open_mpi() { [[ ${launcher[*]} == *openmpi* ]]; }

# stopped: exit code 3, one message, no output, and what --resume needs.
stopped() {
  exit_code 3 || return
  [[ -z $output ]] || explain "something on stdout" || return
  one_error 'stopped while moving data; --resume continues' || return
  only_our_lines || return
  [[ ! -e out.cgns && -e $part && -e $journal ]] || explain "not exactly part file and journal were left"
}

# resumed RANKS: goes on, does not begin anew, and ends well.
resumed() {
  merge_zoo "$1" --resume --json
  same_as "$sets/whole.cgns" || return
  says 'resuming: .* already written' || return
  (($(reported .bytes_moved) < $(reported .bytes))) || explain "everything was written again"
}

@test "stopped in the fifth round, and resumed on 2 ranks" {
  PCGNS_FAULT=move:round=5:stop merge_zoo 2
  stopped
  resumed 2
}

@test "stopped by one rank of three, and resumed by one process without a launcher" {
  PCGNS_FAULT=move:rank=2:round=5:stop merge_zoo 3
  stopped
  resumed 0
}

@test "stopped on 2 ranks, and resumed on 3" {
  PCGNS_FAULT=move:rank=1:round=9:stop merge_zoo 2
  stopped
  resumed 3
}

@test "stopped without a launcher, and resumed on 2 ranks" {
  PCGNS_FAULT=move:round=20:stop merge_zoo 0
  stopped
  resumed 2
}

@test "stopped again and again" {
  PCGNS_FAULT=move:round=4:stop merge_zoo 2
  stopped
  PCGNS_FAULT=move:round=8:stop merge_zoo 2 --resume
  stopped
  PCGNS_FAULT=move:round=10:stop merge_zoo 3 --resume
  stopped
  resumed 2
}

@test "resumed with other buffers and --check full" {
  PCGNS_FAULT=move:round=9:stop merge_zoo 2
  stopped
  merge 2 --resume --check full --memory 4M "$sets"/zoo/out_*.cgns
  same_as "$sets/whole.cgns"
}

@test "a stop needs no journal of its own: with the usual checkpoints it can be resumed too" {
  PCGNS_FAULT=move:round=9:stop merge 2 --hint pcgns_buffer=64K "$sets"/zoo/out_*.cgns
  stopped
  resumed 2
}

# launcher_as_it_is: Open MPI's leaves the ranks a second to stop, and then kills them.
launcher_as_it_is() { unset OMPI_MCA_odls_base_sigkill_timeout; }

# signalled SIGNAL: sent to the launcher in the middle.
signalled() {
  launcher_as_it_is
  export PCGNS_FAULT=move:slow
  start 2 "${many_rounds[@]}" "$sets"/zoo/out_*.cgns
  soon has_entries 3
  kill "-$1" "$job"
  finish
  unset PCGNS_FAULT
}

@test "USR1 to the launcher" {
  signalled USR1
  stopped
  resumed 2
}

@test "TERM to the launcher" {
  signalled TERM
  if is_open_mpi; then
    exit_code 1 # its own, whatever the program returns
    # That of version 5 no longer passes on what the ranks say then.
    command -v prterun >/dev/null || one_error 'stopped while moving data; --resume continues'
    [[ ! -e out.cgns && -e $part && -e $journal ]]
  else
    stopped
  fi
  resumed 2
}

# each_ends_with_3 SIGNAL RANK: one rank gets the signal, all of them end with 3.
each_ends_with_3() {
  launcher_as_it_is
  export PCGNS_FAULT=move:slow
  merge=$tests/faults/keep_code.bash start 2 "${many_rounds[@]}" "$sets"/zoo/out_*.cgns
  soon has_entries 3
  kill "-$1" "$(process_of "$2")"
  finish
  unset PCGNS_FAULT
  stopped
  # MPICH's launcher may kill the wrapper of a rank before it has written the code.
  ! is_open_mpi ||
    [[ $(cat code.0 code.1) == $'3\n3' ]] || explain "codes: $(cat code.0 code.1)"
  resumed 3
}

@test "TERM to rank 0" { each_ends_with_3 TERM 0; }
@test "USR1 to rank 1" { each_ends_with_3 USR1 1; }
@test "INT to rank 1" { each_ends_with_3 INT 1; }

@test "TERM to one process without a launcher" {
  export PCGNS_FAULT=move:slow
  start 0 "${many_rounds[@]}" "$sets"/zoo/out_*.cgns
  soon has_entries 3
  kill -TERM "$job"
  finish
  unset PCGNS_FAULT
  stopped
  resumed 2
}

@test "a second signal ends the job at once, whatever it waits for" {
  local rank
  export PCGNS_FAULT=move:rank=1:round=9:hang
  start 2 "${many_rounds[@]}" "$sets"/zoo/out_*.cgns
  soon has_entries 7 # the last one that there will be
  rank=$(process_of 0)
  kill -USR1 "$rank"
  sleep 0.5
  kill -USR1 "$rank"
  finish
  exit_code 3
  [[ ! -e out.cgns && -e $part && -e $journal ]]
}

@test "stopped while reading the trees: nothing is left, and --resume begins" {
  PCGNS_FAULT=read:stop merge_zoo 2
  exit_code 3
  one_error 'stopped while reading the input trees'
  nothing_left
  merge_zoo 2 --resume
  same_as "$sets/whole.cgns"
}

# stopped_in PLACE ADVICE: no output, one message; --resume begins, or goes on, and ends well.
stopped_in() {
  PCGNS_FAULT=$1:stop merge_zoo 2
  exit_code 3
  one_error "stopped while .*; $2\$"
  [[ ! -e out.cgns ]]
  merge_zoo 2 --resume
  same_as "$sets/whole.cgns"
}

@test "stopped while laying out the output" { stopped_in skeleton "nothing was written that --resume could continue"; }
@test "stopped while syncing to the device" { stopped_in sync "--resume continues"; }
@test "stopped while checking the output" { stopped_in check "--resume continues"; }

@test "a request to stop in the moment of publishing comes too late" {
  PCGNS_FAULT=publish:stop merge_zoo 2
  same_as "$sets/whole.cgns"
}

@test "--resume without anything to resume just runs" {
  merge_zoo 2 --resume
  same_as "$sets/whole.cgns"
  says_not 'resuming'
}

# on_copies: stops a run whose inputs are copies in the current folder.
on_copies() {
  cp "$sets"/zoo/out_*.cgns .
  PCGNS_FAULT=move:round=5:stop merge 2 "${many_rounds[@]}" out_?.cgns
  stopped
}

# not_resumed HOW OPTION...: --resume is refused, and says how the run was started; what was stopped stays.
not_resumed() {
  merge 2 --resume "${many_rounds[@]}" "${@:2}"
  fails "$part: was started $1, and cannot be resumed; use the same inputs and options, or remove"
  [[ ! -e out.cgns && -e $part && -e $journal ]]
}

@test "--resume after an input was touched is refused; with the input of then it goes on" {
  on_copies
  cp -p out_2.cgns before.cgns
  touch out_2.cgns
  not_resumed 'before out_2\.cgns changed' out_?.cgns
  touch -r before.cgns out_2.cgns
  merge 2 --resume "${many_rounds[@]}" out_?.cgns
  same_as "$sets/whole.cgns"
  says 'resuming: '
}

@test "a job that is started again after its end has nothing left to do" {
  need_attributes
  cp "$sets"/zoo/out_*.cgns .
  merge 2 --resume out_?.cgns
  done_well
  for ranks in 2 0; do
    merge "$ranks" --resume out_?.cgns
    exit_code 0
    [[ $output == *"out.cgns: "*" was already complete"* ]]
    same_as "$sets/whole.cgns"
  done
  merge 2 --resume --json out_?.cgns
  [[ $(reported '.status + " \(.bytes_moved)"') == "done 0" ]]
  merge 2 --resume --check none out_?.cgns
  exit_code 0
  # Not so for a check that was not made, for another run, for a modified output, or without --resume.
  merge 2 --resume --check full out_?.cgns
  fails 'out\.cgns: is already complete, but was made with a weaker --check; --overwrite makes it anew'
  merge 2 --resume --omit Pressure out_?.cgns
  fails 'out\.cgns: already exists, made from other inputs or with other options; --overwrite makes it anew'
  touch out_1.cgns
  merge 2 --resume out_?.cgns
  fails 'out\.cgns: already exists, made from other inputs'
  merge 2 out_?.cgns
  fails 'out\.cgns: already exists; --overwrite replaces it'
  merge 2 --resume -O out_?.cgns
  done_well
  [[ $output != *"already complete"* ]]
  touch out.cgns
  merge 2 --resume out_?.cgns
  fails 'out\.cgns: already exists, and there is nothing to resume'
}

@test "a job killed between the rename and the removal of its journal has nothing left to do" {
  cp "$sets"/zoo/out_*.cgns .
  PCGNS_FAULT=published:SIGKILL merge 1 --hint pcgns_buffer=64K --hint pcgns_checkpoint=0 out_?.cgns
  cmp out.cgns "$sets/whole.cgns"
  [[ -e $journal && ! -e $part ]]
  merge 2 --resume --omit Pressure out_?.cgns
  fails 'out\.cgns: was started without --omit Pressure, and cannot be resumed'
  merge 2 --resume --check full out_?.cgns
  fails 'out\.cgns: already exists; --overwrite replaces it'
  for _ in 1 2; do # where the mark of a complete output can be kept, it has no journal the second time
    merge 2 --resume out_?.cgns
    exit_code 0
    [[ $output == *"out.cgns: "*" was already complete"* && ! -e $journal ]]
    same_as "$sets/whole.cgns"
    need_attributes
  done
}

@test "a job killed before the staged name of its output was removed has nothing left to do" {
  need_attributes
  cp "$sets"/zoo/out_*.cgns .
  merge 2 --resume out_?.cgns
  done_well
  ln out.cgns "$part" # as where a file cannot be renamed without replacing another
  merge 2 --resume out_?.cgns
  exit_code 0
  [[ $output == *"out.cgns: "*" was already complete"* && ! -e $part ]]
  same_as "$sets/whole.cgns"
}

@test "a stopped run that makes a complete output anew needs --overwrite from the start when it is resumed" {
  need_attributes
  cp "$sets"/zoo/out_*.cgns .
  merge 2 --resume out_?.cgns
  PCGNS_FAULT=move:round=5:stop merge 2 -O "${many_rounds[@]}" out_?.cgns
  exit_code 3
  merge 2 --resume "${many_rounds[@]}" out_?.cgns
  fails 'out\.cgns: already exists; --overwrite replaces it'
  [[ -e $part && -e $journal ]]
  merge 2 --resume -O "${many_rounds[@]}" out_?.cgns
  same_as "$sets/whole.cgns"
  says 'resuming: '
}

@test "no more is told to be written than the file has, if it has chunks" {
  local job=(2 "$PCGNS_BIN_DIR/pcgns-restripe" --layout chunked --deflate 1 "${many_rounds[@]}" -o out.cgns "$sets/whole.cgns")
  PCGNS_FAULT=move:round=5:stop run --separate-stderr on "${job[@]}"
  exit_code 3
  run --separate-stderr on "${job[@]}" --resume --json
  exit_code 0
  (($(reported ".. | .bytes_before? // empty") > 0 && $(reported ".. | .bytes_before? // empty") <= $(stat -c %s out.cgns))) || explain "not in the file"
}

@test "what is already written is told first and last" {
  PCGNS_FAULT=move:round=9:stop merge_zoo 2
  stopped
  merge_zoo 2 --resume
  exit_code 0
  [[ $(grep -nE ': (resuming|moving)' <<<"$stderr" | cut -d: -f3 | xargs) == "resuming moving"* ]] || explain "another order"
  [[ $output =~ ", after "[0-9.]+" "[KM]iB" of an interrupted run" ]] || explain "not in the report"
}

@test "--resume with other inputs or options is refused" {
  on_copies
  not_resumed 'with the input out_3\.cgns' out_[012].cgns
  not_resumed 'without --omit Pressure' --omit Pressure out_?.cgns
  sed -i 's/^setting pcgns .*/setting pcgns 0.0.1/' "$journal"
  not_resumed 'with pcgns 0\.0\.1, without --only Pressure, without --omit Temperature' --only Pressure --omit Temperature out_?.cgns
  # As an earlier version wrote it.
  sed -i '/^setting /d' "$journal"
  not_resumed 'from other inputs, with other options or by another version of pcgns' --omit Pressure out_?.cgns
}

@test "--resume goes on from a journal whose last line was cut off" {
  on_copies
  truncate -s -3 "$journal"
  merge 2 --resume "${many_rounds[@]}" out_?.cgns
  same_as "$sets/whole.cgns"
}

@test "--resume begins anew where the journal is damaged" {
  on_copies
  echo 'pcgns-journal 1' >"$journal"
  merge 2 --resume "${many_rounds[@]}" out_?.cgns
  same_as "$sets/whole.cgns"
  says_not 'resuming'
}

@test "--resume refuses a part file that is a copy" {
  on_copies
  cp "$part" copy
  rm "$part"
  mv copy "$part"
  truncate -s +1 "$part"
  not_resumed 'as another file, of which this may be a copy' out_?.cgns
}

@test "--keep-partial keeps what --resume needs after a failure" {
  PCGNS_FAULT=move:rank=1:round=12:EIO merge_zoo 2 --keep-partial
  fails 'a fault on request: move: Input/output error'
  [[ ! -e out.cgns && -e $part && -e $journal ]]
  resumed 2
}

@test "without --keep-partial a failure leaves nothing" {
  PCGNS_FAULT=move:rank=1:round=12:EIO merge_zoo 2
  refused 'a fault on request: move: Input/output error'
}

@test "a failure of a resumed run leaves what was there" {
  PCGNS_FAULT=move:round=5:stop merge_zoo 2
  stopped
  PCGNS_FAULT=move:rank=1:round=12:EIO merge_zoo 2 --resume --keep-partial
  exit_code 2
  [[ -e $part && -e $journal ]]
  resumed 2
}
