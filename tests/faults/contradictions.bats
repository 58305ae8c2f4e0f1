#!/usr/bin/env bats
# Inputs that contradict each other, or that tell that others are missing: never a quiet success.

# shellcheck disable=SC2030,SC2031,SC2154,SC2164

load expect

# of SET: the files of a real set become part_*.cgns in the folder of the test.
of() {
  need_corpus "perrank/$1"
  cp "$PCGNS_CORPUS/perrank/$1"/part_?.cgns .
  chmod u+w part_?.cgns
}

# edit FILE ARRAY STATEMENT: what Python does with `a`, the values of an array below the only zone.
edit() {
  "$PCGNS_PYTHON" - "$@" <<'PYTHON'
import sys
import h5py
import numpy as np

name, array, statement = sys.argv[1:]
with h5py.File(name, "r+") as file:
    data = next(node for key, node in file["Base"].items() if ".P" in key)[array + "/ data"]
    a = data[()]
    exec(statement)
    data[...] = a
PYTHON
}

# shared COUNT: local positions in part_0.cgns of vertices that part_1.cgns has, too, and no other part.
shared() {
  "$PCGNS_PYTHON" - "$1" <<'PYTHON'
import glob
import sys
import h5py
import numpy as np

def numbers(name):
    zone = next(node for key, node in h5py.File(name)["Base"].items() if ".P" in key)
    return zone[":CGNS#GlobalNumbering/Vertex/ data"][()]

here = numbers("part_0.cgns")
others = [np.isin(here, numbers(name)) for name in sorted(glob.glob("part_?.cgns"))[1:]]
print(*np.flatnonzero(others[0] & (sum(others) == 1))[: int(sys.argv[1])])
PYTHON
}

# put FILE NODE STATEMENT: what Python does with `a`, the values of a node of the file.
put() {
  "$PCGNS_PYTHON" - "$@" <<'PYTHON'
import sys
import h5py
import numpy as np

name, node, statement = sys.argv[1:]
with h5py.File(name, "r+") as file:
    data = file[node + "/ data"]
    a = data[()]
    exec(statement)
    data[...] = a
PYTHON
}

# all_refuse PATTERN FILE...: merge and repartition by name, and check as a finding.
all_refuse() {
  local pattern=$1
  shift
  merge 2 -O "$@"
  refused "$pattern" || return
  run --separate-stderr on 2 "$PCGNS_BIN_DIR/pcgns-repartition" --parts 2 -O -o 'out_%d.cgns' "$@"
  program=pcgns-repartition fails "$pattern" || return
  verify check "$@"
  exit_code 1 || return
  [[ $output == *S010[1-48]* ]]
}

verify() { run --separate-stderr on 2 "$PCGNS_BIN_DIR/pcgns-verify" "$@"; }

@test "a vertex with two places is refused by whatever unites the pieces, with number, files and values" {
  of maia-cube-hexa-n4
  local at
  at=$(shared 1)
  edit part_0.cgns GridCoordinates/CoordinateX "a[$at] += 1e-9"
  merge 3 part_?.cgns
  refused "/Base/zone/GridCoordinates/CoordinateX: point [0-9]+ is at .* in .*part_.\.cgns:/Base/zone\.P.\.N0/.*, but at .* in .*part_.\.cgns:"
  merge 2 --shared first --hint pcgns_buffer=1K part_?.cgns
  refused 'copies of a point may differ by'
  run --separate-stderr on 2 "$PCGNS_BIN_DIR/pcgns-repartition" --parts 2 -o 'out_%d.cgns' part_?.cgns
  program=pcgns-repartition fails 'copies of a point may differ by'
  verify digest part_?.cgns
  program=pcgns-verify fails 'copies of a point may differ by'
  verify check part_?.cgns
  exit_code 1
  [[ $output == *S0502* ]]
  merge 2 --shared-tolerance 1e-8 part_?.cgns
  done_well
}

@test "a vertex of a structured zone with two places is refused" {
  of maia-s-twoblocks-n4
  edit part_0.cgns GridCoordinates/CoordinateY "a += 1e-9"
  merge 2 part_?.cgns
  refused '/Base/(Large|Small)/GridCoordinates/CoordinateY: point \([0-9]+, [0-9]+, [0-9]+\) is at'
  run --separate-stderr on 2 "$PCGNS_BIN_DIR/pcgns-repartition" --parts 2 -o 'out_%d.cgns' part_?.cgns
  program=pcgns-repartition fails 'copies of a point may differ by'
  merge 2 --shared-tolerance 1e-8 part_?.cgns
  done_well
}

