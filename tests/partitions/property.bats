#!/usr/bin/env bats
# What comes out is what was cut: meshes at random, cut at random, in every convention.

load judge

@test "the judge sees every bit that changes" {
  judged selftest.py --seeds 8
}

@test "parts are as the real programs write them" {
  judged check_splits.py --seeds 12
}

@test "random zones of parts are put together again" {
  judged property.py --seed "${PCGNS_SEED:-1}" --soak "$(rounds 6)"
}

@test "so are zones with every kind of node of the standard" {
  judged property.py --seed "${PCGNS_SEED:-1}" --soak "$(rounds 3)" --convention maia --contents all
}
