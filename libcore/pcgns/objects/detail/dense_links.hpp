// dense_links.hpp: links of a group that has more of them than its header holds.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "pcgns/objects/objects.hpp"

namespace pcgns::objects {

/// A link message, in a header or in a heap.
[[nodiscard]] Link link_in(std::span<const std::byte> message);

/// Adds the links outside of the header, if there are any, in any order.
void add_dense_links(FileBlocks& file, std::span<const std::byte> link_info, std::vector<Link>& links);

}  // namespace pcgns::objects
