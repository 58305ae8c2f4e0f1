// private_objects.hpp: what pcgns itself keeps in a file beside the tree.
#pragma once

namespace pcgns::file {

/// A dataset of the root: the digests that the nodes had when they were stored. It says something of this
/// file alone, so nothing copies it.
inline constexpr auto stored_digest_name = " pcgns digest";

}  // namespace pcgns::file
