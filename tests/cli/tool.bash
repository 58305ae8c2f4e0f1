# tool.bash: the programs on small sets of files, for tests of what they say.
# shellcheck shell=bash
# Variables are of expect.bash and of bats.
# shellcheck disable=SC2034,SC2154

load ../faults/expect

make_sets() { { row "$sets/plain" 3 && row "$sets/big" 1 --size 24x24x24; } | make_files; }

# tool RANKS NAME ARGUMENT...: pcgns-NAME; its messages begin with that.
tool() {
  program=pcgns-$2
  run --separate-stderr on "$1" "$PCGNS_BIN_DIR/$program" "${@:3}"
}

a() { echo "$sets/plain/out_0.cgns"; }
