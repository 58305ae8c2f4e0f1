#!/usr/bin/env bats
# Files that lie about their values (hostile.py): no program takes them, no byte of memory gets into an output, and
# nothing takes long. The same lies, and more, are told to the reader itself in tests/parallel/h5/values_test.cpp.

# Variables are of expect.bash and of bats; every test is a subshell of its own.
# shellcheck disable=SC2030,SC2031,SC2154

load expect

setup_file() {
  load expect
  need_python
  "$PCGNS_PYTHON" "$tests/faults/hostile.py" "$sets/hostile"
  echo "$sets/good.cgns --size 8x7x6" | make_files
}

# refuse PROGRAM ARGUMENT...: for every lie, the program ends soon with 2 and one error that names the node.
refuse() {
  local file
  program=$1
  for file in "$sets"/hostile/*.cgns; do
    run --separate-stderr timeout "$((${PCGNS_TIMEOUT:-20} / 2))" "$PCGNS_BIN_DIR/$program" "${@:2}" "$file"
    refused "${file##*/}:/Base/(Zone1/FlowSolution/Pressure|Extra/Large): " || return
  done
}

@test "merge takes no file that lies about its values" { refuse pcgns-merge -o out.cgns; }

@test "repartition takes no file that lies about its values" { refuse pcgns-repartition --parts 2 -o out.cgns_%d; }

@test "restripe passes on no chunk that lies, whether it decodes it or copies it" {
  refuse pcgns-restripe -o out.cgns && refuse pcgns-restripe --deflate 1 --chunk auto -o out.cgns
}

@test "restripe copies a chunk that lies only where it is to check nothing, and the next reader finds it" {
  echo "large.cgns --size 24x24x24 --zones Z --gzip" | make_files
  "$PCGNS_PYTHON" - <<'PY'
import h5py, zlib
with h5py.File("large.cgns", "r+") as file:
    values = file["Base/Z/FlowSolution/Pressure/ data"]
    values.id.write_direct_chunk((0,) * values.ndim, zlib.compress(bytes(64)), 0)
PY
  program=pcgns-restripe
  run --separate-stderr on 2 "$PCGNS_BIN_DIR/$program" -o out.cgns large.cgns
  refused 'large.cgns:/Base/Z/FlowSolution/Pressure: chunk 1: it does not decompress to its [0-9]+ bytes'
  run --separate-stderr on 2 "$PCGNS_BIN_DIR/$program" --check none -o copy.cgns large.cgns
  exit_code 0
  program=pcgns-merge
  merge 0 copy.cgns
  refused 'copy.cgns:/Base/Z/FlowSolution/Pressure: .*chunk 1: '
}

@test "digest and compare judge no file that lies about its values" {
  refuse pcgns-verify digest && refuse pcgns-verify compare "$sets/good.cgns" --with
}

@test "check finds every lie but a chunk that is only too large for --memory" {
  local file
  for file in "$sets"/hostile/*.cgns; do
    run --separate-stderr timeout "$((${PCGNS_TIMEOUT:-20} / 2))" "$PCGNS_BIN_DIR/pcgns-verify" check "$file"
    case $file in
      *chunk_of_320_mib*) exit_code 2 && says 'Extra/Large: a compressed chunk has 320 MiB' || return ;;
      *) exit_code 1 && grep -Eq 'F0410|F0413|cannot (be )?read|declare' <<<"$output" || explain "not found: $file" || return ;;
    esac
  done
}

@test "a chunk that fits into --memory is merged" {
  merge 0 --memory 320M "$sets/hostile/chunk_of_320_mib.cgns"
  done_well
}

@test "sparse values of moderate size are what they are: zeros" {
  "$PCGNS_PYTHON" - "$tests" <<'PY'
import pathlib, sys
sys.path.insert(0, sys.argv[1] + "/faults")
import hostile, subprocess
path = pathlib.Path("sparse.cgns")
subprocess.run([sys.executable, sys.argv[1] + "/cli/make_cgns.py", path], check=True)
hostile.large_array(path, hostile.creation((1024,)), (1 << 20,))
PY
  merge 0 sparse.cgns
  done_well
}
