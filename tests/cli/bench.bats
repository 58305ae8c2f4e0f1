#!/usr/bin/env bats
# pcgns-bench: tiny problems of every scenario; what it says of them, draws and compares.

load ../bats

setup() {
  cd "$BATS_TEST_TMPDIR" || return
  bench=$PCGNS_BIN_DIR/pcgns-bench
  tiny=(--repetitions 2 --warm-ups 1 --size 64K --elements 500 --bytes-per-rank 8K)
}

# measure RANKS SCENARIO [OPTION...]: a tiny run.
# Engines that wait for each other at every step take long where all processors are busy.
measure() { PCGNS_TIMEOUT=${PCGNS_TIMEOUT:-90} mpi "$1" "$bench" run "${@:2}" "${tiny[@]}" --folder .; }

# valid FILE NAME: as the schema pcgns-bench-NAME says.
valid() {
  "$PCGNS_PYTHON" -c 'import jsonschema' 2>/dev/null || return 0
  "$PCGNS_PYTHON" - "$1" "$PCGNS_SOURCE_DIR/tools/schema/pcgns-bench-$2.schema.json" <<'END'
import json, sys
import jsonschema
document, schema = (json.load(open(name)) for name in sys.argv[1:])
jsonschema.Draft202012Validator.check_schema(schema)
jsonschema.Draft202012Validator(schema).validate(document)
END
}

# slower FILE FACTOR [SAMPLES [SCATTER]]: a report with times around so many seconds, all others within the scatter.
slower() {
  "$PCGNS_PYTHON" - "$1" "$2" "${3:-8}" "${4:-0.01}" <<'END'
import json, sys
d = json.load(open(sys.argv[1]))
factor, count, scatter = float(sys.argv[2]), int(sys.argv[3]), float(sys.argv[4])
for problem in d["problems"]:
    for one in problem["measurements"]:
        one["samples"] = [dict(one["samples"][0], seconds=factor * (1 + scatter * (2 * i / (count - 1) - 1)))
                          for i in range(count)]
print(json.dumps(d))
END
}

@test "every scenario runs, its values are verified, and nothing is left behind" {
  local scenario extents
  for scenario in a b c d e blocks pentahedra groundwater dns reorder open scatter merge repartition; do
    case $scenario in
      blocks | reorder) extents=(--extents 9x8x7) ;;
      groundwater) extents=(--extents 13x11x5) ;;
      open) extents=(--zones 3) ;;
      scatter) extents=(--list-values 300 --buffer 4K --cache-memory 16K) ;;
      merge | repartition) extents=(--extents 9x8x7 --parts 3) ;;
      *) extents=() ;;
    esac
    echo "$scenario"
    measure 2 "$scenario" "${extents[@]}" --json >report 2>messages || { cat messages; return 1; }
    valid report run
  done
  [[ -z $(find . -name '.pcgns-bench*') ]]
}

@test "each scenario is described by a sentence, and a run ends with advice" {
  [[ $("$bench" list | grep -Ec '^[a-z]+ +[A-Z]') -eq 14 ]]
  [[ $("$bench" list --json | grep -c '"about": "[A-Z].*\."') -eq 14 ]]
  [[ $("$bench" list | wc -L) -le 80 ]]
  cmp <("$bench" list) <("$bench" run --list)
  "$bench" list --json >report
  valid report list
  measure 2 blocks --extents 9x8x7 --grid 1x1x2 --engines queue,direct,posix >report 2>/dev/null
  tail -2 report | head -1 | grep -E '^9x8x7 on 1x1x2: (write with|cannot tell whether to write with) (queue|direct)'
  tail -1 report | grep -E '^9x8x7 on 1x1x2: (read with|cannot tell whether to read with) (queue|direct)'
}

@test "a block of the cache that one rank cannot write is an error of the run" {
  PCGNS_FAULT=cache:rank=1:ENOSPC run measure 2 groundwater --extents 13x11x5 --engines cache --buffer 1K
  [ "$status" -eq 2 ]
  [[ $output == *'a fault on request: cache: No space left on device'* ]]
  [[ -z $(find . -name '.pcgns-bench*') ]]
}

