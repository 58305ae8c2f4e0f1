#!/usr/bin/env bats
# What is in the output: conflicts, steps, selections, links, losses, as the options have it.

# Variables are of expect.bash and of bats; every test is a subshell of its own.
# shellcheck disable=SC2030,SC2031,SC2154,SC2164

load ../faults/expect

setup_file() {
  load ../faults/expect
  {
    row "$sets/plain" 2
    echo "$sets/mach/a.cgns --zones Zone0 --mach 0.5 --family Hot"
    echo "$sets/mach/b.cgns --zones Zone1 --mach 0.8 --family Hot"
    echo "$sets/steps/a.cgns --zones Zone0 --steps 3"
    echo "$sets/steps/b.cgns --zones Zone1 --steps 5"
    echo "$sets/times/b.cgns --zones Zone1 --steps 3 --time-step 0.25"
    echo "$sets/links/grid.cgns --zones Zone0"
    echo "$sets/links/a.cgns --zones Zone0 --link grid.cgns:/Base/Zone0/CellSolution /Base/Zone0/Linked --link /Base/Zone0/FlowSolution /Base/Zone0/Same"
    echo "$sets/links/b.cgns --zones Zone1"
    echo "$sets/extras/a.cgns --zones Zone0 --extras"
    echo "$sets/stray/a.cgns --zones Zone0"
  } | make_files
  # A dataset where only nodes may be.
  "$PCGNS_PYTHON" -c 'import h5py, sys; h5py.File(sys.argv[1], "a")["Base"]["stray"] = [1, 2]' "$sets/stray/a.cgns"
}

mach() { h5dump -d '/Base/ReferenceState/Mach/ data' out.cgns | grep -o '(0): .*'; }

# has PATTERN, has_not PATTERN: a line of nodes.
has() { nodes out.cgns | grep -Eq -- "$1" || { echo "no node like $1" && nodes out.cgns && return 1; }; }
has_not() { ! nodes out.cgns | grep -E -- "$1"; }

@test "joins between files stay joins, and a donor that is nowhere is told" {
  merge 2 "$sets"/plain/out_*.cgns
  done_well
  says_not donor
  has '/Base/Zone0/ZoneGridConnectivity/IMax GridConnectivity1to1_t'
  merge 2 -O "$sets"/plain/out_0.cgns
  done_well
  says 'warning: .*/Base/Zone0/ZoneGridConnectivity/IMax.* donor zone Zone1 does not exist'
}

