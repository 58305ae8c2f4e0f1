#!/usr/bin/env bats
# Which files are merged, and in which order: lists, patterns, numbers with gaps and doubles.

# Variables are of expect.bash and of bats; every test is a subshell of its own.
# shellcheck disable=SC2030,SC2031,SC2154,SC2164

load ../faults/expect

setup_file() {
  load ../faults/expect
  # As a solver on twelve ranks writes them; every file has a zone of its own, and says which number it has.
  for i in {0..11}; do echo "$sets/many/out_$i.cgns --zones Zone$i --size 2x2x2 --descriptor rank$i"; done | make_files
}

setup() {
  mkdir -p "$BATS_TEST_TMPDIR/work"
  cd "$BATS_TEST_TMPDIR/work" || return
  cp "$sets"/many/out_*.cgns .
}

# zones: their names in the order of the output.
zones() { nodes out.cgns | sed -n 's,^/Base/\([^/]*\) Zone_t$,\1,p' | xargs; }

@test "inputs come in the order of their numbers, however they are given" {
  merge 2 out_10.cgns out_{11,9}.cgns out_{8..0}.cgns
  done_well
  [[ $(zones) == "Zone0 Zone1 Zone2 Zone3 Zone4 Zone5 Zone6 Zone7 Zone8 Zone9 Zone10 Zone11" ]]
  mv out.cgns first
  merge 2 out_?.cgns out_??.cgns
  same_as first
  merge 2 -O out_*.cgns
  same_as first
}

@test "a list of inputs" {
  {
    printf '\xef\xbb\xbf' # as some editors begin a text
    printf '%s\r\n' out_{0..3}.cgns
    printf '%s\n' out_{4..10}.cgns ""
    printf out_11.cgns
  } >list
  merge 0 out_*.cgns
  mv out.cgns first
  merge 2 @list
  same_as first
}

@test "a list beside files" {
  printf '%s\n' out_{2..11}.cgns >list
  merge 2 --json out_0.cgns @list out_1.cgns
  done_well
  [[ $(reported .inputs) == 12 ]]
}

@test "a list that is missing or empty" {
  merge 2 @list
  refused 'list: No such file'
  echo >list
  merge 2 @list
  refused 'list: the list names no file'
  merge 2 @.
  refused 'cannot read the list of inputs: \.: Is a directory'
}

@test "a list with bytes that no name has is refused" {
  printf 'out_0.cgns\0\nout_1.cgns\n' >list
  merge 2 @list
  refused 'list: line 1 contains a NUL byte: expected one name per line, in UTF-8$'
  printf '\377\376o\0\n\0' >list
  merge 0 @list
  refused 'list: line 1 contains a NUL byte'
}

@test "a pattern does not pass over what it cannot know" {
  local i
  for i in 0 1 2; do mkdir "rank$i" && mv "out_$i.cgns" "rank$i/out.cgns"; done
  merge 0 -n 'rank*/out.cgns' './rank[0-2]/o*.cgns'
  fails 'is given twice'
  touch rank.txt
  mkdir rank_without
  merge 0 -n 'rank*/out.cgns'
  exit_code 0
  ln -s nothere rank_latest
  ln -s rank_loop rank_loop
  ln -s rank.txt/below rank_of_file
  merge 0 -n 'rank*/out.cgns'
  exit_code 0
  rm rank_latest rank_loop rank_of_file
  ln -s nothere out_2.cgns
  for i in 'out_?.cgns' 'out_%d.cgns'; do
    merge 0 -n "$i"
    fails ': out_2\.cgns: is a symbolic link to something that does not exist$'
  done
  rm out_2.cgns
  ln -s nothere rank_without/out.cgns
  merge 0 -n 'rank*/out.cgns'
  fails ': rank_without/out\.cgns: is a symbolic link'
}

@test "the listing of a folder that fails half-way is an error" {
  cc -shared -fPIC -o failing_calls.so "$tests/faults/failing_calls.c" -ldl
  mkdir some
  mv out_?.cgns some
  for name in 'some/out_%d.cgns' 'some/out_?.cgns' 's*/out_?.cgns'; do
    FAIL_CALL=readdir FAIL_PATH=/some FAIL_AFTER=4 FAIL_ERRNO=5 LD_PRELOAD=$PWD/failing_calls.so merge 0 -n "$name"
    refused 'cannot list the inputs: some: Input/output error$'
  done
}

@test "a list may be a named pipe, also if a name in it is wrong" {
  mkfifo pipe
  echo out_0.cgns >pipe &
  merge 2 -n @pipe
  exit_code 0
  echo nothere.cgns >pipe &
  merge 2 @pipe
  refused 'nothere\.cgns: there is no such file'
}

@test "a wrong name in a list has its line" {
  printf '%s\n' out_0.cgns "" uot_1.cgns >list
  merge 2 out_2.cgns @list
  refused "uot_1\.cgns: there is no such file \(line 3 of list\); did you mean 'out_1\.cgns'\?$"
  for name in 'out_%d.cgns' 'out_*.cgns'; do
    echo "$name" >list
    merge 2 @list
    refused 'there is no such file \(line 1 of list\); lists have no patterns$'
  done
}

