// h5.hpp: HDF5 with self-closing handles, and errors with the reason from HDF5's error stack.
//
// One thin function for each HDF5 feature that the library needs. Modules above see no HDF5 return codes.
//
//     auto file = pcgns::h5::own(H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose, "cannot open it");
//     for (const auto& link : pcgns::h5::links_of(file.get())) names.push_back(link.name);
#pragma once

#include "pcgns/h5/attributes.hpp"
#include "pcgns/h5/chunk_codec.hpp"
#include "pcgns/h5/chunk_finder.hpp"
#include "pcgns/h5/datasets.hpp"
#include "pcgns/h5/error.hpp"
#include "pcgns/h5/handle.hpp"
#include "pcgns/h5/links.hpp"
#include "pcgns/h5/output_file.hpp"
#include "pcgns/h5/types.hpp"
#include "pcgns/h5/values.hpp"
