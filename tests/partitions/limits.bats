#!/usr/bin/env bats
# What pcgns-repartition can only just take, and what it refuses by name or says that it loses.

load judge

@test "weights, targets and maps that make no sense are refused" {
  bats_require_minimum_version 1.5.0
  local repartition=$PCGNS_BIN_DIR/pcgns-repartition words message
  cd "$BATS_TEST_TMPDIR" || return
  "$PCGNS_PYTHON" - <<END
import sys
sys.path[:0] = ["$PCGNS_SOURCE_DIR/tests/partitions", "$PCGNS_SOURCE_DIR/tests/benchmark"]
import cgns, make_cube, numpy as np
tree = make_cube.cube(3)
data = tree.child("Base").children[0].add("Data", "UserDefinedData_t")
bad = np.ones(27)
for name, value in (("negative", -1), ("endless", np.inf), ("nan", np.nan)):
    bad[20] = value
    data.add(name, "DataArray_t", bad.copy())
data.add("zero", "DataArray_t", np.zeros(27))
data.add("short", "DataArray_t", np.ones(26))
data.add("text", "DataArray_t", "twenty-seven characters....")
def solution(name, value):
    made = tree.child("Base").children[0].add(name, "FlowSolution_t")
    made.add("GridLocation", "GridLocation_t", "CellCenter")
    made.add("Work", "DataArray_t", np.full(27, value))
    return made
solution("Step1", 1.0)
solution("Step2", -1.0)
cgns.write("cube.cgns", tree)
zone = tree.child("Base").children[0]
for name in "Step1", "Step2":
    zone.remove(name)
solution("Step3", 1.0).add("Rind", "Rind_t", np.array([0, 1], np.int32))
zone.at("Step3/Work").value = np.ones(28)
cgns.write("ghosts.cgns", tree)
zone.add("Listed", "UserDefinedData_t").add("PointList", "IndexArray_t", np.arange(27, 0, -1, dtype=np.int32)[:, None])
zone.add("Vertices", "UserDefinedData_t").add("GridLocation", "GridLocation_t", "Vertex")
for name in "Listed", "Vertices":
    zone.child(name).add("of" + name, "DataArray_t", np.ones(27))
cgns.write("points.cgns", tree)
END
  "$PCGNS_PYTHON" "$PCGNS_SOURCE_DIR/tests/cli/make_cgns.py" structured.cgns
  "$PCGNS_PYTHON" "$PCGNS_SOURCE_DIR/tests/benchmark/make_cube.py" 4 other.cgns
  "$repartition" -q --parts 4 --plan --map other_map.cgns -o x.cgns other.cgns
  "$repartition" -q --parts 4 --plan --map map.cgns -o x.cgns cube.cgns
  "$repartition" -q --parts 2 --plan --json -o x.cgns cube.cgns >plan
  echo '{"partitions": 2, "parts": []}' >bare
  echo "1, fast" >speeds
  echo 1,2 >two
  while IFS='|' read -r words message; do
    # shellcheck disable=SC2086  # several words
    run --separate-stderr -2 mpi 2 "$repartition" -o 'p_%d.cgns' $words </dev/null
    echo "$words: $stderr"
    [[ $stderr == *"$message"* ]]
  done <<'END'
--parts 2 --weights Data/negative cube.cgns|/Base/Zone/Data/negative: has weights that are negative or not finite
--parts 2 --weights endless cube.cgns|/Base/Zone/Data/endless: has weights that are negative or not finite
--parts 2 --weights nan cube.cgns|/Base/Zone/Data/nan: has weights that are negative or not finite
--parts 2 --weights Work cube.cgns|/Base/Zone/Step2/Work: has weights that are negative or not finite
--parts 2 --weights Work ghosts.cgns|/Base/Zone/Step3: has a Rind_t: name a field without values of ghost cells
--parts 2 --weights ofListed points.cgns|/Base/Zone: has no array ofListed with one value per cell
--parts 2 --weights ofVertices points.cgns|/Base/Zone: has no array ofVertices with one value per cell
--parts 2 --weights zero cube.cgns|zero: all weights are zero
--parts 2 --weights short cube.cgns|/Base/Zone: has no array short with one value per cell
--parts 2 --weights text cube.cgns|/Base/Zone/Data/text: is C1, not integers or reals
--parts 2 --weights none cube.cgns|/Base/Zone: has no array none with one value per cell
--parts 2 --weights Nothing structured.cgns|/Base/Zone1: has no array Nothing with one value per cell
--parts 2 --weights zero --method file:map.cgns cube.cgns|--weights: has no effect
--parts 2 --targets 1,2,3 cube.cgns|--targets: 3 numbers for 2 parts
--parts 2 --targets 1,0 cube.cgns|--targets: '0' is not a positive number
--parts 2 --targets 1,inf cube.cgns|--targets: 'inf' is not a positive number
--parts 2 --targets 1,2x cube.cgns|--targets: '2x' is not a positive number
--parts 2 --targets @nowhere cube.cgns|cannot read the targets
--parts 2 --targets @speeds cube.cgns|--targets @speeds: 'fast' is not a positive number
--parts 3 --targets @two cube.cgns|--targets @two: 2 numbers for 3 parts
--parts 2 --targets 1,2 --method keep cube.cgns|--targets: has no effect
--parts 2 --map map cube.cgns|--map: 'map' does not end in .cgns
--parts 2 --map p_1.cgns cube.cgns|p_1.cgns: two outputs have this name
--parts 2 --map m.cgns structured.cgns|--map: there are no unstructured zones
--parts 2 --method file:map.cgns cube.cgns|error: map.cgns:/Base/Zone/Partition/Rank: has values that are not ranks from 0 to 1
--parts 4 --method file:other_map.cgns cube.cgns|error: other_map.cgns:/Base/Zone: has no array Rank with one value per cell
--parts 4 --method file:nowhere.cgns structured.cgns|nowhere.cgns: there is no such file
--parts 4 --method file:nowhere.cgns --plan structured.cgns|nowhere.cgns: there is no such file
--parts 4 --method file:structured.cgns cube.cgns|error: structured.cgns:/Base/Zone: the map has no such zone
--parts 4 --method file:nowhere.cgns cube.cgns|nowhere.cgns
--parts 2 --method gaph cube.cgns|'gaph' is not one of rcb, hilbert, graph
--from-plan plan --method block cube.cgns|--method: has no effect with --from-plan
--from-plan plan cube.cgns|plan: has no map of the cells of /Base/Zone: create plan and map
--from-plan other.cgns cube.cgns|other.cgns:1: is not valid JSON
--from-plan bare cube.cgns|bare: has no map of the cells of /Base/Zone: create plan and map with --plan --json --map
END
  run ls p_*
  [[ $status -ne 0 ]]
}

