#!/usr/bin/env bats
# One description of the C interface: a change that one language does not follow is found.

load ../bats

setup() {
  bindings=$PCGNS_SOURCE_DIR/libcore/bindings
  made=$PCGNS_BUILD_DIR/libcore/bindings/made
  cd "$BATS_TEST_TMPDIR" || return
  mkdir pcgns
  cp "$PCGNS_SOURCE_DIR"/libcore/pcgns/*.h pcgns
  cp "$bindings/interface.json" interface.json
  cp -r "$made" made
}

# agree: whether header, table, Fortran and Python of the current folder do.
agree() {
  "${PCGNS_PARSER_PYTHON:-/usr/bin/python3}" "$bindings/check.py" pcgns/pcgnslib.h interface.json made \
    ${PCGNS_FORTRAN_COMPILER:+"$PCGNS_FORTRAN_COMPILER"}
}

# planted PATTERN FILE TEXT: changes a file, which must be found with this text; the file is as before afterwards.
planted() {
  cp "$2" before
  sed -i "$1" "$2"
  ! cmp -s before "$2" || { echo "nothing changed: $1"; return 1; }
  run -1 agree
  [[ $output == *"$3"* ]] || { echo "$output"; return 1; }
  cp before "$2"
}

@test "header, table, Fortran and Python say the same" {
  run -0 agree
  [[ $output == *" functions agree" ]]
}

@test "a function of the header that is not described is found, and one described that is not there" {
  planted 's/^int queue_flush(void);/&\nint cg_planted(int fn);/' pcgns/pcgnslib.h "does not describe cg_planted"
  planted '/^int queue_flush(void);/d' pcgns/pcgnslib.h "describes queue_flush, which the header does not declare"
}

@test "another intent, shape or type is found" {
  planted 's/^int cgp_queue_flush(int fn);/int cgp_queue_flush(int* fn);/' pcgns/pcgnslib.h "cgp_queue_flush"
  planted 's/const cgsize_t\* parent_data);/cgsize_t* parent_data);/' pcgns/pcgnslib.h "cgp_parent_data_write"
  planted 's/"shape": "end - start + 2"/"shape": "end - start + 1"/' interface.json "is not what header and table give"
  planted 's/"planes": {"shape": "2 \* IndexDimension"}/"planes": {"shape": "IndexDimension"}/' interface.json "is not what"
  planted 's/"rmin": {"shape": "IndexDimension"}/"rmin": {"shape": "Unheard"}/' interface.json "Unheard"
  planted 's/int cgp_coord_write(int fn, int B,/int cgp_coord_write(int fn, cgsize_t B,/' pcgns/pcgnslib.h "cgp_coord_write "
}

@test "a pointer without a shape is refused, with the place where it belongs" {
  planted 's/^int queue_flush(void);/&\nint cg_planted(const cgsize_t* unheard);/; ' pcgns/pcgnslib.h "does not describe"
  sed -i 's/^int queue_flush(void);/&\nint cg_planted(const cgsize_t* unheard);/' pcgns/pcgnslib.h
  planted 's/"queue_flush": {}/&, "cg_planted": {"call": "local"}/' interface.json 'unheard needs a "shape"'
}

@test "Fortran or Python that does not follow is found" {
  planted '/^  interface cg_nzones$/,/^  end interface/d' made/pcgns.F90 "cg_nzones"
  planted 's/^def cg_nzones(fn: int, B: int)/def cg_nzones(fn: int)/' made/_capi.py "cg_nzones takes"
  planted 's/^def cg_nzones(/def cg_mzones(/; s/"cg_nzones",//' made/_capi.py "cg_nzones has no function in Python"
  [[ -n ${PCGNS_FORTRAN_COMPILER:-} ]] || skip "no Fortran compiler"
  planted '/subroutine cg_nzones_f/,/end subroutine/s/intent(out) :: nzones/intent(in) :: nzones/' made/pcgns.F90 "cg_nzones differs"
}
