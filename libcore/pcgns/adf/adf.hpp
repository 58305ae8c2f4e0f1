// adf.hpp: ADF, the older container of CGNS files: its nodes, and where their values are.
//
// Every byte is untrusted: all pointers, counts and lengths are checked against the size of the file. Nothing
// here opens files: bytes come from a function.
//
//     const FileDescriptor file(path, O_RDONLY);
//     adf::Database database([&](auto at, auto to) { file.read_at(at, to); }, size);
//     for (const auto& child : database.children(database.root())) fmt::print("{}\n", child.name);
#pragma once

#include "pcgns/adf/database.hpp"
#include "pcgns/adf/header.hpp"
