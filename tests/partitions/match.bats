#!/usr/bin/env bats
# Parts that carry no marks: put together by coordinates, or kept as zones that are joined.

load judge

@test "60 random meshes are put together by coordinates" {
  judged match.py --seed "${PCGNS_SEED:-1}" --rounds 60
}

@test "parts that stay zones are joined" {
  judged keep.py --seed "${PCGNS_SEED:-1}" --rounds 8
}
