#!/usr/bin/env bats
# The format changes, the content does not: one digest for all outputs, and the same bytes from any number of ranks.

# shellcheck disable=SC2154  # restripe, verify are of restripe.bash, stderr of bats

load restripe

setup() {
  need_python
  cd "$BATS_TEST_TMPDIR" || return
}

# Ways to store a file otherwise; all of them keep the digest.
ways=("--byte-order big" "--index i8" "--index auto" "--index i4" "--reals r8" "--ngon new" "--ngon old" "--links split"
  "--links copy" "--page-size 4K --libver v110 --layout contiguous" "--cgns-version 3.4" "--libver latest --align 1K"
  "--byte-order big --deflate 1 --shuffle --index i8 --reals r8" "--ngon old --index i4 --byte-order big --links split"
  "--ngon new --index auto --layout chunked --chunk 5,6,7" "--compact-below 2K --ngon new")

# same_digest A B...
same_digest() {
  "$verify" digest --each "$@" >digests 2>messages || { cat messages; return 1; }
  [[ $(cut -c 1-32 digests | sort -u | wc -l) -eq 1 ]] || { cat digests; return 1; }
}

# forms: a mesh with all kinds of sections, as sections.FORM.cgns in the forms of several writers.
forms() {
  PYTHONPATH=$PCGNS_SOURCE_DIR/tests/verify "$PCGNS_PYTHON" -c '
import digest_cases
digest_cases.write_forms(".", "sections", digest_cases.sections())'
}

