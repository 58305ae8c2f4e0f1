#!/usr/bin/env bats
# compare_builds.py sees every kind of difference, and nothing else: programs that are shell scripts, some changed.

# shellcheck disable=SC2016,SC2154  # `$a` is a place for sed; status, output are of bats

load ../bats

setup() {
  cd "$BATS_TEST_TMPDIR" || return
  mkdir before
  cat >before/pcgns-merge <<'END'
#!/bin/sh
printf 'the values of a mesh' >out.cgns
printf 'pcgns-journal 1\nplan 1f\nfile 8 %s\nsize 18\nbegin\ndone 0 9\n' "$$" >.out.cgns.pcgns-journal
printf '{"schema": "pcgns-merge/1", "bytes": 20, "parts": [{"zone": "A", "cells": 3}, {"zone": "B", "cells": 4}],
  "notes": [{"kind": "lost", "text": "a sentence"}], "seconds": {"total": %s}}\n' "$$"
END
  cat >before/pcgns-verify <<'END'
#!/bin/sh
case $* in
  *digest*) echo '0123456789abcdef0123456789abcdef  mesh.cgns' ;;
  *--json*) echo '{"schema": "pcgns-verify-check/1",
    "findings": [{"code": "M0101", "path": "/Base/Zone", "position": "cell 7", "title": "cell without volume"}]}' ;;
  *) echo 'error M0101: cell 7 has no volume' ;;
