#!/usr/bin/env bats
# pcgns-verify digest: the same for the same content, however it is stored and cut; another one for any other.

# shellcheck disable=SC2154  # merge is of ../bats, stderr of bats

load ../bats

setup() {
  need_python
  [[ -e $BATS_FILE_TMPDIR/hexa.cgns ]] || mesh "$BATS_FILE_TMPDIR/hexa.cgns" hexa
  cd "$BATS_TEST_TMPDIR" || return
  cp "$BATS_FILE_TMPDIR/hexa.cgns" .
  verify=$PCGNS_BIN_DIR/pcgns-verify
}

python() { "$PCGNS_PYTHON" "$BATS_TEST_DIRNAME/$1.py" "${@:2}"; }

# cases WHAT ARGUMENT...: of digest_cases.py; it says itself what is wrong.
cases() {
  local status=0
  python digest_cases "$@" || status=$?
  ((status != 77)) || skip "no libxxhash"
  return "$status"
}

# digest ARGUMENT...: on so many ranks as `ranks` says, or without a launcher.
digest() {
  if ((${ranks:-0} > 0)); then
    mpi "$ranks" "$verify" digest "$@"
  else
    "$verify" digest "$@"
  fi
}
digits() { digest "$@" 2>messages | cut -c1-32; }
# answer EXPECTED ARGUMENT...: the program ends with that status; what it says is in `answer`.
answer() {
  local expected=$1 status=0
  shift
  digest "$@" >answer 2>messages || status=$?
  ((status == expected)) || { echo "status $status"; cat answer messages; return 1; }
}
says() { grep -qxF -- "$1" answer || { cat answer; return 1; }; }

# mesh FILE NAME [CODE]: a valid file of valid.py, after a change by Python code that knows `tree` and `np`.
mesh() {
  "$PCGNS_PYTHON" - "$1" "$2" "${3:-pass}" <<END
import sys
sys.path.insert(0, "$BATS_TEST_DIRNAME")
import valid, cgns
import numpy as np
path, name, code = sys.argv[1:]
tree = valid.build(name)[0]
exec(code)
cgns.write(path, tree)
END
}

