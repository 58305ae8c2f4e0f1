# fish completion for pcgns-merge.

function __pcgns_merge_inputs
    set -l word (commandline -ct)
    if string match -q '@*' -- $word
        printf '@%s\n' (__fish_complete_path (string sub -s 2 -- $word))
    else
        __fish_complete_suffix .cgns
        __fish_complete_suffix .hdf
    end
end

complete -c pcgns-merge -k -f -a '(__pcgns_merge_inputs)'

complete -c pcgns-merge -l allow-missing -d 'Accept gaps in a numbered set'
complete -c pcgns-merge -l steps -x -a 'common all last' -d 'Which time steps: also A:B[:STRIDE]'
complete -c pcgns-merge -l on-conflict -x -a 'error first' -d 'Where inputs disagree'
complete -c pcgns-merge -l only -x -d 'Only zones, solutions, fields like this'
complete -c pcgns-merge -l omit -x -d 'Omit matching zones, solutions, fields; may be repeated'
complete -c pcgns-merge -l links -x -a 'copy keep' -d 'Copy what links lead to, or keep the links'
complete -c pcgns-merge -l virtual -d 'Write links to the zones of the inputs, no data'

complete -c pcgns-merge -l convention -x -a 'own maia cassiopee seacas xcore assembly' -d 'Partition metadata'
complete -c pcgns-merge -l assembly -r -F -d 'JSON file that describes the pieces'
complete -c pcgns-merge -l match-coordinates -d 'Merge pieces by coordinates'
complete -c pcgns-merge -l keep-zones -d 'Keep pieces as zones of their own, with interfaces'
complete -c pcgns-merge -l shared -x -a 'first average error' -d 'Where parts differ in a point that they share'
complete -c pcgns-merge -l explain -d 'Say how the parts of zones are known'

complete -c pcgns-merge -s o -l output -r -F -d 'File to write'
complete -c pcgns-merge -s O -l overwrite -d 'Replace an existing output'
complete -c pcgns-merge -s n -l dry-run -d 'Print the plan and stop'
complete -c pcgns-merge -l resume -d 'Continue an interrupted run'
complete -c pcgns-merge -l keep-partial -d 'Keep the files for --resume after a failure'
complete -c pcgns-merge -l strict -d 'Treat anything that cannot be carried over as an error'
complete -c pcgns-merge -l check -x -a 'none meta full' -d 'Check before publishing'

complete -c pcgns-merge -l memory -x -a '64M 256M 1G 4G' -d 'Memory per rank for moving data'
complete -c pcgns-merge -l hint -x -d 'I/O hint' \
    -a 'pcgns_alignment= pcgns_buffer= pcgns_checkpoint= pcgns_io=posix pcgns_io=mpiio'
complete -c pcgns-merge -l progress -x -a 'auto always never' -d 'When to tell how far it has come'
complete -c pcgns-merge -l color -x -a 'auto always never' -d 'When to use colour'
complete -c pcgns-merge -l stall-timeout -x -a '0 60 600 3600' -d 'Give up after SECONDS without progress'
complete -c pcgns-merge -l json -d 'The report as one JSON document'
complete -c pcgns-merge -s q -l quiet -d 'Print errors only'
complete -c pcgns-merge -s v -l verbose -d 'Print more detail; twice: from all ranks'
complete -c pcgns-merge -l version -d 'Print the version'
complete -c pcgns-merge -s h -l help -d 'Print the help'
