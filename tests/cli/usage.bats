#!/usr/bin/env bats
# The command line: everything that is wrong before a file is touched. (docs.bats looks at --help and --version.)

# Variables are of expect.bash and of bats; every test is a subshell of its own.
# shellcheck disable=SC2030,SC2031,SC2154,SC2164

load ../faults/expect

setup_file() {
  load ../faults/expect
  row "$sets/plain" 2 | make_files
}

# ask RANKS ARGUMENT...: pcgns-merge with nothing but these arguments.
ask() {
  local ranks=$1
  shift
  run --separate-stderr on "$ranks" "$merge" "$@"
}

@test "--help wins over everything else" {
  ask 0 --steps nonsense --memory 1K --frobnicate --help
  exit_code 0
  grep -q 'Usage:' <<<"$output"
}

@test "--version -v tells compiler, MPI, HDF5 and the hints of the environment" {
  PCGNS_HINTS=striping_factor=8 ask 0 --version -v
  exit_code 0
  [[ -z $stderr ]]
  grep -Eq '^compiler: (GNU|Clang) [0-9]' <<<"$output"
  grep -Eq '^MPI: (Open MPI|MPICH)' <<<"$output"
  grep -Eq '^HDF5: HDF5 1\.[0-9]+\.[0-9]+, parallel; filters: .*deflate' <<<"$output"
  grep -q 'striping_factor=8' <<<"$output"
}