@test "a printf pattern" {
  merge 0 out_*.cgns
  mv out.cgns first
  touch out_x.cgns out_.cgns out_007.cgns out_3.cgns.bak
  merge 2 'out_%d.cgns'
  same_as first
}

@test "a printf pattern with a width, in another folder" {
  local i
  mkdir run
  for i in {0..11}; do mv "out_$i.cgns" "run/out_$(printf %04d "$i").cgns"; done
  cp run/out_0011.cgns run/out_12.cgns
  merge 2 --json 'run/out_%04d.cgns'
  done_well
  [[ $(reported .inputs) == 12 ]]
}

@test "a printf pattern that matches nothing, or says %d twice" {
  merge 2 'in_%d.cgns'
  refused 'in_%d\.cgns: no file matches the pattern$'
  merge 2 'out_%04d.cgns'
  refused "out_%04d\.cgns: no file matches the pattern; 12 files match 'out_%d\.cgns'$"
  mkdir padded
  cp out_1.cgns padded/out_0001.cgns
  cp out_2.cgns padded/out_0002.cgns
  merge 2 'padded/out_%d.cgns'
  refused "padded/out_%d\.cgns: no file matches the pattern; 2 files match 'padded/out_%04d\.cgns'$"
  merge 2 'uot_%d.cgns'
  refused "no file matches the pattern; did you mean 'out_[0-9]+\.cgns'\?$"
  merge 2 'out_%d_%d.cgns'
  refused 'more than one %d'
  mkdir data
  local name
  for name in 'dat/run/out_%d.cgns' 'dat/run/out_*.cgns'; do
    merge 2 "$name"
    refused "no file matches the pattern; the directory 'dat' does not exist; did you mean 'data'\?$"
  done
  merge 2 dat/run/out_1.cgns
  refused "there is no such file; the directory 'dat' does not exist; did you mean 'data'\?$"
}

@test "a file whose name looks like a pattern is that file" {
  mv out_0.cgns out_%d.cgns
  merge 2 --json out_%d.cgns
  done_well
  [[ $(reported .inputs) == 1 ]]
}

@test "a gap is refused, with the name of what is missing" {
  rm out_7.cgns
  merge 2 out_*.cgns
  refused 'out_7\.cgns is missing between out_6\.cgns and out_8\.cgns; --allow-missing accepts that$'
  local words
  for words in "restripe -o new_%d.cgns" "verify info"; do
    # shellcheck disable=SC2086
    run -2 --separate-stderr "$PCGNS_BIN_DIR"/pcgns-$words out_*.cgns
    [[ $stderr == *"between out_6.cgns and out_8.cgns; --allow-missing accepts that" ]]
  done
  merge 2 --allow-missing 'out_%d.cgns'
  done_well
  says 'warning: out_7\.cgns is missing'
  [[ $(zones) != *Zone7* && $(zones) == *Zone11 ]]
}

@test "a longer gap" {
  rm out_{3..9}.cgns
  merge 2 out_*.cgns
  refused 'out_3\.cgns to out_9\.cgns are missing between out_2\.cgns and out_10\.cgns'
}

@test "numbers begin with 0 or 1" {
  merge 2 out_{1..9}.cgns out_1[01].cgns
  done_well
  rm out.cgns
  merge 2 out_{2..9}.cgns out_1[01].cgns
  refused 'out_0\.cgns to out_1\.cgns are missing before out_2\.cgns'
}

@test "a number that two files have" {
  cp out_3.cgns out_03.cgns
  merge 2 out_*.cgns
  refused 'out_0?3\.cgns and out_0?3\.cgns have the same number'
}

@test "a file that is given twice, in whatever way, is an error even where files may be missing" {
  merge 2 out_0.cgns out_1.cgns out_0.cgns
  refused 'out_0\.cgns is given twice'
  merge 2 --allow-missing out_0.cgns out_1.cgns ./out_0.cgns
  refused 'out_0\.cgns is given twice'
  merge 2 --allow-missing out_0.cgns out_1.cgns "$PWD/out_0.cgns"
  refused 'out_0\.cgns is given twice'
}

@test "names that tell how many there are" {
  local i
  for i in 0 1 2 3; do mv "out_$i.cgns" "x.cgns.4.$i"; done
  merge 2 --json x.cgns.4.*
  done_well
  rm out.cgns
  merge 2 x.cgns.4.[012]
  refused 'x\.cgns\.4\.3 is missing.*4 files'
  merge 2 x.cgns.4.1
  refused 'one of 4 files'
}

@test "names that are no numbered set" {
  mv out_3.cgns left.cgns
  mv out_7.cgns right.cgns
  merge 2 --json left.cgns right.cgns
  done_well
  [[ $(reported .inputs) == 2 && $(zones) == "Zone3 Zone7" ]]
}

@test "what ranks noted for themselves stays under the numbers of their files" {
  merge 2 --allow-missing out_{9..11}.cgns
  done_well
  [[ $(nodes out.cgns | grep Information | xargs -L 1) == "/Base/:PCGNS#PerRank/9/Information Descriptor_t
/Base/:PCGNS#PerRank/10/Information Descriptor_t
/Base/:PCGNS#PerRank/11/Information Descriptor_t" ]]
}
