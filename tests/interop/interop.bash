# interop.bash: what the tests of this folder share beyond bats.bash: pieces of real files, merged files, and the
# views that other programs have of them. What is made once lies in $BATS_FILE_TMPDIR and serves all tests of a file.
# shellcheck shell=bash

load ../bats
export LC_ALL=C
: "${PCGNS_TIMEOUT:=60}"

# For setup_file: a file with all that no corpus file has, as `linked`, and with its links resolved as `hard`.
prepare() {
  if "$PCGNS_PYTHON" -c 'import h5py, numpy' 2>/dev/null; then
    script hard_case "$BATS_FILE_TMPDIR/linked.cgns"
    script split_zones "$BATS_FILE_TMPDIR/linked.cgns" "$BATS_FILE_TMPDIR/hard%.0s.cgns" --files 1
  fi
}

need_prepared() { [[ -e $BATS_FILE_TMPDIR/hard.cgns ]] || skip "no Python with h5py (PCGNS_PYTHON)"; }
# shellcheck disable=SC2154  # bats.bash sets merge
need_merge() { [[ -x $merge ]] || skip "no pcgns-merge (PCGNS_BIN_DIR)"; }

# need_file NAME: finds the unsplit file, as `original`.
need_file() {
  if [[ $1 == hard ]]; then
    original=$BATS_FILE_TMPDIR/hard.cgns
  else
    need_corpus "single/$1"
    original=$PCGNS_CORPUS/single/$1
  fi
}

# script NAME ARGUMENT...: runs a script of this folder.
script() {
  local name=$1
  shift
  "$PCGNS_PYTHON" "$BATS_TEST_DIRNAME/$name.py" "$@"
}

# split NAME FILES [--round-robin]: splits `original` once for all tests, into files of the folder `pieces`.
split() {
  pieces=$BATS_FILE_TMPDIR/$1-$2${3:-}/pieces
  if [[ ! -d $pieces ]]; then
    script split_zones "$original" "$pieces.new/part_%04d.cgns" --files "$2" ${3:+"$3"}
    mv "$pieces.new" "$pieces"
  fi
}

# merge_pieces NAME FILES RANKS [--round-robin]: splits `original` and merges the pieces into `merged`, once for all tests.
merge_pieces() {
  split "$1" "$2" "${@:4}"
  merged=${pieces%/pieces}/merged-$3.cgns
  if [[ ! -e $merged ]]; then
    mpi "$3" "$merge" --quiet -o "$merged" "$pieces"/part_*.cgns
  fi
}

# superblock FILE: the version of its superblock.
superblock() { od -An -tu1 -j8 -N1 "$1" | tr -d ' '; }

# h5_differences FILE FILE: what h5diff finds in all data and attributes, without the marks of the writing library:
# / format, / hdf5version, and the attribute `flags`, which some writers set to 0 and the reference library to 1.
h5_differences() {
  local status=0
  h5diff --exclude-path "/ format" --exclude-path "/ hdf5version" "$1" "$2" >"$BATS_TEST_TMPDIR/h5diff" || status=$?
  ((status < 2)) || return "$status"
  sed '/^attribute: <flags of /,+1d' "$BATS_TEST_TMPDIR/h5diff"
}

# some_arrays FILE: paths of a few arrays, coordinates among them.
some_arrays() {
  h5dump -n "$1" | sed -n 's/^ *dataset *\(.*\/ data\)$/\1/p' >"$BATS_TEST_TMPDIR/arrays"
  grep Coordinate "$BATS_TEST_TMPDIR/arrays" | head -n 2
  awk -v lines="$(wc -l <"$BATS_TEST_TMPDIR/arrays")" 'NR % int(lines / 6 + 1) == 1' "$BATS_TEST_TMPDIR/arrays"
}

# complaints FILE: the errors and warnings of the reference library's checker, sorted.
complaints() {
  if ! cgnscheck -w3 "$1" >"$BATS_TEST_TMPDIR/check" 2>&1; then
    cat "$BATS_TEST_TMPDIR/check"
    return 1
  fi
  sed -n 's/^ *\(ERROR\|WARNING\|INTERNAL\)/\1/p' "$BATS_TEST_TMPDIR/check" | sort
}

# read_mesh FILE: what the reference library reads, sorted; builds the program at first use.
read_mesh() {
  local program=$BATS_FILE_TMPDIR/read_mesh
  if [[ ! -x $program ]]; then
    "${CC:-cc}" -O1 -o "$program.new" "$BATS_TEST_DIRNAME/read_mesh.c" -lcgns
    mv "$program.new" "$program"
  fi
  "$program" "$1" >"$BATS_TEST_TMPDIR/mesh"
  sort "$BATS_TEST_TMPDIR/mesh"
}

# vtk_digest FILE [OPTION]: what VTK reads; its warnings name the file and are left out.
vtk_digest() { timeout --kill-after=5 60 "$PCGNS_VTK_PYTHON" "$BATS_TEST_DIRNAME/read_vtk.py" "$@" 2>/dev/null; }

# each_set COMMAND: calls it with the name and the number of pieces of every file in whole_zones.txt. The first that fails
# ends the test; what cannot be looked at comes into `left_out`.
each_set() {
  local name files left_out=()
  while read -r name files; do
    if [[ $name != hard && ! -e $PCGNS_CORPUS/single/$name ]]; then
      left_out+=("$name")
      continue
    fi
    echo "$name in $files:"
    "$@" "$name" "$files" </dev/null
  done <"$BATS_TEST_DIRNAME/whole_zones.txt"
  ((${#left_out[@]} == 0)) || skip "the others are right; not looked at: ${left_out[*]}"
}
