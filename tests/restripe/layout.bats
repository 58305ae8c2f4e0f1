#!/usr/bin/env bats
# Only the storage changes: the nodes and their values stay, bit by bit, and any number of ranks writes the same bytes.

# shellcheck disable=SC2154  # restripe is of restripe.bash

load restripe

setup() {
  need_python
  cd "$BATS_TEST_TMPDIR" || return
}

@test "every file of the corpus keeps its nodes and values" {
  need_corpus
  local file count=0 options
  local -a ways=("--layout keep" "--layout contiguous --align 64K --libver latest" "--shuffle --deflate 1"
    "--layout chunked --chunk 5,6,7 --libver v110 --compact-below 1K")
  # Each file in one way; with PCGNS_ALL=1 in all.
  while read -r file; do
    for options in "${ways[@]}"; do
      [[ -n ${PCGNS_ALL:-} || $options == "${ways[count % 4]}" ]] || continue
      echo "$file $options"
      # shellcheck disable=SC2086
      "$restripe" -q -O --check full $options -o out.cgns "$file"
      same_tree "$file" out.cgns
    done
    count=$((count + 1))
  done < <(corpus_files)
  [[ $count -gt 15 ]]
}

@test "compressed files have the same bytes for any number of ranks" {
  make_fields in.cgns
  local ranks
  for ranks in 1 2 3 4; do
    to "$ranks" "out$ranks.cgns" --shuffle --deflate 1 --chunk 8,9,10 in.cgns
  done
  same_tree in.cgns out1.cgns
  for ranks in 2 3 4; do cmp out1.cgns "out$ranks.cgns"; done
  # Other buffers give the same bytes too.
  mpi 2 "$restripe" -q --memory 1M --shuffle --deflate 1 --chunk 8,9,10 -o less.cgns in.cgns
  cmp out1.cgns less.cgns
}

@test "so have those of many zones, whose nodes several ranks create" {
  local ranks zones
  mapfile -t zones < <(seq -f Zone%g 110)
  "$PCGNS_PYTHON" "$PCGNS_SOURCE_DIR/tests/cli/make_cgns.py" in.cgns --size 16x14x12 --zones "${zones[@]}"
  for ranks in 1 2 3; do to "$ranks" "out$ranks.cgns" --deflate 1 in.cgns; done
  same_tree in.cgns out1.cgns
  for ranks in 2 3; do cmp out1.cgns "out$ranks.cgns"; done
  run storage out1.cgns
  [[ $output == *chunked* ]]
}

@test "chunks are taken apart by any number of ranks" {
  make_fields in.cgns --chunks --big
  local ranks
  for ranks in 1 2 3; do
    to "$ranks" "out$ranks.cgns" --layout contiguous in.cgns
    cmp out1.cgns "out$ranks.cgns"
  done
  same_tree in.cgns out1.cgns
  run storage out1.cgns
  [[ $output != *chunked* ]]
}

@test "chunks of one shape become chunks of another" {
  make_fields in.cgns --chunks --big
  to 2 out.cgns --chunk 16,4,9 --deflate 9 in.cgns
  same_tree in.cgns out.cgns
  run storage out.cgns
  echo "$output"
  [[ $output == *"GridCoordinates/CoordinateX chunked 9x4x16 1 "* ]]
}

@test "chunks are kept as they are, and small arrays out of them" {
  make_fields in.cgns --chunks
  to 2 out.cgns in.cgns
  same_tree in.cgns out.cgns
  diff <(storage in.cgns | grep chunked | cut -d ' ' -f 1-4) <(storage out.cgns | grep chunked | cut -d ' ' -f 1-4)
}

@test "noise and small arrays are stored plain" {
  make_fields in.cgns
  to 2 out.cgns --deflate 1 in.cgns
  run storage out.cgns
  echo "$output"
  [[ $output == *"Solution/Tiny contiguous "* ]]
  read -r _ layout _ _ _ values stored < <(storage out.cgns | grep Noise)
  [[ $layout == chunked && $stored -eq $values ]]
  read -r _ layout _ _ _ values stored < <(storage out.cgns | grep Smooth)
  [[ $stored -lt $values ]]
}

@test "other filters go through HDF5" {
  make_fields in.cgns
  to 2 out.cgns --shuffle --filter 3 --deflate 1 in.cgns # a checksum, made before deflate
  same_tree in.cgns out.cgns
  run storage out.cgns
  echo "$output"
  [[ $output == *"Solution/Smooth chunked "*" 2,3,1 "* ]]
}