@test "an error about a cache without room for a block names the options" {
  run -2 measure 1 groundwater --extents 13x11x5 --engines cache --cache-memory 64K
  [[ $output == *": --cache-memory 65536: expected at least one block of 262144 bytes (--buffer)"* ]]
}

@test "cold, synced, in single calls, by staging processes and in relays" {
  measure 2 blocks --extents 9x8x7 --cache cold --sync --single-calls --owners 1 --engines queue,relay,hdf5-collective \
    --writers 1 --json >report
  valid report run
  grep -q '"cache": "cold"' report
  grep -q '"name": "CoordinateX"' report
}

@test "a rank that copies, reads or writes slowly spoils nothing in the shared buffers of the queue" {
  local fault ranks
  for fault in copy:rank=0 copy:rank=1 move:rank=0 move:rank=1; do
    for ranks in 2 4; do # of 4 on two processors, two share one and one of them reads for both
      PCGNS_FAULT=$fault:slow mpi "$ranks" "$bench" run blocks --engines queue --extents 64x64x48 --grid "${ranks}x1x1" \
        --repetitions 1 --warm-ups 0 --folder . || return
    done
  done
}

@test "every sample is a line of the CSV file, which is not replaced unasked" {
  measure 2 b --engines queue,posix --csv samples.csv >/dev/null
  [[ $(wc -l <samples.csv) -eq 9 ]]
  run -2 measure 2 b --engines queue --csv samples.csv
  [[ $output == *"use --overwrite"* ]]
  echo '{}' >wisdom.json
  run -2 measure 2 b --engines tuned --wisdom wisdom.json -O --csv wisdom.json
  [[ $output == *"wisdom.json: the output is one of the inputs"* && $(<wisdom.json) == '{}' ]]
}

@test "compare says what has become slower" {
  need_python
  need_tool jq
  measure 2 b --engines queue,posix --json >run
  slower run 1 >old
  slower run 1.5 >new
  run -0 "$bench" compare old old
  [[ $output == *"not slower" ]]
  run -1 "$bench" compare old new
  [[ $output == *" 1.50 x "*"(can show 1.06 x)"*slower ]]
  run -0 "$bench" compare --threshold 80 old new
  run -0 "$bench" compare new old
  [[ $output == *faster* ]]
  "$bench" compare --json old old >report
  valid report compare
  [[ $(jq -c '[.slower, .cannot_tell, .comparisons[0].verdict]' report) == '[false,false,"not slower"]' ]]
  jq 'del(.problems[].measurements[] | select(.engine == "posix"))' old >fewer
  run -0 "$bench" compare old fewer
  [[ $output == "only in old: write with posix of '"*"only in old: read with posix of '"*"not slower" ]]
  run -0 "$bench" compare fewer old --json
  valid <(echo "$output") compare
  [[ $(jq -c '[.not_compared[] | [.report, .engine, .what]]' <<<"$output") == '[["old","posix","write"],["old","posix","read"]]' ]]
  run -0 "$bench" compare old fewer --engines queue
  [[ $output != *"only in"* ]]
  measure 1 b --engines queue --json >other
  run -2 "$bench" compare old other
  [[ $output == *"no measurement in common"* ]]
}

@test "compare takes other parameters for another problem, and tells of other settings" {
  need_python
  need_tool jq
  measure 2 reorder --extents 9x8x7 --grid 1x2x1 --engines queue --json >old
  measure 2 reorder --extents 9x8x7 --grid 2x1x1 --engines queue --json >new
  run -2 "$bench" compare old new
  [[ $output == *"no measurement in common"* ]]
  measure 2 reorder --extents 9x8x7 --grid 1x2x1 --engines queue --buffer 4K --single-calls --json >new
  run "$bench" compare --json old new
  valid <(echo "$output") compare
  [[ $(jq -c .other_circumstances <<<"$output") == '["settings","single_calls"]' ]]
  run "$bench" compare old new
  [[ $output == 'other settings: {"buffer":0,'*' and {"buffer":4096,'* ]]
  measure 2 scatter --list-values 30 --engines cache --json >old
  measure 2 scatter --list-values 30 --engines cache --cache-memory 2M --json >new
  run "$bench" compare --json old new
  [[ $(jq -c .other_circumstances <<<"$output") == '["settings"]' ]]
}

