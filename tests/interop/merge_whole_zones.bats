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
  done < <(some_arrays "$original")
}

@test "multi_hdf5.cgns in two files comes back" { comes_back multi_hdf5.cgns 2; }
@test "sqnz_s.hdf.cgns in four files comes back" { comes_back sqnz_s.hdf.cgns 4; }
@test "5blocks-struc.cgns in three files comes back" { comes_back 5blocks-struc.cgns 3; }
@test "8-block.cgns.gold in three files comes back" { comes_back 8-block.cgns.gold 3; }
@test "multiple_zones_fields.cgns in four files comes back" { comes_back multiple_zones_fields.cgns 4; }
@test "pamgen.cgns.gold in two files comes back" { comes_back pamgen.cgns.gold 2; }
@test "particles_example.cgns in three files comes back" { comes_back particles_example.cgns 3; }
@test "hard in three files comes back" { comes_back hard 3; }
@test "multi_hdf5.cgns in four files, dealt in turn, comes back" { comes_back multi_hdf5.cgns 4 --round-robin; }
@test "multiple_zones_fields.cgns in two files, dealt in turn, comes back" { comes_back multiple_zones_fields.cgns 2 --round-robin; }
@test "cgnslib_vers-3000.cgns in one file comes back" { comes_back cgnslib_vers-3000.cgns 1; }
@test "cgnslib_vers-3110_hdf5-110.cgns in one file comes back" { comes_back cgnslib_vers-3110_hdf5-110.cgns 1; }
@test "cgnslib_vers-4400.cgns in one file comes back" { comes_back cgnslib_vers-4400.cgns 1; }
@test "tut21_hdf5.cgns in one file comes back" { comes_back tut21_hdf5.cgns 1; }
@test "case.cgns in one file comes back" { comes_back case.cgns 1; }
@test "tryVector.cgns in one file comes back" { comes_back tryVector.cgns 1; }
@test "wall1.cgns in one file comes back" { comes_back wall1.cgns 1; }
@test "BC_without_parents.cgns in one file comes back" { comes_back BC_without_parents.cgns 1; }
@test "aero_blunt_wedge_test3.cgns in one file comes back" { comes_back aero_blunt_wedge_test3.cgns 1; }
@test "circle-square-2d.cgns in one file comes back" { comes_back circle-square-2d.cgns 1; }
@test "self-looping-grid.cgns in one file comes back" { comes_back self-looping-grid.cgns 1; }
@test "sparc_fields.cgns in one file comes back" { comes_back sparc_fields.cgns 1; }
@test "mesh_wedge_inv.cgns in one file comes back" { comes_back mesh_wedge_inv.cgns 1; }
