#!/usr/bin/env bats
# The build is installed into a folder, and a small program of somebody else is built against that.

load ../bats

setup_file() {
  cmake --install "$PCGNS_BUILD_DIR" --prefix "$BATS_FILE_TMPDIR/prefix"
}

setup() {
  prefix=$BATS_FILE_TMPDIR/prefix
  user=$PCGNS_SOURCE_DIR/tests/install/user
  cd "$BATS_TEST_TMPDIR" || return
}

# expected: every file that should be there, as named in the sources.
expected() {
  local lib=lib file
  cd "$PCGNS_SOURCE_DIR" || return
  [[ -d $prefix/$lib/cmake ]] || lib=$(cd "$prefix" && echo lib*/*/cmake) lib=${lib%/cmake}
  for file in tools/pcgns-*/; do
    file=$(basename "$file")
    printf '%s\n' "bin/$file" "share/man/man1/$file.1" "share/bash-completion/completions/$file" \
      "share/zsh/site-functions/_$file" "share/fish/vendor_completions.d/$file.fish"
  done
  (cd libcore && find pcgns -name '*.hpp' -o -name '*.h' | grep -vE '^pcgns/[^/]+/(.*/)?(plan|run|detail)/' | sed 's|^|include/|')
  for file in libpcgns_{model,core}.a libpcgns.so{,".$(version_of ABI_VERSION)",".$(version)"} pkgconfig/pcgns{,-core}.pc \
    cmake/pcgns/pcgns{Config,ConfigVersion,CTargets,CoreTargets,DebianHDF5}.cmake; do
    echo "$lib/$file"
  done
  ls "$prefix/$lib/cmake/pcgns" | sed -n "s|^pcgns.*Targets-.*|$lib/cmake/pcgns/&|p"
  (cd man && ls -- *.[357]) | sed 's|.*\.\(.\)$|share/man/man\1/&|'
  echo share/man/man3/pcgnslib-names.3
  ls tools/schema | sed 's|^|share/pcgns/schema/|'
  echo share/doc/pcgns/LICENSE
}

# version_of PART, version: as the header says.
version_of() { sed -n "s/#define PCGNS_$1 //p" "$PCGNS_SOURCE_DIR/libcore/pcgns/pcgnsversion.h"; }
version() { echo "$(version_of VERSION_MAJOR).$(version_of VERSION_MINOR).$(version_of VERSION_PATCH)"; }

# folder_of FILE: the folder of an installed file below the library's.
folder_of() { dirname "$(find "$prefix" -name "$1")"; }

# flags PACKAGE OPTION...: what pkg-config says.
flags() { PKG_CONFIG_PATH=$(folder_of "$1.pc") pkg-config "$@"; }

@test "exactly what should be installed is" {
  diff <(expected | sort) <(cd "$prefix" && find . -not -type d -printf '%P\n' | sort)
}

@test "nothing that is installed names the folder of the sources" {
  run grep -rlF "$PCGNS_SOURCE_DIR" "$prefix/lib/cmake" "$prefix/lib/pkgconfig" "$prefix/include" "$prefix/share"
  [[ -z $output ]] || { echo "$output"; return 1; }
}

@test "the installed programs run" {
  local program
  for program in "$prefix"/bin/*; do
    run -0 "$program" --version
    [[ $output == "${program##*/} "* ]]
  done
}

@test "a project finds the package by CMake, and its program runs" {
  cmake -S "$user" -B . -DCMAKE_PREFIX_PATH="$prefix"
  cmake --build .
  run -0 --separate-stderr mpi 2 ./hello
  [[ $output == "2 ranks read 1.5 MiB" ]]
}

@test "a project that needs no MPI finds the half that decides" {
  cmake -S "$user" -B . -DCMAKE_PREFIX_PATH="$prefix"
  cmake --build . --target plan_only
  ./plan_only
  ldd plan_only >libraries
  run ! grep -iE 'mpi|hdf5' libraries
}

@test "a project finds the package by pkg-config, and its program runs" {
  need_tool pkg-config
  # shellcheck disable=SC2046
  c++ -std=c++20 "$user/hello.cpp" -o hello $(flags pcgns-core --cflags --libs)
  run -0 --separate-stderr mpi 2 ./hello
  [[ $output == "2 ranks read 1.5 MiB" ]]
}

# counts FOLDER: the program that was built there does its work.
counts() {
  [[ $(mpi 1 "$1/count" 2>counts.log) == "1 base, versions agree" ]] || { cat counts.log; return 1; }
}

@test "a program in C is linked by the C compiler, with the shared library and with the archives" {
  local package
  need_tool pkg-config
  for package in pcgns pcgns-core; do
    # shellcheck disable=SC2046
    cc "$user/../user_c/count.c" -o count $(flags "$package" --cflags --libs)
    LD_LIBRARY_PATH=$(folder_of libpcgns.so) counts .
  done
}

