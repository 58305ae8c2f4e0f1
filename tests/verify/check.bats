#!/usr/bin/env bats
# pcgns-verify check as a program: exit codes on any number of ranks, choices, the real files of the corpus.

# shellcheck disable=SC2154  # stderr is of bats, verify of check.bash
load check

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

@test "a condition at edges of a zone of three dimensions names edges" {
  run -0 "$verify" check lines.cgns
  [[ $output == *"warning B0108"* && $output != *B0107* ]]
}

@test "a condition at cells may name elements of any dimension, as those of Gmsh do" {
  run -0 "$verify" check groups.cgns
  [[ $output == *"warning B0108"* && $output != *B0107* ]]
}

@test "a condition at cells may name those that only ParentElements defines" {
  run -0 "$verify" check implied.cgns
  [[ $output == *B0108* && $output != *B0104* && $output != *T0603* ]]
}

@test "a filter that this HDF5 lacks is no error where the chunks skip it, and one where any does not" {
  "$PCGNS_PYTHON" - <<'END'
import shutil
import h5py
path = "Base/Zone/GridCoordinates/CoordinateX"
for name, masks in ("skipped", (1, 1, 1)), ("used", (1, 0, 1)):
    shutil.copy("good.cgns", name + ".cgns")
    with h5py.File(name + ".cgns", "r+") as file:
        node = file[path]
        values = node[" data"][()]
        assert values.shape == (48,)
        del node[" data"]
        creation = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
        creation.set_chunk((16,))
        creation.set_filter(32123, h5py.h5z.FLAG_OPTIONAL, (1,))
        data = h5py.h5d.create(node.id, b" data", h5py.h5t.IEEE_F64LE, h5py.h5s.create_simple((48,)), creation)
        for chunk, mask in enumerate(masks):
            data.write_direct_chunk((16 * chunk,), values[16 * chunk:16 * (chunk + 1)].tobytes(), mask)
END
  run -0 "$verify" check skipped.cgns
  [[ $output != *F041* ]]
  [[ $("$verify" digest skipped.cgns 2>/dev/null | cut -d' ' -f1) == $("$verify" digest good.cgns 2>/dev/null | cut -d' ' -f1) ]]
  mpi 2 "$verify" compare -q skipped.cgns good.cgns
  mpi 2 "$PCGNS_BIN_DIR/pcgns-merge" -q --check full -O -o merged.cgns skipped.cgns
  "$verify" compare -q merged.cgns good.cgns
  run -1 "$verify" check used.cgns
  [[ $output == *"error F0413"*"chunk 2: it is compressed with filter 32123, which HDF5 cannot find"* ]]
  run -2 mpi 2 "$PCGNS_BIN_DIR/pcgns-merge" -q -O -o nothing.cgns used.cgns
  [[ $output == *"used.cgns:/Base/Zone/GridCoordinates/CoordinateX: "*"filter 32123"* && ! -e nothing.cgns ]]
}

@test "points with large indices are told apart" {
  run -1 "$verify" check --layer joins large.cgns
  [[ $output == *J0302* && $output != *J0305* ]]
}

