#!/usr/bin/env bats
# Real files, split zone by zone into the files that ranks would have written, come back from pcgns-merge whole:
# told by readers that share nothing with pcgns (h5py, the HDF5 tools).

# shellcheck disable=SC2154  # interop.bash sets original, merged
bats_require_minimum_version 1.5.0
load interop

setup_file() { prepare; }

# comes_back NAME FILES [--round-robin]: the merged file holds the original tree, on any number of ranks the same.
comes_back() {
  need_prepared
  need_merge
  need_tool h5diff h5dump
  need_file "$1"
  merge_pieces "$1" "$2" 3 "${@:3}"
  local on_three=$merged path
  merge_pieces "$1" "$2" 2 "${@:3}"
  cmp "$on_three" "$merged"
  [[ $(superblock "$merged") == 2 ]]
  script same_tree --ignore-order "$original" "$merged"
  h5_differences "$original" "$merged" >"$BATS_TEST_TMPDIR/differences"
  [[ ! -s $BATS_TEST_TMPDIR/differences ]] || { head -n 20 "$BATS_TEST_TMPDIR/differences"; return 1; }
  while read -r path; do
    h5dump -d "$path" -b LE -o "$BATS_TEST_TMPDIR/a" "$original" >/dev/null
    h5dump -d "$path" -b LE -o "$BATS_TEST_TMPDIR/b" "$merged" >/dev/null
    cmp "$BATS_TEST_TMPDIR/a" "$BATS_TEST_TMPDIR/b"
  done < <(some_arrays "$original" | head -n 3)
}

@test "files split into pieces come back" { each_set comes_back; }
@test "multi_hdf5.cgns in four files, dealt in turn, comes back" { comes_back multi_hdf5.cgns 4 --round-robin; }
@test "multiple_zones_fields.cgns in two files, dealt in turn, comes back" { comes_back multiple_zones_fields.cgns 2 --round-robin; }
