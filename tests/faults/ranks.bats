#!/usr/bin/env bats
# One rank fails, dies or stands still: all end, with one message, and nothing is published.

# Variables are of expect.bash and of bats; every test is a subshell of its own.
# shellcheck disable=SC2030,SC2031,SC2154,SC2164

load expect

setup_file() {
  load expect
  {
    row "$sets/plain" 2 && storage_zoo "$sets/zoo"
    # So many nodes that all ranks create some.
    echo "$sets/nodes.cgns --size 2x2x2 --zones" Zone{0..299}
  } | make_files
  cd "$sets" || return
  "$merge" -q -o whole.cgns zoo/out_*.cgns
  "$merge" -q -o whole_nodes.cgns nodes.cgns
}

# merge_zoo RANKS OPTION...
merge_zoo() { merge "$1" --hint pcgns_buffer=64K --hint pcgns_checkpoint=0 "${@:2}" "$sets"/zoo/out_*.cgns; }

# unpublished: whatever else is left, the output is not there.
unpublished() { [[ ! -e out.cgns ]] || explain "the output was published"; }

# stage RANK PLACE ERROR TEXT: a failure of one rank in one place ends all.
fails_in() {
  PCGNS_FAULT=$2:rank=$1:$3 merge_zoo 2 --check full
  refused "a fault on request: $2: $4"
}

@test "rank 0 fails while reading the trees" { fails_in 0 read EIO 'Input/output error'; }
@test "rank 1 fails while reading the trees" { fails_in 1 read EACCES 'Permission denied'; }
@test "rank 0 fails while laying out the output" { fails_in 0 skeleton ENOSPC 'No space left'; }
@test "rank 0 fails while moving" { fails_in 0 move EIO 'Input/output error'; }
@test "rank 1 fails while moving" { fails_in 1 move EIO 'Input/output error'; }
@test "rank 1 fails while syncing to the device" { fails_in 1 sync EDQUOT 'Disk quota exceeded'; }
@test "rank 0 fails while checking the output" { fails_in 0 check EIO 'Input/output error'; }
@test "rank 1 fails while checking the output" { fails_in 1 check EIO 'Input/output error'; }
@test "rank 0 fails while publishing" { fails_in 0 publish EIO 'Input/output error'; }

@test "the middle one of three ranks fails in the fifth round" {
  PCGNS_FAULT=move:rank=1:round=5:EIO merge_zoo 3
  refused 'a fault on request: move: Input/output error'
}

@test "all ranks fail: one message" {
  PCGNS_FAULT=move:round=3:EIO merge_zoo 2
  refused 'a fault on request: move: Input/output error'
}

@test "ranks fail while they create nodes" {
  local fault
  for fault in rank=0:ENOSPC rank=2:ENOSPC ENOSPC; do
    PCGNS_FAULT=nodes:$fault merge 3 "$sets/nodes.cgns"
    refused 'a fault on request: nodes: No space left'
  done
  PCGNS_FAULT=nodes:rank=1:bad_alloc merge 3 "$sets/nodes.cgns"
  refused 'memory'
  echo mine >out.cgns
  PCGNS_FAULT=nodes:rank=1:EIO merge 2 -O "$sets/nodes.cgns"
  fails 'a fault on request: nodes: Input/output error'
  [[ $(<out.cgns) == mine && $(find . -name '*out.cgns*') == ./out.cgns ]]
}

@test "a rank is killed, or stands still, while it creates nodes" {
  PCGNS_FAULT=nodes:rank=1:SIGKILL merge 3 "$sets/nodes.cgns"
  killed_or_failed SIGKILL
  unpublished
  merge 2 --resume "$sets/nodes.cgns"
  same_as "$sets/whole_nodes.cgns"
  rm out.cgns
  PCGNS_FAULT=nodes:rank=2:hang merge 3 --stall-timeout 2 "$sets/nodes.cgns"
  exit_code 2
  one_error 'rank 2 made no progress for 2 s while '
  unpublished
  merge 3 --resume "$sets/nodes.cgns"
  same_as "$sets/whole_nodes.cgns"
}

