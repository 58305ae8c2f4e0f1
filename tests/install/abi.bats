#!/usr/bin/env bats
# The C interface of this build and that of the last release, whose headers are in abi/last (scripts/release puts them).

load ../bats

setup() {
  abi=$PCGNS_SOURCE_DIR/tests/install/abi
  library=$PCGNS_BUILD_DIR/libcore/libpcgns.so
  cd "$BATS_TEST_TMPDIR" || return
}

# interface FOLDER OUT: the functions and types that the headers in FOLDER declare.
interface() { "$abi/interface" "$1" "$2"; }

# changed FILE SED: the headers of the last release with one change, in the folder changed.
changed() {
  rm -rf changed
  cp -r "$abi/last" changed
  sed -i "$2" "changed/pcgns/$1"
  ! diff -rq "$abi/last" changed >/dev/null || { echo "nothing was changed"; return 1; }
}

# breaks: the headers in the folder changed break programs that were built with the last release.
breaks() {
  interface "$PWD/changed" new.so
  run abidiff --no-added-syms old.so new.so
  # Bit 4: something has changed.
  ((status & 4)) || { echo "abidiff: $status: $output"; return 1; }
}

symbols() { nm -D --defined-only "$1" | sed 's/.* //' | sort; }

@test "the library shows what its headers declare, each with its version, and nothing of what it consists of" {
  need_tool nm
  interface "$PCGNS_SOURCE_DIR/libcore" now.so
  diff <(symbols now.so) <(symbols "$library")
  run ! grep -vE '^(pcgns_[A-Za-z0-9_]+@@PCGNS_[0-9]+|PCGNS_[0-9]+(@@PCGNS_[0-9]+)?)$' <(symbols "$library")
}

@test "a program built with the last release runs with this one: functions and types are as they were" {
  need_tool abidiff
  interface "$abi/last" old.so
  interface "$PCGNS_SOURCE_DIR/libcore" now.so
  abidiff --no-added-syms old.so now.so
}

@test "a function that is gone, another type of an argument and another value of a name are told" {
  need_tool abidiff
  interface "$abi/last" old.so
  changed pcgnsmeta.h '/^int cg_nbases(/d'
  breaks
  changed pcgnsmeta.h 's/^int cg_nbases(int /int cg_nbases(long /'
  breaks
  changed pcgnstypes.h 's/X(Structured) X(Unstructured)/X(Unstructured) X(Structured)/'
  breaks
}

@test "a program built with an older minor release runs with this library, and knows the version of both" {
  need_tool pkg-config
  local flags
  # An older one: another version, and one function less.
  changed pcgnsversion.h 's/\(define PCGNS_VERSION_PATCH\) .*/\1 999/'
  sed -i '/^int cg_nzones(/d' changed/pcgns/*.h
  interface "$PWD/changed" libpcgns.so.1
  flags=$(pkg-config --cflags "$PCGNS_BUILD_DIR/pcgns.pc" | tr ' ' '\n' | grep -v pcgns)
  # shellcheck disable=SC2046,SC2086
  cc $flags -Ichanged "$PCGNS_SOURCE_DIR/tests/install/user_c/count.c" ./libpcgns.so.1 \
    $(pkg-config --libs "$PCGNS_BUILD_DIR/pcgns.pc" | tr ' ' '\n' | grep -v pcgns) -o count
  LD_LIBRARY_PATH=$PCGNS_BUILD_DIR/libcore run -0 --separate-stderr mpi 1 ./count
  [[ $output == "1 base, versions differ" ]]
}
