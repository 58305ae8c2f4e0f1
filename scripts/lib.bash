# lib.bash: what the scripts of this folder share: set-up, environment, words for the reader.
# shellcheck shell=bash

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
log=$root/build/log

# Debian 12 packages. The demo needs only the first group; tests need the second.
needed_for_demo=(
  g++ cmake ninja-build git pkg-config python3                            # to build
  openmpi-bin libopenmpi-dev libhdf5-openmpi-dev zlib1g-dev               # an MPI library and its parallel HDF5
  libcli11-dev libfmt-dev libspdlog-dev nlohmann-json3-dev libxxhash-dev  # options, log, JSON, hashes
  libcgns-dev                                                             # the reference library, for the example solver
)
needed=(
  "${needed_for_demo[@]}"
  mpich libmpich-dev libhdf5-mpich-dev  # another MPI library
  catch2 bats                           # to test
)
wished_for_demo=(
  ccache        # a second build takes seconds
  cgns-convert  # the reference library's programs look at the result
)
# Without one of these some tests are skipped, or the build is slower.
wished=(
  "${wished_for_demo[@]}"
  libptscotch-dev                                           # pcgns-repartition --method graph, with Open MPI
  hdf5-tools jq xxhash gnuplot-nox strace                   # other people's tools on our files, and for comparison
  python3-jsonschema bash-completion zsh fish               # schema and completions, tried for real
  python3-h5py python3-numpy python3-venv ca-certificates   # fixtures and comparisons, VTK from PyPI
  xfsprogs btrfs-progs                                      # outputs that share blocks with inputs, on loop-mounted images
  gfortran python3-pycparser                                # the C interface in Fortran and Python
  python3-mpi4py python3-pip                                # the Python package on many ranks, and its installation
  clang-format shellcheck mandoc                            # checks of the sources
  abigail-tools                                             # the interface, compared with the last release's
)

say() { printf '%s\n' "$*"; }
title() { printf '\n== %s\n' "$*"; }
die() {
  printf '%s: error: %s\n' "${0##*/}" "$*" >&2
  exit 2
}

# logged NAME COMMAND...: runs it with its output in a file, the end of which is shown if it fails.
logged() {
  local name=$1 status=0
  shift
  mkdir -p "$log"
  "$@" >"$log/$name" 2>&1 </dev/null || status=$?
  ((status == 0)) || { tail -n 40 "$log/$name"; say "(all of it: ${log#"$PWD"/}/$name)"; }
  return "$status"
}

# absent PACKAGE...: those that are not installed.
absent() {
  local installed
  installed=$(dpkg-query -W -f '${db:Status-Abbrev}${Package}\n' 2>/dev/null | sed -n 's/^ii //p')
  comm -23 <(printf '%s\n' "$@" | sort -u) <(sort -u <<<"$installed")
}

as_root() {
  if ((EUID == 0)); then "$@"; else sudo "$@"; fi
}

