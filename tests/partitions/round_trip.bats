#!/usr/bin/env bats
# What pcgns-repartition cuts, pcgns-merge puts together again: meshes at random, for any number of ranks.

load judge

@test "random meshes come back" {
  judged round_trip.py --seed "${PCGNS_SEED:-1}" --soak "$(rounds 8)"
  judged round_trip.py --seed 26 --soak 1 # a part without the zone that the tables of time steps name
  judged round_trip.py --seed 3088 --soak 1 --contents all # user data that by chance look like a field of each part
}

@test "random zones with many sections come back, in whatever order their parts are" {
  judged round_trip.py --kind sections --seed "${PCGNS_SEED:-1}" --soak "$(rounds 4)"
  judged shuffled.py --seed "${PCGNS_SEED:-1}" --soak "$(rounds 4)"
}

@test "what few structured zones have comes back, or is refused by name" {
  judged structured_corners.py --ranks 0 --ranks 3 --rounds "$(rounds 1)"
}

# own_boxes FILE...: gives each zone the bounding box of its own points.
own_boxes() {
  PYTHONPATH=$PCGNS_SOURCE_DIR/tests/partitions "$PCGNS_PYTHON" -c 'import sys, numpy, cgns
for file in sys.argv[1:]:
    tree = cgns.read(file)
    for zone in tree.child("Base").labelled("Zone_t"):
        grid = zone.child("GridCoordinates")
        points = [node.value for node in grid.labelled("DataArray_t")]
        grid.value = numpy.array([[each.min() for each in points], [each.max() for each in points]])
    cgns.write(file, tree)' "$@"
}

@test "the bounding boxes of parts become that of the zone" {
  bats_require_minimum_version 1.5.0
  cd "$BATS_TEST_TMPDIR" || return
  "$PCGNS_PYTHON" "$PCGNS_SOURCE_DIR/tests/cli/make_cgns.py" structured.cgns
  "$PCGNS_PYTHON" "$PCGNS_SOURCE_DIR/tests/benchmark/make_cube.py" 4 cube.cgns
  own_boxes structured.cgns cube.cgns
  for mesh in structured cube; do
    "$PCGNS_BIN_DIR/pcgns-repartition" -q --parts 3 -o "$mesh-%d.cgns" $mesh.cgns
    own_boxes $mesh-?.cgns
    "$PCGNS_BIN_DIR/pcgns-merge" -q -o "$mesh-merged.cgns" $mesh-?.cgns
    [[ $("$PCGNS_BIN_DIR/pcgns-verify" digest -q $mesh.cgns | cut -d' ' -f1) == \
      $("$PCGNS_BIN_DIR/pcgns-verify" digest -q "$mesh-merged.cgns" | cut -d' ' -f1) ]]
  done
  "$PCGNS_PYTHON" -c 'import h5py
with h5py.File("cube-1.cgns", "r+") as file:
    grid = next(iter(file["Base"][name] for name in file["Base"] if name.startswith("Zone")))["GridCoordinates"]
    del grid[" data"]
    grid.attrs["type"] = b"MT"'
  run --separate-stderr -2 "$PCGNS_BIN_DIR/pcgns-merge" -O -q -o cube-merged.cgns cube-?.cgns
  [[ $stderr == *"GridCoordinates: is"* ]]
}

@test "particles of many files are merged, by their identifiers or one after another" {
  judged particles.py
}

@test "the reference library and VTK find nothing new in parts and in what is merged" {
  need_tool cgnscheck
  judged foreign.py --soak 2
}

@test "real meshes come back from some of all styles, methods and numbers of parts" {
  need_corpus
  need_corpus perrank
  judged product.py --seed "${PCGNS_SEED:-1}" --cases "$(rounds 10)"
}

