# expect.bash: what the tests of the command line and of faults share.
#
# A test runs in its own folder, and what it writes is out.cgns there. Inputs are made once per file of tests.
# shellcheck shell=bash disable=SC2034,SC2154  # sets, stderr and status are for, or from, elsewhere

bats_require_minimum_version 1.5.0
load ../bats

export OMPI_MCA_orte_execute_quiet=1 # no banner of Open MPI's launcher beside our one message
unset PCGNS_FAULT PCGNS_HINTS NO_COLOR

tests=${BATS_TEST_DIRNAME%/*}
sets=$BATS_FILE_TMPDIR
program=pcgns-merge
part=.out.cgns.pcgns-part
journal=.out.cgns.pcgns-journal

# make_files: one file for every line of stdin, as ../cli/make_cgns.py has its options.
make_files() { "$PCGNS_PYTHON" "$tests/faults/make_files.py"; }

# row FOLDER COUNT OPTION...: for make_files: out_0.cgns, out_1.cgns, ... with the zones Zone0, Zone1, ... in a row.
row() {
  local folder=$1 count=$2 i
  shift 2
  for ((i = 0; i < count; ++i)); do
    echo "$folder/out_$i.cgns --zones Zone$i" "$@" \
      "$( ((i == 0)) || echo "--before Zone$((i - 1))") $( ((i == count - 1)) || echo "--after Zone$((i + 1))")"
  done
}

# storage_zoo FOLDER: for make_files: 3 MB in four files, each of them stored in another way.
storage_zoo() {
  row "$1" 4 --size 24x24x24 | awk '{ print $0, (NR % 2 ? "" : "--gzip"), (NR > 2 ? "--big-endian" : "") }'
}

# on RANKS COMMAND...: with the launcher, or for 0 without.
on() {
  local ranks=$1
  shift
  if ((ranks > 0)); then
    mpi "$ranks" "$@"
  else
    timeout --kill-after=5 "${PCGNS_TIMEOUT:-20}" "$@"
  fi
}

# merge RANKS ARGUMENT...: pcgns-merge to out.cgns; the exit code becomes `status`.
merge() {
  local ranks=$1
  shift
  run --separate-stderr on "$ranks" "$merge" -o out.cgns "$@"
}

# unprivileged RANKS COMMAND...: as `on`, but never as root, who may read and write everything.
unprivileged() {
  local ranks=$1
  shift
  local -a as_nobody=()
  if [[ $(id -u) == 0 ]]; then
    command -v setpriv >/dev/null || skip "there is no setpriv to run without the rights of root"
    as_nobody=(setpriv --reuid=65534 --regid=65534 --clear-groups)
    chmod a+rx "$BATS_RUN_TMPDIR" "$BATS_TEST_TMPDIR"
    chmod a+rwx .
  fi
  HOME=$PWD run --separate-stderr timeout --kill-after=5 "${PCGNS_TIMEOUT:-20}" \
    "${as_nobody[@]}" "${launcher[@]}" -n "$ranks" "$@"
}

show() {
  echo "status: $status"
  echo "stdout: $output"
  echo "stderr: $stderr"
  ls -la
}

explain() {
  echo "$1"
  show
  return 1
}

# says PATTERN: one of the lines on stderr matches.
says() { grep -Eq -- "$1" <<<"$stderr" || explain "nothing on stderr like: $1"; }

says_not() { ! grep -E -- "$1" <<<"$stderr" || explain "unwanted on stderr: $1"; }

# exit_code CODE: of the last run.
exit_code() { [[ $status -eq $1 ]] || explain "the exit code is not $1"; }

# killed_or_failed FAULT: so did the last run end. MPICH 4.2's launcher now and then reports 0 after a rank was killed
# (man 7 pcgns); what it has left tells.
killed_or_failed() {
  [[ $status -ne 0 && $status -ne 124 ]] && return
  [[ $status -eq 0 && $1 == *SIGKILL && $("${launcher[@]}" --version 2>&1) =~ HYDRA.*Version:\ *4\.2 ]] ||
    explain "the job did not fail"
}

# What Open MPI may say: where its launcher ends a job, its libevent looks after a pipe that was closed, and PMIx for a process
# that has ended; its version 5 notices that the launcher is not its own.
launcher_noise='^\[warn\] Epoll [A-Z]+\([0-9]\) on fd [0-9]+ failed\..*: Bad file descriptor$'
launcher_noise+='|^\[[^]]+:[0-9]+\] PMIX ERROR: PMIX_ERR_UNREACH in file '
launcher_noise+='|^No PMIx server was reachable, but a PMI1/2 was detected\.$|^If srun is being used to launch application, '

# The banner of PRRTE, the launcher of Open MPI 5: it cannot be turned off without the exit code.
launcher_banner='^-+$|^prterun detected that |^thus causing the job to be terminated\. |^ +(Process name|Exit code): |^$'

# only_our_lines: nobody else said anything on stderr.
only_our_lines() {
  local noise=$launcher_noise
  [[ $stderr != *"prterun detected that "* ]] || noise+="|$launcher_banner"
  [[ -z $stderr ]] || ! grep -Eqv "^$program: |$noise" <<<"$stderr" || explain "lines that are not ours"
}

# one_line: and we said one thing.
one_line() { [[ $(grep -c "^$program: " <<<"$stderr") -eq 1 ]] || explain "not one line of ours"; }

# one_error PATTERN: all ranks together made one error message, and it matches.
one_error() {
  local errors
  errors=$(grep "^$program: error: " <<<"$stderr") || explain "no error message" || return
  [[ $errors != *$'\n'* ]] || explain "more than one error message" || return
  grep -Eq -- "$1" <<<"$errors" || explain "the error message is not like: $1"
}

# nothing_left: neither output, nor part file, nor journal.
nothing_left() { [[ -z $(find . -name '*out.cgns*') ]] || explain "something was left behind"; }

# fails PATTERN: the last run ended with 2, one message and no answer.
fails() {
  exit_code 2 || return
  [[ -z $output ]] || explain "something on stdout" || return
  one_error "$1" && only_our_lines
}

# refused PATTERN: it fails, and leaves nothing behind.
refused() { fails "$1" && nothing_left; }

# done_well: the last run ended with 0; the output is there and nothing beside it.
done_well() {
  exit_code 0 || return
  [[ -f out.cgns && ! -e $part && ! -e $journal ]] || explain "not exactly the output was left"
}

# same_as FILE: done well, with the same bytes as FILE.
same_as() {
  done_well || return
  cmp "$1" out.cgns || explain "other bytes than $1"
}

# reported FILTER: what jq finds in the JSON report on stdout.
reported() { jq -er "$1" <<<"$output"; }

# nodes FILE: path and label of every node in the order of the file; of a link, where it leads.
nodes() { "$PCGNS_PYTHON" "$tests/faults/nodes.py" "$1"; }

# modified_in_vain FILE: out.cgns has the bytes of FILE, and only its field Old; what follows them belongs to nobody.
modified_in_vain() {
  cmp -n "$(stat -c %s "$1")" "$1" out.cgns || explain "the file has changed" || return
  [[ $("$PCGNS_PYTHON" -c 'import h5py; print(*h5py.File("out.cgns")["Base/Zone/Flow"])') == Old ]]
}

# need_attributes: skips where the file system keeps no attributes of files.
need_attributes() {
  touch marked
  "$PCGNS_PYTHON" -c 'import os; os.setxattr("marked", "user.mark", b"1")' 2>/dev/null || skip "no extended attributes"
}

# --- in the background ---

# start RANKS ARGUMENT...: pcgns-merge to out.cgns in the background; `job` is the process of the launcher.
start() {
  local ranks=$1
  shift
  local -a command=("$merge" -o out.cgns "$@")
  ((ranks == 0)) || command=("${launcher[@]}" -n "$ranks" "${command[@]}")
  "${command[@]}" >"$BATS_TEST_TMPDIR/stdout" 2>"$BATS_TEST_TMPDIR/stderr" </dev/null 3>&- &
  job=$!
}

# process_of RANK...: the processes of these ranks of the job.
process_of() {
  local rank process
  for rank in "$@"; do
    for process in $(pgrep -x "$program"); do
      [[ $(readlink "/proc/$process/cwd") == "$PWD" ]] || continue
      if tr '\0' '\n' <"/proc/$process/environ" | grep -Eqx "(OMPI_COMM_WORLD_RANK|PMI_RANK)=$rank"; then
        echo "$process"
      fi
    done
  done
}

# finish: waits for the job, PCGNS_TIMEOUT seconds (20) at most; `status`, `output` and `stderr` as after run.
finish() {
  local in_time=true
  timeout "${PCGNS_TIMEOUT:-20}" tail -s 0.05 --pid="$job" -f /dev/null || in_time=false
  "$in_time" || process_of 0 1 2 3 | xargs kill -KILL "$job"
  status=0
  wait "$job" || status=$?
  job=
  output=$(<"$BATS_TEST_TMPDIR/stdout")
  stderr=$(<"$BATS_TEST_TMPDIR/stderr")
  "$in_time" || explain "still running after ${PCGNS_TIMEOUT:-20} s"
}

# soon CONDITION...: waits until the command works, 10 s at most and no longer than the job runs.
soon() {
  local i
  for ((i = 0; i < 300; ++i)); do
    "$@" 2>/dev/null && return
    [[ -z $job ]] || kill -0 "$job" 2>/dev/null || break
    sleep 0.03
  done
  [[ -z $job ]] || finish
  explain "waited in vain for: $*"
}

# moving: the job says that it moves the arrays.
moving() { grep -q ': moving ' "$BATS_TEST_TMPDIR/stderr"; }

# has_entries COUNT: the journal has that many.
has_entries() { (($(grep -c '^done ' "$journal") >= $1)); }

setup() { begin; }

# begin: each test is in a folder of its own.
begin() {
  mkdir -p "$BATS_TEST_TMPDIR/work"
  cd "$BATS_TEST_TMPDIR/work" || return
  job=
}

teardown() {
  if [[ -n $job ]]; then kill -KILL "$job" 2>/dev/null || true; fi
}
