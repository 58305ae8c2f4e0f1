#!/usr/bin/env bats
# Inputs that change, or go away, while they are read: an error, not a mixture.

# Variables are of expect.bash and of bats; every test is a subshell of its own.
# shellcheck disable=SC2030,SC2031,SC2154,SC2164

load expect

setup_file() {
  load expect
  storage_zoo "$sets/zoo" | make_files
}

# Reading takes two seconds and more, and is at the fifth round when the test goes on.
start_slowly() {
  cp "$sets"/zoo/out_*.cgns .
  export PCGNS_FAULT=move:slow
  start 2 --hint pcgns_buffer=64K --hint pcgns_checkpoint=0 out_*.cgns
  soon has_entries 5
}

@test "an input is touched meanwhile" {
  start_slowly
  touch out_1.cgns
  finish
  refused 'out_1\.cgns: has changed while it was being read'
}

@test "an input grows meanwhile" {
  start_slowly
  echo more >>out_3.cgns
  finish
  refused 'out_3\.cgns: has changed while it was being read'
}

@test "an input is truncated meanwhile" {
  start_slowly
  truncate -s 4096 out_2.cgns
  finish
  refused 'out_2\.cgns.*(ended while it was being read|has changed while it was being read)'
}

@test "an input is replaced meanwhile" {
  start_slowly
  cp out_0.cgns new.cgns
  mv new.cgns out_0.cgns
  finish
  refused 'out_0\.cgns: has changed while it was being read'
}

@test "an input is removed meanwhile" {
  start_slowly
  rm out_3.cgns
  finish
  refused 'out_3\.cgns'
}

@test "an input is touched while it is checked" {
  cp "$sets"/zoo/out_0.cgns .
  program=pcgns-verify
  PCGNS_FAULT=move:slow "$PCGNS_BIN_DIR/$program" check out_0.cgns \
    >"$BATS_TEST_TMPDIR/stdout" 2>"$BATS_TEST_TMPDIR/stderr" </dev/null 3>&- &
  job=$!
  while kill -0 "$job" 2>/dev/null; do
    touch out_0.cgns
    sleep 0.02
  done
  finish
  fails 'out_0\.cgns: has changed while it was being read'
}

@test "values outside of an input change meanwhile, and before a run is resumed" {
  cp "$sets"/zoo/out_*.cgns .
  "$PCGNS_PYTHON" - <<'END'
import h5py
with h5py.File("out_0.cgns", "a") as file:
    node = file["Base/Zone0/GridCoordinates/CoordinateX"]
    values = node[" data"][()]
    del node[" data"]
    node.create_dataset(" data", values.shape, values.dtype, external=[("values", 0, values.nbytes)])[...] = values
END
  export PCGNS_FAULT=move:slow
  start 2 --hint pcgns_buffer=64K --hint pcgns_checkpoint=0 out_?.cgns
  soon has_entries 5
  touch values
  finish
  refused 'values: has changed while it was being read'
  PCGNS_FAULT=move:round=8:stop merge 2 --hint pcgns_buffer=64K --hint pcgns_checkpoint=0 out_?.cgns
  [[ -e $part && -e $journal ]]
  touch values
  unset PCGNS_FAULT
  merge 2 --resume out_?.cgns
  fails 'was started before values changed, and cannot be resumed'
}
