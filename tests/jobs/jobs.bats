#!/usr/bin/env bats
# The jobs of pcgns.h do what the programs do: the same bytes, the same documents, the same errors.

load ../bats

job=$PCGNS_BIN_DIR/job

setup_file() {
  cd "$BATS_FILE_TMPDIR" || return
  need_python
  for rank in 0 1 2 3; do
    "$PCGNS_PYTHON" "$PCGNS_SOURCE_DIR/tests/cli/make_cgns.py" "out_$rank.cgns" --zones "Zone$rank" "Wing$rank" --steps 2
  done
}

setup() {
  need_python
  cd "$BATS_TEST_TMPDIR" || return
  ln -s "$BATS_FILE_TMPDIR"/out_?.cgns .
}

teardown() {
  cd /
  umount --lazy "$BATS_TEST_TMPDIR/disk" 2>/dev/null || true
}

# same_document FILE FILE: but for times and what follows from the way of reading.
same_document() {
  "$PCGNS_PYTHON" - "$@" <<'END'
import json, sys
one, other = ({k: v for k, v in json.load(open(name)).items() if k not in ("seconds", "output")} for name in sys.argv[1:])
for document in (one, other):
    for file in document.get("files", []) if isinstance(document.get("files"), list) else []:
        file.pop("seconds"), file.pop("output")
if one != other:
    sys.exit(f"{one}\n\n{other}")
END
}

# as_program RANKS PROGRAM JOB REQUEST OPTION...: the job and the program (with --json) have the same status and document.
as_program() {
  local ranks=$1 program=$2 name=$3 request=$4 expected=0 status=0
  shift 4
  mpi "$ranks" "$PCGNS_BIN_DIR/$program" "$@" --json -q >program.json 2>program.err || expected=$?
  mpi "$ranks" "$job" "$name" "$request" >job.json 2>job.err || status=$?
  [[ $status == "$expected" ]] || { cat job.err; return 1; }
  same_document program.json job.json
}

@test "merge, digest, check and compare are those of the programs, on any number of ranks" {
  local ranks
  for ranks in 7 4 2 1 3; do
    as_program "$ranks" pcgns-merge merge '{"files": "out_%d.cgns", "output": "job.cgns", "overwrite": true, "check": "full"}' \
      -O --check full -o program.cgns out_%d.cgns
    cmp job.cgns program.cgns
  done
  as_program 3 pcgns-verify digest '{"files": "job.cgns"}' digest job.cgns
  as_program 3 pcgns-verify compare '{"files": "job.cgns", "with": ["out_0.cgns"]}' compare job.cgns --with out_0.cgns
  as_program 3 pcgns-verify check '{"files": ["job.cgns"], "severity": "note", "fail-on": "note"}' \
    check --severity note --fail-on note job.cgns
}

@test "from Fortran, a job writes the same bytes, and has the same report and errors" {
  local ranks fortran=$PCGNS_BIN_DIR/job_fortran
  [[ -x $fortran ]] || skip "no Fortran compiler"
  for ranks in 3 1; do
    job=$fortran as_program "$ranks" pcgns-merge merge '{"files": "out_%d.cgns", "output": "job.cgns", "overwrite": true}' \
      -O -o program.cgns out_%d.cgns
    cmp job.cgns program.cgns
  done
  run -2 --separate-stderr mpi 2 "$fortran" merge '{"files": "absent.cgns", "output": "never.cgns"}'
  [[ $stderr == "2: "*absent.cgns* && $output == *pcgns-error* ]]
}

@test "repartition, restripe and info are those of the programs" {
  "$merge" -q -o whole.cgns out_?.cgns
  as_program 3 pcgns-repartition repartition '{"files": ["whole.cgns"], "parts": 3, "output": "j_%d.cgns", "ghosts": 1}' \
    --parts 3 --ghosts 1 -o p_%d.cgns whole.cgns
  for part in 0 1 2; do cmp "j_$part.cgns" "p_$part.cgns"; done
  as_program 2 pcgns-restripe restripe '{"files": ["whole.cgns"], "output": "j.cgns", "deflate": 6, "shuffle": true, "chunk": "auto"}' \
    --deflate 6 --shuffle --chunk auto -o p.cgns whole.cgns
  cmp j.cgns p.cgns
  as_program 2 pcgns-verify info '{"files": "out_%d.cgns", "max": 0}' info --max 0 out_%d.cgns
  as_program 1 pcgns-repartition repartition '{"files": ["whole.cgns"], "parts": 3, "plan": true}' --parts 3 --plan whole.cgns
}

@test "a solver goes on with HDF5 where it was, and nothing of a job is left open" {
  local request
  OWN=own.h5 mpi 2 "$job" merge '{"files": "out_%d.cgns", "output": "new.cgns", "check": "full"}' >report
  OWN=own.h5 mpi 2 "$job" restripe '{"files": "new.cgns", "output": "small.cgns", "deflate": 1, "chunk": "auto"}' >report
  for request in '{"files": "new.cgns", "with": "small.cgns"}' '{"files": "small.cgns", "with": "new.cgns", "rel": 1e-9}'; do
    OWN=own.h5 mpi 2 "$job" compare "$request" >report
  done
}