# killed FAULT: one rank is gone; the launcher ends the others. Then --resume goes on.
killed() {
  local begin=$SECONDS
  PCGNS_FAULT=$1 merge_zoo 2
  killed_or_failed "$1"
  ((SECONDS - begin < 20))
  [[ $output != *pcgns* ]] || explain "something on stdout that is not of the launcher"
  unpublished
  merge_zoo 2 --resume
  same_as "$sets/whole.cgns"
}

@test "rank 1 is killed before the first journal entry" { killed move:rank=1:round=1:SIGKILL; }
@test "rank 1 is killed in the middle" {
  killed move:rank=1:round=12:SIGKILL
  says 'resuming: '
}
@test "rank 0 is killed in the middle" {
  killed move:rank=0:round=12:SIGKILL
  says 'resuming: '
}
@test "rank 0 is killed while laying out the output" { killed skeleton:rank=0:SIGKILL; }
@test "rank 0 is killed just before publishing" { killed publish:rank=0:SIGKILL; }

@test "a rank is killed after --overwrite: the old output stays" {
  echo mine >out.cgns
  PCGNS_FAULT=move:rank=1:round=2:SIGKILL merge_zoo 2 -O
  killed_or_failed SIGKILL
  [[ $(<out.cgns) == mine ]]
  merge_zoo 2 -O --resume
  same_as "$sets/whole.cgns"
}

# stalled RANKS FAULT RANK: the watchdog names the rank that stands still, and ends all with 2.
stalled() {
  local begin=$SECONDS
  PCGNS_FAULT=$2 merge_zoo "$1" --stall-timeout 2
  ((SECONDS - begin < 20))
  exit_code 2
  [[ -z $output ]] || explain "something on stdout"
  one_error "rank $3 made no progress for 2 s while moving data"
  unpublished
  merge_zoo 2 --resume
  same_as "$sets/whole.cgns"
}

@test "rank 1 stands still in the middle" { stalled 2 move:rank=1:round=9:hang 1; }
@test "rank 0 stands still in the middle" { stalled 2 move:rank=0:round=9:hang 0; }
@test "rank 2 of three stands still in the middle" { stalled 3 move:rank=2:round=6:hang 2; }

@test "a rank that is slow all the time is not one that stands still" {
  PCGNS_FAULT=move:rank=1:slow merge_zoo 2 --stall-timeout 1
  same_as "$sets/whole.cgns"
}

# stopped_by_the_system PLACE: one rank is stopped, most likely in this place, where another one waits for it.
stopped_by_the_system() {
  local rank
  unset OMPI_MCA_odls_base_sigkill_timeout # as it is for everybody: it wakes the rank, and kills it a second later
  export PCGNS_FAULT=$1:slow
  start 2 --stall-timeout 2 --hint pcgns_buffer=64K --hint pcgns_checkpoint=0 "$sets"/zoo/out_*.cgns
  soon has_entries 3
  rank=$(process_of 1)
  kill -STOP "$rank"
  finish
  exit_code 2
  one_error 'rank 0 made no progress for 2 s while (moving data|syncing to the device)'
  unpublished
  soon gone "$rank"
}

@test "a rank that the system has stopped while it moves data" { stopped_by_the_system move; }
@test "a rank that the system has stopped while it waits for the device" { stopped_by_the_system sync; }

gone() { ! kill -0 "$1" 2>/dev/null; }

@test "a job that the system has stopped for a while, all ranks of it, goes on" {
  local -a ranks
  export PCGNS_FAULT=move:slow
  start 2 --stall-timeout 1 --hint pcgns_buffer=64K --hint pcgns_checkpoint=0 "$sets"/zoo/out_*.cgns
  soon has_entries 3
  read -r -d "" -a ranks < <(process_of 0 1) || true
  kill -STOP "${ranks[@]}"
  sleep 4
  kill -CONT "${ranks[@]}"
  finish
  same_as "$sets/whole.cgns"
}

@test "more ranks than zones: the same bytes" {
  merge 1 "$sets"/plain/out_*.cgns
  done_well
  mv out.cgns alone.cgns
  merge 7 "$sets"/plain/out_*.cgns
  same_as alone.cgns
}

@test "more ranks than zones: a failure of the last one ends all" {
  PCGNS_FAULT=move:rank=6:EIO merge 7 "$sets"/plain/out_*.cgns
  refused 'a fault on request: move: Input/output error'
}
