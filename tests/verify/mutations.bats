#!/usr/bin/env bats
# Every rule of pcgns-verify check finds its damage, at its place; valid files are found valid.

load ../bats

setup() { need_python; }

# found LAYER: all damages for the rules of a layer are found; `valid`: nothing in valid files.
found() { "$PCGNS_PYTHON" "$BATS_TEST_DIRNAME/run_mutations.py" "$1"; }

@test "nothing in valid files" { found valid; }
@test "damages of the file" { found file; }
@test "damages of the tree" { found tree; }
@test "damages of the mesh" { found mesh; }
@test "damages of joins" { found joins; }
@test "damages of the boundary" { found boundary; }
@test "damages of values" { found values; }
@test "damages of a set of files" { found set; }
@test "what pcgns-repartition takes comes back, whatever else is wrong with it" {
  "$PCGNS_PYTHON" "$BATS_TEST_DIRNAME/run_round_trips.py" "$((${PCGNS_ROUNDS:-1} > 1 ? 1 : 6))"
}
