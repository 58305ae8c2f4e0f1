// place.hpp: room for arrays at places that were chosen before.
#pragma once

#include <cstdint>

#include "pcgns/file/node_writer.hpp"
#include "pcgns/h5/output_file.hpp"

namespace pcgns::file {

/// Makes a contiguous dataset whose values begin at byte `place` of the file; -1: where HDF5 likes. Throws
/// h5::Failure if they do not.
[[nodiscard]] h5::Handle allocate(h5::OutputFile& file, const NodeWriter& writer, hid_t group,
                                  const plan::Target& target, std::int64_t place);

}  // namespace pcgns::file