@test "--on-conflict error shows path, both files and both values" {
  merge 2 "$sets"/mach/*.cgns
  refused 'mach/b\.cgns:/Base/ReferenceState/Mach: is .*0\.8.* 0\.5 in .*mach/a\.cgns; --on-conflict first'
}

@test "--on-conflict first takes the first and says so" {
  merge 2 --on-conflict first "$sets"/mach/*.cgns
  done_well
  says 'warning: /Base/ReferenceState/Mach: is .*0\.5 in .*a\.cgns, but .*0\.8 in .*b\.cgns; the first one is taken'
  [[ $(mach) == "(0): 0.5" ]]
}

# pointers NODE: the names in a table of steps.
pointers() { h5dump -b LE -d "$1/ data" -o table out.cgns >/dev/null && xargs <table; }

@test "--steps common takes the steps that all have, and says so" {
  merge 2 "$sets"/steps/*.cgns
  done_well
  says 'warning: not carried over: /Base/BaseIterativeData: .* 1 of 2 files have more than 3 .* has 5.'
  has '/Base/Zone1/FlowSolution0003 '
  has_not '/CellSolution000[45]'
  [[ $(pointers /Base/Zone1/ZoneIterativeData/FlowSolutionPointers) == "CellSolution0001 CellSolution0002 CellSolution0003" ]]
}

@test "with --strict, time steps that only some files have must be taken, or others asked for by number" {
  merge 2 --strict "$sets"/steps/*.cgns
  refused '--strict: /Base/BaseIterativeData: time steps that only some files have'
  merge 2 --strict --steps last "$sets"/steps/*.cgns
  done_well
  merge 2 -O --strict --steps all "$sets"/steps/*.cgns
  done_well
}

@test "--steps all takes all, with Null where there is nothing" {
  merge 2 --steps all "$sets"/steps/*.cgns
  done_well
  says 'warning: .*5 time steps are taken'
  has '/Base/Zone1/CellSolution0005 '
  [[ $(pointers /Base/Zone0/ZoneIterativeData/FlowSolutionPointers) == "CellSolution0001 CellSolution0002 CellSolution0003 Null Null" ]]
}

@test "--steps last, a number, a range" {
  merge 2 --steps last "$sets"/steps/*.cgns
  done_well
  [[ $(pointers /Base/Zone1/ZoneIterativeData/FlowSolutionPointers) == CellSolution0003 ]]
  merge 2 -O --steps 2 "$sets"/steps/*.cgns
  [[ $(pointers /Base/Zone1/ZoneIterativeData/FlowSolutionPointers) == CellSolution0002 ]]
  merge 2 -O --steps 1:3:2 "$sets"/steps/*.cgns
  [[ $(pointers /Base/Zone0/ZoneIterativeData/FlowSolutionPointers) == "CellSolution0001 CellSolution0003" ]]
  has_not 'CellSolution0002'
}

@test "--steps that are not there" {
  merge 2 --steps 4 "$sets"/steps/*.cgns
  refused 'time step 4 does not exist.*a\.cgns has 3'
  merge 2 --steps last "$sets"/plain/out_0.cgns "$sets"/plain/out_1.cgns
  refused 'the inputs have no time steps'
}

@test "times that differ" {
  merge 2 "$sets/steps/a.cgns" "$sets/times/b.cgns"
  refused 'times/b\.cgns:/Base/BaseIterativeData/TimeValues: is .* in .*steps/a\.cgns; the files are of different iterations: of two runs or steps\?$'
}

@test "--only takes these fields, solutions, zones" {
  merge 2 --only Pressure "$sets"/plain/out_*.cgns
  done_well
  has '/Base/Zone1/CellSolution/Pressure DataArray_t'
  has_not Temperature
  merge 2 -O --only 'Cell*' --only Zone1 "$sets"/plain/out_*.cgns
  done_well
  has '/Base/Zone1/CellSolution/Temperature'
  has '/Base/Zone1/GridCoordinates/CoordinateX'
  has_not '/Base/Zone1/FlowSolution|/Base/Zone0/'
}

@test "--omit leaves these out, and goes before --only" {
  merge 2 --omit 'Zone0/*/Pressure' --omit FlowSolution "$sets"/plain/out_*.cgns
  done_well
  has '/Base/Zone0/CellSolution/Temperature'
  has '/Base/Zone1/CellSolution/Pressure'
  has_not '/FlowSolution|Zone0/CellSolution/Pressure'
  merge 2 -O --only Pressure --omit 'Zone0/*' "$sets"/plain/out_*.cgns
  done_well
  has_not 'Zone0/.*Pressure'
}

@test "--only and --omit with a pattern that matches nothing" {
  merge 2 --only Presure "$sets"/plain/out_*.cgns
  refused "--only 'Presure' matches no zone, solution or field"
  merge 2 --omit Zone7 "$sets"/plain/out_*.cgns
  refused "--omit 'Zone7' matches no zone, solution or field"
}

@test "--only with a pattern that matches something behind links" {
  merge 0 --links keep --only Linked/Pressure "$sets"/links/a.cgns
  refused "--only 'Linked/Pressure' matches no zone, .*; nothing can be selected behind links that are kept"
}

@test "--only and --omit that leave no zone" {
  for ranks in 0 3; do
    merge $ranks --omit '*' "$sets"/plain/out_*.cgns
    refused "--only and --omit leave no zone"
  done
  merge 0 --only 'Zone0' --omit 'Zone0' "$sets"/plain/out_*.cgns
  refused "--only and --omit leave no zone"
}

