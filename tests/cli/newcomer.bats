#!/usr/bin/env bats
# What someone does who has read the README only: forgotten files, names that lead nowhere, outputs that are there.

# Variables are of expect.bash and of bats; every test is a subshell of its own.
# shellcheck disable=SC2030,SC2031,SC2034,SC2154,SC2164

load tool

setup_file() {
  load tool
  make_sets
}

@test "one name for several parts is an error that shows a pattern; --single-file asks for it" {
  tool 0 repartition --parts 3 -o out.cgns "$(a)"
  refused 'out\.cgns: one name for 3 parts; name a pattern such as out_%04d\.cgns, or say --single-file$'
  tool 0 repartition --parts 3 --single-file -o out_%d.cgns "$(a)"
  refused '--single-file contradicts --output out_%d\.cgns'
  tool 0 repartition --parts 3 --single-file --style seacas -o out.cgns "$(a)"
  refused '--single-file contradicts --style seacas'
  tool 2 repartition --parts 3 --single-file -o out.cgns "$(a)"
  done_well
  tool 0 repartition --parts 1 -O -o out.cgns "$(a)"
  done_well
}

@test "one name for the parts of a saved plan is the same error" {
  "$PCGNS_BIN_DIR/pcgns-repartition" -q --plan --json --parts 3 "$(a)" >plan.json
  tool 2 repartition --from-plan plan.json -o out.cgns "$(a)"
  refused 'one name for 3 parts'
}

@test "several files that tar or cat has put into one are not taken for the first of them" {
  local words first
  first=$(stat -c %s "$(a)")
  tar -C "$sets/plain" -cf set.tar out_0.cgns out_1.cgns
  tar -C "$sets/plain" --format pax -cf long.tar --pax-option comment=x out_0.cgns
  cat "$sets"/plain/out_?.cgns >set.cgns
  for words in "merge -o out.cgns" "verify check" "verify digest" "verify info" "restripe -o out.cgns"; do
    # shellcheck disable=SC2086
    tool 0 $words set.tar
    refused 'set\.tar: is a tar archive: unpack it first'
    # shellcheck disable=SC2086
    tool 0 $words set.cgns
    refused "set\.cgns: holds several HDF5 files, as cat joins them: the second one begins at byte $first, "
  done
  tool 0 merge -o out.cgns long.tar
  refused 'long\.tar: is a tar archive: unpack it first'
  { cat "$(a)" && echo more; } >more.cgns
  tool 0 merge -o out.cgns more.cgns
  done_well
}

@test "what is no CGNS file is called what it is" {
  gzip -c "$(a)" >packed.cgns.gz
  tool 2 merge -o out.cgns packed.cgns.gz
  refused 'packed\.cgns\.gz: is compressed with gzip: gunzip it first'
  while read -r bytes what; do
    printf '%b and more' "$bytes" >packed
    tool 0 merge -o out.cgns packed
    refused "packed: is $what it first"
  done <<'END'
BZh9 compressed with bzip2: bunzip2
\xfd7zXZ compressed with xz: unxz
\x28\xb5\x2f\xfd compressed with zstd: unzstd
PK\x03\x04 a zip archive: unzip
END
  a >list.txt
  tool 2 merge -o out.cgns list.txt
  refused 'list\.txt: is text, not a CGNS file; if it is a list of inputs: @list\.txt'
  local words size
  size=$(stat -c %s "$(a)")
  head -c 3000 "$(a)" >short.cgns
  for words in "merge -o out.cgns" "verify info"; do
    # shellcheck disable=SC2086
    tool 2 $words short.cgns
    refused "short\.cgns: is damaged or truncated: has 3000 bytes, expected $size"
  done
}

@test "a file that its solver has not closed is no damaged one" {
  need_python
  "$PCGNS_PYTHON" -c 'import h5py, shutil
with h5py.File("running.h5", "w", libver="latest") as file:
    file.create_group("Base")
    file.flush()
    shutil.copy("running.h5", "running.cgns")'
  tool 2 merge -o out.cgns running.cgns
  refused 'running\.cgns: is marked as open for writing: a program writes it, or ended before it closed it'
}

