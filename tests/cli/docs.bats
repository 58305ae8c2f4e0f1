#!/usr/bin/env bats
# The options of a program are those of its manual page and of its completions, and --help fits a screen.

# shellcheck disable=SC2154  # merge is of ../bats, stderr of bats

load ../bats

# What has options: pcgns-NAME, or one of its commands.
programs=(merge repartition restripe "verify check" "verify compare" "verify digest")
# The inputs and outputs that each needs besides, for trials.
declare -gA needs=([merge]="-n -o out.cgns in.cgns" [repartition]="-n --parts 1 -o out_%d.cgns in.cgns"
  [restripe]="-n -o out.cgns in.cgns")

setup() {
  cd "$BATS_TEST_TMPDIR" || return
  completions=$PCGNS_SOURCE_DIR/completions
}

# Each prints the options of program $1, command $2 that one place knows, a line each: "-o", "--output".
options_of_help() {
  {
    "$PCGNS_BIN_DIR/pcgns-$1" ${2:+"$2"} --help | grep -oE '^  (-[A-Za-z], |    )--[a-z-]+' | grep -oE -- '--?[A-Za-z][a-z-]*'
    printf '%s\n' -h --help # it need not name itself
  } | sort -u
}

# Of a command: whatever its section names, and the section for all commands.
options_of_manual() {
  local sections=OPTIONS
  [[ -z ${2:-} ]] || sections="${2^^}|COMMON OPTIONS"
  awk -v sections="^.SH ($sections)\$" '/^\.SH /{ inside = $0 ~ sections } inside' "$PCGNS_SOURCE_DIR/man/pcgns-$1.1" |
    if [[ -z ${2:-} ]]; then sed -n 's/^\(\\fB\\-.*\)/\1/p'; else cat; fi |
    sed 's/\\f[BIR]//g; s/\\-/-/g; s/mpirun -n//; /^\.B -n$/d' | grep -oE -- '(^|[ ",(])--?[A-Za-z][a-z-]*' | grep -oE -- '-.*' | sort -u
}

