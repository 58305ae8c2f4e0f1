# check.bash: the meshes that the tests of pcgns-verify check judge, made once per file of tests.
# shellcheck shell=bash disable=SC2034  # verify is for the tests

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
import valid_unstructured  # noqa: F401
import cgns
cgns.write("good.cgns", valid.build("hexa")[0])
bad = valid.build("hexa")[0]
node = bad.at("Base/Zone/Hexa/ElementConnectivity")
node.value = node.value.copy()
node.value[5] = 4711
cgns.write("bad.cgns", bad)
many = valid.build("hexa")[0]
for number in range(12):
    many.at("Base/Zone").add(f"Mine{number:02}", "Mine_t")
cgns.write("many.cgns", many)
lines = valid.build("hexa")[0]
zone = lines.at("Base/Zone")
first = 1 + int(zone.at("FarFaces/ElementRange").value[1])
valid.section(zone, "Line", 3, first, 2, [[1, 2], [2, 3]])
valid.add_bc(zone.child("ZoneBC"), "Line", "Wall", location="EdgeCenter", PointList=[[first, first + 1]])
cgns.write("lines.cgns", lines)
groups = valid.build("hexa")[0]
for name, last in ("Volume", 18), ("Corner", 1):
    valid.add_bc(groups.at("Base/Zone/ZoneBC"), name, "Wall", location="CellCenter", PointRange=[[1, last]])
cgns.write("groups.cgns", groups)
large = valid.build("blocks")[0]
grid = large.at("Base/Left/ZoneGridConnectivity")
join = grid.add("Large", "GridConnectivity_t", "Right")
join.add("GridConnectivityType", "GridConnectivityType_t", "Abutting1to1")
for name in ("PointList", "PointListDonor"):
    join.add(name, "IndexArray_t", valid.integers([[1, 1, 2**21 + 1], [1, 2, 1]]))
cgns.write("large.cgns", large)
alone = valid.build("parents_alone")[0]
zone = alone.at("Base/Zone")
valid.add_bc(zone.child("ZoneBC"), "Range", "Wall", location="CellCenter", PointRange=[[37, 44]])
valid.add_bc(zone.child("ZoneBC"), "List", "Wall", location="CellCenter", PointList=[[37, 44]])
cgns.write("implied.cgns", alone)
zone.child("ZoneBC").remove("Range", "List")
zone.remove("Two")
for name in ("Inner", "Wall", "Far"):
    parents = zone.at(name + "/ParentElements")
    parents.value = np.where(parents.value > 0, parents.value - 36, 0).astype(np.int32)
cgns.write("from_one.cgns", alone)
for name in ("Inner", "Wall", "Far"):
    numbers = zone.at(name + "/ElementRange")
    numbers.value = numbers.value + np.int32(8)
for bc in zone.child("ZoneBC").children:
    bc.child("PointRange").value = bc.child("PointRange").value + np.int32(8)
cgns.write("before.cgns", alone)
END
}
