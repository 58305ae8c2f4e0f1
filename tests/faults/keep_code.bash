#!/bin/bash
# keep_code.bash ARGUMENT...: runs pcgns-merge as one of two ranks, and leaves its exit code in code.RANK.
"$PCGNS_BIN_DIR/pcgns-merge" "$@"
code=$?
echo $code >"code.${OMPI_COMM_WORLD_RANK:-${PMI_RANK:-0}}"
# Open MPI's launcher kills the others when one has failed, and they have something to write too.
for _ in {1..30}; do [[ -e code.0 && -e code.1 ]] || sleep 0.1; done
exit $code