@test "a pattern of the shell with brackets is taken, %d in a directory is not" {
  tool 2 merge -o out.cgns "$sets/plain/out_[0-1].cgns"
  done_well
  [[ $output == *"from 2 files"* ]]
  says 'out_2\.cgns lies beside .*out_1\.cgns and is not an input'
  tool 0 merge -o out.cgns 'rank%d/part.cgns'
  exit_code 2
  one_error "%d must be in the name of the file, not of a directory; a pattern such as 'rank\*/part\.cgns' works there"
}

@test "the first file that was forgotten is noticed as the last one is" {
  cp "$sets"/plain/out_?.cgns .
  tool 2 merge -o out.cgns out_1.cgns out_2.cgns
  done_well
  says 'warning: out_0\.cgns lies beside out_1\.cgns and is not an input'
  tool 2 merge -O --strict -o out.cgns out_1.cgns out_2.cgns
  exit_code 2
  one_error '--strict: out_0\.cgns lies beside'
}

@test "zones of one name with other values are told by both files, and what can be done" {
  echo "$PWD/same_0.cgns --zones Same --size 4x4x4" | make_files
  cp same_0.cgns same_1.cgns
  "$PCGNS_PYTHON" - <<'END'
import h5py
with h5py.File("same_1.cgns", "r+") as file:
    file["Base/Same/GridCoordinates/CoordinateX/ data"][-1, -1, -1] += 1
END
  tool 2 merge -o out.cgns same_0.cgns same_1.cgns
  refused 'same_1\.cgns:/Base/Same.* same_0\.cgns.*; .*--keep-zones'
  "$PCGNS_PYTHON" - <<'END'
import h5py
with h5py.File("same_0.cgns") as old, h5py.File("same_1.cgns", "r+") as file:
    file["Base/Same/GridCoordinates/CoordinateX/ data"][...] = old["Base/Same/GridCoordinates/CoordinateX/ data"][...]
    file["Base/Same/FlowSolution/Pressure/ data"][...] += 1
END
  tool 2 merge --keep-zones -o out.cgns same_0.cgns same_1.cgns
  refused '/Base/Same must be the same .* --keep-zones if their sizes or coordinates differ$'
}

@test "broken JSON is told with its line, and in the words of the mistake" {
  printf '{"parts": [\n  oops\n]}\n' >broken.json
  local words
  for words in "merge --assembly broken.json -o out.cgns" "repartition --from-plan broken.json -o out_%d.cgns"; do
    # shellcheck disable=SC2086
    tool 2 $words "$(a)"
    refused 'broken\.json:2: is not valid JSON(: syntax error .*)?$'
    says_not 'at line|json\.exception'
  done
}

@test "a dry run refuses an output that the run would refuse" {
  touch there.cgns there_1.cgns
  for words in "merge -o there.cgns" "restripe -o there.cgns" "repartition --parts 2 -o there_%d.cgns"; do
    # shellcheck disable=SC2086
    tool 2 $words --dry-run "$(a)"
    refused 'there(_1)?\.cgns: already exists; --overwrite replaces it'
    # shellcheck disable=SC2086
    tool 2 $words --dry-run --overwrite "$(a)"
    [[ $status -eq 0 ]]
  done
  [[ ! -s there.cgns && ! -s there_1.cgns ]]
  for words in "merge -o no/out.cgns" "restripe -o no/out.cgns" "repartition --parts 2 -o no/out_%d.cgns"; do
    # shellcheck disable=SC2086
    tool 2 $words --dry-run "$(a)"
    refused 'no: there is no such directory for the output'
  done
  tool 0 repartition --parts 3 --dry-run -o out.cgns "$(a)"
  refused 'one name for 3 parts'
  tool 0 repartition --parts 3 --plan -o out.cgns "$(a)"
  [[ $status -eq 0 ]]
}

