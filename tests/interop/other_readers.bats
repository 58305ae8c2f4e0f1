#!/usr/bin/env bats
# What pcgns-merge makes of the files of ranks looks to the tools of the reference library, to programs that use it,
# and to VTK as the original does. The MPI library has no part in that.

# shellcheck disable=SC2154  # interop.bash sets original, merged
bats_require_minimum_version 1.5.0
load interop

setup_file() { prepare; }

# relabelled NAME FILES: copies of both files that the library 3.4 opens, as a.cgns and b.cgns of the current folder.
relabelled() {
  need_prepared
  need_merge
  need_file "$1"
  merge_pieces "$1" "$2" 2
  cd "${merged%/*}" || return
  [[ -e a.cgns ]] || script relabel34 "$original" a.cgns
  [[ -e b.cgns ]] || script relabel34 "$merged" b.cgns
}

# checked NAME FILES: no difference and no new complaint for the tools of the reference library.
checked() {
  need_tool cgnsdiff cgnscheck
  relabelled "$@"
  run -0 cgnsdiff -d a.cgns b.cgns
  [[ -z $output ]] || { echo "$output"; return 1; }
  complaints a.cgns >complaints.a
  complaints b.cgns >complaints.b
  comm -13 complaints.a complaints.b >complaints.new
  [[ ! -s complaints.new ]] || { echo "new complaints:"; cat complaints.new; return 1; }
}

# read_by_library NAME FILES: a program of the reference library finds the same values.
read_by_library() {
  need_tool "${CC:-cc}"
  echo '#include <cgnslib.h>' | "${CC:-cc}" -E - >/dev/null 2>&1 || skip "no cgnslib.h"
  relabelled "$@"
  read_mesh a.cgns >a.txt
  read_mesh b.cgns >b.txt
  diff a.txt b.txt
}

# seen_by_vtk NAME FILES: VTK finds the same blocks, points, cells and arrays.
seen_by_vtk() {
  need_vtk
  need_prepared
  need_merge
  need_file "$1"
  vtk_digest "$original" >"$BATS_TEST_TMPDIR/a.txt" || skip "VTK cannot read the original itself"
  merge_pieces "$1" "$2" 2
  vtk_digest "$merged" >"$BATS_TEST_TMPDIR/b.txt"
  diff "$BATS_TEST_TMPDIR/a.txt" "$BATS_TEST_TMPDIR/b.txt"
}

@test "multi_hdf5.cgns in two files passes the reference tools as the original does" { checked multi_hdf5.cgns 2; }
@test "sqnz_s.hdf.cgns in four files passes the reference tools as the original does" { checked sqnz_s.hdf.cgns 4; }
@test "5blocks-struc.cgns in three files passes the reference tools as the original does" { checked 5blocks-struc.cgns 3; }
@test "8-block.cgns.gold in three files passes the reference tools as the original does" { checked 8-block.cgns.gold 3; }
@test "multiple_zones_fields.cgns in four files passes the reference tools as the original does" { checked multiple_zones_fields.cgns 4; }
@test "pamgen.cgns.gold in two files passes the reference tools as the original does" { checked pamgen.cgns.gold 2; }
@test "particles_example.cgns in three files passes the reference tools as the original does" { checked particles_example.cgns 3; }
@test "hard in three files passes the reference tools as the original does" { checked hard 3; }
@test "cgnslib_vers-3000.cgns in one file passes the reference tools as the original does" { checked cgnslib_vers-3000.cgns 1; }
@test "cgnslib_vers-3110_hdf5-110.cgns in one file passes the reference tools as the original does" { checked cgnslib_vers-3110_hdf5-110.cgns 1; }
@test "cgnslib_vers-4400.cgns in one file passes the reference tools as the original does" { checked cgnslib_vers-4400.cgns 1; }
@test "tut21_hdf5.cgns in one file passes the reference tools as the original does" { checked tut21_hdf5.cgns 1; }
@test "case.cgns in one file passes the reference tools as the original does" { checked case.cgns 1; }
@test "tryVector.cgns in one file passes the reference tools as the original does" { checked tryVector.cgns 1; }
@test "wall1.cgns in one file passes the reference tools as the original does" { checked wall1.cgns 1; }
@test "BC_without_parents.cgns in one file passes the reference tools as the original does" { checked BC_without_parents.cgns 1; }
@test "aero_blunt_wedge_test3.cgns in one file passes the reference tools as the original does" { checked aero_blunt_wedge_test3.cgns 1; }
@test "circle-square-2d.cgns in one file passes the reference tools as the original does" { checked circle-square-2d.cgns 1; }
@test "self-looping-grid.cgns in one file passes the reference tools as the original does" { checked self-looping-grid.cgns 1; }
@test "sparc_fields.cgns in one file passes the reference tools as the original does" { checked sparc_fields.cgns 1; }
@test "mesh_wedge_inv.cgns in one file passes the reference tools as the original does" { checked mesh_wedge_inv.cgns 1; }

