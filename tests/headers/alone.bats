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
  compiler=(c++ -std=c++20)
  suffix=cpp
}

# compile_alone FLAGS <<HEADERS: fails with the names of those that do not compile.
compile_alone() {
  ! command -v ccache >/dev/null || compiler=(ccache "${compiler[@]}")
  # shellcheck disable=SC2016
  COMPILER=${compiler[*]} SUFFIX=$suffix xargs -P "$(nproc)" -I{} sh -c '
    file=$(echo {} | tr / _).$SUFFIX
    printf "#include \"%s\"\n#include \"%s\"\n" {} {} >"$file"
    $COMPILER -Wall -Wextra $0 -c "$file" -o "$file.o" || { echo "{} does not compile alone"; exit 1; }' "$*"
}

# flags: what the users of the installed library compile with.
flags() { PKG_CONFIG_PATH=$BATS_FILE_TMPDIR/prefix/lib/pkgconfig pkg-config --cflags pcgns-core; }

# fails_with MESSAGE FLAG... <<<SOURCE: does not compile as C, nor as C++, and the compiler says why.
fails_with() {
  local message=$1 language
  shift
  cat >wrong
  for language in c c++; do
    # shellcheck disable=SC2046
    run -1 cc -x "$language" -fsyntax-only $(flags) "$@" wrong
    [[ $output == *"$message"* ]] || { echo "$output"; return 1; }
  done
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
  compile_alone $(flags) <list
}

@test "the C headers compile alone, in C and in C++" {
  need_tool pkg-config
  (cd "$BATS_FILE_TMPDIR/prefix/include" && ls pcgns/*.h pcgns/compat/*.h) >list
  # shellcheck disable=SC2046
  compile_alone $(flags) <list
  compiler=(cc -std=c11 -Werror)
  suffix=c
  # shellcheck disable=SC2046
  compile_alone $(flags) <list
}

@test "programs that ask for the version get 64-bit sizes" {
  need_tool pkg-config
  cat >version.c <<'END'
#include <pcgns/pcgnslib.h>
#if CGNS_VERSION < 3100
#define cgsize_t int
#endif
#ifndef CGNSLIB_H
#error "a test for the header fails"
#endif
_Static_assert(sizeof(cgsize_t) == 8 && CGNS_VERSION >= 4500, "");
_Static_assert((int)(CGNS_DOTVERS * 1000 + 0.5) == CGNS_VERSION, "");
END
  # shellcheck disable=SC2046
  cc -std=c11 -fsyntax-only -Wall -Wextra -Werror $(flags) version.c
}

@test "sizes of 32 bits, and two headers with the same names, do not compile" {
  need_tool pkg-config
  fails_with "cgsize_t is a macro" -Dcgsize_t=int <<<'#include <pcgns/pcgnslib.h>'
  fails_with pcgns_cgsize_t_has_64_bits <<END
#include <pcgns/pcgnstypes.h>
#define cgsize_t int
#include <pcgns/pcgnslib.h>
END
  fails_with "declare the same names" -DCGNSLIB_H <<<'#include <pcgns/pcgnslib.h>'
}

@test "a header that needs another one is found" {
  mkdir -p inc && echo 'inline std::string no_include();' >inc/bad.hpp
  run compile_alone -Iinc <<<bad.hpp
  [[ $status != 0 && $output == *"bad.hpp does not compile alone"* ]]
}
