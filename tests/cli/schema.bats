#!/usr/bin/env bats
# --json prints one document, which is as its schema says, and nothing else.

# shellcheck disable=SC2154  # merge is of ../bats, stderr of bats

load ../bats

setup() {
  need_python
  "$PCGNS_PYTHON" -c 'import jsonschema' 2>/dev/null || skip "no Python with jsonschema (PCGNS_PYTHON)"
  cd "$BATS_TEST_TMPDIR" || return
  make_cgns out_0.cgns --zones Zone0 Zone1 --after Zone2 --steps 3 --descriptor "rank 0"
  # Its donor zone is nowhere, and it has one step more: notes.
  make_cgns out_1.cgns --zones Zone2 --before Zone1 --after Zone3 --steps 4 --descriptor "rank 1" --gzip
}

make_cgns() { "$PCGNS_PYTHON" "$PCGNS_SOURCE_DIR/tests/cli/make_cgns.py" "$@"; }

# valid FILE [PROGRAM]: the whole of it is one document, as the schema wants it; numbers say what they measure.
valid() {
  "$PCGNS_PYTHON" - "$1" "$PCGNS_SOURCE_DIR/tools/schema/pcgns-${2:-merge}.schema.json" <<'END'
import json, sys
import jsonschema
document, schema = (json.load(open(name)) for name in sys.argv[1:])
jsonschema.Draft202012Validator.check_schema(schema)
jsonschema.Draft202012Validator(schema).validate(document)
END
}

# value FILE EXPRESSION: of the document d.
value() { "$PCGNS_PYTHON" -c 'import json, sys; d = json.load(open(sys.argv[1])); print(eval(sys.argv[2]))' "$@"; }

@test "the report of a dry run is as the schema says" {
  "$merge" -n --json -o out.cgns out_?.cgns >report 2>messages
  valid report
  [[ $(value report 'd["status"], d["zones"], d["ranks"]') == "('planned', 3, 1)" ]]
  [[ ! -e out.cgns ]]
}

@test "a plan without an output names none" {
  local program
  for program in merge restripe "repartition --plan --parts 2"; do
    # shellcheck disable=SC2086
    "$PCGNS_BIN_DIR"/pcgns-$program -n --json out_0.cgns >report 2>messages
    valid report "${program%% *}"
    [[ $(value report '[part for part in [d, *d.get("files", [])] if "output" in part]') == "[]" ]]
  done
}

@test "the report of a run is as the schema says" {
  mpi 2 "$merge" --json -o out.cgns out_?.cgns >report 2>messages
  valid report
  [[ $(value report 'd["status"], d["zones"], d["ranks"]') == "('done', 3, 2)" ]]
  [[ $(value report 'd["bytes"] == d["bytes_moved"] > 0') == True ]]
  [[ $(value report '{n["kind"] for n in d["notes"]} == {"info", "warning", "loss"}') == True ]]
}

@test "a report with a loss is as the schema says" {
  make_cgns in.cgns --zones Zone1 --link :/Base/Zone1 /Base/Zone9
  "$merge" --json -o out.cgns --links keep --omit Zone1 in.cgns >report 2>messages
  valid report
  [[ $(value report '[n["kind"] for n in d["notes"]]') == "['loss']" ]]
}

@test "the reports of pcgns-restripe are as its schema says" {
  "$PCGNS_BIN_DIR/pcgns-restripe" -n --json --deflate 1 -o new.cgns out_0.cgns >report 2>messages
  valid report restripe
  [[ $(value report 'd["status"], len(d["files"]), d["files"][0]["zones"]') == "('planned', 1, 2)" ]]
  mpi 2 "$PCGNS_BIN_DIR/pcgns-restripe" --json -c 4 -o 'new_%d.cgns' out_?.cgns >report 2>messages
  valid report restripe
  [[ $(value report 'd["status"], [f["output"] for f in d["files"]]') == "('done', ['new_0.cgns', 'new_1.cgns'])" ]]
  [[ $(value report 'd["files"][1]["before"]["chunked"] > 0') == True ]]
}

@test "the reports of pcgns-repartition are as its schema says" {
  local repartition=$PCGNS_BIN_DIR/pcgns-repartition
  "$repartition" --plan --json --parts 3 -o 'p_%d.cgns' out_0.cgns >report 2>messages
  valid report repartition
  [[ $(value report 'd["status"], d["parts"], d["zones"], d["ranks"]') == "('planned', 3, 2, 1)" ]]
  mpi 2 "$repartition" --json --check full --parts 3 -o 'p_%d.cgns' out_0.cgns >report 2>messages
  valid report repartition
  [[ $(value report 'd["status"], d["ranks"], d["bytes_moved"] > 0') == "('done', 2, True)" ]]
  mpi 2 "$repartition" --json --parts 2 -o 'q_%d.cgns' out_?.cgns >report 2>messages
  valid report repartition
  [[ $(value report '{n["kind"] for n in d["notes"]} == {"info", "warning", "loss"}') == True ]]
  "$PCGNS_PYTHON" "$PCGNS_SOURCE_DIR/tests/benchmark/make_cube.py" 3 cube.cgns
  "$repartition" --plan --json --parts 3 -o 'p_%d.cgns' cube.cgns >report 2>messages
  valid report repartition
  grep -q -- --map messages
  "$repartition" --plan --json --parts 3 --targets 1,2,3 --map map.cgns -o 'p_%d.cgns' cube.cgns >report 2>messages
  valid report repartition
  [[ $(value report 'd["plan"]["map"], d["max_over_target"] < 1.2') == "('map.cgns', True)" ]]
}