@test "what a second reading finds in the cache is counted for itself" {
  need_tool jq
  measure 2 scatter --list-values 300 --engines cache --json >report
  [[ $(jq '[.problems[].measurements[] | select(.what == "first") | .samples[].counters.bytes_read.max] | min | floor' report) -gt 0 ]]
  [[ $(jq '[.problems[].measurements[] | select(.what == "again") | .samples[].counters | .bytes_read.max, .misses.max] | max | floor' \
    report) -eq 0 ]]
}

@test "a run touches no files but its own, and leaves none where it fails" {
  # shellcheck disable=SC2016
  bash -c 'echo mine >".pcgns-bench.$$"; exec "$0" run blocks "${@}"' "$bench" --extents 5x4x3 --engines queue \
    --repetitions 1 --warm-ups 0
  [[ $(cat .pcgns-bench*) == mine ]]
  rm .pcgns-bench*
  # shellcheck disable=SC2016
  run -2 bash -c 'ulimit -f 12288; exec "$0" run scatter --size 32M' "$bench" # MPI itself needs files of some megabytes
  [[ $output == *"File too large"* && -z $(find . -name '.pcgns-bench*') ]]
}

@test "an option without effect is named, and the report has what was done" {
  need_tool jq
  run -0 --separate-stderr measure 1 merge --extents 9x8x7 --parts 2 --cache cold --buffer 4K --json
  [[ $stderr == *"warning: --cache has no effect on scenario merge"* ]]
  [[ $stderr == *"warning: --buffer has no effect on these engines"* && $stderr != *"--parts"* ]]
  [[ $(jq -c '.context | [.cache, .sync]' <<<"$output") == '["warm",true]' ]]
  run -0 --separate-stderr measure 1 open --zones 2 --sync --hint pcgns_buffer=4K --json
  [[ $stderr == *"warning: --sync has no effect on scenario open"* ]]
  [[ $stderr == *"warning: --hint pcgns_buffer=4K has no effect on scenario open"* ]]
  [[ $(jq -c '.context | [.sync, .hints]' <<<"$output") == '[false,{}]' ]]
  run -0 --separate-stderr "$bench" tune --estimate --extents 4x4x4 --parts 2 --seed 3 --wisdom none
  [[ $stderr == *"--parts has no effect on --for queue"*"--seed has no effect on --estimate"* ]]
}

@test "compare says where samples are too few or scatter too much to tell" {
  need_python
  need_tool jq
  measure 2 b --engines queue,posix --json >run
  slower run 1 4 >few
  run -2 "$bench" compare few few
  [[ $output == *"cannot tell (4 and 4 samples, 5 are needed)"*"cannot tell; "* ]]
  run -0 "$bench" compare few few --engines queue --threshold 1
  slower run 1 5 0.5 >old
  slower run 1.85 5 0.5 >new
  run -2 "$bench" compare --json old new
  valid <(echo "$output") compare
  [[ $(jq -c '[.slower, .cannot_tell, .comparisons[0].verdict]' <<<"$output") == '[false,true,"cannot tell"]' ]]
  run -0 "$bench" compare --detect 1000 old new
}

@test "what is no report is refused" {
  echo '{"schema": "pcgns-bench-run/1", "problems": [{"label": 3}]}' >bad
  echo 'nonsense' >worse
  local file
  mkdir folder
  for file in bad worse nowhere folder; do
    run -2 "$bench" compare "$file" "$file"
    [[ $output == *"$file: "* ]]
    run -2 "$bench" plot "$file"
    [[ $output == *"$file: "* ]]
  done
  run -2 "$bench" compare bad bad
  [[ $output == *"bad: /problems/0 has no 'measurements'"* ]]
  need_tool jq
  measure 1 b --engines queue --json >one
  jq '.problems[0].label = 3' one >number
  run -2 "$bench" compare one number
  [[ $output == *"number: /problems/0/label is 3, expected a string"* ]]
  jq '.problems[0].measurements = "many"' one >text
  run -2 "$bench" plot text
  [[ $output == *'text: /problems/0/measurements is "many", expected an array'* ]]
  jq '.problems[0].measurements[0].samples = []' one >none
  run -2 "$bench" compare one none
  [[ $output == *"none: has no samples of write with queue of "* ]]
  run -2 "$bench" compare one one --engines queue,quue
  [[ $output == *"--engines: the reports have no times of 'quue' in common; did you mean 'queue'?"* ]]
  run -2 "$bench" plot one --engines queue,quue
  [[ $output == *"--engines: 'quue' is in none of the reports; did you mean 'queue'?"* ]]
}

