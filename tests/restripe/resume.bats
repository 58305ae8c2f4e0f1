#!/usr/bin/env bats
# Failures leave nothing behind, and runs that were stopped or killed go on with what they have written.

# shellcheck disable=SC2154  # restripe is of restripe.bash

load restripe

setup() {
  need_python
  cd "$BATS_TEST_TMPDIR" || return
}

@test "failures in the middle leave nothing behind" {
  make_fields in.cgns
  local fault
  for fault in repack:rank=1:round=0:EIO repack:round=1:ENOSPC skeleton:EIO sync:rank=1:EIO check:EIO publish:EIO; do
    PCGNS_FAULT=$fault run --separate-stderr mpi 2 "$restripe" --deflate 1 --chunk 8,8,8 -o out.cgns in.cgns
    echo "$fault: $status $stderr"
    [[ $status -eq 2 && $(grep -c 'pcgns-restripe: error: ' <<<"$stderr") -eq 1 ]]
    [[ -z $(find . -name '*out.cgns*') ]]
  done
}

@test "a run that was stopped between chunks goes on, on another number of ranks too" {
  make_fields in.cgns
  local -a options=(--deflate 1 --chunk "8,8,8" --memory 1M --hint pcgns_checkpoint=0)
  to 1 whole.cgns "${options[@]}" in.cgns
  local round ranks lines
  for round in 1 2 5; do
    for ranks in 1 3; do
      PCGNS_FAULT=repack:rank=1:round=$round:stop run --separate-stderr mpi 2 "$restripe" "${options[@]}" -o out.cgns in.cgns
      echo "$round $status $stderr"
      [[ $status -eq 3 && -e .out.cgns.pcgns-part ]]
      lines=$(grep -c '^chunk ' .out.cgns.pcgns-journal)
      echo "$lines chunks"
      [[ $lines -gt 0 ]]
      # What was entered is not looked at again; a line that was cut off does not count.
      printf 'chunk 1 2' >>.out.cgns.pcgns-journal
      mpi "$ranks" "$restripe" -q --resume --check full "${options[@]}" -o out.cgns in.cgns
      cmp whole.cgns out.cgns
      [[ $(find . -name '.out*' | wc -l) -eq 0 ]]
      rm out.cgns
    done
  done
  # Killed, it has what the journal has.
  PCGNS_FAULT=repack:rank=0:round=4:SIGKILL run mpi 2 "$restripe" "${options[@]}" -o out.cgns in.cgns
  [[ $status -ne 0 && -e .out.cgns.pcgns-part ]]
  run mpi 2 "$restripe" -q --resume --deflate 2 --chunk 8,8,8 -o out.cgns in.cgns
  [[ $status -eq 2 && $output == *"with --deflate 1, without --deflate 2"* ]]
  run mpi 2 "$restripe" -q --resume --deflate 1 --chunk 8,8,8 --align 1M -o out.cgns in.cgns
  [[ $status -eq 2 && $output == *"without --align 1M"* ]]
  mpi 2 "$restripe" -q --resume --check full --deflate 1 --chunk 8,8,8 -o out.cgns in.cgns
  cmp whole.cgns out.cgns
}

@test "a set that was stopped goes on with what is complete" {
  local i
  for i in 0 1 2; do make_fields "old_$i.cgns" --size $((20 + i)); done
  PCGNS_FAULT=repack:rank=1:round=3:stop run --separate-stderr mpi 2 "$restripe" --deflate 1 --chunk 4,4,4 --memory 1M -o 'new_%d.cgns' 'old_%d.cgns'
  echo "$status $stderr"
  [[ $status -eq 3 ]]
  mpi 2 "$restripe" -q --resume --check full --deflate 1 --chunk 4,4,4 --memory 1M -o 'new_%d.cgns' 'old_%d.cgns'
  for i in 0 1 2; do same_tree "old_$i.cgns" "new_$i.cgns"; done
  # Killed between two names, some are there already.
  rm new_*
  PCGNS_FAULT=publish:round=2:SIGKILL run mpi 2 "$restripe" --deflate 1 -o 'new_%d.cgns' 'old_%d.cgns'
  [[ -e new_0.cgns && -e new_1.cgns && ! -e new_2.cgns ]]
  mpi 3 "$restripe" -q --resume --deflate 1 -o 'new_%d.cgns' 'old_%d.cgns'
  for i in 0 1 2; do same_tree "old_$i.cgns" "new_$i.cgns"; done
  [[ $(find . -name '.new*' | wc -l) -eq 0 ]]
}

@test "--resume --check full also checks the outputs that a killed run has published" {
  local i damaged
  for i in 0 1 2; do make_fields "old_$i.cgns" --size $((10 + i)); done
  PCGNS_FAULT=publish:round=2:SIGKILL run "$restripe" -q -o 'new_%d.cgns' 'old_%d.cgns'
  [[ -e new_1.cgns && ! -e new_2.cgns ]]
  for damaged in Base/Zone/GridCoordinates/CoordinateX Base/Zone; do
    cp new_1.cgns whole
    "$PCGNS_PYTHON" -c 'import h5py, sys; h5py.File("new_1.cgns", "r+")[sys.argv[1] + "/ data"][0] = 77' "$damaged"
    run --separate-stderr mpi 2 "$restripe" -q --resume --check full -o 'new_%d.cgns' 'old_%d.cgns'
    echo "$damaged: $status $stderr"
    [[ $status -eq 2 && $stderr == *"new_1.cgns"* && -e new_1.cgns && ! -e new_2.cgns ]]
    cat whole >new_1.cgns
  done
  mpi 2 "$restripe" -q --json --resume --check full -o 'new_%d.cgns' 'old_%d.cgns' >report
  [[ $(jq -r '.files[].digest' report | grep -Ec '^[0-9a-f]{32}$') -eq 3 ]]
  mpi 2 "$restripe" -q --resume --check full -o 'new_%d.cgns' 'old_%d.cgns'
  for i in 0 1 2; do same_tree "old_$i.cgns" "new_$i.cgns"; done
}
