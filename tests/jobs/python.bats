#!/usr/bin/env bats
# The Python package: jobs, lazy tree, lists, tutorial.

load ../bats

setup() {
  need_python
  cd "$BATS_TEST_TMPDIR" || return
  tests=$PCGNS_SOURCE_DIR/tests/jobs
}

@test "without mpi4py, the package works on one rank" {
  TMPDIR=$PWD "$PCGNS_PYTHON" "$tests/jobs_test.py"
}

@test "zones for PyVista and xarray have the order and the step of their values" {
  TMPDIR=$PWD "$PCGNS_PYTHON" "$tests/export_test.py"
}

@test "the jobs do not need NumPy" {
  mkdir numpy && echo 'raise ImportError("no NumPy")' >numpy/__init__.py
  PYTHONPATH=$PWD:$PYTHONPATH run -1 "$PCGNS_PYTHON" -c 'import pcgns; pcgns.digest("a.cgns")'
  [[ $output == *"a.cgns"* && $output != *NumPy* ]]
}

@test "with mpi4py, the jobs run on any number of ranks" {
  local ranks
  need_mpi4py
  for ranks in 1 2 3 4 7; do
    TMPDIR=$PWD WITH_MPI4PY=1 PCGNS_TIMEOUT=60 mpi "$ranks" "$PCGNS_PYTHON" "$tests/jobs_test.py"
  done
}

@test "a library of another MPI, none, and ranks without mpi4py are errors that say what to do" {
  printf '\177ELF\0libmpich.so.12\0' >other.so
  if "$PCGNS_PYTHON" -c 'from mpi4py import MPI; exit(MPI.get_vendor()[0] != "Open MPI")' 2>/dev/null; then
    PCGNS_LIBRARY=$PWD/other.so run -1 "$PCGNS_PYTHON" -c 'from mpi4py import MPI; import pcgns; pcgns.digest("a.cgns")'
    [[ $output == *"mpi4py uses Open MPI, but $PWD/other.so was built with MPICH"*"Install pcgns for Open MPI"* ]]
  fi
  PCGNS_LIBRARY=$PWD/absent.so run -1 "$PCGNS_PYTHON" -c 'import pcgns; pcgns.digest("a.cgns")'
  [[ $output == *"PCGNS_LIBRARY: $PWD/absent.so does not exist"* ]]
  mkdir mpi4py && echo 'raise ImportError' >mpi4py/__init__.py
  PYTHONPATH=$PWD:$PYTHONPATH OMPI_COMM_WORLD_SIZE=2 run -1 "$PCGNS_PYTHON" -c 'import pcgns; pcgns.digest("a.cgns")'
  [[ $output == *"2 processes were started, but Python has no mpi4py"* ]]
}

@test "an mpi4py of another MPI is an error, too, if it is imported after the library" {
  run -1 "$PCGNS_PYTHON" - <<'PYTHON'
import sys
import types

import pcgns

pcgns._library.library()
other = types.ModuleType("mpi4py.MPI")
other.get_vendor = lambda: ("Other MPI", (1, 0, 0))
other.COMM_WORLD = types.SimpleNamespace(py2f=lambda: 0, allgather=lambda value: [value])
sys.modules.update({"mpi4py": types.SimpleNamespace(MPI=other), "mpi4py.MPI": other})
pcgns.digest("a.cgns")
PYTHON
  [[ $output == *"Error: mpi4py uses Other MPI, but $PCGNS_LIBRARY was built with "* ]]
}

@test "a file that is not the library, and a library that is older than the package, are named" {
  need_tool cc
  local file
  echo 'const char* pcgns_version(void) { return "0.0.9"; }' >old.c
  echo 'int other;' >other.c
  for file in old other; do cc -shared -fPIC "$file.c" -o "$file.so"; done
  PCGNS_LIBRARY=$PWD/old.so run -1 "$PCGNS_PYTHON" -c 'import pcgns; pcgns.digest("a.cgns")'
  [[ $output == *"Error: $PWD/old.so is of pcgns 0.0.9, older than this package"* ]]
  PCGNS_LIBRARY=$PWD/other.so run -1 "$PCGNS_PYTHON" -c 'import pcgns; pcgns.digest("a.cgns")'
  [[ $output == *"Error: $PWD/other.so is not the library of pcgns"* ]]
  PCGNS_LIBRARY=$PWD run -1 "$PCGNS_PYTHON" -c 'import pcgns; pcgns.mpi_of_library()'
  [[ $output == *"Error: cannot load $PWD: "*"directory"* ]]
}

@test "the lazy tree has what h5py finds in every file of the corpus, and lists give the same mesh" {
  local opened same
  need_corpus
  mapfile -d '' files < <(find -L "$PCGNS_CORPUS/" -name '*.cgns' -print0)
  read -r opened same < <("$PCGNS_PYTHON" "$tests/corpus_test.py" "${files[@]}")
  echo "opened $opened of ${#files[@]}, wrote $same again"
  ((opened * 10 >= ${#files[@]} * 9 && same > 10))
}

@test "ten thousand zones are opened in the time of one walk" {
  [[ -z ${ASAN_OPTIONS:-} ]] || skip "sanitizers slow down the library, and not h5py"
  "$PCGNS_PYTHON" "$tests/many_zones_test.py" 10000
}

@test "the tutorial runs" {
  "$PCGNS_PYTHON" -m doctest -o ELLIPSIS -o NORMALIZE_WHITESPACE "$PCGNS_SOURCE_DIR/libcore/bindings/python/README.md"
}

@test "everything that users see has a text, and every signature types" {
  "$PCGNS_PYTHON" - <<'END'
import inspect
import pcgns
for name in pcgns.__all__:
    thing = getattr(pcgns, name)
    if callable(thing):
        assert inspect.getdoc(thing), name
        if inspect.isfunction(thing):
            parameters = inspect.signature(thing).parameters.values()
            assert all(one.annotation is not inspect.Parameter.empty for one in parameters), name
assert {"open", "to_lists", "write_lists", "capi"} <= set(dir(pcgns)), dir(pcgns)
assert not {"Any", "TYPE_CHECKING", "importlib"} & set(dir(pcgns)), dir(pcgns)
assert pcgns.__version__ == pcgns._library.library().pcgns_version().decode()
END
}

@test "the options without a value that errors call True are those of the programs" {
  local words
  for words in merge repartition restripe "verify check" "verify compare" "verify digest" "verify info"; do
    read -r -a words <<<"$words"
    "$PCGNS_BIN_DIR/pcgns-${words[0]}" "${words[@]:1}" --describe-options
  done | awk -F'\t' 'NF > 5 && $3 == "" && $2 ~ /--/ { sub(/.*--/, "", $2); print $2 }' | sort -u >all
  "$PCGNS_PYTHON" - <<'END'
import pcgns.jobs
of_terminal = {"explain", "help", "help-all", "json", "quiet", "rules", "verbose", "version"}
assert pcgns.jobs._FLAGS == set(open("all").read().split()) - of_terminal
END
}
