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
  vtk_digest "$original" >"$BATS_TEST_TMPDIR/a.txt" || { left_out+=("$1"); return; }
  merge_pieces "$1" "$2" 2
  vtk_digest "$merged" >"$BATS_TEST_TMPDIR/b.txt"
  diff "$BATS_TEST_TMPDIR/a.txt" "$BATS_TEST_TMPDIR/b.txt"
}

@test "files of ranks pass the reference tools as the original does" { each_set checked; }
@test "files of ranks read the same with the reference library" { each_set read_by_library; }
@test "files of ranks look the same to VTK" { each_set seen_by_vtk; }
