#!/usr/bin/env bats
# What is read is never written; what is planted is not followed; what fails after the rename is exit code 4.

# Variables are of expect.bash and of bats; every test is a subshell of its own.
# shellcheck disable=SC2030,SC2031,SC2154,SC2164

load expect

setup_file() {
  load expect
  need_tool cc
  { row "$sets/plain" 2 && storage_zoo "$sets/zoo"; } | make_files
  cc -shared -fPIC -o "$BATS_FILE_TMPDIR/failing_calls.so" "$tests/faults/failing_calls.c" -ldl
}

# tool RANKS NAME ARGUMENT...: another program than pcgns-merge.
tool() {
  local ranks=$1
  program=$2
  shift 2
  run --separate-stderr on "$ranks" "$PCGNS_BIN_DIR/$program" "$@"
}

# is_kept FILE RANKS NAME ARGUMENT...: the program refuses to write FILE, which it reads, under any of its names.
is_kept() {
  local file=$1
  shift
  cp "$file" before
  tool "$@"
  fails 'the output is one of the inputs' || return
  cmp before "$file" && [[ ! -e .$file.pcgns-part ]]
}

two() { cp "$sets"/plain/out_*.cgns .; }

@test "a manifest, list, map, plan or drawing that is read is not written" {
  two
  printf 'out_0.cgns\nout_1.cgns\n' >list
  ln out_0.cgns alias
  is_kept out_0.cgns 0 pcgns-verify digest -O --manifest out_0.cgns out_0.cgns
  is_kept alias 0 pcgns-verify digest -O --manifest alias out_0.cgns
  is_kept list 0 pcgns-verify digest -O --manifest list @list
  is_kept list 2 pcgns-merge -O -o list @list
  echo out_0.cgns >one
  is_kept one 0 pcgns-restripe -O -o one @one
  tool 0 pcgns-verify digest --manifest known out_0.cgns
  exit_code 0
  is_kept known 0 pcgns-verify digest -O --check-manifest known --manifest known out_0.cgns
  cp list list.svg
  is_kept list.svg 0 pcgns-repartition --parts 2 -O -o x.cgns --plan-plot list.svg @list.svg
  tool 0 pcgns-repartition --parts 2 --plan --json -o x.cgns out_0.cgns
  printf '%s' "$output" >plan
  is_kept plan 0 pcgns-repartition --from-plan plan --single-file -O -o plan out_0.cgns
}

@test "a map of cells, an assembly file or wisdom that is read is not written" {
  "$PCGNS_PYTHON" - "$tests/verify" <<'END'
import sys
sys.path.insert(0, sys.argv[1])
import valid, cgns
cgns.write("hexa.cgns", valid.build("hexa")[0])
END
  local parts=(pcgns-repartition --parts 2 --method file:map.cgns -O)
  tool 0 pcgns-repartition --parts 2 -n --map map.cgns -o 'x_%d.cgns' hexa.cgns
  exit_code 0
  local option
  for option in --map --plan-file; do
    tool 0 pcgns-repartition --parts 2 -n "$option" map.cgns -o 'x_%d.cgns' hexa.cgns
    fails 'map\.cgns: already exists; --overwrite'
  done
  is_kept map.cgns 2 "${parts[@]}" --single-file -o map.cgns hexa.cgns
  is_kept map.cgns 0 "${parts[@]}" --map map.cgns -o 'x_%d.cgns' hexa.cgns
  is_kept map.cgns 0 "${parts[@]}" -n --map map.cgns -o 'x_%d.cgns' hexa.cgns
  tool 0 pcgns-repartition --parts 2 --style maia -o 'p_%d.cgns' hexa.cgns
  cat >pieces.json <<'JSON'
{ "rules": [ { "zone": "(.*)\\.P([0-9]+)\\.N0", "original": "$1", "rank": "$2",
  "numbers": { "Vertex": ":CGNS#GlobalNumbering/Vertex", "Cell": ":CGNS#GlobalNumbering/Cell" } } ] }
JSON
  is_kept pieces.json 2 pcgns-merge -O --assembly pieces.json -o pieces.json p_0.cgns p_1.cgns
  is_kept pieces.json 0 pcgns-repartition --parts 2 --assembly pieces.json --single-file -O -o pieces.json p_?.cgns
  is_kept pieces.json 0 pcgns-verify digest --assembly pieces.json -O --manifest pieces.json p_?.cgns
  tool 0 pcgns-bench tune --estimate --for programs --folder . --extents 9x8x7 --wisdom wisdom.json
  exit_code 0
  is_kept wisdom.json 2 pcgns-merge -O --wisdom wisdom.json -o wisdom.json hexa.cgns
  is_kept wisdom.json 0 pcgns-restripe -O --wisdom wisdom.json -o wisdom.json hexa.cgns
  is_kept wisdom.json 0 pcgns-repartition --parts 2 --single-file -O --wisdom wisdom.json -o wisdom.json hexa.cgns
  PCGNS_WISDOM=$PWD/wisdom.json is_kept wisdom.json 0 pcgns-merge -O -o wisdom.json hexa.cgns
}

