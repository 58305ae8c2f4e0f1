#!/bin/bash
# keep_code.bash ARGUMENT...: runs pcgns-merge as one rank, and leaves its exit code in code.RANK.
"$PCGNS_BIN_DIR/pcgns-merge" "$@"
code=$?
echo $code >"code.${OMPI_COMM_WORLD_RANK:-${PMI_RANK:-0}}"
exit $code
