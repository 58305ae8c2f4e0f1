#!/usr/bin/env bats
# Somebody who has only the README types its commands.

load ../bats

@test "every command of the README, from Quick start to Bench, ends well" {
  need_python
  need_tool jq
  [[ -x $PCGNS_BIN_DIR/heat ]] || skip "without the examples"
  cd "$BATS_TEST_TMPDIR"
  "$PCGNS_PYTHON" "$PCGNS_SOURCE_DIR/tests/docs/readme.py"
}
