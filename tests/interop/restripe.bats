#!/usr/bin/env bats
# What pcgns-restripe writes looks to the reference library and its tools, to h5dump and to VTK as its input does, however
# it is stored. The MPI library has no part in that.

bats_require_minimum_version 1.5.0
load interop
restripe=$PCGNS_BIN_DIR/pcgns-restripe

ways=("--layout contiguous --align 4K" "--shuffle --deflate 1" "--byte-order big" "--index i8" "--index i4" "--reals r8"
  "--ngon old" "--compact-below 4K" "--links split" "--byte-order big --deflate 1 --chunk 5,6,7" "--ngon new")

# What is written once for all tests: a folder for each, with `original` (a link), `out.cgns`, its `options`, and copies of
# both, a.cgns and b.cgns, that the tools of 3.4 do not refuse for their version.
setup_file() {
  local file way count=0 folder
  [[ -e $PCGNS_CORPUS/single && -x $restripe ]] || return 0
  for file in "$PCGNS_CORPUS"/single/*; do
    head -c 8 "$file" | grep -q HDF || continue
    for ((way = 0; way < ${#ways[@]}; ++way)); do
      # Each file in one way; with PCGNS_ALL=1 in all.
      [[ -n ${PCGNS_ALL:-} || $(((way + count) % ${#ways[@]})) -eq 0 ]] || continue
      folder=$BATS_FILE_TMPDIR/${file##*/}-$way
      mkdir -p "$folder"
      # shellcheck disable=SC2086
      "$restripe" -q ${ways[way]} -o "$folder/out.cgns" "$file" || return
      ln -s "$file" "$folder/original"
      echo "${ways[way]}" >"$folder/options"
      script relabel34 "$file" "$folder/a.cgns"
      script relabel34 "$folder/out.cgns" "$folder/b.cgns"
    done
    count=$((count + 1))
  done
  [[ $count -gt 15 ]]
}

setup() {
  need_python
  need_corpus
}

# for_each WHAT: calls it in each folder.
for_each() {
  local folder
  for folder in "$BATS_FILE_TMPDIR"/*-*/; do
    cd "$folder" || return
    "$1" || { echo "$folder: $(<options)"; return 1; }
  done
}

# Library 3.4.0 cannot read I8 in sections of the old form: it looks in the file for the offsets that it makes itself.
is_beyond_library() { [[ $PWD == */tut21_hdf5.cgns-* && $(<options) == "--index i8" ]]; }

checked() {
  ! is_beyond_library || return 0
  complaints a.cgns >complaints.a || return 0 # it cannot read the original
  complaints b.cgns >complaints.b || return
  comm -13 complaints.a complaints.b >complaints.new
  [[ ! -s complaints.new ]] || { cat complaints.new; return 1; }
}

read_by_library() {
  ! is_beyond_library || return 0
  read_mesh a.cgns >a.txt || return 0
  read_mesh b.cgns >b.txt || return
  diff a.txt b.txt
}

seen_by_vtk() {
  # VTK reads polyhedra of the new form only.
  [[ $PWD != */particles_example.cgns-* || $(<options) != "--ngon old" ]] || return 0
  local wide=()
  ! grep -q reals options || wide=(--wide)
  vtk_digest original "${wide[@]}" >a.txt || return 0
  vtk_digest out.cgns "${wide[@]}" >b.txt || return
  diff a.txt b.txt
}

# Of a few arrays; behind a link, and in another form, it does not find them by the same name, or others.
dumped() {
  ! grep -qE 'split|ngon' options || return 0
  local array
  while read -r array; do
    h5dump -y -w 0 -d "$array" original 2>/dev/null | sed -n '/DATA {/,$p' >a.txt
    h5dump -y -w 0 -d "$array" out.cgns 2>/dev/null | sed -n '/DATA {/,$p' >b.txt
    cmp a.txt b.txt || return
  done < <(some_arrays original | head -n 4)
}

@test "the checker of the reference library finds nothing new" {
  need_tool cgnscheck
  for_each checked
}

@test "the reference library reads the same" {
  need_tool "${CC:-cc}"
  echo '#include <cgnslib.h>' | "${CC:-cc}" -E - >/dev/null 2>&1 || skip "no cgnslib.h"
  for_each read_by_library
}

@test "VTK sees the same" {
  need_vtk
  for_each seen_by_vtk
}

@test "h5dump prints the same" {
  need_tool h5dump
  for_each dumped
}
