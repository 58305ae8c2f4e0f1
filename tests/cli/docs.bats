#!/usr/bin/env bats
# Completions and manual pages are made from the options of the programs, and --help fits a screen.

# shellcheck disable=SC2154  # merge is of ../bats, stderr of bats

load ../bats

# What has options: pcgns-NAME, or one of its commands.
programs=(merge repartition restripe "verify check" "verify compare" "verify digest" "verify info" "bench run" "bench plot" "bench compare" "bench tune" "bench wisdom")
# The inputs and outputs that each needs besides, for trials.
declare -gA needs=([merge]="-n -o out.cgns in.cgns" [repartition]="-n --parts 1 -o out_%d.cgns in.cgns"
  [restripe]="-n -o out.cgns in.cgns")

setup() {
  cd "$BATS_TEST_TMPDIR" || return
  share=${PCGNS_BIN_DIR%/bin}/share
}

# The options that a page of help in the file $1 shows, a line each: "-o", "--output".
options_in() { grep -oE '^  (-[A-Za-z], |    )--[a-z-]+' "$1" | grep -oE -- '--?[A-Za-z][a-z-]*' || true; }

# The options of program $1, command $2.
options_of_help() {
  "$PCGNS_BIN_DIR/pcgns-$1" ${2:+"$2"} --help-all >page
  options_in page
}

