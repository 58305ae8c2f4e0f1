// io.hpp: the I/O engine: moves the values of a plan into a file, in rounds of bounded memory.
//
// The output is divided into file blocks. In each round an aggregator fills one block and writes it once,
// contiguously. Sources are arrays of input files or memory; sinks are files, comparisons or hashes.
//
//     pcgns::io::Task task{.plan = plan, .inputs = inputs, .offsets = layout.offsets, .end = layout.end,
//                          .machine = machine};
//     pcgns::io::execute(session, task, sink, {});
#pragma once

#include "pcgns/io/derived.hpp"
#include "pcgns/io/execute.hpp"
#include "pcgns/io/file_blocks.hpp"
#include "pcgns/io/number_table.hpp"
#include "pcgns/io/repack.hpp"
#include "pcgns/io/scratch_file.hpp"
#include "pcgns/io/shared_points.hpp"
#include "pcgns/io/sink.hpp"
#include "pcgns/io/slab.hpp"
#include "pcgns/io/source.hpp"