@test "a dry run looks at the files that links lead to" {
  "$PCGNS_PYTHON" "$PCGNS_SOURCE_DIR/tests/cli/make_cgns.py" grid.cgns
  "$PCGNS_PYTHON" "$PCGNS_SOURCE_DIR/tests/cli/make_cgns.py" out_0.cgns --zones Own --link grid.cgns:/Base/Zone1 /Base/Zone1
  for words in merge restripe; do
    tool 2 "$words" --dry-run --overwrite -o grid.cgns out_0.cgns
    refused 'grid\.cgns: the output is one of the inputs'
  done
}

@test "a plan needs no output, and writes none" {
  mkdir empty && cd empty
  for words in "repartition --parts 3 --plan" "repartition --parts 3 -n" "merge -n" "restripe -n"; do
    # shellcheck disable=SC2086
    tool 0 $words "$(a)"
    exit_code 0
    [[ -n $output && -z $(ls -A) ]]
  done
  tool 0 merge "$(a)"
  refused '--output is required: the name of the file to write, for example -o out\.cgns'
}

@test "an empty assembly file, or a folder, is not taken for none, and a method that no zone heeds is named" {
  touch empty.json
  tool 2 merge --assembly empty.json -o out.cgns "$(a)"
  refused 'empty\.json: is empty'
  tool 2 merge --assembly . -o out.cgns "$(a)"
  refused 'cannot read the assembly file: \.: Is a directory'
  tool 2 repartition --parts 2 --method file:nothere.cgns -o out_%d.cgns "$(a)"
  refused 'nothere\.cgns: there is no such file'
  cp "$(a)" map.cgns
  tool 2 repartition --parts 2 --method file:map.cgns -o out_%d.cgns "$(a)"
  exit_code 0
  grep -q '^--method file:map.cgns: without effect, since all zones are structured$' <<<"$output"
}

@test "a folder that may not be looked into is named" {
  [[ $EUID -eq 0 ]] && command -v setpriv >/dev/null || skip "needs to be root, to become somebody else"
  mkdir closed
  cp "$(a)" closed
  chmod 700 closed
  chmod 711 . ..
  cp "$PCGNS_BIN_DIR/pcgns-merge" ./pcgns-merge
  program=pcgns-merge
  chmod 711 closed
  run --separate-stderr setpriv --reuid=65534 --regid=65534 --clear-groups ./pcgns-merge -n 'closed/*.cgns'
  fails 'cannot list the inputs: closed: Permission denied'
  chmod 700 closed
  run --separate-stderr setpriv --reuid=65534 --regid=65534 --clear-groups ./pcgns-merge -n closed/out_0.cgns
  fails 'closed/out_0\.cgns: Permission denied'
  mkdir open
  cp "$(a)" open
  chmod -R a+rX open
  chmod 755 .
  local mode
  for mode in 700 644; do # 644: may be listed, but not entered
    chmod "$mode" closed
    run --separate-stderr setpriv --reuid=65534 --regid=65534 --clear-groups ./pcgns-merge -n '*/out_0.cgns'
    fails 'cannot list the inputs: closed: Permission denied'
  done
}

@test "a zone, a field and a file that do not exist get a suggestion" {
  tool 2 merge --only Presure -o out.cgns "$sets"/plain/out_?.cgns
  refused "did you mean 'Pressure'\?"
  tool 2 merge --only Zone --omit zone_1 -o out.cgns "$sets"/plain/out_?.cgns
  refused "did you mean 'Zone1'\?|did you mean 'Zone0'\?"
  tool 2 merge -o out.cgns "$sets/plain/out_0.cgsn"
  refused "out_0\.cgsn: there is no such file; did you mean '.*out_0\.cgns'\?"
  "$PCGNS_PYTHON" "$PCGNS_SOURCE_DIR/tests/benchmark/make_cube.py" 3 cube.cgns
  tool 2 repartition --parts 2 --weights Presure -o 'out_%d.cgns' cube.cgns
  refused "has no array Presure with one value per cell"
  tool 2 repartition --parts 2 --weights Nothing -o 'out_%d.cgns' "$(a)"
  refused "has no array Nothing with one value per cell; it has "
}