@test "--json prints nothing but the document, however much is said" {
  for words in -q -v "--progress always"; do
    # shellcheck disable=SC2086
    mpi 2 "$merge" --json -O $words -o out.cgns out_?.cgns >report 2>messages
    valid report
  done
}

@test "without --json, standard output has the report only, and with -q nothing" {
  run --separate-stderr "$merge" -o out.cgns out_?.cgns
  [[ $status -eq 0 && ${#lines[@]} -eq 1 && $output == "out.cgns: 1 base, 3 zones, "*" from 2 files in "* ]]
  run --separate-stderr "$merge" -q -O -o out.cgns out_?.cgns
  [[ $status -eq 0 && -z $output ]]
}

# failed STATUS KIND COMMAND...: it fails in this way, with one document that says so, and the same message as text.
failed() {
  local code=0
  "${@:3}" >report 2>messages || code=$?
  [[ $code -eq $1 ]] || { echo "status $code"; cat messages; return 1; }
  valid report error || return
  [[ $(value report 'd["exit_status"], d["kind"]') == "($1, '$2')" ]] || return
  [[ $(<messages) == *"error: $(value report 'd["message"]')"* ]]
}

@test "a failure prints a document that says what is wrong" {
  local verify=$PCGNS_BIN_DIR/pcgns-verify bench=$PCGNS_BIN_DIR/pcgns-bench
  failed 2 input mpi 2 "$merge" --json -o out.cgns out_0.cgns nowhere.cgns
  [[ $(value report 'd["program"], d["file"], d["why"]') == "('pcgns-merge', 'nowhere.cgns', 'there is no such file')" ]]
  failed 2 usage "$merge" --json --frobnicate -o out.cgns out_0.cgns
  failed 2 usage "$merge" -o out.cgns --memory --json
  failed 2 usage "$merge" --json --memory 10X -o out.cgns out_0.cgns
  failed 2 usage "$verify" chekc --json out_0.cgns
  failed 2 usage "$verify" check --format json --layer nonsense out_0.cgns
  [[ $(value report 'd["program"], d["command"]') == "('pcgns-verify', 'check')" ]]
  failed 2 input "$verify" compare --json out_0.cgns nowhere.cgns
  failed 2 input "$verify" digest --json nowhere.cgns
  failed 2 input "$verify" info --json nowhere.cgns
  failed 2 input "$PCGNS_BIN_DIR/pcgns-restripe" --json -o out.cgns nowhere.cgns
  failed 2 input "$PCGNS_BIN_DIR/pcgns-repartition" --json --parts 2 -o 'out_%d.cgns' nowhere.cgns
  failed 2 usage "$bench" run --json nonsense
  failed 2 io "$merge" --json -o nowhere/out.cgns out_0.cgns
  [[ $(value report 'd["file"], d["why"]') == "('nowhere', 'there is no such directory for the output')" ]]
}

@test "a stop, a failure of one rank, a stall and what comes after the rename are documents, too" {
  PCGNS_FAULT=move:stop failed 3 stopped mpi 2 "$merge" --json -o out.cgns out_?.cgns
  rm -f .out.cgns.*
  "$PCGNS_PYTHON" "$PCGNS_SOURCE_DIR/tests/benchmark/make_cube.py" 3 cube.cgns
  PCGNS_FAULT=alone:rank=1:EIO failed 2 io mpi 2 "$PCGNS_BIN_DIR/pcgns-verify" check --json --stall-timeout 2 cube.cgns
  [[ $(value report 'd["rank"]') == 1 ]]
  # All ranks fail, and none knows that of the others: a document is one line, and there is one.
  PCGNS_FAULT=alone:bad_alloc failed 2 internal mpi 3 "$PCGNS_BIN_DIR/pcgns-verify" check --json cube.cgns
  [[ $(grep -c 'error: ' messages) -eq 1 ]]
  rm -f .out.cgns.*
  PCGNS_FAULT=move:rank=0:hang failed 2 io mpi 2 "$merge" --json --stall-timeout 1 -o out.cgns out_?.cgns
  rm -f .out.cgns.*
  PCGNS_FAULT=published:EIO failed 4 in_place mpi 2 "$merge" --json -o out.cgns out_?.cgns
}

@test "without --json a failure prints no document" {
  run --separate-stderr "$merge" -o out.cgns nowhere.cgns
  [[ $status -eq 2 && -z $output && $stderr == *"pcgns-merge: error: "* ]]
}

@test "the schema refuses what it does not know, everywhere" {
  "$merge" -n --json -o out.cgns out_?.cgns >report 2>messages
  for change in 'd["x"] = 1' 'd["seconds"]["x"] = 1' 'd["notes"][0]["x"] = 1' 'd["bytes"] = "1"' 'del d["zones"]' \
    'd["status"] = "done"'; do
    "$PCGNS_PYTHON" - "$change" <<'END'
import json, sys
d = json.load(open("report"))
exec(sys.argv[1])
json.dump(d, open("changed", "w"))
END
    run valid changed
    echo "$change: $status"
    [[ $status -ne 0 && $output == *ValidationError* ]]
  done
}