@test "parts without cells are named, unless the user asked for them" {
  bats_require_minimum_version 1.5.0
  local repartition=$PCGNS_BIN_DIR/pcgns-repartition
  cd "$BATS_TEST_TMPDIR" || return
  "$PCGNS_PYTHON" "$PCGNS_SOURCE_DIR/tests/cli/make_cgns.py" two.cgns --zones Zone1 Zone2 --size 9x7x5
  run --separate-stderr -0 "$repartition" --parts 3 --no-split i --no-split j --no-split k --plan two.cgns
  [[ $stderr == *"warning: 1 of 3 parts gets no cells: "* ]]
  run --separate-stderr -0 "$repartition" --parts 3 --targets 1,1e-9,1e-9 --plan two.cgns
  [[ $stderr == *"warning: 2 of 3 parts get no cells: "* ]]
  [[ $stderr == *"ask for fewer --parts, or relax --weights, --targets, --min-cells, --no-split or --multigrid"* ]]
  run --separate-stderr -0 "$repartition" --parts 3 --method keep --plan two.cgns
  [[ $stderr != *"no cells"* ]]
  run --separate-stderr -0 "$repartition" --parts 3 --plan two.cgns
  [[ $stderr != *"no cells"* ]]
}

# seam TRANSFORM RANGE DONOR: two blocks whose interface has these.
seam() {
  "$PCGNS_PYTHON" - "$@" <<END
import sys
sys.path[:0] = ["$PCGNS_SOURCE_DIR/tests/partitions"]
import cgns, damage, numpy as np
tree = damage.mesh()
join = tree.child("Base").child("Wing").child("ZoneGridConnectivity").child("Seam")
for name, text in zip(("Transform", "PointRange", "PointRangeDonor"), sys.argv[1:]):
    values = np.array([int(one) for one in text.split(",")], np.int64)
    join.child(name).value = values.reshape(-1, 3) if values.size > 3 else values
cgns.write("blocks.cgns", tree)
END
}

