# bats.bash: what bats files of all folders share. `load ../bats`, then `mpi 3 "$merge" ...`.
#
# CTest sets the environment: PCGNS_BIN_DIR, PCGNS_MPIEXEC (launcher with its options), PCGNS_SOURCE_DIR,
# PCGNS_CORPUS, PCGNS_PYTHON (with h5py), PCGNS_VTK_PYTHON. By hand, the build of Open MPI is taken.
# shellcheck shell=bash

bats_require_minimum_version 1.5.0

if [[ -z ${PCGNS_SOURCE_DIR:-} ]]; then
  PCGNS_SOURCE_DIR=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
  set -a
  : "${PCGNS_BIN_DIR:=$PCGNS_SOURCE_DIR/build/openmpi/bin}" "${PCGNS_MPIEXEC:=mpiexec.openmpi}"
  : "${PCGNS_CORPUS:=$PCGNS_SOURCE_DIR/../shared/corpus}" "${PCGNS_PYTHON:=/usr/bin/python3}"
  : "${PCGNS_VTK_PYTHON:=$PCGNS_SOURCE_DIR/build/venv/bin/python}"
  set +a
fi
set -a
# shellcheck source=scripts/mpi.env
source "$PCGNS_SOURCE_DIR/scripts/mpi.env"
set +a
export PYTHONDONTWRITEBYTECODE=1
export PCGNS_WISDOM=none # what a developer has tuned changes no test
read -r -a launcher <<<"$PCGNS_MPIEXEC"
# shellcheck disable=SC2034  # for the tests
merge=$PCGNS_BIN_DIR/pcgns-merge

# mpi RANKS COMMAND...: runs it on so many ranks; 124 if that takes longer than PCGNS_TIMEOUT seconds (20).
mpi() {
  local ranks=$1
  shift
  timeout --kill-after=5 "${PCGNS_TIMEOUT:-20}" "${launcher[@]}" -n "$ranks" "$@"
}

# rounds COUNT: how many rounds a random test has: COUNT, times PCGNS_ROUNDS.
rounds() { echo "$(($1 * ${PCGNS_ROUNDS:-1}))"; }

# need_corpus [NAME]: skips where the corpus has no such file or folder.
need_corpus() {
  [[ -e $PCGNS_CORPUS/${1:-single} ]] || skip "no ${1:-corpus} (PCGNS_CORPUS)"
}

# need_python: skips where there is none with h5py; found once per file, as setup_file cannot skip.
need_python() {
  [[ ! -e $BATS_FILE_TMPDIR/.python ]] || return 0
  "$PCGNS_PYTHON" -c 'import h5py, numpy' 2>/dev/null || skip "no Python with h5py (PCGNS_PYTHON)"
  touch "$BATS_FILE_TMPDIR/.python"
}

# need_mpi4py: skips where mpi4py has another MPI than this build, or there is none.
need_mpi4py() {
  [[ -z ${ASAN_OPTIONS:-} ]] || skip "with mpi4py, the sanitizers meet memory that C++ had before them"
  "$PCGNS_PYTHON" -c 'from mpi4py import MPI; import pcgns; exit(pcgns.mpi_of_library() != MPI.get_vendor()[0])' \
    2>/dev/null || skip "no mpi4py of this MPI"
}

need_vtk() {
  "$PCGNS_VTK_PYTHON" -c 'import vtkmodules.vtkIOCGNSReader' 2>/dev/null || skip "no Python with VTK (PCGNS_VTK_PYTHON)"
}

# need_tool NAME...: skips where one of the programs is absent.
need_tool() {
  local tool
  for tool in "$@"; do command -v "$tool" >/dev/null || skip "no $tool"; done
}
