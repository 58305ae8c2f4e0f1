#!/usr/bin/env bats
# Stripes, with stand-ins for the tools of Lustre and BeeGFS: they record what they are asked, and fail on request.

# shellcheck disable=SC2030,SC2031,SC2154  # every test is a subshell; variables of restripe.bash and bats

load restripe

setup() {
  need_python
  cd "$BATS_TEST_TMPDIR" || return
  make_fields in.cgns --size 12
  mkdir bin
  export CALLS=$PWD/calls PATH=$PWD/bin:$PATH
}

# stand_in NAME: a tool that records its arguments; STAND_IN_FAILS: what it fails with.
stand_in() {
  cat >"bin/$1" <<'END'
#!/bin/bash
echo "${0##*/} $*" >>"$CALLS"
case $STAND_IN_FAILS:$* in
  permission:*set*) echo "error: setstripe: permission denied" >&2; exit 13 ;;
  space:*set*) echo "error: setstripe: No space left on device" >&2; exit 28 ;;
  old:setstripe*' -S '*) echo "setstripe: invalid option -- 'S'" >&2; exit 22 ;;
esac
case $1 in
  setstripe) : >"${!#}" ;;
  getstripe) echo "lmm_stripe_count: 8"; echo "lmm_stripe_size: 1048576" ;;
  --getentryinfo | entry) [[ $2 == set ]] || echo "Chunksize: 1M" ;;
esac
END
  chmod +x "bin/$1"
}

on_lustre() { PCGNS_PRETEND_FILE_SYSTEM=lustre run --separate-stderr mpi 2 "$restripe" -o out.cgns "$@" in.cgns; }
on_beegfs() { PCGNS_PRETEND_FILE_SYSTEM=beegfs run --separate-stderr mpi 2 "$restripe" -o out.cgns "$@" in.cgns; }
failed() { [[ $status -eq 2 && $stderr == *"$1"* && -z $(find . -name '*out.cgns*') ]]; }

@test "lfs makes the part file, and says how" {
  stand_in lfs
  on_lustre -c 8 -S 1M --pool fast
  echo "$output $stderr"
  [[ $status -eq 0 && $output == *"striped (lmm_stripe_count: 8 lmm_stripe_size: 1048576)"* ]]
  diff - calls <<END
lfs setstripe -c 8 -S 1048576 -p fast $PWD/.out.cgns.pcgns-part
lfs getstripe $PWD/.out.cgns.pcgns-part
END
  same_tree in.cgns out.cgns
}

@test "chunks too go into a striped file" {
  stand_in lfs
  on_lustre -c 4 --deflate 1
  [[ $status -eq 0 && $(head -1 calls) == "lfs setstripe -c 4 "* ]]
  same_tree in.cgns out.cgns
}

@test "the lfs of old is asked in its own way" {
  stand_in lfs
  STAND_IN_FAILS=old on_lustre -c 8 -S 1M
  [[ $status -eq 0 && $(sed -n 2p calls) == "lfs setstripe -c 8 -s 1048576 "* ]]
}

@test "what the tool refuses is an error that says why" {
  stand_in lfs
  STAND_IN_FAILS=permission on_lustre -c 8
  failed "lfs setstripe failed (13): error: setstripe: permission denied"
  STAND_IN_FAILS=space on_lustre -c 8
  failed "No space left on device"
  stand_in beegfs-ctl
  STAND_IN_FAILS=permission on_beegfs -c 8
  failed "beegfs-ctl --setpattern failed (13)"
}

@test "without a tool MPI-IO is asked, and that is said" {
  PATH=${PATH#*:} on_lustre -c 8 -S 1M
  [[ $status -eq 0 && $stderr == *"striping was requested through MPI-IO"* ]]
  same_tree in.cgns out.cgns
}

@test "BeeGFS, old and new" {
  stand_in beegfs-ctl
  on_beegfs -c 8 -S 1M --pool 2
  echo "$output $stderr"
  [[ $status -eq 0 && $output == *"striped (Chunksize: 1M)"* ]]
  [[ $(head -1 calls) == "beegfs-ctl --setpattern --numtargets=8 --chunksize=1048576 --storagepoolid=2 $PWD/.out.cgns.pcgns-part-folder" ]]
  same_tree in.cgns out.cgns
  rm bin/beegfs-ctl calls out.cgns
  stand_in beegfs
  on_beegfs -c 8
  [[ $status -eq 0 && $(head -1 calls) == "beegfs entry set --num-targets=8 $PWD/.out.cgns.pcgns-part-folder" ]]
  [[ ! -e .out.cgns.pcgns-part-folder ]]
}

@test "where there are no stripes, that is said, and arrays are aligned" {
  stand_in lfs
  run --separate-stderr mpi 2 "$restripe" -c 8 -S 64K -o out.cgns in.cgns
  [[ $status -eq 0 && $stderr == *"does not support striping"* && ! -e calls ]]
}

@test "--auto says what it chooses, and what is given counts" {
  stand_in lfs
  on_lustre --auto
  [[ $stderr == *"1 stripe of 1 MiB: chosen for "* && $(head -1 calls) == "lfs setstripe -c 1 -S 1048576 "* ]]
  rm out.cgns calls
  on_lustre --auto -c 3
  [[ $(head -1 calls) == "lfs setstripe -c 3 -S 1048576 "* ]]
}

@test "sizes that no stripe has are refused" {
  local size
  for size in 0 100K 4G big; do
    run --separate-stderr "$restripe" -S "$size" -o out.cgns in.cgns
    [[ $status -eq 2 && ! -e out.cgns ]]
  done
}

@test "a part file of another run is left alone" {
  stand_in lfs
  echo other >.out.cgns.pcgns-part
  on_lustre -c 8
  [[ $status -eq 2 && $stderr == *"another run is writing this output"* && $(<.out.cgns.pcgns-part) == other ]]
}