@test "filters that round, or spoil what others make, change no values" {
  make_fields in.cgns
  local options
  for options in "--filter 6:0,2" "--filter 6" "--shuffle --filter 5 --deflate 1"; do
    # shellcheck disable=SC2086
    mpi 2 "$restripe" -q -O $options -o out.cgns in.cgns
    same_tree in.cgns out.cgns
  done
  # Values that a filter has rounded, written with another value in place of what is missing.
  "$PCGNS_PYTHON" - <<'END'
import h5py
import numpy as np

with h5py.File("in.cgns", "r+", libver=("v108", "v108")) as file:
    node = file["Base/Zone/Solution/Smooth"]
    data = node[" data"][()]
    del node[" data"]
    node.create_dataset(" data", data=9 * data - 4, dtype="<f4", chunks=(7, 11, 13), scaleoffset=1, fillvalue=-3)
END
  mpi 2 "$restripe" -q -O -o out.cgns in.cgns
  same_tree in.cgns out.cgns
  to 1 out.cgns in.cgns
  # The check decodes in the byte order of the output, which such filters know.
  mpi 2 "$restripe" -q -O --check full --byte-order big -o big.cgns in.cgns
  same_tree in.cgns big.cgns
}

@test "values without a place in a file with a user block are those to fill with" {
  make_fields plain.cgns --size 8
  "$PCGNS_PYTHON" - <<'END'
import h5py

with h5py.File("plain.cgns", "r+", libver=("v108", "v108")) as file:
    node = file["Base/Zone/Solution/Smooth"]
    shape = node[" data"].shape
    del node[" data"]
    node.create_dataset(" data", shape, "<f4", fillvalue=-3)
END
  { head -c 512 /dev/zero && cat plain.cgns; } >in.cgns
  "$restripe" -q -o out.cgns in.cgns
  same_tree plain.cgns out.cgns
}

@test "a filter that cannot compress the values of an array is an error that names it" {
  make_fields in.cgns
  "$PCGNS_PYTHON" - <<'END'
import h5py
import numpy as np

with h5py.File("in.cgns", "r+", libver=("v108", "v108")) as file:
    node = file["Base/Zone/Solution/Smooth"]
    shape = node[" data"].shape
    del node[" data"]
    node.create_dataset(" data", data=np.zeros(shape, [("r", "<f4"), ("i", "<f4")]))
    node.attrs.modify("type", np.array(b"X4", "S3"))
END
  run --separate-stderr mpi 2 "$restripe" --filter 6:0,3 -o out.cgns in.cgns
  echo "$stderr"
  [[ $status -eq 2 && $stderr == *"in.cgns:/Base/Zone/Solution/Smooth: its filters cannot compress it: "* ]]
}

@test "arrays that could grow and have larger chunks keep their filters" {
  make_fields in.cgns
  "$PCGNS_PYTHON" - <<'END'
import h5py

with h5py.File("in.cgns", "r+", libver=("v108", "v108")) as file:
    node = file["Base/Zone/Solution/Smooth"]
    data = node[" data"][()]
    del node[" data"]
    node.create_dataset(" data", data=data, chunks=(40, 20, 50), maxshape=(None, None, None), compression="gzip")
END
  to 2 out.cgns in.cgns
  same_tree in.cgns out.cgns
  run storage out.cgns
  echo "$output"
  [[ $output == *"Solution/Smooth chunked 31x20x32 1 "* ]]
}

@test "checksums alone are stored, and find damage" {
  make_fields in.cgns
  to 2 out.cgns --filter 3 in.cgns
  same_tree in.cgns out.cgns
  "$PCGNS_PYTHON" - <<'END'
import h5py

with h5py.File("out.cgns") as file:
    chunk = file["Base/Zone/Solution/Noise/ data"].id.get_chunk_info(0)
with open("out.cgns", "r+b") as file:
    file.seek(chunk.byte_offset + 100)
    byte = file.read(1)[0]
    file.seek(-1, 1)
    file.write(bytes([byte ^ 1]))
END
  run -2 --separate-stderr "$verify" digest -q out.cgns
  [[ $stderr == *"/Base/Zone/Solution/Noise: "*"chunk 1: "*@(checksum|"filter returned failure")* ]]
}

@test "arrays of no values become nodes without values, which have the same digest" {
  PYTHONPATH=$PCGNS_SOURCE_DIR/tests/verify:$PCGNS_SOURCE_DIR/tests/partitions "$PCGNS_PYTHON" - <<'END'
import cgns
import numpy as np
import valid

root = valid.build("hexa")[0]
zone = next(node for _, node in root.walk() if node.label == "Zone_t")
notes = zone.add("Notes", "UserDefinedData_t")
notes.add("None", "DataArray_t", np.zeros((0, 3)))
zone.labelled("FlowSolution_t")[0].add("UserData", "UserDefinedData_t").add("Bulk", "DataArray_t", np.zeros((2, 0), "i4"))
cgns.write("in.cgns", root)
END
  to 2 out.cgns in.cgns
  "$verify" digest -q --each in.cgns out.cgns | cut -c 1-32 | uniq >digests
  [[ $(wc -l <digests) -eq 1 ]]
  "$verify" compare -q in.cgns --with out.cgns
  mpi 2 "$PCGNS_BIN_DIR/pcgns-merge" -q --check full -o merged.cgns in.cgns
}