@test "what a link leads to or passes through is not written, even if the link is kept" {
  make_files <<'END'
out.cgns --zones Zone1
way.cgns --zones Zone2 --link out.cgns:/Base/Zone1/FlowSolution /Base/Zone2/Way
in.cgns --zones Zone3 --link way.cgns:/Base/Zone2/Way /Base/Zone3/Copy
END
  is_kept out.cgns 2 pcgns-merge -O --links keep -o out.cgns in.cgns
  is_kept way.cgns 2 pcgns-merge -O -o way.cgns in.cgns
  is_kept way.cgns 0 pcgns-restripe -O -o way.cgns in.cgns
  mv out.cgns n_0.cgns
  make_files <<'END'
x_0.cgns --zones Zone0
x_1.cgns --zones Zone3 --link n_0.cgns:/Base/Zone1/FlowSolution /Base/Zone3/Copy
END
  is_kept n_0.cgns 0 pcgns-restripe -O -o 'n_%d.cgns' x_0.cgns x_1.cgns
  [[ ! -e n_1.cgns ]]
}

@test "what is staged, or where a run is recorded, is not an input either" {
  two
  local file
  for file in "$journal" .out.cgns.pcgns-scratch; do
    cp out_0.cgns "$file"
    tool 0 pcgns-merge -o out.cgns "$file" out_1.cgns
    fails 'not an input; leave it out'
    cmp out_0.cgns "$file"
  done
}

@test "two outputs of one name" {
  tool 0 pcgns-repartition --parts 2 -o 'x_%d.cgns' --map ../work/x_1.cgns "$sets/plain/out_0.cgns"
  fails 'x_1\.cgns: two outputs have this name'
}

@test "a drawing obeys --overwrite, and appears whole" {
  local draw=(pcgns-repartition --parts 2 -o x.cgns --plan-plot x.svg "$sets/plain/out_0.cgns")
  echo mine >x.svg
  tool 0 "${draw[@]}"
  fails 'x\.svg: already exists; --overwrite'
  [[ $(<x.svg) == mine ]]
  PCGNS_FAULT=published:EIO tool 0 "${draw[@]}" -O
  exit_code 4
  [[ $(<x.svg) == '<'* && $(find . -name '*x.*') == ./x.svg ]]
}

@test "an output that replaces another one keeps its permissions, and a symbolic link is refused" {
  cp "$sets/plain/out_0.cgns" out.cgns
  chmod 600 out.cgns
  merge 2 -O "$sets"/plain/out_*.cgns
  done_well
  [[ $(stat -c %a out.cgns) == 600 ]]
  mv out.cgns real.cgns
  ln -s real.cgns out.cgns
  merge 2 -O "$sets"/plain/out_*.cgns
  fails 'out\.cgns: the output is a symbolic link; give the name of the file it leads to'
  [[ -L out.cgns && -f real.cgns ]]
}

# planted COMMAND...: a name that is planted for the staged file or the journal ends the run, and the victim stays.
planted() {
  local name
  for name in "$part" "$journal"; do
    rm -f .out.cgns.* out.cgns
    echo victim >victim
    [[ $name == "$part" ]] || : >"$part"
    "$@" "$name"
    merge 0 --resume "$sets"/plain/out_*.cgns
    fails "$name: .*so no run of yours has left it here; remove it" || return
    [[ $(<victim) == victim && ! -e out.cgns ]] || explain "followed" || return
  done
}

@test "a symbolic link under the name of the staged file or the journal" { planted ln -s victim; }
@test "a hard link under the name of the staged file or the journal" { planted ln victim; }
@test "a pipe under the name of the staged file or the journal" { planted mkfifo; }

@test "a staged file of another user" {
  [[ $(id -u) == 0 ]] || skip "needs root"
  : >"$part"
  chown 12345 "$part"
  merge 0 --resume "$sets"/plain/out_*.cgns
  fails "$part: belongs to another user"
}

