#!/usr/bin/env bats
# Plans and maps of pcgns-repartition: executed, edited, drawn.

load judge

# plan_of FILE OPTION...: as a document.
plan_of() { "$PCGNS_BIN_DIR/pcgns-repartition" --plan --json -o x.cgns "${@:2}" "$1"; }

# changed_plan STATEMENTS: the document `plan`, as d, with parts, goes to `changed`.
changed_plan() {
  "$PCGNS_PYTHON" -c 'import json, sys; d = json.load(open("plan")); p = d["plan"]; parts = p["parts"]; exec(sys.argv[1])
json.dump(d, open("changed", "w"))' "$1"
}

@test "a saved plan is executed, edited too" {
  need_corpus
  local repartition=$PCGNS_BIN_DIR/pcgns-repartition whole=$PCGNS_CORPUS/single/sparc_fields.cgns
  cd "$BATS_TEST_TMPDIR" || return
  plan_of "$whole" --parts 5 >plan
  "$repartition" -q --parts 5 -o 'planned_%d.cgns' "$whole"
  "$repartition" -q --from-plan plan -o 'from_%d.cgns' "$whole"
  cmp planned_3.cgns from_3.cgns
  # The other way round, and what the first two had is on one process.
  changed_plan 'd = p; p["partitions"] = 4; parts.reverse(); [part.update(rank=max(0, 3 - part["rank"])) for part in parts]'
  mpi 2 "$repartition" -q --from-plan changed -o 'edited_%d.cgns' "$whole"
  "$PCGNS_BIN_DIR/pcgns-verify" compare -q "$whole" --with edited_*.cgns
  [[ ! -e edited_4.cgns ]]
}

@test "a plan that does not cover each cell once is refused" {
  need_corpus
  bats_require_minimum_version 1.5.0
  local whole=$PCGNS_CORPUS/single/sparc_fields.cgns change message
  cd "$BATS_TEST_TMPDIR" || return
  plan_of "$whole" --parts 3 >plan
  while IFS='|' read -r change message; do
    changed_plan "$change"
    run --separate-stderr -2 "$PCGNS_BIN_DIR/pcgns-repartition" --from-plan changed -o 'p_%d.cgns' "$whole"
    echo "$change: $stderr"
    [[ $stderr == *"$message"* ]]
  done <<'END'
parts.pop()|are in no piece
parts.append(parts[0])|has cells that
parts[0]["last"][1] -= 1|are in no piece
parts[0]["last"][0] = 1 << 40|is not an integer from 1 to
parts[0]["rank"] = 3|/parts/0/rank: is not an integer from 0 to 2
parts[0]["zone"] = "Nowhere"|is not a zone of the inputs
parts[0] = 7|is not an object
del parts[0]["last"]|/parts/0/last: does not have
p["partitions"] = -1|/partitions: is not an integer
d["plan"] = []|is not an object
p["parts"] = {}|/parts: is not an array
END
  echo '{' >changed
  run --separate-stderr -2 "$PCGNS_BIN_DIR/pcgns-repartition" --from-plan changed -o 'p_%d.cgns' "$whole"
  [[ $stderr == *"is not valid JSON"* ]]
  run --separate-stderr -2 "$PCGNS_BIN_DIR/pcgns-repartition" --from-plan nowhere -o 'p_%d.cgns' "$whole"
  [[ $stderr == *"cannot read the plan"* ]]
}

# graph_or METHOD: "graph" if this build has it.
graph_or() { if "$PCGNS_BIN_DIR/pcgns-repartition" --version -v | grep -q "PT-Scotch 7"; then echo graph; else echo "$1"; fi; }

@test "a map gives the same partition again, by itself and from a plan" {
  local repartition=$PCGNS_BIN_DIR/pcgns-repartition part method
  method=$(graph_or hilbert)
  cd "$BATS_TEST_TMPDIR" || return
  "$PCGNS_PYTHON" "$PCGNS_SOURCE_DIR/tests/benchmark/make_cube.py" 9 cube.cgns
  mpi 2 "$repartition" -q --parts 5 --method "$method" --map map.cgns -o 'p_%d.cgns' cube.cgns
  "$PCGNS_BIN_DIR/pcgns-verify" compare -q cube.cgns --with p_?.cgns
  mpi 3 "$repartition" -q --parts 5 --method file:map.cgns -o 'q_%d.cgns' cube.cgns
  "$repartition" -q --parts 5 --method "$method" --plan --json --map again.cgns -o x.cgns cube.cgns >plan
  cmp map.cgns again.cgns
  "$repartition" -q --from-plan plan -o 'r_%d.cgns' cube.cgns
  for part in 0 1 2 3 4; do
    cmp p_$part.cgns q_$part.cgns
    cmp p_$part.cgns r_$part.cgns
  done
  # Nothing is left beside them, and nothing is replaced unasked.
  [[ $(ls -A | wc -l) -eq 19 ]]
  run --separate-stderr -2 "$repartition" --parts 5 --plan --map map.cgns -o x.cgns cube.cgns
  [[ $stderr == *"map.cgns"*"--overwrite"* ]]
}

@test "a plan is drawn" {
  need_corpus
  cd "$BATS_TEST_TMPDIR" || return
  local file
  for file in 5blocks-struc sqnz_s.hdf; do
    plan_of "$PCGNS_CORPUS/single/$file.cgns" -O --parts 7 --plan-plot plan.svg >plan
    "$PCGNS_BIN_DIR/pcgns-repartition" -q -O --parts 7 --plan-plot plan.vtu -o x.cgns "$PCGNS_CORPUS/single/$file.cgns"
    "$PCGNS_PYTHON" -c 'import json, xml.dom.minidom
parts = len(json.load(open("plan"))["plan"]["parts"])
assert xml.dom.minidom.parse("plan.svg").getElementsByTagName("path")
piece = xml.dom.minidom.parse("plan.vtu").getElementsByTagName("Piece")[0]
assert [int(piece.getAttribute(name)) for name in ("NumberOfCells", "NumberOfPoints")] == [parts, 8 * parts]'
  done
}

@test "a plan of unstructured zones tells what each part is like" {
  need_corpus
  bats_require_minimum_version 1.5.0
  cd "$BATS_TEST_TMPDIR" || return
  local file
  for file in BC_without_parents mesh_wedge_inv; do
    file=$(compgen -G "$PCGNS_CORPUS/single/$file.cgns*")
    plan_of "$file" --parts 5 >plan
    mpi 3 "$PCGNS_BIN_DIR/pcgns-repartition" --plan --json --parts 5 -o x.cgns "$file" >again
    "$PCGNS_PYTHON" -c 'import json
plan, again = (json.load(open(name)) for name in ("plan", "again"))
parts = plan["unstructured_pieces"]
assert parts == again["unstructured_pieces"]
assert "plan" not in plan and len(parts) == plan["pieces"]
assert max(part["neighbours"] for part in parts) == plan["most_neighbours"] <= 4
assert all(part["vertices"] > 0 and part["bytes"] >= 24 * part["vertices"] for part in parts)'
  done
  run --separate-stderr -2 "$PCGNS_BIN_DIR/pcgns-repartition" --parts 5 --plan-plot x.vtu -o x.cgns "$file"
  [[ $stderr == *"--plan-plot FILE.vtu draws structured zones only"* ]]
  run --separate-stderr -2 "$PCGNS_BIN_DIR/pcgns-repartition" --parts 5 --style seacas -o x.cgns "$file"
  [[ $stderr == *"--style: SEACAS and"*"use maia or flat"* ]]
}