@test "arrays are aligned" {
  make_fields in.cgns
  to 2 out.cgns --layout contiguous --align 64K in.cgns
  storage out.cgns >stored
  [[ $(awk '$2 == "contiguous" && $6 >= 65536' stored | wc -l) -ge 5 ]]
  [[ -z $(awk '$2 == "contiguous" && $6 >= 65536 && $5 < 65536' stored) ]]
}

@test "a set of files becomes a set of files, all at once or none" {
  make_fields old_0000.cgns --size 8
  make_fields old_0001.cgns --size 9
  make_fields old_0002.cgns --size 10
  local fault
  for fault in skeleton:EIO move:rank=1:EIO sync:EIO check:rank=1:EIO publish:round=2:EIO; do
    PCGNS_FAULT=$fault run --separate-stderr mpi 2 "$restripe" -o 'new_%03d.cgns' 'old_%04d.cgns'
    echo "$fault: $status $stderr"
    [[ $status -eq 2 && $(grep -c 'pcgns-restripe: error: ' <<<"$stderr") -eq 1 ]]
    [[ -z $(find . -name '*new_*') ]]
  done
  # The last one is damaged, which is found when the others are complete.
  cp old_0002.cgns whole.cgns
  truncate -s -1000 old_0002.cgns
  run mpi 2 "$restripe" -q -o 'new_%03d.cgns' 'old_%04d.cgns'
  echo "$output"
  [[ $status -eq 2 && -z $(find . -name '*new_*') ]]
  mv whole.cgns old_0002.cgns
  mpi 2 "$restripe" --json -o 'new_%03d.cgns' 'old_%04d.cgns' >report
  same_tree old_0000.cgns new_000.cgns
  same_tree old_0001.cgns new_001.cgns
  same_tree old_0002.cgns new_002.cgns
  run "$restripe" -o new.cgns old_000?.cgns
  [[ $status -eq 2 && $output == *"new_%04d.cgns"* ]]
}

@test "one file of a set is enough, as the others do not count" {
  make_fields fields.cgns.4.2 --size 8
  to 2 one.cgns fields.cgns.4.2
  same_tree fields.cgns.4.2 one.cgns
  cp one.cgns t1_r0009.cgns
  "$restripe" -q --allow-missing -o 'new_%04d.cgns' 't1_r%04d.cgns'
  [[ -e new_0009.cgns ]]
  cp fields.cgns.4.2 fields.cgns.4.0
  run --separate-stderr "$restripe" -o 'out_%d.cgns' fields.cgns.4.*
  [[ $status -eq 2 && $stderr == *"fields.cgns.4.1 is missing"* ]]
}

@test "linked files become one, or stay linked from another folder" {
  make_fields grid.cgns --size 8
  "$PCGNS_PYTHON" - <<'END'
import h5py, numpy as np, shutil
shutil.copy("grid.cgns", "in.cgns")
with h5py.File("in.cgns", "a") as f:
    zone = f["Base/Zone"]
    del zone["GridCoordinates"]
    group = zone.create_group("GridCoordinates", track_order=True)
    for name, value, size in (("name", "GridCoordinates", 33), ("label", "", 33), ("type", "LK", 3)):
        group.attrs.create(name, np.array(value.encode(), f"S{size}"))
    group[" path"] = np.frombuffer(b"/Base/Zone/GridCoordinates\0", "i1")
    group[" file"] = np.frombuffer(b"grid.cgns\0", "i1")
    group[" link"] = h5py.ExternalLink("grid.cgns", "/Base/Zone/GridCoordinates")
END
  mkdir -p sub far/away
  to 2 sub/kept.cgns in.cgns
  # Readers find the file of a link from where a file really is.
  ln -s "$PWD/far/away" scratch
  ln -s "$PWD/in.cgns" far/alias.cgns
  to 1 scratch/kept.cgns in.cgns
  to 1 sub/alias.cgns far/alias.cgns
  same_tree in.cgns far/away/kept.cgns
  same_tree in.cgns scratch/kept.cgns
  same_tree in.cgns sub/alias.cgns
  (cd far/away && to 1 split.cgns --links split ../../in.cgns)
  to 1 scratch/again.cgns --links split in.cgns
  same_tree in.cgns far/away/again.cgns
  to 2 copied.cgns --links copy --deflate 1 in.cgns
  same_tree in.cgns sub/kept.cgns
  same_tree in.cgns copied.cgns
  h5dump -H copied.cgns >header
  run grep -c EXTERNAL_LINK header
  [[ $output -eq 0 ]]
}