@test "coordinates may differ by a few units in the last place of the largest one" {
  of maia-cube-hexa-n4
  local at
  at=$(shared 1)
  edit part_0.cgns GridCoordinates/CoordinateZ "a[$at] += 4 * np.spacing(np.abs(a).max())"
  merge 2 --json part_?.cgns
  done_well
  [[ $(reported .shared_points.differing) == 1 ]]
  edit part_0.cgns GridCoordinates/CoordinateZ "a[$at] += 16 * np.spacing(np.abs(a).max())"
  merge 2 -O part_?.cgns
  fails 'CoordinateZ: point'
}

@test "a place that is no number contradicts one that is" {
  of maia-cube-hexa-n4
  edit part_0.cgns GridCoordinates/CoordinateX "a[$(shared 1)] = np.nan"
  merge 2 part_?.cgns
  refused 'CoordinateX: point [0-9]+ is at (nan .* but at|.* but at nan)'
}

@test "swapped global numbers of shared vertices are refused" {
  of maia-cube-hexa-n4
  local one other
  read -r one other < <(shared 2)
  edit part_0.cgns :CGNS#GlobalNumbering/Vertex "a[[$one, $other]] = a[[$other, $one]]"
  merge 2 part_?.cgns
  refused 'Check the global numbers of the pieces'
  cat >pieces.json <<'JSON'
{ "rules": [ { "zone": "(.*)\\.P([0-9]+)\\.N0", "original": "$1", "rank": "$2",
  "numbers": { "Vertex": ":CGNS#GlobalNumbering/Vertex", "Cell": ":CGNS#GlobalNumbering/Cell" } } ] }
JSON
  merge 2 --convention assembly --assembly pieces.json part_?.cgns
  refused 'Check the global numbers of the pieces'
}

@test "a contradiction that an interrupted run has seen is not forgotten" {
  of maia-cube-hexa-n4
  edit part_0.cgns GridCoordinates/CoordinateX "a[$(shared 1)] += 1e-3"
  local tiny=(--hint pcgns_buffer=64 --hint pcgns_checkpoint=0 --keep-partial)
  PCGNS_FAULT=move:round=400:stop merge 2 "${tiny[@]}" part_?.cgns
  fails 'copies of a point may differ by'
  merge 2 "${tiny[@]}" --resume part_?.cgns
  fails 'copies of a point may differ by'
  merge 2 --resume part_?.cgns --shared-tolerance 1
  done_well
}

@test "fields that differ are counted in the report and on the terminal, and are an error with --strict" {
  of maia-cube-hexa-n4
  local one other
  read -r one other < <(shared 2)
  edit part_0.cgns 'Sol#Vertex/Sq' "a[$one] += 0.5; a[$other] += 0.25"
  merge 2 --json part_?.cgns
  done_well
  says 'warning: 2 of [1-9][0-9]+ values at shared points differ between pieces, in 1 array, by at most 0\.5 \(relative: .*/Base/zone/Sol#Vertex/Sq'
  [[ $(reported '.notes[-1].kind') == warning && $(reported '.notes[-1].text') == "2 of "* ]]
  [[ $(reported '.shared_points | .differing == 2 and .arrays == 1 and .compared > 2 and .largest_difference == 0.5') == true ]]
  merge 2 -O -q --strict part_?.cgns
  fails '--strict: 2 of [0-9]+ values at shared points differ'
  edit part_0.cgns 'Sol#Vertex/Sq' "a[$one] = float('inf')"
  merge 2 -O --json part_?.cgns
  done_well
  says 'in 1 array, by at most 0\.25 \(.*; at 1 of them a value is not a finite real or integer'
  [[ $(reported '.shared_points | .differing == 2 and .unmeasured == 1 and .largest_difference == 0.25') == true ]]
  run --separate-stderr on 2 "$PCGNS_BIN_DIR/pcgns-repartition" --strict --parts 2 -o 'out_%d.cgns' part_?.cgns
  program=pcgns-repartition fails '--strict: .* at shared points differ'
}

