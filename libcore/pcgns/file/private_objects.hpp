// private_objects.hpp: objects that a file holds beside the CGNS tree.
#pragma once

#include <string_view>

namespace pcgns::file {

/// True for objects that are not nodes: those of the CGNS encoding, and private data of other programs.
[[nodiscard]] inline bool is_private(std::string_view name) { return name.starts_with(' '); }

/// Dataset of the root, written by pcgns: digests of the nodes when they were stored. It is never copied,
/// because it only describes its own file.
inline constexpr auto stored_digest_name = " pcgns digest";

}  // namespace pcgns::file