@test "multi_hdf5.cgns in two files reads the same with the reference library" { read_by_library multi_hdf5.cgns 2; }
@test "sqnz_s.hdf.cgns in four files reads the same with the reference library" { read_by_library sqnz_s.hdf.cgns 4; }
@test "5blocks-struc.cgns in three files reads the same with the reference library" { read_by_library 5blocks-struc.cgns 3; }
@test "8-block.cgns.gold in three files reads the same with the reference library" { read_by_library 8-block.cgns.gold 3; }
@test "multiple_zones_fields.cgns in four files reads the same with the reference library" { read_by_library multiple_zones_fields.cgns 4; }
@test "pamgen.cgns.gold in two files reads the same with the reference library" { read_by_library pamgen.cgns.gold 2; }
@test "particles_example.cgns in three files reads the same with the reference library" { read_by_library particles_example.cgns 3; }
@test "hard in three files reads the same with the reference library" { read_by_library hard 3; }
@test "cgnslib_vers-3000.cgns in one file reads the same with the reference library" { read_by_library cgnslib_vers-3000.cgns 1; }
@test "cgnslib_vers-3110_hdf5-110.cgns in one file reads the same with the reference library" { read_by_library cgnslib_vers-3110_hdf5-110.cgns 1; }
@test "cgnslib_vers-4400.cgns in one file reads the same with the reference library" { read_by_library cgnslib_vers-4400.cgns 1; }
@test "tut21_hdf5.cgns in one file reads the same with the reference library" { read_by_library tut21_hdf5.cgns 1; }
@test "case.cgns in one file reads the same with the reference library" { read_by_library case.cgns 1; }
@test "tryVector.cgns in one file reads the same with the reference library" { read_by_library tryVector.cgns 1; }
@test "wall1.cgns in one file reads the same with the reference library" { read_by_library wall1.cgns 1; }
@test "BC_without_parents.cgns in one file reads the same with the reference library" { read_by_library BC_without_parents.cgns 1; }
@test "aero_blunt_wedge_test3.cgns in one file reads the same with the reference library" { read_by_library aero_blunt_wedge_test3.cgns 1; }
@test "circle-square-2d.cgns in one file reads the same with the reference library" { read_by_library circle-square-2d.cgns 1; }
@test "self-looping-grid.cgns in one file reads the same with the reference library" { read_by_library self-looping-grid.cgns 1; }
@test "sparc_fields.cgns in one file reads the same with the reference library" { read_by_library sparc_fields.cgns 1; }
@test "mesh_wedge_inv.cgns in one file reads the same with the reference library" { read_by_library mesh_wedge_inv.cgns 1; }

@test "multi_hdf5.cgns in two files looks the same to VTK" { seen_by_vtk multi_hdf5.cgns 2; }
@test "sqnz_s.hdf.cgns in four files looks the same to VTK" { seen_by_vtk sqnz_s.hdf.cgns 4; }
@test "5blocks-struc.cgns in three files looks the same to VTK" { seen_by_vtk 5blocks-struc.cgns 3; }
@test "8-block.cgns.gold in three files looks the same to VTK" { seen_by_vtk 8-block.cgns.gold 3; }
@test "multiple_zones_fields.cgns in four files looks the same to VTK" { seen_by_vtk multiple_zones_fields.cgns 4; }
@test "pamgen.cgns.gold in two files looks the same to VTK" { seen_by_vtk pamgen.cgns.gold 2; }
@test "particles_example.cgns in three files looks the same to VTK" { seen_by_vtk particles_example.cgns 3; }
@test "hard in three files looks the same to VTK" { seen_by_vtk hard 3; }
@test "cgnslib_vers-3000.cgns in one file looks the same to VTK" { seen_by_vtk cgnslib_vers-3000.cgns 1; }
@test "cgnslib_vers-3110_hdf5-110.cgns in one file looks the same to VTK" { seen_by_vtk cgnslib_vers-3110_hdf5-110.cgns 1; }
@test "cgnslib_vers-4400.cgns in one file looks the same to VTK" { seen_by_vtk cgnslib_vers-4400.cgns 1; }
@test "tut21_hdf5.cgns in one file looks the same to VTK" { seen_by_vtk tut21_hdf5.cgns 1; }
@test "case.cgns in one file looks the same to VTK" { seen_by_vtk case.cgns 1; }
@test "tryVector.cgns in one file looks the same to VTK" { seen_by_vtk tryVector.cgns 1; }
@test "wall1.cgns in one file looks the same to VTK" { seen_by_vtk wall1.cgns 1; }
@test "BC_without_parents.cgns in one file looks the same to VTK" { seen_by_vtk BC_without_parents.cgns 1; }
@test "aero_blunt_wedge_test3.cgns in one file looks the same to VTK" { seen_by_vtk aero_blunt_wedge_test3.cgns 1; }
@test "circle-square-2d.cgns in one file looks the same to VTK" { seen_by_vtk circle-square-2d.cgns 1; }
@test "self-looping-grid.cgns in one file looks the same to VTK" { seen_by_vtk self-looping-grid.cgns 1; }
@test "sparc_fields.cgns in one file looks the same to VTK" { seen_by_vtk sparc_fields.cgns 1; }
@test "mesh_wedge_inv.cgns in one file looks the same to VTK" { seen_by_vtk mesh_wedge_inv.cgns 1; }