@test "a set to compare with that does not exist is reported before the other is read" {
  echo text >text.cgns
  tool 2 verify compare text.cgns nothere.cgns
  refused ': nothere\.cgns: there is no such file'
}

@test "files that are checked together are said to be one set" {
  tool 2 verify check "$sets"/plain/out_?.cgns
  [[ $status -eq 0 && $output == *"out_0.cgns (+2), as one set: valid"* ]]
}

@test "messages name files as they were given, and the option of a size" {
  cd "$sets/plain"
  for words in "restripe" "merge" "merge --links keep" "repartition --parts 2 --single-file"; do
    # shellcheck disable=SC2086
    tool 0 $words -o out.cgns nothere.cgns
    refused ': nothere\.cgns: there is no such file'
  done
  tool 0 merge -o out.cgns 'nothere*.cgns'
  refused ': nothere\*\.cgns: no file matches the pattern'
  mkdir "$BATS_TEST_TMPDIR/sub"
  cd "$BATS_TEST_TMPDIR"
  head -c 3000 "$(a)" >sub/short.cgns
  tool 0 restripe -o out.cgns sub/short.cgns
  refused 'error: sub/short\.cgns: is damaged or truncated'
  cp "$(a)" sub/in.cgns
  tool 0 restripe --deflate 1 --links split -o sub/out.cgns sub/in.cgns
  exit_code 0
  says 'warning: sub/in\.cgns: none of '
  [[ $output == "sub/out.cgns: "* && $output != *"$PWD"* ]]
  cd "$sets/plain"
  for words in "merge --memory" "restripe --align" "restripe --stripe-size" "restripe --page-size" "restripe --compact-below"; do
    # shellcheck disable=SC2086
    tool 0 $words 10X -o out.cgns out_0.cgns
    refused "--[a-z-]+: '10X' is not a size"
  done
}

@test "a quoted pattern of the shell is taken, too" {
  tool 2 merge -o out.cgns "$sets/plain/out_*.cgns"
  done_well
  [[ $output == *"3 zones"*"from 3 files"* ]]
}

@test "a manifest that is missing is called a manifest" {
  tool 2 verify digest --check-manifest nothere "$(a)"
  refused 'nothere: there is no such manifest; --manifest writes one'
}

@test "a gap in a set says what --fill nan needs, too" {
  cp "$sets/plain/out_0.cgns" "$sets/plain/out_2.cgns" .
  tool 0 merge --fill nan -o out.cgns out_0.cgns out_2.cgns
  exit_code 2
  one_error 'out_1\.cgns is missing.*; --allow-missing accepts that$'
}

@test "--version -v tells the libraries, in every program and command" {
  for words in merge repartition restripe verify bench "verify check" "verify compare" "verify digest" "verify info" \
    "bench run" "bench plot" "bench compare"; do
    for more in "--version -v" "-v --version" "--version --verbose"; do
      # shellcheck disable=SC2086
      tool 0 $words $more
      exit_code 0
      grep -Eq '^MPI: (Open MPI|MPICH)' <<<"$output"
      grep -Eq '^other libraries: CLI11 [0-9.]+, fmt [0-9.]+, .*zlib [0-9.]+$' <<<"$output"
    done
  done
}

@test "a rule explained as JSON" {
  tool 0 verify check --explain M0101 --json
  exit_code 0
  [[ $(reported '.schema + " " + .rules[0].code + " \(.rules | length)"') == "pcgns-verify-rules/2 M0101 1" ]]
}

@test "a file that --each cannot check has its reason in the report" {
  tool 0 verify check --each "$(a)" nothere.cgns
  exit_code 2
  grep -q 'nothere\.cgns: not checked: nothere\.cgns: there is no such file' <<<"$output"
}

