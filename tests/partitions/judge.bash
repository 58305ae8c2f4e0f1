# judge.bash: for the bats files of this folder.
# shellcheck shell=bash

load ../bats

setup() { need_python; }

# judged SCRIPT ARGUMENT...: one of the scripts of this folder says that all is well.
judged() {
  OMPI_MCA_orte_execute_quiet=1 "$PCGNS_PYTHON" "$BATS_TEST_DIRNAME/$1" "${@:2}"
}
