#!/usr/bin/env bats
# pcgns-verify compare finds what differs, and nothing else.

load ../bats

setup() {
  need_python
  verify=$PCGNS_BIN_DIR/pcgns-verify
  cd "$BATS_TEST_TMPDIR" || return 1
}

comparisons() { "$PCGNS_PYTHON" "$BATS_TEST_DIRNAME/run_comparisons.py" "$@"; }

# made NAME: the two files of a pair of comparisons.py, a.cgns and b.cgns.
made() {
  PYTHONPATH=$BATS_TEST_DIRNAME "$PCGNS_PYTHON" -c '
import sys
from comparisons import COMPARISONS
from cgns import write
for name, tree in zip(("a.cgns", "b.cgns"), COMPARISONS[sys.argv[1]].trees()):
    write(name, tree)' "$1"
}

@test "two meshes differ in what was changed, whichever comes first" { comparisons; }

@test "the report is the same on any number of ranks" {
  comparisons --ranks 2 7 -- changed_value_compressed renumbered_polyhedra_and_changed
  comparisons --ranks 3 -- swapped_values points_with_data renumbered_and_rounded widened renamed_blocks_and_changed
}

@test "the text names the node, how many values differ, and where most" {
  made changed_structured
  run -1 --separate-stderr "$verify" compare a.cgns --with b.cgns
  [[ ${lines[0]} == "/Base/Left/Vertices/Density: 1 of 60 values differ, by at most "*" at vertex (2, 3, 1) ("*" and 5) ["*"], relative "* ]]
  [[ ${lines[-1]} == "different: 1 node" ]]
}

@test "exit status and silence are those of cmp, on ranks too" {
  made changed_value
  run -0 --separate-stderr "$verify" compare -q a.cgns --with a.cgns
  [[ -z $output$stderr ]]
  run -1 --separate-stderr "$verify" compare -q a.cgns --with b.cgns
  [[ -z $output$stderr ]]
  run -1 mpi 3 "$verify" compare -q a.cgns --with b.cgns
  run -2 mpi 2 "$verify" compare -q a.cgns --with nothing.cgns
  run -2 "$verify" compare -q a.cgns --with b.cgns --only 'Nowhere*'
  run -2 "$verify" compare -q a.cgns --with b.cgns --tol 'Density=rel:much'
}

@test "two files need no --with, one or three do" {
  made changed_value
  run -1 --separate-stderr "$verify" compare a.cgns b.cgns
  [[ ${lines[-1]} == "different: 1 node" ]]
  run -0 "$verify" compare -q a.cgns a.cgns
  run -2 "$verify" compare a.cgns
  [[ $output == *"two files are required, or --with FILE"*"found 1 file"* ]]
  run -2 "$verify" compare a.cgns b.cgns b.cgns
  [[ $output == *"found 3 files"* ]]
}

@test "a pattern that matches nothing is said, with the name that may be meant" {
  made changed_value
  run -1 "$verify" compare a.cgns b.cgns --ignore Densty --tol 'Base/Zone/Cells=abs:1'
  [[ $output == *"warning: --ignore 'Densty' matches no node; did you mean 'Density'?"* ]]
  [[ $output == *"warning: --tol 'Base/Zone/Cells' matches no node"* ]]
  run -2 mpi 2 "$verify" compare a.cgns b.cgns --ignore Densty --strict
  [[ $output == *"error: --strict: --ignore 'Densty' matches no node"* ]]
  run -0 "$verify" compare a.cgns b.cgns --ignore Density --strict
  [[ $output != *warning* ]]
  run -2 "$verify" compare a.cgns b.cgns --only Densty
  [[ $output == *"--only 'Densty' matches no node; did you mean 'Density'?"* ]]
  run -2 "$verify" compare a.cgns b.cgns --only Density --ignore 'Cells*'
  [[ $output == *"--only 'Density' matches /Base/Zone/Cells1/Density, but --ignore 'Cells*' leaves it out"* ]]
  run -2 "$verify" compare a.cgns b.cgns --ignore '*'
  [[ $output == *"error: nothing is compared: --ignore leaves out all that could be"* ]]
  run -2 "$verify" compare a.cgns b.cgns --ignroe Density
  [[ $output == *"unknown option '--ignroe'; did you mean '--ignore'?"* ]]
}

@test "points in another order are noticed, and how to match them is said" {
  made renumbered
  run -1 "$verify" compare a.cgns --with b.cgns
  [[ $output == *"note: /Base/Zone: its points seem to be the same in another order; --match coordinates"* ]]
}