@test "sets of whole zones whose last file is missing: a warning, an error with --strict or a number" {
  row . 4 | make_files
  mv out_3.cgns elsewhere
  merge 2 out_?.cgns
  done_well
  says 'warning: /Base/Zone2/.*: donor zone Zone3 does not exist'
  rm out.cgns
  merge 2 --strict out_?.cgns
  refused '--strict: /Base/Zone2/.*: donor zone Zone3 does not exist'
  merge 2 --strict --allow-missing out_?.cgns
  done_well
  rm out.cgns
  merge 2 --expect 4 out_?.cgns
  refused 'expected 4 input files \(--expect\), but found 3'
  merge 2 --expect-zones 4 out_?.cgns
  refused 'expected 4 zones \(--expect-zones\), but found 3'
  merge 2 --expect 3 --expect-zones 3 out_?.cgns
  done_well
}

@test "files beside the inputs tell that some are missing" {
  printf '%s\n' "step1_"{0,1,2}".cgns --size 2x2x2 --zones Z" | awk '{ print $0 NR }' | make_files
  mkdir -p steps
  for i in 0 1; do cp "step1_$i.cgns" "steps/run_0001_$i.cgns"; done
  for i in 0 1 2; do cp "step1_$i.cgns" "steps/run_0002_$i.cgns"; done
  merge 2 step1_0.cgns step1_1.cgns
  done_well
  says 'step1_2\.cgns lies beside step1_1\.cgns and is not an input'
  merge 2 -O --strict step1_0.cgns step1_1.cgns
  fails '--strict: step1_2\.cgns lies beside'
  merge 2 -O steps/run_0001_?.cgns
  done_well
  says 'steps/run_0002_%d\.cgns has 3 files, steps/run_0001_%d\.cgns only 2: is one missing\?'
  merge 2 -O --strict steps/run_0001_?.cgns
  fails '--strict: steps/run_0002_%d\.cgns has 3 files'
  merge 2 -O --expect 2 steps/run_0001_?.cgns
  done_well
  says_not 'is one missing'
  merge 2 -O --strict 'steps/run_0001_%d.cgns'
  done_well
  says_not 'is one missing'
}