# refused STATUS WORDS JOB REQUEST: on every rank the same, with these words.
refused() {
  local status=0
  ERRORS=each mpi 3 "$job" "$3" "$4" >report 2>errors || status=$?
  [[ $status == "$1" && $(grep -cF -- "$1: " errors) == 3 && $(grep -cF -- "$2" errors) == 3 ]] || { cat errors; return 1; }
  [[ $(jq -r .schema report) == pcgns-error/1 && $(jq .exit_status report) == "$1" ]]
  [[ ! -e new.cgns && ! -e -- ]]
}

@test "what is wrong is said on every rank, and nothing appears" {
  need_tool jq
  refused 2 "unknown key 'overwite' in the request for merge; did you mean 'overwrite'" merge \
    '{"files": "out_0.cgns", "output": "new.cgns", "overwite": true}'
  refused 2 "the request is not JSON" merge '{"files": '
  refused 2 "'files' is required" check '{}'
  refused 2 "'only' in the request: expected a string or a number, found {" merge '{"files": "out_0.cgns", "only": [{}]}'
  local flag
  for flag in '"yes"' '"true"' 2 '[true]'; do
    refused 2 "'overwrite' in the request: expected true or false, found $flag" merge \
      '{"files": "out_0.cgns", "output": "new.cgns", "overwrite": '"$flag"'}'
  done
  refused 2 "'output' in the request: expected a string or a number, found true" merge '{"files": "out_0.cgns", "output": true}'
  refused 2 "'check' in the request: expected a string or a number, found false" merge \
    '{"files": "out_0.cgns", "output": "new.cgns", "check": false}'
  refused 2 "'files' in the request: is given twice" merge \
    '{"files": "out_0.cgns", "files": "out_1.cgns", "output": "new.cgns"}'
  refused 2 "the request is not JSON" merge '{"files": "out_0.cgns", "output": "new.cgns", "memory": 1e400}'
  refused 2 "'four' is not a whole number" repartition '{"files": "out_0.cgns", "parts": "four", "output": "new.cgns"}'
  refused 2 "unknown key 'quiet'" merge '{"files": "out_0.cgns", "output": "new.cgns", "quiet": true}'
  refused 2 "--chunk, --deflate, --shuffle and --filter require --layout chunked" restripe \
    '{"files": "out_0.cgns", "output": "new.cgns", "layout": "contiguous", "deflate": 1}'
  refused 2 "absent.cgns" merge '{"files": "absent.cgns", "output": "new.cgns"}'
  refused 2 "'paint' is not a job" paint '{"files": "out_0.cgns"}'
  echo old >taken.cgns
  refused 2 "taken.cgns" merge '{"files": "out_0.cgns", "output": "taken.cgns"}'
  [[ $(<taken.cgns) == old ]]
}

@test "a full disk is an error on every rank, and nothing appears" {
  local inputs=$PWD/out_%d.cgns
  need_tool jq
  [[ $(id -u) == 0 ]] || skip "mounting needs root"
  mkdir disk
  mount -t tmpfs -o size=36K tmpfs disk 2>/dev/null || skip "no tmpfs can be mounted"
  cd disk
  refused 2 "new.cgns" merge '{"files": "'"$inputs"'", "output": "new.cgns"}'
}

@test "one rank that asks stops the job on all ranks" {
  need_tool jq
  STOP=2 refused 3 "stopped" merge '{"files": "out_%d.cgns", "output": "new.cgns"}'
  STOP=0 refused 3 "stopped" digest '{"files": "out_0.cgns"}'
}

@test "the schemas of requests accept what the jobs accept, and name every option" {
  "$PCGNS_PYTHON" -c 'import jsonschema' 2>/dev/null || skip "no Python with jsonschema (PCGNS_PYTHON)"
  "$PCGNS_PYTHON" - "$PCGNS_BUILD_DIR/share/schema" <<'END'
import json, pathlib, sys
import jsonschema
schemas = {path.name.split("-request")[0]: json.loads(path.read_text()) for path in pathlib.Path(sys.argv[1]).iterdir()}
assert len(schemas) == 7, sorted(schemas)
for schema in schemas.values():
    jsonschema.Draft202012Validator.check_schema(schema)
merge = jsonschema.Draft202012Validator(schemas["pcgns-merge"])
assert merge.is_valid({"files": "out_%d.cgns", "output": "a", "overwrite": True, "only": ["Wing*"], "match-coordinates": 1e-6})
for wrong in ({"output": "a"}, {"files": "a", "overwite": True}, {"files": "a", "overwrite": "a b"}, {"files": []}):
    assert not merge.is_valid(wrong), wrong
assert "with" in schemas["pcgns-verify-compare"]["properties"] and "quiet" not in merge.schema["properties"]
END
}
