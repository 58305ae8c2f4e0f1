#!/usr/bin/env bats
# Inputs that are not what they must be: one message that names the file, exit code 2, nothing left behind.

# Variables are of expect.bash and of bats; every test is a subshell of its own.
# shellcheck disable=SC2030,SC2031,SC2154,SC2164

load expect

setup_file() {
  load expect
  {
    row "$sets/plain" 4
    echo "$sets/seed/out_1.cgns --zones Zone0 --seed 1"
    echo "$sets/with_mach/out_1.cgns --zones Zone1 --mach 0.8"
    # Zone1/Copy leads somewhere that is not there, or back to itself.
    echo "$sets/no_file/out_1.cgns --zones Zone1 --link gone.cgns:/Base/Zone1/FlowSolution /Base/Zone1/Copy"
    echo "$sets/no_node/out_1.cgns --zones Zone1 --link grid.cgns:/Base/Zone1/Nothing /Base/Zone1/Copy"
    echo "$sets/no_node/grid.cgns --zones Zone1"
    echo "$sets/loop/out_1.cgns --zones Zone1 --link back.cgns:/Base/Zone1/Copy /Base/Zone1/Copy"
    echo "$sets/loop/back.cgns --zones Zone1 --link out_1.cgns:/Base/Zone1/Copy /Base/Zone1/Copy"
    echo "$sets/up/out_1.cgns --zones Zone1 --link /Base /Base/Zone1/Copy"
  } | make_files
  "$PCGNS_PYTHON" -c 'import h5py, sys; h5py.File(sys.argv[1], "w")["values"] = [1, 2, 3]' "$sets/other.h5"
}

good() { echo "$sets/plain/out_0.cgns"; }

@test "an input that is missing" {
  merge 2 "$(good)" out_1.cgns
  refused 'out_1\.cgns: there is no such file'
}

@test "an input that is missing, without a launcher" {
  merge 0 "$(good)" out_1.cgns
  refused 'out_1\.cgns: there is no such file'
}

@test "an input that only the last of more ranks than files would open" {
  merge 3 "$(good)" out_1.cgns
  refused 'out_1\.cgns: there is no such file'
}

@test "two bad inputs make one message" {
  merge 2 out_0.cgns out_1.cgns
  refused 'out_0\.cgns: there is no such file'
}

@test "an input that may not be read" {
  cp "$sets"/plain/out_[01].cgns .
  chmod 000 out_1.cgns
  unprivileged 2 "$merge" -o out.cgns out_0.cgns out_1.cgns
  refused 'out_1\.cgns: Permission denied'
}

@test "what a stopped run has left beside its output is no input" {
  local name
  for name in .all.cgns.pcgns-part .all.cgns.pcgns-journal .all.cgns.pcgns-scratch .all.cgns.pcgns-replaced; do
    cp "$sets/plain/out_1.cgns" "$name"
    merge 2 "$(good)" "$name"
    refused "error: $name: is the .* all\.cgns.*: not an input; leave it out$"
    printf '%s\n' "$(good)" "$name" >list
    merge 0 @list
    refused "$name: is the .* \(line 2 of list\): not an input"
  done
  merge 0 .all.cgns.pcgns-part
  refused 'is the staged file of all\.cgns, which no run has completed: not an input; leave it out$'
  run --separate-stderr "$PCGNS_BIN_DIR/pcgns-verify" digest --each "$(good)" .all.cgns.pcgns-part
  [[ $status -eq 2 && $output == *"$(good)"* && $stderr == *"is the staged file of all.cgns"* ]]
  merge 0 .all.cgns.pcgns-replaced
  done_well
}

@test "an input that is empty" {
  : >out_1.cgns
  merge 2 "$(good)" out_1.cgns
  refused 'out_1\.cgns: is empty'
}

@test "an input that is a directory" {
  mkdir out_1.cgns
  merge 2 "$(good)" out_1.cgns
  refused 'out_1\.cgns: is a directory'
}

@test "an input that is a pipe is not waited for" {
  mkfifo out_1.cgns
  merge 2 "$(good)" out_1.cgns
  refused 'out_1\.cgns: is not a regular file'
}

