#!/usr/bin/env bats
# Every installed header compiles alone and may be included twice. Those of the modules that decide get neither the
# include folders of MPI and HDF5 nor those of the sources.

load ../bats

setup_file() {
  cmake --install "$PCGNS_BUILD_DIR" --prefix "$BATS_FILE_TMPDIR/prefix" >/dev/null
}

# The folder has another name in each run: with relative paths the compiler cache knows what did not change.
setup() {
  cd "$BATS_FILE_TMPDIR" || return
  export CCACHE_BASEDIR=$PWD CCACHE_NOHASHDIR=1 CCACHE_SLOPPINESS=include_file_mtime,include_file_ctime
  export COMPILER="c++"
  ! command -v ccache >/dev/null || COMPILER="ccache c++"
}

# compile_alone FLAGS <<HEADERS: fails with the names of those that do not compile.
compile_alone() {
  # shellcheck disable=SC2016
  xargs -P "$(nproc)" -I{} sh -c '
    file=$(echo {} | tr / _)
    printf "#include \"%s\"\n#include \"%s\"\n" {} {} >"$file.cpp"
    $COMPILER -std=c++20 -Wall -Wextra $0 -c "$file.cpp" -o "$file.o" || { echo "{} does not compile alone"; exit 1; }' "$*"
}

# headers MODULE...: the installed ones of these modules, as they are included.
headers() (
  local module
  cd "$BATS_FILE_TMPDIR/prefix/include" || return
  for module; do
    [[ ! -d pcgns/$module ]] || find "pcgns/$module" -name '*.hpp'
  done | sort
)

# modules NAME: a list of libcore/CMakeLists.txt.
modules() { tr '\n' ' ' <"$PCGNS_SOURCE_DIR/libcore/CMakeLists.txt" | sed -n "s/.*[^a-z_#]set($1 \([^)]*\)).*/\1/p"; }

@test "the public headers of what decides compile alone, without MPI and HDF5" {
  # shellcheck disable=SC2046
  headers $(modules pure_modules) >list
  [[ -s list ]]
  compile_alone -Iprefix/include <list
}

@test "the other public headers compile alone" {
  need_tool pkg-config
  # shellcheck disable=SC2046
  headers $(modules modules) | grep -vE "^pcgns/($(modules pure_modules | tr ' ' '|'))/" >list
  [[ -s list ]]
  # shellcheck disable=SC2046
  compile_alone $(PKG_CONFIG_PATH=$BATS_FILE_TMPDIR/prefix/lib/pkgconfig pkg-config --cflags pcgns) <list
}

@test "the C headers compile alone, in C and in C++" {
  (cd "$BATS_FILE_TMPDIR/prefix/include" && ls pcgns/*.h) >list
  # shellcheck disable=SC2046
  compile_alone $(PKG_CONFIG_PATH=$BATS_FILE_TMPDIR/prefix/lib/pkgconfig pkg-config --cflags pcgns) <list
}

@test "a header that needs another one is found" {
  mkdir -p inc && echo 'inline std::string no_include();' >inc/bad.hpp
  run compile_alone -Iinc <<<bad.hpp
  [[ $status != 0 && $output == *"bad.hpp does not compile alone"* ]]
}
