// digest_store.hpp: a list of digests kept in the file that it is of, where no reader of CGNS looks.
#pragma once

#include <optional>
#include <string>

#include "pcgns/file/open_files.hpp"

namespace pcgns::verify {

/// The list that `path` has; nothing if it has none. Throws Error{input}. @note Local.
[[nodiscard]] std::optional<std::string> stored_digests(const std::string& path);

/// Puts `text` into `path`, in place of such a list that it has. The file is `seen`, or Error{input}.
///
/// HDF5 changes a file in several writes, between which it is damaged. So a copy beside the file is changed,
/// made durable, read back, and then takes its name: at every moment the name leads to the old file or to the
/// new one, both whole. Owner and permissions stay. Throws Error{io} or Error{usage}, the file being as it
/// was: also where it has further names (hard links), which would go on leading to the old one.
/// @note Local.
void store_digests(const std::string& path, const file::FileState& seen, const std::string& text);

/// Makes the text file `path`, whole or not at all. Throws Error{usage} if it exists, unless `overwrite`.
/// @note Local.
void write_list(const std::string& path, const std::string& text, bool overwrite);

/// All of the text file `path`. Throws Error{io}. @note Local.
[[nodiscard]] std::string read_list(const std::string& path);

}  // namespace pcgns::verify
