#!/usr/bin/env bats
# pcgns-verify info: what is in a file or a file set, on one screen.

# shellcheck disable=SC2154  # variables of bats

load ../bats

setup_file() {
  need_python
  cd "$BATS_FILE_TMPDIR" || return
  "$PCGNS_PYTHON" "$PCGNS_SOURCE_DIR/tests/cli/make_cgns.py" out_0.cgns --zones Zone0 Zone1 --steps 3 --gzip
  "$PCGNS_PYTHON" "$PCGNS_SOURCE_DIR/tests/cli/make_cgns.py" out_1.cgns --zones Zone2 --steps 3 --gzip
}

setup() { cd "$BATS_FILE_TMPDIR" || return; }

info() { run --separate-stderr "$PCGNS_BIN_DIR/pcgns-verify" info "$@"; }

# value EXPRESSION: of the document d on standard input, which is as the schema says.
value() {
  "$PCGNS_PYTHON" -c 'import json, sys
d = json.load(sys.stdin)
try:
    import jsonschema
    jsonschema.Draft202012Validator(json.load(open(sys.argv[1]))).validate(d)
except ImportError:
    pass
print(eval(sys.argv[2]))' "$PCGNS_SOURCE_DIR/tools/schema/pcgns-verify-info.schema.json" "$1"
}

@test "zones, fields, time steps and storage of a set, in at most 80 columns" {
  info out_?.cgns
  [[ $status -eq 0 ]]
  [[ $output == *"out_0.cgns (+1): 2 files"*"Zone1: structured"*"CoordinateX R8"*"time steps: 3"* ]]
  [[ $output == *chunked*deflate* ]]
  [[ $(wc -L <<<"$output") -le 80 ]]
}

@test "the report is as its schema says, on several ranks" {
  [[ $(mpi 2 "$PCGNS_BIN_DIR/pcgns-verify" info --json out_?.cgns 2>messages |
    value 'd["files"], [z["name"] for z in d["bases"][0]["zones"]], d["bases"][0]["time_steps"]["count"]') == \
    "(2, ['Zone0', 'Zone1', 'Zone2'], 3)" ]]
}

@test "lists are shortened to --max" {
  info --max 1 out_?.cgns
  [[ $output == *"and 2 zones more"* && $output != *Zone1:* ]]
}

@test "solutions with the same fields are one line, unless all are wanted" {
  info out_?.cgns
  [[ $(grep -c Pressure <<<"$output") -eq 2 && $output == *" and 2 like it (CellCenter): Pressure"* ]]
  info --max 0 out_?.cgns
  [[ $(grep -c Pressure <<<"$output") -eq 6 && $output != *"like it"* ]]
}

@test "particles are not counted as vertices" {
  PYTHONPATH=$PCGNS_SOURCE_DIR/tests/partitions "$PCGNS_PYTHON" -c 'import numpy, cgns
tree = cgns.read("out_1.cgns")
tree.child("Base").add("Drops", "ParticleZone_t", numpy.array([7], numpy.int32))
cgns.write("drops.cgns", tree)'
  info out_1.cgns
  sums=$(grep -E '^  1 zone: ' <<<"$output")
  info drops.cgns
  [[ $output == *"$sums; 1 particle zone: 7 particles"* ]]
}

@test "a time that is not a number is shown, and absent from the JSON document" {
  PYTHONPATH=$PCGNS_SOURCE_DIR/tests/partitions "$PCGNS_PYTHON" -c 'import numpy, cgns
tree = cgns.read("out_1.cgns")
tree.at("Base/BaseIterativeData/TimeValues").value = numpy.array([numpy.nan, 1, 2])
cgns.write("nan.cgns", tree)'
  info nan.cgns
  [[ $output == *"time steps: 3, time nan to 2"* ]]
  info --json nan.cgns
  [[ $(value 'd["bases"][0]["time_steps"]' <<<"$output") == "{'count': 3, 'last': 2.0}" ]]
}

@test "pieces are counted as one zone, and the convention is named" {
  local set=$PCGNS_CORPUS/perrank/maia-cube-tetra-n4
  need_corpus perrank
  info "$set"/part_?.cgns
  [[ $output == *"4 pieces of 1 zone, recognised by Maia"*"sum of 4 pieces in 4 files"* ]]
  info --json "$set"/part_?.cgns
  [[ $(value 'd["partition"]["zones"][0]["convention"]' <<<"$output") == maia ]]
  # A rank is missing: told, and the rest is shown.
  info "$set"/part_[012].cgns
  [[ $status -eq 0 && $output == *"not recognised:"*"base Base"* ]]
}

@test "ghost cells are counted beside the cells" {
  "$PCGNS_PYTHON" "$PCGNS_SOURCE_DIR/tests/benchmark/make_cube.py" 4 cube.cgns
  info cube.cgns
  [[ $output == *"64 cells"* && $output != *ghost* ]]
  "$PCGNS_BIN_DIR/pcgns-repartition" -q --parts 2 --ghosts 1 -o 'part_%d.cgns' cube.cgns
  info part_0.cgns
  [[ $output == *"75 vertices, 32 cells and 16 ghost cells"*"48 HEXA_8"* ]]
  info --json part_0.cgns part_1.cgns
  [[ $(value 'd["bases"][0]["zones"][0]["ghost_cells"]' <<<"$output") == 32 ]]
}

@test "--tree shows every node with its value" {
  info --tree out_1.cgns
  [[ $output == *"  CGNSLibraryVersion  CGNSLibraryVersion_t  R4[1]"*"ZoneType  ZoneType_t  C1[10]  \"Structured\""* ]]
}

@test "one file of a set is enough" {
  cp out_0.cgns out.cgns.4.2
  info out.cgns.4.2
  [[ $status -eq 0 && $output == *"Zone1: structured"* ]]
}

@test "a file that cannot be read is an error" {
  echo no HDF5 >wrong.cgns
  info wrong.cgns
  [[ $status -eq 2 && -z $output && $stderr == *wrong.cgns* ]]
  info --max -1 out_0.cgns
  [[ $status -eq 2 && $stderr == *--max* ]]
}
