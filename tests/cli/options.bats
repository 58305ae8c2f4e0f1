#!/usr/bin/env bats
# Options and words of a command line that are not what was meant.

# Variables are of expect.bash and of bats; every test is a subshell of its own.
# shellcheck disable=SC2030,SC2031,SC2154,SC2164

load tool

setup_file() {
  load tool
  make_sets
}

@test "a missing --parts is explained by an example" {
  tool 0 repartition -o 'out_%d.cgns' "$(a)"
  refused "--parts is required: .* for example pcgns-repartition --parts 384 -o 'restart_%04d\.cgns'"
}

@test "a value that is no number is called so" {
  tool 0 repartition --parts four -o 'out_%d.cgns' "$(a)"
  refused "--parts: 'four' is not a whole number"
  tool 0 merge --expect many -o out.cgns "$(a)"
  refused "--expect: 'many' is not a whole number"
  tool 0 merge --stall-timeout soon -o out.cgns "$(a)"
  refused "--stall-timeout: 'soon' is not a whole number"
  tool 0 repartition --parts '' -o 'out_%d.cgns' "$(a)"
  refused "--parts: '' is not a whole number"
}

@test "an empty value, as of a variable that is not set, is no value" {
  for words in "merge --assembly" "merge --shared-tolerance" "merge --wisdom" "repartition --parts 2 --weights" \
    "repartition --parts 2 --targets" "repartition --parts 2 --map" "repartition --parts 2 --from-plan" \
    "repartition --parts 2 --plan-file" "merge --resume -o"; do
    # shellcheck disable=SC2086
    tool 0 $words '' "$(a)"
    refused "--[a-z-]*: expected a value, found an empty string"
  done
  tool 0 merge -o out.cgns "$(a)" ''
  refused 'error: an input: expected a name, found an empty string$'
}

@test "standard output and input are no files, and --json has no value" {
  for words in "verify digest --manifest" "repartition --plan --parts 2 --map" "merge -o"; do
    # shellcheck disable=SC2086
    tool 0 $words - "$(a)"
    refused '--[a-z]+: the output cannot be standard output; \./- names a file'
  done
  tool 0 bench run blocks --csv -
  refused '--csv: the output cannot be standard output; \./- names a file'
  tool 0 merge -o out.cgns -
  refused '-: there is no such file; inputs are not read from standard input'
  tool 0 merge -o out.cgns @-
  refused '-: there is no such list; @/dev/stdin is standard input'
  for name in - report.json; do
    tool 0 merge -o out.cgns --json "$name" "$(a)"
    [[ $stderr == *"--json $name: --json has no value: the report goes to standard output"* ]]
  done
  a | "$PCGNS_BIN_DIR/pcgns-merge" -q -o out.cgns @/dev/stdin
}

@test "numbers are decimal, also with zeros before them" {
  tool 0 repartition --plan --parts 0010 "$(a)"
  exit_code 0
  [[ $output == *" in 10 parts"* ]]
  tool 0 repartition --parts 0x10 -o 'out_%d.cgns' "$(a)"
  refused "--parts: '0x10' is not a whole number"
  tool 0 merge --expect 08 -o out.cgns "$(a)"
  refused 'expected 8 input files'
  tool 0 bench run a --zones 4,010,0x8
  refused "--zones: '0x8' is not a whole number"
}

@test "a number beyond its limits is shown with them" {
  tool 0 repartition --parts 0 -o 'out_%d.cgns' "$(a)"
  refused '--parts 0: must be 1 to 16777216'
  tool 0 repartition --parts 99999999999999999999 -o 'out_%d.cgns' "$(a)"
  refused '--parts 99999999999999999999: must be 1 to 16777216'
  tool 0 repartition --parts 2 --ghosts -1 -o 'out_%d.cgns' "$(a)"
  refused '--ghosts -1: must be 0 to 64'
  tool 0 merge --expect 0 -o out.cgns "$(a)"
  refused '--expect 0: must be greater than 0'
  tool 0 merge --stall-timeout 99999999999 -o out.cgns "$(a)"
  refused '--stall-timeout 99999999999: must be at most 2147483647'
}

