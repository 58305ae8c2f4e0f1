# bash completion for pcgns-restripe, also behind mpirun, mpiexec and srun.
#
# bash-completion loads this file when pcgns-restripe is completed for the first time. Behind a launcher it works from
# then on; for that in every new shell, source this file in ~/.bashrc.
# shellcheck shell=bash

_pcgns_words() { mapfile -t COMPREPLY < <(compgen -W "$1" -- "$cur"); }

_pcgns_restripe_value_of() {
  case $1 in
    -o | --output) _filedir ;;
    --links) _pcgns_words 'copy keep split' ;;
    --layout) _pcgns_words 'keep contiguous chunked' ;;
    -c | --stripe-count) _pcgns_words '1 8 64 -1' ;;
    -S | --stripe-size) _pcgns_words '1M 4M 16M' ;;
    --align) _pcgns_words '64K 1M 4M 16M' ;;
    --compact-below) _pcgns_words '0 4K 64K' ;;
    --chunk) _pcgns_words 'auto' ;;
    --deflate) _pcgns_words '1 6 9' ;;
    --libver) _pcgns_words 'v18 v110 latest' ;;
    --cgns-version) _pcgns_words '3.4 4.2' ;;
    --byte-order) _pcgns_words 'little big' ;;
    --index) _pcgns_words 'i4 i8 auto' ;;
    --reals) _pcgns_words 'r4 r8' ;;
    --ngon) _pcgns_words 'new old' ;;
    --check) _pcgns_words 'none meta full' ;;
    --progress | --color) _pcgns_words 'auto always never' ;;
    --memory) _pcgns_words '64M 256M 1G 4G' ;;
    --stall-timeout) _pcgns_words '0 60 600 3600' ;;
    --hint)
      compopt -o nospace
      _pcgns_words 'pcgns_alignment= pcgns_buffer= pcgns_checkpoint= pcgns_io=posix pcgns_io=mpiio'
      # What stands before "=" is a word of its own to readline.
      [[ $cur != *=* || $COMP_WORDBREAKS != *=* ]] || COMPREPLY=("${COMPREPLY[@]#"${cur%%=*}="}")
      ;;
    --filter | --pool | --page-size | --relink) ;;
    *) return 1 ;;
  esac
}

_pcgns_restripe() {
  # shellcheck disable=SC2034  # _init_completion sets them all
  local cur prev words cword split
  _init_completion -s -n =@ || return

  _pcgns_restripe_value_of "$prev" && return
  $split && return

  if [[ $cur == -* ]]; then
    _pcgns_words '
      --allow-missing --links --relink
      -c --stripe-count -S --stripe-size --pool --auto
      --layout --align --page-size --compact-below --chunk --deflate --shuffle --filter
      --libver --cgns-version --byte-order --index --reals --ngon
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
complete -F _pcgns_restripe pcgns-restripe

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
