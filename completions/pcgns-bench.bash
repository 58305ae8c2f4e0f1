# bash completion for pcgns-bench, also behind mpirun, mpiexec and srun (see pcgns-merge.bash).
# shellcheck shell=bash

_pcgns_bench_words() { mapfile -t COMPREPLY < <(compgen -W "$1" -- "$cur"); }

_pcgns_bench_value_of() {
  case $1 in
    --against) _pcgns_bench_words 'auto ranks size problem' ;;
    --cache) _pcgns_bench_words 'warm cold' ;;
    --color) _pcgns_bench_words 'auto always never' ;;
    --engines) _pcgns_bench_words 'queue direct hdf5-collective hdf5-independent mpiio posix file-per-process gather relay one std buf donio shared everyone serial' ;;
    --memory) _pcgns_bench_words '64M 256M 1G 4G' ;;
    --preset) _pcgns_bench_words 'laptop published' ;;
    --progress) _pcgns_bench_words 'auto always never' ;;
    --stall-timeout) _pcgns_bench_words '0 60 600 3600' ;;
    --folder) _filedir -d ;;
    -o | --csv | --output) _filedir ;;
    --alignment | --buffer | --bytes-per-rank | --elements | --extents | --grid | --hint | --owners | --parts | --ranks-per-zone | --repetitions | --size | --threshold | --warm-ups | --writers | --zones) ;;
    *) return 1 ;;
  esac
}

_pcgns_bench_options_of() {
  case $1 in
    run)
      echo '
        --preset --size --zones --ranks-per-zone --extents --grid --elements --bytes-per-rank --parts
        --engines --repetitions --warm-ups --cache --sync --single-calls --writers --owners --buffer
        --alignment --folder --csv -O --overwrite --list --memory --hint --progress --color
        --stall-timeout --json -q --quiet -v --verbose --version -h --help'
      ;;
    plot)
      echo '
        -o --output -O --overwrite --against --engines --memory --hint --progress --color
        --stall-timeout --json -q --quiet -v --verbose --version -h --help'
      ;;
    compare)
      echo '
        --threshold --engines --memory --hint --progress --color --stall-timeout --json -q --quiet -v
        --verbose --version -h --help'
      ;;
    *) echo '--help -h --version' ;;
  esac
}

_pcgns_bench() {
  # shellcheck disable=SC2034  # _init_completion sets them all
  local cur prev words cword split
  _init_completion -s -n =@ || return
  local command=${words[1]-}

  if ((cword == 1)) && [[ $cur != -* ]]; then
    _pcgns_bench_words 'run plot compare'
    return
  fi
  _pcgns_bench_value_of "$prev" && return
  $split && return
  if [[ $cur == -* ]]; then
    _pcgns_bench_words "$(_pcgns_bench_options_of "$command")"
  elif [[ $command == run ]]; then
    _pcgns_bench_words 'a b c d e blocks pentahedra groundwater dns reorder open merge repartition'
  else
    _filedir json
  fi
}
complete -F _pcgns_bench pcgns-bench