# bash_offers WORD...: what bash offers for the last word, which may be empty; the first is the program.
bash_offers() {
  (
    # shellcheck disable=SC2317,SC2034  # the completion calls them, and reads these
    _init_completion() {
      words=("${words_typed[@]}") cword=$((${#words_typed[@]} - 1))
      cur=${words_typed[-1]} prev=${words_typed[-2]} split=false
    }
    # shellcheck disable=SC2317
    compopt() { :; }
    words_typed=("$@")
    # shellcheck disable=SC1090
    source "$share/bash/pcgns-$1"
    "_pcgns_$1"
    printf '%s\n' "${COMPREPLY[@]}"
  )
}

@test "bash offers the options of --help-all" {
  local program
  for program in "${programs[@]}"; do
    # shellcheck disable=SC2086  # program and command
    options_of_help $program | sort -u >help
    [[ $(wc -l <help) -gt 10 ]]
    # shellcheck disable=SC2086
    bash_offers $program - | sort -u | diff help -
  done
}

@test "an option that no page describes, and a description of none, are errors" {
  mkdir source
  cp -r "$PCGNS_SOURCE_DIR"/{completions,man} source
  generate() { python3 source/completions/generate.py out "$PCGNS_BIN_DIR"/pcgns-*; }
  sed -i 's/^@--only$/@--olny/' source/man/pcgns-merge.1.in
  run -1 generate
  [[ $output == *"man/pcgns-merge.1.in: --only is not described"* ]]
  sed -i 's/^@--olny$/@--only\n@--olny/' source/man/pcgns-merge.1.in
  run -1 generate
  [[ $output == *"man/pcgns-merge.1.in: no such option: --olny"* ]]
  sed -i '/^@--olny$/d' source/man/pcgns-merge.1.in
  printf '@--nowhere\n' >>source/man/common.in
  run -1 generate
  [[ $output == *"man/common.in: no such option: --nowhere"* ]]
  sed -i '/^@--nowhere$/d; /^@--memory$/a Default: 1M.' source/man/common.in
  run -1 generate
  [[ $output == *"--memory: the default comes from the program"* ]]
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

@test "--help fits one screen, and --help-all its width" {
  local program
  for program in "${programs[@]}" verify bench; do
    # shellcheck disable=SC2086  # program and command
    set -- $program
    "$PCGNS_BIN_DIR/pcgns-$1" "${@:2}" --help >help
    "$PCGNS_BIN_DIR/pcgns-$1" "${@:2}" --help-all >all
    [[ $(wc -l <help) -le 45 ]]
    [[ $(wc -L <help) -le 80 && $(wc -L <all) -le 80 ]]
    # What is common is among all, and leads there.
    grep -q -- --help-all help
    options_in help | sort >common
    options_in all | sort | comm -13 - common | diff /dev/null -
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

# completed WORD...: what bash-completion offers for the last word of this command line.
completed() {
  # shellcheck disable=SC2016
  bash --norc -c 'source /usr/share/bash-completion/bash_completion; source "$1"; shift
    COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMP_LINE=$*
    COMP_POINT=${#COMP_LINE}
    compopt() { :; }
    if [[ $1 == mpirun ]]; then _pcgns_launched mpirun "${!#}" ""; else "_${1//-/_}" "$1" "${!#}" ""; fi
    printf "%s\n" "${COMPREPLY[@]}"' - "$share/bash/${1/mpirun/pcgns-merge}" "$@" | sort | xargs
}

@test "bash completes options, values, commands and files, also behind mpirun" {
  [[ -e /usr/share/bash-completion/bash_completion ]] || skip "no bash-completion"
  touch a.cgns b.txt c.json
  [[ $(completed mpirun -n 4 "$merge" --ch) == --check ]]
  [[ $(completed pcgns-merge --check "") == "full meta none" ]]
  [[ $(completed pcgns-merge --hint pcgns_i) == "pcgns_io=mpiio pcgns_io=posix" ]]
  [[ $(completed pcgns-merge "") == a.cgns ]]
  [[ $(completed pcgns-merge --assembly "") == c.json ]]
  [[ $(completed pcgns-merge --only "") == "" ]]
  [[ $(completed pcgns-verify "") == "check compare digest info" ]]
  [[ $(completed pcgns-verify compare --na) == --nan ]]
  [[ $(completed pcgns-bench run gr) == groundwater ]]
  [[ $(completed pcgns-bench l) == list ]]
}

@test "the completions are without mistakes" {
  local program
  for program in merge repartition restripe verify bench; do
    bash -n "$share/bash/pcgns-$program"
    ! command -v shellcheck >/dev/null || shellcheck "$share/bash/pcgns-$program"
    ! command -v zsh >/dev/null || zsh -f -n "$share/zsh/_pcgns-$program"
    ! command -v fish >/dev/null || fish --no-config -n "$share/fish/pcgns-$program.fish"
  done
}

# zsh_shows LINE PATTERN: waits until a tab at the end of this command line has shown what matches.
zsh_shows() {
  # shellcheck disable=SC2016
  timeout 60 zsh -f -c 'zmodload zsh/zpty
    zpty shell zsh -f -i
    zpty -w shell "PROMPT=; fpath=($1 \$fpath); autoload -Uz compinit; compinit -D -u; bindkey \"^I\" list-choices
      echo READ\"\"Y"
    zpty -r -m shell screen "*READY*"
    zpty -w -n shell "$2"$'\''\t'\''
    zpty -r -m shell screen "$3"' - "$share/zsh" "$@"
}

@test "zsh completes options, values, commands and files" {
  need_tool zsh
  touch a.cgns b.txt c.json d.cgns
  zsh_shows 'pcgns-merge --check ' '*full*meta*none*'
  zsh_shows 'pcgns-repartition --method ' '*block*file:*graph*hilbert*keep*rcb*'
  zsh_shows 'pcgns-merge --hint pcgns_i' '*pcgns_io=mpiio*pcgns_io=posix*'
  zsh_shows 'pcgns-merge ' '*a.cgns*d.cgns*'
  zsh_shows 'pcgns-merge @' '*a.cgns*b.txt*c.json*d.cgns*'
  zsh_shows 'pcgns-verify ' '*check*compare*digest*info*'
  zsh_shows 'pcgns-verify digest --check-' '*--check-manifest*--check-stored*'
}

@test "fish completes options, values, commands and files" {
  need_tool fish
  touch a.cgns b.txt
  export HOME=$PWD
  fish_offers() {
    local program=${1%% *}
    fish --no-config -c "source $share/fish/$program.fish; complete -C '$1'" | cut -f 1 | sort | xargs
  }
  [[ $(fish_offers 'pcgns-merge --check ') == "full meta none" ]]
  [[ $(fish_offers 'pcgns-merge -o x a') == a.cgns ]]
  [[ $(fish_offers 'pcgns-merge @a') == @a.cgns ]]
  [[ $(fish_offers 'pcgns-verify ') == *check*compare*digest*info* ]]
  [[ " $(fish_offers 'pcgns-verify compare --na') " == *" --nan "* ]] # fish 4 also offers what has these letters further back
  [[ $(fish_offers 'pcgns-bench run gr') == groundwater ]]
}

@test "without a command, or with a wrong one, it is said what there is" {
  local verify=$PCGNS_BIN_DIR/pcgns-verify
  run --separate-stderr -2 "$verify"
  [[ $stderr == *"check, compare, digest, info"* ]]
  run --separate-stderr -2 "$verify" chekc x.cgns
  [[ $stderr == *"'chekc' is not one of check, compare, digest, info; did you mean 'check'?"* ]]
  run --separate-stderr -0 "$verify" --help
  [[ $output == *"pcgns-verify compare"* && -z $stderr ]]
  run --separate-stderr -0 "$verify" --version
  [[ $output == pcgns-verify* ]]
}

@test "pcgns(7) names every program, schema and environment variable" {
  local word
  {
    sed -nE 's/^add_executable\((pcgns-[a-z]+).*/\1/p' "$PCGNS_SOURCE_DIR/tools/CMakeLists.txt"
    grep -rhoE '"pcgns-[a-z-]+/[0-9]+"' "$PCGNS_SOURCE_DIR"/tools/schema | tr -d '"'
    # Hints of a solver are in pcgnslib(3).
    grep -rhoE '"(PCGNS|OMPI|PMI|PMIX|SLURM|HDF5|CGNS)_[A-Z_]*[A-Z]"|"NO_COLOR"' "$PCGNS_SOURCE_DIR"/{libcore,tools} \
      --include=*.cpp --exclude-dir=capi | tr -d '"'
  } | sort -u >words
  [[ $(wc -l <words) -gt 25 ]]
  tr -d '\134' <"$PCGNS_SOURCE_DIR/man/pcgns.7" >page
  while read -r word; do
    grep -qF -- "$word" page || { echo "not in pcgns.7: $word"; return 1; }
  done <words
}

@test "all manual pages fit 80 columns" {
  need_tool groff
  local page count=0
  for page in "$share"/man?/*.? "$PCGNS_SOURCE_DIR"/man/*.[3-7]; do
    groff -k -t -man -Tutf8 -rLL=80n -P-cbou "$page" >text 2>/dev/null
    [[ $(LC_ALL=C.UTF-8 wc -L <text) -le 80 ]] || { echo "$page"; LC_ALL=C.UTF-8 grep -E "^.{81}" text; return 1; }
    count=$((count + 1))
  done
  ((count >= 9))
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

@test "the program on the page of pcgnslib is the example" {
  diff "$PCGNS_SOURCE_DIR/examples/pcgnslib/restart.c" \
    <(sed -n '/^\.SS "A complete program"/,/^\.fi/p' "$PCGNS_SOURCE_DIR/man/pcgnslib.3" |
      sed -e '1,2d' -e '$d' -e 's/\\-/-/g' -e 's/\\e/\\/g')
}