@test "a tolerance is a finite number" {
  local option value
  for option in --abs --rel; do
    for value in nan inf 1e400 -1; do
      tool 0 verify compare "$option" "$value" "$(a)" "$(a)"
      refused "$option $value: must be a finite number of at least 0"
    done
  done
  for value in nan inf 1e400; do
    tool 0 verify compare --tol "Density=rel:$value" "$(a)" "$(a)"
    refused "--tol: 'Density=rel:$value' is not a tolerance: '$value' is not a finite number of at least 0"
  done
  tool 0 verify compare --tol 'Density=abs:1,rel:2,abs:2' "$(a)" "$(a)"
  refused "--tol: 'Density=abs:1,rel:2,abs:2' has abs twice"
  tool 0 verify compare --rel 1e-3 "$(a)" "$(a)"
  exit_code 0
}

@test "an option that is given twice, or without its value, is named" {
  tool 0 merge --steps last --steps common -o out.cgns "$(a)"
  refused '--steps is given twice'
  tool 0 merge "$(a)" -o
  refused '--output: FILE is missing'
  tool 0 restripe --deflate -o out.cgns "$(a)"
  refused '--deflate: LEVEL is missing'
  tool 0 merge --fill 0 -o out.cgns "$(a)"
  refused '--fill 0: only nan is possible'
}

@test "a long option with one dash, and a file that begins with one, are recognised" {
  tool 0 merge -output out.cgns "$(a)"
  refused '-output: did you mean --output\?'
  tool 0 merge -o out.cgns -overwrite "$(a)"
  refused '-overwrite: did you mean --overwrite\?'
  cp "$(a)" ./-dash_0.cgns
  tool 0 merge -o out.cgns -dash_0.cgns
  refused "unknown option '-dash_0\.cgns'; if it is a file: \./-dash_0\.cgns"
  tool 0 merge -o out.cgns ./-dash_0.cgns
  done_well
}

@test "an output that is no name of a file is refused" {
  tool 0 merge -o - "$(a)"
  refused '--output: the output cannot be standard output; \./- names a file'
  mkdir other
  local name
  for name in . .. other/; do
    tool 0 restripe -o "$name" "$(a)"
    refused "--output ${name//./\\.}: is a directory; give the name of a file in it"
  done
  # shellcheck disable=SC2088
  tool 0 merge -o '~/out.cgns' "$(a)"
  refused "the directory '~' does not exist; the shell expands ~ only outside of quotes: .HOME/out\.cgns"
  # shellcheck disable=SC2088
  tool 0 merge -o out.cgns '~/in.cgns'
  refused 'there is no such file; the shell expands ~ only outside of quotes: .HOME/in\.cgns'
  for name in 'q_*.cgns' q_%s.cgns; do
    tool 0 repartition --parts 3 -o "$name" "$(a)"
    refused 'one name for 3 parts; name a pattern such as q_%04d\.cgns'
  done
}

@test "the value of --match-coordinates is joined to it; where nothing matches, it says so" {
  tool 0 merge --match-coordinates 1e-9 -o out.cgns "$(a)"
  refused '1e-9: there is no such file; did you mean --match-coordinates=1e-9\?'
  tool 2 merge --match-coordinates=1e-9 -o out.cgns "$sets"/plain/out_?.cgns
  done_well
  says 'warning: --match-coordinates has no effect: no zone without partition metadata is in several files'
}

@test "who looks for compression in pcgns-merge is told where it is" {
  local words
  for words in "merge --compress" "repartition --gzip" "merge --deflate"; do
    # shellcheck disable=SC2086
    tool 0 $words 3 -o out.cgns "$(a)"
    refused "unknown option '--[a-z]+'; pcgns-restripe compresses"
  done
}

