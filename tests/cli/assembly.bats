#!/usr/bin/env bats
# Assembly files: wildcards, nodes to drop, and errors that cite a line.

# shellcheck disable=SC2030,SC2031,SC2154,SC2164

load ../faults/expect

# renumbered: part_*.cgns, whose global numbers are where only an assembly file finds them; rules.json.
renumbered() {
  need_python
  need_corpus perrank/maia-cube-hexa-n4
  cp "$PCGNS_CORPUS"/perrank/maia-cube-hexa-n4/part_?.cgns .
  chmod u+w part_?.cgns
  "$PCGNS_PYTHON" - part_?.cgns <<'PYTHON'
import sys
import h5py
import numpy as np

def rename(node):
    node.move(":CGNS#GlobalNumbering", "Ours")
    node["Ours"].attrs.modify("name", np.array("Ours", dtype="S33"))

for name in sys.argv[1:]:
    with h5py.File(name, "r+") as file:
        zone = next(node for key, node in file["Base"].items() if ".P" in key)
        nodes = [zone] + [zone[key] for key in zone if "_4." in key or "_8." in key] + list(zone["ZoneBC"].values())
        for node in nodes:
            if ":CGNS#GlobalNumbering" in node:
                rename(node)
PYTHON
  cat >rules.json <<'JSON'
{ "rules": [
    { "zone": "(.*)\\.P([0-9]+)\\.N0", "original": "$1", "rank": "$2",
      "numbers": { "Vertex": "Ours/Vertex", "HEXA*": "HEXA*/Ours/Element", "QUAD*": "QUAD*/Ours/Element",
                   "ZoneBC/*": "ZoneBC/*/Ours/Index" },
      "drop": ["ZoneGridConnectivity/JN.*", "Ours"]
    } ] }
JSON
}

@test "wildcards find the numbers of sections and conditions, and nodes are dropped by pattern" {
  renumbered
  merge 2 --assembly rules.json part_?.cgns
  done_well
  says_not 'not carried over'
  mpi 2 "$PCGNS_BIN_DIR/pcgns-verify" compare -q --assembly rules.json --expect 4 out.cgns --with part_?.cgns
  mpi 2 "$merge" -q --keep-zones -o kept.cgns part_?.cgns
  mpi 2 "$PCGNS_BIN_DIR/pcgns-verify" compare -q --assembly rules.json part_?.cgns --with kept.cgns
  run -2 "$PCGNS_BIN_DIR/pcgns-verify" compare -q --assembly rules.json --expect 3 out.cgns --with part_?.cgns
  [[ $output == *"expected 3 input files (--expect), but found 4: part_0.cgns to part_3.cgns"* ]]
  run -2 "$PCGNS_BIN_DIR/pcgns-verify" compare -q --expect 4 out.cgns part_0.cgns
  [[ $output == *"expected 4 input files (--expect), but found 1: out.cgns" ]]
  mpi 2 "$merge" -q -o whole.cgns "$PCGNS_CORPUS"/perrank/maia-cube-hexa-n4/part_?.cgns
  diff <(nodes out.cgns) <(nodes whole.cgns)
  sed -i 's/"ZoneGrid.*JN[^"]*"/"ZoneBC\/X*", "Sol#Vertex"/' rules.json
  merge 2 -v -O --assembly rules.json part_?.cgns
  done_well
  says '[0-9]+ nodes dropped by the assembly file'
  diff <(nodes out.cgns) <(nodes whole.cgns | grep -v -e /ZoneBC/X -e '/Sol#Vertex')
}

@test "lists and ranges of conditions need no numbers" {
  renumbered
  sed -i 's/"ZoneBC.*/"Cell": "Ours\/Cell" },/' rules.json
  "$PCGNS_PYTHON" - part_?.cgns <<'PYTHON'
import sys
import h5py
import numpy as np

for name in sys.argv[1:]:
    with h5py.File(name, "r+") as file:
        for condition in next(node for key, node in file["Base"].items() if ".P" in key)["ZoneBC"].values():
            if condition.name.rpartition("/")[2].startswith("Z"):  # Its faces follow one another.
                faces = condition["PointList/ data"][()]
                condition.move("PointList", "PointRange")
                for key, value in ("name", "PointRange"), ("label", "IndexRange_t"):
                    condition["PointRange"].attrs.modify(key, np.array(value, dtype="S33"))
                del condition["PointRange/ data"]
                condition["PointRange"][" data"] = np.array([[faces.min()], [faces.max()]], np.int32)
PYTHON
  merge 2 --assembly rules.json part_?.cgns
  done_well
  mpi 2 "$merge" -q -o whole.cgns "$PCGNS_CORPUS"/perrank/maia-cube-hexa-n4/part_?.cgns
  mpi 2 "$PCGNS_BIN_DIR/pcgns-verify" compare -q out.cgns whole.cgns
}

@test "errors cite the line of the assembly file, in JSON the file itself" {
  renumbered
  sed -i 's/"drop"/"drops"/' rules.json
  merge 2 --assembly rules.json part_?.cgns
  fails 'rules\.json:5: /rules/0/drops: is not a known key'
  sed -i 's/"drops".*/"drop": ["Nothing"]/' rules.json
  merge 2 --assembly rules.json part_?.cgns
  fails "rules\.json:5: /rules/0/drop/0: 'Nothing' matches no node"
}
