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
  mandoc -T lint -W warning man/*.[357] "${PCGNS_BIN_DIR%/bin}"/share/man[13]/*
}

@test "C++ is formatted" {
  need_tool clang-format
  [[ $(clang-format --version) == *"version 14."* ]] || skip "other versions of clang-format than 14 have other views"
  sources cpp hpp | xargs clang-format --dry-run -Werror
}

@test "files that join with fmt include what newer versions of fmt have it in" {
  local without
  without=$(sources cpp hpp | xargs grep -l fmt::join | xargs grep -L fmt/ranges.h || true)
  echo "$without"
  [[ -z $without ]]
}

@test "no file needs views and subranges of the standard library, which Clang 14 cannot compile" {
  local with words='views|subrange|unique|remove|remove_if|partition|stable_partition|rotate|equal_range|search|find_end'
  with=$(sources cpp hpp | xargs grep -lE "std::views::|std::ranges::($words)\b" || true)
  echo "$with"
  [[ -z $with ]]
}

@test "text for users has no retired words" {
  need_tool python3
  python3 tests/lint/user_text.py . tests/lint/retired_words.txt
}

@test "a retired word is found in literals, pages and schemas, and only there" {
  need_tool python3
  local copy=$BATS_TEST_TMPDIR/copy
  mkdir -p "$copy"/{libcore,tools/schema,man}
  printf '// a halo\nauto text = "a"\n  " ghost layer";\n' >"$copy/libcore/a.cpp"
  printf 'a ghost layer\n' >"$copy/man/pcgns.7"
  printf '{"halo": {"description": "a ghost layer"}}\n' >"$copy/tools/schema/a.schema.json"
  python3 tests/lint/user_text.py "$copy" tests/lint/retired_words.txt
  local file
  for file in libcore/a.cpp man/pcgns.7 tools/schema/a.schema.json; do
    cp -r "$copy" "$copy.planted"
    sed -i 's/ghost layer/halo/' "$copy.planted/$file"
    run -1 python3 tests/lint/user_text.py "$copy.planted" tests/lint/retired_words.txt
    [[ $output == "$file:"*"'halo'"* ]]
    rm -r "$copy.planted"
  done
}

@test "a list of retired words that looks at nothing is an error" {
  need_tool python3
  run -2 python3 tests/lint/user_text.py "$BATS_TEST_TMPDIR" tests/lint/retired_words.txt
}
