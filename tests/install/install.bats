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
  for file in libpcgns_{model,core}.a pkgconfig/pcgns.pc cmake/pcgns/pcgns{Config,ConfigVersion,Targets}.cmake; do
    echo "$lib/$file"
  done
  ls "$prefix/$lib/cmake/pcgns" | sed -n "s|^pcgnsTargets-.*|$lib/cmake/pcgns/&|p"
  (cd man && ls -- *.[357]) | sed 's|.*\.\(.\)$|share/man/man\1/&|'
  ls tools/schema | sed 's|^|share/pcgns/schema/|'
  echo share/doc/pcgns/LICENSE
}

@test "exactly what should be installed is" {
  diff <(expected | sort) <(cd "$prefix" && find . -type f -printf '%P\n' | sort)
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
  export PKG_CONFIG_PATH=$prefix/lib/pkgconfig
  [[ $(pkg-config --variable=prefix pcgns) == "$prefix" ]]
  # shellcheck disable=SC2046
  c++ -std=c++20 "$user/hello.cpp" -o hello $(pkg-config --cflags --libs pcgns)
  run -0 --separate-stderr mpi 2 ./hello
  [[ $output == "2 ranks read 1.5 MiB" ]]
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
