#!/usr/bin/env bats
# ADF files as the reference library writes them, in all its formats: every program makes of them what it makes of
# their HDF5 twins.

# shellcheck disable=SC2154  # variables of bats
# shellcheck disable=SC2030,SC2031  # every test is a subshell of its own

bats_require_minimum_version 1.5.0
load interop

verify=$PCGNS_BIN_DIR/pcgns-verify
copy_adf=$BATS_FILE_TMPDIR/copy_adf
formats=(IEEE_BIG_32 IEEE_LITTLE_32 IEEE_BIG_64 IEEE_LITTLE_64 LEGACY)

setup_file() {
  load interop
  if command -v "${CC:-cc}" >/dev/null && echo '#include <ADF.h>' | "${CC:-cc}" -E - >/dev/null 2>&1; then
    "${CC:-cc}" -O1 -w -o "$BATS_FILE_TMPDIR/copy_adf" "$BATS_TEST_DIRNAME/copy_adf.c" -lcgns
  fi
}

setup() {
  need_tool hdf2adf
  need_corpus
  cd "$BATS_TEST_TMPDIR" || return
}

need_copy() { [[ -x $copy_adf ]] || skip "no ADF.h and libcgns to make other formats with"; }

# twin FILE TWIN: the same in ADF; fails where the reference library cannot.
twin() { hdf2adf "$1" "$2" >hdf2adf.log 2>&1 && [[ -s $2 ]]; }

# twin_set SET: the files of a set as adf_N.cgns.
twin_set() {
  local file number=0
  for file in "$PCGNS_CORPUS/perrank/$1"/part_?.cgns; do
    cp "$file" hdf5_$number.cgns
    twin "hdf5_$number.cgns" "adf_$number.cgns" || return
    number=$((number + 1))
  done
}

digest() { timeout "${PCGNS_TIMEOUT:-20}" "$verify" digest -q "$@" | cut -d ' ' -f 1; }

# rules FILE: codes and paths of what check finds, but for those about storage in HDF5.
rules() {
  timeout "${PCGNS_TIMEOUT:-20}" "$verify" check -q --severity note --json "$1" |
    "$PCGNS_PYTHON" -c 'import json, sys
report = json.load(sys.stdin)
for one in report["findings"]:
    if one["layer"] != "file" or one["code"] == "F0106":
        print(one["code"], one["path"], one["position"], one["found"])' | sort
}

# same_as_twin FILE: no difference in digest, comparison and judgement.
same_as_twin() {
  local wanted
  wanted=$(digest "$1")
  [[ -n $wanted && $(digest adf.cgns) == "$wanted" ]] || { echo "other digest"; return 1; }
  "$verify" compare -q "$1" --with adf.cgns >differences || { cat differences; return 1; }
  diff <(rules "$1") <(rules adf.cgns)
}

