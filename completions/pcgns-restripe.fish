# fish completion for pcgns-restripe.

function __pcgns_restripe_inputs
    set -l word (commandline -ct)
    if string match -q '@*' -- $word
        printf '@%s\n' (__fish_complete_path (string sub -s 2 -- $word))
    else
        __fish_complete_suffix .cgns
        __fish_complete_suffix .hdf
    end
end

complete -c pcgns-restripe -k -f -a '(__pcgns_restripe_inputs)'

complete -c pcgns-restripe -l allow-missing -d 'Accept gaps in a numbered set'
complete -c pcgns-restripe -l links -x -a 'keep copy split' -d 'Keep the links, copy what they lead to, or split'
complete -c pcgns-restripe -l relink -x -d 'Links to one file lead to another: OLD=NEW'

complete -c pcgns-restripe -s c -l stripe-count -x -a '1 8 64 -1' -d 'Stripes of the output'
complete -c pcgns-restripe -s S -l stripe-size -x -a '1M 4M 16M' -d 'Size of a stripe'
complete -c pcgns-restripe -l pool -x -d 'Pool of storage targets'
complete -c pcgns-restripe -l auto -d 'Choose the stripes'

complete -c pcgns-restripe -l layout -x -a 'keep contiguous chunked' -d 'How arrays lie'
complete -c pcgns-restripe -l align -x -a '64K 1M 4M 16M' -d 'Alignment of large arrays'
complete -c pcgns-restripe -l page-size -x -d 'Nodes in pages of this size'
complete -c pcgns-restripe -l compact-below -x -a '0 4K 64K' -d 'Smaller arrays lie in the header of their node'
complete -c pcgns-restripe -l chunk -x -a 'auto' -d 'Extents of chunks, such as 64,64,64'
complete -c pcgns-restripe -l deflate -x -a '1 6 9' -d 'Compress chunks: 1 (fast) to 9 (small)'
complete -c pcgns-restripe -l shuffle -d 'Bytes of equal weight together before compression'
complete -c pcgns-restripe -l filter -x -d 'A filter of HDF5: ID[:PARAMETER,...]'

complete -c pcgns-restripe -l libver -x -a 'v18 v110 latest' -d 'Oldest HDF5 that reads the output'
complete -c pcgns-restripe -l cgns-version -x -a '3.4 4.2' -d 'CGNS version to store in the output'
complete -c pcgns-restripe -l byte-order -x -a 'little big' -d 'Order of bytes'
complete -c pcgns-restripe -l index -x -a 'i4 i8 auto' -d 'Width of integers that number the mesh'
complete -c pcgns-restripe -l reals -x -a 'r4 r8' -d 'Width of fields and coordinates'
complete -c pcgns-restripe -l ngon -x -a 'new old' -d 'Polygons and mixed elements as since CGNS 4.0, or before'

complete -c pcgns-restripe -s o -l output -r -F -d 'File to write'
complete -c pcgns-restripe -s O -l overwrite -d 'Replace an existing output'
complete -c pcgns-restripe -s n -l dry-run -d 'Print the plan and stop'
complete -c pcgns-restripe -l resume -d 'Continue an interrupted run'
complete -c pcgns-restripe -l keep-partial -d 'Keep the files for --resume after a failure'
complete -c pcgns-restripe -l strict -d 'Treat anything that cannot be carried over as an error'
complete -c pcgns-restripe -l check -x -a 'none meta full' -d 'Check before publishing'

complete -c pcgns-restripe -l memory -x -a '64M 256M 1G 4G' -d 'Memory per rank for moving data'
complete -c pcgns-restripe -l hint -x -d 'I/O hint' \
    -a 'pcgns_alignment= pcgns_buffer= pcgns_checkpoint= pcgns_io=posix pcgns_io=mpiio'
complete -c pcgns-restripe -l progress -x -a 'auto always never' -d 'When to tell how far it has come'
complete -c pcgns-restripe -l color -x -a 'auto always never' -d 'When to use colour'
complete -c pcgns-restripe -l stall-timeout -x -a '0 60 600 3600' -d 'Give up after SECONDS without progress'
complete -c pcgns-restripe -l json -d 'The report as one JSON document'
complete -c pcgns-restripe -s q -l quiet -d 'Print errors only'
complete -c pcgns-restripe -s v -l verbose -d 'Print more detail; twice: from all ranks'
complete -c pcgns-restripe -l version -d 'Print the version'
complete -c pcgns-restripe -s h -l help -d 'Print the help'