@test "--version under the launcher is said once" {
  ask 2 --version
  exit_code 0
  [[ ${#lines[@]} == 1 && -z $stderr ]]
}

# wrong PATTERN ARGUMENT...: a usage error: exit code 2, one line on stderr, nothing on stdout, no file.
wrong() {
  local pattern=$1
  shift
  ask 0 "$@"
  refused "$pattern" || return
  one_line
}

a() { echo "$sets/plain/out_0.cgns"; }

@test "a name in brackets is one name, in every program" {
  local name
  for name in '[a,b]' '[]'; do
    cp "$(a)" "$name"
    ask 0 -o out.cgns -O "$name"
    exit_code 0
    run "$PCGNS_BIN_DIR/pcgns-restripe" -q -O -o out.cgns -- "$name"
    exit_code 0
    run "$PCGNS_BIN_DIR/pcgns-repartition" -n --parts 1 -o 'part_%d.cgns' "$name"
    exit_code 0
    run "$PCGNS_BIN_DIR/pcgns-verify" digest "$name"
    exit_code 0
    for option in "--with $name" "--with=$name"; do
      # shellcheck disable=SC2086  # an option and its value
      run "$PCGNS_BIN_DIR/pcgns-verify" compare out.cgns $option
      exit_code 0
    done
  done
  rm out.cgns
  wrong "unknown option.*'--frobnicate'|--frobnicate" --frobnicate -o out.cgns '[a,b]'
  wrong '\[c,d\]: no file matches the pattern' -o out2.cgns '[c,d]'
}

@test "an unknown option" { wrong 'pcgns-merge --help' --frobnicate -o out.cgns "$(a)"; }
@test "no arguments at all" { wrong 'pcgns-merge --help'; }
@test "no output" { wrong '-o.*required.*pcgns-merge --help|--output.*required' "$(a)"; }
@test "no inputs" { wrong 'INPUT.*required' -o out.cgns; }
@test "an option without its value" { wrong '--memory' -o out.cgns "$(a)" --memory; }
@test "an unknown level of --check" { wrong '--check.*everything' -o out.cgns --check everything "$(a)"; }
@test "an unknown rule of --links" { wrong '--links.*move' -o out.cgns --links move "$(a)"; }
@test "an unknown rule of --on-conflict" { wrong '--on-conflict.*last' -o out.cgns --on-conflict last "$(a)"; }
@test "an unknown word of --color" { wrong '--color.*red' -o out.cgns --color red "$(a)"; }
@test "--assembly beside another convention" {
  echo '{}' >how.json
  wrong '--assembly how\.json and --convention maia: give one of them' -o out.cgns --assembly how.json --convention maia "$(a)"
}
@test "--steps without sense" { wrong "--steps: 'first' selects no time steps .for example" -o out.cgns --steps first "$(a)"; }
@test "--steps that counts from 0" { wrong "--steps: '0:3' selects no time steps" -o out.cgns --steps 0:3 "$(a)"; }
@test "--memory that is no size" { wrong "'lots' is not a size .for example" -o out.cgns --memory lots "$(a)"; }
@test "--memory that is too small" { wrong '--memory 512K: must be at least 1 MiB' -o out.cgns --memory 512K "$(a)"; }
@test "--memory that is too small for so many ranks" {
  OMPI_COMM_WORLD_RANK=0 OMPI_COMM_WORLD_SIZE=1000 wrong '--memory 1M: must be at least 15.6 MiB on 1000 ranks' \
    -o out.cgns --memory 1M "$(a)"
}
@test "--memory below zero" { wrong 'memory|size' -o out.cgns --memory=-1G "$(a)"; }
@test "--hint without a value" { wrong "hint 'fast' is not of the form key=value" -o out.cgns --hint fast "$(a)"; }
@test "--hint that is none of ours" { wrong "unknown hint 'pcgns_speed'" -o out.cgns --hint pcgns_speed=9 "$(a)"; }
@test "--hint with a wrong value" { wrong "pcgns_io must be 'posix' or 'mpiio', not 'fast'" -o out.cgns --hint pcgns_io=fast "$(a)"; }
@test "--hint with a wrong size" { wrong "'big' is not a size" -o out.cgns --hint pcgns_buffer=big "$(a)"; }
@test "--progress without sense" { wrong '--progress' -o out.cgns --progress sometimes "$(a)"; }
@test "--progress without end" { wrong '--progress' -o out.cgns --progress inf "$(a)"; }
@test "--stall-timeout below zero" { wrong '--stall-timeout' -o out.cgns --stall-timeout=-1 "$(a)"; }
@test "--stall-timeout that is no number" { wrong '--stall-timeout' -o out.cgns --stall-timeout soon "$(a)"; }

@test "wrong hints in PCGNS_HINTS" {
  export PCGNS_HINTS='pcgns_buffer'
  wrong "hint 'pcgns_buffer' is not of the form key=value" -o out.cgns "$(a)"
}

@test "a hint to MPI-IO is of no use where MPI-IO does not write" {
  ask 0 -o out.cgns --hint romio_cb_write=enable "$(a)"
  exit_code 0
  [[ $stderr == *"warning: --hint romio_cb_write=enable: has no effect without --hint pcgns_io=mpiio"* ]]
  PCGNS_HINTS=romio_cb_write=enable ask 0 -O -o out.cgns --hint pcgns_buffer=1M "$(a)"
  exit_code 0
  [[ $stderr != *"no effect"* ]]
  ask 0 -O -o out.cgns --hint romio_cb_write=enable --hint pcgns_io=mpiio "$(a)"
  exit_code 0
  [[ $stderr != *"no effect"* ]]
}

@test "a usage error under the launcher is said once" {
  ask 2 --frobnicate
  refused 'pcgns-merge --help'
  one_line
}

@test "a usage error that only MPI's ranks could tell is said once" {
  ask 3 -o out.cgns --memory 512K "$(a)"
  refused 'at least'
  one_line
}

@test "a typo in the name of an input" {
  ask 2 -o out.cgns "$sets"/plain/out_0.cgsn
  refused 'plain/out_0\.cgsn: there is no such file'
}

@test "a repeatable option takes one value at a time, so that inputs may follow" {
  ask 0 -o out.cgns --omit Pressure --omit Temperature --hint pcgns_buffer=8K --hint pcgns_io=posix "$sets"/plain/out_*.cgns
  done_well
}

@test "options may follow the inputs" {
  ask 0 "$sets"/plain/out_*.cgns -o out.cgns --check full
  done_well
}

@test "sizes may be written as people write them" {
  local size
  for size in 64M 64MiB 0.5G '2 MB' 4194304; do
    ask 0 -n -o out.cgns --memory "$size" "$(a)"
    exit_code 0
  done
}

# with_the_other_launcher: N processes that do not find each other may not all write the output.
@test "the launcher of another MPI is told from one that is ours" {
  local other=mpiexec.mpich
  [[ ${launcher[*]} == *openmpi* ]] || other=mpiexec.openmpi
  command -v "$other" >/dev/null || skip "no $other"
  unset OMPI_MCA_odls_base_sigkill_timeout # as it is for everybody: here nothing keeps a rank from ending before rank 0 has spoken
  run --separate-stderr timeout --kill-after=5 "${PCGNS_TIMEOUT:-20}" "$other" -n 2 "$merge" -o out.cgns "$sets"/plain/out_*.cgns
  refused '2 processes were started, but they do not form one MPI job: the launcher belongs to another MPI'
}
