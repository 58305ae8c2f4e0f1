#!/usr/bin/env bats
# The Slurm job of the page on batch systems, under a Slurm of its own on this machine.

# shellcheck disable=SC2154  # $merge is of bats.bash

load ../bats

# Daemons of one node; times are short that Slurm counts in minutes.
start_slurm() {
  local slurm=$BATS_TEST_TMPDIR/slurm host port=$((20000 + $$ % 10000))
  host=$(hostname -s)
  mkdir -m 711 "$slurm"
  head -c 64 /dev/urandom >"$slurm/key"
  chmod 400 "$slurm/key"
  export SLURM_CONF=$slurm/slurm.conf
  cat >"$SLURM_CONF" <<END
ClusterName=test
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$port
SlurmdPort=$((port + 1))
SlurmUser=root
AuthInfo=socket=$slurm/munge,cred_expire=5
StateSaveLocation=$slurm
SlurmdSpoolDir=$slurm/spool
SlurmctldPidFile=$slurm/controller.pid
SlurmdPidFile=$slurm/node.pid
SlurmctldLogFile=$slurm/controller.log
SlurmdLogFile=$slurm/node.log
MailProg=/bin/true
ProctrackType=proctrack/linuxproc
SelectType=select/cons_tres
SchedulerParameters=sched_interval=1,bf_interval=1
SlurmdParameters=config_overrides
NodeName=$host NodeAddr=127.0.0.1 CPUs=4
PartitionName=all Nodes=ALL Default=YES
END
  munged --force --origin=127.0.0.1 --key-file="$slurm/key" --socket="$slurm/munge" --pid-file="$slurm/munge.pid" \
    --log-file="$slurm/munge.log" --seed-file="$slurm/seed"
  slurmctld -f "$SLURM_CONF"
  slurmd -f "$SLURM_CONF"
}

setup() {
  [[ -x $PCGNS_BIN_DIR/heat ]] || skip "without the examples"
  need_tool munged slurmctld slurmd sbatch
  ((EUID == 0)) || skip "the daemons of Slurm need root"
  [[ $PCGNS_MPIEXEC == *openmpi* ]] || skip "the page starts programs of Open MPI"
  start_slurm 3>&-
}

teardown() {
  local daemon
  for daemon in node controller munge; do
    pkill --pidfile "$BATS_TEST_TMPDIR/slurm/$daemon.pid" 2>/dev/null || continue
    within 10 test ! -e "$BATS_TEST_TMPDIR/slurm/$daemon.pid"
  done
}

# within SECONDS COMMAND...: waits until it succeeds.
within() {
  local end=$((SECONDS + $1))
  shift
  until "$@"; do
    ((SECONDS < end)) || return 1
    sleep 0.2
  done
}

has_completed() { scontrol show job 1 | grep -q JobState=COMPLETED; }

@test "a job that Slurm signals stops, queues itself again, and ends with the bytes of a run in one go" {
  cd "$BATS_TEST_TMPDIR"
  mkdir bin
  sed -n '/^## Slurm/,/^## PBS/s/^    //p' "$PCGNS_SOURCE_DIR/docs/site/guides/batch.md" >job
  mpi 4 "$PCGNS_BIN_DIR/heat" --zones 2x2x1 --cells 24x20x16 --steps 1 --write-every 1 --out out
  "$merge" -q -o whole.cgns out_*.cgns
  # The first run is slow enough for a signal to meet it.
  cat >bin/pcgns-merge <<END
#!/bin/sh
[ "\$SLURM_RESTART_COUNT" ] || export PCGNS_FAULT=move:slow
exec "$merge" --hint pcgns_buffer=32K --hint pcgns_checkpoint=0 "\$@"
END
  chmod +x bin/pcgns-merge
  PATH=$PWD/bin:$PATH sbatch --ntasks=2 --output=log --open-mode=append job
  within 20 test -e .out.cgns.pcgns-journal
  scancel --signal=USR1 1
  within 30 test -e out.cgns || { cat log; false; }
  grep 'stopped while moving data' log
  grep 'resuming: ' log
  cmp out.cgns whole.cgns
  within 10 has_completed
}