@test "weights are numbers of any type" {
  local repartition=$PCGNS_BIN_DIR/pcgns-repartition type
  cd "$BATS_TEST_TMPDIR" || return
  "$PCGNS_PYTHON" - <<END
import sys
sys.path[:0] = ["$PCGNS_SOURCE_DIR/tests/partitions", "$PCGNS_SOURCE_DIR/tests/benchmark"]
import cgns, make_cube, numpy as np
tree = make_cube.cube(3)
data = tree.child("Base").children[0].add("Data", "UserDefinedData_t")
for name in "f8", "f4", "i4", "i8", "u1", "u4", "u8":
    data.add(name, "DataArray_t", (np.arange(27) > 20).astype(name))
cgns.write("cube.cgns", tree)
END
  for type in f8 f4 i4 i8 u1 u4 u8; do
    "$repartition" -q --parts 2 --plan --json --weights "$type" -o x.cgns cube.cgns >plan.json
    "$PCGNS_PYTHON" -c 'import json; print(json.load(open("plan.json"))["most_cells"])' >cells
    [[ $type != f8 ]] || cp cells of_reals
    diff of_reals cells
    "$repartition" -q --parts 2 --plan --json --method "file:$type" -o x.cgns cube.cgns >plan.json
    "$PCGNS_PYTHON" -c 'import json; assert json.load(open("plan.json"))["most_cells"] == 21'
  done
  [[ $(<of_reals) -gt 14 ]]
}