@test "twins of all files of the corpus: the same digest, no difference, the same findings" {
  local file count=0
  for file in "$PCGNS_CORPUS"/single/*; do
    rm -f adf.cgns
    twin "$file" adf.cgns || continue
    echo "$file:"
    same_as_twin "$file"
    count=$((count + 1))
  done
  ((count >= 15))
}

@test "ADF files of the corpus that others wrote are read" {
  # The library of this machine converts one, somebody else has converted the other.
  [[ $(digest "$PCGNS_CORPUS/single/sqnz_s.adf.cgns") == "$(digest "$PCGNS_CORPUS/single/sqnz_s.hdf.cgns")" ]]
  adf2hdf "$PCGNS_CORPUS/single/717_wl_L2.cgns" hdf5.cgns >adf2hdf.log
  [[ $(digest "$PCGNS_CORPUS/single/717_wl_L2.cgns") == "$(digest hdf5.cgns)" ]]
}

@test "every format, and values in several chunks: the same digest on any number of ranks" {
  local file=$PCGNS_CORPUS/single/multiple_zones_fields.cgns wanted format ranks=1
  need_copy
  twin "$file" adf.cgns
  wanted=$(digest "$file")
  for format in "${formats[@]}"; do
    "$copy_adf" adf.cgns "$format" "$format.cgns"
    [[ $(digest "$format.cgns") == "$wanted" ]]
    [[ $format == LEGACY || $("$verify" info "$format.cgns") == *"ADF ($format)"* ]]
  done
  "$copy_adf" adf.cgns IEEE_BIG_64 grown.cgns --grown
  [[ $(grep -ac DCtb grown.cgns) -gt 100 ]]
  for ranks in 1 2 3 4 7; do
    [[ $(mpi "$ranks" "$verify" digest -q grown.cgns) == "$wanted "* ]]
    [[ $(mpi "$ranks" "$verify" digest -q IEEE_BIG_32.cgns) == "$wanted "* ]]
  done
}

@test "a set of ADF files, or one with both containers, is merged into the same bytes" {
  local set
  for set in maia-cube-ngon-n2 maia-s-twoblocks-n4; do
    need_corpus "perrank/$set"
    rm -f -- *.cgns
    twin_set "$set"
    mpi 2 "$merge" -q -o hdf5.cgns hdf5_?.cgns
    mpi 3 "$merge" -q -o adf.cgns adf_?.cgns
    cmp hdf5.cgns adf.cgns
    rm adf_0.cgns
    mpi 2 "$merge" -q --overwrite -o adf.cgns hdf5_0.cgns adf_?.cgns
    cmp hdf5.cgns adf.cgns
    [[ $("$verify" info --json hdf5_0.cgns adf_?.cgns) == *'"HDF5 and ADF"'* ]]
  done
}

@test "repartition and merge restore an ADF file; restripe turns it into HDF5" {
  local file=$PCGNS_CORPUS/single/BC_without_parents.cgns wanted
  twin "$file" adf.cgns
  wanted=$(digest "$file")
  mpi 2 "$PCGNS_BIN_DIR/pcgns-repartition" -q --parts 3 -o part_%d.cgns adf.cgns
  mpi 2 "$merge" -q -o merged.cgns part_?.cgns
  [[ $(digest merged.cgns) == "$wanted" ]]
  mpi 2 "$PCGNS_BIN_DIR/pcgns-restripe" -q -o hdf5.cgns adf.cgns
  [[ $(digest hdf5.cgns) == "$wanted" ]]
  h5ls hdf5.cgns >/dev/null
}

@test "restripe splits an ADF file into HDF5 files that are linked" {
  local file=$PCGNS_CORPUS/single/multiple_zones_fields.cgns
  twin "$file" adf.cgns
  mpi 2 "$PCGNS_BIN_DIR/pcgns-restripe" -q --links split -o run.cgns adf.cgns
  [[ -e run_step0001.cgns && $(digest run.cgns) == "$(digest "$file")" ]]
}

@test "repartition and merge restore the ADF twins of the corpus, from parts that are those of HDF5" {
  local some=(--only case --only self-looping --only circle --only sqnz_s.hdf --only maia-cube-ngon-n2)
  # With PCGNS_ROUNDS=3, all of them.
  ((${PCGNS_ROUNDS:-1} == 1)) || some=()
  "$PCGNS_PYTHON" "$BATS_TEST_DIRNAME/adf_round_trip.py" --short "${some[@]}"
}

@test "info names container and format" {
  twin "$PCGNS_CORPUS/single/case.cgns" adf.cgns
  run -0 "$verify" info adf.cgns
  [[ $output == *"adf.cgns: 64 KiB, ADF (IEEE_LITTLE_64), CGNS 4"* ]]
  [[ $("$verify" info --json adf.cgns) == *'"container": "ADF"'*'"format": "IEEE_LITTLE_64"'* ]]
}

@test "links between ADF files are followed; outputs cannot keep them" {
  local file=$PCGNS_CORPUS/single/multi_hdf5.cgns wanted
  need_copy
  need_tool adf2hdf
  twin "$file" grid.cgns
  wanted=$(digest "$file")
  "$copy_adf" grid.cgns IEEE_BIG_32 linked.cgns --linked grid.cgns
  [[ $(digest linked.cgns) == "$wanted" ]]
  [[ $("$verify" info linked.cgns) == *"links: to 1 other file"* ]]
  "$merge" -q -o merged.cgns linked.cgns
  [[ $(digest merged.cgns) == "$wanted" ]]
  "$PCGNS_BIN_DIR/pcgns-restripe" -q --links copy -o striped.cgns linked.cgns
  [[ $(digest striped.cgns) == "$wanted" ]]
  run -2 "$merge" -q --links keep -o out.cgns linked.cgns
  [[ $output == *"cannot link to data in an ADF file: copy them (--links copy)"* ]]
  run -2 "$merge" -q --virtual -o out.cgns grid.cgns
  [[ $output == *"grid.cgns:/Base"*"cannot link to data in an ADF file: merge without --virtual"* ]]
  run -2 "$PCGNS_BIN_DIR/pcgns-restripe" -q --links keep --relink old.cgns=grid.cgns -o out.cgns "$file"
  [[ $output == *"--relink old.cgns=grid.cgns: an HDF5 file cannot link to an ADF file"* ]]
  run -2 "$PCGNS_BIN_DIR/pcgns-restripe" -q -o out.cgns linked.cgns
  [[ $output == *"cannot link to data in an ADF file"* && ! -e out.cgns ]]
}

@test "what only HDF5 files can do is refused" {
  twin "$PCGNS_CORPUS/single/case.cgns" adf.cgns
  cp adf.cgns before
  run -2 "$verify" digest --store adf.cgns
  [[ $output == *"adf.cgns: is an ADF file: digests can only be stored in HDF5 files"* ]]
  # An input is never an output.
  run -2 "$merge" -q --overwrite -o adf.cgns adf.cgns
  cmp adf.cgns before
}
