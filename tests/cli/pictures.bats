#!/usr/bin/env bats
# What a partition looks like: plan files, figures, ghosts as VTK shows them; weights of structured zones.

# shellcheck disable=SC2154,SC2164

load ../bats

setup() {
  need_python
  cd "$BATS_TEST_TMPDIR" || return
  repartition=$PCGNS_BIN_DIR/pcgns-repartition
}

# body KIND: the mesh of the pictures, as KIND.cgns.
body() { "$PCGNS_PYTHON" "$PCGNS_SOURCE_DIR/docs/pictures/meshes.py" "$1" "$1.cgns"; }

# python SCRIPT: with the modules of the partitions at hand.
python() { PYTHONPATH=$PCGNS_SOURCE_DIR/tests/partitions "$PCGNS_PYTHON" -c "$1"; }

# shown FILE...: per zone what VTK makes of it: cells, points, and the range of the field Part if there is one.
shown() {
  PYTHONPATH=$PCGNS_SOURCE_DIR/docs/pictures "$PCGNS_VTK_PYTHON" - "$@" <<'PYTHON'
import sys
from render import read

for path in sys.argv[1:]:
    for grid in read(path):
        part = grid.GetCellData().GetArray("Part")
        ends = " ".join(str(int(end)) for end in part.GetRange()) if part else "-"
        print(grid.GetNumberOfCells(), grid.GetNumberOfPoints(), ends)
PYTHON
}

@test "a plan file has the mesh and the part of each cell, and VTK reads it" {
  local kind
  for kind in structured unstructured; do
    body "$kind"
    mpi 3 "$repartition" -q --parts 7 --plan-file plan.cgns -O -o x.cgns "$kind.cgns"
    "$repartition" -q --parts 7 --plan-file alone.cgns -o x.cgns "$kind.cgns"
    cmp plan.cgns alone.cgns
    "$repartition" -q --parts 7 -O -o 'part_%d.cgns' "$kind.cgns"
    python 'import cgns, numpy
part = cgns.read("plan.cgns").at("Base/Body/Partition/Part").value.ravel()
for rank in range(7):
    zone = cgns.read(f"part_{rank}.cgns").child("Base").labelled("Zone_t")[0]
    assert numpy.sum(part == rank) == numpy.prod(zone.value[1]), rank'
    [[ -z $(find . -name '.plan*' -o -name '.alone*') ]]
    rm alone.cgns
    if "$PCGNS_VTK_PYTHON" -c 'import vtkmodules.vtkIOCGNSReader' 2>/dev/null; then
      [[ $(shown plan.cgns) == "19008 21375 0 6" ]]
    fi
  done
  run -2 "$repartition" --parts 7 --plan-file plan.cgns -o x.cgns structured.cgns
  [[ $output == *"plan.cgns"*"--overwrite"* ]]
  run -2 "$repartition" --parts 7 --plan-file plan.vtu -o x.cgns structured.cgns
  [[ $output == *"--plan-file: 'plan.vtu' does not end in .cgns"* ]]
}

@test "a plan file has the elements of a zone, however they are called" {
  body unstructured
  python 'import cgns
mesh = cgns.read("unstructured.cgns")
mesh.child("Base").labelled("Zone_t")[0].labelled("Elements_t")[0].name = "Partition"
cgns.write("named.cgns", mesh)'
  "$repartition" -q --parts 2 --plan-file plan.cgns named.cgns
  python 'import cgns
zone = cgns.read("plan.cgns").child("Base").labelled("Zone_t")[0]
assert zone.child("Partition").label == "Elements_t"
assert zone.at("Partition_/Part").value.max() == 1'
}

@test "structured zones are balanced by weights and by targets" {
  body structured
  mpi 2 "$repartition" --parts 9 --weights Work --check full -o 'part_%d.cgns' structured.cgns >said
  grep 'largest load of a rank over its target: 1\.0' said
  "$repartition" -q --parts 9 --weights Flow/Work -o 'again_%d.cgns' structured.cgns
  cmp part_4.cgns again_4.cgns
  "$PCGNS_BIN_DIR/pcgns-verify" compare -q structured.cgns --with part_?.cgns
  python 'import cgns
work = [cgns.read(f"part_{rank}.cgns").child("Base").labelled("Zone_t")[0].at("Flow/Work").value.sum()
        for rank in range(9)]
assert max(work) < 1.1 * sum(work) / 9, work
cells = [cgns.read(f"part_{rank}.cgns").child("Base").labelled("Zone_t")[0].value[1].prod() for rank in range(9)]
assert max(cells) > 1.1 * sum(cells) / 9, cells'
  "$repartition" --parts 3 --targets 1,2,1 --plan -o x.cgns structured.cgns >said
  grep 'largest load of a rank over its target: 1\.0' said
  grep 'cells 4[0-9]* to 9[0-9]*,' said
}

@test "a figure shows the parts of any mesh, the same from any number of ranks" {
  local kind
  for kind in structured unstructured; do
    body "$kind"
    "$repartition" -q --parts 12 --plan-plot one.svg -O -o x.cgns "$kind.cgns"
    mpi 3 "$repartition" -q --parts 12 --plan-plot three.svg -O -o x.cgns "$kind.cgns"
    cmp one.svg three.svg
    "$PCGNS_PYTHON" - <<'PYTHON'
import xml.dom.minidom

figure = xml.dom.minidom.parse("one.svg")
bars = [rect for rect in figure.getElementsByTagName("rect") if rect.getElementsByTagName("title")]
assert len(bars) == 3 * 12, len(bars)
cells = [int(bar.getElementsByTagName("title")[0].firstChild.data.split(": ")[1]) for bar in bars[:12]]
assert sum(cells) == 44 * 18 * 24, cells
titles = {text.firstChild.data for text in figure.getElementsByTagName("text")}
assert {"b  Cells per part", "c  Cut faces per part", "d  Neighbouring parts per part"} <= titles
colours = {path.getAttribute("fill") or path.getAttribute("stroke") for path in figure.getElementsByTagName("path")}
assert len(colours) >= 10, colours
PYTHON
  done
}