@test "--links copy pulls in what links lead to" {
  merge 2 "$sets"/links/[ab].cgns
  done_well
  has '/Base/Zone0/Linked FlowSolution_t'
  has '/Base/Zone0/Linked/Pressure DataArray_t'
  has '/Base/Zone0/Same/Pressure DataArray_t'
  h5diff out.cgns "$sets/links/grid.cgns" /Base/Zone0/Linked/Pressure /Base/Zone0/CellSolution/Pressure
}

@test "--links keep keeps links, as seen from the folder of the output" {
  mkdir -p deep/er
  cp "$sets"/links/*.cgns deep
  run --separate-stderr mpi 2 "$merge" --links keep -o deep/er/out.cgns deep/a.cgns deep/b.cgns
  exit_code 0
  cd deep/er
  has '^/Base/Zone0/Linked -> \.\./grid\.cgns:/Base/Zone0/CellSolution$'
  has '^/Base/Zone0/Same -> :/Base/Zone0/FlowSolution$'
  h5diff -r out.cgns ../grid.cgns '/Base/Zone0/Linked/ link/Pressure' /Base/Zone0/CellSolution/Pressure
}

@test "--links keep with a target that is nowhere" {
  cp "$sets"/links/[ab].cgns .
  merge 2 --links keep a.cgns b.cgns
  refused 'a\.cgns:/Base/Zone0/Linked: link to grid\.cgns:/Base/Zone0/CellSolution: the file is missing'
}

# linked FILE TARGET NAME...: zones of the only base of FILE become links to those of TARGET.
linked() {
  "$PCGNS_PYTHON" - "$@" <<'PYTHON'
import h5py, sys
with h5py.File(sys.argv[1], "a") as file:
    for name in sys.argv[3:]:
        if name in file["Base"]: del file["Base"][name]
        file["Base"][name] = h5py.ExternalLink(sys.argv[2], "/Base/" + name)
PYTHON
}

@test "--links keep does not leave out what a linked zone has" {
  cp "$sets/steps/a.cgns" whole.cgns
  cp whole.cgns middle.cgns
  cp whole.cgns a.cgns
  linked middle.cgns whole.cgns Zone0
  linked a.cgns middle.cgns Zone0
  merge 2 --links keep a.cgns
  done_well
  merge 2 -O --links keep --steps 1:3 a.cgns
  done_well
  rm out.cgns
  merge 2 --links keep --steps last a.cgns
  refused 'a\.cgns:/Base/Zone0: is a link; selecting time steps from it requires --links copy'
  merge 2 --links keep a.cgns "$sets/steps/b.cgns"
  done_well
  rm out.cgns
  "$PCGNS_PYTHON" -c 'import h5py; h5py.File("whole.cgns", "a")["Other"] = h5py.SoftLink("/Base")'
  merge 2 --links keep --omit Zone0 whole.cgns
  refused 'whole\.cgns:/Other: is a link, from which .* cannot be left out; --links copy selects'
}

@test "a zone and links to it count once" {
  cp "$sets/steps/a.cgns" whole.cgns
  cp whole.cgns a.cgns
  mkdir deep
  cp whole.cgns deep/b.cgns
  linked a.cgns ./whole.cgns Zone0
  linked deep/b.cgns ../whole.cgns Zone0
  merge 2 --links keep a.cgns deep/b.cgns
  done_well
  has '^/Base/Zone0 -> whole\.cgns:/Base/Zone0$'
  merge 2 -O --links keep a.cgns whole.cgns
  done_well
  has '^/Base/Zone0/CellSolution0003 '
}

@test "--links keep and --virtual refuse links to pieces" {
  mpi 0 "${merge%merge}repartition" -q --parts 2 -o piece_%d.cgns "$sets/plain/out_0.cgns"
  cp "$sets/plain/out_1.cgns" a.cgns
  linked a.cgns piece_0.cgns Zone0.P0.N0
  linked a.cgns piece_1.cgns Zone0.P1.N0
  merge 0 --links keep a.cgns
  refused 'a\.cgns:/Base/Zone0\.P0\.N0: is a link to a piece, or to a zone with ghost cells; these require --links copy, without --virtual'
  merge 0 --virtual a.cgns
  refused 'a\.cgns:/Base/Zone0\.P0\.N0: is a link to a piece'
  merge 0 --links keep --keep-zones a.cgns
  done_well
  has '^/Base/Zone0\.P1\.N0 -> piece_1\.cgns:/Base/Zone0\.P1\.N0$'
  merge 0 -O a.cgns
  done_well
}

@test "--virtual writes links to the zones of the inputs only" {
  cp "$sets"/plain/out_*.cgns .
  merge 2 --virtual --json out_0.cgns out_1.cgns
  done_well
  [[ $(reported .bytes) == 0 ]]
  has '^/Base/Zone0 -> out_0\.cgns:/Base/Zone0$'
  has '^/Base/Zone1 -> out_1\.cgns:/Base/Zone1$'
  h5diff -r out.cgns out_1.cgns '/Base/Zone1/ link/FlowSolution' /Base/Zone1/FlowSolution
}

@test "links are made from an output that is named relatively to inputs that are named absolutely, and back" {
  merge 2 --virtual "$sets"/plain/out_*.cgns
  done_well
  h5diff -r out.cgns "$sets/plain/out_1.cgns" '/Base/Zone1/ link/FlowSolution' /Base/Zone1/FlowSolution
  rm out.cgns
  cp "$sets"/links/*.cgns .
  run --separate-stderr mpi 2 "$merge" --links keep -o "$PWD/out.cgns" a.cgns b.cgns
  exit_code 0
  has '^/Base/Zone0/Linked -> grid\.cgns:/Base/Zone0/CellSolution$'
}

@test "--virtual through a symbolic link to a folder: the links lead from where the output really is" {
  cp "$sets"/plain/out_*.cgns .
  mkdir -p far/away
  ln -s "$PWD/far/away" scratch
  "$merge" -q --virtual -o scratch/out.cgns out_0.cgns out_1.cgns
  PYTHONPATH=$PCGNS_SOURCE_DIR/tests/partitions "$PCGNS_PYTHON" -c 'import cgns, sys; cgns.read(sys.argv[1])' scratch/out.cgns
}

@test "--virtual cannot leave out fields or steps" {
  merge 2 --virtual --omit Pressure "$sets"/plain/out_*.cgns
  refused '/Base/[A-Za-z0-9]+: --virtual only links to zones, and cannot leave out Pressure'
  merge 2 --virtual --steps 1 "$sets/steps/a.cgns"
  refused '--steps: --virtual only links to zones, and cannot select time steps'
}

@test "unknown labels, attributes and private objects are carried" {
  merge 2 --strict "$sets"/extras/a.cgns "$sets/plain/out_1.cgns"
  done_well
  has '/Base/Vendor VendorSettings_t'
  has '/Base/Vendor/Scheme VendorScheme_t'
  has '/Base/UserData/Settings DataArray_t'
  h5diff out.cgns "$sets/extras/a.cgns" '/Base/ checksum' '/Base/ checksum'
  h5dump -a '/Base/written by' out.cgns | grep -q make_cgns
}

@test "what cannot be carried is named; --strict makes it an error" {
  merge 2 "$sets/stray/a.cgns"
  done_well
  says 'warning: not carried over: .*stray/a\.cgns:/Base/stray: '
  rm out.cgns
  merge 2 --strict "$sets/stray/a.cgns"
  refused '--strict: .*stray/a\.cgns:/Base/stray: '
}

@test "--strict finds nothing where nothing is lost" {
  merge 2 --strict "$sets"/plain/out_*.cgns
  done_well
}

@test "a link whose target is left out is a loss" {
  cp "$sets"/links/*.cgns .
  merge 2 --strict --links keep --omit FlowSolution a.cgns b.cgns
  refused '--strict: .*/Base/Zone0/Same: link to /Base/Zone0/FlowSolution'
}