@test "a stop before anything is written does not advise --resume" {
  PCGNS_FAULT=read:stop tool 2 merge -o out.cgns "$sets"/plain/out_?.cgns
  exit_code 3
  one_error 'stopped .*; nothing was written that --resume could continue'
  nothing_left
}

@test "a staged file without a journal is not to be resumed" {
  touch "$part"
  tool 0 merge -o out.cgns "$(a)"
  exit_code 2
  one_error 'left no journal from which it could be resumed; remove the file to start again'
  echo nonsense >"$journal"
  tool 0 merge -o out.cgns "$(a)"
  one_error 'left no journal from which it could be resumed; remove the file to start again'
  rm "$journal"
  run -0 --separate-stderr "$PCGNS_BIN_DIR/pcgns-merge" --resume -o out.cgns "$(a)"
  [[ $stderr == *'nothing to resume (no journal): starting from the beginning'* ]]
}

@test "replaced files that a failed sync leaves are named" {
  tool 2 repartition --parts 3 -o 'p_%d.cgns' "$(a)"
  PCGNS_FAULT=published:EIO tool 2 repartition --parts 3 -O -o 'p_%d.cgns' "$(a)"
  exit_code 4
  one_error 'in place, but: .*Input/output error; the replaced files are kept as .*\.p_0\.cgns\.pcgns-replaced \(\+2\)$'
  [[ -s .p_0.cgns.pcgns-replaced && -s .p_2.cgns.pcgns-replaced ]]
}

# on_terminal COMMAND...: its standard error is a terminal, $columns wide; what appears there goes to the file `screen`.
on_terminal() {
  "$PCGNS_PYTHON" - "$@" <<'END'
import fcntl, os, pty, struct, subprocess, sys, termios
ours, theirs = pty.openpty()
size = struct.pack("4H", 25, int(os.environ.get("columns", 100)), 0, 0)
fcntl.ioctl(theirs, termios.TIOCSWINSZ, size)
job = subprocess.Popen(sys.argv[1:], stderr=theirs, stdout=subprocess.DEVNULL)
os.close(theirs)
with open("screen", "wb") as screen:
    while True:
        try:
            text = os.read(ours, 4096)
        except OSError:
            break
        if not text:
            break
        screen.write(text)
sys.exit(job.wait())
END
}

@test "on a terminal one line moves, through the sync, and is gone at the end" {
  local often=(--hint pcgns_buffer=32K --hint pcgns_checkpoint=0)
  PCGNS_FAULT=move:slow on_terminal "$merge" -o out.cgns "${often[@]}" "$sets/big/out_0.cgns"
  grep -qE $'\r\e\\[Kmoving data: wrote .* \\([0-9]+ %\\) in .* s \\(.*/s\\), [0-9]+ s remaining' screen
  [[ $(tail -c 4 screen) == $'\r\e[K' ]]
  PCGNS_FAULT=sync:slow on_terminal "$merge" -O -o out.cgns "${often[@]}" "$sets/big/out_0.cgns"
  grep -q $'\r\e\\[Ksyncing to the device: wrote ' screen
}

@test "on a narrow terminal the line that moves stays within one row" {
  columns=40 PCGNS_FAULT=move:slow on_terminal "$merge" -o out.cgns --hint pcgns_buffer=32K "$sets/big/out_0.cgns"
  grep -qE $'\r\e\\[Kmoving data: wrote ' screen
  tr '\r' '\n' <screen | sed 's/^\x1b\[K//' | grep -v '^pcgns-merge: ' | awk 'length > 39 { print; wrong = 1 } END { exit wrong }'
}

@test "under mpirun, where standard error is no terminal, lines follow each other" {
  PCGNS_FAULT=sync:slow \
    on_terminal "${launcher[@]}" -n 2 "$merge" --progress 0.01 -o out.cgns "$sets"/plain/out_?.cgns
  grep -qE '^pcgns-merge: syncing to the device: .* in all, [0-9]+ s so far' screen
  run ! grep -q $'\e' screen
}

