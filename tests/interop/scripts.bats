#!/usr/bin/env bats
# The scripts of this folder judge pcgns; here they are judged: what they call equal is, and they see what differs.

# shellcheck disable=SC2154  # interop.bash sets original, pieces
bats_require_minimum_version 1.5.0
load interop

setup_file() { prepare; }

setup() {
  need_prepared
  need_file hard
  changed=$BATS_TEST_TMPDIR/changed.cgns
  cp "$original" "$changed"
}

# change STATEMENT: alters the copy; `f` is the file, `field` the first zone's field.
change() {
  "$PCGNS_PYTHON" - "$changed" "$1" "$BATS_TEST_DIRNAME" <<'PY'
import sys
sys.path.append(sys.argv[3])
import h5py, numpy as np, hard_case
with h5py.File(sys.argv[1], "r+") as f:
    field = f["Solid/Zone 1/Solution/Density"]
    exec(sys.argv[2])
PY
}

# told PATTERN STATEMENT: same_tree reports the change, in its own words.
told() {
  change "$2"
  run -1 script same_tree --ignore-order "$original" "$changed"
  [[ $output == *$1* ]] || { echo "$output"; return 1; }
}

# untold STATEMENT: the change makes no difference.
untold() {
  change "$1"
  script same_tree --ignore-order "$original" "$changed"
}

@test "same_tree tells a value" { told "values: 1 differ" 'field[" data"][4, 2, 3] += 1e-15'; }
@test "same_tree tells -0.0 from 0.0" { told "values: 1 differ" 'field[" data"][0, 0, 1] = 0.0'; }
@test "same_tree takes a NaN for itself" { untold 'field[" data"][0, 0, 0] = field[" data"][0, 0, 0]'; }
@test "same_tree tells a missing node" { told "node only in the first: 'Mach'" 'del f["Solid/ReferenceState/Mach"]'; }
@test "same_tree tells an added node" { told "node only in the second: 'More'" 'hard_case.node(f["Solid"], "More", "Family_t")'; }
@test "same_tree tells a label" { told "label: 'DataArray_t' and 'Rind_t'" 'field.attrs["label"] = np.bytes_("Rind_t")'; }
@test "same_tree tells a node's type" { told "type: 'R8' and 'R4'" 'field.attrs["type"] = np.bytes_("R4")'; }
@test "same_tree tells the attribute name" { told "name: 'Density' and 'Mass'" 'field.attrs["name"] = np.bytes_("Mass")'; }
@test "same_tree tells missing data" { told "has data: True and False" 'del field[" data"]'; }
@test "same_tree tells the width of numbers" {
  told "kind of value: 'float64' and 'float32'" 'd = field[" data"][()]; del field[" data"]; field[" data"] = d.astype("f4")'
}
@test "same_tree tells transposed dimensions" {
  told "dimensions" 'd = field[" data"][()]; del field[" data"]; field[" data"] = d.transpose(2, 1, 0)'
}
@test "same_tree tells a lost attribute" { told "attribute only in the first: 'note'" 'del f["Solid"].attrs["note"]'; }
@test "same_tree tells an attribute's value" { told "attribute 'depth'" 'f["Solid/ private group"].attrs["depth"] = 3'; }
@test "same_tree tells an attribute of data" { told "attribute only in the first: 'unit'" 'del field[" data"].attrs["unit"]'; }
@test "same_tree tells a lost private object" { told "private object only in the first" 'del f["Solid/ private values"]'; }
@test "same_tree tells a private value" { told "values: 1 differ" 'f["Solid/ private values"][2] = 5'; }
@test "same_tree leaves the writer's marks out" { untold 'del f[" hdf5version"]; del f["Solid"].attrs["flags"]'; }
@test "same_tree leaves byte order and storage out" {
  untold 'd = field[" data"]; v = d[()].astype("<f8"); u = d.attrs["unit"]; n = dict(field[" data"].attrs); del field[" data"]
new = field.create_dataset(" data", data=v, chunks=(1, 1, 4), compression="gzip")
for k, a in n.items(): new.attrs[k] = a'
}

@test "same_tree minds the order of nodes unless told not to" {
  change 'f["Solid"].move("Zone 1", "x"); f["Solid"].move("x", "Zone 1")'
  run -1 script same_tree "$original" "$changed"
  script same_tree --ignore-order "$original" "$changed"
}

@test "same_tree ends with 2 on a file that is none" {
  echo nothing >"$BATS_TEST_TMPDIR/none"
  run -2 script same_tree "$original" "$BATS_TEST_TMPDIR/none"
}

@test "one piece is the whole tree, with links resolved" {
  script same_tree "$BATS_FILE_TMPDIR/linked.cgns" "$original"
  run h5ls -r "$original"
  [[ $output != *Link* ]]
}

