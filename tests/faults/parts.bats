#!/usr/bin/env bats
# Split zones: stopped, resumed, moved in tiny rounds and in other ways, they come out with the same bytes.

# shellcheck disable=SC2030,SC2031,SC2154,SC2164

load expect

# of SET PATTERN [OPTION...]: the files of one of the real sets become `inputs`, and their merge in one go whole.cgns.
of() {
  need_corpus "perrank/$1"
  mapfile -t inputs < <(compgen -G "$PCGNS_CORPUS/perrank/$1/$2" | sort)
  inputs=("${@:3}" "${inputs[@]}")
  "$merge" -q -o whole.cgns "${inputs[@]}" 2>/dev/null
}

tiny=(--hint pcgns_buffer=1K --hint pcgns_checkpoint=0)

stopped_and_resumed() {
  local round
  for round in 2 9; do
    PCGNS_FAULT=move:round=$round:stop merge 2 "${tiny[@]}" "${inputs[@]}"
    exit_code 3
    merge "$1" "${tiny[@]}" --resume "${inputs[@]}"
    same_as whole.cgns
    rm out.cgns
  done
}

in_all_ways() {
  merge 3 --hint pcgns_buffer=64 --memory 1M --check full "${inputs[@]}"
  same_as whole.cgns
  merge 2 -O --hint pcgns_io=mpiio "${inputs[@]}"
  same_as whole.cgns
}

@test "structured parts" {
  of maia-s-twoblocks-n4 'part_?.cgns'
  stopped_and_resumed 3
  in_all_ways
}

@test "structured parts with ghosts" {
  of cassiopee-5blocks-ghost1-n2 't/t_?.cgns'
  stopped_and_resumed 1
  in_all_ways
}

@test "parts of polyhedra" {
  of maia-cube-ngon-n4 'part_?.cgns'
  stopped_and_resumed 3
  in_all_ways
}

@test "parts that are matched by coordinates" {
  of seacas-u-generated-n2 'generated.cgns.2.?' --match-coordinates
  stopped_and_resumed 3
  in_all_ways
  [[ ! -e .out.cgns.pcgns-scratch ]]
}

@test "a rank that is killed while parts are matched leaves nothing that is in the way" {
  of seacas-u-generated-n2 'generated.cgns.2.?' --match-coordinates
  PCGNS_FAULT=scratch:rank=0:round=1:SIGKILL merge 2 "${inputs[@]}"
  killed_or_failed SIGKILL
  [[ ! -e out.cgns ]]
  merge 2 --resume "${inputs[@]}"
  same_as whole.cgns
  [[ ! -e .out.cgns.pcgns-scratch ]]
}

@test "no space left while parts are matched" {
  of seacas-u-generated-n2 'generated.cgns.2.?' --match-coordinates
  PCGNS_FAULT=scratch:rank=0:round=2:ENOSPC merge 2 "${inputs[@]}"
  refused 'No space left on device'
  [[ ! -e .out.cgns.pcgns-scratch ]]
}

@test "a rank that is killed in the midst of numbered entities ends the job" {
  of maia-cube-tetra-n4 'part_?.cgns'
  PCGNS_FAULT=move:rank=1:round=3:SIGKILL merge 2 "${tiny[@]}" "${inputs[@]}"
  killed_or_failed SIGKILL
  [[ ! -e out.cgns ]]
  merge 2 --resume "${inputs[@]}"
  same_as whole.cgns
}

@test "no space left, in the midst of numbered entities" {
  of maia-cube-tetra-n4 'part_?.cgns'
  PCGNS_FAULT=move:rank=1:round=3:ENOSPC merge 3 "${tiny[@]}" "${inputs[@]}"
  refused 'No space left on device'
}

@test "--explain says for every zone how its parts are known" {
  of seacas-underscore-zones-n4 's.cgns.4.?'
  run -0 --separate-stderr "$merge" -n --explain -o out.cgns "${inputs[@]}"
  [[ $output == *"/Base/blk_1_x: 2 pieces; SEACAS: "* ]]
  [[ ! -e out.cgns ]]
}

@test "--keep-zones leaves parts as they are" {
  of maia-s-twoblocks-n4 'part_?.cgns'
  merge 2 --keep-zones "${inputs[@]}"
  done_well
  nodes out.cgns | grep -q '^/Base/Large.P1.N0 '
}

@test "links cannot put parts together" {
  of maia-s-twoblocks-n4 'part_?.cgns'
  merge 0 --virtual "${inputs[@]}"
  refused '--virtual: /Base/Large is split into 4 pieces'
}

@test "--allow-missing goes on without a part of a structured zone, and says what is absent" {
  of maia-cube-s-n4 'part_?.cgns'
  merge 0 "${inputs[@]:0:3}"
  refused 'the piece is missing'
  merge 2 --allow-missing "${inputs[@]:0:3}"
  refused '--allow-missing is for whole zones only'
  merge 2 --json --allow-missing --fill nan "${inputs[@]:0:3}"
  done_well
  says 'cells are in no piece: \[4:5\] x \[4:5\] x \[1:5\]'
  says 'connects to /Base/zone\.P[0-9]\.N0, which is missing, and is left out'
  says 'not carried over: values of missing pieces .*: .*/GridCoordinates/CoordinateX, .*CoordinateY, .*CoordinateZ'
  [[ $(reported '[.notes[] | select(.kind == "loss" and (.text | contains("CoordinateZ")))] | length') == 1 ]]
  "$PCGNS_PYTHON" - <<'PYTHON'
import h5py
import numpy as np

with h5py.File("out.cgns") as file:
    x = file["Base/zone/GridCoordinates/CoordinateX/ data"][()]
    ids = file["Base/zone/Sol#CellCenter/GlobalId/ data"][()]
    assert np.isnan(x).sum() == 2 * 2 * 6 and np.isnan(ids).sum() == 2 * 2 * 5, (x, ids)
PYTHON
  merge 2 -O --fill nan "${inputs[@]:0:3}"
  done_well
  merge 2 -O --strict --expect 3 --fill nan "${inputs[@]:0:3}"
  fails '--strict: values of missing pieces'
}

@test "an interface of a split zone to a zone that is missing is a loss" {
  row set 3 --size 9x7x5 | make_files
  "$PCGNS_BIN_DIR/pcgns-merge" -q -o all.cgns set/out_?.cgns
  "$PCGNS_BIN_DIR/pcgns-repartition" -q --parts 3 --method keep -o 'part_%d.cgns' all.cgns
  rm part_1.cgns
  merge 2 --allow-missing 'part_%d.cgns'
  done_well
  says 'not carried over: part_0.cgns:.*/ZoneGridConnectivity/IMax\.0: connects to /Base/.*\.P1\.N0, which is missing, and is left out'
  merge 2 -O --allow-missing --strict 'part_%d.cgns'
  fails '--strict: part_0.cgns:.*/ZoneGridConnectivity/IMax\.0: connects to /Base/.*\.P1\.N0, which is missing, and is left out'
}

@test "a part of an unstructured zone cannot be left out: its numbers are missing" {
  of maia-cube-hexa-n4 'part_?.cgns'
  merge 2 --allow-missing "${inputs[@]:0:3}"
  refused 'the piece is missing.*--allow-missing is for whole zones only'
  merge 2 --allow-missing --fill nan "${inputs[@]:0:3}"
  refused '/Base/zone: vertices: number [0-9]+ is in no piece'
}
