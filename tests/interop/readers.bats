#!/usr/bin/env bats
# pcgns-verify check passes nothing that the reference library or VTK cannot read or loses data of: a few rows of the
# table that readers_table.py makes of all damages.

bats_require_minimum_version 1.5.0
load interop

@test "what other readers cannot read is not valid" {
  need_python
  need_vtk
  need_merge
  need_tool cgnscheck "${CC:-cc}"
  export PCGNS_BIN_DIR PCGNS_VTK_PYTHON
  run script readers_table --all --rows '*without_values'
  [[ $status == 0 && $output == *" damages, 0 rows wrong"* && $output == *"| field_without_values | T0209 | 1111 | "* ]]
  run script readers_table --rows 'no_[bc][ao]*'
  [[ $status == 0 && $output == *" damages, 0 rows wrong"* ]]
}