@test "a plan counts the other parts that each part touches, once each, and names what it wrote" {
  need_corpus
  mpi 2 "$repartition" --parts 3 --ghosts 1 --plan-file plan.cgns --plan-plot plan.svg "$PCGNS_CORPUS/single/5blocks-struc.cgns" >said
  grep -E 'neighbours per part: [12]\.[0-9], at most 2;' said
  grep '^plan only: no parts are written; these numbers are without ghost layers$' said
  grep '^plan.cgns: written$' said
  grep '^plan.svg: written$' said
  "$repartition" --parts 3 --plan --method hilbert "$PCGNS_CORPUS/single/5blocks-struc.cgns" |
    grep '^--method hilbert: without effect, since all zones are structured$'
  [[ $(grep '<title>part' plan.svg | tail -3 | grep -cE 'part [0-2]: [12]</title>') -eq 3 ]]
}

@test "a plan counts the edges between polygons of a surface, and the nodes between the edges of a line" {
  need_tool jq
  python 'import cgns, numpy as np
def mesh(dim, vertices, kind, rows, x, y):
    root = cgns.new_root()
    zone = root.add("Base", "CGNSBase_t", np.array([dim, 2], np.int32)).add("Zone", "Zone_t", np.array([[vertices], [len(rows)], [0]], np.int32))
    zone.add("ZoneType", "ZoneType_t", "Unstructured")
    grid = zone.add("GridCoordinates", "GridCoordinates_t")
    grid.add("CoordinateX", "DataArray_t", x.astype(float))
    grid.add("CoordinateY", "DataArray_t", y.astype(float))
    cells = zone.add("Cells", "Elements_t", np.array([kind, 0], np.int32))
    cells.add("ElementRange", "IndexRange_t", np.array([1, len(rows)], np.int32))
    cells.add("ElementConnectivity", "DataArray_t", rows.astype(np.int32).ravel())
    if kind == 22:
        cells.add("ElementStartOffset", "DataArray_t", np.arange(0, rows.size + 1, rows.shape[1], dtype=np.int32))
    return root
n = np.arange(13 * 10)
corner = (n.reshape(10, 13)[:-1, :-1].ravel() + 1)[:, None]
squares = corner + np.array([0, 1, 14, 13])
cgns.write("squares.cgns", mesh(2, n.size, 7, squares, n % 13, n // 13))
cgns.write("polygons.cgns", mesh(2, n.size, 22, squares, n % 13, n // 13))
n = np.arange(21)
cgns.write("line.cgns", mesh(1, n.size, 3, n[1:, None] + [0, 1], n, 0 * n))'
  local plan="$repartition -q --plan --json --parts 4" counts='[.cut_faces, .most_neighbours]'
  # shellcheck disable=SC2086
  {
    [[ $($plan squares.cgns | jq -c "$counts") == "[23,3]" ]]
    [[ $(mpi 3 $plan polygons.cgns | jq -c "$counts") == "[23,3]" ]]
    [[ $($plan line.cgns | jq -c "$counts") == "[3,2]" ]]
  }
}

@test "VTK leaves out the ghost cells of structured parts" {
  need_vtk
  body structured
  "$repartition" -q --parts 4 -o 'plain_%d.cgns' structured.cgns
  "$repartition" -q --parts 4 --ghosts 2 -o 'ghosts_%d.cgns' structured.cgns
  [[ $(shown plain_?.cgns) == "$(shown ghosts_?.cgns)" ]]
  [[ $(shown ghosts_?.cgns | awk '{ sum += $1 } END { print sum }') == 19008 ]]
}

@test "VTK takes the ghost cells of unstructured parts for cells, and drops the fields: as the manual says" {
  need_vtk
  body unstructured
  "$repartition" -q --parts 4 -o 'plain_%d.cgns' unstructured.cgns
  "$repartition" -q --parts 4 --ghosts 1 -o 'ghosts_%d.cgns' unstructured.cgns
  [[ $(shown plain_?.cgns 2>/dev/null | awk '{ sum += $1 } END { print sum }') == 19008 ]]
  [[ $(shown ghosts_?.cgns 2>/dev/null | awk '{ sum += $1 } END { print sum }') -gt 19008 ]]
  # What the manual advises instead shows each cell once.
  "$repartition" -q --parts 4 --ghosts 1 --plan-file plan.cgns -O -o x.cgns unstructured.cgns
  [[ $(shown plan.cgns) == "19008 21375 0 3" ]]
}

@test "the figure of the documents is what the program draws today" {
  body structured
  "$repartition" -q --parts 8 --weights Work --plan-file plan.cgns --plan-plot plan.svg -O -o x.cgns structured.cgns
  cmp plan.svg "$PCGNS_SOURCE_DIR/docs/pictures/partition.svg"
  local picture
  for picture in mesh ghosts; do
    grep -q "$picture\.png" "$PCGNS_SOURCE_DIR/docs/pictures/make"
    [[ $(head -c 8 "$PCGNS_SOURCE_DIR/docs/pictures/$picture.png" | tail -c 7) == PNG* ]]
  done
}
