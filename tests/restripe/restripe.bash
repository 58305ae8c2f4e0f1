# restripe.bash: what the tests of pcgns-restripe share.
# shellcheck shell=bash

load ../bats

# shellcheck disable=SC2034  # for the tests
restripe=$PCGNS_BIN_DIR/pcgns-restripe verify=$PCGNS_BIN_DIR/pcgns-verify
interop=$PCGNS_SOURCE_DIR/tests/interop

# same_tree A B: the same nodes with the same values.
same_tree() { "$PCGNS_PYTHON" "$interop/same_tree.py" "$1" "$2"; }

make_fields() { "$PCGNS_PYTHON" "$PCGNS_SOURCE_DIR/tests/restripe/make_fields.py" "$@"; }

# storage FILE: a line for each dataset of a node: path, layout, chunk, filters, size as stored.
storage() { "$PCGNS_PYTHON" "$PCGNS_SOURCE_DIR/tests/restripe/storage.py" "$1"; }

# to RANKS OUT ARGUMENT...: pcgns-restripe, with every byte checked.
to() {
  local ranks=$1 out=$2
  shift 2
  mpi "$ranks" "$restripe" -q -O --check full -o "$out" "$@"
}

# corpus_files: those that are HDF5.
corpus_files() {
  local file
  for file in "$PCGNS_CORPUS"/single/*; do
    [[ $(head -c 4 "$file" | od -An -tx1) != " 89 48 44 46" ]] || echo "$file"
  done
}
