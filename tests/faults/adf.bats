#!/usr/bin/env bats
# Damaged ADF files: an error that names the place, or a right answer; no crash, and nothing takes long.
# PCGNS_ROUNDS=10 makes more than 2000 of them.

# shellcheck disable=SC2154  # variables of expect.bash

load expect

@test "random damage: bytes, cut-off ends, pointers that lead elsewhere" {
  local copy=$BATS_TEST_TMPDIR/copy_adf
  need_python
  need_tool hdf2adf "${CC:-cc}"
  echo '#include <ADF.h>' | "${CC:-cc}" -E - >/dev/null 2>&1 || skip "no ADF.h"
  "${CC:-cc}" -O1 -w -o "$copy" "$tests/interop/copy_adf.c" -lcgns
  echo "good.cgns --size 6x5x4 --zones Zone0 Zone1" | make_files
  hdf2adf good.cgns adf.cgns >/dev/null
  "$copy" adf.cgns IEEE_BIG_32 big.cgns --grown
  "$copy" adf.cgns LEGACY grown.cgns --grown
  run "$PCGNS_PYTHON" "$tests/faults/damage_adf.py" "$PCGNS_BIN_DIR" adf.cgns big.cgns grown.cgns --count "$(rounds 220)"
  echo "$output"
  [[ $status -eq 0 && $output == *"pointer: exit 2"* ]]
}
