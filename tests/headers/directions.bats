#!/usr/bin/env bats
# What libcore/CMakeLists.txt says of the modules is so: which stands above which, which of them know MPI and HDF5.

load ../bats

libcore=$PCGNS_SOURCE_DIR/libcore

# modules HALF: the modules of model or core, lowest first.
modules() { sed -n "s/^set($1_modules \(.*\))/\1/p" "$libcore/CMakeLists.txt"; }

# found PATTERN FOLDER MODULE...: the lines of code that match, comments left out.
found() {
  cd "$2/pcgns" || return
  grep -rnE "$1" --include='*.[ch]pp' "${@:3}" | sed 's|^\./||' | grep -v '^[^:]*:[0-9]*: *//'
}

# against_the_arrows FOLDER: the includes of a module that does not stand below the one that includes it.
against_the_arrows() {
  found '^ *# *include *"pcgns/' "$1" . |
    awk -v order="$(modules model) $(modules core)" '
      BEGIN { for (n = split(order, names, " "); n > 0; --n) level[names[n]] = n }
      {
        from = substr($0, 1, index($0, "/") - 1)
        split($0, word, "\"")
        split(word[2], to, "/")
        if (to[2] ~ /\.h$/ && from == "capi") next  # the C interface, which is no module
        if (!(from in level) || !(to[2] in level) || level[to[2]] > level[from]) print $0 ": not below " from
      }'
}

# knows_mpi_or_hdf5 FOLDER: the lines of the half that decides that include what only the other may.
knows_mpi_or_hdf5() {
  # shellcheck disable=SC2046
  found '^ *# *include *<(mpi|hdf5|H5[A-Za-z]*)\.h>' "$1" $(modules model)
}

# only_in FILE WORD: fails with the lines of other files that have it.
only_in() {
  local others
  others=$(found "\<$2\>" "$libcore" . | grep -v "^$1:") || return 0
  echo "$others"
  return 1
}

setup() {
  mkdir -p "$BATS_TEST_TMPDIR"/pcgns/{base,kernel,tree,sids,check,plan,assemble,partition}
  printf '#include "pcgns/tree/node.hpp"\n#include "pcgns/h5/handle.hpp"\n#include <mpi.h>\n' \
    >"$BATS_TEST_TMPDIR/pcgns/plan/bad.hpp"
}

@test "a module includes only what stands below it" {
  run against_the_arrows "$libcore"
  [[ -z $output ]] || { echo "$output"; return 1; }
}

@test "an include against the arrows is found" {
  run against_the_arrows "$BATS_TEST_TMPDIR"
  [[ $output == 'plan/bad.hpp:2:#include "pcgns/h5/handle.hpp": not below plan' ]]
}

@test "the half that decides includes neither MPI nor HDF5" {
  run knows_mpi_or_hdf5 "$libcore"
  [[ -z $output ]] || { echo "$output"; return 1; }
}

@test "an include of MPI in the half that decides is found" {
  run knows_mpi_or_hdf5 "$BATS_TEST_TMPDIR"
  [[ $output == 'plan/bad.hpp:3:#include <mpi.h>' ]]
}

@test "every folder of libcore is a module" {
  diff <({ modules model; modules core; } | tr ' ' '\n' | sort) <(cd "$libcore/pcgns" && printf '%s\n' */ | tr -d /)
}

@test "MPI_COMM_WORLD stands in one file" { only_in par/session.cpp MPI_COMM_WORLD; }

@test "MPI_Abort stands in one file" { only_in par/session.cpp MPI_Abort; }