@test "names of files are told as they are" {
  made only_region_of_other_points
  mv a.cgns 'a%B.cgns'
  run -1 --separate-stderr "$verify" compare 'a%B.cgns' b.cgns
  [[ $output == *" only in a%B.cgns ("*" only in b.cgns ("* ]]
}

@test "--max says how many differing values are shown" {
  made renumbered
  run -1 "$verify" compare --max 0 --only CoordinateX a.cgns --with b.cgns
  ((${#lines[@]} > 40))
  run -1 "$verify" compare --max 2 --only CoordinateX a.cgns --with b.cgns
  [[ $output == *"    and "*" more"* ]]
}

@test "a list beside an equal range is a node that is compared" {
  made range_as_list
  run -0 --separate-stderr "$verify" compare a.cgns b.cgns --only 'Wall/Point*'
  [[ ${lines[-1]} == "same: 1 node, 0 values" ]]
}

@test "the JSON document follows its schema" {
  made changed_value
  "$verify" compare --json a.cgns --with b.cgns >report.json || [[ $? == 1 ]]
  PYTHONPATH=$PCGNS_SOURCE_DIR/tests/partitions "$PCGNS_PYTHON" -c 'import cgns, numpy
tree = cgns.read("b.cgns")
for base in tree.labelled("CGNSBase_t"):
    for zone in base.labelled("Zone_t"):
        for node in zone.child("GridCoordinates").labelled("DataArray_t"):
            node.value = numpy.full_like(node.value, -numpy.inf if node.name == "CoordinateX" else -numpy.nan)
cgns.write("c.cgns", tree)'
  "$verify" compare --json c.cgns --with a.cgns >infinite.json || [[ $? == 1 ]]
  [[ $(<infinite.json) == *\"-inf\"* && $(<infinite.json) == *\"nan\"* ]]
  made renumbered_and_rounded
  "$verify" compare --json --match coordinates --abs 1e-9 a.cgns --with b.cgns >other.json
  "$PCGNS_PYTHON" -c 'import jsonschema' 2>/dev/null || skip "no jsonschema"
  local report
  for report in report.json infinite.json other.json; do
    "$PCGNS_PYTHON" -c '
import json, sys, jsonschema
jsonschema.validate(json.load(open(sys.argv[1])), json.load(open(sys.argv[2])))' $report \
      "$PCGNS_SOURCE_DIR/tools/schema/pcgns-verify-compare.schema.json"
  done
}

@test "real sets of files per rank are their reference" {
  need_corpus perrank
  local set folder
  for set in maia-bcds-n4 maia-cube-hexa-n2 maia-cube-tetra-n4 maia-cube-s-n4 maia-s-twoblocks-n4; do
    folder=$PCGNS_CORPUS/perrank/$set
    "$verify" compare "$folder"/part_[0-9].cgns --with "$folder/reference.cgns"
    "$verify" compare "$folder/linked/part.cgns" --with "$folder/reference.cgns" --subset
  done
  "$verify" compare --convention maia "$folder"/part_[0-9].cgns --with "$folder/reference.cgns"
  for set in cassiopee-5blocks-n{2,4}; do
    folder=$PCGNS_CORPUS/perrank/$set
    "$verify" compare "$folder"/t/t_*.cgns --with "$folder/reference.cgns"
  done
  for set in seacas-5blocks-struc-n4 seacas-self-looping-grid-n2 seacas-sparc_fields-n4 seacas-underscore-zones-n4; do
    folder=$PCGNS_CORPUS/perrank/$set
    mpi 2 "$verify" compare "$folder"/*.cgns.[0-9].[0-9] --with "$folder/reference.cgns" --ignore /Base/Information
  done
}

@test "what real sets do not contain is named" {
  need_corpus perrank
  local folder=$PCGNS_CORPUS/perrank/maia-cube-ngon-n4
  run -1 --separate-stderr "$verify" compare "$folder"/part_[0-9].cgns --with "$folder/reference.cgns"
  [[ $output == "/Base/zone/NGonElements/ParentElements: only in "*$'\n'"different: 1 node" ]]
  run -0 --separate-stderr "$verify" compare --subset "$folder/reference.cgns" --with "$folder"/part_[0-9].cgns
  [[ $output == "note: /Base/zone/NGonElements/ParentElements: only in "*$'\n'"same: "*" nodes, "*" values" ]]
  folder=$PCGNS_CORPUS/perrank/seacas-underscore-zones-n4
  run -1 "$verify" compare -q "$folder/cpup-joined-WRONG.cgns" --with "$folder/reference.cgns" --subset
}
