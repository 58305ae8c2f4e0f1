#!/usr/bin/env bats
# The build is installed into a folder, and a small program of somebody else is built against that.

load ../bats

setup_file() {
  export CMAKE_GENERATOR=Ninja
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
  ls tools/schema/*.json | sed 's|.*/|share/pcgns/schema/|'
  printf 'share/pcgns/schema/pcgns-%s-request.schema.json\n' merge repartition restripe verify-{check,compare,digest,info}
  (cd libcore/bindings/python && ls pcgns/*.py pcgns/py.typed) | sed 's|^|lib/python3/dist-packages/|'
  echo share/doc/pcgns/LICENSE
  bindings "$lib"
}

# bindings LIB: the description of the C interface, and the Fortran module with its sources, where they are built.
bindings() {
  [[ ! -e $PCGNS_BUILD_DIR/libcore/bindings/made/description.json ]] || printf '%s\n' share/pcgns/pcgnslib.json share/man/man3/pcgnslib-calls.3 lib/python3/dist-packages/pcgns/_capi.py
  [[ -e $PCGNS_BUILD_DIR/libcore/bindings/libpcgns_fortran.a ]] || return 0
  printf '%s\n' "$1/libpcgns_fortran.a" "$1/pkgconfig/pcgns-fortran.pc" "$1/cmake/pcgns/pcgnsFortranTargets.cmake" \
    share/pcgns/fortran/{pcgns.F90,pcgns_jobs.F90,pcgns_fortran.c,arguments.c,reference.c,pcgns_fortran.h}
  (cd "$prefix" && ls "$1"/pcgns/GNU-*/pcgns{,_jobs}.mod)
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
  env -u LD_PRELOAD ldd plan_only >libraries # what the tests load for a busy MPI is not meant
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

@test "a project in Fortran finds the module by CMake and by pkg-config" {
  need_tool gfortran pkg-config
  [[ -e $PCGNS_BUILD_DIR/libcore/bindings/libpcgns_fortran.a ]] || skip "built without Fortran"
  local source=$user/../user_fortran
  cmake -S "$source" -B cmake -DCMAKE_PREFIX_PATH="$prefix"
  cmake --build cmake
  counts cmake
  # shellcheck disable=SC2046
  gfortran "$source/count.f90" -o count $(flags pcgns-fortran --cflags --libs)
  LD_LIBRARY_PATH=$(folder_of libpcgns.so) counts .
}

# another_compiler: LLVM's for Fortran, the newest of Debian; it takes more than 1 GB and is not asked for.
another_compiler() { compgen -c flang- | grep -xE 'flang-(new-)?[0-9]+' | awk -F- '{print $NF, $0}' | sort -n | tail -n 1 | cut -d' ' -f2; }

@test "another Fortran compiler makes the modules and a program from the installed sources" {
  need_tool pkg-config
  [[ -e $PCGNS_BUILD_DIR/libcore/bindings/libpcgns_fortran.a ]] || skip "built without Fortran"
  local flang source=$prefix/share/pcgns/fortran
  flang=$(another_compiler)
  [[ -n $flang ]] || skip "no flang"
  "$flang" -c "$source"/pcgns{,_jobs}.F90
  [[ -s pcgns.mod && -s pcgns_jobs.mod ]]
  "$flang" -c "$user/../user_fortran/plane.f90" 2>errors || skip "$flang cannot call with arrays of any rank: $(tail -n 1 errors)"
  # The C sources need the descriptors of this compiler.
  # shellcheck disable=SC2046
  cc -c -I"$(dirname "$(realpath "$(command -v "$flang")")")/../include/flang" "$source"/*.c $(flags pcgns --cflags)
  # shellcheck disable=SC2046,SC2086
  "$flang" ./*.o -o plane $(flags pcgns --libs) $PCGNS_FORTRAN_LIBRARIES
  [[ $(LD_LIBRARY_PATH=$(folder_of libpcgns.so):${LD_LIBRARY_PATH:-} mpi 1 ./plane) == "the same values" ]]
}

@test "a project that has found another HDF5 gets an error that says so" {
  printf 'set(HDF5_%s)\n' 'FOUND TRUE' 'VERSION 1.8.9' 'IS_PARALLEL FALSE' >FindHDF5.cmake
  run ! cmake -S "$user/../user_c" -B other -DCMAKE_PREFIX_PATH="$prefix" -DCOMPONENT=core -DFIRST_HDF5=ON -DCMAKE_MODULE_PATH="$PWD"
  [[ $(tr -s ' \n' ' ' <<<"$output") == *"this project has found HDF5 1.8.9 (parallel: FALSE)"* ]] || { echo "$output"; return 1; }
}

@test "a project that has found another MPI gets an error that says so" {
  need_tool pkg-config
  local other=mpich
  [[ $(flags pcgns --libs) != *mpich* ]] || other=openmpi
  need_tool "mpicc.$other"
  run ! cmake -S "$user/../user_c" -B other -DCMAKE_PREFIX_PATH="$prefix" -DCOMPONENT=c -DFIRST_MPI=ON -DMPI_C_COMPILER="mpicc.$other"
  [[ $(tr -s ' \n' ' ' <<<"$output") == *"this pcgns was built with "*", this project has found another MPI"* ]] || { echo "$output"; return 1; }
}

@test "a component that does not exist is named" {
  run ! cmake -S "$user/../user_c" -B none -DCMAKE_PREFIX_PATH="$prefix" -DCOMPONENT=C
  [[ $(tr -s ' \n' ' ' <<<"$output") == *"pcgns has no component C: these are c, core and fortran"* ]] || { echo "$output"; return 1; }
}

@test "pkg-config names the folders that the configuration names absolutely" {
  need_tool pkg-config
  local same
  # The compilers of this build.
  mapfile -t same < <(sed -nE 's/^((MPI_C|MPI_Fortran|HDF5_C)_COMPILER(_EXECUTABLE)?):[A-Z]+=(.+)/-D\1=\4/p' "$PCGNS_BUILD_DIR/CMakeCache.txt")
  cmake -S "$PCGNS_SOURCE_DIR" -B build -DPCGNS_BUILD_TESTS=OFF "${same[@]}" -DCMAKE_INSTALL_PREFIX="$PWD/x" -DCMAKE_INSTALL_LIBDIR="$PWD/x/lib64"
  export PKG_CONFIG_PATH=$PWD/build
  [[ $(pkg-config --variable=includedir pcgns) == "$PWD/x/include" ]]
  [[ $(pkg-config --variable=libdir pcgns-core) == "$PWD/x/lib64" ]]
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
  {
    sed -n 's/^#define [A-Za-z].* pcgns_/pcgns_/p' "$headers/pcgnsnames.h"
    sed -nE 's/^[a-zA-Z].*(pcgns_[a-z_]+)\(.*/\1/p' "$headers"/pcgns{,tree}.h
    echo pcgns_version
  } | sort >named
  diff named shown
  # Every function and table that a header declares is among them.
  # shellcheck disable=SC2046
  cc -E -P -include "$headers/pcgnslib.h" -include "$headers/pcgns.h" -include "$headers/pcgnstree.h" \
    $(flags pcgns --cflags) -x c /dev/null | grep -oE '\bpcgns_[A-Za-z0-9_]*\b *\(|\bpcgns_[A-Za-z]*Name\[' | tr -d ' ([' | sort -u >declared
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

# per_rank_files: what the examples of README.md take.
per_rank_files() {
  local rank
  need_python
  for rank in 0 1 2; do
    "$PCGNS_PYTHON" "$PCGNS_SOURCE_DIR/tests/cli/make_cgns.py" "out_000$rank.cgns" --zones "Zone$rank"
  done
  "$prefix/bin/pcgns-merge" -q -o program.cgns 'out_%04d.cgns'
}

# block LANGUAGE: the first example in README.md.
block() { awk -v fence="\`\`\`$1" '$0 == fence {inside = 1; next} inside && /^```$/ {exit} inside' "$PCGNS_SOURCE_DIR/README.md"; }

@test "the job that README.md shows in C runs" {
  need_tool pkg-config
  per_rank_files
  block c >merge.c
  # shellcheck disable=SC2046
  cc -Wall -Wextra -Werror merge.c -o merge $(flags pcgns --cflags --libs)
  LD_LIBRARY_PATH=$(folder_of libpcgns.so) mpi 2 ./merge
  cmp out.cgns program.cgns
}

@test "the installed Python package finds its library, and the job that README.md shows in Python runs" {
  unset PCGNS_LIBRARY
  per_rank_files
  export PYTHONPATH=$prefix/lib/python3/dist-packages
  [[ $("$PCGNS_PYTHON" -c 'import pcgns; print(pcgns.library_path())') == "$(folder_of libpcgns.so)"/libpcgns.so.* ]]
  [[ $("$PCGNS_PYTHON" -c 'import pcgns; print(pcgns.digest("out_%04d.cgns"))') == \
    "$("$prefix/bin/pcgns-verify" digest program.cgns | cut -d' ' -f1)" ]]
  need_mpi4py
  block python >merge.py
  run -0 --separate-stderr mpi 2 "$PCGNS_PYTHON" merge.py
  [[ $output == "3 zones, "* ]]
  cmp out.cgns program.cgns
}

@test "pip installs the package into a fresh environment, which finds the library" {
  per_rank_files
  "$PCGNS_PYTHON" -m venv --system-site-packages venv || skip "no python3-venv"
  local package=$PCGNS_BUILD_DIR/python  # with what is generated; without pycparser, what is not
  [[ -e $package ]] || package=$PCGNS_SOURCE_DIR/libcore/bindings/python
  cp -r "$package" source
  venv/bin/python -m pip --version >/dev/null 2>&1 || skip "no pip"
  venv/bin/python -c 'import setuptools' 2>/dev/null || skip "no setuptools"
  venv/bin/python -m pip install --quiet --no-index --no-build-isolation --no-deps ./source
  unset PYTHONPATH
  export PCGNS_LIBRARY=
  [[ $(venv/bin/python -c 'import pcgns; print(pcgns.__file__)') == "$PWD/venv/"* ]]
  [[ $(LD_LIBRARY_PATH=$(folder_of libpcgns.so) venv/bin/python -c 'import pcgns; print(pcgns.digest("out_%04d.cgns"))') == \
    "$("$prefix/bin/pcgns-verify" digest program.cgns | cut -d' ' -f1)" ]]
}