# bash_offers WORD...: what bash offers for the last word, which may be empty; the first is the program.
bash_offers() {
  (
    # shellcheck disable=SC2317  # the completion calls them
    _init_completion() {
      words=("${words_typed[@]}") cword=$((${#words_typed[@]} - 1))
      cur=${words_typed[-1]} prev=${words_typed[-2]} split=false
    }
    # shellcheck disable=SC2317
    compopt() { :; }
    words_typed=("$@")
    # shellcheck source=completions/pcgns-merge.bash
    source "$completions/pcgns-$1.bash"
    "_pcgns_$1"
    printf '%s\n' "${COMPREPLY[@]}"
  )
}
options_of_bash() { bash_offers "$@" - | sort -u; }

options_of_fish() {
  grep "^complete.*${2:+_from $2\\b}" "$completions/pcgns-$1.fish" | grep -oE ' -(s|l) [A-Za-z-]+' |
    sed 's/ -s /-/; s/ -l /--/' | sort -u
}

# Options that only exclude one another, '(-q --quiet)', do not count.
options_of_zsh() {
  if [[ -n ${2:-} ]]; then sed -n "/^_pcgns_$1_$2()/,/^}/p" "$completions/_pcgns-$1"; else cat "$completions/_pcgns-$1"; fi |
    sed "s/^ *'([^)]*)'//" | grep -oE "(^ *'|[{,*])--?[A-Za-z][a-z-]*" | grep -oE -- '-.*' | sort -u
}

# same_options PLACE: "<" only --help has it, ">" only the place.
same_options() {
  local program
  for program in "${programs[@]}"; do
    echo "$program"
    # shellcheck disable=SC2086  # program and command
    { options_of_help $program >help && "options_of_$1" $program >place; } || return
    [[ $(wc -l <help) -gt 20 ]] && diff help place || return
  done
}

@test "the manual page has the options of --help" { same_options manual; }
@test "the completion for bash has the options of --help" { same_options bash; }
@test "the completion for zsh has the options of --help" { same_options zsh; }
@test "the completion for fish has the options of --help" { same_options fish; }

@test "the manual page and the completions have the same hints" {
  local program file hints
  for program in "${!needs[@]}"; do
    rm -f hints.*
    for file in "$PCGNS_SOURCE_DIR/man/pcgns-$program.1" "$completions"/*pcgns-"$program"{,.*}; do
      [[ -e $file ]] || continue
      sed 's/\\//g; s/pcgns_(alignment|buffer)/pcgns_alignment pcgns_buffer/' "$file" |
        grep -oE 'pcgns_(alignment|buffer|checkpoint|io)\b' | sort -u >"hints.${file##*[./]}"
    done
    [[ $(wc -l <hints.1) -eq 4 ]]
    for hints in hints.*; do diff hints.1 "$hints"; done
  done
}

@test "a program takes every value that bash offers" {
  need_python
  local program option value count
  "$PCGNS_PYTHON" "$PCGNS_SOURCE_DIR/tests/cli/make_cgns.py" in.cgns --steps 1
  for program in "${!needs[@]}"; do
    count=0
    while read -r option; do
      # Values of files are not offered by name.
      [[ $option != -o && $option != --output ]] || continue
      # The marks of a writer are asked for only where there are some.
      [[ $option != --convention ]] || continue
      while read -r value; do
        [[ $value == -* || -z $value || $value == *[=:] ]] && continue
        # shellcheck disable=SC2086  # several words
        run --separate-stderr "$PCGNS_BIN_DIR/pcgns-$program" "$option" "$value" ${needs[$program]}
        echo "$program $option $value: $status: $stderr"
        # Of conventions, the inputs must have the marks; that they have not is said only once the value is taken.
        [[ $status -eq 0 || $stderr == *"no zone of the inputs has partition metadata of"* || $stderr == *"built without PT-Scotch"* ]]
        count=$((count + 1))
      done < <(bash_offers "$program" "$option" "" 2>/dev/null)
    done < <(options_of_help "$program")
    [[ $count -gt 20 ]]
  done
}

@test "what may be repeated can be, before and after the inputs" {
  need_python
  "$PCGNS_PYTHON" "$PCGNS_SOURCE_DIR/tests/cli/make_cgns.py" in.cgns
  for words in "--only Pressure --only Temperature" "--omit Pressure --omit Temperature" "-v -v" -vv \
    "--hint pcgns_buffer=1M --hint pcgns_io=posix"; do
    # shellcheck disable=SC2086
    "$merge" -n $words -o out.cgns in.cgns
    # shellcheck disable=SC2086
    "$merge" -n -o out.cgns in.cgns $words
  done
}

@test "--help fits one screen" {
  local program
  for program in "${programs[@]}"; do
    # shellcheck disable=SC2086  # program and command
    set -- $program
    "$PCGNS_BIN_DIR/pcgns-$1" "${@:2}" --help >help
    [[ $(wc -l <help) -le 55 ]]
    [[ $(wc -L <help) -le 100 ]]
  done
}

@test "--help goes to standard output, without mpirun and once under it" {
  run --separate-stderr "$merge" --help
  [[ $status -eq 0 && -z $stderr ]]
  local alone=$output
  [[ $alone == *Usage:*pcgns-merge* ]]
  run --separate-stderr mpi 3 "$merge" --help
  [[ $status -eq 0 && $output == "$alone" ]]
}

@test "bash completes behind mpirun" {
  local package=/usr/share/bash-completion/bash_completion
  [[ -e $package ]] || skip "no bash-completion"
  # shellcheck disable=SC2016
  run bash --norc -c 'source "$1"; source "$2"
    COMP_WORDS=(mpirun -n 4 "$3" --ch) COMP_CWORD=4 COMP_LINE="mpirun -n 4 $3 --ch"
    COMP_POINT=${#COMP_LINE}
    _pcgns_launched mpirun --ch "$3"
    printf "%s\n" "${COMPREPLY[@]}"' - "$package" "$completions/pcgns-merge.bash" "$merge"
  echo "$output"
  [[ $output == --check ]]
}

@test "the completions are without mistakes" {
  local program
  for program in merge repartition restripe verify; do
    bash -n "$completions/pcgns-$program.bash"
    ! command -v fish >/dev/null || fish --no-config -n "$completions/pcgns-$program.fish"
  done
}

@test "zsh takes the completions" {
  need_tool zsh
  local program
  for program in merge repartition restripe verify; do
    # shellcheck disable=SC2016
    zsh -f -c 'fpath=($1 $fpath)
      autoload -Uz compinit; compinit -D -u
      [[ $_comps[pcgns-$2] == _pcgns-$2 ]]' - "$completions" "$program"
    zsh -f -n "$completions/_pcgns-$program"
  done
}

@test "fish completes values and files" {
  need_tool fish
  touch a.cgns
  export HOME=$PWD
  fish_offers() { fish --no-config -c "source $completions/pcgns-merge.fish; complete -C '$1'" | cut -f 1; }
  [[ $(fish_offers 'pcgns-merge --check ' | sort | xargs) == "full meta none" ]]
  [[ $(fish_offers 'pcgns-merge -o x a' | xargs) == "a.cgns" ]]
  [[ $(fish_offers 'pcgns-merge @a') == @a.cgns ]]
}

@test "without a command, or with a wrong one, it is said what there is" {
  local verify=$PCGNS_BIN_DIR/pcgns-verify
  run --separate-stderr -2 "$verify"
  [[ $stderr == *"check, compare, digest"* ]]
  run --separate-stderr -2 "$verify" chekc x.cgns
  [[ $stderr == *"'chekc' is not one of check, compare, digest"* ]]
  run --separate-stderr -0 "$verify" --help
  [[ $output == *"pcgns-verify compare"* && -z $stderr ]]
  run --separate-stderr -0 "$verify" --version
  [[ $output == pcgns-verify* ]]
}

@test "the README lists the packages that the scripts install" {
  local package
  # shellcheck disable=SC2016
  bash -c 'source "$1" && printf "%s\n" "${needed[@]}" "${wished[@]}"' - "$PCGNS_SOURCE_DIR/scripts/lib.bash" >packages
  [[ $(wc -l <packages) -gt 20 ]]
  while read -r package; do
    grep -qE "(^|[\` ])${package//+/\\+}($|[\` ])" "$PCGNS_SOURCE_DIR/README.md" || { echo "$package"; return 1; }
  done <packages
}
