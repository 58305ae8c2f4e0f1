# bash completion for pcgns-repartition, also behind mpirun, mpiexec and srun.
#
# bash-completion loads this file when pcgns-repartition is completed for the first time. Behind a launcher it works from
# then on; for that in every new shell, source this file in ~/.bashrc.
# shellcheck shell=bash

_pcgns_words() { mapfile -t COMPREPLY < <(compgen -W "$1" -- "$cur"); }

_pcgns_repartition_value_of() {
  case $1 in
    -o | --output | --plan-plot) _filedir ;;
    --map) _filedir cgns ;;
    --assembly | --from-plan) _filedir json ;;
    --convention) _pcgns_words 'own maia cassiopee seacas xcore assembly' ;;
    --shared) _pcgns_words 'first average error' ;;
    --check) _pcgns_words 'none meta full' ;;
    --method) _pcgns_words 'rcb hilbert graph block keep file:' ;;
    --order) _pcgns_words 'keep hilbert rcm' ;;
    --min-cells) _pcgns_words '1 2 5' ;;
    --no-split) _pcgns_words 'i j k BC' ;;
    --multigrid) _pcgns_words '0 1 2 3' ;;
    --ghosts) _pcgns_words '0 1 2' ;;
    --style) _pcgns_words 'maia seacas cassiopee flat' ;;
    --steps) _pcgns_words 'common all last' ;;
    --progress | --color) _pcgns_words 'auto always never' ;;
    --memory) _pcgns_words '64M 256M 1G 4G' ;;
    --stall-timeout) _pcgns_words '0 60 600 3600' ;;
    --hint)
      compopt -o nospace
      _pcgns_words 'pcgns_alignment= pcgns_buffer= pcgns_checkpoint= pcgns_io=posix pcgns_io=mpiio'
      # What stands before "=" is a word of its own to readline.
      [[ $cur != *=* || $COMP_WORDBREAKS != *=* ]] || COMPREPLY=("${COMPREPLY[@]#"${cur%%=*}="}")
      ;;
    --parts | --only | --omit | --weights | --targets) ;;
    *) return 1 ;;
  esac
}

_pcgns_repartition() {
  # shellcheck disable=SC2034  # _init_completion sets them all
  local cur prev words cword split
  _init_completion -s -n =@ || return

  _pcgns_repartition_value_of "$prev" && return
  $split && return

  if [[ $cur == -* ]]; then
    _pcgns_words '
      --parts --method --weights --targets --map --order --min-cells --no-split --multigrid --ghosts --style
      --full-numbering --no-digest --plan --plan-plot --from-plan
      --allow-missing --steps --only --omit
      --convention --assembly --match-coordinates --keep-zones --shared
      -o --output -O --overwrite -n --dry-run --resume --keep-partial --strict --check
      --memory --hint --progress --color --stall-timeout --json -q --quiet -v --verbose
      --version -h --help'
  elif [[ $cur == @* ]]; then
    cur=${cur#@}
    _filedir
    [[ $COMP_WORDBREAKS == *@* ]] || COMPREPLY=("${COMPREPLY[@]/#/@}")
  else
    _filedir 'cgns|cgns.*|hdf'
  fi
}
complete -F _pcgns_repartition pcgns-repartition

# What a launcher starts is completed as if it stood alone. All else is left to bash.
_pcgns_launched() {
  local i
  for ((i = 1; i < COMP_CWORD; i++)); do
    if [[ ${COMP_WORDS[i]##*/} == pcgns-* ]]; then
      _command_offset "$i"
      return
    fi
  done
  if [[ $2 == pcgns* ]]; then mapfile -t COMPREPLY < <(compgen -c -- "$2"); fi
}
for _pcgns_launcher in {mpirun,mpiexec}{,.openmpi,.mpich,.hydra} orterun prterun srun; do
  # A launcher that has a completion keeps it.
  complete -p "$_pcgns_launcher" &>/dev/null || complete -o bashdefault -o default -F _pcgns_launched "$_pcgns_launcher"
done
unset _pcgns_launcher
