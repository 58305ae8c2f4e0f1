#!/usr/bin/env bats
# What a release consists of, as far as the sources tell: versions, licences, tarball, bill of materials.

load ../bats

setup() {
  tools=$PCGNS_SOURCE_DIR/build/docs-venv/bin
  cd "$PCGNS_SOURCE_DIR" || return
}

# need_release_tool NAME: of docs/requirements.txt, in build/docs-venv or installed.
need_release_tool() {
  PATH=$tools:$PATH
  need_tool "$1"
}

need_git() { git rev-parse HEAD >/dev/null 2>&1 || skip "not a git clone"; }

@test "one version stands everywhere, and another one is told" {
  need_git
  scripts/release --check
  git clone -q --shared . "$BATS_TEST_TMPDIR/copy"
  cd "$BATS_TEST_TMPDIR/copy"
  cp "$PCGNS_SOURCE_DIR/scripts/release" scripts
  sed -i 's/^version: .*/version: 9.9.9/' CITATION.cff
  run -1 scripts/release --check
  [[ $output == "CITATION.cff: expected version "*", found 9.9.9" ]] || { echo "$output"; return 1; }
}

@test "a release sets the version everywhere; its tarball has the same bytes wherever it is made" {
  need_git
  local copy=$BATS_TEST_TMPDIR/copy
  git clone -q --shared . "$copy"
  cp scripts/release "$copy/scripts"
  cd "$copy"
  echo "/* New. */" >libcore/pcgns/pcgnsnew.h
  git add libcore scripts
  git -c user.name=test -c user.email=test@localhost commit -q -a -m "libcore: a header of its own"
  local old
  old=$(sed -n 's/^version: //p' CITATION.cff)
  GIT_AUTHOR_NAME=test GIT_AUTHOR_EMAIL=t@localhost GIT_COMMITTER_NAME=test GIT_COMMITTER_EMAIL=t@localhost \
    scripts/release 7.8.9 --out one
  scripts/release --check
  run ! git grep -nE "\"(pcgns )?$old\"" -- man libcore ':!*.h'
  git cat-file -e HEAD:tests/install/abi/last/pcgns/pcgnsnew.h
  grep -q "^pcgns 7.8.9" one/tag.txt
  [[ $(tar -xzOf one/pcgns-7.8.9.tar.gz pcgns-7.8.9/libcore/pcgns/pcgnsversion.h) == *"PCGNS_VERSION_MINOR 8"* ]]
  # Another clone, another umask, another time.
  git clone -q --shared . "$BATS_TEST_TMPDIR/other"
  cd "$BATS_TEST_TMPDIR/other"
  (umask 077 && TZ=Asia/Tokyo scripts/release --out two)
  cmp two/pcgns-7.8.9.tar.gz "$copy/one/pcgns-7.8.9.tar.gz"
  cmp two/pcgns-7.8.9.spdx.json "$copy/one/pcgns-7.8.9.spdx.json"
}

@test "the bill of materials is valid and names what the build looks for" {
  need_git
  local name
  scripts/release --out "$BATS_TEST_TMPDIR"
  # shellcheck disable=SC2013  # names have no blanks
  for name in $(grep -ohE '^ *find_(package|path)\((\w+)' cmake/{Dependencies,PTScotch,Install}.cmake tests/unit/CMakeLists.txt examples/CMakeLists.txt |
    sed -E 's/.*\(//; s/_INCLUDE_DIR$//' | sort -u); do
    grep -q "\"name\": \"$name\"" "$BATS_TEST_TMPDIR"/*.spdx.json || { echo "$name is not named"; return 1; }
  done
  need_release_tool pyspdxtools
  pyspdxtools --infile "$(echo "$BATS_TEST_TMPDIR"/*.spdx.json)"
}

@test "every file has a licence, and the text of the licence is here" {
  cmp LICENSE LICENSES/BSD-3-Clause.txt
  need_release_tool reuse
  reuse lint --quiet || { reuse lint; return 1; }
}

@test "the citation is valid" {
  need_release_tool cffconvert
  cffconvert --validate
}

@test "the table of build options names every option" {
  local option
  for option in $(git ls-files '*CMakeLists.txt' '*.cmake' | xargs sed -nE 's/^ *((option|find_program)\((PCGNS_[A-Z_]+) .*|set\((PCGNS_[A-Z_]+) .* CACHE .*)/\3\4/p' | sort -u); do
    grep -q "\`$option\`" docs/site/reference/build_options.md || { echo "$option is not in the table"; return 1; }
  done
}
