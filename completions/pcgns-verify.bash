# bash completion for pcgns-verify, also behind mpirun, mpiexec and srun (see pcgns-merge.bash).
# shellcheck shell=bash

_pcgns_verify_words() { mapfile -t COMPREPLY < <(compgen -W "$1" -- "$cur"); }

_pcgns_verify_value_of() {
  case $1 in
    --layer) _pcgns_verify_words 'file tree mesh joins boundary values set' ;;
    --profile) _pcgns_verify_words 'sids mll restart archive' ;;
    --severity) _pcgns_verify_words 'note warning error' ;;
    --fail-on) _pcgns_verify_words 'note warning error' ;;
    --format) _pcgns_verify_words 'text json junit sarif' ;;
    --match) _pcgns_verify_words 'name ids coordinates' ;;
    --nan) _pcgns_verify_words 'equal different' ;;
    --steps) _pcgns_verify_words 'common all last' ;;
    --convention) _pcgns_verify_words 'own maia cassiopee seacas xcore assembly' ;;
    --shared) _pcgns_verify_words 'first average error' ;;
    --memory) _pcgns_verify_words '64M 256M 1G 4G' ;;
    --progress) _pcgns_verify_words 'auto always never' ;;
    --color) _pcgns_verify_words 'auto always never' ;;
    --stall-timeout) _pcgns_verify_words '0 60 600 3600' ;;
    --hint) _pcgns_verify_words 'pcgns_buffer=' ;;
    --assembly | --check-manifest | --manifest) _filedir ;;
    --abs | --disable | --enable | --explain | --ignore | --max | --only | --rel | --tol | --ulp) ;;
    *) return 1 ;;
  esac
}

_pcgns_verify_options_of() {
  case $1 in
    check)
      echo '
        --layer --profile --severity --fail-on --enable --disable --explain --list-rules --format
        --max --allow-missing --steps --convention --assembly --match-coordinates --keep-zones
        --shared --memory --hint --progress --color --stall-timeout --json -q --quiet -v --verbose
        --version -h --help'
      ;;
    compare)
      echo '
        --with --match --abs --rel --ulp --tol --nan --only --ignore --subset --max --allow-missing
        --steps --convention --assembly --match-coordinates --keep-zones --shared --memory --hint
        --progress --color --stall-timeout --json -q --quiet -v --verbose --version -h --help'
      ;;
    digest)
      echo '
        -h --help --each --tree --manifest -O --overwrite --check-manifest --ignore-missing --store
        --check-stored --allow-missing --steps --convention --assembly --match-coordinates
        --keep-zones --shared --memory --hint --progress --color --stall-timeout --json -q --quiet
        -v --verbose --version'
      ;;
    *) echo '--help -h --version' ;;
  esac
}

_pcgns_verify() {
  # shellcheck disable=SC2034  # _init_completion sets them all
  local cur prev words cword split
  _init_completion -s -n =@ || return
  local command=${words[1]-}

  if ((cword == 1)) && [[ $cur != -* ]]; then
    _pcgns_verify_words 'check compare digest'
    return
  fi
  _pcgns_verify_value_of "$prev" && return
  $split && return
  if [[ $cur == -* ]]; then
    _pcgns_verify_words "$(_pcgns_verify_options_of "$command")"
  else
    _filedir 'cgns|cgns.*|hdf'
  fi
}
complete -F _pcgns_verify pcgns-verify
