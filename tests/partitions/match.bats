#!/usr/bin/env bats
# Parts that carry no marks: put together by coordinates, or kept as zones that are joined.

load judge

@test "random meshes are put together by coordinates" {
  judged match.py --seed "${PCGNS_SEED:-1}" --rounds "$(rounds 20)"
}

@test "squares of two parts are one, and walls may be known by their cells" {
  judged wings.py
}

@test "whole zones beside pieces have interfaces to the merged zones" { judged whole_beside.py; }

@test "rare contents of unstructured parts are put together by coordinates" {
  judged matched_corners.py
}

@test "parts that stay zones are joined" {
  judged keep.py --seed "${PCGNS_SEED:-1}" --rounds "$(rounds 3)"
}
