// store.hpp: keeps the digests of a file inside the file, invisible to CGNS readers.
#pragma once

#include <optional>
#include <string>

#include "pcgns/file/open_files.hpp"

namespace pcgns::digest {

/// The manifest stored in `path`; nothing if there is none. Throws Error{input}. @note Local.
[[nodiscard]] std::optional<std::string> stored_digests(const std::string& path);

/// Stores `text` in `path`, replacing a stored manifest. Throws Error{input} unless the file is still as
/// `seen`.
///
/// HDF5 changes a file in several writes, between which it is invalid. A copy is therefore changed, synced,
/// read back and renamed over `path`, so the name always leads to a valid file. Owner and permissions are
/// kept. On Error{in_place} the digests are stored, but syncing the folder failed; on any other Error the
/// file is unchanged. A file with several hard links is an error, because the others would keep the old file.
/// @note Local.
void store_digests(const std::string& path, const file::FileState& seen, const std::string& text);

/// The contents of the text file `path`. Throws Error{io}. @note Local.
[[nodiscard]] std::string read_list(const std::string& path);

}  // namespace pcgns::digest