@test "a dry run tells the layout before and after, and writes nothing" {
  make_fields in.cgns --chunks
  run "$restripe" -n --deflate 1 -o out.cgns in.cgns
  echo "$output"
  [[ $status -eq 0 && $output == *"before: "*" 6 chunked arrays"* && ! -e out.cgns ]]
  grep -E '^after:  1 contiguous array, 6 chunked arrays of [0-9]+ chunks, [0-9.]+ [KM]iB of values, aligned to 4 KiB$' <<<"$output"
  run -0 "$restripe" -n --layout contiguous --align 1M -o out.cgns in.cgns
  grep -E '^after:  7 contiguous arrays, [0-9.]+ [KM]iB of values, aligned to 1 MiB$' <<<"$output"
  "$restripe" --chunk 5,5,5 -n --json -o out.cgns in.cgns >planned
  "$restripe" --chunk 5,5,5 --json -o out.cgns in.cgns >report
  "$PCGNS_PYTHON" - <<'END'
import json, h5py
planned, after = json.load(open("planned"))["files"][0]["planned"], json.load(open("report"))["files"][0]["after"]
assert [planned[kind] for kind in ("contiguous", "chunked")] == [after[kind] for kind in ("contiguous", "chunked")]
chunks = []
h5py.File("out.cgns").visititems(lambda _, node: chunks.append(node.id.get_num_chunks()) if getattr(node, "chunks", None) else None)
assert planned["chunks"] == sum(chunks), (planned, chunks)
END
}

@test "what contradicts itself is refused" {
  make_fields in.cgns --size 8
  local options
  for options in "--layout contiguous --deflate 1" "--deflate 10" "--chunk 0,3" "--chunk fine" "--filter 9999" \
    "--filter x" "--filter 1" "--filter 1:10" "--compact-below 65K" "--align 0" "--libver v99"; do
    # shellcheck disable=SC2086
    run --separate-stderr "$restripe" $options -o out.cgns in.cgns
    echo "$options: $status $stderr"
    # shellcheck disable=SC2154
    [[ $status -eq 2 && ${#stderr_lines[@]} -eq 1 && ! -e out.cgns ]]
  done
}

@test "chunks that no array is large enough for are a warning, planned or written, and an error with --strict" {
  "$PCGNS_PYTHON" "$PCGNS_SOURCE_DIR/tests/cli/make_cgns.py" in.cgns --size 4x4x4
  local words
  for words in "--deflate 1=compressed" "--chunk 2,2,2=chunked" "--layout chunked -n=chunked"; do
    # shellcheck disable=SC2086
    run -0 --separate-stderr "$restripe" --json -O ${words%=*} -o out.cgns in.cgns
    [[ $stderr == *"warning: "*"in.cgns: none of "*" arrays is ${words#*=}: all are below 16 KiB, and such small arrays are stored whole"* ]]
    [[ $(jq -r '.files[0].notes[].text' <<<"$output") == *"none of "* ]]
    # shellcheck disable=SC2086
    run -2 --separate-stderr "$restripe" -O --strict ${words%=*} -o out.cgns in.cgns
    [[ $stderr == *"--strict: "*"none of "* ]]
  done
  run -0 --separate-stderr "$restripe" -O --compact-below 4K -o out.cgns in.cgns
  [[ $output == *", 0 arrays besides compact ones, 0 B from 1 file"* ]]
  run -0 --separate-stderr "$restripe" --layout contiguous -n in.cgns
  [[ $stderr != *"none of"* ]]
}

@test "damaged chunks are an error, not a crash" {
  make_fields in.cgns --chunks
  "$PCGNS_PYTHON" - <<'END'
import h5py
with h5py.File("in.cgns") as f:
    info = f["Base/Zone/Solution/Smooth/ data"].id.get_chunk_info(3)
with open("in.cgns", "r+b") as f:
    f.seek(info.byte_offset)
    f.write(b"\xff" * info.size)
END
  run --separate-stderr mpi 2 "$restripe" --layout contiguous -o out.cgns in.cgns
  echo "$stderr"
  [[ $status -eq 2 && $stderr == *"in.cgns:/Base/Zone/Solution/Smooth: chunk "* ]]
  [[ -z $(find . -name '*out.cgns*') ]]
}