@test "values at FaceCenter of planar zones are those of cells for weights and ranks, too" {
  local repartition=$PCGNS_BIN_DIR/pcgns-repartition
  cd "$BATS_TEST_TMPDIR" || return
  PYTHONPATH=$PCGNS_SOURCE_DIR/tests/partitions "$PCGNS_PYTHON" - <<END
import cgns, numpy as np, structured_corners, unstructured_corners
tree = unstructured_corners.faces_of_a_plane()
tree.at("Base/Zone/Solution").add("Home", "DataArray_t", (np.arange(18) // 6).astype(np.int32))
cgns.write("plane.cgns", tree)
cgns.write("blocks.cgns", structured_corners.fields_at_faces())
END
  mpi 2 "$repartition" -q --parts 2 --plan --weights Pressure -o x.cgns plane.cgns
  mpi 2 "$repartition" -q --parts 2 --plan --weights Values -o x.cgns blocks.cgns
  mpi 2 "$repartition" -q --parts 3 --plan --json --method file:Home -o x.cgns plane.cgns >plan.json
  "$PCGNS_PYTHON" -c 'import json; assert json.load(open("plan.json"))["most_cells"] == 6'
}

@test "interfaces that do not fit their zones are refused by name" {
  bats_require_minimum_version 1.5.0
  local transform range donor expected where=/Base/Wing/ZoneGridConnectivity/Seam
  cd "$BATS_TEST_TMPDIR" || return
  while IFS='|' read -r transform range donor expected; do
    seam "$transform" "$range" "$donor"
    run --separate-stderr -2 mpi 2 "$PCGNS_BIN_DIR/pcgns-repartition" --parts 3 -o 'p_%d.cgns' blocks.cgns
    echo "$transform $range $donor: $stderr"
    [[ $stderr == *"blocks.cgns:$where$expected"* ]]
  done <<'END'
1,1,3|7,1,1,7,6,5|1,1,1,1,6,5|: has the Transform [1, 1, 3], which does not name each direction once
2,2,2|7,1,1,7,6,5|1,1,1,1,6,5|: has the Transform [2, 2, 2], which does not name each direction once
1,2,0|7,1,1,7,6,5|1,1,1,1,6,5|: has the Transform [1, 2, 0], which does not name each direction once
1,2,4|7,1,1,7,6,5|1,1,1,1,6,5|: has the Transform [1, 2, 4], which does not name each direction once
1,2,-9223372036854775808|7,1,1,7,6,5|1,1,1,1,6,5|: has the Transform [1, 2, -9223372036854775808], which does not name each direction once
1,2,3|7,1,1,7,7,5|1,1,1,1,6,5|/PointRange: has points outside its zone: expected 1 to 6 in direction 2, found 1 to 7
1,2,3|7,1,0,7,6,5|1,1,1,1,6,5|/PointRange: has points outside its zone: expected 1 to 5 in direction 3, found 0 to 5
1,2,3|7,1,1,7,6,5|1,1,1,1,7,5|/PointRangeDonor: has points outside its zone: expected 1 to 6 in direction 2, found 1 to 7
1,2,3|7,1,1,7,6,5|1,1,1,1,4,5|/PointRangeDonor: does not fit PointRange and Transform: expected 6 points in direction 2, found 4
1,3,2|7,1,1,7,6,5|1,1,1,1,6,5|/PointRangeDonor: does not fit PointRange and Transform: expected 6 points in direction 3, found 5
END
}

@test "an interface whose donor range runs against Transform is kept for pcgns-merge alone" {
  bats_require_minimum_version 1.5.0
  cd "$BATS_TEST_TMPDIR" || return
  seam 1,-2,3 7,1,1,7,6,5 1,1,1,1,6,5
  run --separate-stderr -0 mpi 2 "$PCGNS_BIN_DIR/pcgns-repartition" --parts 4 -o 'p_%d.cgns' blocks.cgns
  [[ $stderr == *"/Base/Wing/ZoneGridConnectivity/Seam: has a PointRangeDonor that runs against Transform: it is kept only for pcgns-merge"* ]]
  mpi 2 "$PCGNS_BIN_DIR/pcgns-verify" compare blocks.cgns --with 'p_%d.cgns'
  for dry in "" --dry-run; do
    # shellcheck disable=SC2086
    run --separate-stderr -2 mpi 2 "$PCGNS_BIN_DIR/pcgns-repartition" --strict $dry --parts 4 -o 'q_%d.cgns' blocks.cgns
    [[ $stderr == *"--strict: /Base/Wing/ZoneGridConnectivity/Seam: has a PointRangeDonor"* ]]
  done
  run --separate-stderr -0 "$PCGNS_BIN_DIR/pcgns-repartition" --json --dry-run --parts 4 -o 'q_%d.cgns' blocks.cgns
  [[ $output == *'"kind": "loss"'*"/Base/Wing/ZoneGridConnectivity/Seam: has a PointRangeDonor"* ]]
}

# extra SHAPES [LABELS]: mesh.cgns with a node of each label at the 18 cells of an unstructured zone, and in each an array of
# each shape, as HDF5 has it.
extra() {
  "$PCGNS_PYTHON" - "$1" "${2:-UserDefinedData_t}" <<END
import sys
sys.path[:0] = ["$PCGNS_SOURCE_DIR/tests/verify", "$PCGNS_SOURCE_DIR/tests/partitions"]
import cgns, mutate, valid, numpy as np
tree = valid.build("hexa")
tree = tree[0] if isinstance(tree, list) else tree
for name, label in zip(("Mine", "Yours"), sys.argv[2].split()):
    node = tree.child("Base").child("Zone").add(name, label)
    node.add("GridLocation", "GridLocation_t", "CellCenter")
    for number, text in enumerate(sys.argv[1].split()):
        shape = [int(extent) for extent in text.split("x")]
        values = np.arange(np.prod(shape), dtype=float).reshape(shape)
        node.add(f"Values{number or ''}", "DataArray_t", values)
cgns.write("mesh.cgns", tree)
END
}

@test "arrays with several values for each cell come back as they were" {
  local ghosts
  cd "$BATS_TEST_TMPDIR" || return
  # Parts keep ghosts in DiscreteData_t.
  extra "18 18x1 1x18 18x2 2x18 18x6 18x18 18x3x4 18x5000" "UserDefinedData_t DiscreteData_t"
  for ghosts in 0 1; do
    mpi 2 "$PCGNS_BIN_DIR/pcgns-repartition" -O -q --parts 3 --ghosts "$ghosts" -o 'p_%d.cgns' mesh.cgns
    mpi 3 "$PCGNS_BIN_DIR/pcgns-verify" compare -q mesh.cgns --with 'p_%d.cgns'
  done
}

@test "arrays that do not fit the cells are refused by name, also where parts could not tell columns from rows" {
  bats_require_minimum_version 1.5.0
  local shape label expected
  cd "$BATS_TEST_TMPDIR" || return
  for shape in 36 17 9x2 6x18; do
    label=UserDefinedData_t
    [[ $shape != 17 ]] || label=DiscreteData_t # user data may have anything beside
    extra "$shape" "$label"
    expected="does not have the same number of values for each of 18 points"
    [[ $shape != 6x18 ]] || expected="has 18 x 6 values, of which every part would have 6 x 6"
    run --separate-stderr -2 mpi 2 "$PCGNS_BIN_DIR/pcgns-repartition" --parts 3 -o 'p_%d.cgns' mesh.cgns
    echo "$shape: $stderr"
    [[ $stderr == *"mesh.cgns:/Base/Zone/Mine/Values: $expected"* ]]
  done
}

@test "a part of an older set with more parts is told" {
  bats_require_minimum_version 1.5.0
  cd "$BATS_TEST_TMPDIR" || return
  extra 18
  mpi 2 "$PCGNS_BIN_DIR/pcgns-repartition" -q --parts 3 -o 'p_%d.cgns' mesh.cgns
  run --separate-stderr -0 mpi 2 "$PCGNS_BIN_DIR/pcgns-repartition" -O --parts 2 -o 'p_%d.cgns' mesh.cgns
  [[ $stderr == *"warning: p_2.cgns is of another set than these 2 parts: remove it, or p_%d.cgns will name both"* ]]
  rm p_2.cgns
  run --separate-stderr -0 mpi 2 "$PCGNS_BIN_DIR/pcgns-repartition" -O --parts 2 -o 'p_%d.cgns' mesh.cgns
  [[ $stderr != *warning* ]]
}

@test "damaged unstructured meshes are refused by name" {
  judged uncut.py --seed "${PCGNS_SEED:-1}"
}