@test "an option, command, word or rule that does not exist gets a suggestion" {
  tool 0 merge --ovrewrite -o out.cgns "$(a)"
  refused "unknown option '--ovrewrite'; did you mean '--overwrite'\?"
  tool 0 merge --check ful -o out.cgns "$(a)"
  refused "'ful' is not one of full, meta, none; did you mean 'full'\?"
  tool 0 merge --on-conflict frist -o out.cgns "$(a)"
  refused "did you mean 'first'\?"
  tool 0 merge --hint pcgns_bufer=1M -o out.cgns "$(a)"
  refused "unknown hint 'pcgns_bufer'; did you mean 'pcgns_buffer'\?"
  tool 0 repartition --parts 2 --method hilbet -o out_%d.cgns "$(a)"
  refused "did you mean 'hilbert'\?"
  tool 0 verify check --explain M010
  refused "unknown rule 'M010'; did you mean 'M0101'\?"
  tool 0 verify check --layer mehs "$(a)"
  refused "--layer: 'mehs' is not one of boundary, file, .*, values; did you mean 'mesh'\?"
  tool 0 verify --json check "$(a)"
  exit_code 2
  says 'a command is required first, before all options: check, compare, digest, info'
  tool 0 bench run groundwate
  refused "unknown scenario 'groundwate'; did you mean 'groundwater'\?"
  tool 0 bench run blocks --engines quue
  refused "did you mean 'queue'\?"
}

@test "a word in the place of a command, and no input, are explained by an example" {
  tool 0 verify "$(a)"
  refused "is not one of check, compare, digest, info; a command comes first, for example pcgns-verify check .*out_0\.cgns"
  for words in "validate check" "diff compare" "hash digest" "show info"; do
    tool 0 verify "${words% *}" "$(a)"
    refused "'${words% *}' is not one of .*; did you mean '${words#* }'\?"
  done
  tool 0 bench blocks
  refused "'blocks' is not one of run, .*; a command comes first, for example pcgns-bench run blocks; see"
  tool 0 merge
  refused "INPUT is required: names of files, @LIST, or a pattern such as 'out_%04d\.cgns'; see pcgns-merge --help"
  tool 0 restripe "$(a)"
  refused "for example -o new\.cgns, or of several inputs a pattern such as 'new_%04d\.cgns'"
  tool 0 merge -o out.cgns -np 4 "$(a)"
  refused "unknown option '-p'; the number of ranks is given to the launcher: mpirun -n N; see"
  tool 0 repartition -p 4 -o out_%d.cgns "$(a)"
  refused "unknown option '-p'; did you mean '--parts'\?"
  tool 0 merge -o out.cgns -n 4 "$(a)"
  refused '4: there is no such file; the number of ranks is given to the launcher: mpirun -n 4$'
  tool 0 verify compare "$(a)"
  refused 'for example out\.cgns --with out_\*\.cgns; found 1 file'
  tool 0 bench run blocks --extents 8
  refused 'expected 3 numbers of at least 1, for example 64x64x64'
  for words in verify bench; do
    tool 0 $words help
    exit_code 0
    [[ -z $stderr && $output == *Usage:* ]]
  done
  tool 0 bench run nothing
  refused "unknown scenario 'nothing'; pcgns-bench list shows them"
  tool 0 bench plot nothere.json
  refused 'nothere\.json: there is no such file'
}

@test "an option by another name gets the one that is meant" {
  while read -r words option; do
    # shellcheck disable=SC2086
    tool 0 ${words//_/ } x
    refused "unknown option '--[a-z-]+'; did you mean '$option'\? See "
  done <<'END'
merge_--output-file --output
merge_--expect-file --expect
merge_--force --overwrite
merge_--verify --check
merge_--exclude --omit
verify_compare_--exclude --ignore
repartition_--partitions --parts
repartition_--plan-file-x --plan-file
restripe_--compress --deflate
END
  tool 0 repartition --np 4 x
  refused "did you mean '--parts'\? The number of ranks is given to the launcher: mpirun -n N"
  tool 0 merge --np 4 x
  refused 'the number of ranks is given to the launcher: mpirun -n N'
}