@test "an input that is a text file" {
  seq 1000 >out_1.cgns
  merge 2 "$(good)" out_1.cgns
  refused 'out_1\.cgns: is text, not a CGNS file; if it is a list of inputs: @out_1\.cgns'
}

@test "an input that is HDF5, but not CGNS" {
  merge 2 "$(good)" "$sets/other.h5"
  refused 'other\.h5: is an HDF5 file, but not a CGNS file'
}

@test "an input that only begins like ADF: the message names the place" {
  { printf '@(#)ADF Database Version A02011>' && seq 1000; } >out_1.cgns
  merge 2 "$(good)" out_1.cgns
  refused "out_1\.cgns: is damaged: expected 'AdF0' of the file header at byte 32"
}

@test "an input that is truncated, at twenty lengths" {
  local size length ranks=2
  size=$(stat -c %s "$sets/plain/out_1.cgns")
  for length in 1 7 8 95 $(seq $((size / 16)) $((size / 16)) $((size - 1)) | head -n 15) $((size - 1)); do
    head -c "$length" "$sets/plain/out_1.cgns" >out_1.cgns
    merge "$ranks" "$(good)" out_1.cgns
    refused 'out_1\.cgns: is (damaged or )?truncated' || explain "at $length of $size bytes"
    ranks=$((length % 4 == 0 ? 2 : 0)) # a launcher takes its time
  done
}

@test "an input with a flipped byte in each of twenty places neither crashes nor hangs" {
  local size at
  size=$(stat -c %s "$sets/plain/out_1.cgns")
  for at in $(seq $((size / 21)) $((size / 21)) $((size - 1)) | head -n 20); do
    cp "$sets/plain/out_1.cgns" .
    printf '\377' | dd of=out_1.cgns bs=1 seek="$at" conv=notrunc status=none
    merge 0 --allow-missing out_1.cgns
    if [[ $status -eq 0 ]]; then done_well; else refused 'out_1\.cgns'; fi || explain "at byte $at of $size"
    rm -f out.cgns
  done
}

@test "a link to a file that is nowhere: the message names both ends" {
  merge 2 "$(good)" "$sets/no_file/out_1.cgns"
  refused 'no_file/out_1\.cgns:/Base/Zone1/Copy: link to gone\.cgns:/Base/Zone1/FlowSolution: .*missing'
}

@test "a link to a node that is nowhere: the message names both ends" {
  merge 2 "$(good)" "$sets/no_node/out_1.cgns"
  refused 'no_node/out_1\.cgns:/Base/Zone1/Copy: link to grid\.cgns:/Base/Zone1/Nothing: .*Nothing'
}

@test "links of two files that lead round in a circle" {
  merge 2 "$(good)" "$sets/loop/out_1.cgns"
  refused 'loop/out_1\.cgns:/Base/Zone1/Copy: link to back\.cgns:/Base/Zone1/Copy: .*cycle'
}

@test "a link to what stands above it" {
  merge 2 "$(good)" "$sets/up/out_1.cgns"
  refused 'up/out_1\.cgns:/Base/Zone1/Copy.*cycle'
}

@test "one zone with different content in two files: the message names both" {
  merge 2 "$(good)" "$sets/seed/out_1.cgns"
  refused '/Base/Zone0.*out_[01]\.cgns.*out_[01]\.cgns|out_1\.cgns:/Base/Zone0.*out_0\.cgns'
}

@test "one zone with different content is an error even where the first may win" {
  merge 2 --on-conflict first "$(good)" "$sets/seed/out_1.cgns"
  refused 'out_1\.cgns:/Base/Zone0.*out_0\.cgns'
}

@test "one zone with the same content in two files counts once" {
  cp "$(good)" copy.cgns
  merge 2 --json "$(good)" copy.cgns
  done_well
  [[ $(reported .zones) == 1 ]]
  merge 1 -O "$(good)"
  cp out.cgns alone.cgns
  merge 2 -O "$(good)" copy.cgns
  same_as alone.cgns
}

@test "reference states that differ: the message shows path, files and values" {
  merge 2 "$(good)" "$sets/with_mach/out_1.cgns"
  refused 'with_mach/out_1\.cgns:/Base/ReferenceState/Mach: is .*0\.8.*, but .*0\.5 in .*plain/out_0\.cgns'
}