# in_place PATTERN: exit code 4, one message, and the output is there, alone.
in_place() {
  exit_code 4 && one_error "out\.cgns: is complete and in place, but: $1" || return
  [[ -f out.cgns && -z $(find . -name '.out.cgns*') ]] || explain "not exactly the output was left"
}

@test "a folder that cannot be synced after the rename" {
  PCGNS_FAULT=published:EIO merge 2 "$sets"/plain/out_*.cgns
  in_place 'a fault on request'
  PCGNS_FAULT=published:EIO tool 0 pcgns-restripe -O -o out.cgns "$sets/plain/out_0.cgns"
  in_place 'a fault on request'
  cp "$sets/plain/out_0.cgns" out.cgns
  PCGNS_FAULT=published:EIO tool 0 pcgns-verify digest --store out.cgns
  in_place 'a fault on request'
  PCGNS_FAULT=published:EIO tool 2 pcgns-repartition --parts 3 -o 'p_%d.cgns' out.cgns
  exit_code 4
  one_error 'p_0\.cgns \(\+2\): is complete and in place, but'
  [[ $(find . -name '*p_*' | wc -l) == 3 ]]
}

@test "a report that cannot be printed after the rename, and one before which nothing was published" {
  full() { "$@" >/dev/full; }
  local in=$sets/plain/out_0.cgns
  run --separate-stderr full "$merge" --json -o out.cgns "$sets"/plain/out_*.cgns
  in_place 'cannot write the report: standard output: No space left'
  program=pcgns-restripe
  run --separate-stderr full "$PCGNS_BIN_DIR/$program" -O -o out.cgns "$in"
  in_place 'cannot write the report'
  program=pcgns-verify
  run --separate-stderr full "$PCGNS_BIN_DIR/$program" digest -O --manifest out.cgns "$in"
  in_place 'cannot write the report'
  run --separate-stderr full "$PCGNS_BIN_DIR/$program" check --json "$in"
  exit_code 2
  program=pcgns-repartition
  run --separate-stderr full "$PCGNS_BIN_DIR/$program" --plan --parts 2 -o x.cgns "$in"
  exit_code 2
}

# failing CALL ERRNO PATH COUNT: for the programs that follow.
failing() {
  export FAIL_CALL=$1 FAIL_ERRNO=$2 FAIL_PATH=$3 FAIL_COUNT=$4
  export LD_PRELOAD=$BATS_FILE_TMPDIR/failing_calls.so
}

@test "calls that a signal interrupts are made again" {
  local call
  for call in fsync fdatasync fallocate; do
    failing "$call" 4 '' 2
    merge 0 -O --hint pcgns_checkpoint=0 "$sets"/plain/out_*.cgns
    done_well || explain "$call"
  done
}

@test "a file of nothing but nodes is synced before it gets its name" {
  "$PCGNS_PYTHON" - "$tests/partitions" <<'END'
import sys
sys.path.insert(0, sys.argv[1])
import cgns, numpy
root = cgns.new_root(4.2)
root.add("Base", "CGNSBase_t", numpy.array([3, 3], numpy.int32)).add("Note", "Descriptor_t", "no zones yet")
cgns.write("nodes.cgns", root)
END
  failing fdatasync 5 '' 1
  merge 0 nodes.cgns
  refused 'cannot sync to the device: .*out\.cgns\.pcgns-part: Input/output error'
  tool 0 pcgns-repartition --parts 2 -o 'x_%d.cgns' nodes.cgns
  fails 'cannot sync to the device: .*x_[01]\.cgns\.pcgns-part: Input/output error'
  [[ -z $(find . -name '*x_*') ]]
}

@test "a short write to the journal is continued, and a full disk named" {
  failing write 0 "$journal" 3
  PCGNS_FAULT=move:round=5:stop merge 0 --hint pcgns_buffer=512 --hint pcgns_checkpoint=0 "$sets"/plain/out_*.cgns
  exit_code 3
  failing write 28 "$journal" 1
  merge 0 --resume --hint pcgns_buffer=512 --hint pcgns_checkpoint=0 "$sets"/plain/out_*.cgns
  fails "$journal: No space left"
  unset LD_PRELOAD
  merge 0 --resume "$sets"/plain/out_*.cgns
  done_well
}

