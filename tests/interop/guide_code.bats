#!/usr/bin/env bats
# The programs of the reference library's user's guide, as its source code has them, compiled with its headers replaced:
# they print and write what they do with that library. PCGNS_REFERENCE_SOURCE is the folder of that source code;
# PCGNS_REFERENCE_FLAGS are what compiles and links with that library (the archive of Debian, which has the module, too).

bats_require_minimum_version 1.5.0
load interop

guide=${PCGNS_REFERENCE_SOURCE:-}/src/Test_UserGuideCode
hdf5=$(compgen -G '/usr/lib/*/libhdf5_serial.so.[0-9]*' | head -n 1)
read -r -a reference <<<"${PCGNS_REFERENCE_FLAGS:--I/usr/include -l:libcgns.a $hdf5}"

# What is written, and read back, in this order into one file.
in_order=(
  "grid_str flowvert_str nondimensional descriptor convergence floweqn_str bcpnts_str"
  "grid_unst flowvert_unst dimensional descriptor convergence bcpnts_unst"
  "grid_str timevert_str"
  "grid_str flowcent_str bc_str"
  "grid_str flowcentrind_str"
  "grid2zn_str con2zn_str"
  "grid2zn_str con2zn_genrl_str"
)

setup() {
  [[ -d $guide ]] || skip "no source code of the reference library (PCGNS_REFERENCE_SOURCE)"
  need_python
  cd "$BATS_FILE_TMPDIR" || return
  mkdir -p own reference
}

compile_own_c() {
  # shellcheck disable=SC2086  # flags
  "${CC:-cc}" -w -o "own/$1" "$guide/C_code/$1.c" -I"$PCGNS_SOURCE_DIR/libcore/pcgns/compat" $PCGNS_C_FLAGS "$PCGNS_LIBRARY" -lm
}
compile_reference_c() { "${CC:-cc}" -w -o "reference/$1" "$guide/C_code/$1.c" "${reference[@]}" -lm; }

# The one line that differs.
compile_own_fortran() {
  sed 's/^ *use cgns *$/      use pcgns/I' "$guide/Fortran_code/$1.F90" >"own/$1.F90"
  # shellcheck disable=SC2086  # flags
  "$PCGNS_FORTRAN_COMPILER" -w -o "own/$1" "own/$1.F90" -I"$PCGNS_SOURCE_DIR/libcore/pcgns/compat" $PCGNS_FORTRAN_FLAGS \
    "$PCGNS_LIBRARY" $PCGNS_FORTRAN_LIBRARIES
}
compile_reference_fortran() {
  "$PCGNS_FORTRAN_COMPILER" -w -fallow-argument-mismatch -o "reference/$1" "$guide/Fortran_code/$1.F90" \
    "${reference[@]}"
}

# same_files OWN REFERENCE: but for the version; integers of Debian's library have 32 bits, so that h5diff says nothing.
same_files() {
  run script same_tree "$2" "$1" --ignore-order --any-width
  [[ $(grep -v '^/CGNSLibraryVersion: values' <<<"$output") == "" ]] || { echo "$output"; return 1; }
  [[ -n ${PCGNS_REFERENCE_FLAGS:-} ]] || return 0
  need_tool h5diff
  run -0 h5_differences "$2" "$1"
  [[ $(sed '/^dataset: <.CGNSLibraryVersion/,+1d' <<<"$output") == "" ]] || { echo "$output"; return 1; }
}

own_says() { (cd own && "./$1"); }
reference_says() { (cd reference && "./$1"); }

# run_in_order LANGUAGE FILE NAME...: prints and writes the same as with the reference library, which has lines of its own:
# its version, the width of integers, and bare numbers.
run_in_order() {
  local language=$1 file=$2 name step side
  rm -f own/"$file" reference/"$file"
  for name in "${@:3}"; do
    for step in "write_$name" "read_$name"; do
      for side in own reference; do
        [[ -x $side/$step.$language ]] || { "compile_${side}_$language" "$step" && mv "$side/$step" "$side/$step.$language"; }
        run "${side}_says" "$step.$language"
        sed '/[Ll]ibrary/d; /64-bit mode/d; /^ *[0-9]*$/d' <<<"$output" >"$side/$step.says"
        echo "exit status $status" >>"$side/$step.says"
      done
      diff reference/"$step.says" own/"$step.says"
    done
  done
  same_files own/"$file" reference/"$file"
}

@test "in C" {
  local names
  for names in "${in_order[@]}" "grid_str discreteface_str"; do
    # shellcheck disable=SC2086  # words
    run_in_order c grid_c.cgns $names
  done
}

@test "in Fortran, with one line changed" {
  [[ -n ${PCGNS_FORTRAN_COMPILER:-} && -e /usr/include/cgns.mod ]] || skip "no reference library for Fortran"
  local names
  for names in "${in_order[@]}"; do
    # shellcheck disable=SC2086  # words
    run_in_order fortran grid.cgns $names
  done
}