esac
exit 1
END
  chmod +x before/*
  cp -r before after
  cat >table.runs <<'END'
merge            0=0 merge --json -o out.cgns > report.json
check            0=1 verify check --json
check-text       0=1 verify check
digest           0=1 verify digest # and a comment
merge-again      0=0 merge -o out.cgns
                 -   any-bytes out.*
END
}

# change PROGRAM COMMAND: sed changes the program of the build `after`.
change() {
  sed -i "$2" "after/pcgns-$1"
  ! cmp -s "before/pcgns-$1" "after/pcgns-$1" || { echo "nothing was changed: $2"; return 1; }
}

compare() {
  run "$PCGNS_PYTHON" "$BATS_TEST_DIRNAME/compare_builds.py" --before before --after after --runs table.runs "$@"
  echo "$output"
}

# equal [OPTION...]: nothing is told.
equal() {
  compare "$@"
  [[ $status -eq 0 && ${lines[-1]} =~ ^[0-9]+\ runs\ equal,\ 0\ differ$ ]]
}

# differ COUNT LINE [OPTION...]: so many runs differ, and a line is like the pattern.
differ() {
  compare "${@:3}"
  [[ $status -eq 1 && ${lines[-1]} == "$((5 - $1)) runs equal, $1 differ" ]] || return
  # shellcheck disable=SC2053  # a pattern
  for line in "${lines[@]}"; do [[ $line != $2 ]] || return 0; done
  return 1
}

@test "a build is equal to itself, whatever its times are" {
  equal
  [[ ${lines[-1]} == "5 runs equal, 0 differ" ]]
}

@test "a byte of a file" {
  change merge 's/a mesh/a mesa/'
  differ 1 'merge: out.cgns: 1 bytes differ, the first at 19'
}

@test "a file that is longer" {
  change merge 's/a mesh/a mesh /'
  differ 1 'merge: out.cgns: 20 and 21 bytes; 0 bytes differ'
}

@test "the mode of a file" {
  change merge '$a chmod 600 out.cgns'
  differ 2 'merge: out.cgns: -rw-r--r--, -rw-------'
}

@test "a staged file that is left" {
  change merge '$a touch .out.cgns.pcgns-part'
  differ 2 'merge-again: .out.cgns.pcgns-part is only after'
}

@test "a file that is gone" {
  change merge '$a rm out.cgns'
  differ 2 'merge: out.cgns is only before'
}

@test "what a journal says" {
  change merge 's/done 0 9/done 0 8/'
  differ 2 'merge: .out.cgns.pcgns-journal: 1 bytes differ*'
}

@test "an exit code" {
  change verify 's/exit 1/exit 2/'
  differ 3 'digest: exit code 1, 2'
}

@test "an exit code that is the same in both and not that of the list" {
  sed -i 's/exit 1/exit 2/' {before,after}/pcgns-verify
  differ 3 'digest: exit code 2 before, and the list has 1'
}

@test "a program that a signal ends, and one that does not end" {
  change merge '$a kill -SEGV $$'
  differ 2 'merge-again: exit code 0, 139'
  change verify 's/^exit 1/sleep 9/'
  PCGNS_TIMEOUT=1 differ 5 'digest: exit code 1, 124'
}

@test "a value in a document, and in one that a file keeps" {
  change merge 's/"bytes": 20/"bytes": 21/'
  differ 2 'merge: key bytes: 20, 21; report.json: key bytes: 20, 21'
  change merge 's/"lost"/"gone"/'
  differ 2 '*key notes\[0\].kind: "lost", "gone"*'
}

@test "a key that is new, and one that is gone" {
  change merge 's/"bytes"/"size"/'
  differ 2 'merge: key bytes is only before; key size is only after*'
  change merge 's/"total"/"all"/'
  differ 2 '*key seconds.total is only before*'
}

@test "a map gives the new names of keys and words, and the new version" {
  change merge 's/"bytes"/"size"/; s/"parts"/"pieces"/; s/"zone"/"whole"/g; s/"lost"/"left out"/; s|merge/1|merge/2|'
  cat >map.json <<'END'
{ "pcgns-merge/1": { "schema": "pcgns-merge/2",
    "keys": { "bytes": "size", "parts": "pieces", "parts[].zone": "pieces[].whole" },
    "values": { "notes[].kind": { "lost": "left out" } } } }
END
  differ 2 'merge: key schema: *'
  equal --map map.json
  change merge 's/"cells": 4/"cells": 5/'
  differ 2 'merge: key pieces\[1\].cells: 4, 5; *' --map map.json
}

@test "sentences may change, unless --words is given, but not vanish" {
  change merge 's/a sentence/other words/'
  equal
  differ 2 'merge: key notes\[0\].text: "a sentence", "other words"*' --words
  change merge 's/other words//'
  differ 2 'merge: key notes\[0\].text: *'
}

@test "the code of a rule, the node it names, and the place" {
  change verify 's|/Base/Zone"|/Base/Zone2"|'
  differ 1 'check: key findings\[0\].path: "/Base/Zone", "/Base/Zone2"'
  change verify 's/cell 7/element 8/'
  differ 1 '*key findings\[0\].position: *'
  change verify 's/M0101/M0102/'
  differ 2 'check-text: rules M0101, M0102'
}

@test "a digest" {
  change verify 's/cdef  mesh/cdee  mesh/'
  differ 1 'digest: digests *cdef, *cdee'
}

@test "which stream is empty" {
  change verify 's/^exit 1/echo a warning >\&2; exit 1/'
  differ 3 'digest: something on stdout, stdout and stderr'
}

@test "text where a document was" {
  change verify 's/echo .{"schema"/echo '"'"'report: {"schema"/'
  differ 1 'check: stdout is a JSON document in one of them only'
}

@test "only some runs, and the list" {
  change merge 's/a mesh/a mesa/'
  equal --only 'check|digest'
  [[ ${lines[-1]} == "3 runs equal, 0 differ" ]]
  compare --list
  [[ $status -eq 0 && ${lines[-1]} == "5 runs" ]]
}

@test "what cannot be compared" {
  compare --only nothing
  [[ $status -eq 2 ]]
  rm after/pcgns-verify
  compare
  [[ $status -eq 2 && $output == *"there is no pcgns-verify"* ]]
  equal --only merge
  echo 'broken 0 merge' >table.runs
  compare
  [[ $status -eq 2 && $output == *"table.runs:1: '0' is not RANKS=CODE"* ]]
  printf 'twice 0=0 merge\ntwice 0=0 merge\n' >table.runs
  compare
  [[ $status -eq 2 && $output == *"two runs are called twice"* ]]
}

@test "the list has runs of all programs, on 1 to 4 ranks" {
  need_python
  run "$PCGNS_PYTHON" "$BATS_TEST_DIRNAME/compare_builds.py" --list
  [[ $status -eq 0 && ${lines[-1]% runs} -ge 60 ]]
  for program in merge repartition restripe verify bench; do
    [[ $output == *"=0    $program "* ]]
  done
  for ranks in 0 2 3 4; do
    [[ $output == *" $ranks=0 "* ]]
  done
}
