#!/usr/bin/env bats
# pcgns-verify check as a program: exit codes on any number of ranks, formats, the real files of the corpus.

# shellcheck disable=SC2154  # stderr is of bats
bats_require_minimum_version 1.5.0
load ../bats

setup() {
  need_python
  verify=$PCGNS_BIN_DIR/pcgns-verify
  cd "$BATS_FILE_TMPDIR" || return
  [[ -e bad.cgns ]] || make_meshes
}

make_meshes() {
  "$PCGNS_PYTHON" - "$PCGNS_SOURCE_DIR/tests/verify" <<'END'
import sys
sys.path.insert(0, sys.argv[1])
import numpy as np
import valid
import cgns
cgns.write("good.cgns", valid.build("hexa")[0])
bad = valid.build("hexa")[0]
node = bad.at("Base/Zone/Hexa/ElementConnectivity")
node.value = node.value.copy()
node.value[5] = 4711
cgns.write("bad.cgns", bad)
END
}

@test "the exit status is 0 for a valid file, 1 for a damaged one, 2 for none, under the launcher too" {
  run -0 "$verify" check good.cgns
  run -1 "$verify" check bad.cgns
  [[ $output == *M0101* || $output == *"not valid"* ]]
  run -2 "$verify" check nowhere.cgns
  local ranks
  for ranks in 1 3; do
    run -0 mpi "$ranks" "$verify" check -q good.cgns
    run -1 mpi "$ranks" "$verify" check -q bad.cgns
    run -2 mpi "$ranks" "$verify" check -q nowhere.cgns
  done
}

@test "what is found does not depend on the number of ranks" {
  "$verify" check --severity note --json bad.cgns >alone || true
  mpi 3 "$verify" check --severity note --json bad.cgns >some 2>messages || true
  diff alone some
}

@test "what is needed besides --memory is told: always with -v, otherwise if it is much" {
  run -0 --separate-stderr "$verify" check -v good.cgns
  [[ $stderr == *"needs about "*" per rank besides --memory 256 MiB: "*" for the distributed mesh"* ]]
  run -0 --separate-stderr "$verify" check good.cgns
  [[ $stderr != *"needs about "* ]]
}

@test "a rank that fails alone ends all ranks, and says why" {
  PCGNS_FAULT=alone:rank=1:bad_alloc run mpi 3 "$verify" check -q good.cgns
  [[ $status != 0 && $status != 124 && $output == *"rank 1: out of memory"* ]]
  PCGNS_FAULT=alone:rank=1:EIO run mpi 3 "$verify" check -q --stall-timeout 2 good.cgns
  [[ $status != 0 && $status != 124 && $output == *"rank 1: "*"Input/output error"* ]]
}

@test "the formats are what their readers expect" {
  "$verify" check --format sarif bad.cgns >report || true
  "$PCGNS_PYTHON" -c 'import json; d = json.load(open("report")); assert d["version"] == "2.1.0" and d["runs"][0]["results"]'
  "$verify" check --format junit bad.cgns >report || true
  "$PCGNS_PYTHON" -c 'import xml.etree.ElementTree as t; assert int(t.parse("report").getroot()[0].get("failures")) > 0'
  "$verify" check --format junit good.cgns >report
  "$PCGNS_PYTHON" -c 'import xml.etree.ElementTree as t; assert t.parse("report").getroot()[0].get("failures") == "0"'
  "$PCGNS_PYTHON" -c 'import jsonschema' 2>/dev/null || skip "no Python with jsonschema"
  "$verify" check --json bad.cgns >report || true
  "$PCGNS_PYTHON" - "$PCGNS_SOURCE_DIR/tools/schema/pcgns-verify-check.schema.json" <<'END'
import json, sys
import jsonschema
schema = json.load(open(sys.argv[1]))
jsonschema.Draft202012Validator.check_schema(schema)
jsonschema.Draft202012Validator(schema).validate(json.load(open("report")))
END
}

@test "severities and rules can be chosen" {
  run -0 "$verify" check --layer values bad.cgns
  run -1 "$verify" check --fail-on note --layer mesh bad.cgns
  run -2 "$verify" check --enable X0000 good.cgns
  run -0 "$verify" check --explain T0101
  [[ $output == T0101* ]]
  run -0 "$verify" check --list-rules
  [[ ${#lines[@]} -gt 250 ]]
}

@test "the findings in real files are those that a careful reading gives" {
  need_corpus
  "$PCGNS_PYTHON" "$BATS_TEST_DIRNAME/check_corpus.py"
}
