#!/usr/bin/env bats
# What pcgns-restripe writes looks to the reference library and its tools, to h5dump and to VTK as its input does, however
# it is stored. The MPI library has no part in that. Each file is written in a few ways; with PCGNS_ALL=1 in all.

# shellcheck disable=SC2154  # interop.bash sets original
bats_require_minimum_version 1.5.0
load interop
restripe=$PCGNS_BIN_DIR/pcgns-restripe

setup() {
  need_python
  need_corpus
  cd "$BATS_TEST_TMPDIR" || return
}

ways=("--layout contiguous --align 4K" "--shuffle --deflate 1" "--byte-order big" "--index i8" "--index i4" "--reals r8"
  "--ngon old" "--compact-below 4K" "--links split" "--byte-order big --deflate 1 --chunk 5,6,7" "--ngon new")

# In these, what readers say of types and forms is another thing.
values_only() { [[ $1 == *--ngon* ]]; }

# for_each WHAT EVERY: calls WHAT ORIGINAL OUTPUT OPTIONS for each file and its ways, every so many of them.
for_each() {
  local file way count=0 options
  for file in "$PCGNS_CORPUS"/single/*; do
    head -c 8 "$file" | grep -q HDF || continue
    for ((way = 0; way < ${#ways[@]}; ++way)); do
      [[ -n ${PCGNS_ALL:-} || $(((way + count) % $2)) -eq 0 ]] || continue
      options=${ways[way]}
      rm -f out*.cgns
      # shellcheck disable=SC2086
      "$restripe" -q $options -o out.cgns "$file" 2>messages || {
        grep -q 'has the number of version' messages || { cat messages; return 1; }
        continue
      }
      "$1" "$file" out.cgns "$options" || { echo "$file $options"; return 1; }
    done
    count=$((count + 1))
  done
  [[ $count -gt 15 ]]
}

# The tools of 3.4 refuse newer files: copies that name another version.
for_34() {
  rm -f a.cgns b.cgns
  script relabel34 "$1" a.cgns
  script relabel34 "$2" b.cgns
}

checked() {
  for_34 "$1" "$2"
  complaints a.cgns >complaints.a || return 0 # it cannot read the original
  complaints b.cgns >complaints.b || return
  comm -13 complaints.a complaints.b >complaints.new
  [[ ! -s complaints.new ]] || { cat complaints.new; return 1; }
}

read_by_library() {
  for_34 "$1" "$2"
  read_mesh a.cgns >a.txt || return 0
  read_mesh b.cgns >b.txt || return
  diff a.txt b.txt
}

seen_by_vtk() {
  vtk_digest "$1" >a.txt || return 0
  vtk_digest "$2" >b.txt || return
  diff a.txt b.txt
}

# The values as h5dump prints them; of the arrays of the original that it reads.
dumped() {
  ! values_only "$3" || return 0
  local array
  while read -r array; do
    h5dump -y -w 0 -d "$array" "$1" 2>/dev/null | sed -n '/DATA {/,$p' | tail -n +2 >a.txt
    h5dump -y -w 0 -d "$array" "$2" 2>/dev/null | sed -n '/DATA {/,$p' | tail -n +2 >b.txt
    cmp a.txt b.txt || return
  done < <(some_arrays "$1" | head -n 4)
}

@test "the checker of the reference library finds nothing new" {
  need_tool cgnscheck
  for_each checked 6
}

@test "the reference library reads the same" {
  need_tool "${CC:-cc}"
  echo '#include <cgnslib.h>' | "${CC:-cc}" -E - >/dev/null 2>&1 || skip "no cgnslib.h"
  for_each read_by_library 6
}

@test "VTK sees the same" {
  need_vtk
  for_each seen_by_vtk 11
}

@test "h5dump prints the same" {
  need_tool h5dump
  for_each dumped 6
}
