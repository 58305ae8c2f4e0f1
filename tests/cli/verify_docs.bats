#!/usr/bin/env bats
# The options of each command of pcgns-verify are in its manual page and in its completions.

load ../bats

setup() {
  cd "$BATS_TEST_TMPDIR" || return
  verify=$PCGNS_BIN_DIR/pcgns-verify
  completions=$PCGNS_SOURCE_DIR/completions
}

# options_of_help COMMAND: a line each.
options_of_help() { "$verify" "$1" --help | grep -oE '^  (-[A-Za-z], |    )--[a-z-]+' | grep -oE -- '--[a-z-]+' | sort -u; }

options_of_bash() {
  (
    # shellcheck source=completions/pcgns-verify.bash
    source "$completions/pcgns-verify.bash"
    _pcgns_verify_options_of "$1" | grep -oE -- '--[a-z-]+' | sort -u
  )
}
options_of_fish() {
  grep "_from $1'" "$completions/pcgns-verify.fish" | grep -oE -- '-l [a-z-]+' | sed 's/-l /--/' | sort -u
}
options_of_zsh() {
  sed -n "/^_pcgns_verify_$1()/,/^}/p" "$completions/_pcgns-verify" | grep -oE "['{,*]--[a-z-]+" | grep -oE -- '--[a-z-]+' | sort -u
}

# same COMMAND: as many options in all places.
same() {
  options_of_help "$1" >help
  [[ $(wc -l <help) -gt 15 ]]
  local place option
  for place in bash fish zsh; do
    "options_of_$place" "$1" >there
    diff help there || { echo "in the completion for $place"; return 1; }
  done
  while read -r option; do
    grep -qF -- "${option//-/\\-}" "$PCGNS_SOURCE_DIR/man/pcgns-verify.1" || { echo "$option: not in the manual"; return 1; }
  done <help
}

@test "check" { same check; }
@test "compare" { same compare; }
@test "digest" { same digest; }

@test "every command's --help fits one screen" {
  local command
  for command in check compare digest; do
    "$verify" "$command" --help >help
    [[ $(wc -l <help) -le 52 && $(wc -L <help) -le 100 ]]
  done
}

@test "without a command, or with a wrong one, it is said what there is" {
  bats_require_minimum_version 1.5.0
  run --separate-stderr -2 "$verify"
  [[ $stderr == *"check, compare, digest"* ]]
  run --separate-stderr -2 "$verify" chekc x.cgns
  [[ $stderr == *"'chekc' is none of check, compare, digest"* ]]
  run --separate-stderr -0 "$verify" --help
  [[ $output == *"pcgns-verify compare"* && -z $stderr ]]
  run --separate-stderr -0 "$verify" --version
  [[ $output == pcgns-verify* ]]
}

@test "the completions are without mistakes" {
  bash -n "$completions/pcgns-verify.bash"
  ! command -v zsh >/dev/null || zsh -f -n "$completions/_pcgns-verify"
  ! command -v fish >/dev/null || fish --no-config -n "$completions/pcgns-verify.fish"
}
