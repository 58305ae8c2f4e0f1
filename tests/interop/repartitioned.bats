#!/usr/bin/env bats
# What pcgns-repartition makes is for others what they would have made themselves: Maia's parts of the same partition
# have the same numbers, conditions and joins; the reference library finds no mistakes in any style.

# shellcheck disable=SC2154  # interop.bash sets merge
bats_require_minimum_version 1.5.0
load interop

setup() {
  need_python
  cd "$BATS_TEST_TMPDIR" || return
  repartition=$PCGNS_BIN_DIR/pcgns-repartition
}

@test "parts of Maia's partition are Maia's parts" {
  need_corpus perrank
  local name set
  for name in maia-s-twoblocks-n4 maia-cube-s-n4 maia-cube-s-n2; do
    set=("$PCGNS_CORPUS/perrank/$name"/*_[0-9].cgns)
    "$merge" -q -O -o whole.cgns "${set[@]}"
    script maia_numbering plan "${set[@]}" >maia.json
    mpi 2 "$repartition" -q -O --full-numbering --from-plan maia.json -o 'part_%d.cgns' whole.cgns
    script maia_numbering compare part_*.cgns -- "${set[@]}"
    rm part_*.cgns
  done
}

@test "attributes and private objects of all nodes are in the parts, and in what is merged of them" {
  need_corpus
  local name
  for name in sqnz_s.hdf.cgns multi_hdf5.cgns tut21_hdf5.cgns particles_example.cgns pamgen.cgns.gold; do
    cp "$PCGNS_CORPUS/single/$name" in.cgns
    chmod u+w in.cgns
    script extras mark in.cgns
    mpi 2 "$repartition" -q -O --parts 3 -o 'part_%d.cgns' in.cgns
    mpi 2 "$merge" -q -O -o out.cgns part_?.cgns
    script extras compare in.cgns out.cgns
  done
}

@test "the reference library finds no mistakes in parts" {
  need_tool cgnscheck
  need_corpus
  local style name file
  for name in 5blocks-struc multiple_zones_fields self-looping-grid; do
    for style in maia seacas cassiopee flat; do
      rm -f part*
      "$repartition" -q --style "$style" --ghosts 1 --min-cells 1 --parts 5 -o 'part_%d.cgns' "$PCGNS_CORPUS/single/$name.cgns"
      for file in part_*.cgns; do
        cgnscheck -w0 "$file" >log 2>&1 || true
        # Its neighbours are in other files; of pointers to solutions the whole file has the same said of it.
        grep ERROR log | grep -vE 'donor zone .* not found|FlowSolutionPointers are invalid' || continue
        echo "$name $style $file" && return 1
      done
    done
  done
}
