// base.hpp: what every module uses: errors with exit codes, sizes, ranges, boxes, hashes, files.
//
// C++ only: no MPI, no HDF5. The kind of an Error decides the exit code of the program.
//
//     const pcgns::Budget memory = pcgns::parse_size("256MiB");
//     memory.require("a chunk", 16 * pcgns::mebi, 8);  // throws where it is more than an eighth
#pragma once

#include "pcgns/base/budget.hpp"
#include "pcgns/base/byte_stream.hpp"
#include "pcgns/base/bytes.hpp"
#include "pcgns/base/error.hpp"
#include "pcgns/base/file_descriptor.hpp"
#include "pcgns/base/fingerprint.hpp"
#include "pcgns/base/glob.hpp"
#include "pcgns/base/grid.hpp"
#include "pcgns/base/listener.hpp"
#include "pcgns/base/range.hpp"
#include "pcgns/base/words.hpp"
