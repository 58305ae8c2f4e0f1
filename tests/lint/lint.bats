#!/usr/bin/env bats
# What can be told from the sources alone. Without the program that tells, a test is skipped.

load ../bats

setup() { cd "$PCGNS_SOURCE_DIR" || return; }

# sources EXTENSION...: our files with one of these, as git has them or would take them.
sources() {
  if git rev-parse 2>/dev/null; then
    git ls-files --cached --others --exclude-standard -- "${@/#/*.}" | while read -r file; do
      [[ ! -e $file ]] || printf '%s\n' "$file"
    done
  else
    find . -path ./build -prune -o -type f -print | grep -E "\.($(IFS='|' && echo "$*"))$"
  fi
}

@test "shell scripts pass shellcheck" {
  need_tool shellcheck
  shellcheck --external-sources scripts/test scripts/demo scripts/*.bash .ci/run
  # Variables come from bats and from `load`, which shellcheck does not follow.
  sources bash bats | xargs shellcheck --external-sources --exclude SC2154,SC2012
}

@test "manual pages pass mandoc" {
  need_tool mandoc
  [[ -n $(ls man) ]] || skip "no manual pages"
  mandoc -T lint -W warning man/*
}

@test "C++ is formatted" {
  need_tool clang-format
  sources cpp hpp | xargs clang-format --dry-run -Werror
}
