# systems.bash: other Debian systems, in folders (chroot): made once, and entered with the sources at hand. Needs lib.bash.
# shellcheck shell=bash

place=${PCGNS_PLATFORMS:-$root/build/platforms}
exchange=$place/results  # what every system sees as /results

need_systems() {
  ((EUID == 0)) || die "making and entering other systems needs root"
  command -v mmdebstrap >/dev/null && return
  logged apt-update apt-get update || true
  logged apt-mmdebstrap apt_install mmdebstrap || die "mmdebstrap cannot be had"
}

# within NAME ARGUMENT...: runs the script of the standard input there, with the sources in /src, $exchange in /results, and
# the real files that tests read, if there are any, where the tests look for them.
within() {
  local system=$place/$1 corpus=${PCGNS_CORPUS:-$root/../shared/corpus}
  shift
  # shellcheck disable=SC2016
  unshare --mount bash -euc '
    system=$1; sources=$2; results=$3; corpus=$4; shift 4
    mkdir -p "$system"/{src,results,build} "$results"
    mount --bind "$sources" "$system/src"; mount -o remount,bind,ro "$system/src"
    mount --bind "$results" "$system/results"
    if [[ -d $corpus ]]; then
      mkdir -p "$system/shared/corpus"
      mount --bind "$corpus" "$system/shared/corpus"; mount -o remount,bind,ro "$system/shared/corpus"
    fi
    [[ -e $system/etc/hosts ]] || cp /etc/hosts "$system/etc/hosts"  # or every look-up of localhost waits for a name server
    mount -t proc proc "$system/proc"; mount --rbind /dev "$system/dev"
    mount --rbind /sys "$system/sys"
    script=$(cat)  # not left in the standard input: a launcher would swallow what follows it
    exec chroot "$system" /usr/bin/env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 \
      bash -euo pipefail -c "$script" within "$@" </dev/null
  ' - "$system" "$root" "$exchange" "$corpus" "$@"
}

# The archive that this machine's own apt uses.
mirror() {
  cat /etc/apt/sources.list /etc/apt/sources.list.d/* 2>/dev/null | grep -v '^ *#' | grep -oE 'https?://[^ ]*/debian/?( |$)' | head -n 1
}

# make_system NAME SUITE PACKAGE...: unless it is there. A snapshot of an archive may be older than its date of expiry.
make_system() {
  local name=$1 suite=$2
  [[ ! -e $place/$name/ready ]] || return 0
  say "$name: making the system"
  rm -rf "${place:?}/$name"
  mkdir -p "$place"
  mmdebstrap --quiet --variant=apt --components=main --include=ca-certificates \
    --aptopt='Acquire::Check-Valid-Until "false"' "$suite" "$place/$name" "$(mirror)"
  within "$name" "${@:3}" <<'END'
export DEBIAN_FRONTEND=noninteractive
apt-get update -q
apt-get install -qy --no-install-recommends -o Dpkg::Options::=--force-unsafe-io "$@"
touch /ready
END
}