@test "no way of storing changes the digest of a real file" {
  need_corpus
  local file options count=0 way
  # Each file in two ways; with PCGNS_ALL=1 in all.
  while read -r file; do
    rm -f out*
    local -a outputs=()
    for ((way = 0; way < ${#ways[@]}; ++way)); do
      [[ -n ${PCGNS_ALL:-} || $(((way + count) % 8)) -eq 0 ]] || continue
      options=${ways[way]}
      # Types of elements get other numbers, and families values: see below.
      [[ ! $file =~ vers-3000|5blocks || $options != --cgns-version* ]] || continue
      echo "$file $options"
      # shellcheck disable=SC2086
      "$restripe" -q --check full $options -o "out$way.cgns" "$file" 2>messages || {
        # What cannot be is said.
        grep -qE 'does not contain a CGNS version|has no form in version' messages || { cat messages; return 1; }
        continue
      }
      outputs+=("out$way.cgns")
    done
    [[ ${#outputs[@]} -eq 0 ]] || same_digest "$file" "${outputs[@]}"
    count=$((count + 1))
  done < <(corpus_files)
  [[ $count -gt 15 ]]
}

@test "polygons, polyhedra and mixed elements go from one form to the other and back" {
  forms
  local form
  for form in plain old oldgzip wide; do
    to 1 new.cgns --ngon new "sections.$form.cgns"
    mpi 2 "$restripe" -q -O --ngon old -o old.cgns "sections.$form.cgns"
    to 1 again.cgns --ngon new --index i4 old.cgns
    same_digest "sections.$form.cgns" new.cgns old.cgns again.cgns
    [[ $(h5ls -r old.cgns | grep -c 'ElementStartOffset ') -eq 0 ]]
    [[ $(h5ls -r new.cgns | grep -c 'ElementStartOffset ') -eq 3 ]]
  done
  # What has the form is left alone.
  to 1 same.cgns --ngon new sections.plain.cgns
  to 1 plain.cgns sections.plain.cgns
  cmp same.cgns plain.cgns
}

@test "conversions have the same bytes for any number of ranks and any memory" {
  forms
  make_fields fields.cgns --chunks --big
  local options file ranks
  while read -r file options; do
    for ranks in 1 2 3 4; do
      # shellcheck disable=SC2086
      to "$ranks" "out$ranks.cgns" $options "$file"
      cmp out1.cgns "out$ranks.cgns"
    done
    # shellcheck disable=SC2086
    mpi 2 "$restripe" -q --memory 2M --hint pcgns_buffer=4K $options -o less.cgns "$file"
    cmp out1.cgns less.cgns
    rm less.cgns
  done <<'END'
sections.oldgzip.cgns --ngon new --index i4 --reals r4
sections.wide.cgns --ngon old --byte-order big
sections.old.cgns --ngon new --deflate 1 --chunk 999
fields.cgns --reals r4 --byte-order big --deflate 1 --shuffle --chunk 8,9,10
fields.cgns --reals r8 --index i8
END
}

@test "big-endian values are those of big-endian machines" {
  make_fields in.cgns
  to 2 big.cgns --byte-order big in.cgns
  to 2 packed.cgns --byte-order big --deflate 1 --shuffle big.cgns
  to 2 little.cgns --layout contiguous packed.cgns
  to 1 plain.cgns --layout contiguous in.cgns
  cmp plain.cgns little.cgns
  same_tree in.cgns big.cgns
  same_tree in.cgns packed.cgns
  h5dump -H big.cgns >header
  # Only the attributes `flags`, which no reader looks at, stay little-endian.
  [[ $(grep -cE 'H5T_(IEEE_F|STD_I)(32|64)LE' header) -eq $(grep -c 'ATTRIBUTE "flags"' header) ]]
}

@test "reals are rounded, and the largest errors are told" {
  make_fields in.cgns
  mpi 3 "$restripe" --json --check full --reals r4 -o out.cgns in.cgns >report
  "$PCGNS_PYTHON" - <<'END'
import json
import h5py
import numpy as np

told = json.load(open("report"))["files"][0]["rounding"]
errors = {"absolute": {}, "relative": {}}
with h5py.File("in.cgns") as a, h5py.File("out.cgns") as b:
    def look(name, item):
        if not isinstance(item, h5py.Dataset) or item.dtype != np.dtype("f8"):
            return
        wide, narrow = item[()].ravel(), b[name][()].ravel()
        assert narrow.dtype == np.dtype("f4"), name
        error = np.abs(wide - narrow)
        relative = np.divide(error, np.abs(wide), out=np.zeros_like(error), where=wide != 0)
        for kind, values in (("absolute", error), ("relative", relative)):
            place = f"/{name[:-len('/ data')]}, value {values.argmax() + 1}"
            errors[kind][place] = values.max()
    a.visititems(look)
for kind, places in errors.items():
    largest = max(places.values())
    assert largest > 0 and told[kind]["error"] == largest and places[told[kind]["at"]] == largest, (told, errors)
END
  run -0 "$verify" compare -q --rel 6e-8 in.cgns --with out.cgns
  run -1 "$verify" compare -q in.cgns --with out.cgns
  run "$restripe" -O --reals r4 -o out.cgns in.cgns
  [[ $output == *"rounding: at most "*", value "*") absolute, "*", value "*") relative"* ]]
}

@test "what does not fit is an error that names the array, and no file" {
  PYTHONPATH=$PCGNS_SOURCE_DIR/tests/verify:$PCGNS_SOURCE_DIR/tests/partitions "$PCGNS_PYTHON" - <<'END'
import cgns
import numpy as np
import valid

root = valid.build("hexa")[0]
solution = next(node for _, node in root.walk() if node.label == "FlowSolution_t")
field = solution.labelled("DataArray_t")[0]
field.value = field.value.astype(np.float64)
field.value.flat[3] = 1e39
cgns.write("large.cgns", root)
root = valid.build("hexa")[0]
connectivity = next(node for _, node in root.walk() if node.name == "ElementConnectivity")
connectivity.value = connectivity.value.astype(np.int64)
connectivity.value.flat[7] = 2**31
cgns.write("far.cgns", root)
END
  run --separate-stderr mpi 2 "$restripe" --reals r4 -o out.cgns large.cgns
  echo "$stderr"
  [[ $status -eq 2 && $stderr == *"large.cgns:/"*": value 4, which is 1e+39, does not fit in R4"* ]]
  run --separate-stderr mpi 2 "$restripe" --index i4 -o out.cgns far.cgns
  echo "$stderr"
  [[ $status -eq 2 && $stderr == *"far.cgns:/"*"/ElementConnectivity: has values that do not fit in I4"* ]]
  [[ -z $(find . -name '*out.cgns*') ]]
  to 2 out.cgns --index auto far.cgns
  same_digest far.cgns out.cgns
}

@test "sections that are damaged are an error, and no file" {
  forms
  "$PCGNS_PYTHON" -c '
import h5py
with h5py.File("sections.old.cgns", "r+") as f:
    f["Base/Zone/Polygons/ElementConnectivity/ data"][4] = 99999'
  run --separate-stderr mpi 3 "$restripe" --ngon new -o out.cgns sections.old.cgns
  echo "$stderr"
  [[ $status -eq 2 && $stderr == *"/Polygons/ElementConnectivity: element 2 of the section is invalid"* ]]
  [[ -z $(find . -name '*out.cgns*') ]]
}

version_in() {
  "$PCGNS_PYTHON" -c 'import h5py, sys; print("%.1f" % h5py.File(sys.argv[1])["CGNSLibraryVersion/ data"][0])' "$1"
}

@test "the version of the standard changes as asked, and with the form of elements" {
  forms
  to 1 out.cgns --cgns-version 3.2 sections.plain.cgns
  [[ $(version_in out.cgns) == 3.2 ]]
  to 1 old.cgns --ngon old sections.plain.cgns
  [[ $(version_in old.cgns) == 3.3 ]]
  to 1 new.cgns --ngon new old.cgns
  [[ $(version_in new.cgns) == 4.0 ]]
  to 1 out.cgns --ngon new --cgns-version 4.3 old.cgns
  [[ $(version_in out.cgns) == 4.3 ]]
}

@test "a file of version 3.0 gets the element types of today" {
  need_corpus single/cgnslib_vers-3000.cgns
  local old=$PCGNS_CORPUS/single/cgnslib_vers-3000.cgns
  to 2 new.cgns --cgns-version 4.4 "$old"
  same_digest new.cgns "$PCGNS_CORPUS/single/cgnslib_vers-4400.cgns"
  same_digest new.cgns "$old"
  "$PCGNS_BIN_DIR/pcgns-verify" compare -q new.cgns "$old"
  mpi 2 "$PCGNS_BIN_DIR/pcgns-repartition" -q --parts 3 -o 'part_%d.cgns' new.cgns
  run -2 --separate-stderr "$PCGNS_BIN_DIR/pcgns-repartition" --parts 3 -o 'old_%d.cgns' "$old"
  [[ $stderr == *"pcgns-restripe --cgns-version"* ]]
}

@test "families that a file of version 1.1 states by names of nodes become values" {
  need_corpus single/5blocks-struc.cgns
  local old=$PCGNS_CORPUS/single/5blocks-struc.cgns
  to 2 new.cgns --cgns-version 4.4 "$old"
  same_digest new.cgns "$old"
  "$PCGNS_BIN_DIR/pcgns-verify" compare -q "$old" new.cgns
  run -0 "$PCGNS_BIN_DIR/pcgns-verify" info --tree new.cgns
  [[ $output == *'FamilyName  FamilyName_t  C1[6]  "ORPHAN"'* ]]
}

@test "a file of an older version has the form that its libraries expect, or is refused" {
  need_corpus perrank/maia-cube-ngon-n4
  need_tool cgnscheck
  local file=$PCGNS_CORPUS/perrank/maia-cube-ngon-n4/reference.cgns version
  for version in 3.1 3.3 3.4; do
    to 2 "$version.cgns" --cgns-version "$version" "$file"
    same_digest "$file" "$version.cgns"
    cgnscheck "$version.cgns"
    "$PCGNS_BIN_DIR/pcgns-verify" check "$version.cgns"
  done
  need_corpus single/particles_example.cgns
  for version in 4.4 3.0; do
    run --separate-stderr "$restripe" --cgns-version $version --index i4 -o out.cgns "$PCGNS_CORPUS/single/particles_example.cgns"
    echo "$stderr"
    [[ $status -eq 2 && ! -e out.cgns ]]
    [[ $stderr == *"/STREAM_00/LIQPARCEL_0: has no form in version $version: particles"* ]]
  done
}

@test "a file of pages has them" {
  make_fields in.cgns --size 40
  to 2 out.cgns --page-size 8K --libver v110 --layout contiguous in.cgns
  same_tree in.cgns out.cgns
  h5stat -S out.cgns >facts
  cat facts
  grep -q 'H5F_FSPACE_STRATEGY_PAGE' facts
  grep -q 'File space page size: 8192' facts
  storage out.cgns >stored
  cat stored
  [[ -z $(awk '$6 >= 8192 && $5 < 8192' stored) ]]
  sleep 1.1 # HDF5 would store the time
  to 1 again.cgns --page-size 8K --libver v110 --layout contiguous in.cgns
  cmp out.cgns again.cgns
  make_fields chunked.cgns --chunks
  run --separate-stderr "$restripe" --page-size 8K --libver v110 -o no.cgns chunked.cgns
  echo "$stderr"
  [[ $status -eq 2 && $stderr == *"add --layout contiguous to --page-size"* && ! -e no.cgns ]]
}

@test "links can be given other names, though what they lead to has moved" {
  make_fields grid.cgns --size 8
  to 1 run.cgns --links split grid.cgns
  mkdir elsewhere
  mv run_step0001.cgns elsewhere/first.cgns
  to 1 moved.cgns --relink run_step0001.cgns=elsewhere/first.cgns run.cgns
  same_digest grid.cgns moved.cgns
  run --separate-stderr "$restripe" --relink nothing.cgns=x.cgns -o other.cgns moved.cgns
  echo "$stderr"
  [[ $status -eq 0 && $stderr == *"no link points to nothing.cgns"* ]]
  run --separate-stderr "$restripe" --strict --relink elsewhere/frist.cgns=x.cgns -o strict.cgns moved.cgns
  [[ $status -eq 2 && $stderr == *"no link points to elsewhere/frist.cgns; did you mean 'elsewhere/first.cgns'?"* ]]
  [[ ! -e strict.cgns ]]
  run --separate-stderr "$restripe" -O --relink nothing.cgns=x.cgns -o elsewhere/first.cgns moved.cgns
  [[ $status -eq 2 && $stderr == *"the output is one of the inputs"* ]]
  same_digest grid.cgns moved.cgns
}

@test "what kept links lead to is not converted, which a warning says" {
  make_fields grid.cgns --size 8
  "$PCGNS_PYTHON" "$PCGNS_SOURCE_DIR/tests/cli/make_cgns.py" linking.cgns --link grid.cgns:/Base/Zone Base/Linked
  run --separate-stderr "$restripe" --cgns-version 3.2 -o new.cgns linking.cgns
  echo "$stderr"
  [[ $status -eq 0 && $stderr == *"linking.cgns:/Base/Linked: is a link that is kept, so what it leads to is not converted: convert that file, too, or add --links copy"* ]]
  run --separate-stderr "$restripe" -O --cgns-version 3.2 --links copy -o new.cgns linking.cgns
  [[ $status -eq 0 && $stderr != *"is a link"* ]]
}

@test "a file is split into the mesh and its steps, and each can be read" {
  need_corpus single/multiple_zones_fields.cgns
  local file=$PCGNS_CORPUS/single/multiple_zones_fields.cgns step
  mpi 2 "$restripe" -q --check full --links split --deflate 1 -o run.cgns "$file"
  [[ $(find . -name 'run_step*.cgns' | wc -l) -gt 2 ]]
  same_digest "$file" run.cgns
  for step in run_step*.cgns; do "$restripe" -q -O --links copy -o whole.cgns "$step"; done
  # A step of an earlier run, which this one does not replace, stays, and is named.
  cp run_step0001.cgns run_step0900.cgns
  cp run_step0001.cgns run_step0901.cgns
  touch run_step00001.cgns
  run --separate-stderr "$restripe" -O --links split --json -o run.cgns "$file"
  echo "$stderr"
  [[ $status -eq 0 && $stderr == *"run_step0900.cgns: is named like a time step of the output, which has no such step (and 1 more like this)"* ]]
  [[ $(jq -r '.files[0].notes[] | select(.kind == "warning") | .text' <<<"$output") == *run_step0900.cgns:* && -e run_step0900.cgns ]]
  rm run_step090?.cgns run_step00001.cgns
  run --separate-stderr "$restripe" -O --links split -o run.cgns "$file"
  [[ $status -eq 0 && $stderr != *"is named like a time step"* ]]
  to 3 one.cgns --links copy run.cgns
  same_digest "$file" one.cgns
  # None is there if one cannot be.
  rm run.cgns
  run --separate-stderr "$restripe" --dry-run --links split -o run.cgns "$file"
  [[ $status -eq 2 && $stderr == *"run_step0001.cgns: already exists; --overwrite replaces it" ]]
  rm run*
  PCGNS_FAULT=publish:round=2:EIO run --separate-stderr mpi 2 "$restripe" --links split -o run.cgns "$file"
  echo "$stderr"
  [[ $status -eq 2 && -z $(find . -name '*run*') ]]
}

@test "options that contradict each other are refused" {
  make_fields in.cgns --size 8
  local options
  for options in "--page-size 4K" "--page-size 4K --libver v110 --align 4K" "--page-size 100 --libver v110" \
    "--page-size 4K --libver v110 --deflate 1" "--relink a" "--relink =b" "--relink a=b --links copy" "--relink a=b --relink a=c" \
    "--cgns-version x" "--cgns-version 1.2" "--cgns-version 1e1" "--cgns-version 9" "--cgns-version 4.7" "--ngon old --cgns-version 4.2" "--ngon new --cgns-version 3.3" "--ngon old --cgns-version 3.4" "--index i2" \
    "--reals r16" "--byte-order middle"; do
    # shellcheck disable=SC2086
    run --separate-stderr "$restripe" $options -o out.cgns in.cgns
    echo "$options: $status $stderr"
    [[ $status -eq 2 && ${#stderr_lines[@]} -eq 1 && ! -e out.cgns ]]
  done
  to 1 new.cgns --ngon new --cgns-version 3.4 in.cgns
}