@test "parents counted from 1 are one warning, however many sections of polygons have them" {
  local ranks
  for ranks in 1 3; do
    run -0 mpi "$ranks" "$verify" check from_one.cgns
    [[ $output == *"M0212: "*"(3 nodes)"* && $output == *"valid, 3 warnings"* ]]
    [[ $output != *M0205* && $output != *M0504* && $output != *M0208* ]]
    # Below the first polygon, there is room for the numbers of the cells.
    run -0 mpi "$ranks" "$verify" check before.cgns
    [[ $output != *M0205* && $output != *M0212* && $output != *M0504* ]]
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

@test "with --each files are judged one by one, and one that is not there does not stop the others" {
  run -1 --separate-stderr "$verify" check --each bad.cgns good.cgns
  [[ ${lines[-1]} == "2 files: 1 valid, 1 not valid, 1 error"* && $output == *"good.cgns: valid"* ]]
  run -2 --separate-stderr "$verify" check --each nowhere.cgns bad.cgns good.cgns
  [[ ${lines[-1]} == "3 files: 1 valid, 1 not valid, 1 not checked, 1 error"* ]]
  local ranks
  for ranks in 1 3; do
    run -2 mpi "$ranks" "$verify" check -q --each nowhere.cgns good.cgns
    run -1 mpi "$ranks" "$verify" check -q --each good.cgns bad.cgns
    run -0 mpi "$ranks" "$verify" check -q --each good.cgns
  done
  cp good.cgns good.cgns.4.2 # The other three do not count.
  run -0 "$verify" check -q --each good.cgns.4.2
  run -2 "$verify" check -q good.cgns.4.2
  "$verify" check --each --json nowhere.cgns bad.cgns good.cgns >report || true
  "$PCGNS_PYTHON" - <<'END'
import json
report = json.load(open("report"))
assert report["status"] == "failed" and report["files"] == 3 and report["errors"] == 1, report
assert [(mesh["name"], mesh["status"]) for mesh in report["meshes"]] == [
    ("bad.cgns", "invalid"), ("good.cgns", "valid"), ("nowhere.cgns", "failed")], report["meshes"]
assert {found["file"] for found in report["findings"]} == {"bad.cgns"}
END
  "$verify" check --each --format junit nowhere.cgns bad.cgns good.cgns >report || true
  "$PCGNS_PYTHON" - <<'END'
import xml.etree.ElementTree as xml
suites = xml.parse("report").getroot()
assert [(suite.get("failures"), suite.get("errors")) for suite in suites] == [("1", "0"), ("0", "0"), ("0", "1")]
END
}

@test "severities and rules can be chosen" {
  run -0 "$verify" check --layer values bad.cgns
  run -1 "$verify" check --fail-on note --layer mesh bad.cgns
  run -2 "$verify" check --enable X0000 good.cgns
  run -0 "$verify" check --explain T0101
  [[ $output == T0101* ]]
  run -0 "$verify" check --rules
  [[ ${#lines[@]} -gt 250 ]]
  local rules=$output
  run -0 "$verify" check --list-rules
  [[ $output == "$rules" ]]
}

@test "a rule of a layer that is not chosen is checked if it is enabled" {
  local layer
  for layer in file tree interfaces boundary values set; do
    run -1 "$verify" check --layer "$layer" --enable M0101 bad.cgns
    [[ $output == *"error M0101: "* ]]
  done
  run -1 "$verify" check --layer tree --enable B0102 --fail-on warning bad.cgns
  [[ $output == *"warning B0102: "* && $output != *M0101* ]]
  run -2 "$verify" check --layer mesh --enable F0101 "$PCGNS_SOURCE_DIR/README.md"
  head -c 6000 good.cgns >short.cgns
  run -2 "$verify" check --layer mesh --enable F0008 short.cgns
  [[ $output == *"short.cgns cannot be read: the end of the file is missing: 6000 bytes, expected "* ]]
  local set=$PWD/two
  mkdir "$set"
  "$PCGNS_PYTHON" "$PCGNS_SOURCE_DIR/tests/cli/make_cgns.py" "$set/a_0.cgns" --zones Zone1 --steps 2
  "$PCGNS_PYTHON" "$PCGNS_SOURCE_DIR/tests/cli/make_cgns.py" "$set/a_1.cgns" --zones Zone2 --steps 3
  run -1 "$verify" check --layer mesh --enable S0301 --fail-on note "$set"/a_?.cgns
  [[ $output == *" S0301: "* ]]
}

# blocks_with CHANGE FILE: the blocks with a change that the tests of rules make.
blocks_with() {
  PYTHONPATH=$PCGNS_SOURCE_DIR/tests/verify "$PCGNS_PYTHON" - "$@" <<'END'
import sys
import mutate, mutations_boundary_structured, mutations_joins, valid, cgns
trees = valid.build("blocks")
next(change for change in mutate.MUTATIONS if change.name == sys.argv[1]).change(trees[0])
cgns.write(sys.argv[2], trees[0])
END
}

@test "faces without area are found where only boundaries are checked" {
  blocks_with side_is_a_line flat.cgns
  run -1 "$verify" check --layer boundary --severity note --fail-on note flat.cgns
  [[ $output == *"B0209"* ]]
}

@test "--allow-missing accepts that donors of interfaces are missing" {
  blocks_with donor_may_be_missing lone.cgns
  run -1 "$verify" check lone.cgns
  [[ $output == *"error J0101: "* ]]
  run -0 "$verify" check --severity note --allow-missing lone.cgns
  [[ $output == *"note J0102: "* && $output != *T0801* ]]
  "$PCGNS_PYTHON" "$PCGNS_SOURCE_DIR/tests/cli/make_cgns.py" b_0.cgns --zones Zone1 --after Zone2
  "$PCGNS_PYTHON" "$PCGNS_SOURCE_DIR/tests/cli/make_cgns.py" b_2.cgns --zones Zone3 --before Zone2
  run -0 "$verify" check --allow-missing b_?.cgns
  run -1 "$verify" check --each b_?.cgns
}

@test "numbers of points and cells count ghosts, and cells that only ParentElements define" {
  PYTHONPATH=$PCGNS_SOURCE_DIR/tests/verify "$PCGNS_PYTHON" - <<'END'
import numpy as np
import valid, valid_unstructured, cgns
from valid import integers

def put(zone, name, location, *, points, kind="FlowSolution_t"):
    made = zone.add(name, kind, integers([3]) if kind == "ZoneSubRegion_t" else None)
    made.add("GridLocation", "GridLocation_t", location)
    label = "PointRange" if kind == "ZoneSubRegion_t" else "PointList"
    made.add(label, "IndexRange_t" if label == "PointRange" else "IndexArray_t", integers([[n] for n in points]))
    made.add("Mark", "DataArray_t", np.ones(len(points)))

# A polyhedron beside hexahedra, behind the polygons.
tree = valid.build("kinds_of_cells")[0]
zone = tree.at("Base/Zone")
zone.remove("Cells")
zone.at("Outer/ElementRange").value = integers([3, 11])
zone.at("Faces/ElementRange").value = integers([12, 17])
parents = zone.at("Faces/ParentElements")
parents.value = np.where(parents.value == 9, 18, parents.value).astype(np.int32)
zone.at("ZoneBC/Wall/PointRange").value = valid.box([[3, 11]])
zone.at("ZoneBC/Far/PointList").value = (zone.at("ZoneBC/Far/PointList").value + 9).astype(np.int32)
put(zone, "Some", "CellCenter", points=[1, 18])
put(zone, "Part", "CellCenter", points=[17, 18], kind="ZoneSubRegion_t")
cgns.write("beside.cgns", tree)
zone.at("Some/PointList").value = integers([[1], [19]])
cgns.write("beyond.cgns", tree)
# Polyhedra behind bars that follow the polygons.
tree = valid.build("parents_alone")[0]
zone = tree.at("Base/Zone")
valid.section(zone, "Bars", 3, 37, 2, [[1, 2], [2, 3]])
for name in ("Inner", "Wall", "Far"):
    parents = zone.at(name + "/ParentElements")
    parents.value = np.where(parents.value > 0, parents.value + 2, 0).astype(np.int32)
zone.at("Two/PointRange").value = integers([[39], [40]])
cgns.write("behind.cgns", tree)
# Vertices of ghosts follow those of VertexSize, wherever their coordinates are.
tree = valid.build("hexa")[0]
zone = tree.at("Base/Zone")
zone.value = integers([[46], [18], [0]])
zone.child("GridCoordinates").add("Rind", "Rind_t", integers([2, 0]))
put(zone, "Some", "Vertex", points=[1, 48])
put(zone, "Part", "Vertex", points=[47, 48], kind="ZoneSubRegion_t")
zone.remove("ZoneIterativeData", "Cells1", "Cells2")
tree.at("Base").remove("BaseIterativeData")
cgns.write("ghosts.cgns", tree)
zone.at("Some/PointList").value = integers([[0], [48]])
cgns.write("before.cgns", tree)
# An end of a line by its element.
tree = valid.build("line")[0]
low = tree.at("Base/Zone/ZoneBC/Low")
low.child("PointList").name = "ElementList"
low.add("GridLocation", "GridLocation_t", "Vertex")
cgns.write("end.cgns", tree)
END
  local file
  for file in beside behind ghosts end; do
    run -0 "$verify" check --severity warning --fail-on warning "$file.cgns"
  done
  for file in beyond before; do
    run -1 "$verify" check "$file.cgns"
    [[ $output == *"error M0701: "* ]]
  done
}

@test "the findings in real files are those that a careful reading gives" {
  need_corpus
  "$PCGNS_PYTHON" "$BATS_TEST_DIRNAME/check_corpus.py"
}
