#!/usr/bin/env bats
# What pcgns-verify check prints: text, JSON, JUnit and SARIF.

# shellcheck disable=SC2154  # verify is of check.bash
load check

# valid_report NAME: the report is as its schema wants it.
valid_report() {
  "$PCGNS_PYTHON" - "$PCGNS_SOURCE_DIR/tools/schema/pcgns-verify-$1.schema.json" <<'END'
import json, sys
import jsonschema
schema = json.load(open(sys.argv[1]))
jsonschema.Draft202012Validator.check_schema(schema)
jsonschema.Draft202012Validator(schema).validate(json.load(open("report")))
END
}

@test "the formats are what their readers expect" {
  "$verify" check --format sarif bad.cgns >report || true
  "$PCGNS_PYTHON" -c 'import json; d = json.load(open("report")); assert d["version"] == "2.1.0" and d["runs"][0]["results"]'
  "$verify" check --format junit bad.cgns >report || true
  "$PCGNS_PYTHON" -c 'import xml.etree.ElementTree as t; assert int(t.parse("report").getroot()[0].get("failures")) > 0'
  "$verify" check --format junit good.cgns >report
  "$PCGNS_PYTHON" -c 'import xml.etree.ElementTree as t; assert t.parse("report").getroot()[0].get("failures") == "0"'
  local format
  for format in junit sarif; do
    run -2 "$verify" check --format "$format" --json bad.cgns
    [[ $output == *"--json and --format ask for different formats"* ]]
  done
  "$PCGNS_PYTHON" -c 'import jsonschema' 2>/dev/null || skip "no Python with jsonschema"
  "$verify" check --json bad.cgns >report || true
  valid_report check
  "$verify" check --each --json bad.cgns nowhere.cgns >report || true
  valid_report check
  "$verify" check --rules --json >report
  valid_report rules
}

@test "the text has the first places of each rule, the other formats have all" {
  run -0 --separate-stderr "$verify" check many.cgns
  [[ ${lines[-1]} == "many.cgns: valid, "*"; --severity note shows all" ]]
  run -0 --separate-stderr "$verify" check --severity note --max 2 many.cgns
  [[ $output == *"note T0111: a label is not of the standard (12 nodes)"*"… 10 more; --max 0 shows all"* ]]
  [[ $(grep -c '^  /Base/Zone/Mine' <<<"$output") == 2 && ${lines[-1]} == "many.cgns: valid, "* ]]
  run -0 --separate-stderr "$verify" check --severity note many.cgns
  [[ $(grep -c '^  /Base/Zone/Mine' <<<"$output") == 10 ]]
  run -0 --separate-stderr "$verify" check --severity note --max 0 many.cgns
  [[ $(grep -c '^  /Base/Zone/Mine' <<<"$output") == 12 ]]
  local format
  for format in json junit sarif; do
    "$verify" check --severity note --format "$format" many.cgns >report
    [[ $(grep -c 'Mine1[01]' report) -ge 2 ]]
  done
}

@test "warnings are no failures of JUnit, unless they make the mesh invalid" {
  "$verify" check --severity note --format junit many.cgns >report
  "$PCGNS_PYTHON" - <<'END'
import xml.etree.ElementTree as xml
suite = xml.parse("report").getroot()[0]
assert int(suite.get("tests")) >= 12 and suite.get("failures") == "0" == str(len(suite.findall("*/failure")))
END
  "$verify" check --severity note --fail-on note --format junit many.cgns >report || true
  "$PCGNS_PYTHON" - <<'END'
import xml.etree.ElementTree as xml
suite = xml.parse("report").getroot()[0]
assert suite.get("failures") == suite.get("tests") == str(len(suite.findall("*/failure")))
END
}

@test "JUnit and SARIF have what makes a mesh invalid, and are printed with --quiet" {
  local format
  for format in junit sarif; do
    run -1 --separate-stderr "$verify" check -q --severity error --fail-on note --format "$format" many.cgns
    [[ $output == *T0111* ]]
  done
  "$verify" check -q --fail-on note --format junit many.cgns >report || true
  "$PCGNS_PYTHON" -c 'import xml.etree.ElementTree as t; assert int(t.parse("report").getroot()[0].get("failures")) > 0'
}

@test "in SARIF, what concerns a whole set is at its first file" {
  cp bad.cgns set_0.cgns
  PYTHONPATH=$PCGNS_SOURCE_DIR/tests/partitions "$PCGNS_PYTHON" -c 'import cgns
tree = cgns.read("set_0.cgns")
tree.child("Base").child("Zone").name = "Other"
cgns.write("set_1.cgns", tree)'
  "$verify" check --format sarif set_?.cgns >report || true
  "$PCGNS_PYTHON" - <<'END'
import json
results = json.load(open("report"))["runs"][0]["results"]
files = {r["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for r in results}
assert files <= {"set_0.cgns", "set_1.cgns"} and any("(+1)" in r["message"]["text"] for r in results), results
END
}

@test "SARIF has what code scanning asks for" {
  mkdir -p "a folder"
  cp bad.cgns "a folder/bad 100%.cgns"
  "$verify" check --format sarif "a folder/bad 100%.cgns" >report || true
  "$PCGNS_PYTHON" - <<'END'
import json
run = json.load(open("report"))["runs"][0]
rules = run["tool"]["driver"]["rules"]
assert run["invocations"][0]["executionSuccessful"] and run["automationDetails"]["id"].endswith("/")
for result in run["results"]:
    place = result["locations"][0]["physicalLocation"]
    assert place == {"artifactLocation": {"uri": "a%20folder/bad%20100%25.cgns"}, "region": {"startLine": 1}}, place
    assert rules[result["ruleIndex"]]["id"] == result["ruleId"] and result["message"]["text"]
assert len({result["partialFingerprints"]["primaryLocationLineHash"] for result in run["results"]}) == len(run["results"])
END
}
