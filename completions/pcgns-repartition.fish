# fish completion for pcgns-repartition.

function __pcgns_repartition_inputs
    set -l word (commandline -ct)
    if string match -q '@*' -- $word
        printf '@%s\n' (__fish_complete_path (string sub -s 2 -- $word))
    else
        __fish_complete_suffix .cgns
        __fish_complete_suffix .hdf
    end
end

complete -c pcgns-repartition -k -f -a '(__pcgns_repartition_inputs)'

complete -c pcgns-repartition -l parts -x -d 'Number of parts\: ranks of the solver'
complete -c pcgns-repartition -l method -x -a 'rcb hilbert graph block keep file:' -d 'How cells of unstructured zones are chosen'
complete -c pcgns-repartition -l weights -x -d 'Field of cells whose sums become even'
complete -c pcgns-repartition -l targets -x -d 'Relative speeds of the processes, or @FILE'
complete -c pcgns-repartition -l map -r -F -d 'Write the rank of every cell'
complete -c pcgns-repartition -l order -x -a 'keep hilbert rcm' -d 'Of cells and vertices in unstructured parts'
complete -c pcgns-repartition -l min-cells -x -a '1 2 5' -d 'Cells of a part in each direction'
complete -c pcgns-repartition -l no-split -x -a 'i j k BC' -d 'Do not cut across this direction, or through boundary conditions'
complete -c pcgns-repartition -l multigrid -x -a '0 1 2 3' -d 'Split only at multiples of 2^K cells'
complete -c pcgns-repartition -l ghosts -x -a '0 1 2' -d 'Ghost layers across pieces and interfaces'
complete -c pcgns-repartition -l style -x -a 'maia seacas cassiopee flat' -d 'Names and metadata'
complete -c pcgns-repartition -l full-numbering -d 'Numbers of all vertices, faces, cells'
complete -c pcgns-repartition -l no-digest -d 'Parts keep no digest of the content'
complete -c pcgns-repartition -l plan -d 'Print the quality of the partition and stop'
complete -c pcgns-repartition -l plan-plot -r -F -d 'The same, and draw the parts'
complete -c pcgns-repartition -l from-plan -r -F -d 'Partition according to a saved plan'

complete -c pcgns-repartition -l allow-missing -d 'Accept gaps in a numbered set'
complete -c pcgns-repartition -l steps -x -a 'common all last' -d 'Which time steps: also A:B[:STRIDE]'
complete -c pcgns-repartition -l only -x -d 'Only zones, solutions, fields like this'
complete -c pcgns-repartition -l omit -x -d 'Omit matching zones, solutions, fields; may be repeated'

complete -c pcgns-repartition -l convention -x -a 'own maia cassiopee seacas xcore assembly' -d 'Partition metadata'
complete -c pcgns-repartition -l assembly -r -F -d 'JSON file that describes the pieces'
complete -c pcgns-repartition -l match-coordinates -d 'Merge pieces by coordinates'
complete -c pcgns-repartition -l keep-zones -d 'Keep pieces as zones of their own, with interfaces'
complete -c pcgns-repartition -l shared -x -a 'first average error' -d 'Where parts differ in a point that they share'

complete -c pcgns-repartition -s o -l output -r -F -d 'The files to write'
complete -c pcgns-repartition -s O -l overwrite -d 'Replace an existing output'
complete -c pcgns-repartition -s n -l dry-run -d 'Print the plan and stop'
complete -c pcgns-repartition -l resume -d 'Continue an interrupted run'
complete -c pcgns-repartition -l keep-partial -d 'Keep the files for --resume after a failure'
complete -c pcgns-repartition -l strict -d 'Treat anything that cannot be carried over as an error'
complete -c pcgns-repartition -l check -x -a 'none meta full' -d 'Check before publishing'

complete -c pcgns-repartition -l memory -x -a '64M 256M 1G 4G' -d 'Memory per rank for moving data'
complete -c pcgns-repartition -l hint -x -d 'I/O hint' \
    -a 'pcgns_alignment= pcgns_buffer= pcgns_checkpoint= pcgns_io=posix pcgns_io=mpiio'
complete -c pcgns-repartition -l progress -x -a 'auto always never' -d 'When to tell how far it has come'
complete -c pcgns-repartition -l color -x -a 'auto always never' -d 'When to use colour'
complete -c pcgns-repartition -l stall-timeout -x -a '0 60 600 3600' -d 'Give up after SECONDS without progress'
complete -c pcgns-repartition -l json -d 'The report as one JSON document'
complete -c pcgns-repartition -s q -l quiet -d 'Print errors only'
complete -c pcgns-repartition -s v -l verbose -d 'Print more detail; twice: from all ranks'
complete -c pcgns-repartition -l version -d 'Print the version'
complete -c pcgns-repartition -s h -l help -d 'Print the help'