# move_ghost FILE: one vertex in a ghost plane of a structured piece.
move_ghost() {
  "$PCGNS_PYTHON" - "$1" <<'PYTHON'
import sys
import h5py

with h5py.File(sys.argv[1], "r+") as file:
    coordinates = next(node for key, node in file["Base"].items() if ".P" in key)["GridCoordinates"]
    rind = list(coordinates["Rind/ data"][()])
    side = next(side for side, planes in enumerate(rind) if planes > 0)
    place = [1, 1, 1]
    place[2 - side // 2] = -(side % 2)
    coordinates["CoordinateX/ data"][tuple(slice(at, at + 1 or None) for at in place)] += 0.5
PYTHON
}

# told_of_a_ghost: by pcgns-merge, whose report is on stdout.
told_of_a_ghost() {
  done_well || return
  says "warning: 1 of [1-9][0-9]+ coordinates in ghost layers differ .*/CoordinateX: point $1 is at .*\.cgns:.*, but at .*p_0\.cgns:" || return
  [[ $(reported '.notes[-1] | .kind + .text') == "warning1 of "*"ghost layers"* ]]
}

@test "a vertex of a structured ghost layer that contradicts its owner gives a warning, never an error" {
  echo "whole.cgns --size 12x5x4 --zones Z" | make_files
  "$PCGNS_BIN_DIR/pcgns-repartition" -q --parts 2 --ghosts 1 -o 'p_%d.cgns' whole.cgns
  merge 2 p_?.cgns
  done_well
  says_not 'ghost layers'
  move_ghost p_0.cgns
  merge 2 -O --json --check none p_?.cgns
  told_of_a_ghost '\([0-9]+, [0-9]+, [0-9]+\)'
  merge 2 -O --strict --shared error --check none p_?.cgns
  done_well
  run --separate-stderr on 2 "$PCGNS_BIN_DIR/pcgns-repartition" --parts 3 -o 'q_%d.cgns' p_?.cgns
  exit_code 0
  says 'warning: 1 of [0-9]+ coordinates in ghost layers'
  merge 2 -O --shared-tolerance 1 --check none p_?.cgns
  says_not 'ghost layers'
}

@test "a vertex of an unstructured ghost layer that contradicts its owner gives a warning, never an error" {
  of maia-cube-hexa-n4
  merge 0 part_?.cgns
  "$PCGNS_BIN_DIR/pcgns-repartition" -q --parts 3 --ghosts 1 -o 'p_%d.cgns' out.cgns
  merge 2 -O p_?.cgns
  says_not 'ghost layers'
  edit p_0.cgns GridCoordinates/CoordinateX 'a[-1] += 0.5'
  merge 2 -O --json --check none --hint pcgns_buffer=1K p_?.cgns
  told_of_a_ghost '[0-9]+'
  merge 3 -O --strict --shared average --check none p_?.cgns
  done_well
}

@test "counts in the metadata of parts that the pieces contradict are refused by all" {
  echo "whole.cgns --size 12x5x4 --zones Z" | make_files
  "$PCGNS_BIN_DIR/pcgns-repartition" -q --parts 2 -o 'p_%d.cgns' whole.cgns
  local i metadata=Base/:PCGNS#Partition
  for i in 0 1; do put "p_$i.cgns" "$metadata/Z/Size" 'a.flat[0] += 1'; done
  all_refuse 'p_0\.cgns:/Base/:PCGNS#Partition/Z/Size: records 13 x 5 x 4 vertices and 11 x 4 x 3 cells, but the pieces have 12 x 5 x 4 vertices and 11 x 4 x 3 cells' p_?.cgns
  put p_1.cgns "$metadata/Z/Size" 'a.flat[0] -= 1'
  merge 2 -O p_?.cgns
  refused 'p_1\.cgns:/Base/:PCGNS#Partition: differs from that of .*p_0\.cgns'
  put p_0.cgns "$metadata/Z/Size" 'a.flat[0] -= 1'
  for i in 0 1; do put "p_$i.cgns" "$metadata/NumberOfPartitions" 'a += 1'; done
  all_refuse '/Base: 2 of 3 files found, according to :PCGNS#Partition/NumberOfPartitions' p_?.cgns
  for i in 0 1; do put "p_$i.cgns" "$metadata/NumberOfPartitions" 'a -= 1'; done
  for i in 0 1; do put "p_$i.cgns" "$metadata/Z/Order" 'a += 1'; done
  all_refuse 'p_0\.cgns:/Base/:PCGNS#Partition/Z/Order: is 1; expected 0 to 0' p_?.cgns
  for i in 0 1; do put "p_$i.cgns" "$metadata/Z/Order" 'a -= 1'; done
  merge 2 -O p_?.cgns
  done_well
}

# add_range FILE: a boundary condition at the vertices 10 to 40.
add_range() {
  "$PCGNS_PYTHON" - "$1" <<'PYTHON'
import sys
import h5py
import numpy as np

with h5py.File(sys.argv[1], "r+") as file:
    zone = file["Base/zone"]
    conditions = zone["ZoneBC"]
    file.copy(conditions["Zmin"], conditions, "Range")
    made = conditions["Range"]
    del made["GridLocation"], made["PointList"]
    section = next(node for node in zone.values() if "ElementRange" in node)
    file.copy(section["ElementRange"], made, "PointRange")
    for node in (made, made["PointRange"]):
        node.attrs.modify("name", np.array(node.name.split("/")[-1].encode(), "S33"))
    del made["PointRange/ data"]
    made["PointRange"].create_dataset(" data", data=np.array([[10], [40]], np.int32))
PYTHON
}

@test "the range that a list of a part was is compared with the list" {
  of maia-cube-hexa-n4
  merge 0 part_?.cgns
  mv out.cgns whole.cgns
  add_range whole.cgns
  "$PCGNS_BIN_DIR/pcgns-repartition" -q --parts 2 -o 'p_%d.cgns' whole.cgns
  merge 2 p_?.cgns
  done_well
  verify compare out.cgns whole.cgns
  exit_code 0
  rm out.cgns
  local range=Base/zone.P0.N0/ZoneBC/Range
  put p_0.cgns $range/PointList 'a[[0, 1]] = a[[1, 0]]'
  all_refuse 'p_0\.cgns:/Base/zone\.P0\.N0/ZoneBC/Range/PointList: entry 1 is point [0-9]+ of the zone, but the recorded range has point [0-9]+ there' p_?.cgns
  put p_0.cgns $range/PointList 'a[[0, 1]] = a[[1, 0]]'
  put p_0.cgns "$range/:CGNS#GlobalNumbering/PointRange" 'a += 1'
  all_refuse 'p_1\.cgns:/Base/zone\.P1\.N0/ZoneBC/Range/:CGNS#GlobalNumbering/PointRange: is \[10, 40\], but \[11, 41\] in another piece' p_?.cgns
}

# without_interfaces FILE...: of pieces.
without_interfaces() {
  "$PCGNS_PYTHON" - "$@" <<'PYTHON'
import sys
import h5py

for name in sys.argv[1:]:
    with h5py.File(name, "r+") as file:
        zone = next(node for key, node in file["Base"].items() if ".P" in key)
        if "ZoneGridConnectivity" in zone:
            del zone["ZoneGridConnectivity"]
PYTHON
}

@test "polyhedra of pieces keep their sides of the faces between them, whatever interfaces are missing" {
  of maia-cube-ngon-n4
  merge 0 part_?.cgns
  mv out.cgns whole.cgns
  without_interfaces part_1.cgns
  merge 2 part_?.cgns
  same_as whole.cgns
  without_interfaces part_?.cgns
  merge 3 -O --hint pcgns_buffer=1K part_?.cgns
  same_as whole.cgns
  says_not 'warning'
  rm out.cgns
  local tiny=(--hint pcgns_buffer=64 --hint pcgns_checkpoint=0 --keep-partial)
  PCGNS_FAULT=move:round=40:stop merge 2 "${tiny[@]}" part_?.cgns
  exit_code 3
  merge 2 "${tiny[@]}" --resume part_?.cgns
  same_as whole.cgns
}

# between_pieces: the place in NGonElements/ElementConnectivity of part_0.cgns where a face of an interface begins.
between_pieces() {
  "$PCGNS_PYTHON" - <<'PYTHON'
import h5py

zone = h5py.File("part_0.cgns")["Base/zone.P0.N0"]
face = next(iter(zone["ZoneGridConnectivity"].values()))["PointList/ data"][0, 0]
print(zone["NGonElements/ElementStartOffset/ data"][face - 1])
PYTHON
}

@test "a face that has other vertices in another piece is a finding of check" {
  of maia-cube-ngon-n4
  local at
  at=$(between_pieces)
  put part_0.cgns Base/zone.P0.N0/NGonElements/ElementConnectivity \
    "a[$at] = next(v for v in range(1, 5) if v not in a[$at:$at + 4])"
  all_refuse '/Base/zone/NGonElements/ElementConnectivity: number [0-9]+ differs between .*part_0\.cgns:.* and .*part_' part_?.cgns
  [[ $output == *"/Base/zone/NGonElements/ElementConnectivity: number "* ]]
}

@test "an interface that pairs faces against their global numbers is refused" {
  of maia-cube-ngon-n4
  "$PCGNS_PYTHON" - <<'PYTHON'
import h5py
import numpy as np

with h5py.File("part_0.cgns", "r+") as file:
    for interface in file["Base/zone.P0.N0/ZoneGridConnectivity"].values():
        if "PointListDonor" in interface:
            interface["PointListDonor/ data"][...] = np.roll(interface["PointListDonor/ data"][()], 1, axis=0)
PYTHON
  all_refuse 'part_0\.cgns:.*/PointList: entry 1 is the face [0-9]+ of the zone, but that of the donor is the face [0-9]+' part_?.cgns
}

@test "planes across interfaces that a part records are those that it has" {
  echo "whole.cgns --zones Z1 Z2 --size 9x7x5" | make_files
  "$PCGNS_BIN_DIR/pcgns-repartition" -q --parts 4 --ghosts 1 -o 'p_%d.cgns' whole.cgns
  local planes=Base/Z1.P1.N0/:CGNS#GlobalNumbering/JoinGhosts
  put p_1.cgns $planes 'a[1] = 2'
  all_refuse 'p_1\.cgns:/Base/Z1\.P1\.N0/:CGNS#GlobalNumbering/JoinGhosts: records 2 planes at imax, where [A-Za-z]+ has 1' p_?.cgns
  put p_1.cgns $planes 'a[0] = 1; a[1] = 1'
  all_refuse 'records 1 planes at imin, where [A-Za-z]+ has 1' p_?.cgns
}

@test "what files record of particles must agree" {
  need_corpus single
  "$PCGNS_BIN_DIR/pcgns-repartition" -q --parts 2 -o 'p_%d.cgns' "$PCGNS_CORPUS/single/particles_example.cgns"
  local zone=STREAM_00/LIQPARCEL_0
  put p_1.cgns "$zone/:CGNS#GlobalNumbering/ParticleSize" 'a[0] += 1'
  all_refuse "p_1\\.cgns:/$zone/:CGNS#GlobalNumbering/ParticleSize: is 6004, but 5004 in .*p_0\\.cgns" p_?.cgns
}