@test "real meshes come back, on other ranks from the same bytes" {
  need_corpus
  local repartition=$PCGNS_BIN_DIR/pcgns-repartition file parts ranks
  cd "$BATS_TEST_TMPDIR" || return
  for file in 5blocks-struc multiple_zones_fields self-looping-grid sparc_fields sqnz_s.hdf multi_hdf5; do
    for ranks in 2 3; do
      parts=$((5 * ranks - 7)) # 3 and 8
      rm -f ./*.cgns
      "$repartition" -q --parts "$parts" -o 'p_%04d.cgns' "$PCGNS_CORPUS/single/$file.cgns"
      "$PCGNS_BIN_DIR/pcgns-verify" compare -q "$PCGNS_CORPUS/single/$file.cgns" --with p_*.cgns
      mpi "$ranks" "$repartition" -q --parts "$parts" -o 'again_%04d.cgns' "$PCGNS_CORPUS/single/$file.cgns"
      cmp p_0001.cgns again_0001.cgns
    done
  done
}

@test "real unstructured meshes come back, on other ranks from the same bytes" {
  need_corpus
  local repartition=$PCGNS_BIN_DIR/pcgns-repartition ranks=2 file
  cd "$BATS_TEST_TMPDIR" || return
  for file in BC_without_parents cgnslib_vers-4400 circle-square-2d mesh_wedge_inv particles_example 8-block pamgen; do
    rm -f ./*.cgns
    file=$(compgen -G "$PCGNS_CORPUS/single/$file.cgns*")
    "$repartition" -q --parts 5 -o 'p_%04d.cgns' "$file"
    "$PCGNS_BIN_DIR/pcgns-verify" compare -q "$file" --with p_*.cgns
    mpi "$ranks" "$repartition" -q --parts 5 -o 'again_%04d.cgns' "$file"
    cmp p_0003.cgns again_0003.cgns
    ranks=$((ranks % 4 + 1))
  done
}

@test "connectivity that memory has no room for goes through a scratch file, to the same bytes" {
  local repartition=$PCGNS_BIN_DIR/pcgns-repartition part
  cd "$BATS_TEST_TMPDIR" || return
  mkdir in
  "$PCGNS_PYTHON" "$PCGNS_SOURCE_DIR/tests/benchmark/make_parts.py" tetra in 20 2
  "$repartition" -q --parts 3 -o 'p_%d.cgns' in/*.cgns
  "$PCGNS_BIN_DIR/pcgns-verify" compare -q --with p_*.cgns -- in/*.cgns
  "$repartition" -q --memory 1M --parts 3 -o 'again_%d.cgns' in/*.cgns
  for part in 0 1 2; do cmp "p_$part.cgns" "again_$part.cgns"; done
  # Only then is it read back.
  PCGNS_FAULT=scratch_read:EIO run "$repartition" -q -O --memory 1M --parts 3 -o 'again_%d.cgns' in/*.cgns
  [[ $status == 2 && $output == *"Input/output error"* ]]
  PCGNS_FAULT=scratch_read:EIO "$repartition" -q -O --parts 3 -o 'again_%d.cgns' in/*.cgns
  # Two ranks have room for it: what one has begun is continued all the same.
  rm again_*
  PCGNS_FAULT=sync:stop run "$repartition" -q --memory 1M --parts 3 -o 'again_%d.cgns' in/*.cgns
  [[ $status == 3 && $output == *"--resume continues"* ]]
  mpi 2 "$repartition" -q --resume --memory 1M --parts 3 -o 'again_%d.cgns' in/*.cgns
  for part in 0 1 2; do cmp "p_$part.cgns" "again_$part.cgns"; done
}

# errors_of FILE: what pcgns-verify and cgnscheck find wrong with the parts in a file, without numbers.
errors_of() {
  "$PCGNS_BIN_DIR/pcgns-verify" check --keep-zones --json "$1" |
    "$PCGNS_PYTHON" -c 'import json, sys
for finding in json.load(sys.stdin)["findings"]:
    if finding["severity"] == "error": print(finding["code"])' | sort -u
  command -v cgnscheck >/dev/null || return 0
  "$PCGNS_PYTHON" "$PCGNS_SOURCE_DIR/tests/interop/relabel34.py" "$1" relabelled.cgns
  cgnscheck -w0 relabelled.cgns 2>&1 | grep ERROR | tr -d '0-9' | sort -u
}

@test "ghosts and orders of real meshes are taken back, and no reader finds them wrong" {
  need_corpus
  need_corpus perrank
  local repartition=$PCGNS_BIN_DIR/pcgns-repartition verify=$PCGNS_BIN_DIR/pcgns-verify ranks=2 layers=1 order=hilbert file
  cd "$BATS_TEST_TMPDIR" || return
  "$PCGNS_BIN_DIR/pcgns-merge" -q -o ngon.cgns "$PCGNS_CORPUS"/perrank/maia-cube-ngon-n4/part_[0-9]*.cgns
  for file in ./ngon "$PCGNS_CORPUS"/single/{BC_without_parents,circle-square-2d,mesh_wedge_inv,8-block,wall1}; do
    file=$(compgen -G "$file.cgns*")
    "$repartition" -q -O --parts 4 --single-file -o plain.cgns "$file"
    "$repartition" -q -O --ghosts "$layers" --order "$order" --parts 4 --single-file -o ghosts.cgns "$file"
    "$verify" compare -q "$file" --with ghosts.cgns
    mpi "$ranks" "$repartition" -q -O --ghosts "$layers" --order "$order" --parts 4 --single-file -o again.cgns "$file"
    cmp ghosts.cgns again.cgns
    errors_of plain.cgns >without
    errors_of ghosts.cgns >with
    echo "$file: $(comm -13 without with)"
    [[ -z $(comm -13 without with) ]]
    layers=$((3 - layers)) ranks=$((ranks % 4 + 1))
    if [[ $order == rcm ]]; then order=hilbert; else order=rcm; fi
  done
}

@test "the parts of another program are cut anew" {
  need_corpus
  local set
  cd "$BATS_TEST_TMPDIR" || return
  for set in maia-cube-ngon-n4 maia-cube-tetra-n4 maia-bcds-n2; do
    rm -f ./*.cgns
    "$PCGNS_BIN_DIR/pcgns-merge" -q -o whole.cgns "$PCGNS_CORPUS/perrank/$set"/part_[0-9]*.cgns
    "$PCGNS_BIN_DIR/pcgns-repartition" -q --parts 3 -o 'p_%d.cgns' "$PCGNS_CORPUS/perrank/$set"/part_[0-9]*.cgns
    "$PCGNS_BIN_DIR/pcgns-verify" compare -q whole.cgns --with p_*.cgns
  done
}

@test "a partition of a partition is that of the whole" {
  need_corpus
  local repartition=$PCGNS_BIN_DIR/pcgns-repartition whole=$PCGNS_CORPUS/single/sparc_fields.cgns
  cd "$BATS_TEST_TMPDIR" || return
  "$repartition" -q --parts 4 -o 'four_%d.cgns' "$whole"
  "$repartition" -q --parts 3 -o 'three_%d.cgns' "$whole"
  mpi 2 "$repartition" -q --parts 3 -o 'again_%d.cgns' four_*.cgns
  "$PCGNS_BIN_DIR/pcgns-verify" compare -q three_*.cgns --with again_*.cgns
}

@test "zones are dealt out evenly, by weights and speeds too" {
  judged balance.py --seed "${PCGNS_SEED:-1}"
}

@test "chosen fields and steps, and nothing else" {
  cd "$BATS_TEST_TMPDIR" || return
  "$PCGNS_PYTHON" "$PCGNS_SOURCE_DIR/tests/cli/make_cgns.py" in.cgns --steps 3
  "$PCGNS_BIN_DIR/pcgns-repartition" -q --parts 2 --steps last --omit Temperature -o 'p_%d.cgns' in.cgns
  "$PCGNS_BIN_DIR/pcgns-merge" -q --steps last --omit Temperature -o merged.cgns in.cgns
  "$PCGNS_BIN_DIR/pcgns-verify" compare -q merged.cgns --with p_?.cgns
}

# two_steps NUMBERS CODE: runs Python with `tree` of two zones, whose `steps` have these numbers of zones.
two_steps() {
  PYTHONPATH=$PCGNS_SOURCE_DIR/tests/partitions "$PCGNS_PYTHON" -c "import numpy, cgns, structured_corners
tree, *_ = structured_corners.two_zones()
steps = tree.child('Base').add('Steps', 'BaseIterativeData_t', numpy.array([2], numpy.int32))
steps.add('TimeValues', 'DataArray_t', numpy.arange(2.0))
steps.add('NumberOfZones', 'DataArray_t', numpy.array($1, numpy.int32))$2"
}

@test "how many zones a time step has, but not which, is a loss" {
  bats_require_minimum_version 1.5.0
  cd "$BATS_TEST_TMPDIR" || return
  two_steps '[1, 2]' '
cgns.write("in.cgns", tree)'
  "$PCGNS_BIN_DIR/pcgns-repartition" -q --parts 2 -o 'p_%d.cgns' in.cgns
  "$PCGNS_BIN_DIR/pcgns-merge" -q --check full -o merged.cgns p_?.cgns
  run -1 "$PCGNS_BIN_DIR/pcgns-verify" compare merged.cgns --with in.cgns
  [[ $output == *NumberOfZones* && $output != *ZonePointers* ]]
  run --separate-stderr -2 "$PCGNS_BIN_DIR/pcgns-repartition" --strict --parts 2 -n in.cgns
  [[ $stderr == *"/Base/Steps/NumberOfZones: without ZonePointers, nothing tells which zones a time step has"* ]]
}

@test "numbers of zones or families that contradict their names are a loss" {
  bats_require_minimum_version 1.5.0
  cd "$BATS_TEST_TMPDIR" || return
  two_steps '[5, 2]' '
cgns.write("more.cgns", tree)
names = [zone.name for zone in tree.child("Base").labelled("Zone_t")]
steps.child("NumberOfZones").value = numpy.array([1, 2], numpy.int32)
steps.add("ZonePointers", "DataArray_t", cgns.table([names, names]))
cgns.write("named.cgns", tree)
steps.child("NumberOfZones").value[:] = 2
steps.child("ZonePointers").value = cgns.table([names[:1] * 2, names])
cgns.write("twice.cgns", tree)
steps.child("ZonePointers").value = cgns.table([names, names])
for name in "F", "G": tree.child("Base").add(name, "Family_t")
steps.add("NumberOfFamilies", "DataArray_t", numpy.array([1, 2], numpy.int32))
steps.add("FamilyPointers", "DataArray_t", cgns.table([["F", "G"]] * 2))
cgns.write("families.cgns", tree)'
  local name number differs
  for name in more named twice families; do
    number=NumberOfZones differs=NumberOfZones
    [[ $name != families ]] || number=NumberOfFamilies differs=FamilyPointers
    "$PCGNS_BIN_DIR/pcgns-repartition" -q --overwrite --parts 2 -o 'p_%d.cgns' $name.cgns
    "$PCGNS_BIN_DIR/pcgns-merge" -q --overwrite --check full -o merged.cgns p_?.cgns
    run -1 "$PCGNS_BIN_DIR/pcgns-verify" compare merged.cgns --with $name.cgns
    [[ $output == *$differs* && ($name == twice || $output != *ZonePointers*) ]]
    run --separate-stderr -2 "$PCGNS_BIN_DIR/pcgns-repartition" --strict --parts 2 -n $name.cgns
    [[ $stderr == *"/Base/Steps/$number: does not match the number of names in "* ]]
  done
}

@test "what cannot be cut so is said" {
  need_corpus
  bats_require_minimum_version 1.5.0
  local repartition=$PCGNS_BIN_DIR/pcgns-repartition
  cd "$BATS_TEST_TMPDIR" || return
  run --separate-stderr -2 "$repartition" --parts 2 -o 'p_%d.cgns' "$PCGNS_CORPUS/single/cgnslib_vers-3000.cgns"
  [[ $stderr == *"/CGNSLibraryVersion: is 3.0"* ]]
  run --separate-stderr -2 "$repartition" --parts 2 --method file:Home -o 'p_%d.cgns' "$PCGNS_CORPUS/single/case.cgns"
  [[ $stderr == *"has no array Home"* ]]
  run --separate-stderr -2 "$repartition" --parts 64 --min-cells 9 -o 'p_%d.cgns' "$PCGNS_CORPUS/single/sqnz_s.hdf.cgns"
  [[ $stderr == *"--min-cells 9: "*" possible, not "*"; try --parts "* ]]
  run --separate-stderr -2 "$repartition" --parts 0 -o 'p_%d.cgns' "$PCGNS_CORPUS/single/sqnz_s.hdf.cgns"
  run ls p_*
  [[ $status -ne 0 ]]
}

@test "ghosts beyond joins are what the zones there have" {
  judged lattice.py --seed "${PCGNS_SEED:-1}" --soak "$(rounds 3)"
  judged restart.py --seed 1010 --soak 1 # a solution that lists all cells; the set is left open
}

@test "periodic interfaces of parts pair up, and name their opposites" {
  judged periodic.py --seed "${PCGNS_SEED:-1}" --soak "$(rounds 8)"
}

@test "constraints are kept, or it is said what can be" {
  judged constraints.py
}

@test "parts keep the digest of what was cut, and a change is found" {
  bats_require_minimum_version 1.5.0
  cd "$BATS_TEST_TMPDIR" || return
  local style digest
  "$PCGNS_PYTHON" "$PCGNS_SOURCE_DIR/tests/cli/make_cgns.py" in.cgns --steps 2
  digest=$("$PCGNS_BIN_DIR/pcgns-verify" digest in.cgns | cut -d' ' -f1)
  [[ ${#digest} -eq 32 ]]
  for style in maia seacas cassiopee flat; do
    mpi 2 "$PCGNS_BIN_DIR/pcgns-repartition" --parts 3 --style "$style" --check full -o "$style-%d.cgns" in.cgns >said
    grep "$digest" said
    "$PCGNS_BIN_DIR/pcgns-repartition" -q --parts 3 --style "$style" -o 'unchecked-%d.cgns' -O in.cgns
    cmp "$style-1.cgns" unchecked-1.cgns
    "$PCGNS_BIN_DIR/pcgns-merge" --check full -o "$style.cgns" "$style"-?.cgns >said
    grep "$digest" said
  done
  "$PCGNS_PYTHON" - maia-1.cgns <<'END'
import sys, h5py
def change(name, node):
    if isinstance(node, h5py.Dataset) and "/CellSolution" in name and node.dtype.kind == "f":
        node[(-1,) * node.ndim] += 1
h5py.File(sys.argv[1], "r+").visititems(change)
END
  run --separate-stderr -2 "$PCGNS_BIN_DIR/pcgns-merge" --check full -o changed.cgns maia-?.cgns
  [[ $stderr == *"$digest"* && ! -e changed.cgns ]]
  "$PCGNS_BIN_DIR/pcgns-merge" -q -o changed.cgns maia-?.cgns
  "$PCGNS_BIN_DIR/pcgns-merge" -q --check full --omit Temperature -o some.cgns maia-?.cgns
}

@test "pieces of a rank that ended earlier are merged up to its last time step" {
  local repartition=$PCGNS_BIN_DIR/pcgns-repartition steps
  cd "$BATS_TEST_TMPDIR" || return
  for steps in 2 3; do
    "$PCGNS_PYTHON" "$PCGNS_SOURCE_DIR/tests/cli/make_cgns.py" "$steps.cgns" --steps "$steps"
    # Nothing in the standard names the time step of discrete data.
    PYTHONPATH=$PCGNS_SOURCE_DIR/tests/partitions "$PCGNS_PYTHON" -c 'import sys, cgns
tree = cgns.read(sys.argv[1])
for zone in tree.child("Base").labelled("Zone_t"):
    for step in range(int(sys.argv[2])):
        zone.add(f"Marks{step + 1}", "DiscreteData_t")
cgns.write(sys.argv[1], tree)' "$steps.cgns" "$steps"
    "$repartition" -q --no-digest --parts 3 -o "$steps.%d.cgns" "$steps.cgns"
  done
  run --separate-stderr -0 mpi 2 "$PCGNS_BIN_DIR/pcgns-merge" -o merged.cgns 3.0.cgns 2.1.cgns 3.2.cgns
  [[ $stderr == *"warning: "*"time steps that only some files have: 2 of 3 files have more than 2 (3.2.cgns has 3)"* ]]
  [[ $stderr == *"not carried over: /Base: FlowSolution0003, Marks3: not in all pieces, and no time step names it"* ]]
  "$PCGNS_BIN_DIR/pcgns-verify" compare 2.cgns merged.cgns
  run --separate-stderr -0 mpi 2 "$PCGNS_BIN_DIR/pcgns-merge" --keep-zones -o kept.cgns 3.0.cgns 2.1.cgns 3.2.cgns
  [[ $stderr != *"not in all pieces"* ]]
  "$PCGNS_BIN_DIR/pcgns-verify" info --tree kept.cgns | grep -q FlowSolution0003 # pieces that are kept have their own steps
  run --separate-stderr -2 mpi 2 "$PCGNS_BIN_DIR/pcgns-merge" --steps all -o all.cgns 3.0.cgns 2.1.cgns 3.2.cgns
  [[ $stderr == *"is missing"* ]]
  run --separate-stderr -2 "$PCGNS_BIN_DIR/pcgns-verify" digest 2.0.cgns 3.1.cgns 3.2.cgns
  [[ $stderr == *"FlowSolutionPointers: is C1[32x3]"*"--steps common takes those that all have" ]] # has no --on-conflict
  run --separate-stderr -2 "$PCGNS_BIN_DIR/pcgns-merge" --steps 3 -o all.cgns 3.0.cgns 2.1.cgns 3.2.cgns
  [[ $stderr == *"--steps: time step 3 does not exist: 2.1.cgns has 2"* ]]
}

@test "rare contents of unstructured zones come back, or are refused" { judged unstructured_corners.py; }

@test "polyhedra cut by XCore are merged, with their boundary conditions" { judged xcore.py; }

@test "polygons and edges are in the parts whose cells have them" { judged unstructured_sides.py; }

@test "parents in the form before CGNS 3.1 are split and merged as those of today" { judged old_parents.py; }

@test "parts in memory are those in files, and what they write is the source" {
  judged restart.py --seed "${PCGNS_SEED:-1}" --soak "$(rounds 3)"
  judged restart.py --seed 1264 --soak 1 # two bases have pieces of the same names
}

@test "large arrays come into memory in several pieces" {
  cd "$BATS_TEST_TMPDIR" || return
  mkdir set
  "$PCGNS_PYTHON" "$PCGNS_SOURCE_DIR/tests/benchmark/make_parts.py" tetra set 40 4 # 1.28 MB of a field on each rank, 1 MiB at a time
  mpi 2 "$PCGNS_BIN_DIR/pcgns-repartition" -q --no-digest --parts 2 --ghosts 1 -o 'of_%d.cgns' set/*.cgns
  mpi 2 "$PCGNS_BIN_DIR/part_reader" "ghosts=1" 'of_%d.cgns' back.cgns set/*.cgns
}
