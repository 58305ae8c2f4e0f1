// file.hpp: CGNS in HDF5 and ADF: trees of input files, skeletons and updates of output files, which are
// HDF5.
//
// One rank opens each input, walks it once, and its tree is sent to every rank. One
// rank lays an output out and closes it, or all ranks do if it has many zones; then all fill it at the
// offsets in Layout.
//
//     const auto inputs = pcgns::file::read_trees(session, {"out_0000.cgns", "out_0001.cgns"}, {});
//     fmt::print("{} bulk arrays\n", inputs.arrays.size());
#pragma once

#include "pcgns/file/array_reader.hpp"
#include "pcgns/file/guard.hpp"
#include "pcgns/file/link_target.hpp"
#include "pcgns/file/open_files.hpp"
#include "pcgns/file/private_objects.hpp"
#include "pcgns/file/read_trees.hpp"
#include "pcgns/file/skeleton.hpp"
#include "pcgns/file/text_file.hpp"
#include "pcgns/file/update.hpp"
#include "pcgns/file/walked.hpp"