@test "a link that leads back to itself is trouble, not a hang" {
  change 'g = hard_case.link(f["Solid"], "Loop", "/Solid")'
  run -2 timeout 60 "$PCGNS_PYTHON" "$BATS_TEST_DIRNAME/split_zones.py" "$changed" "$BATS_TEST_TMPDIR/p_%d.cgns" --files 2
}

@test "pieces hold every zone once and everything else each" {
  need_tool h5ls
  local zones families
  split hard 4 --round-robin
  zones=$(for piece in "$pieces"/*; do h5ls "$piece/Solid"; done | grep -c '^Zone')
  families=$(for piece in "$pieces"/*; do h5ls "$piece/Solid"; done | grep -c '^Hot')
  [[ $zones == 4 && $families == 4 ]]
}

@test "pieces point to their own zones only" {
  split hard 3
  run -0 "$PCGNS_PYTHON" - "$pieces/part_0000.cgns" <<'PY'
import sys, h5py
steps = h5py.File(sys.argv[1], "r")["Solid/Steps"]
table = steps["ZonePointers/ data"][()]
print(steps["NumberOfZones/ data"][()].tolist(), [bytes(name).decode().strip() for name in table.reshape(-1, 32).view("u1")])
PY
  [[ $output == "[1, 2, 0] ['Zone 1', 'Null', 'Zone 1', 'Zone 2', 'Null', 'Null']" ]] || { echo "$output"; return 1; }
}

@test "pieces keep the storage of arrays, and are files of the oldest superblock that keeps order" {
  need_tool h5dump
  split hard 2
  [[ $(superblock "$pieces/part_0000.cgns") == 2 ]]
  h5dump -pH -d "/Solid/Zone 2/Solution/Density/ data" "$pieces/part_0000.cgns" | grep -q DEFLATE
  h5dump -H -d "/Solid/Zone 1/Solution/Density/ data" "$pieces/part_0000.cgns" | grep -q F64BE
}

@test "pieces are read by the reference library" {
  need_tool cgnscheck
  local piece
  split hard 3
  for piece in "$pieces"/*; do
    complaints "$piece" >"$BATS_TEST_TMPDIR/complaints"
    run -1 grep -E 'ERROR|INTERNAL' "$BATS_TEST_TMPDIR/complaints"
  done
}

@test "links between files come back as one file" {
  local set=$PCGNS_CORPUS/perrank/maia-cube-s-n2
  need_corpus perrank/maia-cube-s-n2
  script split_zones "$set/linked/part.cgns" "$BATS_TEST_TMPDIR/whole_%d.cgns" --files 1
  script same_tree --ignore-order "$set/part_single.cgns" "$BATS_TEST_TMPDIR/whole_0.cgns"
}

@test "relabel34 lets the library 3.4 open a newer file" {
  need_tool cgnscheck
  "$PCGNS_PYTHON" - "$original" "$changed" <<'PY'
import sys, h5py
with h5py.File(sys.argv[1], "r") as old, h5py.File(sys.argv[2], "w", libver="latest", track_order=True) as new:
    for name, value in old.attrs.items():
        new.attrs[name] = value
    for name in old:
        old.copy(name, new)
    new["CGNSLibraryVersion/ data"][0] = 4.5
PY
  [[ $(superblock "$changed") == 3 ]]
  run ! cgnscheck "$changed"
  script relabel34 "$changed" "$BATS_TEST_TMPDIR/b.cgns"
  run -0 cgnscheck "$BATS_TEST_TMPDIR/b.cgns"
  [[ $output == *'zone "Zone 1"'* ]]
}

@test "VTK's digest changes with a value, not with the order of zones" {
  need_vtk
  vtk_digest "$original" >"$BATS_TEST_TMPDIR/a.txt"
  change 'f["Solid"].move("Zone 1", "x"); f["Solid"].move("x", "Zone 1")'
  vtk_digest "$changed" | diff "$BATS_TEST_TMPDIR/a.txt" -
  change 'field[" data"][4, 2, 3] += 1e-15'
  vtk_digest "$changed" >"$BATS_TEST_TMPDIR/b.txt"
  run -1 diff "$BATS_TEST_TMPDIR/a.txt" "$BATS_TEST_TMPDIR/b.txt"
  [[ $output == *"/Solid/Zone 1"*Density* ]]
}

@test "VTK's digest covers the first and the last time step" {
  need_vtk
  need_file sparc_fields.cgns
  vtk_digest "$original" >"$BATS_TEST_TMPDIR/a.txt"
  [[ $(grep -c '^time' "$BATS_TEST_TMPDIR/a.txt") == 2 ]]
}