@test "a project in C alone finds each component by CMake" {
  local component
  for component in c core; do
    cmake -S "$user/../user_c" -B "$component" -DCMAKE_PREFIX_PATH="$prefix" -DCOMPONENT="$component"
    cmake --build "$component"
    counts "$component"
  done
  ldd c/count >libraries
  grep -q 'libpcgns\.so' libraries
}

@test "a project that has found another HDF5 gets an error that says so" {
  printf 'set(HDF5_%s)\n' 'FOUND TRUE' 'VERSION 1.8.9' 'IS_PARALLEL FALSE' >FindHDF5.cmake
  run ! cmake -S "$user/../user_c" -B other -DCMAKE_PREFIX_PATH="$prefix" -DCOMPONENT=core -DFIRST_HDF5=ON -DCMAKE_MODULE_PATH="$PWD"
  [[ $(tr -s ' \n' ' ' <<<"$output") == *"this project has found HDF5 1.8.9 (parallel: FALSE)"* ]] || { echo "$output"; return 1; }
}

@test "what is installed can be moved" {
  cp -a "$prefix" moved
  cmake -S "$user/../user_c" -B cmake -DCMAKE_PREFIX_PATH="$PWD/moved" -DCOMPONENT=c
  grep -rF "$prefix" cmake/CMakeCache.txt && return 1
  cmake --build cmake
  counts cmake
}

@test "the shared library shows the functions of its headers and nothing else" {
  need_tool nm pkg-config
  local headers=$prefix/include/pcgns
  nm -D --defined-only "$(folder_of libpcgns.so)/libpcgns.so" | sed -n 's/@.*//; s/.* [^A] //p' | sort >shown
  { sed -n 's/^#define [A-Za-z].* pcgns_/pcgns_/p' "$headers/pcgnsnames.h"; echo pcgns_version; } | sort >named
  diff named shown
  # Every function that a header declares is among them.
  # shellcheck disable=SC2046
  cc -E -P -include "$headers/pcgnslib.h" $(flags pcgns --cflags) -x c /dev/null |
    grep -oE '\bpcgns_(cgp?_|queue_|version)[A-Za-z0-9_]*\b *\(' | tr -d ' (' | sort -u >declared
  diff declared shown
}

@test "the table of names says what the shared library has of the reference library" {
  need_tool nm
  local table=$PCGNS_SOURCE_DIR/man/pcgnslib-names.tsv
  nm -D --defined-only "$(folder_of libpcgns.so)/libpcgns.so" | sed -n 's/@.*//; s/.* [^A] pcgns_//p' | sort >shown
  awk -F'\t' '!/^#/ && $2 != "absent" { print $1 }' "$table" | sort >present
  awk -F'\t' '!/^#/ && $2 == "absent" { print $1 }' "$table" | sort >absent
  [[ $(sort -u present absent | wc -l) == 383 ]]
  diff <(comm -23 present shown) /dev/null
  diff <(comm -12 absent shown) /dev/null
}

@test "a program for the reference library is compiled with the installed headers under its names" {
  need_tool pkg-config
  local include=$prefix/include/pcgns/compat
  # shellcheck disable=SC2046
  cc "$PCGNS_SOURCE_DIR/tests/interop/compat/nodes.c" -o nodes -I"$include" $(flags pcgns --libs)
  LD_LIBRARY_PATH=$(folder_of libpcgns.so) ./nodes nodes.cgns
  # Only who asks for them gets them.
  [[ $(flags pcgns --cflags) != *compat* && $(flags pcgns-core --cflags) != *compat* ]]
}

@test "the library merges in a program of somebody else: the same bytes and the same digest as the programs" {
  local rank
  need_python
  for rank in 0 1 2; do
    "$PCGNS_PYTHON" "$PCGNS_SOURCE_DIR/tests/cli/make_cgns.py" "out_$rank.cgns" --zones "Zone$rank"
  done
  cmake -S "$PCGNS_SOURCE_DIR/examples/library" -B build -DCMAKE_PREFIX_PATH="$prefix"
  cmake --build build
  run -0 --separate-stderr mpi 2 build/merge library.cgns out_0.cgns out_1.cgns out_2.cgns
  mpi 3 "$prefix/bin/pcgns-merge" -q -o program.cgns 'out_%d.cgns'
  cmp library.cgns program.cgns
  [[ $output == "$("$prefix/bin/pcgns-verify" digest library.cgns)" ]]

  # What the program refuses, the library refuses, on all ranks, and nothing appears.
  run -2 --separate-stderr mpi 2 build/merge other.cgns out_0.cgns out_2.cgns
  [[ $stderr == *"out_1.cgns is missing"* && ! -e other.cgns ]]
}