apt_install() { as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$@"; }

# install_packages, and what of it the demo needs: gets what is not there; one line for what cannot be had.
install_packages() { install_listed "${#needed[@]}" "${needed[@]}" "${wished[@]}"; }
install_packages_for_demo() { install_listed "${#needed_for_demo[@]}" "${needed_for_demo[@]}" "${wished_for_demo[@]}"; }

# install_listed COUNT PACKAGE...: the first COUNT packages are needed.
install_listed() {
  local must=("${@:2:$1}") may=("${@:2 + $1}") missing package
  command -v dpkg-query >/dev/null || { say "not a Debian: packages are taken as they are"; return; }
  mapfile -t missing < <(absent "${must[@]}" "${may[@]}")
  ((${#missing[@]} > 0)) || return 0
  say "installing ${missing[*]}"
  ((EUID == 0)) || command -v sudo >/dev/null || die "not root and no sudo; please install: ${missing[*]}"
  logged apt-update as_root apt-get update || true
  if ! logged apt-install apt_install "${missing[@]}" >/dev/null; then
    for package in "${missing[@]}"; do
      logged "apt-$package" apt_install "$package" >/dev/null || true
    done
  fi
  for package in $(absent "${may[@]}"); do
    say "package $package cannot be had; what needs it is skipped"
  done
  mapfile -t missing < <(absent "${must[@]}")
  ((${#missing[@]} == 0)) || die "needed, and cannot be had: ${missing[*]} (${log#"$PWD"/}/apt-install)"
}

# install_vtk: VTK for Python, which Debian's package of it cannot give together with h5py, into build/venv.
install_vtk() {
  local venv=$root/build/venv
  "$venv/bin/python" -c 'import vtkmodules.vtkIOCGNSReader' 2>/dev/null && return
  say "installing VTK for Python into build/venv"
  logged vtk make_venv "$venv" >/dev/null || say "PyPI's vtk cannot be had; comparisons with VTK are skipped"
}

# install_documentation_tools: what docs/requirements.txt names, into build/docs-venv, and a browser.
install_documentation_tools() {
  local venv=$root/build/docs-venv
  { command -v chromium && command -v pdftotext; } >/dev/null ||
    logged apt-chromium apt_install chromium poppler-utils >/dev/null ||
    say "packages chromium and poppler-utils cannot be had; the site is not checked in a browser, nor printed"
  cmp -s "$venv/requirements.txt" "$root/docs/requirements.txt" && return
  say "installing what builds the site into build/docs-venv"
  logged docs-venv make_documentation_venv "$venv" >/dev/null || say "not all of docs/requirements.txt can be had; the site is not built"
}

# install_mpi4py: for MPICH (Debian's is for Open MPI), with a Python that uses it, as build/mpich-python/bin/python3.
install_mpi4py() {
  local folder=$root/build/mpich-python
  "$folder/bin/python3" -c 'from mpi4py import MPI' 2>/dev/null && return
  say "installing mpi4py for MPICH into build/mpich-python"
  logged mpi4py make_mpich_python "$folder" >/dev/null || say "PyPI's mpi4py cannot be had; Python is not tested with MPICH"
}

make_documentation_venv() {
  /usr/bin/python3 -m venv --clear "$1"
  "$1/bin/python" -m pip install --disable-pip-version-check --retries 1 --requirement "$root/docs/requirements.txt"
  cp "$root/docs/requirements.txt" "$1"
}

make_venv() {
  /usr/bin/python3 -m venv --clear --system-site-packages "$1"
  # Alone: of what it asks for the reader needs NumPy only, and Debian's is the one that h5py fits.
  "$1/bin/python" -m pip install --disable-pip-version-check --retries 1 --no-deps vtk
}

# PyPI's mpi4py looks for MPICH's library under the name that its descendants share; Debian's has another.
make_mpich_python() {
  local library
  rm -rf "$1"
  library=$(ldconfig -p | awk '$1 == "libmpich.so.12" { print $NF; exit }')
  /usr/bin/python3 -m pip install --disable-pip-version-check --retries 1 --no-deps --only-binary :all: --target "$1/packages" 'mpi4py>=4.1'
  mkdir -p "$1/bin" "$1/lib"
  ln -s "${library:?no libmpich.so.12}" "$1/lib/libmpi.so.12"
  cat >"$1/bin/python3" <<END
#!/bin/sh
export MPI4PY_MPIABI=mpich
export PYTHONPATH="\${PYTHONPATH:+\$PYTHONPATH:}$1/packages" LD_LIBRARY_PATH="$1/lib\${LD_LIBRARY_PATH:+:\$LD_LIBRARY_PATH}"
exec /usr/bin/python3 "\$@"
END
  chmod +x "$1/bin/python3"
  "$1/bin/python3" -c 'from mpi4py import MPI'
}

# set_environment: for launchers and compilers.
set_environment() {
  set -a
  # shellcheck source=scripts/mpi.env
  source "$root/scripts/mpi.env"
  set +a
  # A compiler cache that serves every clone of this repository.
  if command -v ccache >/dev/null; then
    export CMAKE_C_COMPILER_LAUNCHER=ccache CMAKE_CXX_COMPILER_LAUNCHER=ccache
    export CCACHE_BASEDIR=$root CCACHE_NOHASHDIR=1
    export CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime  # as precompiled headers need it
  fi
}
