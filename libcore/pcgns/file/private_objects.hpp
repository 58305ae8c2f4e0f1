// private_objects.hpp: what a file keeps beside the tree.
#pragma once

#include <string_view>

namespace pcgns::file {

/// True for objects that are no nodes: those of the encoding of CGNS, and what others keep beside the tree.
[[nodiscard]] inline bool is_private(std::string_view name) { return name.starts_with(' '); }

/// Of pcgns, a dataset of the root: the digests that the nodes had when they were stored. It says something
/// of this file alone, so nothing copies it.
inline constexpr auto stored_digest_name = " pcgns digest";

}  // namespace pcgns::file
