#!/usr/bin/env bats
# What the pages show is what the programs print.

load ../bats

setup() {
  pages=$PCGNS_SOURCE_DIR/docs/site
  export PATH=$BATS_TEST_TMPDIR/bin:$PCGNS_BIN_DIR:$PCGNS_BIN_DIR/../examples:$PATH
  mkdir "$BATS_TEST_TMPDIR/bin" "$BATS_TEST_TMPDIR/work"
  printf '#!/bin/sh\nexec %s "$@"\n' "$PCGNS_MPIEXEC" >"$BATS_TEST_TMPDIR/bin/mpirun"
  chmod +x "$BATS_TEST_TMPDIR/bin/mpirun"
  cd "$BATS_TEST_TMPDIR/work" || return
  cp "$PCGNS_SOURCE_DIR"/examples/heat/*.json .
}

need_heat() { [[ -x $PCGNS_BIN_DIR/heat ]] || skip "without the examples"; }

run_page() { "$PCGNS_SOURCE_DIR/docs/run_page" "$pages/$1"; }

@test "Start: the commands print what the page shows" {
  need_heat
  run_page start.md
}

@test "One file per rank" {
  need_heat
  run_page guides/merge.md
}

@test "Restart on other ranks" {
  need_heat
  run_page guides/restart.md
}

@test "Archive and verify" {
  need_heat
  run_page guides/archive.md
}

@test "Use the library" {
  need_heat
  run_page guides/library.md
}

@test "a command that prints something else, fails or succeeds against the page is told" {
  # shellcheck disable=SC2016  # backticks are those of Markdown
  show() { printf '```console\n$ %s\n%s\n```\n' "$1" "$2" >page.md && run "$PCGNS_SOURCE_DIR/docs/run_page" page.md; }
  show "echo one" "one"
  [[ $status -eq 0 && $output == "1 commands print"* ]]
  show "echo two" "one"
  [[ $status -eq 1 && $output == *"page.md:2: echo two"* ]]
  show "false" "[...]"
  [[ $status -eq 1 ]]
  show "true" "[exit status 2]"
  [[ $status -eq 1 ]]
  show "echo one two; exit 2" $'one [...]\n[exit status 2]'
  [[ $status -eq 0 ]]
}