@test "reports are foreign text: no command of gnuplot, no control character of a terminal" {
  need_tool jq
  measure 1 b --engines queue --json >one
  jq --arg text $'q\nsystem("touch pwned")\n\'\nsystem("touch pwned")\nforged\e[31m\u202e' '.scenario = $text |
    .context.host = $text | .problems[] |= (.label = $text | .measurements[] |= (.engine = $text | .what += $text))' one >evil
  "$bench" plot evil >said
  run -2 "$bench" compare evil evil
  jq --arg text $'\u202e' '.context.host = $text' one >other
  run "$bench" compare one other
  echo "$output" >>said
  [[ $(<said) == *'touch pwned'* ]]
  LC_ALL=C run -1 grep -aP '^forged|[\x00-\x08\x0b-\x1f\x7f]|\xe2\x80\xae' said
  command -v gnuplot >/dev/null || skip "no gnuplot"
  "$bench" plot evil -o evil.svg
  run -2 "$bench" plot one -o $'evil\nsystem("touch pwned")\n.svg'
  [[ $output == *"has more than one line"* && -s evil.svg && ! -e pwned ]]
}

@test "plot prints a table and draws a figure" {
  measure 1 b --engines queue,posix --json >one
  measure 2 b --engines queue,posix --json >two
  run -0 "$bench" plot one two
  [[ $output == *"by processes"* && $output != *earlier* ]]
  run -0 "$bench" plot one two two
  [[ $output == *"two: write with queue of "*" on 2 ranks is in an earlier file"* ]]
  "$bench" plot one two two --json >report 2>messages
  valid report plot
  grep -q '^pcgns-bench: warning: two: write with queue of ' messages
  "$bench" plot one two --json >report
  valid report plot
  run -2 "$bench" plot one -o figure.pdf
  [[ $output == *"must end in .svg or .png"* ]]
  PATH=/nowhere run -2 "$bench" plot one -o none.svg
  [[ $output == *"is not installed (Debian: gnuplot-nox)"* && ! -e none.svg ]]
  command -v gnuplot >/dev/null || skip "no gnuplot"
  "$bench" plot one two -o figure.svg
  grep -q '<svg' figure.svg
  "$bench" plot one -o figure.png
  [[ $(head -c 4 figure.png | tail -c 3) == PNG ]]
  run -2 "$bench" plot one -o figure.png
  [[ $output == *"use --overwrite"* ]]
  cp one one.svg
  run -2 "$bench" plot -O one.svg -o one.svg
  [[ $output == *"one.svg: the output is one of the inputs"* ]]
  cmp one one.svg
  [[ -z $(find . -name '*gnuplot*' -o -name '*pcgns-part') ]]
}

@test "mistakes are told before MPI" {
  local words
  while read -r words; do
    # shellcheck disable=SC2086
    run -2 "$bench" run $words
    echo "$words: $output"
    [[ $output == "pcgns-bench: error: "* && ${#lines[@]} -eq 1 ]]
  done <<'END'
z
b --engines quick
open --engines queue
b --size 0
b --extents 4x
b --grid 0x1
b --folder /nowhere
b --repetitions 0
b --engines queue,posix,queue
merge --parts 0
scatter --size 1K,2K
dns --extents 4x4x4,5x5x5
reorder --grid 1x1x1,1x1x1
END
  run -2 mpi 2 "$bench" run blocks --grid 3x1x1
  [[ $output == *"whose product is 2"* ]]
}

@test "the list has scenarios and engines" {
  "$bench" run --list --json >report
  valid report list
  run -0 "$bench" run --list
  [[ $output == *groundwater* && $output == *donio* ]]
}