# singles: the real files that are HDF5.
singles() {
  local file
  for file in "$PCGNS_CORPUS"/single/*; do
    if head -c 8 "$file" | grep -q HDF; then echo "$file"; fi
  done
}

@test "small meshes and real files have the digest of the definition in every form" {
  local -a files=()
  [[ ! -d $PCGNS_CORPUS/single ]] || mapfile -t files < <(singles)
  cases forms . "${files[@]}"
}

@test "every change of every node gives another digest" { cases changes .; }

@test "the digest is the same after h5repack" {
  need_tool h5repack
  need_corpus single/tut21_hdf5.cgns
  local file=$PCGNS_CORPUS/single/tut21_hdf5.cgns
  h5repack -l CONTI "$file" contiguous.cgns
  h5repack -m 1 -f SHUF -f GZIP=3 "$file" compressed.cgns
  digest --each "$file" contiguous.cgns compressed.cgns 2>messages | cut -c1-32 | uniq >digests
  [[ $(wc -l <digests) == 1 ]]
}

@test "the digest is the same on any number of ranks" {
  local ranks file
  need_corpus perrank/maia-cube-ngon-n4
  for ranks in 0 2 3; do
    {
      digits --each hexa.cgns "$PCGNS_CORPUS/single/particles_example.cgns" "$PCGNS_CORPUS/single/tut21_hdf5.cgns"
      digits "$PCGNS_CORPUS"/perrank/maia-cube-ngon-n4/part_[0-9].cgns
    } >"digests.$ranks"
    [[ $(wc -l <"digests.$ranks") == 4 ]]
    diff digests.0 "digests.$ranks"
  done
}

# parts_of SET: the files of its ranks, as `parts`.
parts_of() {
  need_corpus "perrank/$1"
  local folder=$PCGNS_CORPUS/perrank/$1
  case $1 in
    maia-*) parts=("$folder"/part_[0-9].cgns) ;;
    seacas-*) parts=("$folder"/*.cgns.[0-9].[0-9]) ;;
    cassiopee-*) parts=("$folder"/t/*) ;;
  esac
}

# merged_digests SET...: their parts and what is merged of them have the same digests, which are in `parts`.
merged_digests() {
  local name
  local -a parts=() merged=()
  for name; do
    parts_of "$name"
    "$merge" -q --steps all -o "$name.cgns" "${parts[@]}"
    merged+=("$name.cgns")
    digits "${parts[@]}" >>parts
  done
  digits --each "${merged[@]}" >merged
  [[ $(wc -l <merged) == "$#" ]]
  diff parts merged
}

@test "parts that contain all of a mesh have its digest, and so has what is merged of them" {
  local -a names=(maia-bcds-n2 maia-{cube-hexa,cube-s,cube-tetra,s-twoblocks}-n4)
  merged_digests "${names[@]}"
  local -a references=("${names[@]/#/$PCGNS_CORPUS/perrank/}")
  digits --each "${references[@]/%//reference.cgns}" >references
  diff references parts
}

@test "parts that lack something have the digest of what is merged of them" {
  merged_digests cassiopee-5blocks-{n2,ghost1-n2} seacas-presplit-old-n4 maia-cube-ngon-n4
  # Ghosts are no content.
  [[ $(head -n 2 parts | sort -u | wc -l) == 1 ]]
}

@test "what parts lack is named, and may be ignored" {
  need_corpus perrank/maia-s-twoblocks-n4
  local folder=$PCGNS_CORPUS/perrank/maia-s-twoblocks-n4
  answer 0 --manifest list "$folder/reference.cgns"
  answer 1 --check-manifest list "$folder/part_single.cgns"
  says "$folder/part_single.cgns: missing /Base/BaseIterativeData and 1 node below it"
  says "$folder/part_single.cgns: FAILED: 2 nodes"
  answer 0 --check-manifest list --ignore-missing "$folder/part_single.cgns"
  says "$folder/part_single.cgns: missing /Base/BaseIterativeData and 1 node below it, ignored"
  says "$folder/part_single.cgns: OK"
}

@test "sets of SEACAS differ from the whole in the time stamp of their writer only" {
  need_corpus perrank/seacas-sparc_fields-n4
  local folder count=0
  for folder in "$PCGNS_CORPUS"/perrank/seacas-[5msu]*; do
    [[ -e $folder/reference.cgns && $folder != */seacas-u-* ]] || continue
    answer 0 -O --manifest list "$folder/reference.cgns"
    answer 1 --check-manifest list "$folder"/*.cgns.[0-9]*.[0-9]*
    sed -i 's|^.*: differs|differs|; s|^.*: FAILED|FAILED|' answer
    printf '%s\n' 'differs /Base/Information' 'FAILED: 1 node' | diff - answer
    ((count += 1))
  done
  ((count > 4))
}

@test "the output is as that of sha256sum, and --tree has a line for every node" {
  answer 0 hexa.cgns
  grep -qxE '[0-9a-f]{32}  hexa\.cgns' answer
  mv answer whole
  answer 0 --tree hexa.cgns
  [[ $(head -n 1 answer) == "$(cut -c1-32 whole)  /" ]]
  grep -qxE '[0-9a-f]{32}  /Base/Zone/GridCoordinates/CoordinateX' answer
  run ! grep -q CGNSLibraryVersion answer
}

@test "--each goes on after a file that it cannot read" {
  echo text >text.cgns
  answer 2 --each hexa.cgns text.cgns gone.cgns hexa.cgns
  [[ $(grep -c '  hexa.cgns$' answer) == 2 && $(wc -l <answer) == 2 ]]
  grep -q 'error: text.cgns: ' messages
  grep -q 'error: gone.cgns: ' messages
  answer 2 text.cgns
}

@test "--each has a line for each file of a list and of a pattern" {
  local number
  for number in 0 1 3; do cp hexa.cgns "part_$number.cgns"; done
  printf '%s\n' part_3.cgns hexa.cgns >names
  answer 0 --each 'part_%d.cgns' @names 'part_[01].cgns'
  [[ $(cut -d ' ' -f 3 answer | paste -sd ' ') == \
    "part_0.cgns part_1.cgns part_3.cgns hexa.cgns part_3.cgns part_0.cgns part_1.cgns" ]]
  cp hexa.cgns hexa.cgns.4.2 # The other three do not count.
  answer 0 --each hexa.cgns.4.2
  answer 2 hexa.cgns.4.2
  answer 2 --each @nowhere hexa.cgns
  [[ $(wc -l <answer) == 1 ]]
  grep -q 'error: .*nowhere' messages
}

@test "a list says which node has changed, is missing, or is new" {
  mesh same.cgns hexa 'tree.at("Base").children.reverse()'
  mesh other.cgns hexa '
zone = tree.at("Base/Zone")
zone.at("Cells1/Density").value = zone.at("Cells1/Density").value + 1
zone.remove("Cells2")
zone.add("More", "Descriptor_t", "text")'
  answer 0 --manifest list hexa.cgns
  [[ $(head -n 1 list) == 'pcgns-digest 7' ]]
  answer 0 --check-manifest list same.cgns
  says 'same.cgns: OK'
  answer 1 --check-manifest list other.cgns
  printf 'other.cgns: %s\n' 'differs /Base/Zone/Cells1/Density' 'missing /Base/Zone/Cells2 and 3 nodes below it' \
    'new /Base/Zone/More' 'FAILED: 6 nodes' | diff - answer
  answer 1 -q --check-manifest list other.cgns
  [[ ! -s answer ]]
  ranks=2 answer 1 --check-manifest list other.cgns
  grep -q FAILED answer
}

@test "a list is not written over a file, nor read where it is none" {
  cp hexa.cgns copy.cgns
  answer 2 --manifest copy.cgns hexa.cgns
  cmp hexa.cgns copy.cgns
  answer 0 --manifest list hexa.cgns
  answer 2 --manifest list hexa.cgns
  answer 0 -O --manifest list hexa.cgns
  answer 2 --check-manifest hexa.cgns hexa.cgns
  answer 2 --check-manifest gone hexa.cgns
  answer 0 hexa.cgns
  cp answer sums
  answer 2 --check-manifest sums hexa.cgns
  grep -q 'sums: line 1: is not a pcgns manifest but a list of digests; --manifest writes .*--each --store' messages
  sed -i '5s/^./x/' list
  answer 2 --check-manifest list hexa.cgns
  grep -q 'list: line 5' messages
  run ! compgen -G '.*pcgns-part'
}

@test "digests of another version are refused, in lists and in files" {
  answer 0 --manifest list hexa.cgns
  sed -i '1s/7/4/' list
  answer 2 --check-manifest list hexa.cgns
  grep -q 'list: line 1: has digests of version 4, expected 7' messages
  answer 0 --store hexa.cgns
  "$PCGNS_PYTHON" -c 'import h5py
with h5py.File("hexa.cgns", "r+") as file: file[" pcgns digest"][13] = ord("4")'
  answer 2 --check-stored hexa.cgns
  grep -q 'hexa.cgns: line 1: has digests of version 4, expected 7' messages
}

@test "parts with a digest of another version cannot be checked against it" {
  mesh blocks.cgns blocks
  "$PCGNS_BIN_DIR/pcgns-repartition" -q --parts 2 -o 'part_%d.cgns' blocks.cgns
  "$merge" -q --check full -o whole.cgns part_*.cgns
  [[ $(digits whole.cgns) == "$(digits blocks.cgns)" ]]
  "$PCGNS_PYTHON" -c 'import glob, h5py
for name in glob.glob("part_*.cgns"):
    with h5py.File(name, "r+") as file: file["Base/:PCGNS#Partition/SourceDigest/ data"][0] = ord("1")'
  run -2 --separate-stderr "$merge" -q --check full -o again.cgns part_*.cgns
  [[ $stderr == *"in another version than 7"*"--check meta"* && ! -e again.cgns ]]
  "$merge" -q -o again.cgns part_*.cgns
}

@test "-q prints the digest all the same" {
  answer 0 -q hexa.cgns
  mv answer quiet
  answer 0 hexa.cgns
  diff answer quiet
}

@test "an interface that is only called otherwise is as in the list" {
  mesh blocks.cgns blocks
  mesh renamed.cgns blocks 'tree.at("Base/Left/ZoneGridConnectivity/ToRight").name = "match.7"'
  answer 0 --manifest list blocks.cgns
  answer 0 --check-manifest list renamed.cgns
  says 'renamed.cgns: OK'
}

@test "digest, compare and a judge without hashes agree on random pairs" {
  python random_pairs --seed "${PCGNS_SEED:-1}" --pairs "$(rounds 16)" || [[ $? == 77 ]]
}

@test "options that make no sense together are refused" {
  cp hexa.cgns two.cgns
  answer 2 --store --check-stored hexa.cgns
  answer 2 --ignore-missing hexa.cgns
  answer 2 --overwrite hexa.cgns
  answer 2 --each --manifest list hexa.cgns two.cgns
  answer 2 --check-stored --check-manifest list hexa.cgns
  cp hexa.cgns out_0.cgns
  cp hexa.cgns out_1.cgns
  answer 2 --store out_0.cgns out_1.cgns
  grep -q -- '--manifest' messages
  answer 2 --check-stored hexa.cgns
  grep -q -- '--store' messages
}

@test "digests are kept in the file, and found again" {
  digits hexa.cgns >before
  ranks=2 answer 0 --store hexa.cgns
  digits hexa.cgns >after
  diff before after
  answer 0 --check-stored hexa.cgns
  says 'hexa.cgns: OK'
  "$PCGNS_PYTHON" -c 'import h5py
with h5py.File("hexa.cgns", "r+") as file: file["Base/Zone/Cells1/Density/ data"][3] += 1'
  answer 1 --check-stored hexa.cgns
  says 'hexa.cgns: differs /Base/Zone/Cells1/Density'
  answer 0 --store hexa.cgns
  answer 0 --check-stored hexa.cgns
  mesh blocks.cgns blocks
  answer 0 --each --store hexa.cgns blocks.cgns
  answer 0 --each --check-stored hexa.cgns blocks.cgns
}

@test "a failure ends all ranks, with one message, and leaves the file as it was" {
  export OMPI_MCA_orte_execute_quiet=1
  cp hexa.cgns before.cgns
  PCGNS_FAULT=move:rank=0:EIO ranks=2 answer 2 hexa.cgns
  [[ $(grep -c error: messages) == 1 && ! -s answer ]]
  PCGNS_FAULT=move:rank=0:stop ranks=2 answer 3 hexa.cgns
  PCGNS_FAULT=publish:ENOSPC ranks=2 answer 2 --store hexa.cgns
  grep -q 'No space left' messages
  cmp before.cgns hexa.cgns
  run ! compgen -G '.*pcgns-part'
  # Killed at the last moment: what is left says what it is.
  cp before.cgns hexa.cgns
  PCGNS_FAULT=publish:SIGKILL run digest --store hexa.cgns
  cmp before.cgns hexa.cgns
  answer 2 --store hexa.cgns
  grep -q 'remove it' messages
  cmp before.cgns hexa.cgns
}

@test "readers pass over stored digests, and a merge leaves them behind" {
  cp hexa.cgns stored.cgns
  answer 0 --store stored.cgns
  h5dump -n stored.cgns | grep -q ' pcgns digest' || need_tool h5dump
  "$merge" -q -o merged.cgns stored.cgns
  "$merge" -q -o merged-before.cgns hexa.cgns
  cmp merged.cgns merged-before.cgns
  need_tool cgnslist cgnscheck
  cgnslist hexa.cgns | sed 's/hexa/stored/' >before
  cgnslist stored.cgns >after
  diff before after
  (cd "$BATS_TEST_TMPDIR" && cgnscheck hexa.cgns) | sed 's/hexa/stored/' >before
  cgnscheck stored.cgns >after
  diff before after
  grep -q 'checking' after
}

@test "VTK reads a file with stored digests as before" {
  need_vtk
  mv hexa.cgns stored.cgns
  vtk() { timeout 60 "$PCGNS_VTK_PYTHON" "$PCGNS_SOURCE_DIR/tests/interop/read_vtk.py" stored.cgns 2>/dev/null; }
  vtk >before
  answer 0 --store stored.cgns
  vtk >after
  diff before after
  grep -q cells= after
}

@test "--json is as its schema says" {
  "$PCGNS_PYTHON" -c 'import jsonschema' 2>/dev/null || skip "no Python with jsonschema (PCGNS_PYTHON)"
  mesh other.cgns hexa 'tree.at("Base").remove("Far")'
  answer 0 --json --tree --manifest list hexa.cgns
  mv answer tree.json
  answer 2 --json --each hexa.cgns gone.cgns
  mv answer each.json
  answer 1 --json --check-manifest list other.cgns
  mv answer check.json
  "$PCGNS_PYTHON" - "$PCGNS_SOURCE_DIR/tools/schema/pcgns-verify-digest.schema.json" <<'END'
import json, sys
import jsonschema
schema = json.load(open(sys.argv[1]))
jsonschema.Draft202012Validator.check_schema(schema)
tree, each, check = (json.load(open(name)) for name in ("tree.json", "each.json", "check.json"))
for document in (tree, each, check):
    jsonschema.Draft202012Validator(schema).validate(document)
assert tree["meshes"][0]["tree"][0] == {"path": "/", "digest": tree["meshes"][0]["digest"]}
assert check["meshes"][0]["changes"] == [{"path": "/Base/Far", "change": "missing", "below": 1, "ignored": False}]
assert "error" in each["meshes"][1]
END
}
