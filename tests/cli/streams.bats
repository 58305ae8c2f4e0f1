#!/usr/bin/env bats
# stdout carries the answer and nothing else; stderr carries the rest. (schema.bats looks at --json.)

# Variables are of expect.bash and of bats; every test is a subshell of its own.
# shellcheck disable=SC2030,SC2031,SC2154,SC2164

load ../faults/expect

setup_file() {
  load ../faults/expect
  { row "$sets/plain" 2 && storage_zoo "$sets/zoo"; } | make_files
}

# one_document: stdout is one JSON document of this program.
one_document() { [[ $(jq -s 'length' <<<"$output") == 1 && $(reported .schema) == pcgns-merge/2 ]]; }

@test "the report is one line on stdout; the phases are on stderr" {
  merge 2 "$sets"/plain/out_*.cgns
  done_well
  [[ ${#lines[@]} == 1 ]]
  [[ $output =~ ^out\.cgns:\ 1\ base,\ 2\ zones,\ 14\ arrays,\ .*from\ 2\ files\ in\ .*\ s\ \(.*/s\)$ ]]
  says 'reading .*2 files'
  only_our_lines
}

@test "without a launcher it is the same" {
  merge 0 "$sets"/plain/out_*.cgns
  done_well
  [[ ${#lines[@]} == 1 && $output == 'out.cgns: 1 base, 2 zones, 14 arrays, '* ]]
}

@test "-q is silent" {
  merge 2 -q "$sets"/plain/out_*.cgns
  done_well
  [[ -z $output && -z $stderr ]]
}

@test "-q still says errors" {
  merge 2 -q "$sets"/plain/out_0.cgns gone.cgns
  refused 'gone\.cgns'
  one_line
}

@test "-v and -vv say more, on stderr" {
  local usual
  merge 2 "$sets"/plain/out_*.cgns
  usual=${#stderr_lines[@]}
  merge 2 -O -v "$sets"/plain/out_*.cgns
  done_well
  [[ ${#lines[@]} == 1 ]]
  ((${#stderr_lines[@]} > usual)) || explain "-v says no more"
  merge 2 -O -vv "$sets"/plain/out_*.cgns
  says '\[rank 0'
  says '\[rank 1'
  [[ ${#lines[@]} == 1 ]]
}

@test "--dry-run tells the plan and writes nothing" {
  mkdir empty
  run --separate-stderr mpi 2 "$merge" -n -o empty/out.cgns "$sets"/plain/out_*.cgns
  exit_code 0
  grep -q '^plan: .* round.* rank.* memory' <<<"$output"
  [[ -z $(ls -A empty) ]]
  run --separate-stderr mpi 2 "$merge" --dry-run --json -o empty/out.cgns "$sets"/plain/out_*.cgns
  exit_code 0
  one_document
  [[ $(reported .status) == planned && $(reported .zones) == 2 ]]
  (($(reported .rounds) >= 1 && $(reported .memory_per_rank) > 0))
  [[ -z $(ls -A empty) ]]
}

@test "--dry-run finds what a run would find" {
  merge 2 -n "$sets"/plain/out_0.cgns gone.cgns
  refused 'gone\.cgns: there is no such file'
}

to_full_device() { "$@" >/dev/full; }
to_nobody() { "$@" >&-; }

@test "a full device as stdout is an error" {
  run --separate-stderr to_full_device "$merge" --help
  exit_code 2
  one_error 'cannot write the report: standard output: No space left on device'
  run --separate-stderr to_full_device "$merge" -n --json -o out.cgns "$sets/plain/out_0.cgns"
  refused 'cannot write the report: standard output: No space left on device'
}

@test "a full device as stdout does not undo a good output" {
  run --separate-stderr to_full_device "$merge" -o out.cgns "$sets/plain/out_0.cgns"
  exit_code 4
  one_error 'cannot write the report: standard output: No space left on device'
  h5ls out.cgns/Base/Zone0
}

@test "a closed stdout does not harm" {
  run --separate-stderr to_nobody "$merge" -o out.cgns "$sets/plain/out_0.cgns"
  [[ -e out.cgns ]]
  [[ $(head -c 8 out.cgns | od -An -c | tr -d ' ') == '211HDF\r\n032\n' ]]
}

# gone_reader RANKS: whoever reads the report has gone before it comes.
gone_reader() {
  local -a codes
  on "$1" "$merge" --json -o out.cgns "$sets"/plain/out_*.cgns 2>log | head -c0
  codes=("${PIPESTATUS[@]}")
  output='' stderr=$(<log) status=${codes[0]}
  says_not 'pcgns-merge: error'
  [[ -f out.cgns && ! -e $part && ! -e $journal ]]
}

@test "a reader that has gone is no failure" {
  gone_reader 0
  exit_code 0
  only_our_lines
}

@test "a reader that has gone from behind the launcher is none of ours" {
  gone_reader 2
  says_not 'MPI_ABORT'
}

@test "--progress SECONDS makes log lines, not more" {
  PCGNS_FAULT=move:slow merge 2 --progress 0.1 --hint pcgns_buffer=64K "$sets"/zoo/out_*.cgns
  done_well
  says 'wrote .* \([0-9]+ %\) in .* s \(.*/s\), .* s remaining'
  only_our_lines
  [[ $stderr != *$'\r'* ]]
}

@test "--progress always refreshes one line, never says nothing" {
  PCGNS_FAULT=move:slow merge 2 --progress always --hint pcgns_buffer=64K "$sets"/zoo/out_*.cgns
  done_well
  # The launcher of Open MPI 5 takes lines without an end to stdout.
  if command -v prterun >/dev/null; then stderr+=$output; fi
  [[ $stderr == *$'\r'* ]]
  PCGNS_FAULT=move:slow merge 2 -O --progress never --hint pcgns_buffer=64K "$sets"/zoo/out_*.cgns
  done_well
  says_not 'wrote'
  PCGNS_FAULT=move:slow merge 2 -O --progress 0.0 --hint pcgns_buffer=64K "$sets"/zoo/out_*.cgns
  done_well
  says_not 'wrote'
}

@test "-q stops --progress too" {
  merge 2 -q --progress always "$sets"/zoo/out_*.cgns
  done_well
  [[ -z $stderr ]]
}

@test "--color: never in a file of its own accord, always on demand" {
  cp "$sets/plain/out_0.cgns" out_0.cgns
  cp "$sets/plain/out_1.cgns" out_2.cgns
  merge 2 --allow-missing out_?.cgns
  says '^pcgns-merge: warning: out_1\.cgns is missing'
  [[ $stderr != *$'\e'* ]]
  NO_COLOR=1 merge 2 -O --color always --allow-missing out_?.cgns
  [[ $stderr == *$'\e'*'warning:'* ]]
  merge 2 --color always --allow-missing out_?.cgns
  [[ $status == 2 && $stderr == "pcgns-merge: "$'\e'*'error: '$'\e'"[m"*'already exists'* ]]
  merge 2 --allow-missing out_?.cgns
  [[ $status == 2 && $stderr == *"pcgns-merge: error: "* && $stderr != *$'\e'* ]]
  merge 2 -O --color never --allow-missing out_?.cgns
  [[ $stderr != *$'\e'* ]]
}

@test "hints come from the environment, and the option wins" {
  export PCGNS_HINTS='pcgns_buffer=8K;cb_nodes=2'
  merge 2 -n --json "$sets"/zoo/out_*.cgns
  [[ $(reported .bytes_per_round) == 8192 ]]
  merge 2 -n --json --hint pcgns_buffer=64K "$sets"/zoo/out_*.cgns
  [[ $(reported .bytes_per_round) == 65536 ]]
}

@test "a buffer larger than --memory allows is cut, with a warning" {
  merge 2 -n --json --memory 8M --hint pcgns_buffer=16M "$sets"/zoo/out_*.cgns
  [[ $(reported .bytes_per_round) == $((2 << 20)) && $(reported .peak_bytes_per_rank) -lt $((8 << 20)) ]]
  [[ $stderr == *"warning: hint pcgns_buffer=16M: cut to 2 MiB, a quarter of --memory 8M"* ]]
  merge 2 -n --json --memory 8M --hint pcgns_buffer=2M "$sets"/zoo/out_*.cgns
  [[ $stderr != *warning* ]]
}

@test "blanks around the names and values of hints do not count" {
  export PCGNS_HINTS=' pcgns_buffer = 8K ; pcgns_alignment=64K ; '
  merge 2 -n --json "$sets"/zoo/out_*.cgns
  [[ $(reported '[.bytes_per_round, .alignment] | join(" ")') == "8192 65536" ]]
  PCGNS_HINTS='' merge 2 -n --json --hint ' pcgns_buffer= 16K' "$sets"/zoo/out_*.cgns
  [[ $(reported .bytes_per_round) == 16384 ]]
  PCGNS_HINTS='pcgns_buffer=8K; pcgns_bufer=1M' merge 2 -n "$sets"/zoo/out_*.cgns
  refused "unknown hint 'pcgns_bufer'"
}
