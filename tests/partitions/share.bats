#!/usr/bin/env bats
# A share of what corpus.bats and property.bats have, for every MPI library.

load judge

@test "a real set of each convention is put together on three ranks" {
  need_corpus perrank
  judged corpus.py maia-s-twoblocks-n4 maia-cube-ngon-n4 seacas-5blocks-struc-n4 cassiopee-5blocks-ghost1-n2 --ranks 0 3
}

@test "other random zones of parts are put together again" {
  judged property.py --seed 5000 --soak "$(rounds 2)"
}
