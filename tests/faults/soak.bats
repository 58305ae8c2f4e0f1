#!/usr/bin/env bats
# The harness for long runs (soak/soak.py) runs, finds nothing in its first trials, and goes on where it ended.

load expect

@test "some trials with failing calls, kills, damaged and lying files, and races" {
  need_python && need_tool cc
  run "$PCGNS_PYTHON" "$tests/faults/soak/soak.py" --trials 4 --seconds 60 --state state
  exit_code 0 || return
  run "$PCGNS_PYTHON" "$tests/faults/soak/soak.py" --trials 1 --seconds 60 --state state
  exit_code 0 && [[ $(wc -l <state) -eq 5 ]]
}