@test "a staged file or journal that cannot be removed is named" {
  failing unlink 13 "$part" 1
  PCGNS_FAULT=publish:EIO merge 0 "$sets"/plain/out_*.cgns
  exit_code 2
  says "warning: .*cannot remove: .*$part: Permission denied; remove it"
  [[ -e $part ]]
  rm "$part"
  failing unlink 13 "$journal" 9
  tool 0 pcgns-restripe -o 'p_%d.cgns' "$sets"/plain/out_*.cgns
  exit_code 0
  FAIL_PATH=.p_1.cgns.pcgns-journal tool 0 pcgns-restripe -O -o 'p_%d.cgns' "$sets"/plain/out_*.cgns
  exit_code 4
  one_error 'in place, but: cannot remove: .*\.p_1\.cgns\.pcgns-journal'
}

@test "a failing close does not crash HDF5" {
  local count
  for count in 1 2 3 9; do
    failing close 5 /out.cgns "$count"
    tool 0 pcgns-restripe -O -o out.cgns "$sets/plain/out_0.cgns"
    exit_code 0
    says_not HDF5-DIAG
    failing close 5 out_0.cgns "$count"
    tool 0 pcgns-verify digest "$sets/plain/out_0.cgns"
    [[ $status == [02] ]] || explain "status"
  done
}

@test "values outside of the file in a pipe are not waited for" {
  mkfifo values
  "$PCGNS_PYTHON" - "$sets/plain/out_0.cgns" <<'END'
import shutil, sys, h5py
shutil.copy(sys.argv[1], "in.cgns")
with h5py.File("in.cgns", "a") as file:
    node = file["Base/Zone0/GridCoordinates/CoordinateX"]
    shape, kind = node[" data"].shape, node[" data"].dtype
    del node[" data"]
    size = kind.itemsize
    for extent in shape: size *= extent
    node.create_dataset(" data", shape, kind, external=[("values", 0, size)])
END
  merge 0 in.cgns
  refused 'CoordinateX: the values are in the external file values: is not a regular file'
  rm values
  head -c 100000 /dev/zero >values
  merge 0 in.cgns
  done_well
  is_kept values 0 pcgns-merge -O -o values in.cgns
}

@test "an input that changes, with its time stamp set back" {
  cp "$sets"/zoo/out_*.cgns .
  export PCGNS_FAULT=move:slow
  start 2 --hint pcgns_buffer=64K out_?.cgns
  soon moving
  touch -r out_0.cgns stamp
  printf x | dd of=out_0.cgns bs=1 seek=200000 conv=notrunc status=none
  touch -r stamp out_0.cgns
  finish
  fails 'out_0\.cgns: has changed while it was being read'
}

# handles_term: the job has a handler for TERM, the 15th of the signals in the mask.
handles_term() { ((0x$(awk '/^SigCgt/ { print $2 }' "/proc/$job/status") & 0x4000)); }

@test "a signal before MPI is initialised stops in order" {
  failing MPI_Init_thread 1 '' 1
  start 0 "$sets"/zoo/out_*.cgns
  soon handles_term
  kill -TERM "$job"
  finish
  exit_code 3
}

@test "standard streams that are closed do not end up in the output" {
  merge 0 "$sets"/plain/out_*.cgns
  mv out.cgns whole.cgns
  "$merge" -q -o out.cgns "$sets"/plain/out_*.cgns <&- >&- 2>&-
  cmp out.cgns whole.cgns
  status=0
  "$merge" -v -O -o out.cgns "$sets"/plain/out_*.cgns <&- >&- 2>&- || status=$?
  exit_code 4
  cmp out.cgns whole.cgns
}

@test "a limit on the size of files is an error, not the end" {
  # Or Open MPI 5 and UCX, below MPICH, complain: their own files for shared memory are larger.
  export OMPI_MCA_btl=self UCX_TLS=self
  short() { ulimit -f 8 && "$@"; }
  run --separate-stderr short "$merge" -o out.cgns "$sets"/plain/out_*.cgns
  refused 'File too large'
  program=pcgns-verify
  run --separate-stderr short "$PCGNS_BIN_DIR/$program" digest --manifest big "$sets"/zoo/out_*.cgns
  [[ $status == [02] && ! -e .big.pcgns-part ]]
}

@test "more files than a process may open" {
  for ((i = 0; i < 500; ++i)); do echo "many/out_$i.cgns --zones Zone$i"; done | make_files
  few() { ulimit -n 64 && "$@"; }
  run --separate-stderr few "$merge" -o out.cgns many/out_*.cgns
  done_well
  run --separate-stderr few "$PCGNS_BIN_DIR/pcgns-repartition" --parts 100 -o 'p_%d.cgns' out.cgns
  exit_code 0
}
